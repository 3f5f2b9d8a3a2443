// Troubles of other viewers, as users met them: they must not happen here.

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/regress/read_picture.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class ScenarioTest : public UiTest {
 protected:
  [[nodiscard]] renderer::Image read(const std::string& path) {
    const auto bytes = readInput(path, std::uint64_t{1} << 30);
    EXPECT_TRUE(bytes.has_value());
    if (!bytes) return {};
    const auto picture = regress::decodePicture(**bytes);
    EXPECT_TRUE(picture.has_value());
    return picture.value_or(renderer::Image{});
  }
  TempFolder folder_;
};

// Scenario 28: names of all scripts, texture paths with backslashes and in another case.
TEST_F(ScenarioTest, NamesOfAllScripts) {
  bmd1::FileSpec spec = walkingSquare();
  spec.meshes[0].material = "Häute\\ŞKIN";
  spec.bones[1].name = "кость";
  spec.anims[0].name = "歩く";
  const std::string path = folder_.write("тест/(ノಠ益ಠ)ノ/ş.bmd", bytesOf(spec));
  std::filesystem::create_directories(folder_.path() / "тест/(ノಠ益ಠ)ノ/Häute");
  std::filesystem::copy_file(SINEW_SOURCE_DIR "/assets/uv_chart.png",
                             folder_.path() / "тест/(ノಠ益ಠ)ノ/Häute/ŞKIN.png");
  run("open " + quoteArgument(path));
  run("bone-names all");
  run("clip 歩く");
  settle();
  ASSERT_EQ(viewer().scene()->document().textures.size(), 1u);
  EXPECT_NE(viewer().scene()->document().textures[0].image, nullptr);
  EXPECT_TRUE(viewer().messages.empty());
  run("bone кость");
  EXPECT_EQ(state().selection.bone, 1u);
  keepPicture(windowPicture(), "scenario_28");
}

// Scenario 29: a red model on nothing. No pixel mixes in the window's colour, and the size is that
// of the view at any scale.
TEST_F(ScenarioTest, ATransparentPictureHasNothingOfTheWindow) {
  run("open " + quoteArgument(folder_.write("red.bmd", bytesOf(redSquare()))));
  run("shading unlit");
  run("grid on");
  for (const double scale : {1.0, 2.0}) {
    resize(static_cast<int>(1280 * scale), static_cast<int>(800 * scale), scale);
    settle();
    const std::string clear = folder_ / "clear.png";
    const std::string full = folder_ / "full.png";
    run("screenshot " + quoteArgument(clear) + " transparent");
    run("grid off");
    run("screenshot " + quoteArgument(full));
    run("grid on");
    const renderer::Image a = read(clear);
    const renderer::Image b = read(full);
    ASSERT_EQ(a.width, static_cast<int>(ui().view().width));
    ASSERT_EQ(a.height, static_cast<int>(ui().view().height));
    ASSERT_EQ(a.rgba.size(), b.rgba.size());
    EXPECT_EQ(a.rgba[3], 0) << "the corner shows nothing";
    std::size_t solid = 0;
    std::size_t partial = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
      const int alpha = a.rgba[i + 3];
      if (alpha == 0) continue;
      (alpha == 255 ? solid : partial) += 1;
      const bool red = a.rgba[i] >= 250 && a.rgba[i + 1] <= 5 && a.rgba[i + 2] <= 5;
      const bool same = alpha < 255 || (a.rgba[i] == b.rgba[i] && a.rgba[i + 1] == b.rgba[i + 1]);
      if (!red || !same) ++wrong;
      EXPECT_EQ(b.rgba[i + 3], 255);
    }
    EXPECT_GT(solid, 1000u);
    EXPECT_GT(partial, 50u) << "edges are smooth";
    EXPECT_EQ(wrong, 0u);
  }
}

// Scenario 33: a content scale counts once, and moving to another monitor counts at once.
TEST_F(ScenarioTest, AnotherMonitorsScaleCountsOnce) {
  run("open " + quoteArgument(validFile("character.bmd")));
  run("pause");
  resize(1280, 800, 1.0);
  settle();
  const WidgetRect play = widget("timeline.play");
  for (const double scale : {2.0, 1.5, 1.0}) {
    resize(static_cast<int>(1280 * scale), static_cast<int>(800 * scale), scale);
    settle();
    const auto factor = static_cast<float>(scale);
    EXPECT_NEAR(widget("timeline.play").height, play.height * factor, 2.0f);
    run("popup open " + quoteArgument(folder_.path().string()));
    settle();
    const bool before = viewer().settings.hidden_files;
    click("files.hidden");
    EXPECT_NE(viewer().settings.hidden_files, before) << "the click hits at " << scale;
    run("popup none");
    settle();
  }
}

// Scenario 15: nonsense that is opened in the window ends in an error, soon, and the model stays.
TEST_F(ScenarioTest, NonsenseEndsInAMessage) {
  run("open " + quoteArgument(validFile("character.bmd")));
  const Document* before = &viewer().scene()->document();
  std::string nonsense = "BMD1";
  nonsense.resize(4096, '\x30');
  for (const std::string& text : {std::string(), std::string("BMD1"), std::string(4096, '\0')}) {
    viewer().run("open " + quoteArgument(folder_.write("bad.bmd", text)));
    settle();
    EXPECT_EQ(&viewer().scene()->document(), before);
    ASSERT_FALSE(viewer().messages.empty());
    EXPECT_THAT(viewer().messages.back().text, HasSubstr("bad.bmd"));
  }
  // Counts and offsets that all point into each other: shown as far as it goes, with its faults.
  viewer().run("open " + quoteArgument(folder_.write("loop.bmd", nonsense)));
  settle();
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_EQ(viewer().messages.back().kind, Message::Kind::Error);
}

// Scenario 14: a count that is larger than its list. The finding names the place, and the rest of
// the model is drawn.
TEST_F(ScenarioTest, ABrokenCountLeavesTheOtherMeshes) {
  bmd1::FileSpec spec;
  spec.meshes = {square("#00FF00", 8.0), square("#FF0000", 8.0)};
  std::string bytes = bytesOf(spec);
  // The header's first range is the mesh table; the size of the first record's vertices lies at 10.
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  const std::uint32_t table = word(0x10);
  const auto loaded_before = openDocument(folder_.write("whole.bmd", bytes), {}, false);
  ASSERT_TRUE(loaded_before && (*loaded_before)->loaded.bmd1);
  ASSERT_EQ((*loaded_before)->loaded.bmd1->meshes[0].offset, table);
  for (std::size_t i = 0; i < 4; ++i)
    bytes[table + 0x10 + i] = '\x7F';
  run("open " + quoteArgument(folder_.write("broken.bmd", bytes)));
  run("shading unlit");
  settle();
  const renderer::Image picture = viewPicture();
  int red = 0;
  int green = 0;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    if (picture.rgba[i] > 250 && picture.rgba[i + 1] < 5) ++red;
    if (picture.rgba[i] < 5 && picture.rgba[i + 1] > 250) ++green;
  }
  EXPECT_GT(red, 10000);
  EXPECT_EQ(green, 0);
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("what is sound is shown"));
  const auto& findings = viewer().scene()->document().loaded.diagnostics;
  ASSERT_FALSE(findings.empty());
  EXPECT_THAT(findings.front().path, HasSubstr("meshes[0]"));
}

// Scenario 20: packed normals that are not of length 1 light as their direction, and none at all
// neither black nor white.
TEST_F(ScenarioTest, NormalsOfAnyLengthLightAsTheirDirection) {
  const auto center = [&](const glm::dvec3& normal) {
    bmd1::FileSpec spec = redSquare();
    for (bmd1::VertexSpec& vertex : spec.meshes[0].vertices)
      vertex.normal = normal;
    run("open " + quoteArgument(folder_.write("normal.bmd", bytesOf(spec))));
    run("view front");
    run("shading smooth");
    settle();
    const renderer::Image picture = viewPicture();
    const std::size_t at =
        (static_cast<std::size_t>(picture.height / 2) * static_cast<std::size_t>(picture.width) +
         static_cast<std::size_t>(picture.width / 2)) *
        4;
    return std::array<int, 3>{picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2]};
  };
  // Codes that are whole multiples of each other, up to the largest there is.
  for (const glm::dvec3& direction :
       {glm::dvec3(0, 0.5, 0), glm::dvec3(0.5, 0.5, 0), glm::dvec3(0, 0.5, -0.5)}) {
    const auto half = center(direction);
    for (const double longer : {2.0, 3.0}) {
      const auto same = center(direction * longer);
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(same[c], half[c], 1) << longer << " times as long, channel " << c;
    }
  }
  const int lit = center({0, 1, 0})[0];
  const int none = center({0, 0, 0})[0];
  EXPECT_GT(none, 20);
  EXPECT_LE(none, lit);
  // Out of range: it saturates, and does not turn round.
  const auto far = center({0, 5.0, 0});
  EXPECT_NEAR(far[0], lit, 1);
}

}  // namespace
}  // namespace sinew::app::test
