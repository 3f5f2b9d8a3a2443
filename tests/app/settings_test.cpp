// Settings, keys, watching of files, fuzzy search: no OpenGL.

#include "app/settings.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/file_watch.h"
#include "app/fuzzy.h"
#include "app/keymap.h"
#include "tests/app/temp_folder.h"

namespace sinew::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

Settings parsed(const std::string& text, std::vector<std::string>* warnings = nullptr) {
  std::vector<std::string> own;
  auto settings = parseSettings(text, own);
  EXPECT_TRUE(settings.has_value()) << describe(settings.error());
  if (warnings != nullptr) {
    *warnings = own;
  } else {
    EXPECT_THAT(own, IsEmpty());
  }
  return settings.value_or(Settings{});
}

TEST(Settings, RoundTrip) {
  Settings settings;
  settings.theme = Theme::Light;
  settings.ui_scale = 1.75;
  settings.watch = true;
  settings.hidden_files = true;
  settings.layout = {1500.0, 900.0, 300.0, 280.5, 200.0, "curves", false};
  settings.recent = {"/a b/ş.bmd", "/тест/(ノಠ益ಠ)ノ/x.bmd"};
  settings.bookmarks = {"/models"};
  settings.key_preset = "brawlcrate";
  settings.keys = {{"Ctrl+J", "grid"}, {"G", ""}};
  Viewpoint viewpoint{"/a.bmd", "the left \"hand\"", {}};
  viewpoint.camera.position = {1.5, -2.25, 3.0};
  viewpoint.camera.orthographic = true;
  settings.viewpoints = {viewpoint};
  const Settings read = parsed(formatSettings(settings));
  EXPECT_EQ(read.theme, Theme::Light);
  EXPECT_EQ(read.ui_scale, 1.75);
  EXPECT_TRUE(read.watch);
  EXPECT_TRUE(read.hidden_files);
  EXPECT_EQ(read.layout.window_width, 1500.0);
  EXPECT_EQ(read.layout.right_width, 280.5);
  EXPECT_EQ(read.layout.timeline_view, "curves");
  EXPECT_FALSE(read.layout.panels);
  EXPECT_EQ(read.recent, settings.recent);
  EXPECT_EQ(read.bookmarks, settings.bookmarks);
  EXPECT_EQ(read.key_preset, "brawlcrate");
  EXPECT_EQ(read.keys, settings.keys);
  ASSERT_EQ(read.viewpoints.size(), 1u);
  EXPECT_EQ(read.viewpoints[0].name, viewpoint.name);
  EXPECT_EQ(read.viewpoints[0].camera.position, viewpoint.camera.position);
  EXPECT_TRUE(read.viewpoints[0].camera.orthographic);
}

TEST(Settings, WhatIsUnknownIsKeptWithAWarning) {
  std::vector<std::string> warnings;
  Settings read = parsed(
      R"({"theme": "light", "colour_of_tea": [1, {"a": null}], "layout": {"gap": 3, "panels": false}})",
      &warnings);
  EXPECT_THAT(warnings, ElementsAre("\"layout.gap\" is no setting; it is kept",
                                    "\"colour_of_tea\" is no setting; it is kept"));
  EXPECT_EQ(read.theme, Theme::Light);
  read.theme = Theme::Dark;
  const std::string written = formatSettings(read);
  EXPECT_THAT(written, HasSubstr("\"colour_of_tea\": [\n    1,"));
  EXPECT_THAT(written, HasSubstr("\"gap\": 3"));
  EXPECT_THAT(written, HasSubstr("\"theme\": \"dark\""));
}

TEST(Settings, WrongValuesKeepTheirDefaults) {
  std::vector<std::string> warnings;
  const Settings read = parsed(
      R"({"theme": "blue", "ui_scale": 9, "watch": "yes", "recent": [1], "keys": 3,
          "layout": {"left_width": -1}, "viewpoints": [{"name": "x"}]})",
      &warnings);
  EXPECT_THAT(warnings,
              ElementsAre("\"theme\" is not \"dark\" or \"light\"; it is ignored",
                          "\"ui_scale\" is not \"auto\" or a number from 0.5 to 4; it is ignored",
                          "\"watch\" is not true or false; it is ignored",
                          "\"layout.left_width\" is not a number from 0 to 20000; it is ignored",
                          "\"recent\" is not a list of texts; it is ignored",
                          "\"keys\" is not an object; it is ignored",
                          "one of \"viewpoints\" is no viewpoint; it is ignored"));
  EXPECT_EQ(read.theme, Theme::Dark);
  EXPECT_FALSE(read.ui_scale.has_value());
  EXPECT_THAT(read.viewpoints, IsEmpty());
}

TEST(Settings, DefinitionsCountForThisRunAlone) {
  Settings settings = parsed(
      R"({"theme": "dark", "watch": false, "layout": {"left_width": 200}, "keys": {"J": "grid"}})");
  const std::vector<std::string> definitions{"theme=light",           "ui_scale=1.5",
                                             "layout.left_width=300", "layout.panels=false",
                                             "keys.G=axes",           "watch=true"};
  ASSERT_TRUE(defineSettings(settings, definitions).has_value());
  EXPECT_EQ(settings.theme, Theme::Light);
  EXPECT_EQ(settings.ui_scale, 1.5);
  EXPECT_EQ(settings.layout.left_width, 300.0);
  EXPECT_FALSE(settings.layout.panels);
  EXPECT_THAT(settings.keys, ElementsAre(Pair("J", "grid"), Pair("G", "axes")));
  // What is changed while it runs is kept, the rest is as it was.
  settings.watch = false;
  settings.layout.left_width = 350.0;
  const Settings next = parsed(formatSettings(settings));
  EXPECT_EQ(next.theme, Theme::Dark);
  EXPECT_FALSE(next.ui_scale.has_value());
  EXPECT_FALSE(next.watch);
  EXPECT_EQ(next.layout.left_width, 350.0);
  EXPECT_TRUE(next.layout.panels);
  EXPECT_THAT(next.keys, ElementsAre(Pair("J", "grid")));
}

TEST(Settings, DefinitionsAreCheckedAsTheFileIs) {
  const auto problem = [](const std::string& definition) {
    Settings settings;
    const auto done = defineSettings(settings, std::vector<std::string>{definition});
    return done ? std::string() : done.error().code + ": " + done.error().message;
  };
  EXPECT_EQ(problem("theme=blue"), "usage: -D: \"theme\" is not \"dark\" or \"light\"");
  EXPECT_EQ(problem("colour=1"), "usage: -D: \"colour\" is no setting");
  EXPECT_EQ(problem("layout.gap=1"), "usage: -D: \"layout.gap\" is no setting");
  EXPECT_EQ(problem("ui_scale=9"),
            "usage: -D: \"ui_scale\" is not \"auto\" or a number from 0.5 to 4");
  EXPECT_EQ(problem("key_preset=vim"), "usage: -D: \"vim\" is no set of keys");
  EXPECT_EQ(problem("theme=\xFF"), "usage: -D: this is no UTF-8");
  EXPECT_EQ(problem("ui_scale=auto"), "");
  EXPECT_EQ(problem("recent=[\"/a.bmd\"]"), "");
}

TEST(Settings, ErrorsNameTheLine) {
  std::vector<std::string> warnings;
  const auto broken = parseSettings("{\n  \"theme\": \"dark\",\n  \"watch\": maybe\n}", warnings);
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().message, "line 3, column 12: this is no JSON");
  EXPECT_EQ(parseSettings("[]", warnings).error().message,
            "line 1, column 1: this is no JSON object");
  EXPECT_FALSE(parseSettings("", warnings).has_value());
}

TEST(Settings, FilesAreReadAndWrittenWhole) {
  const TempFolder folder;
  const std::string path = folder / "naïve ж/sinew/settings.json";
  std::vector<std::string> warnings;
  const auto none = loadSettings(path, warnings);
  ASSERT_TRUE(none.has_value()) << "no file is no error";
  Settings settings;
  settings.bookmarks = {"/ï"};
  const auto saved = saveSettings(path, settings);
  ASSERT_TRUE(saved.has_value()) << describe(saved.error());
  const auto again = loadSettings(path, warnings);
  ASSERT_TRUE(again.has_value());
  EXPECT_THAT(again->bookmarks, ElementsAre("/ï"));
  // Nothing is left beside it.
  const auto entries = std::filesystem::directory_iterator(folder / "naïve ж/sinew");
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
  std::ofstream(path) << "{ broken";
  const auto broken = loadSettings(path, warnings);
  ASSERT_FALSE(broken.has_value());
  EXPECT_THAT(broken.error().message, HasSubstr(path));
  EXPECT_THAT(broken.error().message, HasSubstr("line 1"));
}

TEST(Settings, NamesThatAreNoUtf8AreLeftOut) {
  Settings settings;
  settings.recent = {"/a\xff.bmd", "/b.bmd"};
  EXPECT_THAT(parsed(formatSettings(settings)).recent, ElementsAre("/b.bmd"));
}

TEST(Settings, RecentFilesComeOnceAndNewestFirst) {
  std::vector<std::string> recent;
  for (int i = 0; i < 30; ++i)
    rememberRecent(recent, std::to_string(i));
  rememberRecent(recent, "20");
  EXPECT_EQ(recent.size(), kMostRecent);
  EXPECT_EQ(recent[0], "20");
  EXPECT_EQ(recent[1], "29");
  EXPECT_EQ(std::ranges::count(recent, "20"), 1);
}

// ---------------------------------------------------------------- keys

TEST(OwnKeys, ABoundKeyLeavesItsOldCommand) {
  Keymap keymap;
  keymap.bind(*parseChord("G"), "axes");
  EXPECT_EQ(*keymap.find(*parseChord("G")), "axes");
  EXPECT_EQ(keymap.keyOf("grid"), "");
  EXPECT_EQ(keymap.keyOf("axes"), "X") << "the first key stays the one that is shown";
  EXPECT_TRUE(keymap.unbind(*parseChord("X")));
  EXPECT_EQ(keymap.keyOf("axes"), "G");
  EXPECT_FALSE(keymap.unbind(*parseChord("X")));
  EXPECT_THAT(keymap.changes(), ElementsAre(Pair("G", "axes"), Pair("X", "")));
}

TEST(OwnKeys, ChangesBringBackTheSameKeys) {
  Keymap keymap(KeyPreset::BrawlCrate);
  keymap.bind(*parseChord("Ctrl+Alt+J"), "clip \"two words\"");
  keymap.unbind(*parseChord("Space"));
  Settings settings;
  settings.key_preset = "brawlcrate";
  settings.keys = keymap.changes();
  std::vector<std::string> problems;
  const Keymap again = keymapOf(settings, problems);
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(again.changes(), keymap.changes());
  EXPECT_EQ(again.find(*parseChord("Space")), nullptr);
  settings.keys = {{"Hyper+X", "grid"}};
  (void)keymapOf(settings, problems);
  EXPECT_THAT(problems, ElementsAre("\"Hyper+X\" is no key"));
}

TEST(OwnKeys, PageKeysGoThroughFramesAsInBrawlCrate) {
  const Keymap keymap(KeyPreset::BrawlCrate);
  EXPECT_EQ(*keymap.find(*parseChord("PageUp")), "step 1");
  EXPECT_EQ(*keymap.find(*parseChord("PageDown")), "step -1");
  EXPECT_EQ(*keymap.find(*parseChord("Shift+PageUp")), "lod finer");
  EXPECT_THAT(keymap.changes(), IsEmpty());
}

// ---------------------------------------------------------------- watching

TEST(Watching, AChangeCountsWhenTheFileHasComeToRest) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", "one");
  ChangeTracker tracker;
  tracker.watch({{path, stampOf(path)}});
  EXPECT_THAT(tracker.look(), IsEmpty());
  folder.write("a.bmd", "half of");
  EXPECT_THAT(tracker.look(), IsEmpty()) << "perhaps it is still being written";
  folder.write("a.bmd", "half of it and more");
  EXPECT_THAT(tracker.look(), IsEmpty());
  EXPECT_THAT(tracker.look(), ElementsAre(path));
  EXPECT_THAT(tracker.look(), IsEmpty()) << "once";
}

TEST(Watching, WhatIsAwayForAMomentIsWaitedFor) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", "one");
  ChangeTracker tracker;
  tracker.watch({{path, stampOf(path)}});
  std::filesystem::remove(path);
  EXPECT_THAT(tracker.look(), IsEmpty());
  EXPECT_THAT(tracker.look(), IsEmpty());
  folder.write("a.bmd", "another");
  EXPECT_THAT(tracker.look(), IsEmpty());
  EXPECT_THAT(tracker.look(), ElementsAre(path));
}

TEST(Watching, AFileThatChangedWhileItWasReadCounts) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", "one");
  const auto before = stampOf(path);
  folder.write("a.bmd", "longer now");
  ChangeTracker tracker;
  tracker.watch({{path, before}});
  (void)tracker.look();
  EXPECT_THAT(tracker.look(), ElementsAre(path));
  // The same list again, because another file was opened: nothing is new.
  tracker.watch({{path, before}});
  (void)tracker.look();
  EXPECT_THAT(tracker.look(), IsEmpty());
}

TEST(Watching, AThreadLooksAndWakes) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", "one");
  std::atomic<int> woken{0};
  FileWatch watch([&woken] { ++woken; }, 0.01);
  watch.watch({{path, stampOf(path)}});
  folder.write("a.bmd", "another text");
  std::vector<std::string> changed;
  for (int i = 0; i < 2000 && changed.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    changed = watch.take();
  }
  EXPECT_THAT(changed, ElementsAre(path));
  EXPECT_EQ(woken, 1);
  EXPECT_THAT(watch.take(), IsEmpty());
}

// ---------------------------------------------------------------- search

TEST(Fuzzy, LettersInOrderFit) {
  EXPECT_TRUE(fuzzyScore("bna", "Bone names: All").has_value());
  EXPECT_TRUE(fuzzyScore("bone all", "Bone names: All").has_value());
  EXPECT_FALSE(fuzzyScore("anb", "Bone names: All").has_value());
  EXPECT_FALSE(fuzzyScore("bones names", "bone").has_value());
  EXPECT_EQ(fuzzyScore("", "anything"), 0);
  EXPECT_FALSE(fuzzyScore("a", "").has_value());
}

TEST(Fuzzy, StartsOfWordsAndRunsOfLettersCountMore) {
  const auto score = [](const char* wanted, const char* text) {
    return fuzzyScore(wanted, text).value_or(-1);
  };
  EXPECT_GT(score("grid", "grid"), score("grid", "great inner dust"));
  EXPECT_GT(score("bn", "bone names"), score("bn", "cabin"));
  EXPECT_GT(score("arm", "arm"), score("arm", "forearm"));
  EXPECT_GT(score("arm", "arm"), score("arm", "arm_left_upper"));
}

}  // namespace
}  // namespace sinew::app
