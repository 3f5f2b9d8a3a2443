// BMD1 records in the common model's terms, and what becomes of broken ones.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "format/load.h"
#include "format/unpack.h"
#include "tests/format/raw_file.h"

namespace sinew {
namespace {

using test::RawFile;

Model modelOf(const RawFile& raw, const LoadOptions& options = {}) {
  auto loaded = loadModel(raw.share(), options);
  EXPECT_TRUE(loaded.has_value());
  return loaded ? std::move(loaded->model) : Model{};
}

std::vector<UnpackedVertex> unpack(const Model& model, std::size_t mesh) {
  std::vector<UnpackedVertex> out(model.meshes[mesh].vertexCount());
  unpackVertices(model, model.meshes[mesh], out);
  return out;
}

/// The bones and weights of an influence.
std::vector<std::pair<std::uint32_t, float>> influence(const Model& model, std::size_t i) {
  std::vector<std::pair<std::uint32_t, float>> out;
  for (std::uint32_t k = model.influences.first[i]; k < model.influences.first[i + 1]; ++k) {
    out.emplace_back(model.influences.bones[k], model.influences.weights[k]);
  }
  return out;
}

using Blend = std::vector<std::pair<std::uint32_t, float>>;

TEST(ToModel, AFileWithoutBonesHasTheIdentity) {
  const Model model = modelOf(RawFile());
  EXPECT_EQ(model.influences.size(), 1u);
  EXPECT_TRUE(model.influences.bones.empty());
  EXPECT_EQ(model.conventions.up, UpAxis::Z);
  EXPECT_EQ(model.conventions.front, glm::vec3(0.0f, 1.0f, 0.0f));
  EXPECT_EQ(model.conventions.units_per_metre, 40.0);
}

// Scenario 18: weights that do not add up to one.
TEST(ToModel, PseudoBonesBlendWithNormalisedWeights) {
  RawFile raw;
  // Weights 0.5 and 0.4375 (0x5C: 2^-2 * 1.75); one of weight 0 with a wild id; all 0; an id out of
  // range.
  raw.bones({{},
             {0},
             {0xFF, 0, 0x09000100, 0x00005C60},
             {0xFF, 0, 0x00000001, 0x00000000},
             {0xFF, 0, 0x00000701, 0x00006060}});
  const Model model = modelOf(raw);
  ASSERT_EQ(model.influences.size(), 5u);
  EXPECT_EQ(influence(model, 0), (Blend{{0, 1.0f}}));
  EXPECT_EQ(influence(model, 1), (Blend{{1, 1.0f}}));
  const Blend blend = influence(model, 2);
  ASSERT_EQ(blend.size(), 2u);
  EXPECT_EQ(blend[0].first, 0u);
  EXPECT_EQ(blend[1].first, 1u);
  EXPECT_FLOAT_EQ(blend[0].second, 0.5f / 0.9375f);
  EXPECT_FLOAT_EQ(blend[1].second, 0.4375f / 0.9375f);
  EXPECT_EQ(influence(model, 3), (Blend{{0, 1.0f}}));
  EXPECT_EQ(influence(model, 4), (Blend{{0, 1.0f}}));
  ASSERT_EQ(model.pseudo_bones.size(), 3u);
  EXPECT_EQ(model.pseudo_bones[0].influence, 2u);
  EXPECT_EQ(model.pseudo_bones[0].bones, (std::array<std::uint32_t, 4>{0, 1, kNone, kNone}));
  EXPECT_EQ(model.pseudo_bones[0].weights, (std::array<float, 4>{0.5f, 0.4375f, 0.0f, 0.0f}));
}

// Scenario 13: a bone that the file does not have.
TEST(ToModel, VerticesOnMissingBonesMoveWithBoneZero) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0x7A010080, 0x01000000, 0x7A010080, 0xEF000000,  //
                                            0, 0xFA000000, 0xFA000000,                       //
                                            0, 0xFD000000, 0, 0xFF000000});
  raw.meshes({{vertices, 44, 4, 0, 0, 0, 0, 1}});
  raw.bones({{}, {}});
  const Model model = modelOf(raw);
  const auto out = unpack(model, 0);
  ASSERT_EQ(out.size(), 4u);
  EXPECT_EQ(out[0].influence, 1u);
  for (std::size_t v = 1; v < 4; ++v)
    EXPECT_EQ(out[v].influence, 0u);
  // A 64-bit textured vertex shades along its position.
  EXPECT_NEAR(out[0].normal.x, 1.0 / std::sqrt(3.0), 1e-6);
}

TEST(ToModel, CoordinatesThatAreNotFiniteUnpackToZero) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0x7E003C00, 0xFD00FC00, 0, 0});
  raw.meshes({{vertices, 16, 1, 0, 0, 0, 0, 2}});
  const auto out = unpack(modelOf(raw), 0);
  EXPECT_EQ(out[0].position, glm::vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(out[0].normal, glm::vec3(0.0f));  // a zero normal stays zero
}

// Scenario 16: parents after their children. BMD1 forbids them; the common model allows them for
// other formats.
TEST(FinishSkeleton, OrdersParentsFirstAndCutsCycles) {
  Skeleton skeleton;
  skeleton.bones.resize(6);
  skeleton.bones[0].parent = 2;
  skeleton.bones[2].parent = 1;
  skeleton.bones[3].parent = 4;  // 3 -> 4 -> 5 -> 3
  skeleton.bones[4].parent = 5;
  skeleton.bones[5].parent = 3;
  const auto cut = finishSkeleton(skeleton);
  ASSERT_EQ(cut.size(), 1u);
  ASSERT_EQ(skeleton.order.size(), 6u);
  EXPECT_FALSE(skeleton.parents_first);
  std::vector<std::size_t> place(6);
  for (std::size_t k = 0; k < 6; ++k)
    place[skeleton.order[k]] = k;
  for (std::uint32_t b = 0; b < 6; ++b) {
    if (skeleton.bones[b].parent != kNone) {
      EXPECT_LT(place[skeleton.bones[b].parent], place[b]);
    }
  }
  // A bone that is its own parent is a cycle too.
  Skeleton self;
  self.bones.resize(1);
  self.bones[0].parent = 0;
  EXPECT_EQ(finishSkeleton(self), std::vector<std::uint32_t>{0});
  EXPECT_EQ(self.bones[0].parent, kNone);
}

TEST(ToModel, BadParentsHangFromBoneZero) {
  RawFile raw;
  raw.bones({{7, 0, 0x7A010080, 0x70000000}, {1}, {0xF5}, {0xFF, 0, 0, 0x70}, {0}});
  const Model model = modelOf(raw);
  // Bone 0 is the identity whatever it says; bone 4 stands behind a pseudo-bone and is no bone of
  // the skeleton.
  ASSERT_EQ(model.skeleton.bones.size(), 3u);
  EXPECT_EQ(model.skeleton.bones[0].parent, kNone);
  EXPECT_EQ(model.skeleton.bones[0].rest.translation, glm::dvec3(0.0));
  EXPECT_EQ(model.skeleton.bones[1].parent, 0u);
  EXPECT_EQ(model.skeleton.bones[2].parent, 0u);
  EXPECT_TRUE(model.skeleton.parents_first);
  ASSERT_EQ(model.influences.size(), 5u);
  EXPECT_EQ(influence(model, 4), (Blend{{0, 1.0f}}));
}

TEST(ToModel, QuadsBecomeTwoTrianglesWithAHiddenEdge) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(5 * 8);
  // tri32 (0,1,2), quad32 (1,2,3,4), quad32 with vertex 5 of 5, tri64 (4,3,2).
  const std::uint64_t tri64 =
      2u | std::uint64_t{4} << 2 | std::uint64_t{3} << 22 | std::uint64_t{2} << 42;
  const std::uint32_t faces =
      raw.words({1u << 12 | 2u << 22, 1u | 1u << 2 | 2u << 9 | 3u << 16 | 4u << 23, 1u | 5u << 23,
                 static_cast<std::uint32_t>(tri64), static_cast<std::uint32_t>(tri64 >> 32)});
  raw.meshes({{vertices, 40, 5, faces, 20, 6, 0, 4}});
  const Model model = modelOf(raw);
  EXPECT_EQ(model.meshes[0].triangles,
            (std::vector<std::uint32_t>{0, 1, 2, 1, 2, 3, 1, 3, 4, 4, 3, 2}));
  // Corner 2 to corner 0 of the first half, corner 0 to corner 1 of the second.
  EXPECT_EQ(model.meshes[0].hidden_edges, (std::vector<std::uint8_t>{0, 4, 1, 0}));
}

TEST(ToModel, LongFaceListsKeepTheirOrder) {
  // More than the expander's block, with a bad face in the middle.
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(1024 * 8);
  const std::uint32_t faces = raw.size();
  std::vector<std::uint32_t> expected;
  for (std::uint32_t f = 0; f < 3000; ++f) {
    const std::uint32_t a = f % 1000;
    const std::uint32_t c = f == 1700 ? 1023 : a + 2;
    raw.words({a << 2 | (a + 1) << 12 | c << 22});
    if (f != 1700) expected.insert(expected.end(), {a, a + 1, c});
  }
  raw.meshes({{vertices, 1003 * 8, 1003, faces, 12000, 3000, 0, 0}});
  const Model model = modelOf(raw);
  EXPECT_EQ(model.meshes[0].triangles, expected);
  EXPECT_TRUE(model.meshes[0].hidden_edges.empty());
}

TEST(ToModel, MaterialsGoByName) {
  RawFile raw;
  const std::uint32_t skin = raw.text("skin");
  const std::uint32_t same = raw.text("skin");
  const std::uint32_t red = raw.text("#FF0000");
  const std::uint32_t empty = raw.text("");
  RawFile::Mesh mesh;
  std::vector<RawFile::Mesh> meshes;
  for (const std::uint32_t name : {red, skin, 0u, same, empty, 0x7FFFFFFFu}) {
    mesh.material = name;
    meshes.push_back(mesh);
  }
  raw.meshes(meshes);
  const Model model = modelOf(raw);
  ASSERT_EQ(model.materials.size(), 3u);
  EXPECT_EQ(model.materials[0].name, "#FF0000");
  EXPECT_TRUE(model.materials[0].flat);
  EXPECT_EQ(model.materials[0].color, glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
  EXPECT_TRUE(model.materials[0].layers.empty());
  EXPECT_EQ(model.materials[1].name, "skin");
  ASSERT_EQ(model.materials[1].layers.size(), 1u);
  ASSERT_EQ(model.textures.size(), 1u);
  EXPECT_EQ(model.textures[0].name, "skin");
  EXPECT_EQ(model.materials[1].layers[0].texture, 0u);
  // An empty name and one that cannot be read: drawn, without a texture.
  EXPECT_EQ(model.materials[2].name, "");
  EXPECT_TRUE(model.materials[2].layers.empty());
  const std::vector<std::uint32_t> expected{0, 1, kNone, 1, 2, 2};
  for (std::size_t m = 0; m < 6; ++m)
    EXPECT_EQ(model.meshes[m].material, expected[m]) << m;
  EXPECT_FALSE(model.meshes[2].drawn);
  EXPECT_TRUE(model.meshes[5].drawn);
}

TEST(ToModel, MixedListsGetWordOffsets) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0xF8000000, 0, 0, 0xFD000000, 0, 0, 0, 0});
  raw.meshes({{vertices, 44, 4, 0, 0, 0, 0, 1}, {vertices, 8, 1, 0, 0, 0, 0, 1}});
  const Model model = modelOf(raw);
  EXPECT_EQ(model.meshes[0].packed()->form, PackedForm::Mixed);
  EXPECT_EQ(model.meshes[0].packed()->word_offsets, (std::vector<std::uint32_t>{0, 2, 5, 9}));
  EXPECT_EQ(model.meshes[1].packed()->form, PackedForm::Bits64);
  EXPECT_TRUE(model.meshes[1].packed()->word_offsets.empty());
}

RawFile animated() {
  RawFile raw;
  const std::uint32_t walk = raw.text("walk");
  const std::uint32_t run = raw.text("run");
  // The root: a key that is ignored. Bone 1: at frame 1 a half turn about z (word 0x00700000),
  // translation (1,1,1) and scale (1,1,1). Bone 2: nothing. Bone 3: scale at frame 3.
  const std::uint32_t data =
      raw.data({0x80, 0,    0, 0,    0x70, 0, 0xE1, 0,    0,    0x70, 0,    0x80, 0, 0x01,
                0x7A, 0x80, 0, 0x01, 0x7A, 0, 0,    0x23, 0x80, 0,    0x01, 0x7A, 0});
  const std::uint32_t bytes = raw.size() - data;
  // Bone 1 rests at (0,0,6), a half turn about x (word 0x00000070).
  raw.bones({{}, {0, 0, 0x8B000000, 0x00000070}, {1}, {2}});
  raw.anims({{walk, 4, 40, data, bytes}, {run, 8, 0x80 | 20, data, bytes}, {0, 2, 0, data, bytes}});
  return raw;
}

TEST(ToModel, ClipsAreAbsolute) {
  const Model model = modelOf(animated());
  ASSERT_EQ(model.clips.size(), 3u);
  const Clip& walk = model.clips[0];
  EXPECT_EQ(walk.name, "walk");
  EXPECT_EQ(walk.frame_count, 4.0);
  EXPECT_EQ(walk.rate_hz, 10.0);
  EXPECT_TRUE(walk.loop);
  EXPECT_FALSE(model.clips[1].loop);
  EXPECT_EQ(model.clips[1].rate_hz, 5.0);
  ASSERT_NE(walk.keys, nullptr);
  const ClipKeys& keys = *walk.keys;
  ASSERT_EQ(keys.tracks.size(), 3u);
  EXPECT_EQ(keys.tracks[0].bone, 1u);
  EXPECT_EQ(keys.tracks[1].bone, 3u);
  EXPECT_EQ(keys.tracks[2].bone, kNone);
  ASSERT_EQ(keys.rotations.values.size(), 1u);
  // Half turns about z, then x: k * i = j.
  EXPECT_EQ(keys.rotations.whole_frames[0], 1);
  EXPECT_NEAR(keys.rotations.values[0].y, 1.0f, 1e-6f);
  EXPECT_NEAR(keys.rotations.values[0].w, 0.0f, 1e-6f);
  ASSERT_EQ(keys.translations.values.size(), 1u);
  EXPECT_EQ(keys.translations.values[0], glm::vec3(1.0f, 1.0f, 7.0f));
  ASSERT_EQ(keys.scales.values.size(), 2u);
  EXPECT_EQ(keys.scales.whole_frames[1], 3);
  EXPECT_EQ(keys.tracks[1].first_scale, 1u);
  EXPECT_EQ(keys.rotations.values.capacity(), 1u);
  // One set of keys for both clips that have all of them; the third loses the key at frame 3.
  EXPECT_EQ(model.clips[1].keys, walk.keys);
  ASSERT_NE(model.clips[2].keys, nullptr);
  EXPECT_EQ(model.clips[2].keys->scales.values.size(), 1u);
}

TEST(ToModel, TracksCanBeLeftOut) {
  const Model model = modelOf(animated(), {.tracks = false});
  ASSERT_EQ(model.clips.size(), 3u);
  EXPECT_EQ(model.clips[0].keys, nullptr);
  EXPECT_EQ(model.clips[0].frame_count, 4.0);
}

TEST(ToModel, LevelsAreClipped) {
  RawFile raw;
  raw.meshes({{}, {}, {}});
  raw.align();
  const std::uint32_t lods = raw.words({0x00700502, 0x006000FF, 0x00000300});
  raw.setArray(RawFile::kLods, lods, 12);
  const Model model = modelOf(raw);
  ASSERT_EQ(model.lods.size(), 3u);
  EXPECT_EQ(model.lods[0].first_mesh, 2u);
  EXPECT_EQ(model.lods[0].mesh_count, 1u);
  EXPECT_EQ(model.lods[0].min_scale, 1.0);
  EXPECT_EQ(model.lods[1].mesh_count, 0u);
  EXPECT_EQ(model.lods[2].mesh_count, 3u);
  EXPECT_FALSE(model.lods[2].all_drawn);
  RawFile single;
  single.meshes({{}});
  const std::uint32_t entry = single.words({0x00700000});
  single.setArray(RawFile::kLods, entry, 4);
  EXPECT_TRUE(modelOf(single).lods[0].all_drawn);
}

TEST(Unpack, PlainVerticesAreChecked) {
  Model model;
  model.influences.first = {0, 0};
  auto arrays = std::make_shared<VertexArrays>();
  arrays->positions = {{1, 2, 3}, {NAN, 0, INFINITY}};
  arrays->normals = {{0, 0, 5}};
  arrays->colors = {{{1, 2, 3, 4}}};
  arrays->influences = {0, 9};
  Mesh mesh;
  mesh.vertices = std::shared_ptr<const VertexArrays>(arrays);
  std::vector<UnpackedVertex> out(2);
  unpackVertices(model, mesh, out);
  EXPECT_EQ(out[0].normal, glm::vec3(0, 0, 1));
  EXPECT_EQ(out[0].color, (std::array<std::uint8_t, 3>{1, 2, 3}));
  EXPECT_EQ(out[1].position, glm::vec3(0.0f));
  EXPECT_EQ(out[1].influence, 0u);
}

}  // namespace
}  // namespace sinew
