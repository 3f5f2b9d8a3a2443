// The small decoders of Jade Empire files. The numbers are those of docs/format-jade.md, "Worked
// numbers", worked out from the formulas by hand.

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "format/jade/anims.h"
#include "format/jade/curve.h"
#include "format/jade/materials.h"
#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

void expectNormal(std::uint32_t word, float x, float y, float z) {
  const glm::vec3 normal = decodeNormal(word);
  EXPECT_FLOAT_EQ(normal.x, x) << std::hex << word;
  EXPECT_FLOAT_EQ(normal.y, y) << std::hex << word;
  EXPECT_FLOAT_EQ(normal.z, z) << std::hex << word;
}

TEST(JadeNormal, AxesAndCorners) {
  expectNormal(0x000003FF, 1, 0, 0);
  expectNormal(0x00000401, -1, 0, 0);
  expectNormal(0x001FF800, 0, 1, 0);
  expectNormal(0x00200800, 0, -1, 0);
  expectNormal(0x7FC00000, 0, 0, 1);
  expectNormal(0x80400000, 0, 0, -1);
  expectNormal(0, 0, 0, 0);
  // The one code below -1 in each component.
  expectNormal(0x00000400, -1024.0f / 1023.0f, 0, 0);
  expectNormal(0x80000000, 0, 0, -512.0f / 511.0f);
}

void expectQuaternion(const Quaternion& q, double x, double y, double z, double w) {
  EXPECT_NEAR(q[0], x, 1e-6);
  EXPECT_NEAR(q[1], y, 1e-6);
  EXPECT_NEAR(q[2], z, 1e-6);
  EXPECT_NEAR(q[3], w, 1e-6);
}

TEST(JadeQuaternion, In32Bits) {
  expectQuaternion(decodeQuaternion32(0x7FDFFBFF), 0, 0, 0, 1);
  expectQuaternion(decodeQuaternion32(0x7FDFFED2), 0.706745, 0, 0, 0.707469);
  expectQuaternion(decodeQuaternion32(0xDA1FFBFF), 0, 0, 0.706458, 0.707755);
  // Past the unit sphere: x = y = z = -1, made unit length with w = 0.
  const double third = -0.5773502692;
  expectQuaternion(decodeQuaternion32(0), third, third, third, 0);
}

TEST(JadeQuaternion, In64Bits) {
  expectQuaternion(decodeQuaternion64(0x80000200, 0x00100000), 0, 0, 0, 1);
  expectQuaternion(decodeQuaternion64(0x80000200, 0x001B504F), 0.7071066, 0, 0, 0.7071070);
  expectQuaternion(decodeQuaternion64(0x8000036A, 0x09F00000), 0, 0.7071066, 0, 0.7071070);
  expectQuaternion(decodeQuaternion64(0xDA827A00, 0x00100000), 0, 0, 0.7071066, 0.7071070);
  EXPECT_LT(vectorPart64(0x80000200, 0x00100000), 1e-12);
  EXPECT_NEAR(vectorPart64(0, 0), 3.0, 1e-12);
}

TEST(JadeBoneIds, EveryRegister) {
  // Slot s is register 18 + 3 s up to 16, then -94 + 3 (s - 17) as an unsigned 16-bit number.
  std::uint32_t named = 0;
  for (std::uint32_t id = 0; id <= 0xFFFF; ++id) {
    const std::uint32_t slot = slotOfRegister(id);
    if (slot == kNone) continue;
    ++named;
    ASSERT_LT(slot, 48u);
    EXPECT_EQ(id, slot <= 16 ? 18 + 3 * slot : 65536 - 94 + 3 * (slot - 17));
  }
  EXPECT_EQ(named, 48u);
  EXPECT_EQ(slotOfRegister(0x12), 0u);
  EXPECT_EQ(slotOfRegister(0x15), 1u);
  EXPECT_EQ(slotOfRegister(0x42), 16u);
  EXPECT_EQ(slotOfRegister(0xFFA2), 17u);
  EXPECT_EQ(slotOfRegister(0xFFA5), 18u);
  EXPECT_EQ(slotOfRegister(0xFFFC), 47u);
  EXPECT_EQ(slotOfRegister(0x00), kNone);
  EXPECT_EQ(slotOfRegister(0x13), kNone);
  EXPECT_EQ(slotOfRegister(0x45), kNone);
  EXPECT_EQ(slotOfRegister(0xFFFF), kNone);
}

std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values)
    out.push_back(static_cast<std::byte>(value));
  return out;
}

class JadeChunks : public testing::Test {
 protected:
  std::vector<std::uint32_t> read(const std::vector<std::byte>& bytes, std::uint32_t count) {
    return readChunks(context_, View(bytes), 0, count, 3, "mesh");
  }
  std::vector<Diagnostic> found() { return context_.findings.take(); }

 private:
  scene::ReadOptions options_;
  scene::Scene scene_;
  Context context_{options_, scene_};
};

const std::vector<std::byte> kPairs =
    bytesOf({0xFC, 0x17, 0x04, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x18, 0x0C,
             0x40, 0x00, 0x00, 0x01, 0x00, 0x02, 0x00, 0x02, 0x00, 0x01, 0x00,
             0x03, 0x00, 0xFC, 0x17, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00});

TEST_F(JadeChunks, PairsAndASingleOne) {
  EXPECT_EQ(read(kPairs, 6), (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}));
  const auto odd =
      bytesOf({0xFC, 0x17, 0x04, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x18, 0x08, 0x40,
               0x00, 0x00, 0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x08, 0x18, 0x04, 0x40,
               0x04, 0x00, 0x00, 0x00, 0xFC, 0x17, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00});
  EXPECT_EQ(read(odd, 5), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST_F(JadeChunks, FewerThanDeclared) {
  EXPECT_EQ(read(kPairs, 7).size(), 6u);
  const auto diagnostics = found();
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].rule, "mismatch");
  EXPECT_EQ(diagnostics[0].offset, 24u);  // of the stop word
}

TEST_F(JadeChunks, FewerWantedThanThere) {
  EXPECT_EQ(read(kPairs, 3), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(found().empty());
}

TEST_F(JadeChunks, EveryCutKeepsWholeChunks) {
  for (std::size_t size = 0; size < 24; ++size) {
    const std::vector<std::byte> cut(kPairs.begin(),
                                     kPairs.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_TRUE(read(cut, 6).empty()) << size;
    const auto diagnostics = found();
    ASSERT_FALSE(diagnostics.empty()) << size;
    EXPECT_EQ(diagnostics[0].severity, Severity::Error) << size;
  }
}

TEST(JadeSwizzle, SmallSizes) {
  const std::array<std::uint32_t, 16> square{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15};
  for (std::uint32_t i = 0; i < 16; ++i)
    EXPECT_EQ(swizzledIndex(i % 4, i / 4, 4, 4), square[i]);
  const std::array<std::uint32_t, 16> wide{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15};
  for (std::uint32_t i = 0; i < 16; ++i)
    EXPECT_EQ(swizzledIndex(i % 8, i / 8, 8, 2), wide[i]);
}

TEST(JadeSwizzle, IsAPermutation) {
  for (const auto& [width, height] : {std::pair{1u, 16u}, {16u, 1u}, {2u, 64u}, {64u, 32u}}) {
    std::vector<bool> met(std::size_t{width} * height);
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint32_t index = swizzledIndex(x, y, width, height);
        ASSERT_LT(index, met.size());
        EXPECT_FALSE(met[index]);
        met[index] = true;
      }
    }
  }
}

TEST(JadeClasses, ExactNumbersComeFirst) {
  // 22001h has the bit of a dangling bone and is a collision shape.
  EXPECT_EQ(classInfo(0x22001).kind, NodeClass::Lozenge);
  EXPECT_EQ(classInfo(0x22001).size, 0x3Cu + 0x30u);
  EXPECT_EQ(classInfo(0x20001).kind, NodeClass::Dangly);
  EXPECT_EQ(classInfo(0x00061).skin, 0x3Cu + 0xE4u);
  EXPECT_EQ(classInfo(0x40001).controllers, 0x3Cu);
  EXPECT_TRUE(classInfo(0x40001).known);
}

TEST(JadeClasses, UnknownWordsGoByBits) {
  // A light and a mesh in one: the light's payload comes first.
  const ClassInfo both = classInfo(0x00023);
  EXPECT_FALSE(both.known);
  EXPECT_EQ(both.kind, NodeClass::Mesh);
  EXPECT_EQ(both.mesh, 0x3Cu + 0x9Cu);
  const ClassInfo odd = classInfo(0x40003);
  EXPECT_EQ(odd.kind, NodeClass::Light);
  EXPECT_EQ(odd.controllers, 0x3Cu + 0x9Cu);
  // Bits that no version has say nothing about what follows.
  EXPECT_EQ(classInfo(0x80000021).mesh, 0u);
}

TEST(JadeKeys, TimesAre256thsOfASecond) {
  const std::vector<std::byte> bytes = bytesOf({0x80, 0x01, 0xFF, 0xFF,    // times 384 and 65535
                                                0x00, 0x00, 0x80, 0x3F,    // 1
                                                0x00, 0x00, 0xC0, 0x7F});  // NaN
  Mdl mdl;
  mdl.view = View(bytes);
  Track track{36, 0x01, 2, 0, 4};
  const Keys scales = decodeKeys(mdl, track, WordOrder::HighFirst);
  EXPECT_EQ(scales.times_s, (std::vector<float>{1.5f, 255.99609375f}));
  EXPECT_EQ(scales.values, (std::vector<float>{1.0f, 1.0f}));
  EXPECT_EQ(scales.not_finite, 1u);
  track.controller = 108;
  EXPECT_EQ(decodeKeys(mdl, track, WordOrder::HighFirst).values, (std::vector<float>{1.0f, 0.0f}));
}

Keys scalarKeys(std::vector<float> times, std::vector<float> values) {
  Keys keys;
  keys.times_s = std::move(times);
  keys.values = std::move(values);
  keys.width = 1;
  return keys;
}

TEST(JadeCurve, HoldsBeforeBetweenAndAfterKeys) {
  NodeCurve curve{Transform{}};
  curve.scale = scalarKeys({0.5f, 1.0f, 1.0f, 2.0f}, {1, 3, 5, 7});
  EXPECT_DOUBLE_EQ(curve.at(0).scale.x, 1);     // before the first key
  EXPECT_DOUBLE_EQ(curve.at(22.5).scale.y, 2);  // half way, 0.75 s
  EXPECT_DOUBLE_EQ(curve.at(30).scale.z, 5);    // of two keys at one time the later one
  EXPECT_DOUBLE_EQ(curve.at(45).scale.x, 6);    // half way again
  EXPECT_DOUBLE_EQ(curve.at(1e6).scale.x, 7);   // behind the last
  EXPECT_DOUBLE_EQ(curve.at(0).translation.x, 0);
}

TEST(JadeCurve, DeltaAddsToTheScaledKeyAbsoluteReplaces) {
  Transform rest;
  rest.translation = {1, 2, 3};
  NodeCurve curve(rest);
  curve.position = scalarKeys({0}, {10, 20, 30});
  curve.position.width = 3;
  curve.position_scale = 0.5;
  curve.positions = Positions::Delta;
  EXPECT_EQ(curve.at(3).translation, glm::dvec3(6, 12, 18));
  curve.positions = Positions::Absolute;
  EXPECT_EQ(curve.at(3).translation, glm::dvec3(5, 10, 15));
}

TEST(JadeCurve, TurnsTheShorterWay) {
  NodeCurve curve{Transform{}};
  const float half = 0.70710678f;
  curve.rotation.times_s = {0, 1};
  curve.rotation.values = {0, 0, 0, 1, -half, 0, 0, -half};  // 90 degrees about x, negated
  curve.rotation.width = 4;
  const glm::dquat middle = curve.at(15).rotation;
  EXPECT_NEAR(std::abs(middle.w), 0.923879533, 1e-6);  // cos and sin of 22.5 degrees
  EXPECT_NEAR(std::abs(middle.x), 0.382683432, 1e-6);
  EXPECT_GT(middle.w * middle.x, 0.0);
}

}  // namespace
}  // namespace sinew::jade
