#include "app/suggestions.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/folder_list.h"
#include "app/fuzzy.h"

namespace sinew::app {
namespace {

struct Scored {
  int score = 0;
  Suggestion suggestion;
};

std::vector<Suggestion> bestOf(std::vector<Scored> scored, std::size_t most) {
  std::ranges::stable_sort(scored, std::greater<>(), &Scored::score);
  if (scored.size() > most) scored.resize(most);
  std::vector<Suggestion> out;
  out.reserve(scored.size());
  for (Scored& one : scored)
    out.push_back(std::move(one.suggestion));
  return out;
}

/// "View/Bone names/All" as "View: Bone names: All".
std::string labelOf(std::string_view menu) {
  std::string out;
  for (const char c : menu) {
    if (c == '/') {
      out += ": ";
    } else {
      out += c;
    }
  }
  return out;
}

/// The name weighs more than what is said about it.
std::optional<int> scoreOf(std::string_view typed, const Suggestion& suggestion,
                           std::string_view help) {
  std::optional<int> best;
  const auto take = [&](std::string_view text, int handicap) {
    if (const auto score = fuzzyScore(typed, text))
      best = std::max(best.value_or(*score - handicap), *score - handicap);
  };
  take(suggestion.label, 0);
  take(suggestion.command, 0);
  take(help, 40);
  return best;
}

bool wantsArguments(const CommandDef& command) {
  return !command.arguments.empty() && command.arguments.front() != '[';
}

std::vector<Suggestion> suggestWhole(const Viewer& viewer, std::string_view typed,
                                     std::size_t most) {
  std::vector<Scored> scored;
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      const std::string text = presetText(command, preset);
      const std::string_view help = preset.help.empty() ? command.help : preset.help;
      // A second key for the same is no second entry.
      if (!scored.empty() && scored.back().suggestion.command == text) continue;
      Suggestion one{preset.menu.empty() ? std::string(help) : labelOf(preset.menu), text,
                     viewer.keymap.keyOf(text), false};
      if (const auto score = scoreOf(typed, one, help)) scored.push_back({*score, std::move(one)});
    }
    const bool more = wantsArguments(command);
    const bool has_plain = std::ranges::find(command.presets, std::string_view(),
                                             &CommandPreset::arguments) != command.presets.end();
    if (has_plain) continue;
    Suggestion one{std::string(command.help), std::string(command.name) + (more ? " " : ""),
                   fmt::format("{} {}", command.name, command.arguments), more};
    if (const auto score = scoreOf(typed, one, command.help))
      scored.push_back({*score - 8, std::move(one)});
  }
  return bestOf(std::move(scored), most);
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t end = text.find(at);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

/// A word of the syntax that is typed as it stands, and not the name of something.
bool isLiteral(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || c == '-' || (c >= '0' && c <= '9');
  });
}

std::vector<std::string> boneNames(const Viewer& viewer) {
  std::vector<std::string> out;
  if (viewer.scene() == nullptr) return out;
  const Model& model = viewer.scene()->model();
  for (std::uint32_t id = 0; id < boneIdCount(model); ++id)
    out.push_back(boneLabel(model, id));
  return out;
}

std::vector<std::string> clipNames(const Viewer& viewer) {
  std::vector<std::string> out;
  if (viewer.scene() == nullptr) return out;
  for (const Clip& clip : viewer.scene()->model().clips)
    out.emplace_back(clip.name);
  return out;
}

std::string presentFolder(const Viewer& viewer) {
  const std::string& path = viewer.tabs()[viewer.tab()].path;
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? std::string(".") : parent.string();
}

/// What the next argument of a command may be.
std::vector<std::string> choices(const Viewer& viewer, const CommandDef& command,
                                 const std::vector<std::string>& given, const std::string& begun) {
  std::vector<std::string> out;
  const auto add = [&](std::string text) {
    if (std::ranges::find(out, text) == out.end()) out.push_back(std::move(text));
  };
  std::string syntax(command.arguments);
  std::erase_if(syntax, [](char c) { return c == '[' || c == ']' || c == ','; });
  const auto places = split(syntax, ' ');
  if (given.size() >= places.size()) return out;
  for (const std::string_view word : split(places[given.size()], '|')) {
    if (isLiteral(word)) add(std::string(word));
    if (word == "FILE" || word == "FOLDER" || word == "PATH") {
      const std::string typed = expandPath(begun, presentFolder(viewer));
      const std::string whole = typed.empty() ? presentFolder(viewer) + "/" : typed;
      for (std::string& path : completePath(whole, false, 40))
        add(std::move(path));
    }
    if (word == "NAME" && (command.name == "clip" || command.name == "blend")) {
      for (std::string& name : clipNames(viewer))
        add(std::move(name));
    }
    if (word == "NAME" &&
        (command.name == "bone" || command.name == "weight" || command.name == "weights")) {
      for (std::string& name : boneNames(viewer))
        add(std::move(name));
    }
  }
  if (given.empty()) {
    for (const CommandPreset& preset : command.presets) {
      if (!preset.arguments.empty() && preset.arguments.find(' ') == std::string_view::npos)
        add(std::string(preset.arguments));
    }
  }
  return out;
}

std::vector<Suggestion> suggestArguments(const Viewer& viewer, const CommandDef& command,
                                         std::string_view typed, std::size_t most) {
  const bool blank_end = typed.back() == ' ';
  auto words = splitCommand(typed).value_or(std::vector<std::string>{});
  std::vector<std::string> given(words.begin() + (words.empty() ? 0 : 1), words.end());
  std::string begun;
  if (!blank_end && !given.empty()) {
    begun = given.back();
    given.pop_back();
  }
  std::string before(command.name);
  for (const std::string& word : given)
    before += ' ' + quoteArgument(word);
  std::vector<Scored> scored;
  for (const std::string& choice : choices(viewer, command, given, begun)) {
    const bool folder = choice.back() == '/';
    const std::string whole = before + ' ' + quoteArgument(choice);
    // Paths are complete already: what is begun is their front.
    const bool path = choice.find('/') != std::string::npos;
    const auto score = path ? std::optional<int>(0) : fuzzyScore(begun, choice);
    if (score) scored.push_back({*score, {choice, whole, folder ? "folder" : "", folder}});
  }
  std::vector<Suggestion> out = bestOf(std::move(scored), most);
  const bool enough = !given.empty() || !begun.empty() || !wantsArguments(command);
  const std::string as_typed(typed);
  const bool offered =
      std::ranges::any_of(out, [&](const Suggestion& one) { return one.command == as_typed; });
  if (enough && !offered)
    out.push_back({as_typed, as_typed, std::string(command.arguments), false});
  return out;
}

}  // namespace

std::vector<Suggestion> suggestCommands(const Viewer& viewer, std::string_view typed,
                                        std::size_t most) {
  typed.remove_prefix(std::min(typed.find_first_not_of(" :"), typed.size()));
  const std::size_t blank = typed.find(' ');
  if (blank != std::string_view::npos) {
    const auto found = std::ranges::find(commandTable(), typed.substr(0, blank), &CommandDef::name);
    if (found != commandTable().end()) return suggestArguments(viewer, *found, typed, most);
  }
  return suggestWhole(viewer, typed, most);
}

std::vector<Suggestion> suggestCommandLine(const Viewer& viewer, std::string_view typed,
                                           std::size_t most) {
  typed.remove_prefix(std::min(typed.find_first_not_of(" :"), typed.size()));
  if (typed.find(' ') != std::string_view::npos) {
    const std::string_view name = typed.substr(0, typed.find(' '));
    const auto found = std::ranges::find(commandTable(), name, &CommandDef::name);
    if (found == commandTable().end()) return {};
    return suggestArguments(viewer, *found, typed, most);
  }
  constexpr int kBegins = 100000;
  std::vector<Scored> scored;
  for (const CommandDef& command : commandTable()) {
    const auto score = fuzzyScore(typed, command.name);
    if (!score) continue;
    // Of those that begin so, the shortest first: it may be what is meant already.
    const int rank =
        command.name.starts_with(typed) ? kBegins - static_cast<int>(command.name.size()) : *score;
    const bool takes = !command.arguments.empty();
    std::string label(command.name);
    if (takes) label.append(" ").append(command.arguments);
    scored.push_back({rank,
                      {std::move(label), std::string(command.name) + (takes ? " " : ""),
                       std::string(command.help), wantsArguments(command)}});
  }
  return bestOf(std::move(scored), most);
}

std::vector<Suggestion> suggestNames(const Viewer& viewer, std::string_view typed,
                                     std::size_t most) {
  std::vector<Scored> scored;
  const auto add = [&](std::string name, std::string command, std::string note) {
    if (const auto score = fuzzyScore(typed, name))
      scored.push_back({*score, {std::move(name), std::move(command), std::move(note), false}});
  };
  std::size_t index = 0;
  for (const std::string& name : clipNames(viewer)) {
    add(name.empty() ? fmt::format("#{}", index) : name, fmt::format("clip #{}", index),
        fmt::format("clip #{}", index));
    ++index;
  }
  index = 0;
  const std::size_t bones =
      viewer.scene() != nullptr ? viewer.scene()->model().skeleton.bones.size() : 0;
  for (const std::string& name : boneNames(viewer)) {
    add(name, fmt::format("bone #{}", index),
        fmt::format("{} #{}", index < bones ? "bone" : "blend", index));
    ++index;
  }
  return bestOf(std::move(scored), most);
}

}  // namespace sinew::app
