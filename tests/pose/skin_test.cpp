#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"

namespace sinew::pose {
namespace {

Mesh plainMesh(const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
               const std::vector<std::uint32_t>& influences) {
  auto arrays = std::make_shared<VertexArrays>();
  arrays->positions = positions;
  arrays->normals = normals;
  arrays->influences = influences;
  Mesh mesh;
  mesh.vertices = std::shared_ptr<const VertexArrays>(arrays);
  return mesh;
}

void expectVector(const glm::dvec3& found, const glm::dvec3& expected, double limit = 1e-6) {
  EXPECT_NEAR(found.x, expected.x, limit);
  EXPECT_NEAR(found.y, expected.y, limit);
  EXPECT_NEAR(found.z, expected.z, limit);
}

/// Skins one vertex by a matrix, in both precisions, and holds them together.
struct Skinned {
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
};
Skinned skinOne(const Mat34d& matrix, const glm::vec3& position, const glm::vec3& normal) {
  Model model;
  test::addInfluence(model, {}, {});
  const Mesh mesh = plainMesh({position}, {normal}, {0});
  Skinned out;
  skin(model, mesh, std::span(&matrix, 1), std::span(&out.position, 1), std::span(&out.normal, 1));
  Mat34f as_float;
  for (std::size_t i = 0; i < 12; ++i)
    as_float.m[i] = static_cast<float>(matrix.m[i]);
  glm::vec3 float_position(0.0f);
  glm::vec3 float_normal(0.0f);
  skin(model, mesh, std::span(&as_float, 1), std::span(&float_position, 1),
       std::span(&float_normal, 1));
  expectVector(glm::dvec3(float_position), out.position, 1e-4);
  expectVector(glm::dvec3(float_normal), out.normal, 1e-5);
  return out;
}

TEST(Skin, TheIdentityLeavesVerticesPut) {
  const Skinned out = skinOne({}, {1, 2, 3}, {0, 1, 0});
  expectVector(out.position, {1, 2, 3}, 0.0);
  expectVector(out.normal, {0, 1, 0}, 0.0);
}

TEST(Skin, NormalsAreRenormalised) {
  const double third = 1.0 / 3.0;
  expectVector(skinOne({}, {0, 0, 0}, {0.1f, 0.2f, 0.2f}).normal, {third, 2 * third, 2 * third});
  expectVector(skinOne({}, {0, 0, 0}, {0, 0, 0}).normal, {0, 0, 0}, 0.0);
}

TEST(Skin, RotationsTurnBoth) {
  // A quarter turn about Z, then to (10, 0, 0).
  const Mat34d m{{0, -1, 0, 10, 1, 0, 0, 0, 0, 0, 1, 0}};
  const Skinned out = skinOne(m, {1, 2, 3}, {1, 0, 0});
  expectVector(out.position, {8, 1, 3});
  expectVector(out.normal, {0, 1, 0});
}

TEST(Skin, UnevenScaleTurnsNormalsTheOtherWay) {
  // 1:4:1. A slope of 45 degrees stretched along y: (1, 1, 0) / (1, 4, 1) = (1, 1/4, 0), length
  // sqrt(17)/4.
  const Mat34d m{{1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0}};
  const Skinned out = skinOne(m, {1, 1, 0}, {1, 1, 0});
  expectVector(out.position, {1, 4, 0});
  expectVector(out.normal, {4 / std::sqrt(17.0), 1 / std::sqrt(17.0), 0});
}

TEST(Skin, ShearTurnsNormalsByTheInverseTranspose) {
  // x += y. The plane y = 0 stays, the plane x = 0 leans: normal (1, -1, 0) / sqrt 2.
  const Mat34d m{{1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
  expectVector(skinOne(m, {0, 0, 0}, {0, 1, 0}).normal, {0, 1, 0});
  expectVector(skinOne(m, {0, 0, 0}, {1, 0, 0}).normal, {std::sqrt(0.5), -std::sqrt(0.5), 0});
}

TEST(Skin, MirroredBonesMirrorNormals) {
  // x -> -x: det = -1, cof = diag(1, -1, -1), so sign * cof = diag(-1, 1, 1): the mirror itself.
  const Mat34d m{{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
  expectVector(skinOne(m, {2, 0, 0}, {1, 0, 0}).normal, {-1, 0, 0});
  expectVector(skinOne(m, {2, 0, 0}, {0, 1, 0}).normal, {0, 1, 0});
  // All three axes: det = -1 again, normals turn round.
  const Mat34d all{{-2, 0, 0, 0, 0, -2, 0, 0, 0, 0, -2, 0}};
  expectVector(skinOne(all, {0, 0, 0}, {0, 0, 1}).normal, {0, 0, -1});
}

TEST(Skin, FlatBonesGiveTheirPlanesNormal) {
  // z -> 0: cof = diag(0, 0, 1), det 0 counts as +. What had any z shows along z, the rest is 0.
  const Mat34d m{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}};
  expectVector(skinOne(m, {1, 2, 3}, {0.6f, 0, 0.8f}).normal, {0, 0, 1});
  expectVector(skinOne(m, {1, 2, 3}, {0.6f, 0, -0.8f}).normal, {0, 0, -1});
  expectVector(skinOne(m, {1, 2, 3}, {1, 0, 0}).normal, {0, 0, 0}, 0.0);
}

TEST(Skin, FlatBonesThatAreTurnedCountAsPositive) {
  // M = A diag(1, 1, 0) B with rotations A and B: the determinant is 0 but for rounding, of either
  // sign. What faces along B^-1 z faces along A z afterwards.
  test::RandomModel random(1);
  const auto rotation = [&] {
    const double w = random.number(-1, 1), x = random.number(-1, 1), y = random.number(-1, 1);
    return glm::mat3_cast(glm::normalize(glm::dquat(w, x, y, random.number(0.1, 1))));
  };
  for (int i = 0; i < 200; ++i) {
    const glm::dmat3 a = rotation();
    const glm::dmat3 b = rotation();
    const glm::dmat3 flat(glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0));
    const glm::dmat3 product = a * flat * b;  // columns
    Mat34d m;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c)
        m.m[static_cast<std::size_t>(4 * r + c)] = product[c][r];
    }
    const glm::dvec3 along = glm::transpose(b) * glm::dvec3(0, 0, 1);
    expectVector(skinOne(m, {0, 0, 0}, glm::vec3(along)).normal, a * glm::dvec3(0, 0, 1));
  }
}

TEST(Skin, ALineOrPointHasNoNormals) {
  const Mat34d line{{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  expectVector(skinOne(line, {1, 2, 3}, {0, 0, 1}).normal, {0, 0, 0}, 0.0);
  Mat34d point;
  point.m.fill(0.0);
  expectVector(skinOne(point, {1, 2, 3}, {0, 0, 1}).normal, {0, 0, 0}, 0.0);
}

TEST(Skin, VeryLargeAndSmallScalesKeepNormals) {
  for (const double scale : {1e-18, 1e-9, 1e9, 1e18}) {
    const Mat34d m{{0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, scale, 0}};
    Model model;
    test::addInfluence(model, {}, {});
    const Mesh mesh = plainMesh({glm::vec3(0)}, {glm::vec3(1, 0, 0)}, {0});
    Mat34f as_float;
    for (std::size_t i = 0; i < 12; ++i)
      as_float.m[i] = static_cast<float>(m.m[i]);
    glm::vec3 normal(0.0f);
    skin(model, mesh, std::span<const Mat34f>(&as_float, 1), {}, std::span(&normal, 1));
    expectVector(glm::dvec3(normal), {0, 1, 0});
  }
}

TEST(Skin, MatricesThatAreNotFiniteGiveNoNormals) {
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Mat34d m;
    m.m[5] = bad;
    Model model;
    test::addInfluence(model, {}, {});
    const Mesh mesh = plainMesh({glm::vec3(1)}, {glm::vec3(1, 0, 0)}, {0});
    glm::dvec3 normal(5.0);
    skin(model, mesh, std::span<const Mat34d>(&m, 1), {}, std::span(&normal, 1));
    expectVector(normal, {0, 0, 0}, 0.0);
  }
}

TEST(Skin, EachVertexFollowsItsInfluence) {
  Model model;
  test::addInfluence(model, {}, {});
  test::addInfluence(model, {}, {});
  std::array<Mat34d, 2> matrices;
  matrices[1].m[3] = 5.0;
  const Mesh mesh = plainMesh({{1, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {}, {0, 1, 0});
  std::vector<glm::dvec3> positions(3);
  skin(model, mesh, matrices, positions, {});
  expectVector(positions[0], {1, 0, 0}, 0.0);
  expectVector(positions[1], {6, 0, 0}, 0.0);
  expectVector(positions[2], {2, 0, 0}, 0.0);
}

TEST(Skin, TheBindPoseLeavesBoundVerticesPut) {
  // World(bone) * Offset with Offset = inverse of the rest pose: a quarter turn about Z to (10, 0,
  // 0).
  Model model;
  Transform rest;
  rest.translation = {10, 0, 0};
  rest.rotation = glm::dquat(test::aboutZ(90));
  test::addBone(model, kNone, rest);
  test::addInfluence(model, {0}, {1.0f});
  // Inverse: p = R^-1 (p' - t); R^-1 (x, y) = (y, -x), so (x, y) -> (y, -x + 10).
  model.influences.offsets = {Mat34f{{0, 1, 0, 0, -1, 0, 0, 10, 0, 0, 1, 0}}};
  finishSkeleton(model.skeleton);
  const ExactPose pose = evaluateExact(model, std::nullopt, 0.0);
  const Mesh mesh = plainMesh({{1, 2, 3}}, {{0, 0, 1}}, {0});
  glm::dvec3 position(0.0);
  glm::dvec3 normal(0.0);
  skin(model, mesh, pose.influences, std::span(&position, 1), std::span(&normal, 1));
  expectVector(position, {1, 2, 3});
  expectVector(normal, {0, 0, 1});
}

TEST(Bounds, CoverTheMeshesAskedForUnderThePose) {
  Model model;
  test::addInfluence(model, {}, {});
  model.meshes.push_back(plainMesh({{1, 2, 3}, {-1, 0, 7}}, {}, {0, 0}));
  model.meshes.push_back(plainMesh({{100, 0, 0}}, {}, {0}));
  model.meshes.push_back(plainMesh({}, {}, {}));
  Mat34d matrix;
  matrix.m[3] = 20.0;  // walked 20 units away
  const std::vector<std::uint32_t> first{0, 2};
  const auto bounds = posedBounds(model, first, std::span<const Mat34d>(&matrix, 1));
  ASSERT_TRUE(bounds.has_value());
  expectVector(bounds->min, {19, 0, 3}, 0.0);
  expectVector(bounds->max, {21, 2, 7}, 0.0);
  expectVector(bounds->center(), {20, 1, 5}, 0.0);
  const std::vector<std::uint32_t> both{0, 1};
  EXPECT_EQ(posedBounds(model, both, std::span<const Mat34d>(&matrix, 1))->max.x, 120.0);
}

TEST(Bounds, AreEmptyWithoutVertices) {
  Model model;
  test::addInfluence(model, {}, {});
  model.meshes.push_back(plainMesh({}, {}, {}));
  const Mat34d matrix;
  const std::vector<std::uint32_t> meshes{0};
  EXPECT_FALSE(posedBounds(model, meshes, std::span<const Mat34d>(&matrix, 1)).has_value());
  EXPECT_FALSE(posedBounds(model, {}, std::span<const Mat34d>(&matrix, 1)).has_value());
}

}  // namespace
}  // namespace sinew::pose
