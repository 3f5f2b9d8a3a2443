// Levels of detail and solids.

#include "format/convert/levels.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "format/convert/hull.h"
#include "format/convert/solids.h"
#include "format/pose/pose.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A ball of `n` rings: positions on the unit sphere around `center`, scaled.
VertexArrays ball(std::uint32_t n, float radius, const glm::vec3& center) {
  VertexArrays out;
  for (std::uint32_t r = 0; r <= n; ++r) {
    for (std::uint32_t k = 0; k < 2 * n; ++k) {
      const float a = 3.14159265f * static_cast<float>(r) / static_cast<float>(n);
      const float b = 3.14159265f * static_cast<float>(k) / static_cast<float>(n);
      const glm::vec3 d(std::sin(a) * std::cos(b), std::cos(a), std::sin(a) * std::sin(b));
      out.positions.push_back(center + radius * d);
      out.normals.push_back(d);
    }
  }
  return out;
}

std::vector<std::uint32_t> ballTriangles(std::uint32_t n) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t k = 0; k < 2 * n; ++k) {
      const std::uint32_t a = r * 2 * n + k;
      const std::uint32_t b = r * 2 * n + (k + 1) % (2 * n);
      for (const std::uint32_t v : {a, b, b + 2 * n, a, b + 2 * n, a + 2 * n})
        out.push_back(v);
    }
  }
  return out;
}

/// The eight corners of a cube of edge 2 and its twelve triangles, outward.
VertexArrays cube(const glm::vec3& center) {
  VertexArrays out;
  for (int i = 0; i < 8; ++i) {
    out.positions.push_back(
        center + glm::vec3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1));
    out.normals.push_back({0, 1, 0});
  }
  return out;
}
const std::vector<std::uint32_t> kCube{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

Model staticModel() {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  return model;
}

TEST(Levels, NamesTellOfThem) {
  EXPECT_EQ(levelOfName("tree_LOD2"), 2u);
  EXPECT_EQ(levelOfName("tree.lod12"), 12u);
  EXPECT_EQ(levelOfName("_lod0"), 0u);
  EXPECT_EQ(levelOfName("tree"), std::nullopt);
  EXPECT_EQ(levelOfName("melod1"), std::nullopt);
  EXPECT_EQ(levelOfName("LOD1"), std::nullopt);
  EXPECT_EQ(levelOfName(""), std::nullopt);
  EXPECT_EQ(baseOfName("tree_LOD2"), "tree");
  EXPECT_EQ(baseOfName("tree"), "tree");
}

TEST(Levels, AnErrorOfACentimetreShowsUpToThirteenMetres) {
  // A picture of 1080 rows and 45 degrees shows 2 * 13 m * tan(22.5) = 10.77 m at 13 m, a row of
  // which is 0.00997 m.
  EXPECT_NEAR(1.0 / scaleForError(0.01) - 1.0, 13.04, 0.01);
  EXPECT_NEAR(1.0 / scaleForError(0.0) - 1.0, 0.5, 1e-9);
}

TEST(Levels, ScalesFallAndEndInZero) {
  const auto scales = levelScales({0.001, 0.001, 0.01});
  ASSERT_THAT(scales, SizeIs(4));
  EXPECT_GT(scales[0], 0.0);
  EXPECT_LT(scales[1], 0.0);  // would never be chosen
  EXPECT_LT(scales[2], scales[0]);
  EXPECT_EQ(scales[3], 0.0);
}

TEST(Levels, AreMadeByHalvesOnTheSameVertices) {
  Model model = staticModel();
  addMesh(model, ball(14, 1.0f, {}), ballTriangles(14));
  EncodeOptions options;
  options.lods = 3;
  const Outcome out = encodeStrictly(model, options);
  const auto& lods = out.loaded.model.lods;
  ASSERT_GE(lods.size(), 3u);
  std::size_t last = 1u << 30;
  double last_scale = 2.0;
  for (std::size_t l = 0; l < lods.size(); ++l) {
    const Mesh& mesh = out.loaded.model.meshes[lods[l].first_mesh];
    EXPECT_LT(mesh.triangles.size(), last);
    last = mesh.triangles.size();
    EXPECT_LT(lods[l].min_scale, last_scale);
    last_scale = lods[l].min_scale;
    EXPECT_EQ(mesh.packed()->list.offset, out.loaded.model.meshes[0].packed()->list.offset);
  }
  EXPECT_EQ(last_scale, 0.0);
}

TEST(Levels, HardEdgesCanBeSimplifiedToo) {
  // Every triangle has three corners of its own with its own normal, as flat shading makes them.
  const VertexArrays smooth = ball(10, 1.0f, {});
  VertexArrays hard;
  std::vector<std::uint32_t> triangles;
  const std::vector<std::uint32_t> of = ballTriangles(10);
  for (std::size_t t = 0; t < of.size(); t += 3) {
    const glm::vec3 a = smooth.positions[of[t]];
    const glm::vec3 b = smooth.positions[of[t + 1]];
    const glm::vec3 c = smooth.positions[of[t + 2]];
    if (glm::length(glm::cross(b - a, c - a)) < 1e-6f) continue;
    for (const glm::vec3& p : {a, b, c}) {
      triangles.push_back(static_cast<std::uint32_t>(hard.positions.size()));
      hard.positions.push_back(p);
      hard.normals.push_back(glm::normalize(glm::cross(b - a, c - a)));
    }
  }
  Model model = staticModel();
  addMesh(model, hard, triangles);
  EncodeOptions options;
  options.lods = 1;
  const Outcome out = encodeStrictly(model, options);
  const auto& lods = out.loaded.model.lods;
  ASSERT_THAT(lods, SizeIs(2));
  std::size_t corners[2] = {};
  for (std::size_t l = 0; l < 2; ++l) {
    for (std::uint32_t m = 0; m < lods[l].mesh_count; ++m)
      corners[l] += out.loaded.model.meshes[lods[l].first_mesh + m].triangles.size();
  }
  EXPECT_EQ(corners[0], of.size() - 3u * 2u * 20u);  // the poles' triangles have no area
  EXPECT_LT(corners[1], 9 * corners[0] / 10);
}

TEST(Levels, TheArtistsAreUsed) {
  Model model = staticModel();
  addMesh(model, ball(8, 1.0f, {}), ballTriangles(8));
  addMesh(model, ball(4, 1.0f, {}), ballTriangles(4));
  addMesh(model, cube({5, 0, 0}), kCube);
  model.meshes[0].name = "ball_LOD0";
  model.meshes[1].name = "ball_LOD1";
  model.meshes[2].name = "box";
  const Outcome out = encodeStrictly(model);
  const auto& lods = out.loaded.model.lods;
  ASSERT_THAT(lods, SizeIs(2));
  EXPECT_EQ(lods[0].mesh_count, 2u);
  EXPECT_EQ(lods[1].mesh_count, 2u);  // the box shows in both
  std::size_t triangles[2] = {};
  for (std::size_t l = 0; l < 2; ++l) {
    for (std::uint32_t m = 0; m < lods[l].mesh_count; ++m)
      triangles[l] += out.loaded.model.meshes[lods[l].first_mesh + m].triangles.size() / 3;
  }
  EXPECT_EQ(triangles[0], 8u * 16u * 2u - 2u * 16u + 12u);  // the poles' triangles have no area
  EXPECT_EQ(triangles[1], 4u * 8u * 2u - 2u * 8u + 12u);
}

TEST(Hull, OfACubeAndWhatIsInItIsTheCube) {
  std::vector<exact::Point> points{{0, 0, 0}, {1, 1, 1}};
  for (int i = 0; i < 8; ++i)
    points.push_back({(i & 1) != 0 ? 4 : -4, (i & 2) != 0 ? 4 : -4, (i & 4) != 0 ? 4 : -4});
  points.push_back({4, 0, 0});  // in the middle of a face
  points.push_back({4, 4, 1});  // on an edge
  const auto hull = convexHull(points);
  EXPECT_THAT(hull, SizeIs(12));
  EXPECT_GT(exact::volumeSign(points, hull), 0);
  EXPECT_FALSE(exact::firstCrossing(points, hull));
  for (const auto& f : hull) {
    for (const auto& p : points)  // none lies outside of any face
      EXPECT_LE(exact::orientation(points[f[0]], points[f[1]], points[f[2]], p), 0);
    EXPECT_FALSE(exact::isDegenerate(points[f[0]], points[f[1]], points[f[2]]));
  }
}

TEST(Hull, OfAPlaneIsNone) {
  EXPECT_THAT(convexHull(std::vector<exact::Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}),
              IsEmpty());
  EXPECT_THAT(convexHull({}), IsEmpty());
}

TEST(Solids, NamesTellOfThem) {
  EXPECT_TRUE(isSolidName("UCX_crate"));
  EXPECT_TRUE(isSolidName("crate_COL"));
  EXPECT_TRUE(isSolidName("crate-col"));
  EXPECT_TRUE(isSolidName("crate_collision"));
  EXPECT_FALSE(isSolidName("protocol"));
  EXPECT_FALSE(isSolidName(""));
}

/// A ball on a bone that turns, and a mesh named as its solid.
Model ballWithSolid(const std::vector<std::uint32_t>& solid_triangles) {
  Model model = emptyModel();
  addChain(model, {{0, 0, 0}, {0, 2, 0}});
  const std::uint32_t influence = addInfluence(model, {1}, {1.0f});
  VertexArrays drawn = ball(8, 0.9f, {});
  drawn.influences.assign(drawn.positions.size(), influence);
  addMesh(model, drawn, ballTriangles(8));
  VertexArrays solid = cube({});
  solid.influences.assign(8, influence);
  addMesh(model, solid, solid_triangles);
  model.meshes[1].name = "UCX_ball";
  model.clips.push_back(rotationClip(
      "turn", 1, {{0, about({0, 0, 1}, 0)}, {9, about({0, 0, 1}, 90)}}, 9.0, 10.0, false));
  return model;
}

TEST(Solids, AreStoredWithTheirBone) {
  const Outcome out = encodeStrictly(ballWithSolid(kCube));
  ASSERT_THAT(out.loaded.model.solids, SizeIs(1));
  const Mesh& mesh = out.loaded.model.meshes[out.loaded.model.solids[0].mesh];
  EXPECT_FALSE(mesh.drawn);
  EXPECT_EQ(mesh.vertexCount(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 36u);
  EXPECT_THAT(out.encoded.report.warnings, IsEmpty());
}

TEST(Solids, OpenOnesAreReplacedByTheirHull) {
  const Outcome out =
      encodeStrictly(ballWithSolid({kCube.begin(), kCube.begin() + 30}));  // a side is missing
  ASSERT_THAT(out.loaded.model.solids, SizeIs(1));
  EXPECT_THAT(out.encoded.report.warnings,
              testing::Contains(HasSubstr("'UCX_ball' is not closed")));
  EXPECT_EQ(out.loaded.model.meshes[out.loaded.model.solids[0].mesh].triangles.size(), 36u);
}

TEST(Solids, HullsHoldWhatHangsOnABone) {
  Model model = ballWithSolid(kCube);
  model.meshes.pop_back();
  EncodeOptions options;
  options.solids = SolidChoice::Hull;
  const Outcome out = encodeStrictly(model, options);
  EXPECT_THAT(out.loaded.model.solids, SizeIs(1));
  options.solids = SolidChoice::None;
  EXPECT_THAT(encodeStrictly(model, options).loaded.model.solids, IsEmpty());
}

}  // namespace
}  // namespace sinew::convert
