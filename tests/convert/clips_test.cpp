// Clips: rates, loops, splits, and keys left out where interpolation does.

#include <cmath>

#include <glm/geometric.hpp>

#include "format/pose/keys.h"
#include "format/pose/pose.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// One bone at the origin with a board of 1 m on it.
Model board() {
  Model model = emptyModel();
  addChain(model, {{0, 0, 0}});
  addInfluence(model, {0}, {1.0f});
  VertexArrays arrays;
  arrays.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  arrays.normals.assign(4, {0, 0, 1});
  addMesh(model, arrays, {0, 1, 2, 0, 2, 3});
  return model;
}

std::size_t rotationKeys(const Model& model, std::size_t clip = 0) {
  return model.clips[clip].keys ? model.clips[clip].keys->rotations.values.size() : 0;
}

TEST(Clips, AnEvenTurnNeedsItsEndsAlone) {
  Model model = board();
  std::vector<std::pair<std::uint16_t, glm::quat>> keys;
  for (std::uint16_t f = 0; f <= 20; ++f)
    keys.emplace_back(f, about({0, 0, 1}, 2.0f * f));
  model.clips.push_back(rotationClip("turn", 0, keys, 20.0, 21.0, false));
  const Outcome out = encodeStrictly(model);
  const Clip& clip = out.loaded.model.clips.at(0);
  EXPECT_FALSE(clip.loop);
  EXPECT_EQ(clip.frame_count, 21.0);
  EXPECT_EQ(clip.rate_hz, 20.0);
  EXPECT_LE(rotationKeys(out.loaded.model), 3u);  // nlerp of 40 degrees bends a little
  EXPECT_LE(out.encoded.report.clips->max_percent, 0.4);
}

TEST(Clips, KeysThatDoNotFitALineAreKept) {
  Model model = board();
  std::vector<std::pair<std::uint16_t, glm::quat>> keys;
  for (std::uint16_t f = 0; f <= 20; ++f)
    keys.emplace_back(f, about({0, 0, 1}, f % 2 == 0 ? 0.0f : 25.0f));
  model.clips.push_back(rotationClip("shake", 0, keys, 20.0, 21.0, false));
  const Outcome out = encodeStrictly(model);
  EXPECT_EQ(rotationKeys(out.loaded.model), 21u);
}

TEST(Clips, ABoneThatRestsHasNoKeys) {
  Model model = board();
  model.clips.push_back(rotationClip(
      "rest", 0, {{0, about({0, 0, 1}, 0)}, {9, about({0, 0, 1}, 0)}}, 10.0, 10.0, false));
  const Outcome out = encodeStrictly(model);
  EXPECT_EQ(rotationKeys(out.loaded.model), 0u);
  EXPECT_EQ(out.encoded.report.clip_reports.at(0).source_keys, 2u);
}

TEST(Clips, TheLimitsHoldAtTheTips) {
  // A wild but smooth turn about changing axes; the tip is the board's far corner, 1.41 m away.
  Model model = board();
  std::vector<std::pair<std::uint16_t, glm::quat>> keys;
  for (std::uint16_t f = 0; f <= 60; ++f) {
    const float t = static_cast<float>(f) / 60.0f;
    keys.emplace_back(f, glm::normalize(about({0, 0, 1}, 80.0f * std::sin(6.28f * t)) *
                                        about({1, 0, 0}, 50.0f * std::cos(9.0f * t))));
  }
  model.clips.push_back(rotationClip("wild", 0, keys, 30.0, 61.0, false));
  EncodeOptions options;
  for (const double percent : {1.0, 0.5}) {
    options.max_translation_percent = percent;
    const Outcome out = encodeStrictly(model, options);
    // Codes are up to 0.7 degrees off, 1.2 % of an arm; most keys do better than that.
    EXPECT_LE(out.encoded.report.clips->p99_percent, std::max(percent, 0.9));
    EXPECT_LT(rotationKeys(out.loaded.model), 61u);
    const RotationCodes& codes = out.encoded.report.rotations;
    EXPECT_LE(codes.rms_deg, 0.5 * codes.plain_rms_deg);
  }
}

TEST(Clips, ALoopIsFoundWhereTheEndsMeet) {
  Model model = board();
  const auto swing = [](float end) {
    return std::vector<std::pair<std::uint16_t, glm::quat>>{
        {0, about({0, 0, 1}, 0)}, {12, about({0, 0, 1}, 40)}, {24, about({0, 0, 1}, end)}};
  };
  // The last key lies where the clip wraps.
  model.clips.push_back(rotationClip("closed", 0, swing(0.0f), 24.0, 24.0, true));
  model.clips.push_back(rotationClip("open", 0, swing(30.0f), 24.0, 24.0, true));
  // This one wraps by itself: its last key lies a frame before.
  model.clips.push_back(rotationClip("wraps", 0, swing(30.0f), 24.0, 25.0, true));
  EncodeOptions options;
  const Outcome out = encodeStrictly(model, options);
  const auto& clips = out.loaded.model.clips;
  ASSERT_THAT(clips, SizeIs(3));
  EXPECT_TRUE(clips[0].loop);
  EXPECT_DOUBLE_EQ(clips[0].duration_s(), 1.0);
  EXPECT_FALSE(clips[1].loop);
  EXPECT_DOUBLE_EQ(clips[1].duration_s(), 1.0);
  EXPECT_TRUE(clips[2].loop);
  EXPECT_NEAR(clips[2].duration_s(), 25.0 / 24.0, 1e-9);
}

TEST(Clips, LongOnesAreSlowedOrSplit) {
  Model model = board();
  const auto swing = [](std::uint16_t frames) {
    std::vector<std::pair<std::uint16_t, glm::quat>> keys;
    for (std::uint16_t f = 0; f <= frames; ++f)
      keys.emplace_back(f, about({0, 0, 1}, 30.0f * std::sin(0.11f * f)));
    return keys;
  };
  model.clips.push_back(rotationClip("long", 0, swing(400), 30.0, 401.0, false));
  model.clips.push_back(rotationClip("longer", 0, swing(1500), 30.0, 1501.0, false));
  const Outcome out = encodeStrictly(model);
  EXPECT_THAT(out.encoded.report.warnings, testing::Contains(HasSubstr("clip 'long' is sampled")));
  EXPECT_THAT(out.encoded.report.warnings,
              testing::Contains(HasSubstr("clip 'longer' is split into 3 parts")));
  const auto& clips = out.loaded.model.clips;
  ASSERT_THAT(clips, SizeIs(4));
  EXPECT_NEAR(clips[0].duration_s(), 400.0 / 30.0, 0.1);
  double parts = 0.0;
  for (std::size_t c = 1; c < 4; ++c)
    parts += clips[c].duration_s();
  EXPECT_NEAR(parts, 50.0, 0.1);
  EXPECT_EQ(std::string(clips[1].name), "longer_1");
}

TEST(Clips, EqualNamesAreToldApart) {
  Model model = board();
  for (int i = 0; i < 2; ++i) {
    model.clips.push_back(rotationClip(
        "same", 0, {{0, about({0, 0, 1}, 0)}, {9, about({0, 0, 1}, 40)}}, 10.0, 10.0, false));
  }
  const Outcome out = encodeStrictly(model);  // the checker warns of equal names
  EXPECT_EQ(std::string(out.loaded.model.clips.at(1).name), "same_2");
}

}  // namespace
}  // namespace sinew::convert
