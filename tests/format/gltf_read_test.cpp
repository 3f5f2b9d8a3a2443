// What the glTF reader makes of the files that tests/data/gltf/make.py describes, and what it
// refuses. Expected values are worked out from that script by hand.

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/gltf/uri.h"
#include "format/load.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

constexpr float kTiny = 1e-6f;

std::string folder() {
  return std::string(SINEW_TEST_DATA) + "/gltf/";
}

SharedBytes readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return nullptr;
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + text.size());
}

Result<LoadedModel> load(const std::string& name) {
  const SharedBytes bytes = readFile(folder() + name);
  if (!bytes) return fail("test", name + " is missing");
  LoadOptions options;
  options.resolver = [](const std::string& path) -> Result<SharedBytes> {
    if (SharedBytes file = readFile(folder() + path)) return file;
    return fail("input.read", path + " is not there");
  };
  return loadModel(bytes, options);
}

const VertexArrays& arraysOf(const Mesh& mesh) {
  return *std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
}

void expectAt(const glm::vec3& point, float x, float y, float z) {
  EXPECT_NEAR(point.x, x, kTiny);
  EXPECT_NEAR(point.y, y, kTiny);
  EXPECT_NEAR(point.z, z, kTiny);
}

TEST(GltfRead, IsTakenByContent) {
  EXPECT_EQ(detectFormat(*readFile(folder() + "curves.glb")), FileFormat::Gltf);
  EXPECT_EQ(detectFormat(*readFile(folder() + "materials.gltf")), FileFormat::Gltf);
  EXPECT_EQ(toString(FileFormat::Gltf), "gltf");
}

TEST(GltfRead, NodesThatMoveBecomeBonesAndOthersAreBaked) {
  const auto loaded = load("two_skins.glb");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const Model& model = loaded->model;
  std::vector<std::string> bones;
  for (const Bone& bone : model.skeleton.bones)
    bones.push_back(bone.name);
  EXPECT_THAT(bones, ::testing::ElementsAre("armature", "hip", "spine", "head", "tail", "tip"));
  EXPECT_EQ(model.skeleton.bones[3].parent, 2u);
  EXPECT_EQ(model.conventions.up, UpAxis::Y);
  // hat: cone and floor; body; tail; plinth: cone and floor, in the order of the scene.
  ASSERT_EQ(model.meshes.size(), 6u);
  EXPECT_EQ(model.meshes[0].name, "hat");
  EXPECT_EQ(model.meshes[2].name, "body");
  EXPECT_EQ(model.meshes[5].name, "plinth");
  // The plinth's matrix takes (x, y, z) to (2x, z - 1, -y), and hangs on no bone.
  for (const std::uint32_t influence : arraysOf(model.meshes[5]).influences) {
    EXPECT_EQ(model.influences.first[influence], model.influences.first[influence + 1]);
  }
  expectAt(arraysOf(model.meshes[5]).positions[0], -2, -2, 0);
  ASSERT_EQ(model.attachments.size(), 1u);
  EXPECT_EQ(model.attachments[0].name, "socket");
  EXPECT_EQ(model.attachments[0].bone, 3u);
}

TEST(GltfRead, MirroredPartsKeepTheirFrontOutside) {
  const auto loaded = load("two_skins.glb");
  ASSERT_TRUE(loaded);
  // The cone's faces look away from its axis, also below a node with a negative scale: the corner
  // order follows the normals that were computed before the mirror, turned along with it.
  const Mesh& hat = loaded->model.meshes[0];
  const VertexArrays& arrays = arraysOf(hat);
  for (std::size_t i = 0; i < hat.triangles.size(); i += 3) {
    const glm::vec3& a = arrays.positions[hat.triangles[i]];
    const glm::vec3& b = arrays.positions[hat.triangles[i + 1]];
    const glm::vec3& c = arrays.positions[hat.triangles[i + 2]];
    const glm::vec3 face = glm::cross(b - a, c - a);
    EXPECT_GT(glm::dot(face, arrays.normals[hat.triangles[i]]), 0.0f);
  }
}

TEST(GltfRead, ReadsBuffersBesideTheFile) {
  const auto inside = load("two_skins.glb");
  const auto beside = load("two_skins_external.gltf");
  ASSERT_TRUE(inside);
  ASSERT_TRUE(beside) << describe(beside.error());
  ASSERT_EQ(inside->model.meshes.size(), beside->model.meshes.size());
  for (std::size_t m = 0; m < inside->model.meshes.size(); ++m) {
    EXPECT_EQ(arraysOf(inside->model.meshes[m]).positions,
              arraysOf(beside->model.meshes[m]).positions);
  }
}

TEST(GltfRead, SkinsBlendBonesWithInverseBindMatrices) {
  const auto loaded = load("two_skins.glb");
  ASSERT_TRUE(loaded);
  const Model& model = loaded->model;
  const VertexArrays& body = arraysOf(model.meshes[2]);
  // Ring 1 lies half-way between hip and spine: weights 127 and 128 of 255.
  const std::uint32_t influence = body.influences[6];
  const std::uint32_t first = model.influences.first[influence];
  ASSERT_EQ(model.influences.first[influence + 1] - first, 2u);
  EXPECT_EQ(model.influences.bones[first], 1u);
  EXPECT_EQ(model.influences.bones[first + 1], 2u);
  EXPECT_NEAR(model.influences.weights[first], 127.0 / 255.0, kTiny);
  EXPECT_NEAR(model.influences.weights[first + 1], 128.0 / 255.0, kTiny);
  EXPECT_FLOAT_EQ(model.influences.offsets[first + 1].m[7], -2.0f);  // bound 2 above the hip
}

TEST(GltfRead, AccessorsOfEveryKind) {
  const auto loaded = load("accessors.gltf");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const std::vector<Mesh>& meshes = loaded->model.meshes;
  ASSERT_EQ(meshes.size(), 7u);
  // Sparse: vertices 1 and 3 replaced; the node lifts mesh k by 2k.
  expectAt(arraysOf(meshes[0]).positions[1], 2, 0, 0);
  EXPECT_EQ(meshes[0].triangles.size(), 6u);  // a strip of four
  // Zeros with three replaced.
  expectAt(arraysOf(meshes[1]).positions[0], 0, 0, 2);
  expectAt(arraysOf(meshes[1]).positions[2], 0, 3, 2);
  // Normalised shorts: -32768 is -1 too.
  expectAt(arraysOf(meshes[2]).positions[0], -1, 0, 4);
  EXPECT_EQ(meshes[2].triangles.size(), 6u);
  // Plain bytes of KHR_mesh_quantization, as a fan.
  expectAt(arraysOf(meshes[3]).positions[0], -128, 0, 6);
  EXPECT_EQ(meshes[3].triangles.size(), 6u);
  // A strip of nine with joints: 012, 123 turned, then 332 .. drop out, 021 stays.
  EXPECT_EQ(meshes[4].triangles.size(), 9u);
  EXPECT_EQ(meshes[5].triangles.size(), 6u);
  EXPECT_EQ(meshes[6].triangles.size(), 6u);
}

TEST(GltfRead, MaterialsColoursAndTextureTransforms) {
  const auto loaded = load("materials.gltf");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const Model& model = loaded->model;
  // Linear 0.5 is sRGB 0.735357.
  EXPECT_NEAR(model.materials[0].color.r, 0.735357, 1e-5);
  EXPECT_FLOAT_EQ(model.materials[0].color.a, 0.75f);
  EXPECT_EQ(model.materials[1].alpha, AlphaMode::Mask);
  EXPECT_FLOAT_EQ(model.materials[1].alpha_cutoff, 0.4f);
  EXPECT_EQ(model.materials[1].cull, CullMode::None);
  EXPECT_EQ(model.materials[2].alpha, AlphaMode::Blend);
  EXPECT_TRUE(model.materials[4].unlit);
  ASSERT_EQ(model.textures.size(), 3u);
  EXPECT_TRUE(model.textures[0].encoded);
  EXPECT_TRUE(model.textures[1].encoded);
  EXPECT_FALSE(model.textures[2].encoded);
  EXPECT_EQ(model.textures[2].name, "quarters.png");
  EXPECT_EQ(model.materials[1].layers[0].wrap[0], Wrap::Clamp);
  EXPECT_EQ(model.materials[1].layers[0].wrap[1], Wrap::Mirror);
  EXPECT_EQ(model.materials[3].layers[0].wrap[0], Wrap::Repeat);
  // Vertex colours take the material's colour in: red times 0.5, encoded.
  const VertexArrays& grey = arraysOf(model.meshes[0]);
  ASSERT_EQ(grey.colors.size(), 1u);
  EXPECT_EQ(grey.colors[0][0].r, 188);  // 0.735357 * 255 = 187.5
  EXPECT_EQ(grey.colors[0][0].g, 0);
  EXPECT_NEAR(model.materials[model.meshes[0].material].color.r, 1.0, kTiny);
  // Scale (2, 0.5), a quarter turn against the clock, then (0.25, 0.5): (1, 1) -> (2, 0.5) ->
  // (0.5, -2) -> (0.75, -1.5).
  const glm::vec2 turned = arraysOf(model.meshes[3]).uvs[0][1];
  EXPECT_NEAR(turned.x, 0.75f, 1e-5);
  EXPECT_NEAR(turned.y, -1.5f, 1e-5);
  // The second set of coordinates, bytes of 0 and 255.
  EXPECT_NEAR(arraysOf(model.meshes[2]).uvs[0][1].y, 1.0f, kTiny);
  EXPECT_EQ(arraysOf(model.meshes[2]).colors[0][3].a, 64);  // 0.25
}

TEST(GltfRead, ClipsCountFramesAndSayWhetherTheyLoop) {
  const auto loaded = load("curves.glb");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  ASSERT_EQ(loaded->model.clips.size(), 3u);
  const Clip& even = loaded->model.clips[0];
  EXPECT_EQ(even.rate_hz, 24.0);
  EXPECT_FALSE(even.loop);
  EXPECT_EQ(even.frame_count, 49.0);  // 2 s, and the last frame counts
  EXPECT_NEAR(even.duration_s(), 2.0, 1e-9);
  const Clip& odd = loaded->model.clips[1];
  EXPECT_EQ(odd.rate_hz, 30.0);
  EXPECT_NEAR(odd.duration_s(), 1.9, 1e-6);
  EXPECT_EQ(loaded->model.clips[2].interpolation, Interpolation::Step);
  const auto wagging = load("two_skins.glb");
  ASSERT_TRUE(wagging);
  EXPECT_TRUE(wagging->model.clips[0].loop);
  EXPECT_EQ(wagging->model.clips[0].frame_count, 24.0);
}

struct Refused {
  const char* file;
  const char* code;
  const char* path;     ///< a part of it
  const char* message;  ///< a part of it
};

class GltfRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(GltfRefuses, WithCodePathAndNumbers) {
  const Refused& expected = GetParam();
  const auto loaded = load(std::string("hostile/") + expected.file);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, expected.code) << describe(loaded.error());
  EXPECT_THAT(loaded.error().path, HasSubstr(expected.path));
  EXPECT_THAT(loaded.error().message, HasSubstr(expected.message));
}

INSTANTIATE_TEST_SUITE_P(
    Files, GltfRefuses,
    ::testing::Values(
        Refused{"cycle.gltf", "gltf.tree", "nodes[1]", "cycle"},
        Refused{"own_child.gltf", "gltf.tree", "nodes[0]", "cycle"},
        Refused{"two_parents.gltf", "gltf.tree", "nodes[2].children", "node 3"},
        Refused{"scene_child.gltf", "gltf.tree", "scenes[0].nodes[1]", "child of node 1"},
        Refused{"huge_count.gltf", "gltf.too-large", "accessors[0]", "4294967294"},
        Refused{"huge_zeros.gltf", "gltf.too-large", "accessors[0]", "2147483647"},
        Refused{"count_beyond_integers.gltf", "gltf.number", "accessors[0].count", "whole number"},
        Refused{"negative_count.gltf", "gltf.number", "accessors[0].count", "whole number"},
        Refused{"fraction.gltf", "gltf.number", "accessors[0].count", "whole number"},
        Refused{"offset_overflow.gltf", "gltf.range", "accessors[0]", "9007199254740991"},
        Refused{"view_overflow.gltf", "gltf.range", "bufferViews[0]", "buffer 0 has 36"},
        Refused{"view_beyond.gltf", "gltf.range", "bufferViews[0]", "1000 bytes"},
        Refused{"stride_small.gltf", "gltf.range", "accessors[0]", "4 apart"},
        Refused{"no_position.gltf", "gltf.missing", "primitives[0].attributes", "POSITION"},
        Refused{"missing_accessor.gltf", "gltf.index", "attributes.POSITION", "9"},
        Refused{"material_range.gltf", "gltf.index", "material", "3, but the file has 0"},
        Refused{"joint_range.gltf", "gltf.index", "JOINTS_0", "joint 1, but the skin has 1"},
        Refused{"joint_node.gltf", "gltf.index", "skins[0].joints[1]", "77"},
        Refused{"required.gltf", "gltf.extension", "extensionsRequired[0]", "EXT_unheard_of"},
        Refused{"version.gltf", "gltf.version", "asset.version", "1.0"},
        Refused{"zero_rotation.gltf", "gltf.rotation", "nodes[0].rotation", "length 0"},
        Refused{"times_back.gltf", "gltf.times", "animations[0].channels[0]", "0.5 s after 1 s"},
        Refused{"times_many.gltf", "gltf.count", "animations[0].channels[0]",
                "3 values for 2 times"},
        Refused{"sparse_range.gltf", "gltf.index", "accessors[0].sparse.indices[0]",
                "element 1065353216"},
        Refused{"meshopt_stride.gltf", "gltf.meshopt", "bufferViews[0]", "7 bytes"},
        Refused{"meshopt_data.gltf", "gltf.meshopt", "bufferViews[0]", "cannot be unpacked"},
        Refused{"draco_data.gltf", "gltf.draco", "primitives[0]", "unpack"},
        Refused{"escape.gltf", "gltf.uri", "buffers[0].uri", "out of the file's folder"},
        Refused{"escape_encoded.gltf", "gltf.uri", "buffers[0].uri", "out of the file's folder"},
        Refused{"absolute.gltf", "gltf.uri", "buffers[0].uri", "absolute"},
        Refused{"scheme.gltf", "gltf.uri", "buffers[0].uri", "scheme"},
        Refused{"file_scheme.gltf", "gltf.uri", "buffers[0].uri", "scheme"},
        Refused{"backslash.gltf", "gltf.uri", "buffers[0].uri", "backslash"},
        Refused{"missing_file.gltf", "input.read", "buffers[0].uri", "not there.bin"},
        Refused{"bad_base64.gltf", "gltf.uri", "buffers[0].uri", "character 2"},
        Refused{"no_comma.gltf", "gltf.uri", "buffers[0].uri", "no comma"},
        Refused{"nan.glb", "gltf.not-finite", "accessors[0][1]", "NaN"},
        Refused{"truncated.glb", "gltf.truncated", "header.length", "424 bytes"},
        Refused{"chunk_beyond.glb", "gltf.truncated", "chunks[0]", "4294967280 bytes"},
        Refused{"json.gltf", "gltf.json", "json", "no JSON"}),
    [](const auto& instance) {
      std::string name = instance.param.file;
      for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      return name;
    });

TEST(GltfRefusesAll, FilesOfTheFolder) {
  // A file that is added there without a line above still has to be refused.
  for (const auto& entry : std::filesystem::directory_iterator(folder() + "hostile")) {
    const auto loaded = load("hostile/" + entry.path().filename().string());
    EXPECT_FALSE(loaded) << entry.path();
  }
}

TEST(GltfRead, NeedsAFolderForFilesBesideIt) {
  const auto loaded = loadModel(readFile(folder() + "two_skins_external.gltf"), {});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, "gltf.external");
}

TEST(GltfRead, EveryPrefixFailsCleanly) {
  const SharedBytes whole = readFile(folder() + "two_skins.glb");
  for (std::size_t size = 0; size < whole->size(); size += 1 + size / 24) {
    const auto part = std::make_shared<const std::vector<std::byte>>(
        whole->begin(), whole->begin() + static_cast<std::ptrdiff_t>(size));
    LoadOptions options;
    options.format = FileFormat::Gltf;
    EXPECT_FALSE(loadModel(part, options)) << size << " bytes";
  }
}

TEST(GltfUri, PathsStayBelowTheFolder) {
  EXPECT_EQ(*gltf::relativePathOf("./a%20b/c.bin"), "a b/c.bin");
  EXPECT_EQ(*gltf::relativePathOf("..a/b..bin"), "..a/b..bin");
  for (const char* bad : {"", "a/../b", "a/..", "..", "/a", "c:/a", "http://a/b", "a\\b", "a%00b"})
    EXPECT_FALSE(gltf::relativePathOf(bad)) << bad;
}

}  // namespace
}  // namespace sinew
