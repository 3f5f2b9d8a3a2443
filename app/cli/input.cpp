// Input and general options.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/table.h"
#include "format/scene/formats.h"

namespace sinew::app::cli {

namespace {

Expected parseBmd1Reading(std::string_view name, std::string_view value, bmd1::Readings& readings) {
  using bmd1::Shade;
  using bmd1::St128;
  Expected expected;
  if (name == "st128") {
    expected = parseWord<St128>(value,
                                {{"auto", St128::Auto},
                                 {"spec", St128::Spec},
                                 {"offset", St128::Offset},
                                 {"legacy16", St128::Legacy16}},
                                readings.st128);
    if (!expected.empty()) expected = "st128=VALUE with VALUE " + expected;
  } else {
    expected = parseWord<Shade>(value, {{"rgb", Shade::Rgb}, {"bgr", Shade::Bgr}}, readings.shade);
    if (!expected.empty()) expected = "shade=VALUE with VALUE " + expected;
  }
  return expected;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", word);
  return text;
}

/// `NAME=VALUE`, where NAME may carry the format it belongs to ("bmd1.shade").
Expected parseReading(std::string_view text, LoadOptions& load) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  std::string names = "st128, shade";
  for (const std::string_view known : {"st128", "shade"}) {
    if (name == known || name == fmt::format("bmd1.{}", known))
      return parseBmd1Reading(known, value, load.bmd1);
  }
  for (const scene::SceneFormat& format : scene::sceneFormats()) {
    for (const scene::ReadingInfo& reading : format.readings) {
      const std::string full = fmt::format("{}.{}", toString(format.format), reading.name);
      names += ", " + full;
      if (name != reading.name && name != full) continue;
      if (std::find(reading.values.begin(), reading.values.end(), value) == reading.values.end())
        return fmt::format("{}=VALUE with VALUE one of {}", name, joined(reading.values));
      load.readings[full] = value;
      return {};
    }
  }
  return fmt::format("NAME=VALUE with NAME one of {}", names);
}

/// `auto` or a format's name.
Expected parseFormat(std::string_view text, std::optional<FileFormat>& format) {
  constexpr std::array kAll{FileFormat::Bmd1, FileFormat::Gltf, FileFormat::Mdl0, FileFormat::Bbm,
                            FileFormat::Jade};
  std::string names = "auto";
  format = std::nullopt;
  if (text == names) return {};
  for (const FileFormat each : kAll) {
    names += fmt::format(", {}", toString(each));
    if (text != toString(each)) continue;
    format = each;
    return {};
  }
  return "one of " + names;
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
      "--format", "auto|bmd1|gltf|mdl0|bbm|jade", "format of the files (default: by content)",
      [&options](const std::string& text) { return parseFormat(text, options.load.format); });
  table.values(
      "--reading", "NAME=VALUE",
      "how ambiguous data is read: st128=auto|spec|offset|legacy16, shade=rgb|bgr, and what "
      "info tells of other formats",
      [&options](const std::string& text) { return parseReading(text, options.load); });
  if (!table.isAnyOf({Command::Dump, Command::Pose, Command::Check})) {
    table.value(
        "--model", "NAME|#INDEX", "which of a file's models (default: the first)",
        [&options](const std::string& text) { return parseName(text, options.load.model); });
  }
  table.values("--anim-file", "FILE", "also the animations of FILE (mdl0, bbm), repeatable",
               [&options](const std::string& text) -> Expected {
                 if (text.empty()) return "a file name";
                 options.anim_files.push_back(text);
                 return {};
               });
  table.value("--max-size", "MIB",
              "refuse larger files (default: 4096), and what unpacks to more (256)",
              [&options](const std::string& text) {
                std::int64_t mib = 0;
                const Expected expected =
                    parseInteger(text, "a whole number of MiB", 1, std::int64_t{1} << 24, mib);
                if (!expected.empty()) return expected;
                options.max_size_mib = static_cast<std::uint64_t>(mib);
                options.load.max_unpacked_bytes = options.max_size_mib << 20;
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
  if (table.isAnyOf({Command::View, Command::Keys})) {
    table.values("-D,--define", "NAME=VALUE", "a setting for this run alone",
                 [&options](const std::string& text) -> Expected {
                   const std::size_t equals = text.find('=');
                   if (equals == 0 || equals == std::string::npos) return "a setting: NAME=VALUE";
                   options.definitions.push_back(text);
                   return {};
                 });
  }
  if (table.command() == Command::View) {
    table.flag("--watch", "read files again when they change",
               [&options] { options.watch = true; });
  }
  table.flag("--help,-h", "this text", [] {});
  table.flag("--version", "the program's version", [] {});
}

}  // namespace sinew::app::cli
