#include "app/bone_ids.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace sinew::app {
namespace {

std::uint32_t boneCount(const Model& model) {
  return static_cast<std::uint32_t>(model.skeleton.bones.size());
}

std::string_view storedName(const Model& model, std::uint32_t id) {
  const std::uint32_t bones = boneCount(model);
  return id < bones ? model.skeleton.bones[id].name : model.pseudo_bones[id - bones].name;
}

}  // namespace

std::uint32_t boneIdCount(const Model& model) {
  return boneCount(model) + static_cast<std::uint32_t>(model.pseudo_bones.size());
}

std::string boneLabel(const Model& model, std::uint32_t id) {
  const std::string_view name = storedName(model, id);
  return name.empty() ? fmt::format("#{}", id) : std::string(name);
}

std::optional<std::uint32_t> findBoneId(const Model& model, std::string_view text) {
  const std::uint32_t count = boneIdCount(model);
  for (std::uint32_t id = 0; id < count; ++id) {
    if (!text.empty() && storedName(model, id) == text) return id;
  }
  if (!text.starts_with('#')) return std::nullopt;
  std::uint32_t id = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data() + 1, end, id);
  if (code != std::errc{} || stop != end || id >= count) return std::nullopt;
  return id;
}

std::uint32_t selectedBoneId(const Model& model, const Selection& selection) {
  if (selection.bone < boneCount(model)) return selection.bone;
  if (selection.pseudo_bone < model.pseudo_bones.size()) {
    return boneCount(model) + selection.pseudo_bone;
  }
  return kNone;
}

void selectBoneId(const Model& model, Selection& selection, std::uint32_t id) {
  const std::uint32_t bones = boneCount(model);
  selection.bone = id < bones ? id : kNone;
  selection.pseudo_bone = id != kNone && id >= bones ? id - bones : kNone;
}

std::uint32_t boneIdOfInfluence(const Model& model, std::uint32_t influence) {
  for (std::size_t p = 0; p < model.pseudo_bones.size(); ++p) {
    if (model.pseudo_bones[p].influence == influence) {
      return boneCount(model) + static_cast<std::uint32_t>(p);
    }
  }
  const Influences& all = model.influences;
  if (influence >= all.size() || all.first[influence] == all.first[influence + 1]) return kNone;
  const auto begin = all.weights.begin() + all.first[influence];
  const auto end = all.weights.begin() + all.first[influence + 1];
  return all.bones[static_cast<std::size_t>(std::max_element(begin, end) - all.weights.begin())];
}

PseudoBoneEdit presentWeights(const Model& model, const State& state, std::uint32_t pseudo_bone) {
  const auto edit =
      std::ranges::find(state.pseudo_edits, pseudo_bone, &PseudoBoneEdit::pseudo_bone);
  if (edit != state.pseudo_edits.end()) return *edit;
  const PseudoBone& stored = model.pseudo_bones[pseudo_bone];
  return {pseudo_bone, stored.bones, stored.weights};
}

}  // namespace sinew::app
