// The question whether edits may be lost, and the command line: clicked and typed.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/bone_ids.h"
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
constexpr Modifiers kShift{false, true, false};

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class AskTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    path_ = folder_.write("character.bmd", contentOf(validFile("character.bmd")));
    other_ = folder_.write("other.bmd", bytesOf(redSquare()));
    run("open " + quoteArgument(path_));
    run("pause");
    run("dismiss all");
    settle();
  }
  [[nodiscard]] Popup popup() { return viewer().window.popup; }
  [[nodiscard]] std::string shown() { return viewer().scene()->document().path; }
  /// A sign as a keyboard gives it: a key that runs nothing, and what it types.
  void sign(char32_t character) {
    InputEvent event;
    event.kind = InputEvent::Kind::Key;
    event.key = event.us_key = ";";
    event.modifiers = kShift;
    event.down = true;
    push(event);
    InputEvent text;
    text.kind = InputEvent::Kind::Text;
    text.character = character;
    push(text);
    event.down = false;
    push(event);
    settle();
  }

  TempFolder folder_;
  std::string path_, other_;
};

TEST_F(AskTest, TheNextFileAsksAndEachAnswerDoesWhatItSays) {
  const std::string stored = contentOf(path_);
  run("weight elbow 0 0.25");
  key("Right");
  ASSERT_EQ(popup(), Popup::Unsaved);
  keepPicture(windowPicture(), "ui_unsaved");
  key("G");
  EXPECT_FALSE(state().view.display.grid) << "keys wait for the answer";
  click("unsaved.cancel");
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_EQ(shown(), path_);
  key("Right");
  key("Escape");
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_TRUE(viewer().unsaved());

  key("Right");
  click("unsaved.save");
  EXPECT_EQ(shown(), other_);
  EXPECT_NE(contentOf(path_), stored);

  key("Left");
  ASSERT_EQ(shown(), path_);
  const std::string saved = contentOf(path_);
  run("weight elbow 0 0.75");
  key("O", kCtrl);
  click("files.other.bmd");
  click("files.open");
  ASSERT_EQ(popup(), Popup::Unsaved) << "the open dialog asks too";
  click("unsaved.discard");
  EXPECT_EQ(shown(), other_);
  EXPECT_EQ(contentOf(path_), saved);
}

TEST_F(AskTest, ADroppedFileAsksToo) {
  run("weight elbow 0 0.25");
  InputEvent drop;
  drop.kind = InputEvent::Kind::Drop;
  drop.path = other_;
  push(drop);
  settle();
  ASSERT_EQ(popup(), Popup::Unsaved);
  EXPECT_EQ(shown(), path_);
  click("unsaved.discard");
  EXPECT_EQ(shown(), other_);
}

TEST_F(AskTest, WhatCannotBeSavedOpensTheSaveDialogWithTheReason) {
  run("weight elbow 0 0.25");
  std::filesystem::remove(path_);
  folder_.write("character.bmd", bytesOf(redSquare()));
  key("W", kCtrl);
  click("unsaved.save");
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_TRUE(viewer().window.save_dialog);
  keepPicture(windowPicture(), "ui_save_changed");
  EXPECT_THAT(viewer().messages, IsEmpty()) << "the dialog says it";
  EXPECT_EQ(contentOf(path_), bytesOf(redSquare()));
  click("save.replace");
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_NE(contentOf(path_), bytesOf(redSquare()));
}

// ---------------------------------------------------------------- command line

TEST_F(AskTest, AColonOpensTheCommandLine) {
  sign(U':');
  ASSERT_EQ(popup(), Popup::Console);
  type("clip wave");
  keepPicture(windowPicture(), "ui_console");
  EXPECT_EQ(state().playback.clip, 0u) << "letters that are typed are no keys";
  key("Enter");
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_EQ(state().playback.clip, 1u);
}

TEST_F(AskTest, WhereAKeyRunsSomethingItsSignRunsNothingMore) {
  // On a German keyboard the colon lies on Shift and the key of the full stop, which goes to a key.
  InputEvent event;
  event.kind = InputEvent::Kind::Key;
  event.key = ".";
  event.us_key = ".";
  event.modifiers = kShift;
  event.down = true;
  push(event);
  InputEvent text;
  text.kind = InputEvent::Kind::Text;
  text.character = U':';
  push(text);
  event.down = false;
  push(event);
  settle();
  EXPECT_EQ(popup(), Popup::None);
  EXPECT_NE(state().playback.frame, 0.0);
}

TEST_F(AskTest, SignsThatNeedShiftAreKeysToo) {
  const glm::dvec3 before = state().camera.position;
  sign(U'+');  // "zoom 1.25": on a board where plus lies on Shift and another key
  EXPECT_NE(state().camera.position, before);
}

TEST_F(AskTest, TheCommandLineCompletesAndRemembers) {
  sign(U':');
  type("shad");
  key("Tab");
  type("norm");
  key("Tab");
  key("Enter");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Normals);
  sign(U':');
  type("grid on");
  key("Enter");
  EXPECT_TRUE(state().view.display.grid);
  run("grid off");
  run("shading textured");
  sign(U':');
  key("Up");
  key("Up");
  key("Enter");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Normals);
  sign(U':');
  key("Up");
  key("Up");
  key("Down");
  key("Down");
  key("Enter");
  EXPECT_EQ(popup(), Popup::Console) << "an empty line runs nothing";
  key("Escape");
  EXPECT_EQ(popup(), Popup::None);
}

TEST_F(AskTest, WhatIsTypedRunsAsItIsAndErrorsAreSaid) {
  sign(U':');
  type("clip wav");  // "wave" is offered, but not what was typed
  key("Enter");
  EXPECT_EQ(state().playback.clip, 0u);
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("wav"));
  sign(U':');
  type("gri");
  key("Enter");
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("there is no command \"gri\""));
}

TEST_F(AskTest, CommandsAreOfferedByTheirNames) {
  const auto commands = [&](const std::string& typed) {
    std::vector<std::string> out;
    for (const Suggestion& one : suggestCommandLine(viewer(), typed, 5))
      out.push_back(one.command);
    return out;
  };
  EXPECT_EQ(commands("weight").front(), "weight ");
  EXPECT_EQ(commands("qui").front(), "quit ");
  EXPECT_THAT(commands("nonsense and more"), IsEmpty());
  EXPECT_THAT(commands("clip wal"), ElementsAre("clip walk", "clip wal"));
}

// ---------------------------------------------------------------- picture to the clipboard

/// Runs no tool but those of a folder.
class ClipboardTest : public AskTest {
 protected:
  void SetUp() override {
    AskTest::SetUp();
    keep("PATH", old_path_);
    keep("DISPLAY", old_display_);
    keep("WAYLAND_DISPLAY", old_wayland_);
    ::setenv("PATH", (folder_ / "bin").c_str(), 1);
    ::setenv("DISPLAY", ":none", 1);
    ::unsetenv("WAYLAND_DISPLAY");
  }
  void TearDown() override {
    restore("PATH", old_path_);
    restore("DISPLAY", old_display_);
    restore("WAYLAND_DISPLAY", old_wayland_);
    AskTest::TearDown();
  }
  void addTool(const std::string& name, const std::string& script) {
    const std::string path = folder_.write("bin/" + name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

 private:
  static void keep(const char* name, std::optional<std::string>& value) {
    if (const char* present = std::getenv(name)) value = present;
  }
  static void restore(const char* name, const std::optional<std::string>& value) {
    if (value) {
      ::setenv(name, value->c_str(), 1);
    } else {
      ::unsetenv(name);
    }
  }
  std::optional<std::string> old_path_, old_display_, old_wayland_;
};

TEST_F(ClipboardTest, TheDesktopsToolGetsThePicture) {
  const std::string got = folder_ / "got.png";
  addTool("xclip", "echo \"$@\" > '" + got + ".arguments'\n/bin/cat > '" + got + "'\n");
  key("C", kCtrl);
  ASSERT_EQ(viewer().messages.size(), 1u);
  EXPECT_THAT(viewer().messages[0].text, HasSubstr("on the clipboard"));
  EXPECT_EQ(contentOf(got + ".arguments"), "-selection clipboard -t image/png -i\n");
  const std::string file = folder_ / "same.png";
  run("screenshot " + quoteArgument(file));
  EXPECT_EQ(contentOf(got), contentOf(file));
  // Under Wayland its own tool comes first.
  ::setenv("WAYLAND_DISPLAY", "wayland-none", 1);
  addTool("wl-copy", "/bin/cat > '" + got + ".wayland'\n");
  run("copy-picture transparent");
  EXPECT_THAT(contentOf(got + ".wayland"), HasSubstr("PNG"));
}

TEST_F(ClipboardTest, WithoutAToolItSaysWhatToDo) {
  EXPECT_THAT(refused("copy-picture"), HasSubstr("neither can be run"));
  addTool("xclip", "exit 3\n");
  EXPECT_EQ(refused("copy-picture"), "xclip did not take the picture");
  EXPECT_THAT(refused("copy-picture now"), HasSubstr("expected transparent"));
}

}  // namespace
}  // namespace sinew::app::test
