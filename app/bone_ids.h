#pragma once

// Bones as people number them: the normal bones first, then the pseudo-bones, as `sinew dump` lists
// them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/state.h"
#include "format/model.h"

namespace sinew::app {

/// How many ids there are: bones and pseudo-bones.
[[nodiscard]] std::uint32_t boneIdCount(const Model& model);

/// The name of an id; "#3" where it has none.
[[nodiscard]] std::string boneLabel(const Model& model, std::uint32_t id);

/// The id that NAME or #ID means: exact name first (bones before pseudo-bones). Empty: no such
/// bone.
[[nodiscard]] std::optional<std::uint32_t> findBoneId(const Model& model, std::string_view text);

/// The selected id, or kNone.
[[nodiscard]] std::uint32_t selectedBoneId(const Model& model, const Selection& selection);

/// Selects a bone or pseudo-bone by id; kNone: neither.
void selectBoneId(const Model& model, Selection& selection, std::uint32_t id);

/// The id that an influence belongs to: its pseudo-bone, or the bone with the largest weight; kNone
/// for an influence without bones.
[[nodiscard]] std::uint32_t boneIdOfInfluence(const Model& model, std::uint32_t influence);

/// The weights of a pseudo-bone as edited, or as stored.
[[nodiscard]] PseudoBoneEdit presentWeights(const Model& model, const State& state,
                                            std::uint32_t pseudo_bone);

}  // namespace sinew::app
