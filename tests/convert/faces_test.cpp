// Quads, splits and merged records never change which triangles are shown.

#include "format/convert/faces.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "format/model.h"

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

}  // namespace
}  // namespace sinew::convert
