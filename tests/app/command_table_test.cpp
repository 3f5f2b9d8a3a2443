// The command table, keys and quoting: no model, no GL.

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/keymap.h"

namespace sinew::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---------------------------------------------------------------- the table

TEST(CommandTable, NamesKeysAndMenusAreUnique) {
  std::set<std::string_view> names;
  std::set<std::string> keys;
  std::set<std::string_view> menus;
  for (const CommandDef& command : commandTable()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name << " is there twice";
    for (const CommandPreset& preset : command.presets) {
      if (!preset.key.empty()) {
        const auto chord = parseChord(preset.key);
        ASSERT_TRUE(chord.has_value()) << preset.key;
        EXPECT_TRUE(keys.insert(toString(*chord)).second) << preset.key << " is taken twice";
      }
      if (!preset.menu.empty()) {
        EXPECT_TRUE(menus.insert(preset.menu).second) << preset.menu << " is there twice";
        EXPECT_THAT(std::string(preset.menu), HasSubstr("/"));
      }
    }
  }
  EXPECT_GT(names.size(), 40u);
}

TEST(CommandTable, EveryCommandSaysWhatItDoes) {
  for (const CommandDef& command : commandTable()) {
    EXPECT_FALSE(command.help.empty()) << command.name;
    EXPECT_TRUE(command.help.ends_with('.')) << command.name << ": " << command.help;
    EXPECT_NE(command.run, nullptr) << command.name;
    for (const CommandPreset& preset : command.presets) {
      EXPECT_TRUE(preset.help.empty() || preset.help.ends_with('.')) << preset.help;
    }
  }
}

TEST(CommandTable, NoSubmenuIsAlsoAnItem) {
  std::set<std::string> items;
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets)
      items.emplace(preset.menu);
  }
  for (const std::string& item : items) {
    for (std::size_t at = item.find('/'); at != std::string::npos; at = item.find('/', at + 1)) {
      EXPECT_FALSE(items.contains(item.substr(0, at))) << item;
    }
  }
}

TEST(Keys, ChordsAreReadAndWritten) {
  const auto chord = parseChord("Ctrl+Shift+Space");
  ASSERT_TRUE(chord.has_value());
  EXPECT_TRUE(chord->modifiers.ctrl);
  EXPECT_TRUE(chord->modifiers.shift);
  EXPECT_FALSE(chord->modifiers.alt);
  EXPECT_EQ(chord->key, "Space");
  EXPECT_EQ(toString(*chord), "Ctrl+Shift+Space");
  ASSERT_TRUE(parseChord("+").has_value());
  EXPECT_EQ(parseChord("+")->key, "+");
  EXPECT_EQ(parseChord("Ctrl++")->key, "+");
  EXPECT_FALSE(parseChord("").has_value());
  EXPECT_FALSE(parseChord("Hyper+X").has_value());
}

TEST(Keys, DefaultsRunTheirCommands) {
  const Keymap keymap;
  const auto command = [&](std::string_view key) {
    const std::string* found = keymap.find(*parseChord(key));
    return found != nullptr ? *found : std::string("(none)");
  };
  EXPECT_EQ(command("Space"), "toggle");
  EXPECT_EQ(command(","), "step -1");
  EXPECT_EQ(command("."), "step 1");
  EXPECT_EQ(command("Shift+W"), "clip previous");
  EXPECT_EQ(command("Ctrl+1"), "view back");
  EXPECT_EQ(command("PageDown"), "lod coarser");
  EXPECT_EQ(command("Shift+B"), "bone-names next");
  EXPECT_EQ(command("Ctrl+Q"), "quit");
  EXPECT_EQ(command("Q"), "(none)");
  EXPECT_EQ(keymap.keyOf("lod finer"), "PageUp");
  EXPECT_EQ(keymap.keyOf("reload"), "F5") << "the first of its keys";
  EXPECT_EQ(keymap.keyOf("nothing"), "");
}

// ---------------------------------------------------------------- quoting

TEST(Quoting, SplitsLikeAShell) {
  EXPECT_THAT(*splitCommand("  clip   walk "), ElementsAre("clip", "walk"));
  EXPECT_THAT(*splitCommand("open 'a b' \"c d\" e\\ f"), ElementsAre("open", "a b", "c d", "e f"));
  EXPECT_THAT(*splitCommand("x \"a\\\"b\" 'a\\b'"), ElementsAre("x", "a\"b", "a\\b"));
  EXPECT_THAT(*splitCommand("x ''"), ElementsAre("x", ""));
  EXPECT_THAT(*splitCommand(""), ElementsAre());
}

TEST(Quoting, AnOpenQuoteIsAnError) {
  const auto words = splitCommand("open \"a b");
  ASSERT_FALSE(words.has_value());
  EXPECT_EQ(words.error().message, "the command open \"a b has a \" that is not closed");
}

TEST(Quoting, RoundTrips) {
  for (const std::string text :
       {"plain", "", "two words", "quo\"te", "it's", "back\\slash", "tab\there", "line\nbreak",
        "/тест/(ノಠ益ಠ)ノ/ş.bmd", "\\", "\"\"", "' \" \\ '"}) {
    const auto words = splitCommand("open " + quoteArgument(text));
    ASSERT_TRUE(words.has_value()) << text;
    EXPECT_THAT(*words, ElementsAre("open", text));
  }
}

}  // namespace
}  // namespace sinew::app
