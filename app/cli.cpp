#include "app/cli.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/table.h"
#include "app/version.h"

namespace sinew::app {

namespace {

constexpr std::array kCommands{
    CommandInfo{Command::View, "view", "[FILE...]",
                "Show models in a window and play their animations."},
    CommandInfo{Command::Shot, "shot", "FILE...", "Draw models to PNG files, without a window."},
    CommandInfo{Command::Info, "info", "FILE...", "Print what a model holds and what it weighs."},
    CommandInfo{Command::Check, "check", "FILE...", "List every broken rule of a model's format."},
    CommandInfo{Command::Dump, "dump", "FILE...", "Print a model's records and their fields."},
    CommandInfo{Command::Pose, "pose", "FILE...",
                "Print bone matrices and posed vertices at a time."},
    CommandInfo{Command::Compare, "compare", "A.png B.png",
                "Tell whether two pictures look the same, and show where not."},
    CommandInfo{Command::Test, "test", "DIR|MANIFEST",
                "Draw all pictures of a manifest and compare them with their baselines."},
    CommandInfo{Command::Diff, "diff", "A.bmd B.bmd",
                "Say what differs between two models: names, counts, keys and shape."},
    CommandInfo{Command::Convert, "convert", "IN OUT",
                "Write a model in another format, chosen by OUT's extension."},
    CommandInfo{Command::Formats, "formats", "", "List the formats that can be read."},
    CommandInfo{Command::Keys, "keys", "", "List the keys of the window, as they are set."},
    CommandInfo{Command::Doctor, "doctor", "", "Say how OpenGL is reached here and what failed."},
};

const CommandInfo* findCommand(std::string_view name) {
  const auto found = std::find_if(kCommands.begin(), kCommands.end(),
                                  [name](const CommandInfo& info) { return info.name == name; });
  return found == kCommands.end() ? nullptr : &*found;
}

void addAllOptions(cli::OptionTable& table) {
  table.options().command = table.command();
  cli::addInputOptions(table);
  cli::addOutputOptions(table);
  cli::addCameraOptions(table);
  cli::addAnimationOptions(table);
  cli::addLodOptions(table);
  cli::addDisplayOptions(table);
  cli::addRecordOptions(table);
  cli::addCompareOptions(table);
  cli::addConvertOptions(table);
  cli::addTestOptions(table);
  cli::addPlatformOptions(table);
  cli::addGeneralOptions(table);
}

tl::unexpected<Error> usage(const CommandInfo& command, const std::string& message) {
  return tl::unexpected<Error>(Error{"usage", std::nullopt, std::string(command.name), message});
}

}  // namespace

std::span<const CommandInfo> commandInfos() {
  return kCommands;
}

std::string_view toString(Command command) {
  for (const CommandInfo& info : kCommands) {
    if (info.command == command) return info.name;
  }
  return "";
}

std::vector<OptionInfo> optionsOf(Command command) {
  Options options;
  for (const CommandInfo& info : kCommands) {
    if (info.command != command) continue;
    cli::OptionTable table(info, options);
    addAllOptions(table);
    return table.infos();
  }
  return {};
}

Result<CommandLine> parseCommandLine(std::span<const std::string> arguments) {
  const CommandInfo* command = arguments.empty() ? nullptr : findCommand(arguments.front());
  if (command != nullptr) {
    arguments = arguments.subspan(1);
  } else {
    command = &kCommands.front();
  }
  CommandLine line;
  cli::OptionTable table(*command, line.options);
  addAllOptions(table);
  if (const std::string problem = table.parse(arguments); !problem.empty()) {
    return usage(*command, problem);
  }
  if (table.helpAsked()) {
    line.text = table.help();
    return line;
  }
  if (table.versionAsked()) {
    line.text = fmt::format("sinew {}\n", version());
    return line;
  }
  if (const std::string problem = cli::checkCombinations(table, line.options); !problem.empty()) {
    return usage(*command, problem);
  }
  line.options.given = table.given();
  return line;
}

}  // namespace sinew::app
