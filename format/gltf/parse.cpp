#include "format/gltf/parse.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "format/gltf/fields.h"

namespace sinew::gltf {
namespace {

constexpr std::string_view kKnownExtensions[]{
    "EXT_meshopt_compression",
#ifdef SINEW_WITH_DRACO
    "KHR_draco_mesh_compression",
#endif
    "KHR_lights_punctual",  // where lights are; we bring our own
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_specular",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "MSFT_lod",
    "MSFT_texture_dds",
};

void checkVersion(Context& context, Value root) {
  const Place asset{&context, root["asset"], "asset"};
  if (!asset.value.isObject()) {
    context.fail("gltf.version", "asset", "the member \"asset\" is missing: this is no glTF 2.0");
    return;
  }
  const std::string_view version = textField(asset, "version");
  if (context.ok() && version.substr(0, 2) != "2.") {
    context.fail("gltf.version", "asset.version",
                 fmt::format("version \"{}\", but only glTF 2 is read", version));
  }
}

void checkExtensions(Context& context, Value root) {
  const Place required{&context, root["extensionsRequired"], "extensionsRequired"};
  for (std::size_t i = 0; i < required.value.size(); ++i) {
    const std::string_view name = required.value.at(i).string().value_or(std::string_view());
    if (std::find(std::begin(kKnownExtensions), std::end(kKnownExtensions), name) !=
        std::end(kKnownExtensions)) {
      continue;
    }
    const bool draco = name == "KHR_draco_mesh_compression";
    required.element(i).fail(
        "gltf.extension",
        fmt::format("the file cannot be shown without the extension \"{}\", which {}", name,
                    draco ? "this build of sinew lacks (it was built without libdraco)"
                          : "sinew does not read"));
    return;
  }
}

Component componentField(const Place& place) {
  switch (neededWhole(place, "componentType")) {
    case 5120:
      return Component::I8;
    case 5121:
      return Component::U8;
    case 5122:
      return Component::I16;
    case 5123:
      return Component::U16;
    case 5125:
      return Component::U32;
    case 5126:
      return Component::F32;
    default:
      place.member("componentType").fail("gltf.enum", "no component type of glTF 2.0");
      return Component::U8;
  }
}

std::uint32_t widthField(const Place& place) {
  struct Type {
    std::string_view name;
    std::uint32_t width;
  };
  constexpr std::array<Type, 7> kTypes{{{"SCALAR", 1},
                                        {"VEC2", 2},
                                        {"VEC3", 3},
                                        {"VEC4", 4},
                                        {"MAT2", 4},
                                        {"MAT3", 9},
                                        {"MAT4", 16}}};
  const std::string_view name = textField(place, "type");
  for (const Type& type : kTypes) {
    if (type.name == name) return type.width;
  }
  place.member("type").fail("gltf.enum", fmt::format("\"{}\" is no accessor type", name));
  return 1;
}

Meshopt parseMeshopt(const Place& place, const File& file) {
  Meshopt out;
  out.buffer = neededIndex(place, "buffer", file.buffers.size(), "buffers");
  out.offset = wholeField(place, "byteOffset", 0);
  out.size = neededWhole(place, "byteLength");
  out.stride = neededWhole(place, "byteStride", 256);
  out.count = neededWhole(place, "count");
  const std::string_view mode = textField(place, "mode");
  if (mode == "ATTRIBUTES") {
    out.mode = MeshoptMode::Attributes;
  } else if (mode == "TRIANGLES") {
    out.mode = MeshoptMode::Triangles;
  } else if (mode == "INDICES") {
    out.mode = MeshoptMode::Indices;
  } else {
    place.member("mode").fail("gltf.enum", fmt::format("\"{}\" is no mode", mode));
  }
  const std::string_view filter = textField(place, "filter");
  if (filter == "OCTAHEDRAL") {
    out.filter = MeshoptFilter::Octahedral;
  } else if (filter == "QUATERNION") {
    out.filter = MeshoptFilter::Quaternion;
  } else if (filter == "EXPONENTIAL") {
    out.filter = MeshoptFilter::Exponential;
  } else if (!filter.empty() && filter != "NONE") {
    place.member("filter").fail("gltf.enum", fmt::format("\"{}\" is no filter", filter));
  }
  return out;
}

Sparse parseSparse(const Place& place, const File& file) {
  Sparse out;
  out.count = neededWhole(place, "count");
  const Place indices = place.member("indices");
  out.index_view = neededIndex(indices, "bufferView", file.views.size(), "buffer views");
  out.index_offset = wholeField(indices, "byteOffset", 0);
  out.index_type = componentField(indices);
  const Place values = place.member("values");
  out.value_view = neededIndex(values, "bufferView", file.views.size(), "buffer views");
  out.value_offset = wholeField(values, "byteOffset", 0);
  return out;
}

Accessor parseAccessor(const Place& place, const File& file) {
  Accessor out;
  out.view = indexField(place, "bufferView", file.views.size(), "buffer views");
  out.offset = wholeField(place, "byteOffset", 0);
  out.count = neededWhole(place, "count", std::uint64_t{0xFFFFFFFE});
  out.component = componentField(place);
  out.width = widthField(place);
  out.normalized = flagField(place, "normalized");
  if (place.value["sparse"].present()) out.sparse = parseSparse(place.member("sparse"), file);
  return out;
}

Topology topologyField(const Place& place) {
  switch (wholeField(place, "mode", 4)) {
    case 0:
      return Topology::Points;
    case 1:
    case 2:
    case 3:
      return Topology::Lines;
    case 4:
      return Topology::Triangles;
    case 5:
      return Topology::Strip;
    case 6:
      return Topology::Fan;
    default:
      place.member("mode").fail("gltf.enum", "no primitive mode of glTF 2.0");
      return Topology::Triangles;
  }
}

Draco parseDraco(const Place& place, const File& file) {
  Draco out;
  out.view = neededIndex(place, "bufferView", file.views.size(), "buffer views");
  const Place attributes = place.member("attributes");
  attributes.value.forEachMember([&](std::string_view name, Value) {
    const std::uint64_t id = wholeField(attributes, name, 0, kNone - 1);
    out.attributes.emplace(name, static_cast<std::uint32_t>(id));
  });
  return out;
}

Primitive parsePrimitive(const Place& place, Value root, const File& file) {
  Primitive out;
  const Place attributes = place.member("attributes");
  attributes.value.forEachMember([&](std::string_view name, Value) {
    out.attributes.emplace(name, indexField(attributes, name, file.accessors.size(), "accessors"));
  });
  out.indices = indexField(place, "indices", file.accessors.size(), "accessors");
  out.material = indexField(place, "material", root["materials"].size(), "materials");
  out.topology = topologyField(place);
  out.targets = place.value["targets"].size();
  const Place draco = place.member("extensions").member("KHR_draco_mesh_compression");
  if (draco.value.present()) out.draco = parseDraco(draco, file);
  return out;
}

}  // namespace

std::uint32_t sizeOf(Component component) {
  switch (component) {
    case Component::I8:
    case Component::U8:
      return 1;
    case Component::I16:
    case Component::U16:
      return 2;
    case Component::U32:
    case Component::F32:
      break;
  }
  return 4;
}

std::uint32_t Primitive::attribute(std::string_view name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? kNone : found->second;
}

void parseBuffers(Context& context, Value root, File& file) {
  const Place buffers{&context, root["buffers"], "buffers"};
  for (std::size_t i = 0; i < buffers.value.size() && context.ok(); ++i) {
    const Place place = buffers.element(i);
    Buffer& out = file.buffers.emplace_back();
    out.size = neededWhole(place, "byteLength");
    out.uri = textField(place, "uri");
    const Place meshopt = place.member("extensions").member("EXT_meshopt_compression");
    out.fallback = flagField(meshopt, "fallback");
  }
  const Place views{&context, root["bufferViews"], "bufferViews"};
  for (std::size_t i = 0; i < views.value.size() && context.ok(); ++i) {
    const Place place = views.element(i);
    BufferView& out = file.views.emplace_back();
    out.buffer = neededIndex(place, "buffer", file.buffers.size(), "buffers");
    out.offset = wholeField(place, "byteOffset", 0);
    out.size = neededWhole(place, "byteLength");
    out.stride = static_cast<std::uint32_t>(wholeField(place, "byteStride", 0, 252));
    const Place meshopt = place.member("extensions").member("EXT_meshopt_compression");
    if (meshopt.value.present()) out.meshopt = parseMeshopt(meshopt, file);
  }
  const Place accessors{&context, root["accessors"], "accessors"};
  for (std::size_t i = 0; i < accessors.value.size() && context.ok(); ++i)
    file.accessors.push_back(parseAccessor(accessors.element(i), file));
}

void parseMeshes(Context& context, Value root, File& file) {
  const Place meshes{&context, root["meshes"], "meshes"};
  for (std::size_t i = 0; i < meshes.value.size() && context.ok(); ++i) {
    const Place place = meshes.element(i);
    MeshGroup& out = file.meshes.emplace_back();
    out.name = textField(place, "name");
    const Place primitives = place.member("primitives");
    for (std::size_t p = 0; p < primitives.value.size() && context.ok(); ++p)
      out.primitives.push_back(parsePrimitive(primitives.element(p), root, file));
  }
}

void parseFile(Context& context, Value root, File& file) {
  if (!root.isObject()) {
    context.fail("gltf.json", "json", "the text is JSON, but not an object");
    return;
  }
  checkVersion(context, root);
  if (context.ok()) checkExtensions(context, root);
  if (context.ok()) parseBuffers(context, root, file);
  if (context.ok()) parseMeshes(context, root, file);
  if (context.ok()) parseNodes(context, root, file);
  if (context.ok()) parseAnimations(context, root, file);
  if (context.ok()) parseMaterials(context, root, file);
}

}  // namespace sinew::gltf
