// Tabs, and the files that they show.

#include <filesystem>

#include "app/camera.h"
#include "app/command_handlers.h"
#include "app/folder_list.h"

namespace sinew::app {
namespace {

constexpr double kHalfZoom = 0.6;

/// Takes a word out of what is behind a command's first arguments. False where it is not there.
bool takeWord(std::vector<std::string>& words, std::string_view word) {
  return std::erase(words, word) > 0;
}

Result<void> open(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "open FILE [tab] [keep-camera] [discard]";
  if (auto ok = expectArguments(arguments, 1, 4, kUsage); !ok) return ok;
  std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  const bool tab = takeWord(words, "tab");
  const LoadKind kind = takeWord(words, "keep-camera") ? LoadKind::KeepCamera : LoadKind::Open;
  const Edits edits = takeWord(words, "discard") ? Edits::Discard : Edits::Ask;
  if (!words.empty()) return badArgument("\"{}\" is unknown, it goes: {}", words[0], kUsage);
  if (tab) {
    // An empty tab is as good as a new one.
    const Tab& present = viewer.tabs()[viewer.tab()];
    if (viewer.scene() != nullptr || present.pending) viewer.addTab();
  }
  return viewer.open(arguments[0], kind, edits);
}

Result<void> reload(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "reload [discard]"); !ok) return ok;
  if (!arguments.empty() && arguments[0] != "discard") {
    return badArgument("\"{}\" is unknown: expected discard", arguments[0]);
  }
  return viewer.reload(LoadKind::Reload, arguments.empty() ? Edits::Ask : Edits::Discard);
}

/// The files that next and previous go through: those of the command line while the present one
/// is among them, else the models of its folder.
std::vector<std::string> filesAround(const Viewer& viewer, const std::string& path) {
  const auto& named = viewer.options.files;
  if (named.size() > 1 && (path.empty() || std::ranges::find(named, path) != named.end()))
    return named;
  if (path.empty() || path == "-") return {};
  return modelsBeside(path);
}

Result<void> otherFile(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "file next|previous [keep-camera]";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  if (arguments[0] != "next" && arguments[0] != "previous") {
    return badArgument("\"{}\" is unknown: expected next or previous", arguments[0]);
  }
  if (arguments.size() == 2 && arguments[1] != "keep-camera") {
    return badArgument("\"{}\" is unknown: expected keep-camera", arguments[1]);
  }
  // From the one asked for last, so that a file that cannot be read is passed by.
  const std::string from = viewer.tabs()[viewer.tab()].last_path;
  const std::vector<std::string> files = filesAround(viewer, from);
  const auto here = std::ranges::find(files, from);
  if (files.empty() || (files.size() == 1 && here != files.end())) {
    return badArgument("there is no other model {}",
                       from.empty() ? "to go on to" : "in this folder");
  }
  const std::size_t count = files.size();
  const bool next = arguments[0] == "next";
  std::size_t index = next ? 0 : count - 1;
  if (here != files.end()) {
    index = (static_cast<std::size_t>(here - files.begin()) + (next ? 1 : count - 1)) % count;
  }
  return viewer.open(files[index], arguments.size() == 2 ? LoadKind::KeepCamera : LoadKind::Open);
}

Result<void> close(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 2, "close [TAB] [discard]"); !ok) return ok;
  std::size_t tab = viewer.tab();
  const bool discard = !arguments.empty() && arguments.back() == "discard";
  if (discard) arguments = arguments.first(arguments.size() - 1);
  if (arguments.size() == 2) {
    return badArgument("\"{}\" is unknown: expected discard", arguments[1]);
  }
  if (!arguments.empty()) {
    const auto most = static_cast<std::uint32_t>(viewer.tabs().size() - 1);
    const auto index = indexArgument(arguments[0], "tab", most);
    if (!index) return tl::unexpected(index.error());
    tab = *index;
  }
  if (viewer.hasEdits(tab) && !discard) {
    viewer.askAboutEdits({tab}, fmt::format("close {} discard", tab));
    return {};
  }
  viewer.closeTab(tab);
  return {};
}

Result<void> moveTab(Viewer& viewer, Arguments arguments) {
  const auto most = static_cast<std::uint32_t>(viewer.tabs().size() - 1);
  const auto from = indexArgument(arguments[0], "tab", most);
  if (!from) return tl::unexpected(from.error());
  const auto to = indexArgument(arguments[1], "tab's place", most);
  if (!to) return tl::unexpected(to.error());
  viewer.moveTab(*from, *to);
  return {};
}

Result<void> tab(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "tab INDEX|next|previous|new, or tab move FROM TO";
  if (auto ok = expectArguments(arguments, 1, 3, kUsage); !ok) return ok;
  if (arguments[0] == "move") {
    if (auto ok = expectArguments(arguments, 3, 3, kUsage); !ok) return ok;
    return moveTab(viewer, arguments.subspan(1));
  }
  if (auto ok = expectArguments(arguments, 1, 1, kUsage); !ok) return ok;
  const std::size_t count = viewer.tabs().size();
  if (arguments[0] == "new") {
    viewer.addTab();
  } else if (arguments[0] == "next") {
    viewer.chooseTab((viewer.tab() + 1) % count);
  } else if (arguments[0] == "previous") {
    viewer.chooseTab((viewer.tab() + count - 1) % count);
  } else {
    const auto index = indexArgument(arguments[0], "tab", static_cast<std::uint32_t>(count - 1));
    if (!index) return tl::unexpected(index.error());
    viewer.chooseTab(*index);
  }
  return {};
}

Result<void> sideBySide(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "side-by-side [on|off|toggle|TAB]"); !ok)
    return ok;
  std::optional<std::size_t> tab;
  if (!arguments.empty() && arguments[0].find_first_not_of("0123456789") == std::string::npos) {
    const auto most = static_cast<std::uint32_t>(viewer.tabs().size() - 1);
    const auto index = indexArgument(arguments[0], "tab", most);
    if (!index) return tl::unexpected(index.error());
    tab = *index;
  } else {
    const auto on = switchArgument(arguments, viewer.beside().has_value());
    if (!on) return tl::unexpected(on.error());
    if (!*on) {
      if (viewer.beside()) zoom(viewer.state.camera, 1.0 / kHalfZoom, {});
      viewer.window.pair.reset();
      return {};
    }
  }
  if (viewer.tabs().size() < 2) {
    return badArgument("one model is open: open another one in a tab (Ctrl+O, then Ctrl+Enter)");
  }
  const bool alone = !viewer.beside();
  const std::size_t other = tab.value_or((viewer.tab() + 1) % viewer.tabs().size());
  if (auto shown = viewer.showBeside(other); !shown) return shown;
  // Half as wide a view shows as much of the model from farther away.
  if (alone && viewer.beside()) zoom(viewer.state.camera, kHalfZoom, {});
  return {};
}

std::optional<bool> isSideBySide(const Viewer& viewer, std::string_view) {
  return viewer.beside().has_value();
}

Result<void> link(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "link camera|time [on|off|toggle]";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  if (arguments[0] != "camera" && arguments[0] != "time") {
    return badArgument("\"{}\" is unknown: expected camera or time", arguments[0]);
  }
  bool& linked = arguments[0] == "camera" ? viewer.window.link_camera : viewer.window.link_time;
  const auto on = switchArgument(arguments.subspan(1), linked);
  if (!on) return tl::unexpected(on.error());
  linked = *on;
  return {};
}

std::optional<bool> isLinked(const Viewer& viewer, std::string_view what) {
  return what == "camera" ? viewer.window.link_camera : viewer.window.link_time;
}

Result<void> stopLoading(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "stop-loading"); !ok) return ok;
  if (!viewer.cancelLoad()) return badArgument("nothing is being loaded here");
  return {};
}

constexpr std::array kReload{CommandPreset{"", "F5", "File/Reload", ""},
                             CommandPreset{"", "Up", "", ""}};
constexpr std::array kOtherFile{
    CommandPreset{"next", "Right", "File/Next file", "Opens the next model of the folder."},
    CommandPreset{"previous", "Left", "File/Previous file",
                  "Opens the previous model of the folder."},
    CommandPreset{"next keep-camera", "Ctrl+Right", "",
                  "Opens the next model and keeps the camera."},
    CommandPreset{"previous keep-camera", "Ctrl+Left", "",
                  "Opens the previous model and keeps the camera."}};
constexpr std::array kClose{CommandPreset{"", "Ctrl+W", "File/Close", ""}};
constexpr std::array kTab{
    CommandPreset{"new", "Ctrl+T", "File/New tab", "Adds an empty tab."},
    CommandPreset{"next", "Ctrl+Tab", "File/Next tab", "Goes to the next tab."},
    CommandPreset{"previous", "Ctrl+Shift+Tab", "File/Previous tab", "Goes to the tab before."}};

constexpr std::array kSideBySide{CommandPreset{"", "Ctrl+D", "Window/Side by side", ""}};
constexpr std::array kLink{
    CommandPreset{"camera", "", "Window/Link cameras", "Sees both models from the same place."},
    CommandPreset{"time", "", "Window/Link clocks", "Shows both models at the same moment."}};

constexpr std::array kCommands{
    CommandDef{"open", "FILE [tab] [keep-camera] [discard]",
               "Opens a model, in a tab of its own if asked.", open},
    CommandDef{"reload", "[discard]", "Reads the file again, keeping camera, clip and time.",
               reload, kReload},
    CommandDef{"file", "next|previous [keep-camera]",
               "Opens another file of the command line, or of the model's folder.", otherFile,
               kOtherFile},
    CommandDef{"tab", "INDEX|next|previous|new|move FROM TO", "Goes to a tab, adds or moves one.",
               tab, kTab},
    CommandDef{"close", "[TAB] [discard]", "Closes the model and its tab.", close, kClose},
    CommandDef{"side-by-side", "[on|off|toggle|TAB]", "Shows the next tab's model beside this one.",
               sideBySide, kSideBySide, isSideBySide},
    CommandDef{"link", "camera|time [on|off|toggle]",
               "Lets the model beside follow this one's camera or clock.", link, kLink, isLinked},
    CommandDef{"stop-loading", "", "Gives up the load under way.", stopLoading}};

}  // namespace

std::span<const CommandDef> tabCommands() {
  return kCommands;
}

}  // namespace sinew::app
