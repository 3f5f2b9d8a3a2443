#include "app/cmd_keys.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands.h"
#include "app/file_command.h"
#include "app/json_stream.h"
#include "app/keymap.h"
#include "app/output.h"
#include "app/settings.h"

namespace sinew::app {
namespace {

std::string_view helpOf(const std::string& text) {
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      if (presetText(command, preset) == text)
        return preset.help.empty() ? command.help : preset.help;
    }
  }
  const std::string_view name = std::string_view(text).substr(0, text.find(' '));
  const auto found = std::ranges::find(commandTable(), name, &CommandDef::name);
  return found == commandTable().end() ? std::string_view() : found->help;
}

void writeJson(Output& output, const Keymap& keymap) {
  JsonStream json(output);
  json.beginObject().field("schema", 1).field("command", "keys");
  json.key("keys").beginArray();
  for (const KeyBinding& binding : keymap.bindings()) {
    json.beginObject(true)
        .field("key", toString(binding.chord))
        .field("command", binding.command)
        .field("help", helpOf(binding.command))
        .endObject();
  }
  json.endArray().endObject().finish();
}

void writeText(Output& output, const Keymap& keymap) {
  for (const KeyBinding& binding : keymap.bindings()) {
    output.write(fmt::format("{:<18}{:<28}{}\n", toString(binding.chord), binding.command,
                             helpOf(binding.command)));
  }
}

}  // namespace

ExitCode runKeys(const Options& options) {
  Settings settings;
  const std::string path = options.config.empty() ? settingsPath() : options.config;
  if (!options.no_config && !path.empty()) {
    std::vector<std::string> warnings;
    auto read = loadSettings(path, warnings);
    if (!read) {
      say(options, Verbosity::Quiet, describe(read.error()));
      return ExitCode::Unreadable;
    }
    for (const std::string& warning : warnings)
      say(options, Verbosity::Warning, fmt::format("{}: {}", path, warning));
    settings = std::move(*read);
  }
  if (auto defined = defineSettings(settings, options.definitions); !defined) {
    say(options, Verbosity::Quiet, defined.error().message);
    return ExitCode::Usage;
  }
  std::vector<std::string> problems;
  const Keymap keymap = keymapOf(settings, problems);
  for (const std::string& problem : problems)
    say(options, Verbosity::Warning, fmt::format("{}: {}", path, problem));
  Output output(STDOUT_FILENO);
  if (options.json) {
    writeJson(output, keymap);
  } else {
    writeText(output, keymap);
  }
  return finish(output, options);
}

}  // namespace sinew::app
