#include "app/commands.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/batch.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

// ---------------------------------------------------------------- effects

class CommandTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
  }
};

TEST_F(CommandTest, EveryPresetRuns) {
  // Its own folder in each process: several builds may be tested at a time.
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / ("sinew_presets_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  for (const CommandDef& command : commandTable()) {
    // These need other tabs, leave the model, or write to a desktop's clipboard (ClipboardTest).
    if (command.name == "close" || command.name == "file" || command.name == "tab" ||
        command.name == "side-by-side" || command.name == "copy-picture") {
      continue;
    }
    for (const CommandPreset& preset : command.presets) {
      // From the middle of the two levels both neighbours exist in turn.
      if (preset.arguments == "finer") run("lod 1");
      if (command.name == "undo" || command.name == "redo") run("weight elbow 0 0.25");
      if (command.name == "redo") run("undo");
      if (preset.arguments == "selected") run("mesh 0");
      run(presetText(command, preset));
    }
  }
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST_F(CommandTest, OpeningPlaysTheFirstClip) {
  run("open " + quoteArgument(validFile("character.bmd")));
  EXPECT_TRUE(state().playback.playing);
  EXPECT_EQ(state().playback.clip, 0u);
  EXPECT_EQ(state().playback.frame, 0.0);
  EXPECT_TRUE(viewer().messages.empty() || viewer().messages.front().kind != Message::Kind::Error);
}

TEST_F(CommandTest, ATimeOfTheCommandLineIsTheShotsFrame) {
  Options options;
  options.animation = "wave";  // 60 frames, 5 Hz
  options.time_s = 13.0;       // 65: six behind the last, which is 59
  for (const auto& [loop, frame] :
       {std::pair{LoopMode::PingPong, 53.0}, {LoopMode::Off, 59.0}, {LoopMode::On, 5.0}}) {
    options.loop = loop;
    start(options);
    run("open " + quoteArgument(validFile("character.bmd")));
    EXPECT_NEAR(state().playback.frame, frame, 1e-9);
    const auto shot = stateFromOptions(options, viewer().scene()->model());
    ASSERT_TRUE(shot.has_value());
    EXPECT_EQ(shot->playback.frame, state().playback.frame);
    EXPECT_EQ(shot->playback.forward, state().playback.forward);
  }
}

TEST_F(CommandTest, AFileThatCannotBeReadKeepsTheOldOne) {
  const Document* before = &viewer().scene()->document();
  EXPECT_THAT(refused("open /nowhere/at/all.bmd"), HasSubstr("/nowhere/at/all.bmd"));
  const std::string no_model = SINEW_SOURCE_DIR "/README.md";
  EXPECT_THAT(refused("open " + quoteArgument(no_model)), HasSubstr(no_model));
  EXPECT_EQ(&viewer().scene()->document(), before);
  viewer().run("open /nowhere/at/all.bmd");
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("/nowhere/at/all.bmd"));
  EXPECT_EQ(viewer().messages.back().kind, Message::Kind::Error);
}

TEST_F(CommandTest, PlayPauseToggle) {
  run("play");
  EXPECT_TRUE(state().playback.playing);
  run("toggle");
  EXPECT_FALSE(state().playback.playing);
  run("toggle");
  EXPECT_TRUE(state().playback.playing);
  run("play backward");
  EXPECT_EQ(state().playback.speed, -1.0);
  run("play forward");
  EXPECT_EQ(state().playback.speed, 1.0);
  EXPECT_EQ(refused("play sideways"), "\"sideways\" is no direction: expected forward or backward");
}

TEST_F(CommandTest, ClockFollowsRealTime) {
  run("clip walk");
  run("play");
  viewer().tick(0.25);  // 10 Hz: 2.5 frames
  EXPECT_NEAR(state().playback.frame, 2.5, 1e-9);
  viewer().tick(0.8);  // one whole loop
  EXPECT_NEAR(state().playback.frame, 2.5, 1e-9);
  run("speed -2");
  viewer().tick(0.1);  // two frames back
  EXPECT_NEAR(state().playback.frame, 0.5, 1e-9);
}

TEST_F(CommandTest, FrameTimeStepFirstLast) {
  run("clip walk");
  run("frame 3.5");
  EXPECT_NEAR(state().playback.frame, 3.5, 1e-12);
  run("step");
  EXPECT_EQ(state().playback.frame, 4.0);
  run("step -2");
  EXPECT_EQ(state().playback.frame, 2.0);
  run("last");
  EXPECT_EQ(state().playback.frame, 7.0);
  run("first");
  EXPECT_EQ(state().playback.frame, 0.0);
  run("time 0.5");  // 10 Hz
  EXPECT_NEAR(state().playback.frame, 5.0, 1e-9);
  run("clip wave");
  run("frame 1000");  // held: frames 0 to 59
  EXPECT_EQ(state().playback.frame, 59.0);
  EXPECT_EQ(refused("frame soon"), "\"soon\" is no number, but the frame is one");
  EXPECT_EQ(refused("frame nan"), "\"nan\" is no number, but the frame is one");
  EXPECT_EQ(refused("frame"), "0 arguments were given, but it goes: frame NUMBER");
  EXPECT_EQ(refused("step 1.5"), "1.5 is no whole number of frames");
}

TEST_F(CommandTest, SpeedAndItsLadder) {
  run("speed 2.5");
  EXPECT_EQ(state().playback.speed, 2.5);
  run("speed faster");
  EXPECT_EQ(state().playback.speed, 3.0);
  run("speed faster");
  run("speed faster");
  EXPECT_EQ(state().playback.speed, 4.0);
  run("speed 1");
  run("speed slower");
  EXPECT_EQ(state().playback.speed, 0.5);
  run("speed -1");
  run("speed slower");
  EXPECT_EQ(state().playback.speed, -0.5);
  EXPECT_EQ(refused("speed 5"), "5 is out of range: the speed is -4 to 4");
}

TEST_F(CommandTest, LoopModes) {
  run("loop pingpong");
  EXPECT_EQ(state().playback.loop, LoopMode::PingPong);
  run("loop next");
  EXPECT_EQ(state().playback.loop, LoopMode::File);
  EXPECT_EQ(refused("loop twice"),
            "\"twice\" is no loop mode: expected one of file, on, off, pingpong, next, previous");
}

TEST_F(CommandTest, Clips) {
  run("clip wave");
  EXPECT_EQ(state().playback.clip, 1u);
  run("clip #0");
  EXPECT_EQ(state().playback.clip, 0u);
  run("clip previous");
  EXPECT_EQ(state().playback.clip, 1u);
  run("clip next");
  EXPECT_EQ(state().playback.clip, 0u);
  run("clip none");
  EXPECT_FALSE(state().playback.clip.has_value());
  EXPECT_EQ(refused("frame 1"), "no clip is chosen, so there is no time to change");
  EXPECT_EQ(refused("clip run"), "there is no clip \"run\": the model has 2, #0 to #1");
  EXPECT_EQ(refused("clip #2"), "there is no clip \"#2\": the model has 2, #0 to #1");
}

TEST_F(CommandTest, Levels) {
  viewer().update();
  run("lod 0");
  EXPECT_EQ(state().lod.mode, LodMode::Forced);
  viewer().update();
  EXPECT_EQ(viewer().scene()->shownMeshes(), (std::vector<std::uint32_t>{0, 1}));
  run("lod coarser");
  viewer().update();
  EXPECT_EQ(viewer().scene()->shownMeshes(), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(refused("lod coarser"), "level 1 is already the coarsest one with meshes");
  run("lod finer");
  EXPECT_EQ(state().lod.forced, 0u);
  EXPECT_EQ(refused("lod finer"), "level 0 is already the finest one with meshes");
  run("lod all");
  viewer().update();
  EXPECT_EQ(viewer().scene()->shownMeshes(), (std::vector<std::uint32_t>{0, 1, 2}));
  run("lod auto");
  EXPECT_EQ(state().lod.mode, LodMode::Auto);
  EXPECT_EQ(refused("lod 2"), "2 is out of range: the level is 0 to 1");
  EXPECT_EQ(refused("lod best"), "\"best\" is no whole number, but the level is one");
}

TEST_F(CommandTest, LevelByDistance) {
  // The file's thresholds: level 0 serves down to 0.375, so up to 1/0.375 - 1 = 1.667 m.
  state().lod.hysteresis = false;
  run("lod-distance 1.6");
  viewer().update();
  EXPECT_EQ(viewer().scene()->lod().shown, 0u);
  run("lod-distance 1.7");
  viewer().update();
  EXPECT_EQ(viewer().scene()->lod().shown, 1u);
  run("lod-distance camera");
  EXPECT_FALSE(state().lod.distance_m.has_value());
}

TEST_F(CommandTest, BonesAndPseudoBones) {
  run("bone hand");
  EXPECT_EQ(state().selection.bone, 3u);
  EXPECT_EQ(state().selection.pseudo_bone, kNone);
  run("bone #4");
  EXPECT_EQ(state().selection.bone, kNone);
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  run("bone none");
  EXPECT_EQ(state().selection.pseudo_bone, kNone);
  EXPECT_EQ(refused("bone tail"), "there is no bone \"tail\": the model has 5, #0 to #4");
  EXPECT_EQ(refused("bone #5"), "there is no bone \"#5\": the model has 5, #0 to #4");
  run("mesh 2");
  EXPECT_EQ(state().selection.mesh, 2u);
  EXPECT_EQ(refused("mesh 4"), "4 is out of range: the mesh is 0 to 3");
  run("dismiss all");
  run("cancel");
  EXPECT_EQ(state().selection.mesh, kNone);
}

TEST_F(CommandTest, WeightsMoveTheBlend) {
  viewer().update();
  const auto influence = viewer().scene()->model().pseudo_bones[0].influence;
  const auto translation = [&] {
    viewer().update();
    const auto& m = viewer().scene()->poser().influenceMatrices()[influence].m;
    return glm::dvec3(m[3], m[7], m[11]);
  };
  const auto bone = [&](std::size_t index) {
    const auto& m = viewer().scene()->poser().boneMatrices()[index].m;
    return glm::dvec3(m[3], m[7], m[11]);
  };
  run("clip none");
  const glm::dvec3 half = translation();
  EXPECT_LT(glm::distance(half, (bone(2) + bone(3)) * 0.5), 1e-4);
  run("weight elbow 1 0");
  EXPECT_LT(glm::distance(translation(), bone(2)), 1e-4);
  run("weight #4 1 1.0");  // 0.5 and 1: a third of the way from the hand
  EXPECT_LT(glm::distance(translation(), (bone(2) + bone(3) * 2.0) / 3.0), 1e-4);
  run("weights reset elbow");
  EXPECT_LT(glm::distance(translation(), half), 1e-9);
  EXPECT_TRUE(state().pseudo_edits.empty());

  EXPECT_EQ(refused("weight hand 0 1"), "\"hand\" is a normal bone, it has no weights");
  EXPECT_EQ(refused("weight elbow 4 1"), "4 is out of range: the slot is 0 to 3");
  EXPECT_EQ(refused("weight elbow 2 1"), "slot 2 of \"elbow\" names no bone");
  EXPECT_EQ(refused("weight elbow 0 2"), "2 is out of range: the weight is -1.9375 to 1.9375");
  run("weight elbow 0 0");
  EXPECT_EQ(refused("weight elbow 1 0"),
            "the weights of \"elbow\" would add up to 0, which blends nothing");
  run("weights reset");
  EXPECT_TRUE(state().pseudo_edits.empty());
}

TEST_F(CommandTest, Views) {
  run("view top");
  const Camera& camera = state().camera;
  const glm::dvec3 down = glm::normalize(camera.focal_point - camera.position);
  EXPECT_LT(glm::distance(down, glm::dvec3(0, 0, -1)), 1e-6);
  run("view front");  // looks against the model's front, +Y
  const glm::dvec3 front = glm::normalize(camera.focal_point - camera.position);
  EXPECT_LT(glm::distance(front, glm::dvec3(0, -1, 0)), 1e-6);
  EXPECT_EQ(refused("view inside"),
            "\"inside\" is no view: expected front, back, left, right, top, bottom or iso");
  run("ortho");
  EXPECT_TRUE(camera.orthographic);
  run("ortho off");
  EXPECT_FALSE(camera.orthographic);
  EXPECT_EQ(refused("ortho maybe"), "\"maybe\" is no switch: expected on, off or toggle");
}

TEST_F(CommandTest, CameraMoves) {
  const Camera start = state().camera;
  const auto distance = [&] {
    return glm::distance(state().camera.position, state().camera.focal_point);
  };
  const double far = distance();
  run("zoom 2");
  EXPECT_NEAR(distance(), far / 2.0, far * 1e-9);
  run("orbit 40 10");
  EXPECT_GT(glm::distance(state().camera.position, start.position), far * 0.01);
  EXPECT_NEAR(distance(), far / 2.0, far * 1e-9);
  run("pan 10 0");
  EXPECT_GT(glm::distance(state().camera.focal_point, start.focal_point), 0.0);
  run("look 10 0");
  run("fly 0 0 0.5");
  run("bone hand");
  run("camera frame");
  EXPECT_LT(distance(), far);
  run("camera reset");
  EXPECT_NEAR(distance(), far, far * 1e-9);
  EXPECT_LT(glm::distance(state().camera.position, start.position), far * 1e-9);
  EXPECT_EQ(refused("zoom 0"), "0 is out of range: the zoom factor is 0.001 to 1000");
  EXPECT_EQ(refused("zoom 2 0.5"), "2 arguments were given, but it goes: zoom FACTOR [X Y]");
  EXPECT_EQ(refused("camera home"), "\"home\" is unknown: expected reset or frame");
}

TEST_F(CommandTest, ZoomKeepsThePlaceUnderThePointer) {
  run("lod 0");
  run("focus 0.5 0.5");
  const Camera before = state().camera;
  run("zoom 2 0.25 0.75");
  EXPECT_GT(glm::distance(state().camera.focal_point, before.focal_point), 0.0);
}

TEST_F(CommandTest, Switches) {
  const renderer::Display& display = state().view.display;
  run("grid on");
  EXPECT_TRUE(display.grid);
  run("grid");
  EXPECT_FALSE(display.grid);
  run("armature toggle");
  EXPECT_TRUE(display.armature);
  run("shading normals");
  EXPECT_EQ(display.shading, renderer::Shading::Normals);
  run("shading next");
  EXPECT_EQ(display.shading, renderer::Shading::Uv);
  run("shading previous");
  EXPECT_EQ(display.shading, renderer::Shading::Normals);
  run("solids next");
  EXPECT_EQ(display.solids, renderer::SolidMode::Wire);
  run("bone-names all");
  EXPECT_EQ(state().view.bone_names, BoneNames::All);
  run("backface hidden");
  EXPECT_EQ(display.backface, renderer::Backface::Hidden);
  run("texture-filter nearest");
  EXPECT_EQ(display.texture_filter, renderer::TextureFilter::Nearest);
  EXPECT_EQ(refused("grid perhaps"), "\"perhaps\" is no switch: expected on, off or toggle");
  EXPECT_THAT(refused("shading shiny"),
              HasSubstr("\"shiny\" is no shading: expected one of textured"));
  EXPECT_THAT(refused("msaa 3"), HasSubstr("\"3\" is no sample count"));
}

TEST_F(CommandTest, WindowSwitches) {
  run("help");
  EXPECT_TRUE(viewer().window.help);
  run("cancel");
  EXPECT_FALSE(viewer().window.help);
  run("panels off");
  EXPECT_FALSE(viewer().window.panels);
  run("ui-scale 1.5");
  EXPECT_EQ(viewer().window.ui_scale, 1.5);
  run("ui-scale auto");
  EXPECT_FALSE(viewer().window.ui_scale.has_value());
  EXPECT_EQ(refused("ui-scale 9"),
            "9 is out of range: the scale of the user interface is 0.5 to 4");
  run("quit");
  EXPECT_TRUE(viewer().quit_requested);
}

TEST_F(CommandTest, UnknownCommands) {
  EXPECT_EQ(refused("dance"), "there is no command \"dance\"; F1 lists them all");
  EXPECT_EQ(refused(""), "the command is empty");
  EXPECT_EQ(refused("quit now"), "\"now\" is unknown: expected discard");
}

TEST_F(CommandTest, ScreenshotWritesThePicture) {
  const std::string path = ::testing::TempDir() + "/sinew command shot.png";
  viewer().viewport_width = 320;
  viewer().viewport_height = 200;
  run("screenshot " + quoteArgument(path));
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ASSERT_GT(bytes.size(), 24u);
  EXPECT_EQ(bytes.substr(1, 3), "PNG");
  // IHDR: width and height, big-endian, from byte 16.
  EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\x01\x40\0\0\0\xC8", 8));
  std::filesystem::remove(path);
  EXPECT_THAT(refused("screenshot /nowhere/at/all.png"), HasSubstr("/nowhere"));
}

TEST_F(CommandTest, ReloadKeepsWhatTheUserChose) {
  const std::string path = ::testing::TempDir() + "/sinew reload.bmd";
  std::filesystem::copy_file(validFile("character.bmd"), path,
                             std::filesystem::copy_options::overwrite_existing);
  run("open " + quoteArgument(path));
  run("pause");
  run("clip wave");
  run("frame 12");
  run("bone hand");
  run("orbit 30 5");
  const Camera camera = state().camera;
  run("reload");
  EXPECT_EQ(state().playback.clip, 1u);
  EXPECT_EQ(state().playback.frame, 12.0);
  EXPECT_EQ(state().selection.bone, 3u);
  EXPECT_EQ(state().camera.position, camera.position);
  // A file that is gone leaves the model in place.
  std::filesystem::remove(path);
  EXPECT_THAT(refused("reload"), HasSubstr("sinew reload.bmd"));
  EXPECT_NE(viewer().scene(), nullptr);
}

TEST_F(CommandTest, FilesOfTheCommandLine) {
  start(Options{});
  EXPECT_EQ(refused("file next"), "there is no other model to go on to");
  Options options;
  options.files = {validFile("character.bmd"), validFile("pseudo_bones.bmd")};
  start(options);
  for (const std::size_t expected : {0u, 1u, 0u}) {
    run("file next");
    EXPECT_EQ(viewer().scene()->document().path, options.files[expected]);
  }
}

TEST_F(CommandTest, WithoutAModelCommandsSaySo) {
  run("close");
  EXPECT_EQ(refused("clip next"), "no model is open");
  EXPECT_EQ(refused("play"), "no model is open");
  EXPECT_EQ(refused("lod 0"), "no model is open");
  EXPECT_EQ(refused("bone #0"), "no model is open");
  EXPECT_EQ(refused("screenshot"), "no model is open, so there is no picture to write");
  EXPECT_EQ(refused("reload"), "no model is open, so there is nothing to reload");
}

}  // namespace
}  // namespace sinew::app::test
