// Mesh records (docs/format-bmd1.md, section 3).

#include <optional>

#include "format/bmd1/reader.h"
#include "format/byte_reader.h"

namespace sinew::bmd1 {
namespace {

std::optional<std::uint8_t> hexDigit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

/// The colour of a material `#RRGGBB`.
std::optional<std::array<std::uint8_t, 3>> colorOf(std::string_view name) {
  if (name.size() != 7 || name[0] != '#') return std::nullopt;
  std::array<std::uint8_t, 3> color{};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto high = hexDigit(name[1 + 2 * c]);
    const auto low = hexDigit(name[2 + 2 * c]);
    if (!high || !low) return std::nullopt;
    color[c] = static_cast<std::uint8_t>(*high * 16 + *low);
  }
  return color;
}

void readMaterial(Reader& reader, MeshDef& mesh, std::uint32_t index, std::uint32_t name) {
  const Path path{Place::MeshMaterial, index, 0};
  mesh.drawn = name != 0;
  mesh.material = readString(reader, name, mesh.offset + layout::kMeshMaterial, path);
  const std::string_view text = mesh.material.text;
  if (text.empty() || text[0] != '#') return;
  if (const auto color = colorOf(text)) {
    mesh.flat = true;
    mesh.color = *color;
  } else {
    reader.add(Rule::MaterialColor, name, path);
  }
}

void readMesh(Reader& reader, std::uint32_t index) {
  MeshDef& mesh = reader.file.meshes[index];
  mesh.offset = reader.file.header.meshes.offset + index * layout::kMeshSize;
  ByteReader in(reader.bytes, mesh.offset);
  mesh.vertex_list.offset = in.u32();
  mesh.face_list.offset = in.u32();
  const std::uint32_t name = in.u32();
  mesh.n_vtx = in.u16();
  mesh.n_tris = in.u16();
  mesh.vertex_list.size = in.u32();
  mesh.face_list.size = in.u32();
  mesh.flags = in.u32();
  const std::uint32_t reserved = in.u32();
  readMaterial(reader, mesh, index, name);
  if ((mesh.flags & ~layout::kFlagsKnown) != 0) {
    reader.add(Rule::MeshFlags, mesh.offset + layout::kMeshFlags, {Place::MeshFlags, index, 0},
               mesh.flags);
  }
  if (reserved != 0) {
    reader.add(Rule::MeshReserved, mesh.offset + layout::kMeshReserved,
               {Place::MeshReserved, index, 0}, reserved);
  }
}

void readLists(Reader& reader, std::uint32_t index) {
  MeshDef& mesh = reader.file.meshes[index];
  if (mesh.vertex_list.size != 0) {
    mesh.vertices_read = admitList(reader, mesh.vertex_list,
                                   {mesh.offset + layout::kMeshVertices,
                                    mesh.offset + layout::kMeshVerticesSize,
                                    {Place::MeshVertices, index, 0}});
  }
  if (mesh.face_list.size != 0) {
    mesh.faces_read = admitList(reader, mesh.face_list,
                                {mesh.offset + layout::kMeshFaces,
                                 mesh.offset + layout::kMeshFacesSize,
                                 {Place::MeshFaces, index, 0}});
  }
  checkVertices(reader, index);
  checkFaces(reader, index);
  if (!mesh.vertices_trusted || !mesh.faces_trusted) mesh.sound = false;
}

}  // namespace

void readMeshes(Reader& reader) {
  const auto count = static_cast<std::uint32_t>(reader.file.meshes.size());
  for (std::uint32_t m = 0; m < count; ++m) {
    readMesh(reader, m);
    readLists(reader, m);
  }
  // No list showed the older layout (checkVertices looks for it).
  if (reader.file.readings.st128 == St128::Auto) reader.file.readings.st128 = St128::Spec;
}

}  // namespace sinew::bmd1
