// Mouse and keys over the picture, frames that are drawn only when needed, names of bones.

#include <cmath>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/bone_names.h"
#include "app/commands.h"
#include "app/picking.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

class ViewTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
    run("lod 0");
    run("dismiss all");
    settle();
    const ViewRect view = ui().view();
    x_ = view.x + view.width * 0.5;
    y_ = view.y + view.height * 0.5;
    move(x_, y_);
    settle();
  }
  void drag(double dx, double dy, MouseButton which = MouseButton::Left, Modifiers modifiers = {}) {
    move(x_, y_);
    button(true, which, modifiers);
    for (int step = 1; step <= 4; ++step)
      move(x_ + dx * step / 4, y_ + dy * step / 4);
    button(false, which, modifiers);
    settle();
  }
  [[nodiscard]] double distance() {
    return glm::distance(state().camera.position, state().camera.focal_point);
  }

  double x_ = 0.0, y_ = 0.0;
};

TEST_F(ViewTest, LeftDragOrbits) {
  const Camera before = state().camera;
  const double far = distance();
  drag(120, 0);
  EXPECT_EQ(state().camera.focal_point, before.focal_point);
  EXPECT_NEAR(distance(), far, far * 1e-6);
  EXPECT_GT(glm::distance(state().camera.position, before.position), far * 0.1);
}

TEST_F(ViewTest, ShiftAndMiddleDragPan) {
  for (const auto& [which, modifiers] :
       {std::pair{MouseButton::Left, Modifiers{false, true, false}},
        std::pair{MouseButton::Middle, Modifiers{}}}) {
    const Camera before = state().camera;
    drag(60, 20, which, modifiers);
    const glm::dvec3 moved = state().camera.focal_point - before.focal_point;
    EXPECT_GT(glm::length(moved), distance() * 0.01);
    EXPECT_LT(glm::distance(state().camera.position - before.position, moved), 1e-6);
  }
}

TEST_F(ViewTest, WheelAndRightDragZoom) {
  const double far = distance();
  wheel(2);
  EXPECT_NEAR(distance(), far / (1.15 * 1.15), far * 1e-4);
  wheel(-2);
  EXPECT_NEAR(distance(), far, far * 1e-4);
  drag(0, -100, MouseButton::Right);
  EXPECT_LT(distance(), far * 0.9);
}

TEST_F(ViewTest, ADragThatStartsOnAPanelDoesNotTurnTheModel) {
  const Camera before = state().camera;
  const WidgetRect row = widget("bones.1");
  move(static_cast<double>(row.x) + 4.0, static_cast<double>(row.y) + 4.0);
  button(true);
  settle();
  move(x_, y_);
  settle();
  move(x_ + 80, y_);
  button(false);
  settle();
  EXPECT_EQ(state().camera.position, before.position);
}

TEST_F(ViewTest, ClickPicksWhatIsThere) {
  run("view front");
  settle();
  // The middle of a triangle of mesh 1, as it is posed now.
  const Scene& scene = *viewer().scene();
  const Mesh& mesh = scene.model().meshes[1];
  std::vector<glm::vec3> positions(mesh.vertexCount());
  pose::skin(scene.model(), mesh, scene.poser().influenceMatrices(), positions, {});
  const glm::dvec3 middle = glm::dvec3(positions[mesh.triangles[0]] + positions[mesh.triangles[1]] +
                                       positions[mesh.triangles[2]]) /
                            3.0;
  const auto at = projectPoint(state().camera, middle, viewer().aspect());
  ASSERT_TRUE(at.has_value());
  const ViewRect view = ui().view();
  move(view.x + at->at.x * view.width, view.y + at->at.y * view.height);
  button(true);
  button(false);
  settle();
  EXPECT_EQ(state().selection.mesh, 1u);
  EXPECT_TRUE(state().selection.bone != kNone || state().selection.pseudo_bone != kNone);
  // A click beside the model lets go.
  move(view.x + 5, view.y + view.height - 5);
  button(true);
  button(false);
  settle();
  EXPECT_EQ(state().selection.mesh, kNone);
  EXPECT_EQ(state().selection.bone, kNone);
}

TEST_F(ViewTest, SamplesThatTheDriverLacksAreLeftOutWithAMessage) {
  settle();
  viewer().messages.clear();
  const renderer::Image before = viewPicture();
  state().view.msaa = 16 * renderer().info().max_samples;
  viewer().markDirty();
  settle();
  ASSERT_EQ(viewer().messages.size(), 1u);
  EXPECT_EQ(viewer().messages[0].kind, Message::Kind::Warning);
  EXPECT_NE(viewer().messages[0].text.find(std::to_string(state().view.msaa)), std::string::npos);
  EXPECT_EQ(viewPicture().rgba.size(), before.rgba.size());
}

TEST_F(ViewTest, ClickPicksBonesWhenTheyShow) {
  run("armature on");
  settle();
  const auto at =
      projectPoint(state().camera, bonePosition(*viewer().scene(), 3), viewer().aspect());
  ASSERT_TRUE(at.has_value());
  const ViewRect view = ui().view();
  move(view.x + at->at.x * view.width + 2, view.y + at->at.y * view.height);
  button(true);
  button(false);
  settle();
  EXPECT_EQ(state().selection.bone, 3u);
}

TEST_F(ViewTest, FlyingUsesPlacesOfKeysAndNothingElse) {
  button(true, MouseButton::Right);
  settle();
  InputEvent w;
  w.kind = InputEvent::Kind::Key;
  w.key = "Z";  // a French keyboard: the key at W's place prints Z
  w.us_key = "W";
  w.down = true;
  push(w);
  frameNow();
  const glm::dvec3 before = state().camera.position;
  frame(0.1);
  EXPECT_GT(glm::distance(state().camera.position, before), 0.0);
  EXPECT_EQ(state().playback.clip, 0u) << "W flies and does not change the clip";
  EXPECT_FALSE(viewer().window.frame_times) << "nor does what is printed on it do anything";
  w.down = false;
  push(w);
  button(false, MouseButton::Right);
  settle();
  const glm::dvec3 rest = state().camera.position;
  frame(0.1);
  EXPECT_EQ(state().camera.position, rest);
}

TEST_F(ViewTest, KeysGoByWhatIsPrintedOnThem) {
  InputEvent key_event;
  key_event.kind = InputEvent::Kind::Key;
  key_event.key = "G";
  key_event.us_key = "U";
  key_event.down = true;
  push(key_event);
  settle();
  EXPECT_TRUE(state().view.display.grid);
  key("3");
  key("5");
  EXPECT_TRUE(state().camera.orthographic);
  key("B", {false, true, false});
  EXPECT_EQ(state().view.bone_names, BoneNames::Selected);
}

TEST_F(ViewTest, FramesEndWhenNothingChanges) {
  EXPECT_FALSE(ui().wantsFrame());
  EXPECT_FALSE(viewer().dirty());
  const auto scene_frames = ui().sceneFrames();
  // Moving over panels draws panels, not the model.
  move(30, 300);
  settle();
  EXPECT_EQ(ui().sceneFrames(), scene_frames);
  EXPECT_FALSE(ui().wantsFrame());
  key("G");
  EXPECT_EQ(ui().sceneFrames(), scene_frames + 1) << "one change, one new picture";
  run("play");
  frameNow();
  EXPECT_FALSE(ui().wantsFrame() && !state().playback.playing);
}

TEST_F(ViewTest, AClickWithinOneFrameIsSeen) {
  // All three events lie in one frame's queue.
  const WidgetRect at = widget("timeline.play");
  move(static_cast<double>(at.x) + 5.0, static_cast<double>(at.y) + 5.0);
  button(true);
  button(false);
  settle();
  EXPECT_TRUE(state().playback.playing);
}

TEST_F(ViewTest, WindowAndPictureShowTheSamePixels) {
  auto target = renderer::RenderTarget::create(renderer().info(), viewer().viewport_width,
                                               viewer().viewport_height, state().view.msaa);
  ASSERT_TRUE(target.has_value());
  ASSERT_TRUE(viewer().draw(*target, 1.0f).has_value());
  EXPECT_EQ(countDifferent(target->readPixels(), viewPicture(), 0), 0);
}

TEST_F(ViewTest, BoneNamesAreWrittenWithAndWithoutAWindow) {
  const renderer::Image plain = viewPicture();
  run("bone-names all");
  settle();
  const renderer::Image named = viewPicture();
  keepPicture(windowPicture(), "ui_names_all");
  const int letters = countDifferent(plain, named);
  EXPECT_GT(letters, 300);

  auto target = renderer::RenderTarget::create(renderer().info(), viewer().viewport_width,
                                               viewer().viewport_height, state().view.msaa);
  ASSERT_TRUE(target.has_value());
  ASSERT_TRUE(viewer().draw(*target, 1.0f).has_value());
  const renderer::Image bare = target->readPixels();
  const auto done = drawBoneNames(state(), *viewer().scene(), *target);
  ASSERT_TRUE(done.has_value()) << describe(done.error());
  const renderer::Image picture = target->readPixels();
  EXPECT_NEAR(countDifferent(bare, picture), letters, letters * 0.05);
  // The panels go on as before.
  settle();
  EXPECT_EQ(countDifferent(named, viewPicture()), 0);
}

TEST_F(ViewTest, SelectedNameOnly) {
  run("bone-names selected");
  settle();
  const renderer::Image none = viewPicture();
  run("bone hand");
  settle();
  EXPECT_GT(countDifferent(none, viewPicture()), 50);
}

}  // namespace
}  // namespace sinew::app::test
