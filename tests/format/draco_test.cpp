// glTF with meshes packed by Draco's own encoder: what comes out is what went in, within the steps
// that the encoder was told to round to.

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "format/load.h"

namespace sinew {
namespace {

/// A bent sheet: a grid of squares with places, normals and texture coordinates worked out here.
constexpr int kSide = 12;

glm::vec3 placeAt(int x, int y) {
  const float u = static_cast<float>(x) / kSide;
  const float v = static_cast<float>(y) / kSide;
  return {2.0f * u - 1.0f, 3.0f * v, 0.5f * u * u - v * u};
}
glm::vec3 normalAt(int x, int y) {
  const float u = static_cast<float>(x) / kSide;
  const float v = static_cast<float>(y) / kSide;
  return glm::normalize(glm::vec3(-(u - v) * 0.5f, u / 3.0f, 1.0f));
}
glm::vec2 uvAt(int x, int y) {
  return {static_cast<float>(x) / kSide, 1.0f - static_cast<float>(y) / kSide};
}

using Corner = std::array<int, 2>;
std::vector<Corner> cornersOfSheet() {
  std::vector<Corner> out;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      for (const Corner c :
           {Corner{0, 0}, Corner{1, 0}, Corner{1, 1}, Corner{0, 0}, Corner{1, 1}, Corner{0, 1}})
        out.push_back({x + c[0], y + c[1]});
    }
  }
  return out;
}

struct Packed {
  std::vector<char> bytes;
  int position = 0, normal = 0, uv = 0;  ///< ids of attributes in the stream
  std::size_t points = 0;
  std::size_t indices = 0;
};

Packed packed(int encoding) {
  const std::vector<Corner> corners = cornersOfSheet();
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(static_cast<int>(corners.size() / 3));
  const int position =
      builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int normal = builder.AddAttribute(draco::GeometryAttribute::NORMAL, 3, draco::DT_FLOAT32);
  const int uv = builder.AddAttribute(draco::GeometryAttribute::TEX_COORD, 2, draco::DT_FLOAT32);
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    std::array<glm::vec3, 3> p;
    std::array<glm::vec3, 3> n;
    std::array<glm::vec2, 3> t;
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = placeAt(corners[i + k][0], corners[i + k][1]);
      n[k] = normalAt(corners[i + k][0], corners[i + k][1]);
      t[k] = uvAt(corners[i + k][0], corners[i + k][1]);
    }
    const draco::FaceIndex face(static_cast<std::uint32_t>(i / 3));
    builder.SetAttributeValuesForFace(position, face, &p[0], &p[1], &p[2]);
    builder.SetAttributeValuesForFace(normal, face, &n[0], &n[1], &n[2]);
    builder.SetAttributeValuesForFace(uv, face, &t[0], &t[1], &t[2]);
  }
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  Packed out;
  if (!mesh) return out;
  draco::Encoder encoder;
  encoder.SetEncodingMethod(encoding);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::NORMAL, 10);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::TEX_COORD, 12);
  draco::EncoderBuffer buffer;
  if (!encoder.EncodeMeshToBuffer(*mesh, &buffer).ok()) return out;
  out.bytes.assign(buffer.data(), buffer.data() + buffer.size());
  out.position = static_cast<int>(mesh->attribute(position)->unique_id());
  out.normal = static_cast<int>(mesh->attribute(normal)->unique_id());
  out.uv = static_cast<int>(mesh->attribute(uv)->unique_id());
  out.points = mesh->num_points();
  out.indices = 3 * static_cast<std::size_t>(mesh->num_faces());
  return out;
}

SharedBytes glbOf(const Packed& mesh) {
  std::string text = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_draco_mesh_compression"],)"
      R"("extensionsRequired":["KHR_draco_mesh_compression"],"scene":0,"scenes":[{{"nodes":[0]}}],)"
      R"("nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":1,"NORMAL":2,)"
      R"("TEXCOORD_0":3}},"indices":0,"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,)"
      R"("attributes":{{"POSITION":{0},"NORMAL":{1},"TEXCOORD_0":{2}}}}}}}}}]}}],"accessors":[)"
      R"({{"componentType":5125,"count":{4},"type":"SCALAR"}},)"
      R"({{"componentType":5126,"count":{3},"type":"VEC3","min":[-1,0,-1],"max":[1,3,1]}},)"
      R"({{"componentType":5126,"count":{3},"type":"VEC3"}},)"
      R"({{"componentType":5126,"count":{3},"type":"VEC2"}}],)"
      R"("bufferViews":[{{"buffer":0,"byteLength":{5}}}],"buffers":[{{"byteLength":{5}}}]}})",
      mesh.position, mesh.normal, mesh.uv, mesh.points, mesh.indices, mesh.bytes.size());
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string data(mesh.bytes.begin(), mesh.bytes.end());
  data.resize((data.size() + 3) / 4 * 4, '\0');
  std::string glb = "glTF";
  const auto word = [&glb](std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      glb.push_back(static_cast<char>(value >> shift & 0xFF));
  };
  word(2);
  word(12 + 8 + text.size() + 8 + data.size());
  word(text.size());
  glb += "JSON" + text;
  word(data.size());
  glb += std::string("BIN\0", 4) + data;
  const auto* first = reinterpret_cast<const std::byte*>(glb.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + glb.size());
}

class Draco : public ::testing::TestWithParam<int> {};

TEST_P(Draco, UnpacksWhatItsEncoderPacked) {
  const Packed mesh = packed(GetParam());
  ASSERT_FALSE(mesh.bytes.empty());
  const auto loaded = loadModel(glbOf(mesh), {});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  ASSERT_EQ(loaded->model.meshes.size(), 1u);
  const Mesh& read = loaded->model.meshes[0];
  const auto& arrays = *std::get<std::shared_ptr<const VertexArrays>>(read.vertices);
  EXPECT_EQ(read.triangles.size(), cornersOfSheet().size());
  // Each vertex is one of the sheet: its place tells which, and the rest must belong to it.
  const float step = 3.0f / 16384.0f;  // 14 bits of the longest side
  std::vector<int> met((kSide + 1) * (kSide + 1), 0);
  for (std::size_t v = 0; v < arrays.positions.size(); ++v) {
    bool found = false;
    for (int y = 0; y <= kSide && !found; ++y) {
      for (int x = 0; x <= kSide && !found; ++x) {
        if (glm::distance(arrays.positions[v], placeAt(x, y)) > step) continue;
        found = true;
        ++met[static_cast<std::size_t>(y * (kSide + 1) + x)];
        EXPECT_LT(glm::distance(arrays.normals[v], normalAt(x, y)), 0.01f);
        EXPECT_LT(glm::distance(arrays.uvs.at(0)[v], uvAt(x, y)), 1.0f / 2048.0f);
      }
    }
    EXPECT_TRUE(found) << v;
  }
  for (const int count : met)
    EXPECT_GE(count, 1);
  // All triangles, each once, as many as there are of each kind: twice the sheet's area in sum.
  double area = 0.0;
  double wanted = 0.0;
  for (std::size_t i = 0; i + 3 <= read.triangles.size(); i += 3) {
    const auto at = [&](std::size_t k) { return arrays.positions[read.triangles[i + k]]; };
    area += double{glm::length(glm::cross(at(1) - at(0), at(2) - at(0)))};
  }
  const auto corners = cornersOfSheet();
  for (std::size_t i = 0; i + 3 <= corners.size(); i += 3) {
    const auto at = [&](std::size_t k) { return placeAt(corners[i + k][0], corners[i + k][1]); };
    wanted += double{glm::length(glm::cross(at(1) - at(0), at(2) - at(0)))};
  }
  EXPECT_NEAR(area, wanted, 1e-3 * wanted);
}

TEST_P(Draco, EveryPrefixIsRefused) {
  Packed mesh = packed(GetParam());
  ASSERT_GT(mesh.bytes.size(), 64u);
  const std::vector<char> whole = mesh.bytes;
  for (std::size_t size = 1; size + 1 < whole.size(); size += 1 + size / 16) {
    mesh.bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto loaded = loadModel(glbOf(mesh), {});
    EXPECT_FALSE(loaded) << size << " of " << whole.size() << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, Draco,
                         ::testing::Values(int{draco::MESH_SEQUENTIAL_ENCODING},
                                           int{draco::MESH_EDGEBREAKER_ENCODING}),
                         [](const ::testing::TestParamInfo<int>& encoding) {
                           return encoding.param == draco::MESH_SEQUENTIAL_ENCODING ? "Sequential"
                                                                                    : "Edgebreaker";
                         });

}  // namespace
}  // namespace sinew
