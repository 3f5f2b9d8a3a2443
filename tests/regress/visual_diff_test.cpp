// `sinew diff --visual`: both models drawn by one camera.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/png.h"
#include "app/regress/read_picture.h"
#include "sinew_process.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/regress/pictures.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;

using app::TempFolder;
using app::regress::plain;
using bmd1::FileSpec;
using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string contentOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

renderer::Image pictureIn(const fs::path& path) {
  const std::string bytes = contentOf(path);
  const auto image = app::regress::decodePicture(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(image) << path;
  return image ? *image : renderer::Image{};
}

class VisualDiff : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name, const FileSpec& spec) const {
    return folder_.write(name, app::bytesOf(spec));
  }

  /// Runs `diff --visual` on small pictures by the software rasteriser.
  static Finished diff(const std::string& a, const std::string& b,
                       std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "diff", a, b, "--visual", "--gl-device=software", "--quiet", "--resolution=160,120"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Finished run = runSinew(arguments);
    return run;
  }

  TempFolder folder_;
};

TEST_F(VisualDiff, TheSameModelIs0) {
  const std::string a = file("a.bmd", app::redSquare());
  const Finished run = diff(a, a);
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(run.out, a + " -> " + a +
                         ": the same bytes\n"
                         "view iso, at rest: same [delta]: no pixel differs\n"
                         "view front, at rest: same [delta]: no pixel differs\n"
                         "view right, at rest: same [delta]: no pixel differs\n");
}

TEST_F(VisualDiff, AnotherColorIsSeen) {
  FileSpec blue = app::redSquare();
  blue.meshes[0].material = "#0000FF";
  const Finished run =
      diff(file("a.bmd", app::redSquare()), file("b.bmd", blue), {"--view=front,back"});
  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.out, AllOf(HasSubstr("mesh 0: material"),
                             HasSubstr("\nview front, at rest: different [delta]: "),
                             // From behind nothing of the square is seen.
                             HasSubstr("\nview back, at rest: same [delta]: ")));
}

// What the bytes do not tell.
TEST_F(VisualDiff, AnotherTextureBesideTheSameBytesIs1) {
  FileSpec spec = app::redSquare();
  spec.meshes[0].material = "skin";
  const std::string a = file("one/a.bmd", spec);
  const std::string b = file("two/a.bmd", spec);
  for (const auto& [name, color] : {std::pair("one/skin.png", app::regress::Rgb{200, 30, 30}),
                                    std::pair("two/skin.png", app::regress::Rgb{30, 30, 200})}) {
    ASSERT_TRUE(app::writeFileAtomically(folder_ / name, *app::encodePng(plain(4, 4, color))));
  }
  const Finished run = diff(a, b, {"--view=front"});
  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.out, AllOf(HasSubstr(": the same bytes\n"), HasSubstr(": different [delta]: ")));
}

TEST_F(VisualDiff, TheMomentOfTheGreatestTravelIsLookedAt) {
  FileSpec farther = app::walkingSquare();
  farther.anims[0].tracks[1][1].translation = glm::dvec3(120, 0, 0);
  const std::string a = file("a.bmd", app::walkingSquare());
  const std::string b = file("b.bmd", farther);
  const Finished run = diff(a, b);
  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.out, AllOf(HasSubstr("view iso, at rest: same"),
                             HasSubstr("view iso, \"walk\" at frame 4: different")));
  // Asked for a clip, four moments of it: the square starts where it did.
  const Finished clip = diff(a, b, {"--animation=walk", "--view=front", "--frame-on=clip"});
  EXPECT_THAT(clip.out, AllOf(HasSubstr("view front, \"walk\" at frame 0: same"),
                              HasSubstr("at frame 1: "), HasSubstr("at frame 2: "),
                              HasSubstr("view front, \"walk\" at frame 3: different")));
  const Finished time = diff(a, b, {"--animation=walk", "--animation-time=0.5", "--view=front"});
  EXPECT_THAT(time.out, HasSubstr("view front, \"walk\" at 0.5 s: different"));
}

TEST_F(VisualDiff, AReportWithCommandsThatMakeThePicturesAgain) {
  // The second model is larger: one camera frames both.
  FileSpec larger = app::redSquare();
  larger.meshes[0] = app::square("#FF0000", 16.0);
  const std::string a = file("it's.bmd", app::redSquare());
  const std::string b = file("b.bmd", larger);
  const std::string out = folder_ / "out";
  const Finished run = diff(a, b, {"--view=iso,front", "--edges", "--output=" + out});
  EXPECT_EQ(run.exit, 1) << run.err;
  std::string text = contentOf(fs::path(out) / "data.js");
  text = text.substr(text.find('{'), text.rfind('}') + 1 - text.find('{'));
  const json data = json::parse(text);
  EXPECT_EQ(data["labels"], json::parse(R"({"expected": "A", "actual": "B"})"));
  EXPECT_THAT(data["notes"][0].get<std::string>(), StartsWith("mesh 0: "));
  ASSERT_EQ(data["cases"].size(), 2u);
  for (const json& item : data["cases"]) {
    EXPECT_EQ(item["status"], "changed");
    ASSERT_EQ(item["commands"].size(), 2u);
    const char* roles[] = {"expected", "actual"};
    const char* names[] = {"a.png", "b.png"};
    for (std::size_t i = 0; i < 2; ++i) {
      // As a user pastes it, in a folder of its own.
      const std::string command = item["commands"][i]["value"];
      ASSERT_THAT(command, AllOf(StartsWith("sinew shot "), HasSubstr(" --edges"),
                                 EndsWith(std::string(" --output=") + names[i])));
      fs::create_directory(folder_ / "again");
      const std::string line = "cd '" + (folder_ / "again") + "' && '" + SINEW_BINARY + "'" +
                               command.substr(std::string("sinew").size());
      ASSERT_EQ(std::system(line.c_str()), 0) << line;
      EXPECT_EQ(pictureIn(fs::path(folder_ / "again") / names[i]).rgba,
                pictureIn(fs::path(out) / item[roles[i]].get<std::string>()).rgba)
          << command;
    }
  }
}

TEST_F(VisualDiff, OnePictureOfAllViews) {
  FileSpec blue = app::redSquare();
  blue.meshes[0].material = "#0000FF";
  const std::string out = folder_ / "out.png";
  const Finished run = diff(file("a.bmd", app::redSquare()), file("b.bmd", blue),
                            {"--view=front,iso", "--output=" + out});
  EXPECT_EQ(run.exit, 1) << run.err;
  renderer::Image sheet = pictureIn(out);
  // Three of 160 with 4 between, two rows of 120 with 4 between.
  ASSERT_EQ(sheet.width, 488);
  ASSERT_EQ(sheet.height, 244);
  const auto pixel = [&sheet](int x, int y) {
    const std::uint8_t* p = app::regress::at(sheet, x, y);
    return std::array<int, 4>{p[0], p[1], p[2], p[3]};
  };
  EXPECT_GT(pixel(80, 60)[0], 2 * pixel(80, 60)[2]);                  // red in A
  EXPECT_GT(pixel(244, 60)[2], 2 * pixel(244, 60)[0]);                // blue in B
  EXPECT_EQ(pixel(408, 60), (std::array<int, 4>{214, 24, 32, 255}));  // what differs
  EXPECT_EQ(pixel(162, 60)[3], 0);                                    // the gap
}

TEST_F(VisualDiff, AModelThatIsNotThere) {
  const std::string b = file("b.bmd", app::redSquare());
  const std::string out = folder_ / "out";
  const Finished run = diff("/dev/null", b, {"--view=front", "--output=" + out});
  EXPECT_EQ(run.exit, 1) << run.err;
  EXPECT_THAT(run.out, EndsWith("\nview front, at rest: only in " + b + "\n"));
  EXPECT_TRUE(fs::exists(fs::path(out) / "pictures/0001_actual.png"));
  EXPECT_EQ(diff("/dev/null", "/dev/null").exit, 0);
}

TEST_F(VisualDiff, JsonHasTheViews) {
  FileSpec blue = app::redSquare();
  blue.meshes[0].material = "#0000FF";
  const Finished run = diff(file("a.bmd", app::redSquare()), file("b.bmd", blue),
                            {"--view=front", "--json", "--metric=flip"});
  EXPECT_EQ(run.exit, 1);
  const json out = json::parse(run.out);
  ASSERT_EQ(out["views"].size(), 1u);
  EXPECT_EQ(out["views"][0]["name"], "front, at rest");
  EXPECT_EQ(out["views"][0]["verdict"], "different");
  EXPECT_EQ(out["views"][0]["metric"], "flip");
  EXPECT_GT(out["views"][0]["differing"].get<int>(), 1000);
}

TEST_F(VisualDiff, WrongUsageAndWhatCannotBeWritten) {
  const std::string a = file("a.bmd", app::redSquare());
  for (const char* option : {"--view=front", "--output=out", "--edges", "--resolution=64,64",
                             "--metric=exact", "--texture-path=.", "--gl-device=software"}) {
    const Finished run = runSinew({"diff", a, a, option});
    EXPECT_EQ(run.exit, 2) << option;
    EXPECT_THAT(run.err, HasSubstr("needs --visual"));
  }
  EXPECT_EQ(diff(a, a, {"--animation=none"}).exit, 2);
  EXPECT_EQ(diff(a, a, {"--animation-time=1"}).exit, 2);
  EXPECT_EQ(diff(a, a, {"--output=-"}).exit, 2);
  // A folder that is no report is left alone, and nothing is drawn for it.
  folder_.write("home/letter.txt", "dear");
  const Finished refused = diff(a, a, {"--output=" + (folder_ / "home")});
  EXPECT_EQ(refused.exit, 5);
  EXPECT_THAT(refused.err, HasSubstr("something else than a report"));
  EXPECT_EQ(contentOf(folder_ / "home/letter.txt"), "dear");
  EXPECT_EQ(diff(a, a, {"--output=" + (folder_ / "none/out.png")}).exit, 5);
}

}  // namespace
}  // namespace sinew::e2e
