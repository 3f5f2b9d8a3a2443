// Troubles that other viewers had, acted out with the window's commands.

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/playback.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class PoseScenarioTest : public ViewerTest {
 protected:
  void open(const std::string& name) {
    run("open " + quoteArgument(validFile(name)));
    run("pause");
  }
  [[nodiscard]] std::vector<Mat34f> posed() {
    viewer().update();
    const auto matrices = viewer().scene()->poser().influenceMatrices();
    return {matrices.begin(), matrices.end()};
  }
  /// Compares with the matrices that another implementation made.
  void expectPose(const Json& bones, const std::string& where) {
    const std::vector<Mat34f> matrices = posed();
    ASSERT_LE(bones.size(), matrices.size()) << where;
    for (std::size_t b = 0; b < bones.size(); ++b) {
      const Json& wanted = bones[b].at("matrix");
      double axes = 1.0, origin = 1.0;
      for (std::size_t i = 0; i < 12; ++i)
        (i % 4 == 3 ? origin : axes) =
            std::max(i % 4 == 3 ? origin : axes, std::abs(wanted[i].get<double>()));
      for (std::size_t i = 0; i < 12; ++i) {
        ASSERT_NEAR(double{matrices[b].m[i]}, wanted[i].get<double>(),
                    3e-5 * (i % 4 == 3 ? origin : axes))
            << where << " bone " << b << " [" << i << "]";
      }
    }
  }
};

// Scenarios 1, 2, 3, 6, 16, 18, 19: signs, seams, skips, scales and weights, all through the
// window's clock, and scenario 5: in whatever order clips, blends and fades come before.
TEST_F(PoseScenarioTest, EveryStoredPoseIsShownWhateverWasPlayedBefore) {
  std::size_t poses = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SINEW_SOURCE_DIR) +
                                                               "/tests/data/bmd1/valid")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".pose.json")) continue;
    const std::string model = path.substr(0, path.size() - 10) + ".bmd";
    run("open " + quoteArgument(model));
    const std::size_t clips = viewer().scene()->model().clips.size();
    const Json cases = Json::parse(std::ifstream(path));
    for (const Json& one : cases) {
      const Json& wanted = one.at("result");
      // Something else first: another clip plays, blends and fades away.
      if (clips > 1) {
        run("clip next");
        run("blend #" + std::to_string((*state().playback.clip + 1) % clips) + " 0.3");
        run("play");
        viewer().tick(0.07);
        viewer().update();
      }
      if (wanted.at("anim_index").is_null()) {
        run("clip none");
      } else {
        const auto clip = wanted["anim_index"].get<std::uint32_t>();
        run("clip #" + std::to_string(clip));
        if (one.contains("time") && !one["time"].is_null()) {
          run("time " + one["time"].dump());
        } else {
          run("frame " + (one.contains("frame") && !one["frame"].is_null() ? one["frame"].dump()
                                                                           : std::string("0")));
        }
      }
      expectPose(wanted.at("bones"), path);
      if (HasFatalFailure()) return;
      ++poses;
    }
  }
  EXPECT_GT(poses, 100u);
}

// Scenario 3: the period of a loop is all of its frames, and the same clip without its loop holds
// the last.
TEST_F(PoseScenarioTest, LoopsHaveNoPauseAtTheirSeam) {
  open("character.bmd");  // "walk": 8 frames at 10 Hz
  run("play");
  viewer().tick(0.8 * 25 + 0.05);
  EXPECT_NEAR(state().playback.frame, 0.5, 1e-6);
  run("frame 7.5");
  const auto between = posed();
  run("frame 7");
  const auto last = posed();
  run("frame 0");
  const auto first = posed();
  // Between the last key and the first one the hip is on its way, half of it.
  EXPECT_NEAR(between[1].m[11], (last[1].m[11] + first[1].m[11]) / 2.0f, 1e-5f);
  run("loop off");
  run("frame 7");
  const auto held = posed();
  run("frame 7.5");
  EXPECT_EQ(posed(), held);
  EXPECT_NEAR(held[1].m[11], 12.0f, 1e-5f) << "not on its way to frame 0";
}

// Scenario 7: without a rate, or with one frame, the clock stands and nothing is drawn for it.
TEST_F(PoseScenarioTest, StaticClipsDoNotSpin) {
  for (const std::string name : {"anim_rates.bmd", "anim_oddities.bmd"}) {
    open(name);
    const auto& clips = viewer().scene()->model().clips;
    std::size_t still = 0;
    for (std::size_t i = 0; i < clips.size(); ++i) {
      if (clips[i].rate_hz > 0.0 && clips[i].frame_count > 1.0) continue;
      ++still;
      for (const std::string loop : {"file", "on", "off", "pingpong"}) {
        run("loop " + loop);
        run("crossfade 0");
        run("clip #" + std::to_string(i));
        run("play");
        EXPECT_FALSE(viewer().moves()) << name << " " << i << " " << loop;
        EXPECT_FALSE(viewer().tick(0.1));
        EXPECT_EQ(state().playback.frame, 0.0);
      }
    }
    if (name == "anim_rates.bmd") {
      EXPECT_GT(still, 0u);
    }
  }
}

// Scenario 8: the pose at a wall time does not depend on how often it was drawn.
TEST_F(PoseScenarioTest, AnyRefreshRateReachesTheSamePose) {
  open("character.bmd");
  std::vector<std::vector<Mat34f>> ends;
  for (const std::vector<double>& steps :
       {std::vector<double>(30, 1.0 / 30), std::vector<double>(60, 1.0 / 60),
        std::vector<double>(144, 1.0 / 144), std::vector<double>(1000, 1.0 / 1000),
        std::vector<double>{0.01, 0.98, 0.01}}) {  // a stall
    run("clip walk");
    run("frame 0");
    run("speed 1.3");
    run("play");
    for (const double step : steps)
      viewer().tick(step);
    EXPECT_NEAR(state().playback.frame, 13.0 - 8.0, 1e-6);
    ends.push_back(posed());
  }
  for (const auto& end : ends) {
    for (std::size_t b = 0; b < end.size(); ++b) {
      for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(end[b].m[i], ends[0][b].m[i], 1e-4f);
    }
  }
}

// Scenario 18: weights that do not add up to one, or that cannot blend, have a defined result.
TEST_F(PoseScenarioTest, OddWeightsHaveADefinedResult) {
  open("character.bmd");
  run("clip none");
  run("weight elbow 0 0.4");
  run("weight elbow 1 0.5");  // 0.9 in all: 4/9 and 5/9
  const auto matrices = posed();
  EXPECT_NEAR(matrices[4].m[3], (matrices[2].m[3] * 0.40625f + matrices[3].m[3] * 0.5f) / 0.90625f,
              1e-5f);
  run("weights reset");
  for (const std::string name : {"pseudo_weights_zero.bmd", "pseudo_weights_cancel.bmd",
                                 "pseudo_id_range.bmd", "pseudo_id_itself.bmd"}) {
    run("open " + quoteArgument(invalidFile(name)));
    for (const Mat34f& matrix : posed()) {
      for (const float value : matrix.m)
        EXPECT_TRUE(std::isfinite(value)) << name;
    }
    EXPECT_THAT(viewer().messages.front().text, HasSubstr("error")) << name;
  }
}

// Scenario 22: a bone that hardly moves does not shake. It turns by 1.5 degrees within 30 frames,
// kept as two packed keys, and is looked at sixty times a second.
TEST_F(PoseScenarioTest, ABoneThatHardlyMovesDoesNotShake) {
  bmd1::FileSpec spec = walkingSquare();
  bmd1::AnimSpec& turn = spec.anims[0];
  turn.frames = 31;
  turn.hz = 15.0;
  const auto about = [](double degrees) {
    const double half = degrees * 3.14159265358979323846 / 360.0;
    return glm::dquat(std::cos(half), 0.0, std::sin(half), 0.0);
  };
  bmd1::KeySpec start, end;
  start.rotation = about(0.0);
  end.frame = 30;
  end.rotation = about(1.5);
  turn.tracks[1] = {start, end};
  const TempFolder folder;
  run("open " + quoteArgument(folder.write("still.bmd", bytesOf(spec))));
  run("pause");
  run("frame 0");
  run("play");
  // A code of a rotation steps by 1/64 below 1 at most: half of it is 0.9 degrees of the angle's
  // half.
  constexpr double kHalfStep_deg = 2.0 * 0.4477;
  double before = -1e-3;
  for (int tick = 0; tick <= 120; ++tick) {
    const auto matrices = posed();
    // The x axis of the bone, turned about y.
    const double angle_deg = std::atan2(-double{matrices[1].m[8]}, double{matrices[1].m[0]}) *
                             180.0 / 3.14159265358979323846;
    EXPECT_NEAR(angle_deg, 1.5 * state().playback.frame / 30.0, kHalfStep_deg) << tick;
    EXPECT_GE(angle_deg, before - 1e-4) << "back at tick " << tick;
    EXPECT_LT(angle_deg - before, 0.05) << "a leap at tick " << tick;
    before = angle_deg;
    viewer().tick(1.0 / 60.0);
  }
  EXPECT_GT(before, 0.5) << "and it does move";
}

// Scenario 23: the bounds of a clip are found without moving the frame that is shown.
TEST_F(PoseScenarioTest, FramingAClipLeavesTheFrame) {
  const TempFolder folder;
  run("open " + quoteArgument(folder.write("walk.bmd", bytesOf(walkingSquare()))));
  run("pause");
  run("frame 1");
  const auto before = posed();
  const pose::Bounds bounds = viewer().scene()->bounds(FrameOn::Clip, state());
  EXPECT_EQ(state().playback.frame, 1.0);
  EXPECT_EQ(posed(), before);
  // The square of 16 walks 80 to +X.
  EXPECT_NEAR(bounds.min.x, -8.0, 1e-3);
  EXPECT_NEAR(bounds.max.x, 88.0, 1e-3);
  // Half of "mirror", which stays and ends as -1 times itself: at the end half the way, and flat.
  run("blend mirror 0.5");
  EXPECT_NEAR(viewer().scene()->bounds(FrameOn::Clip, state()).max.x, 40.0, 1e-3);
}

// Scenario 26: everything that lies over the model at once, in any order of switching on.
TEST_F(PoseScenarioTest, OverlaysDrawInAnyOrder) {
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd"));
  run("pause");
  run("bone hips");
  auto target = renderer::RenderTarget::create(renderer().info(), 200, 150, 0);
  ASSERT_TRUE(target.has_value());
  const std::vector<std::string> switches{"armature", "bone-axes", "solids fill", "normals",
                                          "grid",     "axes",      "edges",       "vertices"};
  std::vector<std::uint8_t> first;
  for (std::size_t start = 0; start < switches.size(); ++start) {
    for (const std::string name :
         {"armature", "bone-axes", "normals", "grid", "axes", "edges", "vertices"})
      run(name + " off");
    run("solids off");
    for (std::size_t i = 0; i < switches.size(); ++i) {
      const std::string& one = switches[(start + i) % switches.size()];
      run(one == "solids fill" ? one : one + " on");
      ASSERT_TRUE(viewer().draw(*target, 1.0f).has_value());
    }
    const std::vector<std::uint8_t> picture = target->readPixels().rgba;
    if (start == 0) first = picture;
    EXPECT_TRUE(picture == first) << "the order of switching must not be seen, from " << start;
  }
}

}  // namespace
}  // namespace sinew::app::test
