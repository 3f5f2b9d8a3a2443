// docs/cli.md lists exactly what the program offers.

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "app/cli.h"
#include "app/commands.h"

namespace sinew::app {
namespace {

/// The cells of the table rows of docs/cli.md; `\|` is a bar inside a cell.
std::vector<std::vector<std::string>> tableRows() {
  std::ifstream file(SINEW_SOURCE_DIR "/docs/cli.md");
  EXPECT_TRUE(file.is_open());
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, 2, "| ") != 0) continue;
    std::vector<std::string> cells{""};
    for (std::size_t i = 2; i < line.size(); ++i) {
      if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
        cells.back() += line[++i];
      } else if (line[i] == '|') {
        cells.emplace_back();
      } else {
        cells.back() += line[i];
      }
    }
    cells.pop_back();
    for (std::string& cell : cells) {
      cell.erase(0, cell.find_first_not_of(' '));
      cell.erase(cell.find_last_not_of(' ') + 1);
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

/// Text set as code.
std::string code(std::string_view text) {
  std::string out(1, '`');
  out += text;
  out += '`';
  return out;
}

/// "`--output=FILE|-`, `-o`" as the program has it.
std::string cellOf(const OptionInfo& option) {
  std::string spelled = option.name;
  if (!option.value.empty()) spelled.append("=").append(option.value);
  std::string cell = code(spelled);
  if (!option.alternative.empty()) cell.append(", ").append(code(option.alternative));
  return cell;
}

TEST(CliDocs, OptionsAreThoseOfTheProgram) {
  // The same option may have another value on another command (`--view`): one of them is
  // documented.
  std::map<std::string, std::string> offered;
  for (const CommandInfo& command : commandInfos()) {
    for (const OptionInfo& option : optionsOf(command.command)) {
      std::string& commands = offered[cellOf(option)];
      commands += (commands.empty() ? "" : ", ");
      commands += command.name;
    }
  }
  std::map<std::string, std::string> documented;
  for (const auto& cells : tableRows()) {
    if (cells.size() < 3 || cells[0].compare(0, 3, "`--") != 0) continue;
    EXPECT_TRUE(documented.emplace(cells[0], cells[1]).second) << cells[0];
  }
  EXPECT_EQ(documented, offered);
}

// The pieces for CI systems and all else that the other page names.
TEST(CliDocs, ScreenshotTestsNameOnlyOptionsThatThereAre) {
  std::set<std::string> known{"--depth", "--no-install-recommends", "--preset", "--build",
                              "--target"};  // of git, apt-get and cmake
  for (const CommandInfo& command : commandInfos()) {
    for (const OptionInfo& option : optionsOf(command.command)) {
      known.insert(option.name);
      known.insert(option.alternative);
    }
  }
  std::ifstream in(std::string(SINEW_SOURCE_DIR) + "/docs/screenshot-tests.md");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto isPart = [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); };
  std::size_t count = 0;
  for (std::size_t at = text.find("--"); at != text.npos; at = text.find("--", at)) {
    std::size_t end = at;
    while (end < text.size() && isPart(text[end]))
      ++end;
    const std::string name = text.substr(at, end - at);
    const bool starts = at == 0 || !isPart(text[at - 1]);
    if (starts && name.size() > 2 && name[2] != '-') {
      EXPECT_EQ(known.count(name), 1u) << name;
      ++count;
    }
    at = end;
  }
  EXPECT_GT(count, 50u);
}

TEST(CliDocs, CommandsAreThoseOfTheProgram) {
  std::vector<std::string> documented;
  for (const auto& cells : tableRows()) {
    if (cells.size() == 3 && (cells[2] == "yes" || cells[2] == "no" || cells[2] == "–")) {
      documented.push_back(cells[0]);
    }
  }
  std::vector<std::string> offered;
  for (const CommandInfo& command : commandInfos()) {
    offered.push_back(code(command.name));
  }
  EXPECT_EQ(documented, offered);
}

TEST(CliDocs, KeysAreThoseOfTheCommandTable) {
  std::map<std::string, std::string> bound;
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      if (!preset.key.empty()) {
        bound[code(preset.key)] = code(presetText(command, preset));
      }
    }
  }
  std::map<std::string, std::string> documented;
  bool in_keys = false;
  for (const auto& cells : tableRows()) {
    if (cells.size() != 3) continue;
    if (cells[0].compare(0, 2, "--") == 0) continue;
    if (cells[0] == "key" || cells[0] == "command" || cells[0] == "option") {
      in_keys = cells[0] == "key";
    } else if (in_keys) {
      EXPECT_TRUE(documented.emplace(cells[0], cells[1]).second) << cells[0];
    }
  }
  EXPECT_EQ(documented, bound);
}

}  // namespace
}  // namespace sinew::app
