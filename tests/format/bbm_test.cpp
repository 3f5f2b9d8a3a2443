// Fable's models: what files made by hand hold, what is told of broken ones, and what readings do.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/bbm/read.h"
#include "format/scene/scene.h"
#include "tests/format/bbm_vectors.h"

namespace sinew {
namespace {

using scene::ReadOptions;
using scene::ReadScene;
using scene::SceneModel;
using test::fromHex;

ReadScene read(std::vector<std::byte> bytes, const ReadOptions& options = {}) {
  return bbm::read(std::make_shared<const std::vector<std::byte>>(std::move(bytes)), options);
}

std::size_t errorsAndWarnings(const ReadScene& read_scene) {
  const DiagnosticCounts counts = countBySeverity(read_scene.diagnostics);
  return counts.errors + counts.warnings;
}

const scene::Value* member(const scene::Value::Object& object, std::string_view name) {
  for (const auto& [key, value] : object) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::int64_t integer(const scene::Value::Object& object, std::string_view name) {
  const scene::Value* value = member(object, name);
  return value == nullptr ? -999 : std::get<std::int64_t>(value->content());
}

void expectNear(const glm::vec3& a, const glm::vec3& b) {
  for (glm::length_t i = 0; i < 3; ++i)
    EXPECT_NEAR(a[i], b[i], 1e-5) << i;
}

/// Corners of triangle t by position.
glm::vec3 corner(const scene::Mesh& mesh, std::size_t t, std::size_t c) {
  return mesh.positions[mesh.triangles[3 * t + c]];
}

void put(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

void append(std::vector<std::byte>& bytes, std::uint32_t value) {
  bytes.resize(bytes.size() + 4);
  put(bytes, bytes.size() - 4, value);
}

void append(std::vector<std::byte>& bytes, const std::vector<std::byte>& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void append(std::vector<std::byte>& bytes, std::string_view text) {
  for (const char c : text)
    bytes.push_back(static_cast<std::byte>(c));
}

TEST(Bbm, LooksLike) {
  EXPECT_TRUE(bbm::looksLikeBbm(fromHex(test::kStatic)));
  EXPECT_TRUE(bbm::looksLikeBbm(fromHex(test::kTagged)));
  EXPECT_TRUE(bbm::looksLikeBbm(fromHex(test::kAnimation)));
  // A tagged image whose stream begins with literals instead of a match.
  EXPECT_TRUE(bbm::looksLikeBbm(fromHex("a2010000 193e3e3e3e33444d46 110000")));
  EXPECT_FALSE(bbm::looksLikeBbm(fromHex("")));
  // A broken BMD1 header: "bMD1", zeros, offsets and sizes where a model has its box.
  EXPECT_FALSE(bbm::looksLikeBbm(
      fromHex("624d4431 00000000 00000000 00000000 30000000 20000000 50000000 04000000"
              "60000000 10000000 70000000 10000000 00000000 00000000")));
  EXPECT_FALSE(bbm::looksLikeBbm(fromHex("00010203")));
  EXPECT_FALSE(bbm::looksLikeBbm(fromHex("4d4553480a0001")));  // a control character in the name
  EXPECT_FALSE(bbm::looksLikeBbm(fromHex("4d455348000201")));  // the flag is 2
}

TEST(Bbm, StaticModel) {
  const ReadScene file = read(fromHex(test::kStatic));
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  ASSERT_EQ(file.scene.models.size(), 1U);  // the ghost is none
  const SceneModel& model = file.scene.models[0];
  EXPECT_EQ(model.name, "T_A");
  ASSERT_EQ(model.attachments.size(), 3U);
  EXPECT_EQ(model.attachments[0].name, "HPNT_A");
  EXPECT_EQ(model.attachments[0].matrix, (Mat34d{{1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3}}));
  EXPECT_EQ(model.attachments[1].name, "HDMY_B");
  EXPECT_EQ(model.attachments[1].matrix, (Mat34d{{0, -1, 0, 4, 1, 0, 0, 5, 0, 0, 1, 6}}));
  EXPECT_EQ(model.attachments[1].bone, kNone);
  EXPECT_EQ(model.attachments[2].name, "GEN");
  EXPECT_EQ(integer(model.attachments[2].extra, "bank_index"), 7);
  ASSERT_EQ(model.materials.size(), 2U);
  EXPECT_EQ(model.materials[0].cull, CullMode::None);
  EXPECT_EQ(model.materials[0].alpha, AlphaMode::Mask);
  ASSERT_EQ(model.materials[0].layers.size(), 1U);
  EXPECT_EQ(model.materials[0].layers[0].name, "1234");
  ASSERT_EQ(model.meshes.size(), 2U);
  const scene::Mesh& strip = model.meshes[0];
  ASSERT_EQ(strip.triangles.size(), 9U);  // two of five are degenerate
  const glm::vec3 v[5] = {{-10, -10, 0}, {10, -10, 0}, {-10, 10, 0}, {10, 10, 0}, {0, 0, 10}};
  const int expected[3][3] = {{0, 1, 2}, {2, 1, 3}, {3, 1, 4}};
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t c = 0; c < 3; ++c)
      expectNear(corner(strip, t, c), v[expected[t][c]]);
  }
  EXPECT_EQ(strip.uvs[0][0], glm::vec2(0, 1));
  ASSERT_EQ(model.meshes[1].triangles.size(), 3U);
  ASSERT_EQ(model.bones.size(), 1U);
  EXPECT_EQ(model.bones[0].name, "root");
}

TEST(Bbm, SkinnedModel) {
  const ReadScene file = read(fromHex(test::kSkinned));
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  ASSERT_EQ(file.scene.models.size(), 1U);
  const SceneModel& model = file.scene.models[0];
  ASSERT_EQ(model.bones.size(), 2U);
  EXPECT_EQ(model.bones[0].name, "Scene Root");
  EXPECT_EQ(model.bones[0].parent, kNone);
  EXPECT_EQ(model.bones[1].name, "Bone1");
  EXPECT_EQ(model.bones[1].parent, 0U);
  // Turned by +90 degrees about Z and moved up by 10.
  const Mat34d world{{0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 10}};
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(model.bones[1].world.m[i], world.m[i], 1e-6) << i;
  EXPECT_NEAR(std::abs(model.bones[1].rest.rotation.z), std::sqrt(0.5), 1e-6);
  EXPECT_GT(model.bones[1].rest.rotation.z * model.bones[1].rest.rotation.w, 0.0);
  ASSERT_EQ(model.meshes.size(), 1U);
  const scene::Mesh& mesh = model.meshes[0];
  ASSERT_EQ(mesh.triangles.size(), 3U);
  expectNear(corner(mesh, 0, 0), {-1, 0, 0});
  expectNear(corner(mesh, 0, 1), {1, 0, 0});
  expectNear(corner(mesh, 0, 2), {0, 0, 10});
  const scene::Influence& blend = model.influences[mesh.influence[mesh.triangles[1]]];
  ASSERT_EQ(blend.bones, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_NEAR(blend.weights[0], 128.0 / 255, 1e-12);
  EXPECT_NEAR(blend.weights[1], 127.0 / 255, 1e-12);
  const Mat34d bind{{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, -10}};
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(blend.offsets[1].m[i], bind.m[i], 1e-6) << i;
  EXPECT_EQ(mesh.uvs[0][mesh.triangles[1]], glm::vec2(-8, 0));
  EXPECT_EQ(mesh.uvs[0][mesh.triangles[2]], glm::vec2(0.25, 7.5));
}

TEST(Bbm, TaggedModel) {
  ReadOptions options;
  options.file_name = "stone.bbm";
  const ReadScene file = read(fromHex(test::kTagged), options);
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  EXPECT_EQ(file.scene.wrappers, std::vector<std::string>{"lzo"});
  ASSERT_EQ(file.scene.models.size(), 1U);
  const SceneModel& model = file.scene.models[0];
  EXPECT_EQ(model.name, "stone");
  ASSERT_EQ(model.bones.size(), 1U);
  EXPECT_EQ(model.bones[0].name, "Box01");
  EXPECT_EQ(model.bones[0].rest.translation, glm::dvec3(5, 6, 7));
  ASSERT_EQ(model.materials.size(), 1U);
  EXPECT_EQ(model.materials[0].name, "Stone");
  EXPECT_EQ(model.materials[0].cull, CullMode::None);
  ASSERT_EQ(model.meshes.size(), 1U);
  ASSERT_EQ(model.meshes[0].triangles.size(), 3U);
  expectNear(corner(model.meshes[0], 0, 0), {0, 0, 0});
  expectNear(corner(model.meshes[0], 0, 1), {10, 0, 0});
  expectNear(corner(model.meshes[0], 0, 2), {0, 20, 0});
  ASSERT_EQ(model.attachments.size(), 1U);
  EXPECT_EQ(model.attachments[0].name, "HPNT_A");
}

TEST(Bbm, Animation) {
  ReadOptions options;
  options.file_name = "walk.3daf";
  const ReadScene file = read(fromHex(test::kAnimation), options);
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  ASSERT_EQ(file.scene.clips.size(), 1U);
  const scene::Clip& clip = file.scene.clips[0];
  EXPECT_EQ(clip.name, "walk");
  EXPECT_TRUE(clip.loop);
  EXPECT_NEAR(*clip.duration_s, 0.1, 1e-7);
  EXPECT_EQ(clip.frames, 2U);
  EXPECT_EQ(clip.rate_hz, 20.0);
  EXPECT_EQ(clip.targets, std::vector<std::string>{"Scene Root"});
}

TEST(Bbm, AnimationMovesTheBonesItNames) {
  ReadOptions options;
  options.anim_files.push_back(
      {"walk.3daf", std::make_shared<const std::vector<std::byte>>(fromHex(test::kAnimation))});
  const ReadScene file = read(fromHex(test::kSkinned), options);
  ASSERT_EQ(file.scene.models[0].clip_tracks.size(), 1U);
  const auto& tracks = file.scene.models[0].clip_tracks[0].tracks;
  ASSERT_EQ(tracks.size(), 1U);
  EXPECT_EQ(tracks[0].bone, 0U);
  EXPECT_EQ(tracks[0].curve->at(0).translation, glm::dvec3(0, 0, 0));
  EXPECT_EQ(tracks[0].curve->at(0.5).translation, glm::dvec3(0, 0, 5));
  EXPECT_EQ(tracks[0].curve->at(1).translation, glm::dvec3(0, 0, 10));
  // Looping, it goes back from the last frame to the first.
  EXPECT_NEAR(tracks[0].curve->at(1.75).translation.z, 2.5, 1e-12);
}

/// An archive of one bank with the given entries, payloads first.
struct Entry {
  std::string name;
  std::uint32_t type = 0;
  std::vector<std::byte> payload;
  std::vector<std::byte> sub_header;
};

std::vector<std::byte> archive(std::string_view bank, std::uint32_t id,
                               const std::vector<Entry>& entries) {
  std::vector<std::byte> out;
  append(out, "BIGB");
  append(out, 100);
  append(out, 0);
  append(out, 0);
  std::vector<std::uint32_t> places;
  for (const Entry& entry : entries) {
    places.push_back(static_cast<std::uint32_t>(out.size()));
    append(out, entry.payload);
  }
  const auto toc = static_cast<std::uint32_t>(out.size());
  append(out, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    append(out, 42);
    append(out, static_cast<std::uint32_t>(10 + i));
    append(out, entry.type);
    append(out, static_cast<std::uint32_t>(entry.payload.size()));
    append(out, places[i]);
    append(out, 0);
    append(out, static_cast<std::uint32_t>(entry.name.size()));
    append(out, entry.name);
    append(out, 0);
    append(out, 0);
    append(out, static_cast<std::uint32_t>(entry.sub_header.size()));
    append(out, entry.sub_header);
  }
  put(out, 8, static_cast<std::uint32_t>(out.size()));
  const auto toc_size = static_cast<std::uint32_t>(out.size()) - toc;
  append(out, 1);
  append(out, bank);
  out.push_back(std::byte{0});
  append(out, id);
  append(out, static_cast<std::uint32_t>(entries.size()));
  append(out, toc);
  append(out, toc_size);
  append(out, 1);
  return out;
}

TEST(Bbm, Archive) {
  const ReadScene file =
      read(archive("MBANK_ALLMESHES", 205,
                   {{"T_A", 1, fromHex(test::kStatic), fromHex(test::kSubHeader)},
                    {"STONE", 3, fromHex(test::kTagged), {}},
                    {"WALK", 7, fromHex(test::kAnimation), {}}}));
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  EXPECT_EQ(file.scene.wrappers, std::vector<std::string>{"big"});
  EXPECT_EQ(file.scene.members,
            (std::vector<std::string>{"MBANK_ALLMESHES/T_A", "MBANK_ALLMESHES/STONE",
                                      "MBANK_ALLMESHES/WALK"}));
  ASSERT_EQ(file.scene.models.size(), 2U);
  EXPECT_EQ(file.scene.models[1].name, "STONE");
  EXPECT_EQ(integer(file.scene.models[0].source, "physics"), 0);
  ASSERT_EQ(file.scene.clips.size(), 1U);
  EXPECT_EQ(file.scene.clips[0].name, "WALK");
  ASSERT_EQ(file.scene.readings.size(), 2U);  // packed coordinates, and the clip that adds
  EXPECT_EQ(file.scene.readings[1].name, "delta");
}

TEST(Bbm, TextureOfAnArchive) {
  // 4 x 4 pixels of BGRA, all raw.
  std::vector<std::byte> sub_header =
      fromHex("04000400010003000200010001000000000100004000000000000000012008080808");
  std::vector<std::byte> pixels;
  for (std::uint32_t i = 0; i < 16; ++i)
    append(pixels, 0x80332200U + i);  // bytes B = i, G = 0x22, R = 0x33, A = 0x80
  const ReadScene file = read(archive("GBANK_MAIN_PC", 122, {{"TEX", 0, pixels, sub_header}}));
  EXPECT_EQ(errorsAndWarnings(file), 0U);
  ASSERT_EQ(file.scene.textures.size(), 1U);
  const scene::Texture& texture = file.scene.textures[0];
  EXPECT_EQ(texture.format, "BGRA8");
  EXPECT_EQ(texture.width, 4U);
  EXPECT_EQ(integer(texture.extra, "id"), 10);
  const std::vector<std::uint8_t> rgba = texture.pixels->decode(0);
  ASSERT_EQ(rgba.size(), 64U);
  EXPECT_EQ(rgba[20], 0x33);
  EXPECT_EQ(rgba[21], 0x22);
  EXPECT_EQ(rgba[22], 5);
  EXPECT_EQ(rgba[23], 0x80);
}

TEST(Bbm, UvReadings) {
  ReadOptions options;
  options.readings["uv"] = "signed";
  EXPECT_EQ(read(fromHex(test::kStatic), options).scene.models[0].meshes[0].uvs[0][0],
            glm::vec2(8, 9));
  options.readings["uv"] = "unsigned-8";
  EXPECT_EQ(read(fromHex(test::kStatic), options).scene.models[0].meshes[0].uvs[0][0],
            glm::vec2(0, 1));
}

TEST(Bbm, EveryPrefixEndsCleanly) {
  for (const std::string_view hex :
       {test::kStatic, test::kSkinned, test::kTagged, test::kAnimation}) {
    const std::vector<std::byte> all = fromHex(hex);
    for (std::size_t size = 0; size < all.size(); ++size) {
      const ReadScene file = read({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size)});
      // Whole but for a ghost or the zeros at its end, a file may be fine.
      if (file.unreadable) {
        EXPECT_GT(countBySeverity(file.diagnostics).errors, 0U) << size;
      }
    }
  }
}

TEST(Bbm, SizeThatAnImageCannotHaveCostsNothing) {
  std::vector<std::byte> bytes = fromHex(test::kTagged);
  put(bytes, 0, 0xFFFFFFFF);
  const ReadScene file = read(bytes);
  EXPECT_TRUE(file.unreadable);
  ASSERT_FALSE(file.diagnostics.empty());
  EXPECT_EQ(file.diagnostics[0].rule, "count");
}

TEST(Bbm, WhatMeshesTakeCountsAsUnpacked) {
  ReadOptions options;
  options.max_unpacked_bytes = 900;  // enough for the blocks and one of the two meshes
  const ReadScene file = read(fromHex(test::kStatic), options);
  ASSERT_EQ(file.scene.models.size(), 1U);
  EXPECT_LT(file.scene.models[0].meshes.size(), 2U);
  ASSERT_EQ(errorsAndWarnings(file), 1U);
  EXPECT_EQ(file.diagnostics.back().rule, "limit");
}

TEST(Bbm, StrayWordsOfEmptyBuffers) {
  // A primitive without vertices or indices, with and without the zero words some tools write.
  for (const bool stray : {false, true}) {
    std::vector<std::byte> bytes;
    append(bytes, std::string_view("EMPTY\0\0", 7));
    bytes.resize(bytes.size() + 50);
    append(bytes, 0);  // materials
    append(bytes, 1);  // primitives
    append(bytes, 0);  // bones
    append(bytes, 0);
    bytes.resize(bytes.size() + 5 + 48);
    bytes.resize(bytes.size() + 60);       // header of the primitive
    put(bytes, bytes.size() - 60, kNone);  // no material
    put(bytes, bytes.size() - 12, 4);      // flags
    bytes.resize(bytes.size() + 32);       // scale, offset
    append(bytes, 12);                     // stride
    append(bytes, 0);
    if (stray) bytes.resize(bytes.size() + 4);
    append(bytes, 0);  // cloths
    const ReadScene file = read(bytes);
    EXPECT_EQ(errorsAndWarnings(file), 0U) << stray;
    EXPECT_EQ(file.scene.models.size(), 1U) << stray;
  }
}

}  // namespace
}  // namespace sinew
