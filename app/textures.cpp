#include "app/textures.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/text_case.h"
#include "app/texture_finder.h"

namespace sinew::app {
namespace {

constexpr std::array<std::string_view, 6> kExtensions{".png", ".jpg", ".jpeg",
                                                      ".tga", ".bmp", ".dds"};

}  // namespace

bool isPictureName(const std::string& path) {
  const std::size_t dot = path.find_last_of("./\\");
  if (dot == std::string::npos || path[dot] != '.') return false;
  return std::ranges::find(kExtensions, foldCase(path.substr(dot))) != kExtensions.end();
}

std::uint32_t textureOfMaterial(const Model& model, std::uint32_t material) {
  if (material >= model.materials.size()) return kNone;
  for (const TextureLayer& layer : model.materials[material].layers) {
    if (layer.role == "base") return layer.texture < model.textures.size() ? layer.texture : kNone;
  }
  return kNone;
}

std::uint32_t presentMaterial(const Model& model, const Selection& selection) {
  if (selection.material < model.materials.size()) return selection.material;
  if (selection.mesh < model.meshes.size() &&
      model.meshes[selection.mesh].material < model.materials.size()) {
    return model.meshes[selection.mesh].material;
  }
  for (std::uint32_t i = 0; i < model.materials.size(); ++i) {
    if (textureOfMaterial(model, i) != kNone) return i;
  }
  return model.materials.empty() ? kNone : 0;
}

const TextureOverride* overrideOf(const State& state, std::uint32_t texture) {
  const auto found = std::ranges::find(state.texture_overrides, texture, &TextureOverride::texture);
  return found == state.texture_overrides.end() ? nullptr : &*found;
}

std::shared_ptr<const renderer::Image> shownImage(const Scene& scene, const State& state,
                                                  std::uint32_t texture) {
  if (const TextureOverride* other = overrideOf(state, texture)) return other->image;
  const auto& textures = scene.document().textures;
  return texture < textures.size() ? textures[texture].image : nullptr;
}

Result<void> overrideTexture(Scene& scene, State& state, std::uint32_t texture,
                             const std::string& path) {
  auto image = readTexture(path);
  if (!image) return tl::unexpected(image.error());
  std::erase_if(state.texture_overrides,
                [texture](const TextureOverride& old) { return old.texture == texture; });
  state.texture_overrides.push_back({texture, path, std::move(*image)});
  scene.gpuModel().setTexture(texture, state.texture_overrides.back().image.get());
  return {};
}

void resetTexture(Scene& scene, State& state, std::uint32_t texture) {
  std::erase_if(state.texture_overrides,
                [texture](const TextureOverride& old) { return old.texture == texture; });
  scene.gpuModel().setTexture(texture, shownImage(scene, state, texture).get());
}

std::vector<std::string> overriddenNames(const Scene& scene, const State& state) {
  std::vector<std::string> names;
  for (const TextureOverride& other : state.texture_overrides)
    names.emplace_back(scene.model().textures[other.texture].name);
  return names;
}

void carryOverrides(Scene& scene, State& state, const std::vector<std::string>& names) {
  const std::vector<TextureOverride> old = std::exchange(state.texture_overrides, {});
  const auto& textures = scene.model().textures;
  for (std::size_t i = 0; i < old.size() && i < names.size(); ++i) {
    const auto found = std::ranges::find_if(
        textures, [&](const Texture& texture) { return texture.name == names[i]; });
    if (found == textures.end()) continue;
    const auto texture = static_cast<std::uint32_t>(found - textures.begin());
    if (overrideTexture(scene, state, texture, old[i].path)) continue;
    state.texture_overrides.push_back({texture, old[i].path, old[i].image});
    scene.gpuModel().setTexture(texture, old[i].image.get());
  }
}

}  // namespace sinew::app
