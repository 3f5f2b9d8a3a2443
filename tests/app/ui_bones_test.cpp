// The bone panel by mouse and keyboard: tree, transforms, weights, saving.

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class BonesTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    std::ifstream file(validFile("character.bmd"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    path_ = folder_.write("character.bmd", bytes);
    run("open " + quoteArgument(path_));
    run("pause");
    run("dismiss all");
    settle();
  }
  [[nodiscard]] std::array<float, 4> weights() {
    return presentWeights(viewer().scene()->model(), state(), 0).weights;
  }
  void release() {
    button(false);
    settle();
  }

  TempFolder folder_;
  std::string path_;
};

// ---------------------------------------------------------------- weights

TEST_F(BonesTest, ADragIsOneStepOfUndo) {
  run("lod 0");
  click("bones.4");
  const renderer::Image before = viewPicture();
  dragInside("weights.0", 0.5, 1.0);
  release();
  EXPECT_EQ(weights()[0], 1.0f);
  dragInside("weights.0", 0.95, 0.25);  // the same slider again is another step
  release();
  const float low = weights()[0];
  EXPECT_LT(low, 0.4f);
  EXPECT_GT(countDifferent(before, viewPicture()), 20);
  keepPicture(windowPicture(), "bones_weights");
  key("Z", {true, false, false});
  EXPECT_EQ(weights()[0], 1.0f);
  click("weights.undo");
  EXPECT_EQ(weights()[0], 0.5f);
  EXPECT_EQ(countDifferent(before, viewPicture()), 0);
  key("Y", {true, false, false});
  EXPECT_EQ(weights()[0], 1.0f);
  key("Z", {true, true, false});
  EXPECT_EQ(weights()[0], low);
  click("weights.reset");
  EXPECT_FALSE(viewer().unsaved());
}

TEST_F(BonesTest, BonesOfTheBlendAreChosenFromAList) {
  click("bones.4");
  click("weights.bone.2");
  click("weights.bone.2.1");
  EXPECT_EQ(presentWeights(viewer().scene()->model(), state(), 0).bones[2], 1u);
  dragInside("weights.2", 0.05, 0.5);
  release();
  EXPECT_NEAR(weights()[2], 0.5f, 0.03f);
  click("weights.bone.2");
  click("weights.bone.2.none");
  EXPECT_EQ(weights()[2], 0.0f);
}

TEST_F(BonesTest, SaveAsWritesAndShowsWhyNot) {
  click("bones.4");
  dragInside("weights.0", 0.5, 1.0);
  release();
  click("weights.save");
  ASSERT_TRUE(viewer().window.save_dialog);
  // The field has the keyboard and holds the open file's path, all of it selected.
  type("/nowhere/x.bmd");
  click("save.save");
  ASSERT_TRUE(viewer().window.save_error.has_value());
  EXPECT_THAT(viewer().window.save_error->message, HasSubstr("/nowhere/x.bmd"));
  EXPECT_TRUE(viewer().window.save_dialog);
  EXPECT_TRUE(viewer().messages.empty()) << "the dialog says it";
  keepPicture(windowPicture(), "bones_save_error");
  click("save.cancel");
  EXPECT_FALSE(viewer().window.save_dialog);

  const std::string target = folder_ / "saved.bmd";
  key("S", {true, true, false});
  type(target);
  click("save.save");
  EXPECT_FALSE(viewer().window.save_dialog);
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_EQ(viewer().scene()->document().path, target);
  EXPECT_EQ(weights()[0], 1.0f);

  // Over another file: only after a second look.
  dragInside("weights.1", 0.5, 0.0);
  release();
  key("S", {true, true, false});
  type(path_);
  click("save.save");
  EXPECT_TRUE(viewer().window.save_dialog);
  keepPicture(windowPicture(), "bones_save_exists");
  click("save.replace");
  EXPECT_EQ(viewer().scene()->document().path, path_);
  EXPECT_FALSE(viewer().unsaved());
}

// ---------------------------------------------------------------- tree

TEST_F(BonesTest, SearchKeepsTheWayToWhatItFinds) {
  click("bones.search");
  type("hand");
  // base > hip > arm > hand; the pseudo-bone does not match.
  for (const std::string id : {"0", "1", "2", "3"})
    EXPECT_NE(ui().widget("bones." + id), nullptr) << id;
  EXPECT_EQ(ui().widget("bones.4"), nullptr);
  EXPECT_GT(widget("bones.3").x, widget("bones.0").x) << "the tree's depth stays";
  keepPicture(windowPicture(), "bones_search");
  key("Enter");
  EXPECT_EQ(state().selection.bone, 3u) << "the first match, not what it hangs on";
  run("search");
  settle();
  type("xyz");
  EXPECT_EQ(ui().widget("bones.0"), nullptr);
}

TEST_F(BonesTest, ArrowKeysWalkTheTree) {
  click("bones.0");
  key("Down");
  EXPECT_EQ(state().selection.bone, 1u);
  key("Down");
  key("Down");
  EXPECT_EQ(state().selection.bone, 3u);
  key("Down");
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  key("Down");  // the end
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  key("Up");
  key("Left");  // a leaf: to its parent
  EXPECT_EQ(state().selection.bone, 2u);
  key("Left");  // folds
  EXPECT_EQ(ui().widget("bones.3"), nullptr);
  EXPECT_EQ(state().selection.bone, 2u);
  key("Down");
  EXPECT_EQ(state().selection.pseudo_bone, 0u) << "what is folded is passed over";
  key("Up");
  key("Right");  // unfolds
  EXPECT_NE(ui().widget("bones.3"), nullptr);
  key("Right");  // goes down
  EXPECT_EQ(state().selection.bone, 3u);
  EXPECT_TRUE(viewer().messages.empty()) << "the arrows did nothing else";
}

TEST_F(BonesTest, ArrowKeysGoToWhatWasClickedLast) {
  click("timeline.next");
  EXPECT_EQ(state().playback.frame, 1.0);
  key("Right");
  EXPECT_EQ(state().playback.frame, 2.0);
  key("Left");
  EXPECT_EQ(state().playback.frame, 1.0);
  // Over the picture they mean files, of which there is no other here.
  const ViewRect view = ui().view();
  move(view.x + 4, view.y + view.height - 4);
  button(true);
  release();
  key("Right");
  EXPECT_EQ(state().playback.frame, 1.0);
  ASSERT_EQ(viewer().messages.size(), 1u);
  EXPECT_THAT(viewer().messages[0].text, HasSubstr("no other model"));
}

TEST_F(BonesTest, SelectingElsewhereUnfoldsTheWay) {
  click("bones.1");
  key("Left");  // folds the hip
  EXPECT_EQ(ui().widget("bones.3"), nullptr);
  run("bone hand");
  settle();
  EXPECT_NE(ui().widget("bones.3"), nullptr);
}

TEST_F(BonesTest, DoubleClickFrames) {
  const Camera before = state().camera;
  click("bones.3");
  click("bones.3");  // no time passes in between
  EXPECT_EQ(state().selection.bone, 3u);
  EXPECT_NE(state().camera.focal_point, before.focal_point);
  frame(1.0);
  settle();
  click("bones.3");  // a single one lets go
  EXPECT_EQ(state().selection.bone, kNone);
}

// ---------------------------------------------------------------- transforms

TEST_F(BonesTest, LinksAndCopies) {
  click("bones.2");
  keepPicture(windowPicture(), "bones_transform");
  click("bone.parent");
  EXPECT_EQ(state().selection.bone, 1u);
  click("bone.child.2");
  EXPECT_EQ(state().selection.bone, 2u);
  click("bone.space.rest");
  click("bone.copy.position");
  settle();
  EXPECT_STREQ(ImGui::GetClipboardText(), "[2, 0, 4]");
  resize(2560, 1600, 2.0);
  settle();
  keepPicture(windowPicture(), "bones_transform_scale2");
}

TEST_F(BonesTest, HeatByTheCheckbox) {
  run("lod 0");
  click("bones.2");
  const renderer::Image before = viewPicture();
  click("display.bone-heat");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Weights);
  const renderer::Image arm = viewPicture();
  EXPECT_GT(countDifferent(before, arm), 200);
  keepPicture(windowPicture(), "bones_heat");
  click("bones.0");
  EXPECT_GT(countDifferent(arm, viewPicture()), 50) << "another bone moves other vertices";
  run("bone elbow");
  settle();
  const renderer::Image blend = viewPicture();
  run("bone hand");
  settle();
  const renderer::Image hand = viewPicture();
  run("weight elbow 0 0");
  settle();
  EXPECT_GT(countDifferent(hand, viewPicture()), 5) << "the edited blend is all the hand's";
  EXPECT_GT(countDifferent(blend, viewPicture()), 5);
}

// ---------------------------------------------------------------- blends

TEST_F(BonesTest, ClipsBlendBySlider) {
  run("frame 4");
  run("timeline slider");
  settle();
  const renderer::Image walk = viewPicture();
  click("clips.blend");
  click("clips.blend.1");
  EXPECT_EQ(state().playback.blend, (std::vector<BlendLayer>{{1, 0.5}}));
  dragInside("clips.blend.weight", 0.5, 1.2);
  release();
  EXPECT_EQ(state().playback.blend, (std::vector<BlendLayer>{{1, 1.0}}));
  EXPECT_GT(countDifferent(walk, viewPicture()), 20);
  keepPicture(windowPicture(), "bones_blend");
  click("clips.blend");
  click("clips.blend.off");
  EXPECT_TRUE(state().playback.blend.empty());
  dragInside("clips.crossfade", 0.2, -0.2);
  release();
  EXPECT_EQ(state().playback.crossfade_s, 0.0);
}

}  // namespace
}  // namespace sinew::app::test
