// `sinew compare` as users run it: exit codes, line, JSON, masks, diff picture.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/png.h"
#include "renderer/image.h"
#include "sinew_process.h"
#include "tests/regress/pictures.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using app::regress::ball;
using app::regress::Image;
using app::regress::plain;
using app::regress::set;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class CompareCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "sinew-compare-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string picture(const std::string& name, const Image& image) const {
    const auto png = app::encodePng(image);
    EXPECT_TRUE(png);
    EXPECT_TRUE(app::writeFileAtomically(path(name), *png, true));
    return path(name);
  }

  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  static Finished run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return runSinew(arguments);
  }

  std::string folder_;
};

Image withBlock(const Image& image, int x1, int y1, int side) {
  Image out = image;
  for (int y = y1; y < y1 + side; ++y) {
    for (int x = x1; x < x1 + side; ++x)
      set(out, x, y, {255, 0, 0});
  }
  return out;
}

TEST_F(CompareCommand, SameIs0) {
  const std::string a = picture("a.png", ball(160, 120));
  const Finished same_file = run({a, a});
  EXPECT_EQ(same_file.exit, 0);
  EXPECT_EQ(same_file.out, a + ": same [delta]: no pixel differs\n");
  EXPECT_EQ(same_file.err, "");
  // Other bytes, the same pixels.
  const auto png = app::encodePng(ball(160, 120), {{"Comment", "x"}});
  ASSERT_TRUE(png);
  ASSERT_TRUE(app::writeFileAtomically(path("b.png"), *png, true));
  for (const char* metric : {"exact", "delta", "flip", "ssim"}) {
    EXPECT_EQ(run({a, path("b.png"), std::string("--metric=") + metric}).exit, 0) << metric;
  }
}

TEST_F(CompareCommand, DifferentIs1AndSaysWhere) {
  const std::string a = picture("a.png", plain(100, 80, {60, 65, 74}));
  const std::string b = picture("b.png", withBlock(plain(100, 80, {60, 65, 74}), 40, 30, 3));
  for (const char* metric : {"exact", "delta", "flip", "ssim"}) {
    EXPECT_EQ(run({a, b, std::string("--metric=") + metric}).exit, 1) << metric;
  }
  const Finished run_delta = run({a, b});
  EXPECT_THAT(run_delta.out,
              StartsWith(b + ": different [delta]: 9 differ in the 8x8 pixels at 35,25, at most 6 "
                             "may; largest difference 0."));
  EXPECT_EQ(run_delta.err, "");
}

TEST_F(CompareCommand, OtherSizesAre6) {
  const std::string a = picture("a.png", plain(10, 8, {1, 2, 3}));
  const std::string b = picture("b.png", plain(8, 10, {1, 2, 3}));
  const Finished text = run({a, b, "-o", path("diff.png")});
  EXPECT_EQ(text.exit, 6);
  EXPECT_EQ(text.out, "size: " + a + " has 10x8 pixels, " + b + " has 8x10\n");
  EXPECT_FALSE(fs::exists(path("diff.png")));
  const Finished as_json = run({a, b, "--json"});
  EXPECT_EQ(as_json.exit, 6);
  EXPECT_EQ(json::parse(as_json.out)["verdict"], "size");
  // A mask of another size as well.
  EXPECT_EQ(run({a, a, "--mask", b}).exit, 6);
}

TEST_F(CompareCommand, UnreadableIs3) {
  const std::string a = picture("a.png", plain(10, 8, {1, 2, 3}));
  const std::string text = file("text.png", "this is no picture");
  const auto png = app::encodePng(ball(50, 40));
  ASSERT_TRUE(png);
  const std::string cut =
      file("cut.png", std::string(png->begin(), png->begin() + static_cast<long>(png->size() / 2)));
  for (const std::string& bad : {path("none.png"), text, cut, folder_}) {
    const Finished first = run({bad, a});
    EXPECT_EQ(first.exit, 3) << bad;
    EXPECT_EQ(first.out, "");
    EXPECT_THAT(first.err, HasSubstr(bad));
    EXPECT_EQ(run({a, bad}).exit, 3) << bad;
    // Twice the same damaged file is not "same".
    EXPECT_EQ(run({bad, bad}).exit, 3) << bad;
    EXPECT_EQ(run({a, a, "--mask", bad}).exit, 3) << bad;
  }
}

TEST_F(CompareCommand, WrongUsageIs2) {
  const std::string a = picture("a.png", plain(10, 8, {1, 2, 3}));
  const std::vector<std::vector<std::string>> cases = {
      {a},
      {a, a, a},
      {a, a, "--metric=psnr"},
      {a, a, "--pixel-threshold=1.5"},
      {a, a, "--pixel-threshold=nan"},
      {a, a, "--metric=exact", "--pixel-threshold=0.1"},
      {a, a, "--max-diff-pixels=-1"},
      {a, a, "--max-diff-ratio=2"},
      {a, a, "--max-diff-run=x"},
      {a, a, "--window=0"},
      {a, a, "--window-density=-0.1"},
      {a, a, "--ignore=1,2,3"},
      {a, a, "--ignore=5,0,4,0"},
      {a, a, "--ignore=0,0,9,7"},  // covers everything
      {a, a, "--output=-"},
      {a, a, "--lod=0"},
  };
  for (const auto& arguments : cases) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err, "");
  }
}

TEST_F(CompareCommand, UnwritableOutputIs5) {
  const std::string a = picture("a.png", plain(10, 8, {1, 2, 3}));
  EXPECT_EQ(run({a, a, "-o", path("none/diff.png")}).exit, 5);
  EXPECT_EQ(runSinewInto("/dev/full", {"compare", a, a}).exit, 5);
  // Also where the verdict alone would be 1.
  const std::string b = picture("b.png", plain(10, 8, {200, 2, 3}));
  EXPECT_EQ(run({a, b, "-o", path("none/diff.png")}).exit, 5);
}

TEST_F(CompareCommand, StandardInputIsAPicture) {
  const std::string a = picture("a.png", plain(10, 8, {1, 2, 3}));
  std::ifstream stream(a, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(runSinew({"compare", a, "-"}, bytes).exit, 0);
  EXPECT_EQ(runSinew({"compare", "-", "-"}, bytes).exit, 2);
}

TEST_F(CompareCommand, IgnoreAndMaskLeavePixelsOut) {
  const Image ground = plain(100, 80, {60, 65, 74});
  const std::string a = picture("a.png", ground);
  const std::string b = picture("b.png", withBlock(withBlock(ground, 40, 30, 8), 80, 60, 8));
  EXPECT_EQ(run({a, b, "--ignore=40,30,47,37"}).exit, 1);
  EXPECT_EQ(run({a, b, "--ignore=40,30,47,37", "--ignore=80,60,87,67"}).exit, 0);
  Image mask = plain(100, 80, {0, 0, 0});
  for (int y = 60; y < 68; ++y) {
    for (int x = 80; x < 88; ++x)
      set(mask, x, y, {255, 255, 255});
  }
  const std::string mask_path = picture("mask.png", mask);
  EXPECT_EQ(run({a, b, "--mask", mask_path}).exit, 1);
  EXPECT_EQ(run({a, b, "--mask", mask_path, "--ignore=40,30,47,37"}).exit, 0);
  const Finished outside = run({a, a, "--ignore=100,0,120,10"});
  EXPECT_EQ(outside.exit, 0);
  EXPECT_THAT(outside.err, HasSubstr("--ignore=100,0,120,10 lies outside the 100x80 pixels"));
}

TEST_F(CompareCommand, JsonHasTheNumbers) {
  const std::string a = picture("a.png", plain(100, 80, {60, 65, 74}));
  const std::string b = picture("b.png", withBlock(plain(100, 80, {60, 65, 74}), 40, 30, 3));
  const Finished finished = run({a, b, "--json", "--max-diff-pixels=8"});
  EXPECT_EQ(finished.exit, 1);
  const json out = json::parse(finished.out);
  EXPECT_EQ(out["schema"], 1);
  EXPECT_EQ(out["command"], "compare");
  EXPECT_EQ(out["a"], a);
  EXPECT_EQ(out["b"], b);
  EXPECT_EQ(out["verdict"], "different");
  EXPECT_EQ(out["metric"], "delta");
  EXPECT_EQ(out["size"], json::parse("[100, 80]"));
  EXPECT_EQ(out["limits"], json::parse(R"({"pixel_threshold": 0.01, "max_diff_pixels": 8,
      "max_diff_ratio": null, "max_diff_run": 6, "window": 8, "window_density": 0.1})"));
  EXPECT_EQ(out["identical"], false);
  EXPECT_EQ(out["compared"], 8000);
  EXPECT_EQ(out["differing"], 9);
  EXPECT_DOUBLE_EQ(out["ratio"], 9.0 / 8000.0);
  EXPECT_EQ(out["longest_run"], 3);
  EXPECT_EQ(out["bounds"], json::parse("[40, 30, 42, 32]"));
  EXPECT_EQ(out["fullest_window"]["differing"], 9);
  EXPECT_EQ(out["fullest_window"]["allowed"], 6);
  EXPECT_EQ(out["exceeded"].size(), 2u);
  EXPECT_EQ(out["mean"], nullptr);
}

TEST_F(CompareCommand, TheDiffPictureMarksWhatDiffers) {
  const std::string a = picture("a.png", plain(100, 80, {60, 65, 74}));
  const std::string b = picture("b.png", withBlock(plain(100, 80, {60, 65, 74}), 40, 30, 8));
  EXPECT_EQ(run({a, b, "-o", path("diff.png")}).exit, 1);
  std::ifstream stream(path("diff.png"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  auto image = renderer::decodeImage(std::as_bytes(std::span(bytes)));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 100);
  EXPECT_EQ(image->height, 80);
  const std::uint8_t* inside = app::regress::at(*image, 44, 34);
  EXPECT_EQ(std::vector<int>(inside, inside + 3), (std::vector<int>{214, 24, 32}));
  const std::uint8_t* outside = app::regress::at(*image, 10, 10);
  EXPECT_EQ(outside[0], outside[1]);
}

}  // namespace
}  // namespace sinew::e2e
