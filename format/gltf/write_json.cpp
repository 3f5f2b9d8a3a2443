// The one place where glTF's JSON is made.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "format/gltf/out_file.h"
#include "format/utf8.h"

namespace sinew::gltf::out {
namespace {

using Json = nlohmann::ordered_json;

void setName(Json& to, const std::string& name) {
  if (!name.empty()) to["name"] = toUtf8(name);
}

Json nodeJson(const Node& node) {
  Json out = Json::object();
  setName(out, node.name);
  const Transform& t = node.local;
  if (t.translation != glm::dvec3(0.0)) {
    out["translation"] = {t.translation.x, t.translation.y, t.translation.z};
  }
  if (t.rotation != glm::dquat(1.0, 0.0, 0.0, 0.0)) {
    out["rotation"] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
  }
  if (t.scale != glm::dvec3(1.0)) out["scale"] = {t.scale.x, t.scale.y, t.scale.z};
  if (node.mesh != kNone) out["mesh"] = node.mesh;
  if (node.skin != kNone) out["skin"] = node.skin;
  if (!node.children.empty()) out["children"] = node.children;
  if (!node.lods.empty()) out["extensions"]["MSFT_lod"]["ids"] = node.lods;
  if (!node.coverage.empty()) out["extras"]["MSFT_screencoverage"] = node.coverage;
  if (!node.role.empty()) out["extras"]["sinew"]["role"] = node.role;
  if (node.min_scale) out["extras"]["sinew"]["min_scale"] = *node.min_scale;
  if (node.order) out["extras"]["sinew"]["mesh"] = *node.order;
  return out;
}

Json meshJson(const Mesh& mesh) {
  Json primitive = Json::object();
  for (const Attribute& attribute : mesh.primitive.attributes)
    primitive["attributes"][attribute.name] = attribute.accessor;
  primitive["indices"] = mesh.primitive.indices;
  if (mesh.primitive.material != kNone) primitive["material"] = mesh.primitive.material;
  Json out = Json::object();
  setName(out, mesh.name);
  out["primitives"] = Json::array({primitive});
  return out;
}

Json textureJson(std::uint32_t texture, std::uint32_t uv) {
  Json out = {{"index", texture}};
  if (uv != 0) out["texCoord"] = uv;
  return out;
}

Json materialJson(const Material& material) {
  Json out = Json::object();
  setName(out, material.name);
  Json& surface = out["pbrMetallicRoughness"];
  if (material.color != std::array<double, 4>{1, 1, 1, 1}) {
    surface["baseColorFactor"] = material.color;
  }
  if (material.base_texture != kNone) {
    surface["baseColorTexture"] = textureJson(material.base_texture, material.base_uv);
  }
  surface["metallicFactor"] = 0.0;
  surface["roughnessFactor"] = 0.9;
  if (material.normal_texture != kNone) {
    out["normalTexture"] = textureJson(material.normal_texture, material.normal_uv);
  }
  if (material.alpha != AlphaMode::Opaque) {
    out["alphaMode"] = material.alpha == AlphaMode::Mask ? "MASK" : "BLEND";
  }
  if (material.alpha == AlphaMode::Mask) out["alphaCutoff"] = material.alpha_cutoff;
  if (material.double_sided) out["doubleSided"] = true;
  if (material.unlit) out["extensions"]["KHR_materials_unlit"] = Json::object();
  if (!material.missing_texture.empty()) {
    out["extras"]["sinew"]["texture"] = toUtf8(material.missing_texture);
  }
  return out;
}

Json animationJson(const Animation& animation) {
  Json out = Json::object();
  setName(out, animation.name);
  Json channels = Json::array();
  Json samplers = Json::array();
  for (const Channel& channel : animation.channels) {
    Json target = {{"node", channel.node}, {"path", channel.path}};
    channels.push_back({{"sampler", samplers.size()}, {"target", std::move(target)}});
    Json sampler = {{"input", channel.input}, {"output", channel.output}};
    if (channel.step) sampler["interpolation"] = "STEP";
    samplers.push_back(std::move(sampler));
  }
  out["channels"] = std::move(channels);
  out["samplers"] = std::move(samplers);
  Json& extras = out["extras"]["sinew"];
  extras["rate_hz"] = animation.rate_hz;
  extras["frame_count"] = animation.frame_count;
  extras["loop"] = animation.loop;
  return out;
}

int wrapCode(Wrap wrap) {
  return wrap == Wrap::Clamp ? 33071 : wrap == Wrap::Mirror ? 33648 : 10497;
}

void addTextures(const File& file, Json& out) {
  for (const Image& image : file.images) {
    Json entry = Json::object();
    setName(entry, image.name);
    entry["mimeType"] = image.mime_type;
    entry["bufferView"] = image.view;
    out["images"].push_back(std::move(entry));
  }
  Json textures = Json::array();
  Json samplers = Json::array();
  for (const Texture& texture : file.textures) {
    textures.push_back({{"source", texture.image}, {"sampler", samplers.size()}});
    samplers.push_back({{"magFilter", 9729},
                        {"minFilter", 9987},
                        {"wrapS", wrapCode(texture.wrap[0])},
                        {"wrapT", wrapCode(texture.wrap[1])}});
  }
  if (textures.empty()) return;
  out["textures"] = std::move(textures);
  out["samplers"] = std::move(samplers);
}

void addData(const File& file, Json& out) {
  for (const Accessor& accessor : file.accessors) {
    Json entry = {{"bufferView", accessor.view},
                  {"componentType", accessor.component},
                  {"count", accessor.count},
                  {"type", accessor.type}};
    if (accessor.normalized) entry["normalized"] = true;
    if (!accessor.min.empty()) {
      entry["min"] = accessor.min;
      entry["max"] = accessor.max;
    }
    out["accessors"].push_back(std::move(entry));
  }
  for (const View& view : file.views) {
    Json entry = {{"buffer", 0}, {"byteOffset", view.offset}, {"byteLength", view.size}};
    if (view.target != 0) entry["target"] = view.target;
    out["bufferViews"].push_back(std::move(entry));
  }
}

void addScenes(const File& file, Json& out) {
  out["scene"] = 0;
  Json shown = Json::object();
  if (!file.roots.empty()) shown["nodes"] = file.roots;
  out["scenes"] = Json::array({std::move(shown)});
  if (file.solids.empty()) return;
  // Skinned meshes need their joints in the same scene.
  std::vector<std::uint32_t> all = file.roots;
  all.insert(all.end(), file.solids.begin(), file.solids.end());
  out["scenes"].push_back({{"name", "with solids"}, {"nodes", all}});
}

void addExtensions(const File& file, Json& out) {
  bool unlit = false;
  bool lods = false;
  for (const Material& material : file.materials)
    unlit = unlit || material.unlit;
  for (const Node& node : file.nodes)
    lods = lods || !node.lods.empty();
  if (unlit) out["extensionsUsed"].push_back("KHR_materials_unlit");
  if (lods) out["extensionsUsed"].push_back("MSFT_lod");
}

/// Everything but the buffer.
Json describe(const File& file) {
  Json out = Json::object();
  out["asset"] = {{"version", "2.0"}, {"generator", "sinew"}};
  if (file.bones > 0) out["extras"]["sinew"]["bones"] = file.bones;
  addExtensions(file, out);
  addScenes(file, out);
  for (const Node& node : file.nodes)
    out["nodes"].push_back(nodeJson(node));
  for (const Mesh& mesh : file.meshes)
    out["meshes"].push_back(meshJson(mesh));
  if (!file.joints.empty()) {
    Json skin = {{"joints", file.joints}};
    if (file.inverse_bind != kNone) skin["inverseBindMatrices"] = file.inverse_bind;
    for (const BlendName& blend : file.blends) {
      skin["extras"]["sinew"]["blends"].push_back(
          {{"name", toUtf8(blend.name)}, {"joints", blend.joints}, {"weights", blend.weights}});
    }
    out["skins"] = Json::array({std::move(skin)});
  }
  for (const Material& material : file.materials)
    out["materials"].push_back(materialJson(material));
  addTextures(file, out);
  for (const Animation& animation : file.animations)
    out["animations"].push_back(animationJson(animation));
  addData(file, out);
  return out;
}

std::string base64(const std::vector<std::byte>& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group =
          group << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
  }
  return out;
}

void append(std::vector<std::byte>& to, std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  to.insert(to.end(), first, first + text.size());
}

void append(std::vector<std::byte>& to, std::size_t number) {
  for (std::size_t i = 0; i < 4; ++i)
    to.push_back(static_cast<std::byte>(number >> (8 * i) & 0xFF));
}

}  // namespace

std::vector<std::byte> toGlb(const File& file) {
  Json json = describe(file);
  if (!file.binary.empty()) json["buffers"].push_back({{"byteLength", file.binary.size()}});
  std::string text = json.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t binary_size = (file.binary.size() + 3) / 4 * 4;
  std::vector<std::byte> out;
  append(out, std::string_view("glTF"));
  append(out, std::size_t{2});
  append(out, 12 + 8 + text.size() + (binary_size == 0 ? 0 : 8 + binary_size));
  append(out, text.size());
  append(out, std::string_view("JSON"));
  append(out, text);
  if (binary_size == 0) return out;
  append(out, binary_size);
  append(out, std::string_view("BIN\0", 4));
  out.insert(out.end(), file.binary.begin(), file.binary.end());
  out.resize(out.size() + binary_size - file.binary.size());
  return out;
}

std::vector<std::byte> toJson(const File& file) {
  Json json = describe(file);
  if (!file.binary.empty()) {
    json["buffers"].push_back(
        {{"byteLength", file.binary.size()},
         {"uri", "data:application/octet-stream;base64," + base64(file.binary)}});
  }
  std::vector<std::byte> out;
  append(out, json.dump(1, '\t'));
  append(out, std::string_view("\n"));
  return out;
}

}  // namespace sinew::gltf::out
