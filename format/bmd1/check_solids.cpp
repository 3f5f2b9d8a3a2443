// Bone solids (docs/format-bmd1.md, section 6).

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "format/bmd1/reader.h"
#include "format/bmd1/walk.h"
#include "format/exact_geometry.h"

namespace sinew::bmd1 {
namespace {

/// Every packed coordinate is a multiple of 2^-24 (the smallest half) within ±2^17.
constexpr float kGrid = 16777216.0f;

Bytes verticesOf(const Reader& reader, const MeshDef& mesh) {
  if (mesh.vertex_list.size == 0) return {};
  return listBytes(reader.bytes, mesh.vertex_list.offset, mesh.vertex_bytes);
}

Bytes facesOf(const Reader& reader, const MeshDef& mesh) {
  if (mesh.face_list.size == 0) return {};
  return listBytes(reader.bytes, mesh.face_list.offset, mesh.face_bytes);
}

/// Triangles of a mesh, quads split by section 5, and the face each one comes from.
struct Surface {
  std::vector<exact::Triangle> triangles;
  std::vector<std::uint32_t> faces;
};

Surface surfaceOf(const Reader& reader, const MeshDef& mesh) {
  Surface surface;
  surface.triangles.reserve(mesh.triangle_count);
  surface.faces.reserve(mesh.triangle_count);
  walkFaces(facesOf(reader, mesh),
            [&surface](std::uint32_t f, const std::byte* record, FaceForm form) {
              const std::array<std::uint32_t, 4> v = faceIndices(record, form);
              surface.triangles.push_back({v[0], v[1], v[2]});
              surface.faces.push_back(f);
              if (!isQuad(form)) return;
              surface.triangles.push_back({v[0], v[2], v[3]});
              surface.faces.push_back(f);
            });
  return surface;
}

std::vector<exact::Point> pointsOf(const Reader& reader, const MeshDef& mesh) {
  const PackedVertices list = packedVertices(reader.file, mesh);
  std::vector<exact::Point> points;
  points.reserve(mesh.vertex_count);
  const auto onGrid = [](float value) { return static_cast<std::int64_t>(value * kGrid); };
  walkVertices(verticesOf(reader, mesh),
               [&](std::uint32_t, const std::byte* record, std::uint64_t word) {
                 const std::uint32_t size = vertexSize(static_cast<std::uint8_t>(word >> 56));
                 const glm::vec3 p = decodeVertex(Bytes(record, size), list).position;
                 points.push_back({onGrid(p.x), onGrid(p.y), onGrid(p.z)});
               });
  return points;
}

std::uint64_t offsetOfFace(const Reader& reader, const MeshDef& mesh, std::uint32_t face) {
  std::uint64_t offset = mesh.face_list.offset;
  const Bytes list = facesOf(reader, mesh);
  walkFaces(list, [&](std::uint32_t f, const std::byte* record, FaceForm) {
    if (f == face) offset += static_cast<std::uint64_t>(record - list.data());
  });
  return offset;
}

/// An edge with its direction in the lowest bit, so that sorting brings both directions together.
/// Indices have at most 20 bits.
std::uint64_t edgeKey(std::uint32_t from, std::uint32_t to) {
  const std::uint64_t low = std::min(from, to);
  const std::uint64_t high = std::max(from, to);
  return low << 32 | high << 1 | (from < to ? 0u : 1u);
}

constexpr std::uint64_t undirected(std::uint64_t key) {
  return key | 1u;
}

/// Edges that do not run exactly once in each direction, each once, sorted, as undirected keys.
std::vector<std::uint64_t> badEdges(const std::vector<exact::Triangle>& triangles) {
  std::vector<std::uint64_t> edges;
  edges.reserve(3 * triangles.size());
  for (const exact::Triangle& t : triangles) {
    for (std::size_t e = 0; e < 3; ++e)
      edges.push_back(edgeKey(t[e], t[(e + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  std::vector<std::uint64_t> bad;
  for (std::size_t e = 0; e < edges.size();) {
    std::size_t next = e + 1;
    while (next < edges.size() && undirected(edges[next]) == undirected(edges[e]))
      ++next;
    // Two entries of one edge that differ are its two directions; an edge from a vertex to itself
    // has one.
    if (next - e != 2 || edges[e] == edges[e + 1]) bad.push_back(undirected(edges[e]));
    e = next;
  }
  return bad;
}

/// Checks the shapes of solids; each mesh once, though several bones may name it.
class SolidChecker {
 public:
  explicit SolidChecker(Reader& reader)
      : reader_(reader), checked_(reader.file.meshes.size(), false) {}

  void checkShape(std::uint32_t m) {
    if (checked_[m]) return;
    checked_[m] = true;
    const MeshDef& mesh = reader_.file.meshes[m];
    const Surface surface = surfaceOf(reader_, mesh);
    if (reportOpenEdges(m, surface)) return;
    const std::vector<exact::Point> points = pointsOf(reader_, mesh);
    if (exact::volumeSign(points, surface.triangles) <= 0) {
      reader_.add(Rule::SolidInsideOut, mesh.face_list.offset, {Place::MeshFaces, m, 0});
    }
    if (surface.triangles.size() > layout::kMaxTestedTriangles) {
      reader_.add(Rule::SolidUnchecked, mesh.face_list.offset, {Place::MeshFaces, m, 0},
                  surface.triangles.size(), layout::kMaxTestedTriangles);
      return;
    }
    const auto crossing = exact::firstCrossing(points, surface.triangles);
    if (!crossing) return;
    const std::uint32_t face = surface.faces[crossing->second];
    reader_.add(Rule::SolidSelfIntersection, offsetOfFace(reader_, mesh, face),
                {Place::MeshFace, m, face}, surface.faces[crossing->first]);
  }

 private:
  bool reportOpenEdges(std::uint32_t m, const Surface& surface) {
    const std::vector<std::uint64_t> bad = badEdges(surface.triangles);
    if (bad.empty()) return false;
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
      const exact::Triangle& triangle = surface.triangles[t];
      for (std::size_t e = 0; e < 3; ++e) {
        const std::uint32_t from = triangle[e];
        const std::uint32_t to = triangle[(e + 1) % 3];
        if (!std::binary_search(bad.begin(), bad.end(), undirected(edgeKey(from, to)))) continue;
        reader_.add(Rule::SolidOpenEdge,
                    offsetOfFace(reader_, reader_.file.meshes[m], surface.faces[t]),
                    {Place::MeshFace, m, surface.faces[t]}, from, to, bad.size());
        return true;
      }
    }
    return true;
  }

  Reader& reader_;
  std::vector<bool> checked_;
};

/// The bone that all vertices of a mesh name, if they agree.
std::optional<std::uint8_t> commonBone(const Reader& reader, const MeshDef& mesh) {
  std::optional<std::uint8_t> common;
  bool agree = true;
  walkVertices(verticesOf(reader, mesh),
               [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
                 const std::uint8_t bone = boneOf(record, static_cast<std::uint8_t>(word >> 56));
                 if (v == 0) common = bone;
                 agree = agree && bone == common;
               });
  return agree ? common : std::nullopt;
}

void checkBone(Reader& reader, std::uint32_t b, const MeshDef& mesh) {
  struct Offender {
    std::uint32_t vertex = 0;
    std::uint8_t bone = 0;
  };
  std::optional<Offender> offender;
  std::uint8_t expected = 0;
  walkVertices(verticesOf(reader, mesh),
               [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
                 const std::uint8_t bone = boneOf(record, static_cast<std::uint8_t>(word >> 56));
                 if (v == 0) expected = bone;
                 if (!offender && (bone != expected || (bone != 0 && bone != b))) {
                   offender = Offender{v, bone};
                 }
               });
  if (!offender) return;
  reader.add(Rule::SolidBone, reader.file.bones[b].offset + layout::kBoneSolid,
             {Place::BoneSolid, b, 0}, offender->vertex, offender->bone);
}

/// The bone that mesh 0 serves though ids of 0 mean "none": it must be undrawn, closed, and on that
/// bone.
std::optional<std::uint8_t> boneOfMeshZero(const Reader& reader) {
  if (reader.file.meshes.empty()) return std::nullopt;
  const MeshDef& mesh = reader.file.meshes[0];
  if (mesh.drawn || !mesh.sound || mesh.face_count == 0) return std::nullopt;
  const auto bone = commonBone(reader, mesh);
  if (!bone || !badEdges(surfaceOf(reader, mesh).triangles).empty()) return std::nullopt;
  return bone;
}

}  // namespace

void checkSolids(Reader& reader) {
  if (!reader.meshes_known || reader.file.bones.empty()) return;
  File& file = reader.file;
  const auto bone_of_zero = boneOfMeshZero(reader);
  SolidChecker checker(reader);
  for (std::uint32_t b = 0; b < file.bones.size(); ++b) {
    BoneDef& bone = file.bones[b];
    const std::uint64_t field = bone.offset + layout::kBoneSolid;
    const Path path{Place::BoneSolid, b, 0};
    if (bone.id_solid == 0) {
      if (bone_of_zero == b) {
        bone.solid = 0;
        checker.checkShape(0);
      }
      continue;
    }
    if (bone.id_solid >= file.meshes.size()) {
      reader.add(Rule::SolidRange, field, path, bone.id_solid, file.meshes.size());
      continue;
    }
    bone.solid = bone.id_solid;
    const MeshDef& mesh = file.meshes[bone.solid];
    if (!mesh.sound) continue;
    if (mesh.face_count == 0) {
      reader.add(Rule::SolidEmpty, field, path, bone.solid);
      continue;
    }
    checkBone(reader, b, mesh);
    checker.checkShape(bone.solid);
  }
}

}  // namespace sinew::bmd1
