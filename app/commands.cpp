#include "app/commands.h"

#include <charconv>
#include <cmath>

#include "app/command_handlers.h"

namespace sinew::app {
namespace {

std::vector<CommandDef> allCommands() {
  std::vector<CommandDef> table;
  for (const auto group :
       {tabCommands(), fileCommands(), playbackCommands(), timelineCommands(), clipCommands(),
        lodCommands(), skeletonCommands(), weightCommands(), meshCommands(), textureCommands(),
        cameraCommands(), displayCommands(), settingsCommands(), windowCommands()}) {
    table.insert(table.end(), group.begin(), group.end());
  }
  return table;
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

std::span<const CommandDef> commandTable() {
  static const std::vector<CommandDef> table = allCommands();
  return table;
}

std::string presetText(const CommandDef& command, const CommandPreset& preset) {
  std::string text(command.name);
  if (!preset.arguments.empty()) text.append(" ").append(preset.arguments);
  return text;
}

Result<std::vector<std::string>> splitCommand(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (isBlank(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    return fail("command.quote",
                fmt::format("the command {} has a {} that is not closed", text, quote));
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

Result<void> runCommand(Viewer& viewer, std::string_view text) {
  const auto words = splitCommand(text);
  if (!words) return tl::unexpected(words.error());
  if (words->empty()) return fail("command.empty", "the command is empty");
  const auto table = commandTable();
  const auto found = std::ranges::find(table, std::string_view(words->front()), &CommandDef::name);
  if (found == table.end()) {
    return fail("command.unknown",
                fmt::format("there is no command \"{}\"; F1 lists them all", words->front()));
  }
  const auto done = found->run(viewer, Arguments(*words).subspan(1));
  // Even a refused command may have left a message to show.
  viewer.markDirty();
  return done;
}

std::string quoteArgument(std::string_view argument) {
  const bool plain = !argument.empty() && std::ranges::none_of(argument, [](char c) {
    return isBlank(c) || c == '"' || c == '\'' || c == '\\';
  });
  if (plain) return std::string(argument);
  std::string quoted = "\"";
  for (const char c : argument) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

Result<void> expectArguments(Arguments arguments, std::size_t least, std::size_t most,
                             std::string_view usage) {
  if (arguments.size() >= least && arguments.size() <= most) return {};
  return badArgument("{} arguments were given, but it goes: {}", arguments.size(), usage);
}

Result<double> numberArgument(std::string_view text, std::string_view what, double least,
                              double most) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || stop != end || !std::isfinite(value)) {
    return badArgument("\"{}\" is no number, but the {} is one", text, what);
  }
  if (value < least || value > most) {
    return badArgument("{} is out of range: the {} is {} to {}", text, what, least, most);
  }
  return value;
}

Result<std::uint32_t> indexArgument(std::string_view text, std::string_view what,
                                    std::uint32_t most) {
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code == std::errc::result_out_of_range ||
      (code == std::errc{} && stop == end && value > most)) {
    return badArgument("{} is out of range: the {} is 0 to {}", text, what, most);
  }
  if (code != std::errc{} || stop != end) {
    return badArgument("\"{}\" is no whole number, but the {} is one", text, what);
  }
  return value;
}

Result<bool> switchArgument(Arguments arguments, bool present) {
  if (arguments.empty()) return !present;
  if (arguments.size() == 1) {
    if (arguments[0] == "on") return true;
    if (arguments[0] == "off") return false;
    if (arguments[0] == "toggle") return !present;
  }
  return badArgument("\"{}\" is no switch: expected on, off or toggle", arguments[0]);
}

Result<const Model*> openModel(const Viewer& viewer) {
  if (viewer.scene() == nullptr) return fail("command.no-model", "no model is open");
  return &viewer.scene()->model();
}

Result<const Clip*> presentClip(const Viewer& viewer) {
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  if (viewer.clip() == nullptr) {
    return fail("command.no-clip", "no clip is chosen, so there is no time to change");
  }
  return viewer.clip();
}

}  // namespace sinew::app
