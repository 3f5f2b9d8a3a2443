#pragma once

// Textures as they show: their own pictures, or pictures that the user put in their place.

#include <memory>
#include <string>

#include "app/scene.h"
#include "app/state.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app {

/// Whether a file's name says that it is a picture that a texture can be (png, jpg, jpeg, tga, bmp,
/// dds, in any case).
[[nodiscard]] bool isPictureName(const std::string& path);

/// The texture (an index into Model::textures) that a material's surface shows, or kNone.
[[nodiscard]] std::uint32_t textureOfMaterial(const Model& model, std::uint32_t material);

/// The material that panels look at: the selected one, else the selected mesh's, else the first
/// that has a texture, else the first; kNone without materials.
[[nodiscard]] std::uint32_t presentMaterial(const Model& model, const Selection& selection);

/// The override of a texture, or null.
[[nodiscard]] const TextureOverride* overrideOf(const State& state, std::uint32_t texture);

/// The picture that a texture shows, or null for the checker.
[[nodiscard]] std::shared_ptr<const renderer::Image> shownImage(const Scene& scene,
                                                                const State& state,
                                                                std::uint32_t texture);

/// Reads a picture and shows it instead of a texture's own. On failure nothing changes.
[[nodiscard]] Result<void> overrideTexture(Scene& scene, State& state, std::uint32_t texture,
                                           const std::string& path);
/// Shows a texture's own picture again.
void resetTexture(Scene& scene, State& state, std::uint32_t texture);
/// Gives a scene that was just made the overrides of the state, which stand for the textures named
/// `names` in it; pictures are read again where they can be. Overrides of textures that are gone
/// are dropped.
void carryOverrides(Scene& scene, State& state, const std::vector<std::string>& names);
/// The names that `carryOverrides` wants: those of the overridden textures, in their order.
[[nodiscard]] std::vector<std::string> overriddenNames(const Scene& scene, const State& state);

}  // namespace sinew::app
