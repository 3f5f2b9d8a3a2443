#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/cmd_shot.h"
#include "models.h"
#include "renderer/image.h"
#include "temp_folder.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

using Pixel = std::array<int, 4>;
/// kDefaultBackground times 255, rounded.
constexpr Pixel kBackground{60, 65, 74, 255};

class ShotTest : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("DISPLAY");
    options_.command = Command::Shot;
    options_.resolution = std::array<int, 2>{160, 120};
    options_.view.msaa = 0;
    options_.verbosity = Verbosity::Quiet;
    options_.camera.views = {NamedView::Front};
    options_.output = folder_ / "out.png";
  }
  void model(const bmd1::FileSpec& spec) {
    options_.files = {folder_.write("m.bmd", bytesOf(spec))};
  }
  ExitCode shoot() { return runShot(options_); }
  [[nodiscard]] std::string bytes(const std::string& name = "out.png") const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] renderer::Image image(const std::string& name = "out.png") const {
    const std::string file = bytes(name);
    const auto decoded = renderer::decodeImage(std::as_bytes(std::span(file)));
    return decoded ? *decoded : renderer::Image{};
  }
  static Pixel at(const renderer::Image& image, double x, double y) {
    const int column = static_cast<int>(x * (image.width - 1));
    const int row = static_cast<int>(y * (image.height - 1));
    Pixel out{-1, -1, -1, -1};
    const std::size_t i = static_cast<std::size_t>(row * image.width + column) * 4;
    for (std::size_t c = 0; c < 4 && i + c < image.rgba.size(); ++c)
      out[c] = image.rgba[i + c];
    return out;
  }
  Pixel at(double x, double y) const { return at(image(), x, y); }

  TempFolder folder_;
  Options options_;
};

bool isRed(const Pixel& p) {
  return p[0] > 100 && p[1] < p[0] / 4 && p[2] < p[0] / 4;
}
bool isGreen(const Pixel& p) {
  return p[1] > 80 && p[0] < p[1] / 2 && p[2] < p[1] / 2;
}
bool isBlue(const Pixel& p) {
  return p[2] > 60 && p[0] < p[2] / 2 && p[1] < p[2] / 2;
}

TEST_F(ShotTest, DrawsTheModelInTheMiddle) {
  model(redSquare());
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const renderer::Image picture = image();
  EXPECT_EQ(picture.width, 160);
  EXPECT_EQ(picture.height, 120);
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
  // A square that fills 1 / 1.06 of the height reaches to 57 of 60 rows, and 57 of 80 columns.
  EXPECT_TRUE(isRed(at(0.5, 0.04)));
  EXPECT_TRUE(isRed(at(0.16, 0.5)));
  EXPECT_EQ(at(0.5, 0.0), kBackground);
  EXPECT_EQ(at(0.12, 0.5), kBackground);
  EXPECT_EQ(at(0.0, 0.0), kBackground);
  EXPECT_EQ(at(1.0, 1.0), kBackground);
}

TEST_F(ShotTest, TwoRunsGiveEqualBytes) {
  model(walkingSquare());
  for (const int msaa : {0, 4}) {
    options_.view.msaa = msaa;
    options_.view.display.grid = options_.view.display.axes = options_.view.display.armature = true;
    options_.camera.views = {NamedView::Iso};
    ASSERT_EQ(shoot(), ExitCode::Ok);
    const std::string first = bytes();
    ASSERT_EQ(shoot(), ExitCode::Ok);
    EXPECT_EQ(first, bytes());
    EXPECT_FALSE(first.empty());
  }
}

TEST_F(ShotTest, TransparentHasTheSameColoursAndNoBackground) {
  model(redSquare());
  options_.view.msaa = 4;
  options_.camera.views = {NamedView::Iso};
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const renderer::Image opaque = image();
  options_.transparent = true;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const renderer::Image clear = image();
  ASSERT_EQ(clear.rgba.size(), opaque.rgba.size());
  std::size_t solid = 0;
  std::size_t partly = 0;
  for (std::size_t i = 0; i < clear.rgba.size(); i += 4) {
    const int alpha = clear.rgba[i + 3];
    if (alpha == 0) continue;
    if (alpha == 255) {
      ++solid;
      for (std::size_t c = 0; c < 3; ++c)
        ASSERT_EQ(clear.rgba[i + c], opaque.rgba[i + c]) << i;
    } else {
      ++partly;
      // Straight alpha: the model's red, not mixed with anything.
      ASSERT_GT(clear.rgba[i], 100) << i;
      ASSERT_LT(clear.rgba[i + 1], clear.rgba[i] / 4 + 1) << i;
    }
  }
  EXPECT_GT(solid, 2000u);
  EXPECT_GT(partly, 20u);
  EXPECT_EQ(at(clear, 0, 0)[3], 0);
}

TEST_F(ShotTest, BackgroundColourIsExact) {
  model(redSquare());
  options_.view.display.background_gradient = false;
  for (const Pixel& color :
       {Pixel{255, 128, 0, 255}, Pixel{1, 2, 3, 255}, Pixel{13, 77, 200, 255}}) {
    options_.view.display.background =
        glm::vec4(static_cast<float>(color[0]), static_cast<float>(color[1]),
                  static_cast<float>(color[2]), 255.0f) /
        255.0f;
    ASSERT_EQ(shoot(), ExitCode::Ok);
    EXPECT_EQ(at(0.0, 0.0), color);
  }
}

TEST_F(ShotTest, LevelsSwitchWithTheDistance) {
  model(threeLevels());
  options_.lod.distance_m = 0.5;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
  options_.lod.distance_m = 2.0;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isGreen(at(0.5, 0.5)));
  options_.lod_bias = 1.0;  // as at 4 m
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isBlue(at(0.5, 0.5)));
  options_.lod = {};
  options_.lod.mode = LodMode::Forced;
  options_.lod.forced = 1;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isGreen(at(0.5, 0.5)));
  options_.lod.forced = 3;
  EXPECT_EQ(shoot(), ExitCode::Usage);
}

TEST_F(ShotTest, AMirroredBoneStaysVisibleAndLit) {
  model(walkingSquare());
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const Pixel plain = at(0.5, 0.5);
  options_.animation = "mirror";
  options_.frame = 1.0;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const Pixel mirrored = at(0.5, 0.5);
  EXPECT_TRUE(isRed(mirrored));
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(mirrored[c], plain[c], 2);
}

TEST_F(ShotTest, TimeFrameAndLoopPickTheMoment) {
  model(walkingSquare());
  options_.animation = "walk";
  const auto with = [this](std::optional<double> time_s, std::optional<double> frame,
                           LoopMode loop) {
    options_.time_s = time_s;
    options_.frame = frame;
    options_.loop = loop;
    EXPECT_EQ(shoot(), ExitCode::Ok);
    return bytes();
  };
  const std::string two = with({}, 2.0, LoopMode::File);
  EXPECT_EQ(two, with(0.5, {}, LoopMode::File));  // 4 Hz
  EXPECT_NE(two, with({}, 0.0, LoopMode::File));
  EXPECT_EQ(two, with({}, 7.0, LoopMode::On));        // of 5 frames
  EXPECT_EQ(two, with(1.5, {}, LoopMode::PingPong));  // frame 6 of a way of 8: 2 on the way back
  EXPECT_EQ(with({}, 4.0, LoopMode::File), with(100.0, {}, LoopMode::File));  // holds the end
}

TEST_F(ShotTest, FrameOnClipHoldsEveryFrame) {
  model(walkingSquare());
  options_.animation = "walk";
  options_.camera.frame_on = FrameOn::Clip;
  const auto redColumns = [this](double frame) {
    options_.frame = frame;
    EXPECT_EQ(shoot(), ExitCode::Ok);
    const renderer::Image picture = image();
    std::array<int, 2> out{picture.width, -1};
    for (int x = 0; x < picture.width; ++x) {
      const Pixel p = at(picture, x / 159.0 + 1e-6, 0.5);
      if (isRed(p)) out = {std::min(out[0], x), std::max(out[1], x)};
    }
    return out;
  };
  const auto first = redColumns(0.0);
  const auto last = redColumns(4.0);
  EXPECT_GT(last[0], 0);  // +X is to the left from the front
  EXPECT_LT(first[1], 159);
  EXPECT_NEAR(first[1] - first[0], last[1] - last[0], 2);  // whole, both times
  EXPECT_GT(first[0], last[1]);
  options_.camera.frame_on = FrameOn::Pose;
  const auto posed = redColumns(4.0);
  EXPECT_NEAR((posed[0] + posed[1]) / 2.0, 79.5, 1.5);  // in the middle again
}

TEST_F(ShotTest, CamerasFarAndNearCutNothing) {
  model(redSquare());
  options_.camera.position = glm::dvec3(0, 100000, 0);
  options_.camera.view_angle_deg = 0.01;  // 17 units high there
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
  options_.camera.view_angle_deg.reset();
  options_.camera.position = glm::dvec3(0, 0.25, 0);
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isRed(at(0.0, 0.0)));  // fills the picture
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
  options_.camera.position = options_.camera.focal_point = glm::dvec3(1, 2, 3);
  EXPECT_EQ(shoot(), ExitCode::Usage);
}

TEST_F(ShotTest, SupersamplingKeepsTheSizeAndSmoothsEdges) {
  model(redSquare());
  options_.camera.views = {NamedView::Iso};
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const renderer::Image plain = image();
  options_.supersample = 3;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const renderer::Image smooth = image();
  ASSERT_EQ(smooth.width, 160);
  ASSERT_EQ(smooth.height, 120);
  const auto mixed = [](const renderer::Image& picture) {
    int count = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      const Pixel p{picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2], 255};
      if (!isRed(p) && p != kBackground) ++count;
    }
    return count;
  };
  EXPECT_EQ(mixed(plain), 0);
  EXPECT_GT(mixed(smooth), 30);
}

TEST_F(ShotTest, SeveralViewsAndFilesBecomeSeveralPictures) {
  model(redSquare());
  options_.files.push_back(folder_.write("n.bmd", bytesOf(threeLevels())));
  options_.camera.views = {NamedView::Front, NamedView::Back};
  options_.output = folder_ / "{n:2}_{model}_{view}_{lod}_{anim}.png";
  ASSERT_EQ(shoot(), ExitCode::Ok);
  for (const char* name : {"01_m_front_all_rest.png", "02_m_back_all_rest.png",
                           "03_n_front_0_rest.png", "04_n_back_0_rest.png"}) {
    EXPECT_TRUE(fs::exists(folder_ / name)) << name;
  }
  EXPECT_TRUE(isRed(at(image("01_m_front_all_rest.png"), 0.5, 0.5)));
}

TEST_F(ShotTest, ExitCodes) {
  model(redSquare());
  Options good = options_;
  const auto with = [&good](auto change) {
    Options changed = good;
    change(changed);
    return runShot(changed);
  };
  EXPECT_EQ(with([](Options& o) { o.animation = "walk"; }), ExitCode::Usage);
  EXPECT_EQ(with([](Options& o) { o.output = "{what}.png"; }), ExitCode::Usage);
  EXPECT_EQ(with([](Options& o) {
              o.resolution = std::array<int, 2>{100000, 10};
            }),
            ExitCode::Usage);
  EXPECT_EQ(with([this](Options& o) { o.files = {folder_ / "none.bmd"}; }), ExitCode::Unreadable);
  EXPECT_EQ(with([this](Options& o) { o.files = {folder_.write("junk.bmd", "junk")}; }),
            ExitCode::Unreadable);
  EXPECT_EQ(with([this](Options& o) { o.output = folder_ / "no/such/x.png"; }),
            ExitCode::OutputFailed);
  EXPECT_EQ(with([](Options& o) {
              o.gl_device = {GlDeviceChoice::Kind::Number, 99};
            }),
            ExitCode::NoGl);
  EXPECT_EQ(with([this](Options& o) {
              o.output = folder_.write("old.png", "old");
              o.overwrite = false;
            }),
            ExitCode::OutputFailed);
  EXPECT_EQ(bytes("old.png"), "old");
  EXPECT_FALSE(fs::exists(folder_ / "out.png"));
}

TEST_F(ShotTest, ATextureOfALaterModelIsNotReplaced) {
  model(redSquare());
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const std::string picture = bytes();
  bmd1::FileSpec textured;
  textured.meshes.push_back(square("skin", 8.0));
  options_.files.push_back(folder_.write("later.bmd", bytesOf(textured)));
  options_.files.push_back(folder_ / "none.bmd");
  folder_.write("skin.png", picture);
  folder_.write("skin.bmd.png", "old");
  // The first model's picture is to go where the second one's texture is.
  fs::rename(folder_ / "m.bmd", folder_ / "skin.bmd");
  options_.files[0] = folder_ / "skin.bmd";
  options_.output = folder_ / "{model}.png";
  EXPECT_EQ(shoot(), ExitCode::Usage);
  EXPECT_EQ(bytes("skin.png"), picture);
  // What only looks like it is replaced.
  options_.output = folder_ / "{model}.bmd.png";
  EXPECT_EQ(shoot(), ExitCode::Unreadable);  // the third
  EXPECT_NE(bytes("skin.bmd.png"), "old");
  EXPECT_EQ(bytes("skin.png"), picture);
}

TEST_F(ShotTest, KeepGoingReturnsTheWorst) {
  model(redSquare());
  options_.files.insert(options_.files.begin(), folder_ / "none.bmd");
  options_.output = folder_ / "{model}.png";
  EXPECT_EQ(shoot(), ExitCode::Unreadable);
  EXPECT_FALSE(fs::exists(folder_ / "m.png"));
  options_.keep_going = true;
  EXPECT_EQ(shoot(), ExitCode::Unreadable);
  EXPECT_TRUE(fs::exists(folder_ / "m.png"));
}

TEST_F(ShotTest, WhatIsSoundOfABrokenFileIsDrawn) {
  bmd1::FileSpec spec = redSquare();
  spec.meshes.push_back(square("#00FF00", 8.0));
  std::string file = bytesOf(spec);
  // The second MeshDef's vertex list (first field, 32 bytes behind the first MeshDef) leads
  // outside.
  const auto meshes = static_cast<std::size_t>(static_cast<unsigned char>(file[0x10]));
  ASSERT_LT(meshes + 36, file.size());
  for (std::size_t i = 0; i < 4; ++i)
    file[meshes + 32 + i] = '\x7F';
  options_.files = {folder_.write("broken.bmd", file)};
  EXPECT_EQ(shoot(), ExitCode::Invalid);
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
  fs::remove(folder_ / "out.png");
  options_.load.mode = Mode::Strict;
  EXPECT_EQ(shoot(), ExitCode::Invalid);
  EXPECT_FALSE(fs::exists(folder_ / "out.png"));
}

TEST_F(ShotTest, AMissingTextureIsAnErrorOnlyWhenStrict) {
  bmd1::FileSpec spec;
  spec.meshes.push_back(square("gfx/none", 8.0));
  model(spec);
  EXPECT_EQ(shoot(), ExitCode::Ok);
  // The checker's colours: magenta and dark.
  const Pixel p = at(0.5, 0.5);
  EXPECT_NE(p, kBackground);
  fs::remove(folder_ / "out.png");
  options_.load.mode = Mode::Strict;
  EXPECT_EQ(shoot(), ExitCode::Invalid);
  EXPECT_FALSE(fs::exists(folder_ / "out.png"));
}

TEST_F(ShotTest, BoneNamesAreWrittenAndStayTheSame) {
  model(walkingSquare());
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const std::string plain = bytes();
  options_.view.bone_names = BoneNames::All;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  const std::string named = bytes();
  EXPECT_NE(plain, named);
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_EQ(named, bytes());
}

TEST_F(ShotTest, OrthographicAndUp) {
  model(redSquare());
  options_.camera.orthographic = true;
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isRed(at(0.5, 0.04)));
  EXPECT_EQ(at(0.5, 0.0), kBackground);
  // With +Y up the front is +Z, and the square is seen on its edge.
  options_.camera.up = glm::dvec3(0, 1, 0);
  options_.camera.views = {NamedView::Top};
  ASSERT_EQ(shoot(), ExitCode::Ok);
  EXPECT_TRUE(isRed(at(0.5, 0.5)));
}

TEST_F(ShotTest, BlendedClipsMeetHalfWay) {
  model(walkingSquare());
  options_.camera.frame_on = FrameOn::Clip;
  options_.animation = "walk";
  options_.frame = 2.0;  // 40 to +X
  EXPECT_EQ(shoot(), ExitCode::Ok);
  const std::string walk = bytes();
  options_.blend = {{"mirror", 0.0}};
  EXPECT_EQ(shoot(), ExitCode::Ok);
  EXPECT_EQ(bytes(), walk);
  // A quarter of "mirror", which stays: 30 to +X, and 1 - 2 * 1/2 * 1/4 as wide.
  options_.blend = {{"mirror", 0.25}};
  EXPECT_EQ(shoot(), ExitCode::Ok);
  EXPECT_NE(bytes(), walk);
  options_.blend = {{"no such clip", 0.25}};
  EXPECT_EQ(shoot(), ExitCode::Usage);
}

TEST_F(ShotTest, ARangeOfFramesBecomesAPictureEach) {
  model(walkingSquare());
  options_.camera.frame_on = FrameOn::Clip;
  options_.animation = "walk";
  options_.frame_range = FrameRange{1.0, 3.0};
  options_.output = folder_ / "walk-{frame:3}.png";
  EXPECT_EQ(shoot(), ExitCode::Ok);
  std::set<std::string> pictures;
  for (const char* name : {"walk-001.png", "walk-002.png", "walk-003.png"}) {
    EXPECT_FALSE(bytes(name).empty()) << name;
    pictures.insert(bytes(name));
  }
  EXPECT_EQ(pictures.size(), 3u);
  EXPECT_TRUE(bytes("walk-000.png").empty());
  EXPECT_TRUE(bytes("walk-004.png").empty());
  // The same as that frame alone.
  options_.frame_range.reset();
  options_.frame = 2.0;
  options_.output = folder_ / "two.png";
  EXPECT_EQ(shoot(), ExitCode::Ok);
  EXPECT_EQ(bytes("two.png"), bytes("walk-002.png"));
  options_.frame.reset();
  options_.frame_range = FrameRange{1.0, 9.0};
  EXPECT_EQ(shoot(), ExitCode::Usage) << "the clip has frames 0 to 4";
  options_.frame_range = FrameRange{1.0, 2.0};
  options_.output = folder_ / "one.png";
  EXPECT_EQ(shoot(), ExitCode::Usage) << "two pictures of one name";
  EXPECT_TRUE(bytes("one.png").empty());
}

}  // namespace
}  // namespace sinew::app
