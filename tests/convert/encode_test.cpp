// Static models: axes and units, precision, records, texture coordinates, and what is refused.

#include "format/convert/encode.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "format/pose/pose.h"
#include "format/unpack.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

std::vector<UnpackedVertex> unpacked(const Model& model, std::size_t mesh = 0) {
  std::vector<UnpackedVertex> out(model.meshes[mesh].vertexCount());
  unpackVertices(model, model.meshes[mesh], out);
  return out;
}

/// Where the file has a mesh's vertices at rest.
std::vector<glm::dvec3> placesAtRest(const Model& model, std::size_t mesh = 0) {
  std::vector<glm::dvec3> out(model.meshes[mesh].vertexCount());
  pose::skin(model, model.meshes[mesh], pose::evaluateExact(model, std::nullopt, 0.0).influences,
             out, {});
  return out;
}

/// A grid of n x n vertices over a hilly square of edge `size` metres.
VertexArrays hills(std::uint32_t n, float size) {
  VertexArrays out;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const float u = static_cast<float>(x) / static_cast<float>(n - 1);
      const float v = static_cast<float>(y) / static_cast<float>(n - 1);
      out.positions.push_back({size * u, 0.1f * size * std::sin(7.0f * u + 3.0f * v), size * v});
      out.normals.push_back(glm::normalize(glm::vec3(0.3f * u - 0.1f, 1.0f, 0.2f - 0.3f * v)));
    }
  }
  return out;
}

std::vector<std::uint32_t> gridTriangles(std::uint32_t n) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t y = 0; y + 1 < n; ++y) {
    for (std::uint32_t x = 0; x + 1 < n; ++x) {
      const std::uint32_t a = y * n + x;
      for (const std::uint32_t i : {a, a + n, a + n + 1, a, a + n + 1, a + 1})
        out.push_back(i);
    }
  }
  return out;
}

TEST(Encode, TurnsToZUpFacingYInFortiethsOfAMetre) {
  // Up +Y becomes +Z, front +Z becomes +Y, and right (-X, for front x up) becomes +X.
  Model model = emptyModel();
  addInfluence(model, {}, {});
  VertexArrays arrays;
  arrays.positions = {{1, 2, 3}, {2, 2, 3}, {1, 3, 3}};
  arrays.normals.assign(3, {0, 0, 1});
  addMesh(model, arrays, {0, 1, 2});
  const Outcome out = encodeStrictly(model);
  const auto places = placesAtRest(out.loaded.model);
  ASSERT_EQ(places.size(), 3u);
  ASSERT_EQ(out.loaded.model.meshes[0].triangles.size(), 3u);
  std::vector<glm::dvec3> corners;
  for (const std::uint32_t i : out.loaded.model.meshes[0].triangles)
    corners.push_back(places[i]);
  // Within the limit: 0.25 % of the diagonal of 40 x 40.
  const auto near = [](const glm::dvec3& p) {
    return testing::Truly(
        [p](const glm::dvec3& q) { return glm::distance(p, q) <= 0.0025 * std::sqrt(3200.0); });
  };
  EXPECT_THAT(corners, Contains(near({-40, 120, 80})));
  EXPECT_THAT(corners, Contains(near({-80, 120, 80})));
  EXPECT_THAT(corners, Contains(near({-40, 120, 120})));
  // Counter-clockwise seen from where the normal points.
  const glm::dvec3 area = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
  EXPECT_GT(area.y, 0.0);
  EXPECT_EQ(unpacked(out.loaded.model)[0].normal, glm::vec3(0, 1, 0));
}

TEST(Encode, KeepsAxesWhenAsked) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  VertexArrays arrays;
  arrays.positions = {{1, 2, 3}, {2, 2, 3}, {1, 3, 3}};
  addMesh(model, arrays, {0, 1, 2});
  EncodeOptions options;
  options.turn_axes = false;
  options.units_per_metre = 2.0;
  const Outcome out = encodeStrictly(model, options);
  EXPECT_THAT(placesAtRest(out.loaded.model), Contains(testing::Truly([](const glm::dvec3& p) {
                return glm::distance(p, glm::dvec3(2, 4, 6)) <= 0.0025 * std::sqrt(8.0);
              })));
}

TEST(Encode, KeepsPlacesWithinTheLimitOfEachGoal) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  addMesh(model, hills(40, 7.0f), gridTriangles(40));
  for (const auto& [goal, percent] :
       {std::pair(SizeGoal::Smallest, 0.5), std::pair(SizeGoal::Balanced, 0.25),
        std::pair(SizeGoal::Best, 0.1)}) {
    EncodeOptions options;
    options.size = goal;
    const Outcome out = encodeStrictly(model, options);
    ASSERT_TRUE(out.encoded.report.rest);
    EXPECT_LE(out.encoded.report.rest->max_percent, percent);
    EXPECT_GT(out.encoded.report.rest->max_percent, 0.0);
    EXPECT_LT(out.encoded.report.rest->normal_max_deg, 1.0);
  }
}

TEST(Encode, FlatColoursTakeTheShortRecordWithNormals) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  Material red;
  red.name = "paint";
  red.color = {1.0f, 0.5f, 0.0f, 1.0f};  // 0.5 * 255 rounds to 128
  model.materials.push_back(red);
  addMesh(model, hills(10, 1.0f), gridTriangles(10), 0);
  const Outcome out = encodeStrictly(model);
  EXPECT_EQ(out.encoded.report.records.v64, 100u);
  EXPECT_EQ(out.encoded.report.records.v96 + out.encoded.report.records.v128, 0u);
  EXPECT_EQ(std::string(out.loaded.model.materials.at(0).name), "#ff8000");
}

TEST(Encode, MovesTextureCoordinatesByWholeRepeats) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  model.textures.push_back({"skin.png", std::make_shared<const std::vector<std::byte>>(4)});
  Material material;
  material.layers.emplace_back();
  material.layers[0].texture = 0;
  model.materials.push_back(material);
  VertexArrays arrays;
  arrays.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  arrays.normals.assign(3, {0, 0, 1});
  arrays.uvs = {{{7.25f, -3.0f}, {7.75f, -3.0f}, {7.25f, -2.5f}}};
  addMesh(model, arrays, {0, 1, 2}, 0);
  const Outcome out = encodeStrictly(model);
  ASSERT_EQ(out.encoded.textures.size(), 1u);
  EXPECT_EQ(out.encoded.textures[0].name, "skin");
  const auto vertices = unpacked(out.loaded.model);
  for (const UnpackedVertex& v : vertices) {
    // The fractions stay: 0.25 or 0.75, and 0 or 0.5.
    EXPECT_NEAR(std::abs(v.uv.x - std::floor(v.uv.x) - 0.5f), 0.25f, 1e-6f);
    EXPECT_GE(v.uv.x, -0.5f);
    EXPECT_LE(v.uv.x, 1.5f);
    EXPECT_GE(v.uv.y, -0.5f);
    EXPECT_LE(v.uv.y, 1.5f);
  }
  EXPECT_FLOAT_EQ(std::abs(vertices[0].uv.x - vertices[1].uv.x) +
                      std::abs(vertices[1].uv.x - vertices[2].uv.x) +
                      std::abs(vertices[2].uv.x - vertices[0].uv.x),
                  1.0f);
}

TEST(Encode, SplitsOrWidensWhatExceeds1024Vertices) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  addMesh(model, hills(60, 5.0f), gridTriangles(60));
  const Outcome out = encodeStrictly(model);
  std::size_t triangles = 0;
  for (const Mesh& mesh : out.loaded.model.meshes)
    triangles += mesh.triangles.size() / 3;
  EXPECT_EQ(triangles, 2u * 59u * 59u);
}

TEST(Encode, ReportsItsSections) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  addMesh(model, hills(12, 1.0f), gridTriangles(12));
  const Outcome out = encodeStrictly(model);
  const SectionBytes& b = out.encoded.report.bytes;
  EXPECT_EQ(b.file, out.encoded.bytes.size());
  EXPECT_EQ(b.header, 48u);
  EXPECT_EQ(b.mesh_defs, 32u * out.loaded.model.meshes.size());
  EXPECT_EQ(b.vertices, 8u * 144u);
  EXPECT_EQ(b.file, b.header + b.mesh_defs + b.lod_defs + b.bone_defs + b.anim_defs + b.vertices +
                        b.faces + b.frames + b.strings_and_padding);
}

TEST(Encode, SaysWhatItDrops) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  Material glass;
  glass.name = "glass";
  glass.alpha = AlphaMode::Blend;
  model.materials.push_back(glass);
  VertexArrays arrays = hills(3, 1.0f);
  arrays.colors = {std::vector<glm::u8vec4>(9, {255, 255, 255, 80})};
  addMesh(model, arrays, gridTriangles(3), 0);
  const Outcome out = encodeStrictly(model);
  EXPECT_THAT(out.encoded.report.dropped,
              Contains(Field(&Dropped::feature, "material 'glass': transparency")));
  EXPECT_THAT(out.encoded.report.dropped,
              Contains(testing::AllOf(Field(&Dropped::feature, "vertex alpha"),
                                      Field(&Dropped::count, 9u))));
}

TEST(Encode, RefusesWhatCannotBe) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  const auto empty = encodeBmd1(model, {});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, "convert.empty");

  addMesh(model, hills(3, 1.0f), gridTriangles(3));
  EncodeOptions options;
  options.max_position_percent = 0.0;
  const auto limit = encodeBmd1(model, options);
  ASSERT_FALSE(limit);
  EXPECT_EQ(limit.error().code, "convert.option");
  EXPECT_THAT(limit.error().message, HasSubstr("position"));

  options = {};
  options.rate_hz = 40.0;
  model.skeleton.bones.emplace_back();
  finishSkeleton(model.skeleton);
  EXPECT_FALSE(encodeBmd1(model, options));
}

}  // namespace
}  // namespace sinew::convert
