// The only place that sees libdraco. Without it such files are refused by parse.cpp where they
// require it, and here where they only use it.

#include "format/gltf/draco.h"

#include <fmt/format.h>

#ifdef SINEW_WITH_DRACO
#include <draco/compression/decode.h>
#endif

namespace sinew::gltf {

#ifdef SINEW_WITH_DRACO

namespace {

Component componentOf(draco::DataType type) {
  switch (type) {
    case draco::DT_INT8:
      return Component::I8;
    case draco::DT_UINT8:
      return Component::U8;
    case draco::DT_INT16:
      return Component::I16;
    case draco::DT_UINT16:
      return Component::U16;
    case draco::DT_UINT32:
      return Component::U32;
    default:
      return Component::F32;
  }
}

std::string readAttribute(const draco::PointAttribute& source, std::uint32_t vertex_count,
                          DracoMesh::Attribute& out) {
  const int width = source.num_components();
  if (width < 1 || width > 4) return fmt::format("an attribute has {} components", width);
  out.width = static_cast<std::uint32_t>(width);
  out.component = componentOf(source.data_type());
  out.values.resize(std::size_t{vertex_count} * out.width);
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const draco::AttributeValueIndex at = source.mapped_index(draco::PointIndex(v));
    if (at.value() >= source.size()) return fmt::format("vertex {} has no value", v);
    if (!source.ConvertValue<float>(at, static_cast<int8_t>(width),
                                    out.values.data() + std::size_t{v} * out.width)) {
      return fmt::format("vertex {} cannot be read", v);
    }
  }
  return {};
}

std::string readMesh(const Draco& draco, draco::Mesh& mesh, std::uint64_t most_vertices,
                     std::uint64_t most_indices, DracoMesh& out) {
  if (mesh.num_points() > most_vertices || std::uint64_t{mesh.num_faces()} * 3 > most_indices) {
    return fmt::format("{} vertices and {} triangles were unpacked, more than the accessors say",
                       mesh.num_points(), mesh.num_faces());
  }
  out.vertex_count = mesh.num_points();
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f) {
    for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(f)))
      out.triangles.push_back(corner.value());
  }
  for (const auto& [name, id] : draco.attributes) {
    const int index = mesh.GetAttributeIdByUniqueId(id);
    if (index < 0) return fmt::format("attribute {} with the id {} is not in it", name, id);
    // Integers are wanted as stored: the accessor says whether they are normalised.
    mesh.attribute(index)->set_normalized(false);
    const std::string problem =
        readAttribute(*mesh.attribute(index), out.vertex_count, out.attributes[name]);
    if (!problem.empty()) return fmt::format("{}: {}", name, problem);
  }
  return {};
}

}  // namespace

std::string unpackDraco(const Draco& draco, Bytes data, std::uint64_t most_vertices,
                        std::uint64_t most_indices, DracoMesh& out) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(data.data()), data.size());
  draco::Decoder decoder;
  auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
  if (!mesh.ok()) {
    return fmt::format("the data cannot be unpacked ({})", mesh.status().error_msg_string());
  }
  return readMesh(draco, *mesh.value(), most_vertices, most_indices, out);
}

#else

std::string unpackDraco(const Draco& /*draco*/, Bytes /*data*/, std::uint64_t /*most_vertices*/,
                        std::uint64_t /*most_indices*/, DracoMesh& /*out*/) {
  return "this build of sinew cannot unpack it (it was built without libdraco)";
}

#endif

}  // namespace sinew::gltf
