// Quads, splits and merged records never change which triangles are shown.

#include "format/convert/faces.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "format/model.h"
#include "format/pose/pose.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using Triangle = std::array<double, 9>;

/// A triangle's corners, turned so that the smallest comes first: equal for equal triangles.
Triangle canonical(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const auto one = [](const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
    return Triangle{p.x, p.y, p.z, q.x, q.y, q.z, r.x, r.y, r.z};
  };
  return std::min({one(a, b, c), one(b, c, a), one(c, a, b)});
}

std::multiset<Triangle> shown(const std::vector<BuiltMesh>& meshes) {
  std::multiset<Triangle> out;
  for (const BuiltMesh& mesh : meshes) {
    for (const bmd1::FaceSpec& f : mesh.spec.faces) {
      const auto at = [&](std::size_t i) { return mesh.spec.vertices[f.indices[i]].position; };
      out.insert(canonical(at(0), at(1), at(2)));
      if (f.quad) out.insert(canonical(at(0), at(2), at(3)));
    }
  }
  return out;
}

struct Grid {
  std::vector<bmd1::VertexSpec> records;
  std::vector<glm::dvec3> places;
  std::vector<std::uint32_t> triangles;
  std::multiset<Triangle> wanted;
};

/// A square of n x n vertices, bumpy by `height`.
Grid grid(std::uint32_t n, double height) {
  Grid out;
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> bump(0.0, height);
  for (std::uint32_t i = 0; i < n * n; ++i) {
    bmd1::VertexSpec record;
    record.position = {i % n, i / n, bump(engine)};
    out.records.push_back(record);
    out.places.push_back(record.position);
  }
  for (std::uint32_t y = 0; y + 1 < n; ++y) {
    for (std::uint32_t x = 0; x + 1 < n; ++x) {
      const std::uint32_t a = y * n + x;
      for (const std::uint32_t i : {a, a + 1, a + n + 1, a, a + n + 1, a + n})
        out.triangles.push_back(i);
    }
  }
  for (std::size_t t = 0; t < out.triangles.size(); t += 3) {
    out.wanted.insert(canonical(out.places[out.triangles[t]], out.places[out.triangles[t + 1]],
                                out.places[out.triangles[t + 2]]));
  }
  return out;
}

std::size_t quads(const std::vector<BuiltMesh>& meshes) {
  std::size_t count = 0;
  for (const BuiltMesh& mesh : meshes) {
    count += static_cast<std::size_t>(std::count_if(mesh.spec.faces.begin(), mesh.spec.faces.end(),
                                                    [](const auto& f) { return f.quad; }));
  }
  return count;
}

TEST(Faces, AFlatGridBecomesQuads) {
  const Grid g = grid(11, 0.0);
  const auto meshes = buildMeshes({g.records, g.places, g.triangles, {}});
  ASSERT_EQ(meshes.size(), 1u);
  EXPECT_EQ(quads(meshes), 100u);
  EXPECT_EQ(shown(meshes), g.wanted);
  // All but those beyond the first 128 vertices fit the short form, and 121 vertices do.
  EXPECT_EQ(faceBytes(meshes[0].spec.faces, meshes[0].spec.vertices.size()), 400u);
}

TEST(Faces, ABumpyGridStaysTriangles) {
  const Grid g = grid(11, 2.0);
  const auto meshes = buildMeshes({g.records, g.places, g.triangles, {}});
  EXPECT_LT(quads(meshes), 30u);  // some pairs are flat by chance
  EXPECT_EQ(shown(meshes), g.wanted);
}

TEST(Faces, HiddenEdgesAreKeptAsTheyAre) {
  // Bumpy, so that no quad would be found; the source says that every pair is one.
  const Grid g = grid(4, 2.0);
  std::vector<std::uint8_t> hidden;
  for (int i = 0; i < 9; ++i) {
    hidden.push_back(1 << 2);  // a, a + 1, a + n + 1: the edge back to a
    hidden.push_back(1 << 0);
  }
  const auto meshes = buildMeshes({g.records, g.places, g.triangles, hidden});
  EXPECT_EQ(quads(meshes), 9u);
  EXPECT_EQ(shown(meshes), g.wanted);
}

TEST(Faces, LongListsKeepEveryTriangle) {
  for (const double height : {0.0, 2.0}) {
    const Grid g = grid(50, height);
    const auto meshes = buildMeshes({g.records, g.places, g.triangles, {}});
    EXPECT_EQ(shown(meshes), g.wanted);
    for (const BuiltMesh& mesh : meshes) {
      EXPECT_EQ(mesh.places.size(), mesh.spec.vertices.size());
      if (meshes.size() > 1) {
        EXPECT_LE(mesh.spec.vertices.size(), 1024u);
      }
    }
    // Every vertex of the input can be found in what it became.
    std::vector<bool> found(g.records.size(), false);
    for (const BuiltMesh& mesh : meshes) {
      for (std::size_t v = 0; v < g.records.size(); ++v) {
        if (mesh.vertex_of[v] == kNone) continue;
        found[v] = true;
        EXPECT_EQ(mesh.spec.vertices[mesh.vertex_of[v]].position, g.records[v].position);
      }
    }
    EXPECT_EQ(std::count(found.begin(), found.end(), false), 0);
  }
}

TEST(Faces, EqualRecordsMergeAndTakeLostTrianglesAlong) {
  std::vector<bmd1::VertexSpec> records(4);
  records[1].position = {1, 0, 0};
  records[2].position = {0, 1, 0};
  records[3].position = {1, 0, 0};  // as 1
  std::vector<glm::dvec3> places;
  for (const auto& r : records)
    places.push_back(r.position);
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 3, 1};
  const auto meshes = buildMeshes({records, places, triangles, {}});
  ASSERT_EQ(meshes.size(), 1u);
  EXPECT_EQ(meshes[0].spec.vertices.size(), 3u);
  EXPECT_EQ(meshes[0].spec.faces.size(), 1u);
}

// ---------------------------------------------------------------- back sides

Model twoSided(const std::vector<glm::vec3>& places, const std::vector<std::uint32_t>& triangles,
               CullMode cull) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  Material material;
  material.color = {0.2f, 0.4f, 0.6f, 1.0f};
  material.cull = cull;
  model.materials.push_back(material);
  VertexArrays arrays;
  arrays.positions = places;
  arrays.normals.assign(places.size(), {0, 0, 1});
  addMesh(model, arrays, triangles, 0);
  return model;
}

TEST(Backs, OpenPartsAreStoredFromBothSides) {
  const std::vector<glm::vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> faces{0, 1, 2, 0, 2, 3};
  const Outcome plain = encodeStrictly(twoSided(square, faces, CullMode::Back));
  EXPECT_EQ(plain.encoded.report.records.triangles, 2u);
  const Outcome both = encodeStrictly(twoSided(square, faces, CullMode::None));
  EXPECT_EQ(both.encoded.report.records.triangles, 4u);
  // Half of the triangles look one way, half the other, and so do their vertices' normals.
  const Model& model = both.loaded.model;
  const Mesh& mesh = model.meshes.at(0);
  std::vector<glm::dvec3> places(mesh.vertexCount());
  std::vector<glm::dvec3> normals(mesh.vertexCount());
  pose::skin(model, mesh, pose::evaluateExact(model, std::nullopt, 0.0).influences, places,
             normals);
  int sum = 0;
  for (std::size_t i = 0; i + 3 <= mesh.triangles.size(); i += 3) {
    const auto at = [&](std::size_t k) { return places[mesh.triangles[i + k]]; };
    const glm::dvec3 across = glm::cross(at(1) - at(0), at(2) - at(0));
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_GT(glm::dot(across, normals[mesh.triangles[i + k]]), 0.0);
    sum += across.y > 0.0 ? 1 : -1;  // the front, +Z, is +Y in the file
  }
  EXPECT_EQ(sum, 0);
}

TEST(Backs, ClosedPartsAreNot) {
  const std::vector<glm::vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::uint32_t> faces{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  const Outcome closed = encodeStrictly(twoSided(corners, faces, CullMode::None));
  EXPECT_EQ(closed.encoded.report.records.triangles, 4u);
  // Without one face it is open.
  const Outcome open =
      encodeStrictly(twoSided(corners, {0, 2, 1, 0, 1, 3, 0, 3, 2}, CullMode::None));
  EXPECT_EQ(open.encoded.report.records.triangles, 6u);
}

}  // namespace
}  // namespace sinew::convert
