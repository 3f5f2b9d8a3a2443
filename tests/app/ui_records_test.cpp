// Stored records of what is selected, statistics of the file, and the texture viewer's framing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/finding_target.h"
#include "app/record_text.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class RecordsTest : public UiTest {
 protected:
  void open(const std::string& path) {
    run("open " + quoteArgument(path));
    run("pause");
    run("dismiss all");
    settle();
  }
  [[nodiscard]] std::vector<RecordText> records() {
    return recordsOf(viewer().scene()->document().loaded, state().selection, state().playback);
  }
  TempFolder folder_;
};

// The pseudo-bone's record lies at 768: ids 2 and 3, weights 0x60 (0.5).
TEST_F(RecordsTest, ABonesRecordAndItsKey) {
  open(validFile("character.bmd"));
  EXPECT_THAT(records(), IsEmpty());
  run("bone elbow");
  ASSERT_EQ(records().size(), 1u);
  EXPECT_EQ(records()[0].title, "pseudo-bone 4 at 0x300");
  EXPECT_THAT(records()[0].fields,
              ElementsAre("name \"elbow\"", "ids (2, 3, 0, 0)", "weights (0.5, 0.5, 0, 0)"));
  EXPECT_THAT(records()[0].bytes, HasSubstr("02 03 00 00"));
  // "walk" has keys of bone 1 at the frames 0 and 4, of four bytes behind their tags (816 + 6).
  run("bone #1");
  run("frame 4.5");
  const auto both = records();
  ASSERT_EQ(both.size(), 2u);
  EXPECT_THAT(both[0].title, StartsWith("bone 1 at 0x"));
  EXPECT_EQ(both[1].title, "key at 0x336");
  EXPECT_THAT(both[1].fields, Contains("frame 4"));
  EXPECT_EQ(both[1].bytes.size(), 5u * 3 - 1);
  run("frame 2");
  EXPECT_EQ(records().size(), 1u) << "no key there";
}

TEST_F(RecordsTest, AVertexAndTheFaceOfATriangle) {
  open(folder_.write("square.bmd", bytesOf(redSquare())));
  state().selection.mesh = 0;
  state().selection.vertex = 2;
  state().selection.triangle = 1;  // the second half of the only face, a quad
  const auto all = records();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_THAT(all[0].title, StartsWith("mesh 0 at 0x"));
  EXPECT_THAT(all[1].title, StartsWith("vertex 2 at 0x"));
  EXPECT_THAT(all[1].fields, Contains("64-bit"));
  EXPECT_EQ(all[1].bytes.size(), 8u * 3 - 1);
  EXPECT_THAT(all[2].title, StartsWith("face 0 at 0x"));
  EXPECT_THAT(all[2].fields, ElementsAre("quad32 0 1 2 3"));
  EXPECT_EQ(faceOfTriangle(viewer().scene()->document().loaded, 0, 2), kNone);
  EXPECT_EQ(faceOfTriangle(viewer().scene()->document().loaded, 9, 0), kNone);
}

TEST_F(RecordsTest, TheInspectorFollowsTheSelection) {
  open(validFile("character.bmd"));
  key("I");
  ASSERT_NE(ui().widget("inspector.records"), nullptr);
  const renderer::Image empty = windowPicture();
  run("bone elbow");
  settle();
  keepPicture(windowPicture(), "ui_inspector");
  EXPECT_GT(countDifferent(empty, windowPicture()), 500);
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/tests/data/gltf/two_skins.glb"));
  run("bone #0");
  settle();  // no records, and nothing that fails
  click("inspector.close");
  EXPECT_EQ(ui().widget("inspector.records"), nullptr);
}

TEST_F(RecordsTest, StatisticsShowAndGoByTheSameKey) {
  open(validFile("character.bmd"));
  key("I", {true, false, false});
  ASSERT_NE(ui().widget("statistics.list"), nullptr);
  keepPicture(windowPicture(), "ui_statistics");
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/tests/data/gltf/two_skins.glb"));
  settle();
  keepPicture(windowPicture(), "ui_statistics_gltf");
  run("close");
  settle();
  key("I", {true, false, false});
  EXPECT_EQ(viewer().window.popup, Popup::None);
}

TEST_F(RecordsTest, AnotherPictureIsShownWhole) {
  open(std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd");
  run("texture-view on");
  settle();
  run("texture-look 4 0.25 0.25");
  settle();
  EXPECT_EQ(viewer().window.texture_view.zoom, 4.0);
  run("reload");
  settle();
  EXPECT_EQ(viewer().window.texture_view.zoom, 4.0) << "the same picture stays where it is";
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/tests/data/gltf/two_skins.glb"));
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/tests/data/gltf/materials.gltf"));
  settle();
  if (ui().widget("texture.picture") != nullptr) {
    EXPECT_EQ(viewer().window.texture_view.zoom, 1.0);
    EXPECT_EQ(viewer().window.texture_view.center, glm::dvec2(0.5));
  } else {
    ADD_FAILURE() << "the model has no picture to look at";
  }
}

// Scroll bars and line breaks follow a new size without further events.
TEST_F(RecordsTest, ANewSizeSettlesByItself) {
  open(std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd");
  resize(900, 620);
  settle();
  const std::vector<WidgetRect> settled = ui().widgets();
  move(450.0, 300.0);  // an event: three frames more
  settle();
  ASSERT_EQ(ui().widgets().size(), settled.size());
  for (std::size_t i = 0; i < settled.size(); ++i) {
    EXPECT_EQ(ui().widgets()[i].y, settled[i].y) << settled[i].name;
    EXPECT_EQ(ui().widgets()[i].width, settled[i].width) << settled[i].name;
  }
}

}  // namespace
}  // namespace sinew::app::test
