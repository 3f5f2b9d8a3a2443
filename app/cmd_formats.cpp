#include "app/cmd_formats.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/file_command.h"
#include "format/format_list.h"

namespace sinew::app {

namespace {

/// The commands that take a FILE: all of them read every format.
std::vector<std::string_view> readingCommands() {
  std::vector<std::string_view> names;
  for (const CommandInfo& info : commandInfos()) {
    if (!info.arguments.empty()) names.push_back(info.name);
  }
  return names;
}

void writeJson(Output& output) {
  JsonStream json(output);
  json.beginObject().field("schema", 1).field("command", "formats");
  json.key("formats").beginArray();
  for (const FormatInfo& info : formatInfos()) {
    json.beginObject().field("format", toString(info.format)).field("title", info.title);
    json.key("extensions").beginArray(true);
    for (const std::string_view extension : info.extensions)
      json.value(fmt::format(".{}", extension));
    json.endArray();
    json.key("commands").beginArray(true);
    for (const std::string_view name : readingCommands())
      json.value(name);
    json.endArray().endObject();
  }
  json.endArray().endObject().finish();
}

void writeText(Output& output) {
  std::string commands;
  for (const std::string_view name : readingCommands()) {
    commands += fmt::format("{}{}", commands.empty() ? "" : ", ", name);
  }
  for (const FormatInfo& info : formatInfos()) {
    std::string extensions;
    for (const std::string_view extension : info.extensions)
      extensions += fmt::format(" .{}", extension);
    output.write(fmt::format("{:<6}{:<32}{}\n", toString(info.format), info.title, extensions));
  }
  output.write(fmt::format("All are read by {}.\n", commands));
}

}  // namespace

ExitCode runFormats(const Options& options) {
  Output output(STDOUT_FILENO);
  if (options.json) {
    writeJson(output);
  } else {
    writeText(output);
  }
  return finish(output, options);
}

}  // namespace sinew::app
