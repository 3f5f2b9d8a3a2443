// Hand-made files for the fine print of docs/format-bmd1.md, "Diagnostics": what the corpus leaves
// open.

#include "format/bmd1/rules.h"

#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/bmd1/findings.h"
#include "format/load.h"
#include "tests/format/corpus.h"
#include "tests/format/raw_file.h"

namespace sinew {
namespace {

using bmd1::Rule;
using test::RawFile;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// "rule offset path xCOUNT", the offset in decimal; both modes must agree.
std::vector<std::string> findings(const RawFile& raw, const bmd1::Readings& readings = {}) {
  std::vector<std::string> lines[2];
  for (const Mode mode : {Mode::Strict, Mode::Lenient}) {
    const auto loaded = loadModel(raw.share(), {.mode = mode, .bmd1 = readings});
    EXPECT_TRUE(loaded.has_value());
    if (!loaded) return {};
    for (const Diagnostic& d : loaded->diagnostics) {
      lines[mode == Mode::Strict ? 0 : 1].push_back(std::string(d.rule) + " " +
                                                    std::to_string(d.offset) + " " + d.path + " x" +
                                                    std::to_string(d.count));
    }
  }
  EXPECT_EQ(lines[0], lines[1]);
  return lines[0];
}

std::string at(std::string_view rule, std::uint64_t offset, const std::string& path,
               int count = 1) {
  return std::string(rule) + " " + std::to_string(offset) + " " + path + " x" +
         std::to_string(count);
}

TEST(Rules, EveryRuleOccursInTheCorpus) {
  std::set<std::string> seen;
  for (const char* folder : {"valid", "invalid"}) {
    for (const auto& file : test::filesIn(test::corpusDir() / folder, ".bmd")) {
      const auto loaded = loadModel(test::readBytes(file), {});
      if (!loaded) {
        seen.insert(loaded.error().code);
        continue;
      }
      for (const Diagnostic& d : loaded->diagnostics)
        seen.insert(std::string(d.rule));
    }
  }
  for (const bmd1::RuleInfo& info : bmd1::kRules)
    EXPECT_TRUE(seen.contains(std::string(info.id))) << info.id;
  EXPECT_EQ(seen.size(), bmd1::kRules.size());
}

TEST(Rules, SentencesHaveTheirNumbers) {
  RawFile raw;
  const std::uint32_t skin = raw.text("skin");
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0x07000000});
  const std::uint32_t faces = raw.words({0 | 1u << 12 | 9u << 22});
  const std::uint32_t mesh =
      raw.meshes({{vertices, 16, 3, faces, 4, 1, skin, 2}, {9, 8, 0, 0, 0, 0, skin, 0}});
  const auto loaded = loadModel(raw.share(), {});
  ASSERT_TRUE(loaded.has_value());
  std::vector<std::string> sentences;
  for (const Diagnostic& d : loaded->diagnostics)
    sentences.push_back(describe(d));
  // skin at 0x30, vertices at 0x40, the face at 0x50, mesh records at 0x60 and 0x80, end at 0xa0.
  ASSERT_EQ(mesh, 0x60u);
  EXPECT_THAT(
      sentences,
      ElementsAre(
          "meshes[0].vertices[0] at 0x47: a 64-bit vertex, but flags 0x2 promise 128-bit ones",
          "meshes[0].vertices[1] at 0x4f: bone 7, but the file has 1",
          "meshes[0].faces[0] at 0x50: vertex 9, but the mesh has 2",
          "meshes[0].n_vtx at 0x6c: n_vtx 3, but the list holds 2 vertices",
          "meshes[1].vertices at 0x80: 8 bytes at 0x9, but the file has data from 0x30 to 0xa0"));
}

// ---------------------------------------------------------------- arrays and lists

TEST(Sections, TornArraysKeepTheirWholeRecords) {
  RawFile raw;
  raw.align();
  const std::uint32_t bones = raw.words({0, 0, 0, 0, 0, 0, 0, 0});
  raw.setArray(RawFile::kBones, bones, 31);
  const auto loaded = loadModel(raw.share(), {});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->bmd1->bones.size(), 1u);
  EXPECT_THAT(findings(raw), ElementsAre(at("section.size", 0x24, "bones")));
}

TEST(Sections, AnArrayOutOfRangeGetsNoOtherRule) {
  RawFile raw;
  raw.setArray(RawFile::kMeshes, 0x31, 33);
  raw.setArray(RawFile::kLods, 0x2C, 4);
  EXPECT_THAT(findings(raw),
              ElementsAre(at("section.range", 0x10, "meshes"), at("section.range", 0x18, "lods")));
}

TEST(Sections, AnEmptyArrayMayPointAnywhere) {
  RawFile raw;
  raw.setArray(RawFile::kAnims, 0xFFFFFFFF, 0);
  EXPECT_THAT(findings(raw), ElementsAre(at("section.empty", 0x28, "anims")));
}

TEST(Sections, EmptyListsMayPointAnywhere) {
  RawFile raw;
  raw.meshes({{0xFFFFFFFF, 0, 0, 7, 0, 0, 0, 0}});
  EXPECT_THAT(findings(raw), IsEmpty());
}

/// A file whose only lists are `count` meshes over one vertex list of `bytes`.
RawFile sharedVertices(std::uint32_t count, std::uint32_t bytes, std::uint32_t slack) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(bytes);
  raw.meshes(std::vector<RawFile::Mesh>(count, {vertices, bytes, bytes / 8, 0, 0, 0, 0, 0}));
  raw.pad(slack);
  return raw;
}

TEST(Sections, TotalIsTheFirstListBeyondEightTimesTheFile) {
  // 16 meshes over B bytes of vertices, 0x30 + B + 16 * 32 + slack in all: 16 B = 8 (560 + B +
  // slack) for B = 560 + slack. At exactly eight times nothing is wrong.
  EXPECT_THAT(findings(sharedVertices(16, 576, 16)), IsEmpty());
  const RawFile one_over = sharedVertices(16, 576, 15);
  EXPECT_THAT(findings(one_over),
              ElementsAre(at("section.total", 0x30 + 576 + 15 * 32 + 0x10, "meshes[15].vertices")));
}

TEST(Sections, ListsAfterTheTotalAreNotReadButTheirRangesAre) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(800);
  std::vector<RawFile::Mesh> meshes(12, {vertices, 800, 100, 0, 0, 0, 0, 0});
  meshes[11] = {vertices, 8, 55, 3, 4, 66, 0, 0};  // wrong counts, and faces inside the header
  const std::uint32_t first = raw.meshes(meshes);
  const std::uint32_t bones = raw.bones({{}, {}});
  ASSERT_EQ(bones, first + 12 * 32);
  raw.anims({{0, 4, 40, vertices, 2}});
  raw.pad(0);
  // The file is 0x30 + 800 + 384 + 32 + 16 = 1280 bytes: 10,240 bytes of lists are allowed, 12 x
  // 800 = 9600 fit.
  ASSERT_EQ(raw.size(), 1280u);
  EXPECT_THAT(findings(raw),
              ::testing::Contains(at("section.range", first + 11 * 32 + 4, "meshes[11].faces")));
  // With 13 lists of 800 the last one is refused, and with it the frame data.
  std::vector<RawFile::Mesh> more(14, {vertices, 800, 100, 0, 0, 0, 0, 0});
  RawFile over;
  over.align();
  over.pad(800);
  more[13] = {vertices, 8, 55, 3, 4, 66, 0, 0};
  const std::uint32_t records = over.meshes(more);
  over.bones({{}, {}});
  const std::uint32_t anims = over.anims({{0, 4, 40, vertices, 2}});
  // 1344 bytes: 10,752 allowed, 13 x 800 = 10,400 fit, mesh 13's 8 bytes fit too.
  ASSERT_EQ(over.size(), 1344u);
  EXPECT_THAT(findings(over), ::testing::Not(::testing::Contains(::testing::HasSubstr("total"))));
  over.put32(records + 12 * 32 + 0x10, 1344 - 0x30);  // mesh 12 takes 1296 instead: 10,896
  EXPECT_THAT(findings(over),
              ElementsAre(at("section.total", records + 12 * 32 + 0x10, "meshes[12].vertices"),
                          at("section.range", records + 13 * 32 + 4, "meshes[13].faces"),
                          at("anim.name-missing", anims, "anims[0].name")));
}

TEST(Sections, ListAlignmentIsFour) {
  RawFile raw;
  raw.pad(2);
  const std::uint32_t vertices = raw.size();
  raw.pad(8);
  raw.pad(3);
  const std::uint32_t faces = raw.size();
  raw.pad(4);
  const std::uint32_t mesh = raw.meshes({{vertices, 8, 1, faces, 4, 1, 0, 0}});
  EXPECT_THAT(findings(raw), ElementsAre(at("section.align", mesh, "meshes[0].vertices"),
                                         at("section.align", mesh + 4, "meshes[0].faces")));
}

TEST(Sections, OverlapGoesByTheLargestEndSoFar) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(64);
  // Mesh 1 lies inside mesh 0's list; mesh 2 only touches its end; mesh 3 shares mesh 1's list.
  const std::uint32_t records = raw.meshes({{vertices, 48, 6, 0, 0, 0, 0, 0},
                                            {vertices + 8, 8, 1, 0, 0, 0, 0, 0},
                                            {vertices + 48, 8, 1, 0, 0, 0, 0, 0},
                                            {vertices + 8, 8, 1, 0, 0, 0, 0, 0},
                                            {vertices + 40, 16, 2, 0, 0, 0, 0, 0}});
  EXPECT_THAT(findings(raw),
              ElementsAre(at("section.overlap", records + 32, "meshes[1].vertices"),
                          at("section.overlap", records + 64, "meshes[2].vertices"),
                          at("section.overlap", records + 128, "meshes[4].vertices")));
}

// ---------------------------------------------------------------- strings

TEST(Strings, LengthsAroundTheLimit) {
  const auto withName = [](std::size_t length, bool terminated) {
    RawFile raw;
    raw.meshes({{}});
    const std::string name(length, 'n');
    const std::uint32_t offset = raw.text(name);
    raw.put32(0x30 + 8, offset);
    if (!terminated) {
      RawFile cut;
      cut.meshes({{}});
      for (std::size_t k = 0; k < length; ++k)
        cut.data({'n'});
      cut.put32(0x30 + 8, offset);
      return cut;
    }
    return raw;
  };
  constexpr std::uint32_t kName = 0x50;
  EXPECT_THAT(findings(withName(255, true)), IsEmpty());
  EXPECT_THAT(findings(withName(256, true)),
              ElementsAre(at("string.long", kName, "meshes[0].material")));
  EXPECT_THAT(findings(withName(255, false)),
              ElementsAre(at("string.unterminated", kName, "meshes[0].material")));
  EXPECT_THAT(findings(withName(256, false)),
              ElementsAre(at("string.long", kName, "meshes[0].material")));
  EXPECT_THAT(findings(withName(1, false)),
              ElementsAre(at("string.unterminated", kName, "meshes[0].material")));
}

TEST(Strings, AreCheckedOncePerField) {
  RawFile raw;
  const std::uint32_t bad = raw.text("a\xC3(");  // a lead byte without its follower
  raw.meshes({{0, 0, 0, 0, 0, 0, bad, 0}, {0, 0, 0, 0, 0, 0, bad, 0}});
  EXPECT_THAT(findings(raw), ElementsAre(at("string.utf8", bad + 1, "meshes[0].material"),
                                         at("string.utf8", bad + 1, "meshes[1].material")));
}

TEST(Strings, PathsOfOneOffsetSortAsText) {
  RawFile raw;
  const std::uint32_t bad = raw.text("\xFF");
  raw.meshes(std::vector<RawFile::Mesh>(12, {0, 0, 0, 0, 0, 0, bad, 0}));
  const auto lines = findings(raw);
  ASSERT_EQ(lines.size(), 12u);
  EXPECT_EQ(lines[0], at("string.utf8", bad, "meshes[0].material"));
  EXPECT_EQ(lines[1], at("string.utf8", bad, "meshes[10].material"));  // '0' < ']'
  EXPECT_EQ(lines[3], at("string.utf8", bad, "meshes[1].material"));
}

TEST(Strings, ColourNames) {
  const auto withMaterial = [](const char* name) {
    RawFile raw;
    const std::uint32_t offset = raw.text(name);
    raw.meshes({{0, 0, 0, 0, 0, 0, offset, 0}});
    return raw;
  };
  const auto warned = ElementsAre(at("material.color", 0x30, "meshes[0].material"));
  EXPECT_THAT(findings(withMaterial("#aBcDeF")), IsEmpty());
  EXPECT_THAT(findings(withMaterial("")), IsEmpty());
  EXPECT_THAT(findings(withMaterial("a#12345")), IsEmpty());
  for (const char* name : {"#", "#12345", "#1234567", "#12345g", "#12 456"}) {
    EXPECT_THAT(findings(withMaterial(name)), warned) << name;
  }
}

// ---------------------------------------------------------------- vertices and faces

TEST(Vertices, RulesAreCountedPerMeshForTheFirstOffender) {
  RawFile raw;
  raw.align();
  // 64-bit on bone 9, F0 on bone 0, FE on bone 3 with two bad halves, F2 on bone 4.
  const std::uint32_t vertices = raw.words({0, 0x09000000, 0, 0xF0000000, 0, 0x7C00FC00, 0xFE000000,
                                            0, 0x03000000, 0, 0xF2000000, 0x04000000});
  const std::uint32_t mesh = raw.meshes({{vertices, 48, 4, 0, 0, 0, 0, 1}});
  raw.bones({{}, {}});
  (void)mesh;
  const std::string first = "meshes[0].vertices[0]";
  EXPECT_THAT(findings(raw),
              ElementsAre(at("vertex.bone", vertices + 7, first, 3),
                          at("mesh.vertex-tag", vertices + 8 + 7, "meshes[0].vertices[1]", 3),
                          at("vertex.non-finite", vertices + 20, "meshes[0].vertices[2]")));
}

TEST(Vertices, FlagsPromiseForms) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0xF8000000, 0, 0, 0xFD000000, 0, 0});
  const auto withFlags = [&](std::uint32_t flags) {
    RawFile file = raw;
    file.meshes({{vertices, 36, 3, 0, 0, 0, 0, flags}});
    return findings(file);
  };
  const std::string path = "meshes[0].vertices";
  EXPECT_THAT(withFlags(0), ElementsAre(at("mesh.vertex-form", vertices + 15, path + "[1]", 2)));
  EXPECT_THAT(withFlags(1), IsEmpty());
  EXPECT_THAT(withFlags(2), ElementsAre(at("mesh.vertex-form", vertices + 7, path + "[0]", 2)));
  EXPECT_THAT(withFlags(3), ElementsAre(at("mesh.vertex-form", vertices + 7, path + "[0]", 2)));
}

TEST(Vertices, NoBoneRuleWhereTheBoneArrayIsUnknown) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0x09000000});
  raw.meshes({{vertices, 8, 1, 0, 0, 0, 0, 0}});
  raw.setArray(RawFile::kBones, 0x20, 16);
  EXPECT_THAT(findings(raw), ElementsAre(at("section.range", 0x20, "bones")));
}

TEST(Vertices, TruncationSwitchesOffWhatDependsOnTheCount) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0x05000000, 0, 0xFD000000});
  const std::uint32_t faces = raw.words({0xFFFFFFFC});  // vertex 1023 three times
  raw.meshes({{vertices, 16, 9, faces, 4, 1, 0, 1}});
  // The whole vertex is still checked.
  EXPECT_THAT(findings(raw),
              ElementsAre(at("vertex.bone", vertices + 7, "meshes[0].vertices[0]"),
                          at("mesh.vertex-truncated", vertices + 8, "meshes[0].vertices[1]")));
}

TEST(Vertices, LegacyIsNoticedOnceAndOnlyByAuto) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices =
      raw.words({0, 0xFD000000, 0x70000000, 0, 0, 0xFD000000, 0x80000000, 0});
  raw.meshes({{vertices, 32, 2, 0, 0, 0, 0, 2}, {vertices, 32, 2, 0, 0, 0, 0, 2}});
  EXPECT_THAT(findings(raw),
              ElementsAre(at("vertex.st128-legacy", vertices + 16 + 11, "meshes[0].vertices[1]")));
  EXPECT_THAT(findings(raw, {bmd1::St128::Spec, bmd1::Shade::Rgb}), IsEmpty());
}

TEST(Faces, CountsAndVariants) {
  // tri32, quad32, quad64: nominal 1 + 2 + 1, records 3, triangles 1 + 2 + 2.
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0});
  const std::uint32_t faces = raw.words({0, 1, 3, 0});
  for (const std::uint32_t n : {2u, 3u, 4u, 5u, 6u}) {
    RawFile file = raw;
    const std::uint32_t mesh = file.meshes({{vertices, 8, 1, faces, 16, n, 0, 4}});
    const auto lines = findings(file);
    if (n == 4) {
      EXPECT_THAT(lines, IsEmpty());
      continue;
    }
    const bool variant = n == 3 || n == 5;
    EXPECT_THAT(lines, ElementsAre(at(variant ? "mesh.face-count-variant" : "mesh.face-count",
                                      mesh + 0x0E, "meshes[0].n_tris")));
  }
}

TEST(Faces, FormsAndSpareBits) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0});
  // tri32; quad32 with a spare bit; tri64; quad64 with both.
  const std::uint32_t faces = raw.words({0, 0x40000001, 2, 0, 3, 0xC0000000});
  const auto withFlags = [&](std::uint32_t flags) {
    RawFile file = raw;
    file.meshes({{vertices, 8, 1, faces, 24, 5, 0, flags << 2}});
    return findings(file);
  };
  const std::string path = "meshes[0].faces";
  const std::string spare = at("mesh.face-tag2", faces + 4 + 3, path + "[1]", 2);
  EXPECT_THAT(withFlags(0), ElementsAre(at("mesh.face-form", faces + 4, path + "[1]", 3), spare));
  EXPECT_THAT(withFlags(1), ElementsAre(spare));
  EXPECT_THAT(withFlags(2), ElementsAre(at("mesh.face-form", faces, path + "[0]", 3), spare));
  EXPECT_THAT(withFlags(3), ElementsAre(at("mesh.face-form", faces, path + "[0]", 2), spare));
}

TEST(Faces, EveryCornerIsChecked) {
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  raw.pad(5 * 8);
  // Index 5 of 5 in each corner of each form in turn, and one good face of each.
  std::vector<std::uint64_t> bad;
  const std::uint32_t faces = raw.size();
  std::uint32_t triangles = 0;
  const auto addFaces = [&](std::uint64_t tag, unsigned width, unsigned corners, bool wide) {
    for (unsigned corner = 0; corner <= corners; ++corner) {
      std::uint64_t word = tag;
      for (unsigned c = 0; c < corners; ++c) {
        word |= std::uint64_t{c == corner ? 5u : 4u} << (2 + width * c);
      }
      raw.words({static_cast<std::uint32_t>(word)});
      if (wide) raw.words({static_cast<std::uint32_t>(word >> 32)});
      triangles += tag == 1 ? 2 : 1;
    }
  };
  addFaces(0, 10, 3, false);
  addFaces(1, 7, 4, false);
  addFaces(2, 20, 3, true);
  addFaces(3, 15, 4, true);
  raw.meshes({{vertices, 40, 5, faces, raw.size() - faces, triangles, 0, 4}});
  EXPECT_THAT(findings(raw), ElementsAre(at("mesh.index-range", faces, "meshes[0].faces[0]", 14)));
  const auto loaded = loadModel(raw.share(), {});
  EXPECT_EQ(loaded->model.meshes[0].triangles.size(), 3u * (1 + 2 + 1 + 2));
}

// ---------------------------------------------------------------- bones

TEST(Bones, ParentRulesExcludeEachOther) {
  RawFile raw;
  const std::uint32_t b =
      raw.bones({{}, {0xF0}, {2}, {0xFF, 0, 0, 0x70}, {0xF3}, {9}, {0xFF, 0, 7, 0x70}});
  // Bone 1: reserved. Bone 2: its own parent. Bone 4: reserved, behind a pseudo-bone. Bone 5: a
  // normal bone behind one. With that pseudo.ids is off (bone 6 names bone 7).
  EXPECT_THAT(findings(raw), ElementsAre(at("bone.parent-reserved", b + 16 + 12, "bones[1].parent"),
                                         at("bone.parent-order", b + 32 + 12, "bones[2].parent"),
                                         at("bone.parent-reserved", b + 64 + 12, "bones[4].parent"),
                                         at("bone.pseudo-order", b + 80 + 12, "bones[5].parent")));
}

TEST(Bones, RotationsOfLengthZero) {
  RawFile raw;
  const std::uint32_t b =
      raw.bones({{}, {0, 0, 0, 0x80008000}, {0, 0, 0, 0}, {0, 0, 0, 0xFFFFFFFF}});
  EXPECT_THAT(findings(raw), ElementsAre(at("rotation.zero", b + 16 + 4, "bones[1].rotation")));
}

TEST(Bones, WeightsOfPseudoBones) {
  RawFile raw;
  // Weights by code: 0x60 is 0.5, 0x70 is 1, 0xE0 is -0.5, 0x61 is 0.53125, 0x62 is 0.5625, 0x64 is
  // 0.625.
  const std::uint32_t b = raw.bones({{},
                                     {0},
                                     {0xFF, 0, 0x00000001, 0x00006060},    // 1
                                     {0xFF, 0, 0x00000001, 0x00006260},    // 1.0625: just inside
                                     {0xFF, 0, 0x00000001, 0x00006460},    // 1.125: too much
                                     {0xFF, 0, 0x05000001, 0x80E0E070},    // 1 - 0.5 - 0.5 = 0
                                     {0xFF, 0, 0x02030501, 0x60E00070}});  // ids 5 (unused), 3, 2
  EXPECT_THAT(findings(raw),
              ElementsAre(at("pseudo.weight-sum", b + 64 + 4, "bones[4].weights"),
                          at("pseudo.weights", b + 80 + 4, "bones[5].weights"),
                          at("pseudo.weight-negative", b + 80 + 5, "bones[5].weights[1]", 2),
                          at("pseudo.ids", b + 96 + 2, "bones[6].ids[2]", 2),
                          at("pseudo.weight-negative", b + 96 + 4 + 2, "bones[6].weights[2]")));
}

// ---------------------------------------------------------------- levels

TEST(Lods, RangesAndReach) {
  const auto withLods = [](std::initializer_list<std::uint32_t> lods) {
    RawFile raw;
    const std::uint32_t name = raw.text("skin");
    raw.meshes({{0, 0, 0, 0, 0, 0, name, 0}, {}, {0, 0, 0, 0, 0, 0, name, 0}});
    raw.align();
    const std::uint32_t offset = raw.words(lods);
    raw.setArray(RawFile::kLods, offset, raw.size() - offset);
    auto lines = findings(raw);
    // Offsets from the list's start.
    for (std::string& line : lines) {
      const std::size_t space = line.find(' ');
      const std::size_t end = line.find(' ', space + 1);
      line = line.substr(0, space + 1) +
             std::to_string(std::stoul(line.substr(space + 1, end)) - offset) + line.substr(end);
    }
    return lines;
  };
  // The single entry (0,0) stands for all; its scale and spare byte are still looked at.
  EXPECT_THAT(withLods({0}), IsEmpty());
  EXPECT_THAT(withLods({0x01F00000}), ElementsAre(at("lod.scale", 2, "lods[0].ld_sc"),
                                                  at("lod.reserved", 3, "lods[0].resv")));
  // Past the end even without a mesh; up to the end is fine.
  EXPECT_THAT(withLods({0x00700004, 0x00000102}), ElementsAre(at("lod.range", 0, "lods[0]")));
  // A level of undrawn meshes is empty as well.
  EXPECT_THAT(withLods({0x00700101, 0x00000100}),
              ElementsAre(at("lod.empty", 0, "lods[0]"), at("lod.undrawn", 0, "lods[0]")));
  // More than 1 is never reached; equal to an earlier one neither; the last one serves whatever is
  // left.
  EXPECT_THAT(withLods({0x00710100, 0x00600100, 0x00600100, 0x00700100}),
              ElementsAre(at("lod.unreachable", 2, "lods[0].ld_sc"),
                          at("lod.unreachable", 10, "lods[2].ld_sc")));
  EXPECT_THAT(withLods({0x00000100, 0x00000100}),
              ElementsAre(at("lod.unreachable", 6, "lods[1].ld_sc")));
}

// ---------------------------------------------------------------- animations

/// Two bones and one animation of four frames over these bytes; offsets count from the frame data.
std::vector<std::string> frameFindings(std::initializer_list<int> frames, std::uint32_t bones = 2) {
  RawFile raw;
  const std::uint32_t name = raw.text("walk");
  raw.align();
  const std::uint32_t data = raw.data(frames);
  const auto bytes = static_cast<std::uint32_t>(frames.size());
  raw.bones(std::vector<RawFile::Bone>(bones));
  raw.anims({{name, 4, 40, data, bytes}});
  auto lines = findings(raw);
  for (std::string& line : lines) {
    const std::size_t space = line.find(' ');
    const std::size_t end = line.find(' ', space + 1);
    line = line.substr(0, space + 1) +
           std::to_string(std::stoul(line.substr(space + 1, end)) - data) + line.substr(end);
  }
  return lines;
}

TEST(Anims, SkipsMayReachTheEndButNotPassIt) {
  // A record without values advances one more than it skips: 3 reaches frame 4, 4 passes it.
  EXPECT_THAT(frameFindings({0, 0x03, 0}), IsEmpty());
  EXPECT_THAT(frameFindings({0, 0x04, 0}),
              ElementsAre(at("anim.skip-range", 1, "anims[0].tracks[1]")));
  EXPECT_THAT(frameFindings({0, 0x03, 0x01, 0x01, 0}),
              ElementsAre(at("anim.skip-range", 2, "anims[0].tracks[1]", 2)));
  // Many fillers add up without wrapping.
  EXPECT_THAT(frameFindings({0x1F, 0x1F, 0x1F, 0x1F, 0x1F, 0x1F, 0x1F, 0x1F, 0x1F, 0, 0}),
              ElementsAre(at("anim.skip-range", 0, "anims[0].tracks[0]", 9)));
}

TEST(Anims, KeysPastTheEndAreOneFinding) {
  EXPECT_THAT(frameFindings({0, 0x43, 1, 0, 0, 0, 0x40, 1, 0, 0, 0, 0x40, 1, 0, 0, 0, 0}),
              ElementsAre(at("anim.key-range", 6, "anims[0].tracks[1]", 2)));
  // The root's keys: in range they are ignored, out of range they are out of range.
  EXPECT_THAT(frameFindings({0x43, 1, 0, 0, 0, 0x40, 1, 0, 0, 0, 0, 0}),
              ElementsAre(at("anim.root-keys", 0, "anims[0].tracks[0]"),
                          at("anim.key-range", 5, "anims[0].tracks[0]")));
}

TEST(Anims, ValuesAreCheckedBeforeTheFrame) {
  // Rotation 0, translation of ones and scale of ones in one record past the end; a rotation of
  // ones.
  EXPECT_THAT(frameFindings({0,   0xE4, 0,   0x80, 0,    0,   255, 255, 255, 255,
                             255, 255,  255, 255,  0x80, 255, 255, 255, 255, 0}),
              ElementsAre(at("anim.key-range", 1, "anims[0].tracks[1]", 2),
                          at("rotation.zero", 2, "anims[0].tracks[1]"),
                          at("anim.value-ones", 6, "anims[0].tracks[1]", 3)));
}

TEST(Anims, TheWalkEndsAtAFault) {
  EXPECT_THAT(frameFindings({0}), ElementsAre(at("anim.terminator", 1, "anims[0].tracks[1]")));
  EXPECT_THAT(frameFindings({0, 0x80, 0, 0, 0}),
              ElementsAre(at("anim.truncated", 1, "anims[0].tracks[1]")));
  EXPECT_THAT(frameFindings({0, 0x80, 0, 0, 0, 0x70}),
              ElementsAre(at("anim.terminator", 6, "anims[0].tracks[1]")));
  EXPECT_THAT(frameFindings({0, 0, 7}), ElementsAre(at("anim.trailing", 2, "anims[0].frames")));
}

TEST(Anims, AreCheckedButNotWalkedWhereBonesAreUnknown) {
  RawFile raw;
  const std::uint32_t data = raw.data({9, 9, 9});
  const std::uint32_t anims = raw.anims({{0, 0, 0, data, 3}, {0, 4, 40, 1, 4}});
  raw.setArray(RawFile::kBones, 1, 16);
  EXPECT_THAT(findings(raw), ElementsAre(at("section.range", 0x20, "bones"),
                                         at("anim.name-missing", anims, "anims[0].name"),
                                         at("anim.frames-zero", anims + 4, "anims[0].n_frames"),
                                         at("anim.hz-zero", anims + 5, "anims[0].hz"),
                                         at("anim.name-missing", anims + 16, "anims[1].name"),
                                         at("section.range", anims + 24, "anims[1].frames")));
}

TEST(Anims, NamesAreTakenByTheFirst) {
  RawFile raw;
  const std::uint32_t a = raw.text("a");
  const std::uint32_t b = raw.text("b");
  const std::uint32_t other_a = raw.text("a");
  const std::uint32_t data = raw.data({0});
  raw.bones({{}});
  const std::uint32_t anims = raw.anims(
      {{a, 4, 40, data, 1}, {b, 4, 40, data, 1}, {other_a, 4, 40, data, 1}, {a, 4, 40, data, 1}});
  EXPECT_THAT(findings(raw), ElementsAre(at("anim.name-duplicate", anims + 32, "anims[2].name"),
                                         at("anim.name-duplicate", anims + 48, "anims[3].name")));
}

}  // namespace
}  // namespace sinew
