#include "app/cmd_formats.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/file_command.h"

namespace sinew::app {

namespace {

struct FormatInfo {
  FileFormat format = FileFormat::Bmd1;
  std::string_view title;
  std::array<std::string_view, 2> extensions;  ///< empty: fewer
};

constexpr std::array kFormats{
    FormatInfo{FileFormat::Bmd1, "BMD1 packed skeletal model", {".bmd", {}}},
    FormatInfo{FileFormat::Gltf, "glTF 2.0", {".gltf", ".glb"}},
    FormatInfo{FileFormat::Jade, "Jade Empire model (PC)", {".mdl", {}}},
};

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
  for (const FormatInfo& info : kFormats) {
    json.beginObject().field("format", toString(info.format)).field("title", info.title);
    json.key("extensions").beginArray(true);
    for (const std::string_view extension : info.extensions) {
      if (!extension.empty()) json.value(extension);
    }
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
  for (const FormatInfo& info : kFormats) {
    output.write(fmt::format("{:<6}{:<28}{:<12}{}\n", toString(info.format), info.title,
                             fmt::format("{} {}", info.extensions[0], info.extensions[1]),
                             commands));
  }
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
