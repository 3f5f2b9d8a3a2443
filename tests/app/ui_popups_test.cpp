// The windows over the picture: palette, open dialog, keys, settings, viewpoints.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/suggestions.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Modifiers kCtrl{true, false, false};

class PopupsTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
    run("dismiss all");
    settle();
  }
  [[nodiscard]] Popup popup() { return viewer().window.popup; }
  [[nodiscard]] std::string shown() { return viewer().scene()->document().path; }
  /// No time passes between the two.
  void doubleClick(const std::string& name) {
    click(name);
    click(name);
  }
  void letter(char32_t character) {
    InputEvent event;
    event.kind = InputEvent::Kind::Text;
    event.character = character;
    push(event);
    settle();
  }
};

// ---------------------------------------------------------------- palette

TEST_F(PopupsTest, ThePaletteRunsACommandByAFewLetters) {
  key("P", kCtrl);
  ASSERT_EQ(popup(), Popup::Palette);
  type("grid");
  keepPicture(windowPicture(), "ui_palette");
  EXPECT_FALSE(state().view.display.grid) << "letters that are typed are no keys";
  EXPECT_EQ(state().playback.clip, 0u);
  key("Enter");
  EXPECT_TRUE(state().view.display.grid);
  EXPECT_EQ(popup(), Popup::None);
}

TEST_F(PopupsTest, ThePaletteAsksForArguments) {
  key("P", kCtrl);
  type("clip ");
  EXPECT_NE(ui().widget("palette.1"), nullptr);
  type("wav");
  key("Enter");
  EXPECT_EQ(state().playback.clip, 1u);
}

TEST_F(PopupsTest, TabFillsInAndArrowsChoose) {
  key("P", kCtrl);
  type("shading norm");
  key("Tab");
  EXPECT_EQ(popup(), Popup::Palette);
  key("Enter");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Normals);
  key("F", kCtrl);
  ASSERT_EQ(popup(), Popup::Find);
  key("Down");
  key("Down");
  key("Down");
  key("Up");
  key("Enter");
  // Two clips, then bones: the third line is the first bone.
  EXPECT_EQ(state().selection.bone, 0u);
}

TEST_F(PopupsTest, ClipsAndBonesAreFound) {
  key("F", kCtrl);
  type("hnd");
  keepPicture(windowPicture(), "ui_find");
  key("Enter");
  EXPECT_EQ(state().selection.bone, 3u);
  key("F", kCtrl);
  type("elb");
  key("Enter");
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  key("F", kCtrl);
  type("wave");
  click("palette.0");
  EXPECT_EQ(state().playback.clip, 1u);
}

TEST_F(PopupsTest, EscapeClosesTheUppermostFirst) {
  run("bone hand");
  run("help on");
  settle();
  key("P", kCtrl);
  EXPECT_FALSE(viewer().window.help) << "one at a time";
  type("g");
  key("Escape");
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_EQ(state().selection.bone, 3u);
  key("Escape");
  EXPECT_EQ(state().selection.bone, kNone);
}

TEST_F(PopupsTest, WrongArgumentsAreAMessage) {
  key("P", kCtrl);
  type("frame soon");
  key("Enter");
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("\"soon\" is no number"));
}

TEST_F(PopupsTest, SuggestionsFitTheCommand) {
  const auto commands = [&](const std::string& typed) {
    std::vector<std::string> out;
    for (const Suggestion& one : suggestCommands(viewer(), typed, 50))
      out.push_back(one.command);
    return out;
  };
  EXPECT_EQ(commands("quit").front(), "quit");
  EXPECT_THAT(commands("clip w"), ElementsAre("clip walk", "clip wave", "clip w"));
  EXPECT_THAT(commands("bone elb"), ElementsAre("bone elbow", "bone elb"));
  EXPECT_THAT(commands("msaa "), ElementsAre("msaa 0", "msaa 2", "msaa 4", "msaa 8"));
  EXPECT_THAT(commands("qqqq"), IsEmpty());
  EXPECT_FALSE(commands("").empty());
  for (const Suggestion& one : suggestCommands(viewer(), "", 500)) {
    EXPECT_FALSE(one.label.empty());
    EXPECT_FALSE(one.command.empty());
  }
}

// ---------------------------------------------------------------- open dialog

class FilesTest : public PopupsTest {
 protected:
  void SetUp() override {
    PopupsTest::SetUp();
    folder_.write("b.bmd", bytesOf(redSquare()));
    folder_.write("a10.bmd", bytesOf(threeLevels()));
    folder_.write("a9.bmd", bytesOf(redSquare()));
    folder_.write("notes.txt", "x");
    folder_.write(".secret.bmd", bytesOf(redSquare()));
    folder_.write("тест/(ノಠ益ಠ)ノ/ş.bmd", bytesOf(redSquare()));
    run("popup open " + quoteArgument(folder_.path().string()));
    settle();
  }
  TempFolder folder_;
};

TEST_F(FilesTest, ListsFoldersAndModels) {
  keepPicture(windowPicture(), "ui_files");
  EXPECT_NE(ui().widget("files.тест"), nullptr);
  EXPECT_NE(ui().widget("files.b.bmd"), nullptr);
  EXPECT_EQ(ui().widget("files.notes.txt"), nullptr);
  EXPECT_EQ(ui().widget("files..secret.bmd"), nullptr);
  EXPECT_LT(widget("files.a9.bmd").y, widget("files.a10.bmd").y);
  click("files.all");
  EXPECT_NE(ui().widget("files.notes.txt"), nullptr);
  click("files.hidden");
  EXPECT_NE(ui().widget("files..secret.bmd"), nullptr);
  EXPECT_TRUE(viewer().settings.hidden_files);
  EXPECT_TRUE(viewer().settings_changed);
}

TEST_F(FilesTest, TypingFiltersAndEnterOpens) {
  type("b.");
  EXPECT_EQ(ui().widget("files.a9.bmd"), nullptr);
  key("Enter");
  EXPECT_EQ(shown(), folder_ / "b.bmd");
  EXPECT_EQ(popup(), Popup::None);
  ASSERT_FALSE(viewer().settings.recent.empty());
  EXPECT_EQ(viewer().settings.recent.front(), folder_ / "b.bmd");
}

TEST_F(FilesTest, EnterOpensTheBestMatch) {
  type("b");  // every .bmd has one
  EXPECT_NE(ui().widget("files.a9.bmd"), nullptr);
  key("Enter");
  EXPECT_EQ(shown(), folder_ / "b.bmd");
}

TEST_F(FilesTest, ArrowsAndCtrlEnterOpenInATab) {
  key("Down");  // from the folder to a9
  key("Down");  // to a10
  key("Enter", kCtrl);
  EXPECT_EQ(viewer().tabs().size(), 2u);
  EXPECT_EQ(shown(), folder_ / "a10.bmd");
}

TEST_F(FilesTest, APathIsTypedAndCompleted) {
  type(folder_.path().string() + "/a1");
  key("Tab");
  key("Enter");
  EXPECT_EQ(shown(), folder_ / "a10.bmd");
}

TEST_F(FilesTest, NamesOfAllScripts) {
  letter(U'т');
  letter(U'е');
  key("Enter");  // into the folder
  EXPECT_EQ(popup(), Popup::Files);
  ASSERT_NE(ui().widget("files.(ノಠ益ಠ)ノ"), nullptr);
  doubleClick("files.(ノಠ益ಠ)ノ");
  click("files.ş.bmd");
  click("files.open");
  EXPECT_EQ(shown(), folder_ / "тест/(ノಠ益ಠ)ノ/ş.bmd");
  keepPicture(windowPicture(), "ui_names");
}

TEST_F(FilesTest, BookmarksAndUp) {
  click("files.bookmark");
  EXPECT_THAT(viewer().settings.bookmarks, ElementsAre(folder_.path().string()));
  doubleClick("files.тест");
  EXPECT_EQ(ui().widget("files.b.bmd"), nullptr);
  click("files.place." + folder_.path().string());
  EXPECT_NE(ui().widget("files.b.bmd"), nullptr);
  click("files.bookmark");
  EXPECT_THAT(viewer().settings.bookmarks, IsEmpty());
  doubleClick("files.тест");
  click("files.up");
  EXPECT_NE(ui().widget("files.b.bmd"), nullptr);
}

TEST_F(FilesTest, AFolderThatCannotBeListedSaysSo) {
  run("popup open /nowhere/at/all");
  settle();
  EXPECT_EQ(popup(), Popup::Files);
  type("/nowhere/at/all/x");
  key("Enter");
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("/nowhere/at/all/x"));
}

TEST_F(FilesTest, ADroppedFolderIsShown) {
  run("popup none");
  InputEvent drop;
  drop.kind = InputEvent::Kind::Drop;
  drop.path = folder_.path().string();
  push(drop);
  settle();
  EXPECT_EQ(popup(), Popup::Files);
  EXPECT_NE(ui().widget("files.b.bmd"), nullptr);
}

TEST_F(FilesTest, RecentFilesAreInTheMenu) {
  run("open " + quoteArgument(folder_ / "b.bmd"));
  run("open " + quoteArgument(folder_ / "a9.bmd"));
  run("popup none");
  settle();
  click("menu.File");
  move(static_cast<double>(widget("menu.Recent").x) + 10.0,
       static_cast<double>(widget("menu.Recent").y) + 5.0);
  settle();
  for (int i = 0; i < 30; ++i)
    frame(0.05);
  ASSERT_NE(ui().widget("menu.Recent.1"), nullptr);
  click("menu.Recent.1");
  EXPECT_EQ(shown(), folder_ / "b.bmd");
}

// ---------------------------------------------------------------- keys

TEST_F(PopupsTest, AKeyIsGivenByPressingIt) {
  run("popup keys");
  settle();
  keepPicture(windowPicture(), "ui_keys");
  type("");
  click("keys.search");
  type("grid");
  click("keys.add.grid");
  key("J", {true, false, true});
  EXPECT_EQ(viewer().keymap.keyOf("grid"), "G");
  ASSERT_NE(viewer().keymap.find(*parseChord("Ctrl+Alt+J")), nullptr);
  EXPECT_EQ(*viewer().keymap.find(*parseChord("Ctrl+Alt+J")), "grid");
  EXPECT_THAT(viewer().settings.keys, ElementsAre(::testing::Pair("Ctrl+Alt+J", "grid")));
  click("keys.chord.G");
  EXPECT_EQ(viewer().keymap.keyOf("grid"), "Ctrl+Alt+J");
  run("popup none");
  settle();
  key("G");
  EXPECT_FALSE(state().view.display.grid);
  key("J", {true, false, true});
  EXPECT_TRUE(state().view.display.grid);
}

TEST_F(PopupsTest, AKeyThatIsTakenIsAskedFor) {
  run("popup keys");
  settle();
  click("keys.search");
  type("grid");
  click("keys.add.grid");
  key("E");
  EXPECT_EQ(*viewer().keymap.find(*parseChord("E")), "edges");
  keepPicture(windowPicture(), "ui_keys_conflict");
  click("keys.leave");
  EXPECT_EQ(*viewer().keymap.find(*parseChord("E")), "edges");
  click("keys.add.grid");
  key("E");
  click("keys.take");
  EXPECT_EQ(*viewer().keymap.find(*parseChord("E")), "grid");
  click("keys.add.grid");
  key("Escape");
  EXPECT_EQ(popup(), Popup::Keys) << "Escape only left the choice";
  click("keys.reset");
  EXPECT_EQ(*viewer().keymap.find(*parseChord("E")), "edges");
}

TEST_F(PopupsTest, KeyCommands) {
  run("key-preset brawlcrate");
  run("clip walk");
  key("PageUp");
  EXPECT_EQ(state().playback.frame, 1.0);
  key("PageDown");
  EXPECT_EQ(state().playback.frame, 0.0);
  run("bind Ctrl+Alt+K \"view top\"");
  EXPECT_THAT(refused("bind Hyper+K grid"), HasSubstr("is no key"));
  EXPECT_THAT(refused("bind K nonsense"), HasSubstr("no command"));
  EXPECT_THAT(refused("unbind Ctrl+Alt+L"), HasSubstr("runs nothing"));
  EXPECT_EQ(viewer().settings.key_preset, "brawlcrate");
}

// ---------------------------------------------------------------- settings

TEST_F(PopupsTest, TheThemeChangesPanelsAndBackground) {
  run("popup settings");
  settle();
  const renderer::Image dark = windowPicture();
  keepPicture(dark, "ui_settings_dark");
  click("settings.theme");
  click("settings.theme light");
  EXPECT_EQ(viewer().settings.theme, Theme::Light);
  const renderer::Image light = windowPicture();
  keepPicture(light, "ui_settings_light");
  EXPECT_GT(countDifferent(dark, light, 60), 1280 * 800 * 8 / 10);
  EXPECT_EQ(state().view.display.background, kLightBackground);
  run("theme dark");
  EXPECT_EQ(state().view.display.background, kDefaultBackground);
}

TEST_F(PopupsTest, AChosenBackgroundOutlivesTheTheme) {
  state().view.display.background = {1.0f, 0.0f, 0.0f, 1.0f};
  run("theme light");
  EXPECT_EQ(state().view.display.background, (glm::vec4{1.0f, 0.0f, 0.0f, 1.0f}));
}

TEST_F(PopupsTest, SettingsAreTakenOver) {
  Settings settings;
  settings.theme = Theme::Light;
  settings.ui_scale = 1.5;
  settings.layout.left_width = 320.0;
  settings.layout.timeline_view = "curves";
  settings.layout.panels = false;
  settings.keys = {{"G", "axes"}};
  viewer().applySettings(settings);
  EXPECT_EQ(viewer().window.ui_scale, 1.5);
  EXPECT_EQ(viewer().window.left_width, 320.0);
  EXPECT_EQ(viewer().window.timeline.view, TimelineView::Curves);
  EXPECT_FALSE(viewer().window.panels);
  EXPECT_EQ(*viewer().keymap.find(*parseChord("G")), "axes");
  EXPECT_EQ(state().view.display.background, kLightBackground);
  viewer().keepLayout(1000.0, 700.0);
  EXPECT_EQ(viewer().settings.layout.window_width, 1000.0);
  EXPECT_EQ(viewer().settings.layout.timeline_view, "curves");
  // What the command line says wins, and is not remembered.
  Options options;
  options.ui_scale = 2.0;
  start(options);
  viewer().applySettings(settings);
  EXPECT_EQ(viewer().window.ui_scale, 2.0);
  EXPECT_EQ(viewer().settings.ui_scale, 1.5);
}

TEST_F(PopupsTest, SidePanelsAreDraggedWider) {
  const double before = ui().view().x;
  const WidgetRect edge = widget("split.left");
  move(static_cast<double>(edge.x) + 3.0, static_cast<double>(edge.y) + 100.0);
  settle();
  button(true);
  settle();
  move(static_cast<double>(edge.x) + 63.0, static_cast<double>(edge.y) + 100.0);
  settle();
  button(false);
  settle();
  EXPECT_NEAR(ui().view().x, before + 60.0, 4.0);
  EXPECT_NEAR(viewer().window.left_width, 264.0 + 60.0, 4.0);
  EXPECT_THAT(refused("panel-width left 9"), HasSubstr("out of range"));
}

// ---------------------------------------------------------------- viewpoints, timeline

TEST_F(PopupsTest, ViewpointsAreKeptPerModel) {
  run("popup viewpoints");
  run("view top");
  settle();
  click("viewpoints.name");
  type("above");
  click("viewpoints.save");
  EXPECT_THAT(viewer().viewpointNames(), ElementsAre("above"));
  const Camera top = state().camera;
  run("view front");
  settle();
  keepPicture(windowPicture(), "ui_viewpoints");
  click("viewpoints.go.0");
  EXPECT_EQ(state().camera.position, top.position);
  run("open " + quoteArgument(validFile("pseudo_bones.bmd")));
  EXPECT_THAT(viewer().viewpointNames(), IsEmpty());
  EXPECT_THAT(refused("viewpoint go above"), HasSubstr("no viewpoint"));
  run("open " + quoteArgument(validFile("character.bmd")));
  settle();
  click("viewpoints.delete.0");
  EXPECT_THAT(viewer().viewpointNames(), IsEmpty());
}

TEST_F(PopupsTest, ArrowsGoThroughFramesOnceTheTimelineWasClicked) {
  run("clip walk");
  run("frame 2");
  settle();
  const std::string before = shown();
  const WidgetRect slider = widget("timeline.slider");
  move(static_cast<double>(slider.x) + 5.0, static_cast<double>(slider.y) - 6.0);
  button(true);
  button(false);
  settle();
  const double frame_then = state().playback.frame;
  key("Right");
  EXPECT_EQ(shown(), before);
  EXPECT_EQ(state().playback.frame, frame_then + 1.0);
  key("Left");
  EXPECT_EQ(state().playback.frame, frame_then);
  // A click on the picture gives the arrows back to the files.
  const ViewRect view = ui().view();
  move(view.x + 20.0, view.y + 20.0);
  button(true);
  button(false);
  settle();
  key("Right");
  EXPECT_NE(shown(), before);
}

TEST_F(PopupsTest, EveryWindowAtTwoScalesAndInBothThemes) {
  for (const char* theme : {"dark", "light"}) {
    run(std::string("theme ") + theme);
    for (const double scale : {1.0, 2.0}) {
      resize(static_cast<int>(1280 * scale), static_cast<int>(800 * scale), scale);
      for (const char* name :
           {"none", "palette", "find", "open", "keys", "settings", "viewpoints"}) {
        run(std::string("popup ") + name);
        settle();
        keepPicture(windowPicture(),
                    std::string("ui_all_") + name + "_" + theme + (scale > 1.0 ? "_2" : "_1"));
        for (const WidgetRect& at : ui().widgets()) {
          EXPECT_GE(at.x, -1.0f) << at.name;
          EXPECT_LE(at.x, 1280.0f * static_cast<float>(scale)) << at.name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sinew::app::test
