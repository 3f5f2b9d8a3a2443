#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "format/gltf/exporter.h"

namespace sinew::gltf {
namespace {

/// The file's texture for a layer; kNone where its picture is missing.
std::uint32_t exportTexture(Exporter& e, const TextureLayer& layer) {
  if (layer.texture >= e.options.pictures.size()) return kNone;
  const Picture& picture = e.options.pictures[layer.texture];
  if (!picture.bytes) return kNone;
  out::File& file = e.file;
  const std::string name(e.model.textures[layer.texture].name);
  std::uint32_t image = kNone;
  for (std::uint32_t i = 0; i < file.images.size(); ++i) {
    if (file.images[i].source == layer.texture) image = i;
  }
  if (image == kNone) {
    image = static_cast<std::uint32_t>(file.images.size());
    const std::uint32_t view = file.addView(*picture.bytes, 0);
    file.images.push_back({name, picture.mime_type, view, layer.texture});
  }
  for (std::uint32_t t = 0; t < file.textures.size(); ++t) {
    if (file.textures[t].image == image && file.textures[t].wrap == layer.wrap) return t;
  }
  file.textures.push_back({image, layer.wrap});
  return static_cast<std::uint32_t>(file.textures.size() - 1);
}

}  // namespace

double decodeSrgb(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

std::uint32_t exportMaterial(Exporter& e, std::uint32_t material, bool white) {
  if (material >= e.model.materials.size()) return kNone;
  std::uint32_t& known = (white ? e.white_materials : e.materials)[material];
  if (known != kNone) return known;
  const Material& source = e.model.materials[material];
  out::Material made;
  made.name = std::string(source.name);
  for (std::size_t c = 0; c < 4; ++c) {
    const double value = double{source.color[static_cast<glm::length_t>(c)]};
    made.color[c] = std::clamp(c == 3 ? value : white ? 1.0 : decodeSrgb(value), 0.0, 1.0);
  }
  made.alpha = source.alpha;
  made.alpha_cutoff = std::max(0.0, double{source.alpha_cutoff});
  made.double_sided = source.cull == CullMode::None;
  made.unlit = source.unlit;
  for (const TextureLayer& layer : source.layers) {
    if (layer.role == "base" && made.base_texture == kNone) {
      made.base_texture = exportTexture(e, layer);
      made.base_uv = layer.uv_set;
      if (made.base_texture == kNone && layer.texture < e.model.textures.size()) {
        made.missing_texture = std::string(e.model.textures[layer.texture].name);
        e.file.notes.push_back(
            fmt::format("material \"{}\" goes without its texture \"{}\", which "
                        "was not found",
                        made.name, e.model.textures[layer.texture].name.c_str()));
      }
    } else if (layer.role == "normal" && made.normal_texture == kNone) {
      made.normal_texture = exportTexture(e, layer);
      made.normal_uv = layer.uv_set;
    } else {
      e.file.notes.push_back(
          fmt::format("material \"{}\": its {} texture is left out", made.name, layer.role));
    }
  }
  known = static_cast<std::uint32_t>(e.file.materials.size());
  e.file.materials.push_back(std::move(made));
  return known;
}

}  // namespace sinew::gltf
