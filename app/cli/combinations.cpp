// Options that exclude or need each other.

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "app/cli/table.h"
#include "app/output_name.h"
#include "app/shot_names.h"

namespace sinew::app::cli {

namespace {

/// Pairs that contradict each other, on whatever command has both.
std::string checkExclusions(const OptionTable& table) {
  constexpr std::pair<const char*, const char*> kPairs[] = {
      {"--strict", "--lenient"},
      {"--json", "--sarif"},
      {"--quiet", "--verbose"},
      {"--overwrite", "--no-clobber"},
      {"--no-background", "--background-color"},
      {"--animation-time", "--animation-frame"},
  };
  for (const auto& [a, b] : kPairs) {
    if (table.seen(a) && table.seen(b)) return fmt::format("{} and {} exclude each other", a, b);
  }
  return {};
}

std::string checkAnimation(const OptionTable& table, const Options& options) {
  if (table.command() == Command::View) return {};  // the window shows the first clip
  if (table.command() == Command::Shot && table.seen("--frame-range")) {
    for (const char* name : {"--animation-time", "--animation-frame"}) {
      if (table.seen(name)) return fmt::format("--frame-range and {} exclude each other", name);
    }
  }
  if (!options.animation.empty()) return {};
  // There --loop is about the clips that are written.
  if (table.command() != Command::Convert && table.seen("--loop")) {
    return "--loop needs --animation";
  }
  for (const char* name : {"--animation-time", "--animation-frame", "--frame-range", "--blend"}) {
    if (table.seen(name)) return fmt::format("{} needs --animation", name);
  }
  if (options.camera.frame_on == FrameOn::Clip) return "--frame-on=clip needs --animation";
  return {};
}

std::string checkCamera(const OptionTable& table) {
  if (table.seen("--camera-position") && table.seen("--camera-focal-point") &&
      table.seen("--camera-direction")) {
    return "--camera-position, --camera-focal-point and --camera-direction: two of them at most";
  }
  for (const char* name : {"--camera-position", "--camera-direction"}) {
    if (table.seen(name) && table.seen("--view")) {
      return fmt::format("--view and {} exclude each other", name);
    }
  }
  return {};
}

std::string checkLod(const OptionTable& table, const Options& options) {
  for (const char* name : {"--lod-distance", "--lod-bias"}) {
    if (table.seen(name) && options.lod.mode != LodMode::Auto) {
      return fmt::format("{} needs --lod=auto", name);
    }
  }
  return {};
}

std::string checkPair(const OptionTable& table, const Options& options) {
  if (!table.isAnyOf({Command::Compare, Command::Diff})) return {};
  if (options.files.size() != 2) {
    return fmt::format(
        "two files are compared, but {} given",
        options.files.size() == 1 ? "one was" : fmt::format("{} were", options.files.size()));
  }
  return {};
}

std::string checkComparison(const OptionTable& table, const Options& options) {
  if (options.compare.settings.metric == regress::Metric::Exact &&
      table.seen("--pixel-threshold")) {
    return "--metric=exact and --pixel-threshold exclude each other";
  }
  if (table.command() != Command::Shot) return {};
  if (options.reference.empty()) {
    for (const char* name :
         {"--metric", "--pixel-threshold", "--max-diff-pixels", "--max-diff-ratio",
          "--max-diff-run", "--window", "--window-density", "--ignore", "--mask"}) {
      if (table.seen(name)) return fmt::format("{} needs --reference", name);
    }
    return {};
  }
  if (options.files.size() > 1 || options.camera.views.size() > 1 || framesOf(options) > 1) {
    return "--reference: one picture is compared, but several are asked for";
  }
  if (options.output == "-") {
    return "--reference: standard output has the verdict, so --output needs a file name";
  }
  return {};
}

std::string checkConvert(const OptionTable& table, const Options& options) {
  if (table.command() != Command::Convert) return {};
  if (options.files.size() != 2) {
    return fmt::format("takes IN and OUT, but {} files were given", options.files.size());
  }
  const std::string kind = lowerExtension(options.files[1]);
  const bool gltf = kind == "gltf" || kind == "glb";
  const bool posed = kind == "obj" || kind == "ply";
  const bool packed = kind == "bmd";
  if (!gltf && !posed && !packed) {
    return fmt::format("OUT '{}' tells no format: its extension is .bmd, .glb, .gltf, .obj or .ply",
                       options.files[1]);
  }
  for (const char* name : {"--lods", "--solids"}) {
    if (table.seen(name) && posed) return fmt::format("{} needs an OUT of BMD1 or glTF", name);
  }
  if (packed && options.convert.first_lod_only) return "--lods=first needs an OUT of glTF";
  if (gltf && options.convert.lods_to_make > 0) return "--lods=N needs an OUT of BMD1";
  if (gltf && options.convert.solids == ConvertOptions::Solids::Hull) {
    return "--solids=hull needs an OUT of BMD1";
  }
  for (const char* name : {"--size", "--max-position-error", "--max-normal-error", "--max-uv-error",
                           "--max-rotation-error", "--max-translation-error", "--rate", "--loop",
                           "--keep-bones", "--report"}) {
    if (table.seen(name) && !packed) return fmt::format("{} needs an OUT of BMD1", name);
  }
  if (table.seen("--json") && !options.convert.report) return "--json needs --report";
  if (table.seen("--animation") && !posed) {
    return "--animation needs an OUT of one pose (.obj or .ply): the others hold all clips";
  }
  return {};
}

/// What is about pictures does nothing where none is drawn.
std::string checkVisual(const OptionTable& table, const Options& options) {
  if (table.command() != Command::Diff || options.visual) return {};
  for (const OptionInfo& info : table.infos()) {
    const bool textual =
        (info.group == "Input" || info.group == "General") && info.name != "--texture-path";
    if (!textual && table.seen(info.name)) return fmt::format("{} needs --visual", info.name);
  }
  return {};
}

std::string checkTest(const OptionTable& table, const Options& options) {
  if (table.command() != Command::Test) return {};
  if (options.files.size() > 1) {
    return fmt::format("takes one folder or manifest, but {} were given", options.files.size());
  }
  if (!options.files.empty() && options.files.front() == "-") {
    return "a manifest has paths beside it, so it cannot come from standard input";
  }
  if (table.seen("--update") && table.seen("--approve")) {
    return "--update and --approve exclude each other: --approve names what is updated";
  }
  if (table.seen("--prune") && !table.seen("--update")) return "--prune needs --update";
  return {};
}

std::string checkFrom(const Options& options) {
  if (options.from.empty() || options.files.size() < 2) return {};
  return fmt::format("--from repeats the picture of one model, but {} FILEs were given",
                     options.files.size());
}

std::string checkFiles(const OptionTable& table, const CommandInfo& command,
                       const Options& options) {
  if (command.arguments.empty()) {
    if (options.files.empty()) return {};
    return fmt::format("takes no FILE, but '{}' was given", options.files.front());
  }
  if (options.list_gl_devices || options.list_rendering_backends) return {};
  const bool needs_file = table.command() != Command::View && options.from.empty();
  if (options.files.empty() && needs_file) return "no FILE given";
  for (const std::string& file : options.files) {
    if (file.empty()) return "a FILE is an empty text";
  }
  if (std::count(options.files.begin(), options.files.end(), "-") > 1) {
    return "standard input (-) can be read only once";
  }
  return {};
}

}  // namespace

std::string checkCombinations(const OptionTable& table, const Options& options) {
  if (!options.from.empty()) {
    // The receipt has more options: together they are looked at again (app/repeat_shot.h).
    const std::string problem = checkFrom(options);
    return problem.empty() ? checkFiles(table, table.info(), options) : problem;
  }
  for (const std::string& problem :
       {checkVisual(table, options), checkExclusions(table), checkAnimation(table, options),
        checkCamera(table), checkLod(table, options), checkFiles(table, table.info(), options),
        checkPair(table, options), checkComparison(table, options), checkTest(table, options),
        checkConvert(table, options)}) {
    if (!problem.empty()) return problem;
  }
  if (table.command() == Command::View && options.camera.views.size() > 1) {
    return "--view: a window shows one view, several need `sinew shot`";
  }
  return {};
}

}  // namespace sinew::app::cli
