#include "app/regress/case_maker.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

#include "app/cli.h"
#include "app/receipt.h"
#include "app/text.h"
#include "app/text_case.h"
#include "format/utf8.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxCases = 20'000;
constexpr std::size_t kMaxNameBytes = 150;  ///< a file name has room for 255

constexpr std::string_view kTexturePath = "--texture-path=";
constexpr std::string_view kMask = "--mask=";

/// Where the level, the pose and the camera are, for people.
std::string describeShot(const std::vector<std::string>& arguments) {
  std::map<std::string, std::string, std::less<>> values;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    values[argument.substr(0, equals)] =
        equals == std::string::npos ? std::string() : argument.substr(equals + 1);
  }
  std::vector<std::string> parts;
  const auto add = [&](std::string_view option, std::string_view before, std::string_view behind) {
    const auto found = values.find(option);
    if (found == values.end()) return false;
    parts.push_back(fmt::format("{}{}{}", before, printable(found->second), behind));
    return true;
  };
  if (!add("--animation", "", "")) parts.emplace_back("rest pose");
  add("--animation-time", "at ", " s");
  add("--animation-frame", "frame ", "");
  const bool own_camera =
      values.count("--camera-position") > 0 || values.count("--camera-direction") > 0;
  if (!add("--view", "", "")) parts.emplace_back(own_camera ? "own camera" : "iso");
  add("--lod", "level ", "");
  add("--lod-distance", "level for ", " m");
  add("--shading", "", " shading");
  for (const char* overlay :
       {"--edges", "--grid", "--axis", "--armature", "--bone-axes", "--normals"}) {
    if (values.count(overlay) > 0) parts.emplace_back(overlay + 2);
  }
  add("--solids", "solids ", "");
  return fmt::format("{}", fmt::join(parts, ", "));
}

constexpr std::string_view kJudging[] = {
    "--metric",         "--pixel-threshold", "--max-diff-pixels",
    "--max-diff-ratio", "--max-diff-run",    "--window",
    "--window-density", "--ignore",          "--mask"};

bool isJudging(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  return std::find(std::begin(kJudging), std::end(kJudging), name) != std::end(kJudging);
}

}  // namespace

std::string joinedPath(const std::string& folder, const std::string& path) {
  if (path == "-" && folder == ".") return "./-";  // a file, not standard input
  if (fs::path(path).is_absolute() || folder == ".") return path;
  return (fs::path(folder) / path).lexically_normal().string();
}

std::string safeName(std::string_view text) {
  std::string out;
  for (const char c : toUtf8(text)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool safe =
        letter || c == '_' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
    out += safe ? c : '_';
  }
  if (out.empty() || out.front() == '.' || out.front() == '-') out.insert(out.begin(), '_');
  return out;
}

std::string nameProblem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > kMaxNameBytes) return fmt::format("has more than {} bytes", kMaxNameBytes);
  if (findIllFormedUtf8(name) < name.size()) return "is no well-formed UTF-8";
  if (safeName(name) != name || printable(name) != name) {
    return "is no file name everywhere: letters, digits, _ - and . are";
  }
  return {};
}

/// A path whose last part has a `*` as all files that match, by name; others as they are.
Result<std::vector<std::string>> CaseMaker::matching(const ShotArgument& model) const {
  const fs::path pattern(model.text);
  const std::string last = pattern.filename().string();
  if (last.find('*') == std::string::npos) return std::vector<std::string>{model.text};
  std::vector<std::string> found;
  std::error_code problem;
  fs::directory_iterator entries(joinedPath(manifest_.folder, pattern.parent_path().string()),
                                 problem);
  for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
    const std::string name = entries->path().filename().string();
    std::error_code ignored;
    if (::fnmatch(last.c_str(), name.c_str(), FNM_PERIOD) != 0) continue;
    if (!entries->is_regular_file(ignored)) continue;
    found.push_back((pattern.parent_path() / name).string());
  }
  if (problem) {
    return manifestFail(manifest_.path, model.place,
                        fmt::format("{}: {}", app::quoted(model.text), problem.message()));
  }
  if (found.empty()) {
    return manifestFail(manifest_.path, model.place,
                        fmt::format("no file matches {}", app::quoted(model.text)));
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<void> CaseMaker::expandModels(std::vector<Setting>& settings) const {
  for (Setting& setting : settings) {
    if (setting.slot != "model") continue;
    std::vector<Alternative> alternatives;
    for (const Alternative& alternative : setting.alternatives) {
      const ShotArgument& model = alternative.arguments.front();
      const Result<std::vector<std::string>> paths = matching(model);
      if (!paths) return tl::unexpected(paths.error());
      for (const std::string& path : *paths) {
        Alternative one = alternative;
        one.arguments.front().text = path;
        // Several models of one shot are told apart by their names.
        if (path != model.text) one.suffix = path;
        alternatives.push_back(std::move(one));
      }
    }
    setting.alternatives = std::move(alternatives);
  }
  return {};
}

Result<void> CaseMaker::addShot(const std::string& name, const Place& place,
                                std::vector<Setting> settings) {
  if (auto done = expandModels(settings); !done) return done;
  const Result<Order> order = ordered(settings, place);
  if (!order) return tl::unexpected(order.error());
  // Counted before any is made: a few lists are soon a million cases.
  std::size_t count = 1;
  for (const Setting* setting : *order) {
    count *= setting->alternatives.size();
    if (count > kMaxCases - manifest_.cases.size()) {
      return manifestFail(manifest_.path, place, fmt::format("more than {} cases", kMaxCases));
    }
  }
  std::vector<std::size_t> chosen(order->size(), 0);
  while (true) {
    if (auto added = addCase(name, place, *order, chosen); !added) return added;
    // The next combination: the last list goes through its values first.
    std::size_t turn = order->size();
    while (turn > 0 && ++chosen[turn - 1] == (*order)[turn - 1]->alternatives.size()) {
      chosen[--turn] = 0;
    }
    if (turn == 0) return {};
  }
}

/// Settings without a list first, then those that multiply cases. `models` with a `*` are
/// replaced by what is there.
Result<CaseMaker::Order> CaseMaker::ordered(const std::vector<Setting>& settings,
                                            const Place& place) const {
  Order out;
  const auto slots = matrixSlots();
  for (const Setting& setting : settings) {
    if (std::find(slots.begin(), slots.end(), setting.slot) == slots.end()) {
      out.push_back(&setting);
    }
  }
  bool has_model = false;
  for (const std::string_view slot : slots) {
    for (const Setting& setting : settings) {
      if (setting.slot != slot) continue;
      has_model = has_model || slot == "model";
      out.push_back(&setting);
    }
  }
  if (!has_model) return manifestFail(manifest_.path, place, "a shot without a model");
  return out;
}

Result<void> CaseMaker::addCase(const std::string& name, const Place& place, const Order& order,
                                const std::vector<std::size_t>& chosen) {
  TestCase made;
  made.place = place;
  made.name = name;
  std::vector<ShotArgument> arguments;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Alternative& alternative = order[i]->alternatives[chosen[i]];
    const bool is_model = order[i]->slot == "model";
    if (is_model)
      made.model = alternative.arguments.front().text;
    else
      arguments.insert(arguments.end(), alternative.arguments.begin(), alternative.arguments.end());
    std::string suffix = alternative.suffix;
    if (is_model && (!suffix.empty() || name.empty())) {
      suffix = safeName(fs::path(made.model).stem().string());
    }
    if (!suffix.empty()) made.name += (made.name.empty() ? "" : "-") + suffix;
  }
  if (auto checked = check(arguments, made); !checked) return checked;
  if (auto named = claimName(made); !named) return named;
  manifest_.cases.push_back(std::move(made));
  return {};
}

/// `shot` itself says whether the arguments are sound.
Result<void> CaseMaker::check(std::vector<ShotArgument>& arguments, TestCase& made) const {
  std::vector<std::string> words{"shot", "--reference=baseline.png"};
  std::vector<std::string> folders;  // of textures, as the manifest has them
  for (ShotArgument& argument : arguments) {
    for (const std::string_view path : {kTexturePath, kMask}) {
      if (!argument.text.starts_with(path)) continue;
      const std::string value = argument.text.substr(path.size());
      if (path == kTexturePath) folders.push_back(argument.text);
      if (!value.empty()) argument.text = std::string(path) + joinedPath(manifest_.folder, value);
    }
    words.push_back(argument.text);
  }
  made.model_path = joinedPath(manifest_.folder, made.model);
  words.insert(words.end(), {"--", made.model_path});
  Result<CommandLine> line = parseCommandLine(words);
  if (!line) {
    const std::string& message = line.error().message;
    Place place = made.place;
    for (const ShotArgument& argument : arguments) {
      const std::string option = argument.text.substr(0, argument.text.find('='));
      if (message.starts_with(option + ":") || message.starts_with(option + " ")) {
        place = argument.place;
      }
    }
    return manifestFail(manifest_.path, place, inManifestWords(message, arguments));
  }
  std::vector<std::string> given;
  auto folder = folders.begin();
  for (std::string& argument : line->options.given) {
    if (argument.starts_with("--reference=")) continue;
    given.push_back(argument.starts_with(kTexturePath) ? *folder++ : argument);
    if (isJudging(argument)) {
      made.exact = made.exact && (argument.starts_with("--ignore=") || argument.starts_with(kMask));
      made.judging.push_back(argument);
    }
    made.arguments.push_back(std::move(argument));
  }
  made.receipt = lookArguments(given);
  made.shot = describeShot(made.arguments);
  return {};
}

Result<void> CaseMaker::claimName(const TestCase& made) {
  if (const std::string problem = nameProblem(made.name); !problem.empty()) {
    return manifestFail(manifest_.path, made.place,
                        fmt::format("the name {} {}", app::quoted(made.name), problem));
  }
  const auto [taken, is_new] = names_.emplace(foldCase(made.name), made.place.line);
  if (is_new) return {};
  return manifestFail(manifest_.path, made.place,
                      fmt::format("a second case named {} (the first is of line {})",
                                  app::quoted(made.name), taken->second));
}

}  // namespace sinew::app::regress
