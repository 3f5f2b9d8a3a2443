// Records by hand: every form's fields, worked out from docs/format-bmd1.md, sections 4 and 5.

#include "format/bmd1/decode.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "format/bmd1/walk.h"
#include "format/byte_reader.h"
#include "tests/format/raw_file.h"

namespace sinew::bmd1 {
namespace {

Vertex decode(std::initializer_list<std::uint32_t> words, const PackedVertices& list = {}) {
  std::vector<std::byte> bytes;
  for (const std::uint32_t word : words) {
    for (unsigned b = 0; b < 4; ++b)
      bytes.push_back(static_cast<std::byte>(word >> (8 * b)));
  }
  return decodeVertex(bytes, list);
}

/// (1,1,1): exponent 15, fractions 128 = 0x80: 15 << 27 | 128 << 18 | 128 << 9 | 128.
constexpr std::uint32_t kOnes = 0x7A010080;

TEST(DecodeVertex, Bits64Textured) {
  // S = 1024 -> 0.5, T = 0 -> -0.5 at exponent 0; times 4, 16, 64 at exponents 1 to 3.
  for (std::uint32_t e = 0; e < 4; ++e) {
    const Vertex v = decode({kOnes, 0x05000000u | e << 22 | 0u << 11 | 1024u});
    EXPECT_EQ(v.form, PackedForm::Bits64);
    EXPECT_EQ(v.bone, 5);
    EXPECT_EQ(v.position, glm::vec3(1.0f));
    EXPECT_FALSE(v.has_normal);
    EXPECT_EQ(v.st, glm::vec2(0.5f, -0.5f) * static_cast<float>(1u << (2 * e)));
    EXPECT_EQ(v.color, (std::array<std::uint8_t, 3>{255, 255, 255}));
  }
}

TEST(DecodeVertex, Bits64FlatHoldsANormal) {
  PackedVertices flat;
  flat.flat_normals = true;
  flat.flat_color = {1, 2, 3};
  // Bytes 4, 5, 6: 0x70 = 1, 0xF0 = -1, 0x60 = 0.5; the tag is the bone.
  const Vertex v = decode({0, 0xEF60F070}, flat);
  EXPECT_EQ(v.bone, 0xEF);
  EXPECT_TRUE(v.has_normal);
  EXPECT_EQ(v.normal, glm::vec3(1.0f, -1.0f, 0.5f));
  EXPECT_EQ(v.st, glm::vec2(0.0f));
  EXPECT_EQ(v.color, (std::array<std::uint8_t, 3>{1, 2, 3}));
}

TEST(DecodeVertex, Bits96ByTag) {
  // Second word: byte 11 = 0x42, normal (0x60, 0x70, 0xE0) = (0.5, 1, -0.5). Shade 0x42: hue 4 is
  // FF5555, intensity 2: (255 * 3) >> 4 = 47, (85 * 3) >> 4 = 15.
  const auto withTag = [](std::uint32_t tag, std::uint32_t st) {
    return decode({kOnes, tag << 24 | st, 0x42E07060});
  };
  // 12 bits: S = 2048 -> 0.5, T = 4095 -> 1.49951171875. 11 bits and exponent 1: S = 2047, T = 1.
  const std::uint32_t st12 = 4095u << 12 | 2048u;
  const std::uint32_t st11 = 1u << 22 | 1u << 11 | 2047u;
  const glm::vec2 from12(0.5f, 4095.0f / 2048.0f - 0.5f);
  const glm::vec2 from11((2047.0f / 1024.0f - 0.5f) * 4.0f, (1.0f / 1024.0f - 0.5f) * 4.0f);
  for (const std::uint32_t tag :
       {0xF8u, 0xF9u, 0xFAu, 0xFBu, 0xF0u, 0xF1u, 0xF2u, 0xF3u, 0xF4u, 0xF7u}) {
    SCOPED_TRACE(tag);
    const bool exponent = (tag & 1) != 0;
    const bool has_bone = (tag & 2) != 0;
    const Vertex v = withTag(tag, exponent ? st11 : st12);
    EXPECT_EQ(v.form, PackedForm::Bits96);
    EXPECT_EQ(v.tag, tag);
    EXPECT_EQ(v.st, exponent ? from11 : from12);
    EXPECT_EQ(v.normal, glm::vec3(0.5f, 1.0f, -0.5f));
    EXPECT_EQ(v.bone, has_bone ? 0x42 : 0);
    const std::array<std::uint8_t, 3> shade{47, 15, 15};
    EXPECT_EQ(v.color, has_bone ? (std::array<std::uint8_t, 3>{255, 255, 255}) : shade);
  }
}

TEST(DecodeVertex, Bits128) {
  // Halves: 0x3C00 = 1, 0xC000 = -2, 0x0001 = 2^-24. Shade 0x1F: hue 1, full: 5555FF. Second word:
  // bone 0x20, normal (0x70, 0, 0x60), exponent 3, T = -1 (0x3FFF), S = 4096 (1.0).
  const std::uint32_t st = 3u << 28 | 0x3FFFu << 14 | 4096u;
  for (const std::uint32_t tag : {0xFDu, 0xFCu, 0xFEu, 0xFFu}) {
    const Vertex v = decode({0xC0003C00, tag << 24 | 0x1F0001, st, 0x20600070});
    EXPECT_EQ(v.form, PackedForm::Bits128);
    EXPECT_EQ(v.position, glm::vec3(1.0f, -2.0f, std::ldexp(1.0f, -24)));
    EXPECT_EQ(v.color, (std::array<std::uint8_t, 3>{0x55, 0x55, 0xFF}));
    EXPECT_EQ(v.bone, 0x20);
    EXPECT_EQ(v.normal, glm::vec3(1.0f, 0.0f, 0.5f));
    EXPECT_EQ(v.st, glm::vec2(8.0f, -8.0f / 4096.0f));
  }
  PackedVertices offset;
  offset.st128 = PackedSt128::Offset;
  offset.shade_bgr = true;
  const Vertex v = decode({0, 0xFD1F0000, st, 0}, offset);
  // (4096 / 4096 - 2) * 8 and (16383 / 4096 - 2) * 8.
  EXPECT_EQ(v.st, glm::vec2(-8.0f, (16383.0f / 4096.0f - 2.0f) * 8.0f));
  EXPECT_EQ(v.color, (std::array<std::uint8_t, 3>{0xFF, 0x55, 0x55}));
  PackedVertices legacy;
  legacy.st128 = PackedSt128::Legacy16;
  EXPECT_EQ(decode({0, 0xFD000000, 0xF0001000, 0}, legacy).st, glm::vec2(1.0f, -1.0f));
}

TEST(DecodeVertex, TakesThePaperExamples) {
  // Section 1: packed vec3 words and what they stand for.
  EXPECT_EQ(decode({0xA2D399CC, 0}).position, glm::vec3(-13.0f, -13.0f, 45.0f));
  EXPECT_EQ(decode({0x9B231198, 0}).position, glm::vec3(-13.0f, -15.0f, 25.0f));
  EXPECT_EQ(decode({0x8B000000, 0}).position, glm::vec3(0.0f, 0.0f, 6.0f));
}

TEST(FaceIndices, FieldsOfEveryForm) {
  test::RawFile raw;
  // tri32 1, 512, 1023; quad32 127, 0, 64, 1; tri64 0xFFFFF, 1, 0x80000; quad64 0x7FFF, 1,
  // 0x4000, 2.
  const std::uint32_t at = raw.words({1u << 2 | 512u << 12 | 1023u << 22});
  raw.words({1u | 127u << 2 | 64u << 16 | 1u << 23});
  const std::uint64_t tri64 =
      2u | std::uint64_t{0xFFFFF} << 2 | std::uint64_t{1} << 22 | std::uint64_t{0x80000} << 42;
  const std::uint64_t quad64 = 3u | std::uint64_t{0x7FFF} << 2 | std::uint64_t{1} << 17 |
                               std::uint64_t{0x4000} << 32 | std::uint64_t{2} << 47 |
                               std::uint64_t{3} << 62;
  for (const std::uint64_t word : {tri64, quad64}) {
    raw.words({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
  }
  raw.meshes({{0, 0, 0, at, 24, 5, 0, 4}});
  const auto file = read(raw.share(), Mode::Lenient, {});
  ASSERT_TRUE(file.has_value());
  std::vector<Face> faces;
  forEachFace(*file, file->meshes[0],
              [&](std::uint32_t, const Face& face) { faces.push_back(face); });
  ASSERT_EQ(faces.size(), 4u);
  using Indices = std::array<std::uint32_t, 4>;
  EXPECT_EQ(faces[0].indices, (Indices{1, 512, 1023, 0}));
  EXPECT_EQ(faces[1].indices, (Indices{127, 0, 64, 1}));
  EXPECT_EQ(faces[2].indices, (Indices{0xFFFFF, 1, 0x80000, 0}));
  EXPECT_EQ(faces[3].indices, (Indices{0x7FFF, 1, 0x4000, 2}));
  EXPECT_EQ(faces[0].corners(), 3u);
  EXPECT_EQ(faces[1].corners(), 4u);
  EXPECT_EQ(faces[3].tag2, 3u);
  EXPECT_EQ(faces[3].offset, at + 16u);
}

TEST(WalkVertices, EveryTagHasItsSize) {
  for (std::uint32_t tag = 0; tag < 256; ++tag) {
    const std::uint32_t size = tag < 0xF0 ? 8 : tag < 0xFC ? 12 : 16;
    EXPECT_EQ(vertexSize(static_cast<std::uint8_t>(tag)), size);
    const bool reserved = (tag >= 0xF0 && tag <= 0xF7) || tag == 0xFC || tag >= 0xFE;
    EXPECT_EQ(isReservedTag(static_cast<std::uint8_t>(tag)), reserved);
  }
}

TEST(RunLength, EqualsCountingOneByOne) {
  // Lists of one form with one other record at any place, around the scanner's block size.
  for (std::size_t count = 0; count < 70; ++count) {
    for (std::size_t other = 0; other <= count; ++other) {
      std::vector<std::byte> list(8 * count);
      if (other < count) list[8 * other + 7] = std::byte{0xF8};
      // With the other one in front the run is the single record there, if its 12 bytes are whole.
      const std::size_t run = other == 0 && count != 0 ? (count > 1 ? 1 : 0) : other;
      EXPECT_EQ(vertexRun(list), run);
      std::vector<std::byte> faces(4 * count);
      if (other < count) faces[4 * other] = std::byte{1};
      EXPECT_EQ(faceRun<4>(faces, FaceForm::Tri32), other);
    }
  }
}

TEST(ByteReader, TheFirstReadPastTheEndSticks) {
  const std::vector<std::byte> bytes{std::byte{1}, std::byte{2}, std::byte{3},
                                     std::byte{4}, std::byte{5}, std::byte{6}};
  ByteReader in(bytes);
  EXPECT_EQ(in.u32(), 0x04030201u);
  EXPECT_EQ(in.u32(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.offset(), 4u);
  EXPECT_EQ(in.u8(), 0u);  // though a byte is left
  ByteReader beyond(bytes, 7);
  EXPECT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.u8(), 0u);
}

TEST(BitFields, SignedAndUnsigned) {
  EXPECT_EQ(bits(0x12345678, {15, 8}), 0x56u);
  EXPECT_EQ(bits(0xFFFFFFFFFFFFFFFF, {63, 32}), 0xFFFFFFFFu);
  EXPECT_EQ(signedBits(0x100, {8, 0}), -256);
  EXPECT_EQ(signedBits(0x0FF, {8, 0}), 255);
  EXPECT_EQ(signedBits(std::uint64_t{0x3FFF} << 14, {27, 14}), -1);
}

}  // namespace
}  // namespace sinew::bmd1
