// Materials, textures, images.

#include <fmt/format.h>

#include "format/gltf/fields.h"
#include "format/gltf/parse.h"

namespace sinew::gltf {
namespace {

void addTexture(const Place& material, std::string_view member, std::string_view role,
                std::size_t texture_count, SurfaceMaterial& out) {
  const Place place = material.member(member);
  if (!place.value.present()) return;
  TextureUse use;
  use.role = role;
  use.texture = neededIndex(place, "index", texture_count, "textures");
  use.uv_set = static_cast<std::uint32_t>(wholeField(place, "texCoord", 0, 255));
  const Place transform = place.member("extensions").member("KHR_texture_transform");
  if (transform.value.present()) {
    double v[2];
    if (numbersField(transform, "offset", v, 2)) use.offset = {v[0], v[1]};
    if (numbersField(transform, "scale", v, 2)) use.scale = {v[0], v[1]};
    use.rotation = numberField(transform, "rotation", 0.0);
    use.uv_set = static_cast<std::uint32_t>(wholeField(transform, "texCoord", use.uv_set, 255));
  }
  out.textures.push_back(use);
}

AlphaMode alphaField(const Place& place) {
  const std::string_view mode = textField(place, "alphaMode");
  if (mode == "MASK") return AlphaMode::Mask;
  if (mode == "BLEND") return AlphaMode::Blend;
  if (!mode.empty() && mode != "OPAQUE") {
    place.member("alphaMode").fail("gltf.enum", fmt::format("\"{}\" is no alpha mode", mode));
  }
  return AlphaMode::Opaque;
}

SurfaceMaterial parseMaterial(const Place& place, std::size_t texture_count) {
  SurfaceMaterial out;
  out.name = textField(place, "name");
  const Place metal = place.member("pbrMetallicRoughness");
  const Place gloss = place.member("extensions").member("KHR_materials_pbrSpecularGlossiness");
  double color[4];
  if (gloss.value.present()) {
    if (numbersField(gloss, "diffuseFactor", color, 4)) {
      out.color = {color[0], color[1], color[2], color[3]};
    }
    addTexture(gloss, "diffuseTexture", "base", texture_count, out);
  } else {
    if (numbersField(metal, "baseColorFactor", color, 4)) {
      out.color = {color[0], color[1], color[2], color[3]};
    }
    addTexture(metal, "baseColorTexture", "base", texture_count, out);
    addTexture(metal, "metallicRoughnessTexture", "metallic-roughness", texture_count, out);
  }
  addTexture(place, "normalTexture", "normal", texture_count, out);
  addTexture(place, "occlusionTexture", "occlusion", texture_count, out);
  addTexture(place, "emissiveTexture", "emissive", texture_count, out);
  out.alpha = alphaField(place);
  out.alpha_cutoff = numberField(place, "alphaCutoff", 0.5);
  out.double_sided = flagField(place, "doubleSided");
  out.unlit = place.value["extensions"]["KHR_materials_unlit"].present();
  out.missing_texture = place.value["extras"]["sinew"]["texture"].string().value_or("");
  return out;
}

Wrap wrapField(const Place& sampler, std::string_view name) {
  switch (wholeField(sampler, name, 10497)) {
    case 33071:
      return Wrap::Clamp;
    case 33648:
      return Wrap::Mirror;
    case 10497:
      return Wrap::Repeat;
    default:
      sampler.member(name).fail("gltf.enum", "no wrap mode of glTF 2.0");
      return Wrap::Repeat;
  }
}

SurfaceTexture parseTexture(const Place& place, Value root, std::size_t image_count) {
  SurfaceTexture out;
  out.image = indexField(place, "source", image_count, "images");
  const Place dds = place.member("extensions").member("MSFT_texture_dds");
  if (out.image == kNone && dds.value.present()) {
    out.image = indexField(dds, "source", image_count, "images");
  }
  const Place samplers{place.context, root["samplers"], "samplers"};
  const std::uint32_t sampler = indexField(place, "sampler", samplers.value.size(), "samplers");
  if (sampler != kNone && place.context->ok()) {
    const Place used = samplers.element(sampler);
    out.wrap = {wrapField(used, "wrapS"), wrapField(used, "wrapT")};
  }
  return out;
}

}  // namespace

void parseMaterials(Context& context, Value root, File& file) {
  const Place images{&context, root["images"], "images"};
  for (std::size_t i = 0; i < images.value.size() && context.ok(); ++i) {
    const Place place = images.element(i);
    ImageSource& out = file.images.emplace_back();
    out.name = textField(place, "name");
    out.uri = textField(place, "uri");
    out.view = indexField(place, "bufferView", file.views.size(), "buffer views");
  }
  const Place textures{&context, root["textures"], "textures"};
  for (std::size_t i = 0; i < textures.value.size() && context.ok(); ++i)
    file.textures.push_back(parseTexture(textures.element(i), root, file.images.size()));
  const Place materials{&context, root["materials"], "materials"};
  for (std::size_t i = 0; i < materials.value.size() && context.ok(); ++i)
    file.materials.push_back(parseMaterial(materials.element(i), file.textures.size()));
}

}  // namespace sinew::gltf
