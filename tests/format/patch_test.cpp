// Editing a file's bytes in place.

#include "format/bmd1/patch.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew::bmd1 {
namespace {

using ::testing::HasSubstr;

/// tests/data/bmd1/valid/pseudo_bones.bmd: bones 0 to 3 are normal ones; at 1328 the pseudo-bone 4
/// of 1 and 2, half each; at 1360 number 6, whose unused slots 0 and 2 name bones 200 and 99.
File sample() {
  std::ifstream in(std::string(SINEW_TEST_DATA) + "/bmd1/valid/pseudo_bones.bmd", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  auto bytes = std::make_shared<std::vector<std::byte>>();
  for (const char c : text)
    bytes->push_back(static_cast<std::byte>(c));
  auto file = read(bytes, Mode::Strict, {});
  EXPECT_TRUE(file.has_value());
  return std::move(*file);
}

/// Where two versions differ, and what the new one has there.
std::map<std::size_t, int> changes(const File& file, const std::vector<std::byte>& now) {
  EXPECT_EQ(file.bytes->size(), now.size());
  std::map<std::size_t, int> out;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if ((*file.bytes)[i] != now[i]) out[i] = std::to_integer<int>(now[i]);
  }
  return out;
}

TEST(Patch, OnlyTheEditedBytesChange) {
  const File file = sample();
  PseudoBonePatch patch;
  patch.bone = 4;
  patch.bones = {1, 3, kNone, kNone};
  patch.weights = {0.25, 0.75, 0.0, 0.0};
  const auto bytes = withPseudoBones(file, std::span(&patch, 1));
  ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
  // Ids at the record's start, weights four bytes on; F8A: 0.25 = 2^-2, 0.75 = 2^-1 (1 + 8/16).
  EXPECT_EQ(changes(file, *bytes),
            (std::map<std::size_t, int>{{1328 + 1, 3}, {1328 + 4, 0x50}, {1328 + 5, 0x68}}));
}

TEST(Patch, UnusedSlotsKeepTheirIds) {
  const File file = sample();
  PseudoBonePatch patch;
  patch.bone = 6;
  patch.bones = {kNone, 2, kNone, 3};
  patch.weights = {0.0, 0.5, 0.0, 0.5};
  const auto bytes = withPseudoBones(file, std::span(&patch, 1));
  ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
  EXPECT_EQ(changes(file, *bytes),
            (std::map<std::size_t, int>{{1360 + 5, 0x60}, {1360 + 7, 0x60}}));
}

TEST(Patch, WeightsRoundToTheNearest) {
  const File file = sample();
  PseudoBonePatch patch;
  patch.bone = 4;
  patch.bones = {1, 2, kNone, kNone};
  // Between 0.5 and 0.75 a step is 1/32: 0.51 lies nearer to 0.5, 0.52 nearer to 0.53125.
  patch.weights = {0.51, 0.52, 0.0, 0.0};
  const auto bytes = withPseudoBones(file, std::span(&patch, 1));
  ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
  EXPECT_EQ(changes(file, *bytes), (std::map<std::size_t, int>{{1328 + 5, 0x61}}));
}

TEST(Patch, WhatTheFormatCannotHoldIsRefused) {
  const File file = sample();
  const auto refused = [&](std::uint32_t bone, std::array<std::uint32_t, 4> bones,
                           std::array<double, 4> weights) {
    PseudoBonePatch patch;
    patch.bone = bone;
    patch.bones = bones;
    patch.weights = weights;
    const auto bytes = withPseudoBones(file, std::span(&patch, 1));
    EXPECT_FALSE(bytes.has_value());
    return bytes ? std::string() : describe(bytes.error());
  };
  const std::array<std::uint32_t, 4> two{1, 2, kNone, kNone};
  EXPECT_THAT(refused(3, two, {0.5, 0.5, 0, 0}), HasSubstr("bones[3] at 0x520: it is no pseudo"));
  EXPECT_THAT(refused(99, two, {0.5, 0.5, 0, 0}), HasSubstr("bones[99]: it is no pseudo"));
  EXPECT_THAT(refused(4, {1, 4, kNone, kNone}, {0.5, 0.5, 0, 0}),
              HasSubstr("slot 1 names bone 4, but the file has 4 normal bones"));
  EXPECT_THAT(refused(4, {1, kNone, kNone, kNone}, {0.5, 0.5, 0, 0}),
              HasSubstr("slot 1 has weight 0.5 but names no bone"));
  EXPECT_THAT(refused(4, two, {2.0, 0.5, 0, 0}), HasSubstr("weight 0 is 2"));
  EXPECT_THAT(refused(4, two, {0.5, std::numeric_limits<double>::quiet_NaN(), 0, 0}),
              HasSubstr("weight 1 is nan"));
  EXPECT_THAT(refused(4, two, {0.5, -0.5, 0, 0}), HasSubstr("add up to 0"));
  // 0.001 is nearer to 0 than to the smallest weight, 2^-7 (1 + 1/16).
  EXPECT_THAT(refused(4, two, {0.001, 0.0, 0, 0}), HasSubstr("add up to 0"));
}

}  // namespace
}  // namespace sinew::bmd1
