// Input and general options.

#include <fmt/format.h>

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

/// `NAME=VALUE`, where NAME may carry the format it belongs to ("bmd1.shade").
Expected parseReading(std::string_view text, bmd1::Readings& readings) {
  const std::size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  if (name.substr(0, 5) == "bmd1.") name.remove_prefix(5);
  using bmd1::Shade;
  using bmd1::St128;
  Expected expected = "st128=VALUE or shade=VALUE";
  if (name == "st128") {
    expected = parseWord<St128>(value,
                                {{"auto", St128::Auto},
                                 {"spec", St128::Spec},
                                 {"offset", St128::Offset},
                                 {"legacy16", St128::Legacy16}},
                                readings.st128);
    if (!expected.empty()) expected = "st128=VALUE with VALUE " + expected;
  } else if (name == "shade") {
    expected = parseWord<Shade>(value, {{"rgb", Shade::Rgb}, {"bgr", Shade::Bgr}}, readings.shade);
    if (!expected.empty()) expected = "shade=VALUE with VALUE " + expected;
  }
  return expected;
}

bool readsModels(const OptionTable& table) {
  return table.isAnyOf({Command::View, Command::Shot, Command::Info, Command::Check, Command::Dump,
                        Command::Pose, Command::Diff, Command::Convert});
}

}  // namespace

void addInputOptions(OptionTable& table) {
  if (!readsModels(table)) return;
  Options& options = table.options();
  table.group("Input");
  table.values("--input", "FILE", "a model file, as the FILE arguments; - is standard input",
               [&options](const std::string& text) -> Expected {
                 if (text.empty()) return "a file name";
                 options.files.push_back(text);
                 return {};
               });
  if (table.command() == Command::Shot) {
    table.value("--from", "PNG",
                "repeat the shot that this picture's receipt tells of; other options come on top",
                [&options](const std::string& text) -> Expected {
                  if (text.empty()) return "a file name";
                  options.from = text;
                  return {};
                });
  }
  table.value(
      "--format", "auto|bmd1|gltf", "format of the files (default: by content)",
      [&options](const std::string& text) {
        return parseWord<std::optional<FileFormat>>(
            text, {{"auto", std::nullopt}, {"bmd1", FileFormat::Bmd1}, {"gltf", FileFormat::Gltf}},
            options.load.format);
      });
  table.values(
      "--reading", "NAME=VALUE",
      "how ambiguous data is read: st128=auto|spec|offset|legacy16, shade=rgb|bgr",
      [&options](const std::string& text) { return parseReading(text, options.load.bmd1); });
  table.value("--max-size", "MIB", "refuse larger files (default: 4096)",
              [&options](const std::string& text) {
                std::int64_t mib = 0;
                const Expected expected =
                    parseInteger(text, "a whole number of MiB", 1, std::int64_t{1} << 24, mib);
                if (expected.empty()) options.max_size_mib = static_cast<std::uint64_t>(mib);
                return expected;
              });
  if (table.isAnyOf({Command::View, Command::Shot, Command::Diff, Command::Convert})) {
    table.values("--texture-path", "DIR", "also look for textures in DIR",
                 [&options](const std::string& text) -> Expected {
                   if (text.empty()) return "a folder";
                   options.texture_paths.push_back(text);
                   return {};
                 });
  }
}

void addGeneralOptions(OptionTable& table) {
  Options& options = table.options();
  table.group("General");
  if (readsModels(table)) {
    const bool strict = table.command() == Command::Check;
    table.flag("--strict",
               std::string("judge faults by the format's text") + (strict ? " (default)" : ""),
               [&options] { options.load.mode = Mode::Strict; });
    table.flag(
        "--lenient",
        std::string("judge faults by what can still be shown") + (strict ? "" : " (default)"),
        [&options] { options.load.mode = Mode::Lenient; });
    if (strict) options.load.mode = Mode::Strict;
  }
  if (table.isAnyOf({Command::Info, Command::Check, Command::Dump, Command::Pose, Command::Compare,
                     Command::Test, Command::Diff, Command::Convert, Command::Formats,
                     Command::Keys, Command::Doctor})) {
    table.flag("--json", "print JSON", [&options] { options.json = true; });
  }
  if (table.command() == Command::Check) {
    table.flag("--sarif", "print a SARIF 2.1.0 log", [&options] { options.sarif = true; });
  }
  if (readsModels(table) && !table.isAnyOf({Command::View, Command::Diff, Command::Convert})) {
    table.flag("--keep-going", "several files: go on behind one that cannot be done",
               [&options] { options.keep_going = true; });
  }
  if (readsModels(table) || table.command() == Command::Test) {
    table.flag("--quiet", "say nothing on standard error but what ends the run", [&options] {
      options.verbosity = Verbosity::Quiet;
      options.quiet = true;
    });
    table.value("--verbose", "LEVEL", "debug, info, warning (default), error or quiet",
                [&options](const std::string& text) {
                  const Expected expected = parseWord<Verbosity>(text,
                                                                 {{"debug", Verbosity::Debug},
                                                                  {"info", Verbosity::Info},
                                                                  {"warning", Verbosity::Warning},
                                                                  {"error", Verbosity::Error},
                                                                  {"quiet", Verbosity::Quiet}},
                                                                 options.verbosity);
                  options.quiet = options.verbosity == Verbosity::Quiet;
                  return expected;
                });
  }
  if (table.isAnyOf({Command::View, Command::Keys, Command::Doctor})) {
    table.value("--config", "FILE", "another settings file",
                [&options](const std::string& text) -> Expected {
                  if (text.empty()) return "a file name";
                  options.config = text;
                  return {};
                });
    table.flag("--no-config", "neither read nor keep settings",
               [&options] { options.no_config = true; });
  }
  if (table.command() == Command::View) {
    table.flag("--watch", "read files again when they change",
               [&options] { options.watch = true; });
  }
  table.flag("--help,-h", "this text", [] {});
  table.flag("--version", "the program's version", [] {});
}

}  // namespace sinew::app::cli
