// Reading whole models of Jade Empire: how doubtful facts are decided, limits, and files that lie.
// What the corpus itself must give is tested with all scene formats together.

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/format/jade_files.h"

namespace sinew::test {
namespace {

using scene::ReadOptions;
using scene::ReadScene;

const scene::Reading* reading(const ReadScene& read, const std::string& name) {
  for (const scene::Reading& candidate : read.scene.readings) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::string valueOf(const ReadScene& read, const std::string& name) {
  const scene::Reading* found = reading(read, name);
  return found == nullptr ? "" : found->value;
}

ReadScene readCase(const std::string& name, ReadOptions options = {}) {
  return readJade(jadeFolder("valid/" + name), name + ".mdl", std::move(options));
}

/// A bone's local position in a clip.
glm::dvec3 positionIn(const ReadScene& read, std::size_t clip, std::uint32_t bone, double frame) {
  for (const scene::BoneTrack& track : read.scene.models.at(0).clip_tracks.at(clip).tracks) {
    if (track.bone == bone) return track.curve->at(frame).translation;
  }
  return glm::dvec3(-999.0);
}

// ---------------------------------------------------------------- readings

TEST(JadeReadings, EachFileSaysWhichAndWhy) {
  EXPECT_EQ(valueOf(readCase("positions_absolute"), "positions"), "absolute");
  EXPECT_EQ(valueOf(readCase("positions_delta"), "positions"), "delta");
  EXPECT_EQ(valueOf(readCase("skin"), "rotations"), "high_first");
  EXPECT_EQ(valueOf(readCase("reading_low_word_first"), "rotations"), "low_first");
  EXPECT_EQ(valueOf(readCase("skin"), "palette"), "palette");
  EXPECT_EQ(valueOf(readCase("reading_mapping"), "palette"), "mapping");
  EXPECT_EQ(valueOf(readCase("skin"), "bone_ids"), "registers");
  EXPECT_EQ(valueOf(readCase("reading_direct_slots"), "bone_ids"), "slots");
  const ReadScene absolute = readCase("positions_absolute");
  EXPECT_EQ(reading(absolute, "positions")->why,
            "3 first keys lie nearer to the node's rest position than to 0, 0 do not");
  // A rigid model without animations leaves nothing open.
  EXPECT_TRUE(readCase("list_mdl").scene.readings.empty());
}

TEST(JadeReadings, PositionsCanBeForced) {
  // Bone 1 rests at (1, 0, 0), and so does its first key.
  EXPECT_EQ(positionIn(readCase("positions_absolute"), 0, 1, 0), glm::dvec3(1, 0, 0));
  ReadOptions options;
  options.readings["positions"] = "delta";
  const ReadScene forced = readCase("positions_absolute", options);
  EXPECT_EQ(positionIn(forced, 0, 1, 0), glm::dvec3(2, 0, 0));
  EXPECT_EQ(valueOf(forced, "positions"), "delta");
  EXPECT_NE(reading(forced, "positions")->why.find("asked for"), std::string::npos);
}

/// The skin of `skin` with stored inverse binds: no turn, moved by (node, 0, 0).
Folder skinWithBinds() {
  Folder folder = jadeFolder("valid/skin");
  std::vector<std::byte>& mdl = folder.at("skin.mdl");
  constexpr std::size_t kSkin = 0x270 + 0x3C + 0xE4;
  constexpr std::uint32_t kNodes = 6;
  const auto turns = static_cast<std::uint32_t>(mdl.size());
  mdl.resize(mdl.size() + kNodes * 28);
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    putFloat(mdl, turns + 16 * i, 1.0f);
    putFloat(mdl, turns + 16 * kNodes + 12 * i, static_cast<float>(i));
  }
  put32(mdl, kSkin + 0x1C, turns - 20);
  put32(mdl, kSkin + 0x20, kNodes);
  put32(mdl, kSkin + 0x28, turns + 16 * kNodes - 20);
  put32(mdl, kSkin + 0x2C, kNodes);
  put32(mdl, 4, static_cast<std::uint32_t>(mdl.size() - 20));
  return folder;
}

TEST(JadeReadings, StoredBindsAreComparedAndCanBeUsed) {
  const Folder folder = skinWithBinds();
  const ReadScene usual = readJade(folder, "skin.mdl");
  EXPECT_EQ(valueOf(usual, "binds"), "rest");
  EXPECT_NE(reading(usual, "binds")->why.find("differ"), std::string::npos);
  ReadOptions options;
  options.readings["binds"] = "stored";
  const ReadScene stored = readJade(folder, "skin.mdl", options);
  EXPECT_EQ(valueOf(stored, "binds"), "stored");
  const scene::Influence& first = stored.scene.models.at(0).influences.at(0);
  ASSERT_EQ(first.bones.size(), 1u);
  Mat34d moved;
  moved.m[3] = first.bones[0];
  EXPECT_EQ(first.offsets.at(0), moved);
  EXPECT_NE(usual.scene.models.at(0).influences.at(0).offsets.at(0), moved);
}

// ---------------------------------------------------------------- super-models

/// `base` as it is, and models that inherit from it: names[0] from names[1], and so on.
Folder inheriting(const std::string& base,
                  const std::vector<std::pair<std::string, float>>& heirs) {
  Folder folder = jadeFolder("valid/" + base);
  const std::vector<std::byte> whole = folder.at(base + ".mdl");
  for (std::size_t i = 0; i < heirs.size(); ++i) {
    std::vector<std::byte> mdl = whole;
    put32(mdl, 20 + 0x5C, 0);  // no animations of its own
    putFloat(mdl, 20 + 0x88, heirs[i].second);
    const std::string& from = i + 1 < heirs.size() ? heirs[i + 1].first : base;
    for (std::size_t c = 0; c < 32; ++c)
      mdl.at(20 + 0x8C + c) = static_cast<std::byte>(c < from.size() ? from[c] : '\0');
    folder[heirs[i].first + ".mdl"] = mdl;
    folder[heirs[i].first + ".mdx"] = folder.at(base + ".mdx");
  }
  return folder;
}

TEST(JadeSuperModels, ScaleInheritedPositions) {
  // The base's keys for bone 1 at half a second: (1, 0, 0.25) absolute, (0, 0, 0.25) as a delta.
  const ReadScene absolute =
      readJade(inheriting("positions_absolute", {{"heir", 2.0f}}), "heir.mdl");
  ASSERT_EQ(absolute.scene.clips.size(), 1u);
  EXPECT_EQ(positionIn(absolute, 0, 1, 15), glm::dvec3(2, 0, 0.5));
  const ReadScene delta = readJade(inheriting("positions_delta", {{"heir", 2.0f}}), "heir.mdl");
  EXPECT_EQ(positionIn(delta, 0, 1, 15), glm::dvec3(1, 0, 0.5));
}

TEST(JadeSuperModels, ScalesOfLevelsMultiply) {
  const ReadScene two =
      readJade(inheriting("positions_delta", {{"heir", 2.0f}, {"middle", 3.0f}}), "heir.mdl");
  ASSERT_EQ(two.scene.clips.size(), 1u);
  EXPECT_EQ(positionIn(two, 0, 1, 15), glm::dvec3(1, 0, 1.5));
}

TEST(JadeSuperModels, LongChainsEnd) {
  std::vector<std::pair<std::string, float>> heirs;
  for (int i = 0; i < 20; ++i)
    heirs.emplace_back("m" + std::to_string(i), 1.0f);
  const ReadScene read = readJade(inheriting("positions_delta", heirs), "m0.mdl");
  ASSERT_NE(findKind(read, "limit"), nullptr);
  EXPECT_TRUE(read.scene.clips.empty());
}

TEST(JadeSuperModels, NamesThatLeaveTheFolderAreNotOpened) {
  Folder folder = inheriting("positions_delta", {{"heir", 1.0f}});
  std::vector<std::byte>& mdl = folder.at("heir.mdl");
  const std::string name = "../positions_delta";
  for (std::size_t c = 0; c < name.size(); ++c)
    mdl.at(20 + 0x8C + c) = static_cast<std::byte>(name[c]);
  const ReadScene read = readJade(folder, "heir.mdl");
  ASSERT_NE(findKind(read, "path"), nullptr);
  EXPECT_TRUE(read.scene.clips.empty());
}

// ---------------------------------------------------------------- files that lie

TEST(JadeFiles, XboxIsRefusedWithItsName) {
  Folder folder = jadeFolder("valid/list_mdl");
  folder.at("list_mdl.mdl").at(2) = std::byte{0x07};
  EXPECT_TRUE(jade::looksLikeJade(folder.at("list_mdl.mdl")));
  const ReadScene read = readJade(folder, "list_mdl.mdl");
  EXPECT_TRUE(read.unreadable);
  const Diagnostic* found = findKind(read, "unsupported");
  ASSERT_NE(found, nullptr);
  EXPECT_NE(found->message.find("Xbox"), std::string::npos);
}

TEST(JadeFiles, OtherGamesOfTheFamilyAreNotTaken) {
  const std::vector<std::byte> zeros(400);
  EXPECT_FALSE(jade::looksLikeJade(zeros));
  EXPECT_FALSE(jade::looksLikeJade({}));
}

/// Every prefix of the .mdl and the .mdx, each in a block of its own size, ends with an error or in
/// the whole model, and never with more than the whole file has.
void expectCutsAreClean(const std::string& name) {
  const Folder whole = jadeFolder("valid/" + name);
  const ReadScene good = readJade(whole, name + ".mdl");
  ASSERT_EQ(good.scene.models.size(), 1u);
  for (const std::string& file : {name + ".mdl", name + ".mdx"}) {
    Folder folder = whole;
    for (std::size_t size = 0; size < whole.at(file).size(); ++size) {
      folder.at(file).assign(whole.at(file).begin(),
                             whole.at(file).begin() + static_cast<std::ptrdiff_t>(size));
      const ReadScene read = readJade(folder, name + ".mdl");
      EXPECT_FALSE(read.diagnostics.empty()) << file << " cut at " << size;
      if (read.unreadable) {
        EXPECT_GT(countErrors(read), 0u) << file << " cut at " << size;
        continue;
      }
      const scene::SceneModel& model = read.scene.models.at(0);
      EXPECT_LE(model.bones.size(), good.scene.models[0].bones.size());
      EXPECT_LE(model.meshes.size(), good.scene.models[0].meshes.size());
    }
  }
}

TEST(JadeFiles, CutsOfAModelWithChunks) {
  expectCutsAreClean("strip_mdx_odd");
}
TEST(JadeFiles, CutsOfASkin) {
  expectCutsAreClean("skin");
}
TEST(JadeFiles, CutsOfAnimations) {
  expectCutsAreClean("positions_absolute");
}
TEST(JadeFiles, CutsOfMaterials) {
  expectCutsAreClean("materials");
}

TEST(JadeFiles, MeshesThatShareVerticesDoNotAddUp) {
  // Forty meshes of 65535 vertices, all of them the same bytes: together more than is read.
  Folder folder = jadeFolder("valid/list_mdl");
  std::vector<std::byte>& mdl = folder.at("list_mdl.mdl");
  const std::size_t root = get32(mdl, 20 + 0x28) + 20;
  const std::size_t box = get32(mdl, get32(mdl, root + 0x2C) + 20) + 20;
  const std::vector<std::byte> node(mdl.begin() + static_cast<std::ptrdiff_t>(box),
                                    mdl.begin() + static_cast<std::ptrdiff_t>(box + 0x3C + 0xE4));
  constexpr std::uint32_t kMeshes = 40;
  const auto children = static_cast<std::uint32_t>(mdl.size());
  mdl.resize(mdl.size() + 4 * kMeshes);
  for (std::uint32_t i = 0; i < kMeshes; ++i) {
    const auto at = static_cast<std::uint32_t>(mdl.size());
    mdl.insert(mdl.end(), node.begin(), node.end());
    put16(mdl, at + 0x3C + 0xB0, 65535);
    put32(mdl, children + 4 * i, at - 20);
  }
  put32(mdl, root + 0x2C, children - 20);
  put32(mdl, root + 0x30, kMeshes);
  folder.at("list_mdl.mdx").resize(65535 * 24);
  const ReadScene read = readJade(folder, "list_mdl.mdl");
  ASSERT_NE(findKind(read, "limit"), nullptr);
  EXPECT_EQ(read.scene.models.at(0).bones.size(), kMeshes + 1);
  EXPECT_EQ(read.scene.models.at(0).meshes.size(), 15u);  // 15 * 65535 is below a million
}

TEST(JadeFiles, OneTreeOfManyAnimationsIsNotReadWithoutEnd) {
  // 60000 animations are one and the same; together they may have half a million nodes.
  Folder folder = jadeFolder("valid/positions_absolute");
  std::vector<std::byte>& mdl = folder.at("positions_absolute.mdl");
  const std::uint32_t animation = get32(mdl, get32(mdl, 20 + 0x58) + 20);
  constexpr std::uint32_t kAnimations = 60000;
  const auto list = static_cast<std::uint32_t>(mdl.size());
  mdl.resize(mdl.size() + 4 * kAnimations);
  for (std::uint32_t i = 0; i < kAnimations; ++i)
    put32(mdl, list + 4 * i, animation);
  // A thousand seconds each, so that frames would be the larger part.
  putFloat(mdl, animation + 20 + 0x50, 1000.0f);
  put32(mdl, 20 + 0x58, list - 20);
  put32(mdl, 20 + 0x5C, kAnimations);
  const auto before = std::chrono::steady_clock::now();
  const ReadScene read = readJade(folder, "positions_absolute.mdl");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(60));
  ASSERT_NE(findKind(read, "limit"), nullptr);
  std::uint64_t samples = 0;
  for (const scene::ClipTracks& tracks : read.scene.models.at(0).clip_tracks)
    samples += tracks.tracks.size() * read.scene.clips.at(tracks.clip).frames;
  EXPECT_LE(samples, 4'000'000u);
}

TEST(JadeFiles, ChildListsThatAreSharedEnd) {
  // A thousand animations whose root has a hundred thousand pointers to one and the same child.
  Folder folder = jadeFolder("valid/positions_absolute");
  std::vector<std::byte>& mdl = folder.at("positions_absolute.mdl");
  const std::uint32_t animation = get32(mdl, get32(mdl, 20 + 0x58) + 20);
  const std::size_t root = get32(mdl, animation + 20 + 0x28) + 20;
  const std::uint32_t child = get32(mdl, get32(mdl, root + 0x2C) + 20);
  constexpr std::uint32_t kAnimations = 1000;
  constexpr std::uint32_t kChildren = 100000;
  const auto list = static_cast<std::uint32_t>(mdl.size());
  mdl.resize(mdl.size() + 4 * (kAnimations + kChildren));
  for (std::uint32_t i = 0; i < kAnimations; ++i)
    put32(mdl, list + 4 * i, animation);
  for (std::uint32_t i = 0; i < kChildren; ++i)
    put32(mdl, list + 4 * (kAnimations + i), child);
  put32(mdl, 20 + 0x58, list - 20);
  put32(mdl, 20 + 0x5C, kAnimations);
  put32(mdl, root + 0x2C, list + 4 * kAnimations - 20);
  put32(mdl, root + 0x30, kChildren);
  const auto before = std::chrono::steady_clock::now();
  const ReadScene read = readJade(folder, "positions_absolute.mdl");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(60));
  EXPECT_NE(findKind(read, "limit"), nullptr);
  EXPECT_NE(findKind(read, "loop"), nullptr);
}

TEST(JadeFiles, ControllersThatAreSharedEnd) {
  // Sixty thousand animations share a list of sixty thousand controllers of an unknown type.
  Folder folder = jadeFolder("valid/positions_absolute");
  std::vector<std::byte>& mdl = folder.at("positions_absolute.mdl");
  const std::uint32_t animation = get32(mdl, get32(mdl, 20 + 0x58) + 20);
  const std::size_t root = get32(mdl, animation + 20 + 0x28) + 20;
  constexpr std::uint32_t kMany = 60000;
  const auto list = static_cast<std::uint32_t>(mdl.size());
  mdl.resize(mdl.size() + 20 * kMany);
  for (std::uint32_t i = 0; i < kMany; ++i)
    put32(mdl, list + 4 * i, animation);
  put32(mdl, 20 + 0x58, list - 20);
  put32(mdl, 20 + 0x5C, kMany);
  put32(mdl, root + 0x3C + 0x04, list + 4 * kMany - 20);
  put32(mdl, root + 0x3C + 0x08, kMany);
  const auto before = std::chrono::steady_clock::now();
  const ReadScene read = readJade(folder, "positions_absolute.mdl");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(60));
  EXPECT_NE(findKind(read, "limit"), nullptr);
  EXPECT_NE(findKind(read, "unsupported"), nullptr);
}

TEST(JadeFiles, ExtremeWeightsStayWeights) {
  // The first vertex of the skin: the largest float twice for one bone, the smallest for another.
  Folder folder = jadeFolder("valid/skin");
  std::vector<std::byte>& mdx = folder.at("skin.mdx");
  put32(mdx, 24, 0x7F7FFFFF);
  put32(mdx, 28, 0x7F7FFFFF);
  put32(mdx, 32, 0x00000001);
  put32(mdx, 36, 0);
  put16(mdx, 40, 0x12);
  put16(mdx, 42, 0x12);
  put16(mdx, 44, 0x15);
  const ReadScene read = readJade(folder, "skin.mdl");
  const scene::SceneModel& model = read.scene.models.at(0);
  const scene::Influence& first = model.influences.at(model.meshes.at(0).influence.at(0));
  ASSERT_EQ(first.bones.size(), 2u);
  EXPECT_DOUBLE_EQ(first.weights[0], 1.0);
  EXPECT_GT(first.weights[1], 0.0);
}

TEST(JadeFiles, NamesOfAnimationsInTheSecondPlace) {
  // Both of anim_types' animations get one first name; the second ones tell them apart.
  Folder folder = jadeFolder("valid/anim_types");
  std::vector<std::byte>& mdl = folder.at("anim_types.mdl");
  const std::uint32_t list = get32(mdl, 20 + 0x58) + 20;
  const std::vector<std::string> second{"walk", "run"};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t at = get32(mdl, list + 4 * i) + 20;
    for (std::size_t c = 0; c < 32; ++c) {
      mdl.at(at + 8 + c) = static_cast<std::byte>(c == 0 ? 'x' : '\0');
      mdl.at(at + 0x5A + c) = static_cast<std::byte>(c < second[i].size() ? second[i][c] : '\0');
    }
  }
  const ReadScene read = readJade(folder, "anim_types.mdl");
  ASSERT_EQ(read.scene.clips.size(), 2u);
  EXPECT_EQ(read.scene.clips[0].name, "walk");
  EXPECT_EQ(read.scene.clips[1].name, "run");
}

// ---------------------------------------------------------------- textures

TEST(JadeTextures, LaterMipsMayBeMissing) {
  Folder folder = jadeFolder("valid/materials");
  folder.at("t_bgra.txb").resize(128 + 128 + 16);  // 8x4 whole, 4x2 not
  const ReadScene read = readJade(folder, "materials.mdl");
  EXPECT_EQ(countErrors(read), 0u);
  ASSERT_NE(findKind(read, "truncated"), nullptr);
  const scene::Texture& texture = read.scene.textures.at(0);
  ASSERT_NE(texture.pixels, nullptr);
  EXPECT_EQ(texture.pixels->levelCount(), 1u);
  EXPECT_EQ(texture.pixels->decode(0).size(), 8u * 4 * 4);
}

TEST(JadeTextures, InOverrideToo) {
  Folder folder = jadeFolder("valid/materials");
  folder["override/t_grey.txb"] = folder.at("t_grey.txb");
  folder.erase("t_grey.txb");
  const ReadScene read = readJade(folder, "materials.mdl");
  EXPECT_EQ(read.scene.textures.at(1).format, "GREY8");
}

TEST(JadeTextures, NamesThatLeaveTheFolderAreNotOpened) {
  Folder folder = jadeFolder("valid/materials");
  std::vector<std::byte>& mab = folder.at("101.mab");
  const std::string name = "../t_grey";
  for (std::size_t c = 0; c < 32; ++c)
    mab.at(0x64 + c) = static_cast<std::byte>(c < name.size() ? name[c] : '\0');
  std::set<std::string> asked;
  ReadOptions options;
  options.file_name = "materials.mdl";
  options.resolver = [&](const std::string& path) -> Result<SharedBytes> {
    asked.insert(path);
    const auto found = folder.find(lower(path));
    if (found == folder.end()) return fail("file.missing", "no such file");
    return std::make_shared<const std::vector<std::byte>>(found->second);
  };
  const auto mdl = std::make_shared<const std::vector<std::byte>>(folder.at("materials.mdl"));
  const ReadScene read = jade::read(mdl, options);
  ASSERT_NE(findKind(read, "path"), nullptr);
  for (const std::string& path : asked)
    EXPECT_EQ(path.find(".."), std::string::npos) << path;
}

}  // namespace
}  // namespace sinew::test
