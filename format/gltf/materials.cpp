#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "format/gltf/builder.h"
#include "format/gltf/uri.h"

namespace sinew::gltf {
namespace {

/// A texture of the model: its image's bytes where the file has them, else a name to look up.
Texture makeTexture(Builder& builder, std::uint32_t index) {
  Context& context = builder.context;
  Texture out;
  const ImageSource& image = builder.file.images[index];
  out.name = image.name;
  const std::string path = fmt::format("images[{}]", index);
  if (image.view != kNone) {
    const Bytes bytes = builder.store.view(image.view);
    if (!context.ok() || !context.spend(bytes.size(), 1, path)) return out;
    out.encoded = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    if (out.name.empty()) out.name = fmt::format("image {}", index);
    return out;
  }
  Result<std::optional<std::vector<std::byte>>> data = dataOf(image.uri);
  if (data && *data) {
    out.encoded = std::make_shared<const std::vector<std::byte>>(std::move(**data));
    if (out.name.empty()) out.name = fmt::format("image {}", index);
    return out;
  }
  const Result<std::string> name =
      data ? relativePathOf(image.uri) : Result<std::string>(tl::unexpected(data.error()));
  if (name) {
    out.name = *name;
  } else {
    // A model can be shown without a texture; the name alone is never looked up.
    context.warn("gltf.image", path + ".uri", name.error().message, 1, true);
    out.name = std::string();
  }
  return out;
}

/// A texture that had no picture when our own writer wrote its name: looked up beside the model, as
/// where it comes from.
void addMissingTexture(Model& model, const SurfaceMaterial& source, Material& material) {
  if (!material.layers.empty() || source.missing_texture.empty()) return;
  const auto known =
      std::find_if(model.textures.begin(), model.textures.end(), [&](const Texture& texture) {
        return !texture.encoded && texture.name == source.missing_texture;
      });
  material.layers.emplace_back().texture =
      static_cast<std::uint32_t>(known - model.textures.begin());
  if (known == model.textures.end()) model.textures.emplace_back().name = source.missing_texture;
}

glm::vec4 shownColor(const glm::dvec4& linear) {
  return {static_cast<float>(encodeSrgb(linear.x)), static_cast<float>(encodeSrgb(linear.y)),
          static_cast<float>(encodeSrgb(linear.z)),
          static_cast<float>(std::clamp(linear.w, 0.0, 1.0))};
}

}  // namespace

double encodeSrgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? x * 12.92 : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
}

std::vector<TextureUse> uvSetsOf(const SurfaceMaterial& material) {
  std::vector<TextureUse> out;
  for (const TextureUse& use : material.textures) {
    const auto same = [&](const TextureUse& other) { return other.samePlace(use); };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(use);
  }
  return out;
}

void buildMaterials(Builder& builder) {
  const File& file = builder.file;
  for (std::uint32_t i = 0; i < file.images.size() && builder.context.ok(); ++i)
    builder.model.textures.push_back(makeTexture(builder, i));
  for (const SurfaceMaterial& source : file.materials) {
    Material& out = builder.model.materials.emplace_back();
    out.name = source.name;
    out.color = shownColor(source.color);
    out.alpha = source.alpha;
    out.alpha_cutoff = static_cast<float>(source.alpha_cutoff);
    out.cull = source.double_sided ? CullMode::None : CullMode::Back;
    out.unlit = source.unlit;
    const std::vector<TextureUse> sets = uvSetsOf(source);
    for (const TextureUse& use : source.textures) {
      const SurfaceTexture& texture = file.textures[use.texture];
      if (texture.image == kNone) continue;
      const auto set = std::find_if(sets.begin(), sets.end(),
                                    [&](const TextureUse& other) { return other.samePlace(use); });
      TextureLayer& layer = out.layers.emplace_back();
      layer.texture = texture.image;
      layer.uv_set = static_cast<std::uint32_t>(set - sets.begin());
      layer.wrap = texture.wrap;
      layer.role = use.role;
    }
    addMissingTexture(builder.model, source, out);
  }
  builder.white_version.assign(file.materials.size(), kNone);
}

std::uint32_t defaultMaterial(Builder& builder) {
  if (builder.default_material == kNone) {
    builder.default_material = static_cast<std::uint32_t>(builder.model.materials.size());
    builder.model.materials.emplace_back();
  }
  return builder.default_material;
}

std::uint32_t whiteVersion(Builder& builder, std::uint32_t material) {
  std::uint32_t& version = builder.white_version[material];
  if (version == kNone) {
    version = static_cast<std::uint32_t>(builder.model.materials.size());
    Material copy = builder.model.materials[material];
    copy.color = glm::vec4(1.0f, 1.0f, 1.0f, copy.color.w);
    builder.model.materials.push_back(std::move(copy));
  }
  return version;
}

}  // namespace sinew::gltf
