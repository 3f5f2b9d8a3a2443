// What is remembered from one start to the next, and the windows over the picture.

#include <filesystem>

#include "app/command_handlers.h"
#include "app/textures.h"

namespace sinew::app {
namespace {

constexpr std::array<Named<Theme>, 2> kThemes{{{"dark", Theme::Dark}, {"light", Theme::Light}}};
constexpr std::array<Named<KeyPreset>, 2> kKeyPresets{
    {{"default", KeyPreset::Default}, {"brawlcrate", KeyPreset::BrawlCrate}}};
constexpr std::array<Named<Popup>, 9> kPopups{{{"none", Popup::None},
                                               {"palette", Popup::Palette},
                                               {"console", Popup::Console},
                                               {"find", Popup::Find},
                                               {"open", Popup::Files},
                                               {"keys", Popup::Keys},
                                               {"settings", Popup::Settings},
                                               {"viewpoints", Popup::Viewpoints},
                                               {"statistics", Popup::Statistics}}};

Result<void> setTheme(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "theme dark|light|next"); !ok) return ok;
  const auto theme = namedArgument(kThemes, arguments[0], viewer.settings.theme, "theme");
  if (!theme) return tl::unexpected(theme.error());
  viewer.setTheme(*theme);
  return {};
}

std::optional<bool> isTheme(const Viewer& viewer, std::string_view name) {
  if (name == "next") return std::nullopt;
  return nameOf(kThemes, viewer.settings.theme) == name;
}

Result<void> setUiScale(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "ui-scale NUMBER|auto"); !ok) return ok;
  std::optional<double> scale;
  if (arguments[0] != "auto") {
    const auto number = numberArgument(arguments[0], "scale of the user interface", 0.5, 4.0);
    if (!number) return tl::unexpected(number.error());
    scale = *number;
  }
  viewer.window.ui_scale = viewer.settings.ui_scale = scale;
  viewer.settings_changed = true;
  return {};
}

std::optional<bool> isUiScale(const Viewer& viewer, std::string_view text) {
  const auto& scale = viewer.window.ui_scale;
  if (text == "auto" || !scale) return text == "auto" && !scale;
  const auto preset = numberArgument(text, "scale", 0.5, 4.0);
  return preset && *preset == *scale;
}

Result<void> setWatch(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "watch [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.watching());
  if (!on) return tl::unexpected(on.error());
  viewer.watch(*on);
  viewer.settings.watch = *on;
  viewer.settings_changed = true;
  return {};
}

std::optional<bool> isWatch(const Viewer& viewer, std::string_view) {
  return viewer.watching();
}

Result<void> setHiddenFiles(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "hidden-files [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.settings.hidden_files);
  if (!on) return tl::unexpected(on.error());
  viewer.settings.hidden_files = *on;
  viewer.settings_changed = true;
  return {};
}

std::optional<bool> isHiddenFiles(const Viewer& viewer, std::string_view) {
  return viewer.settings.hidden_files;
}

Result<void> bookmark(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "bookmark add|remove FOLDER"); !ok) return ok;
  auto& bookmarks = viewer.settings.bookmarks;
  std::error_code ignored;
  const std::string folder = std::filesystem::absolute(arguments[1], ignored).string();
  const auto found = std::ranges::find(bookmarks, folder);
  if (arguments[0] == "add") {
    if (!std::filesystem::is_directory(folder, ignored))
      return badArgument("\"{}\" is no folder", folder);
    if (found == bookmarks.end()) bookmarks.push_back(folder);
  } else if (arguments[0] == "remove") {
    if (found == bookmarks.end()) return badArgument("\"{}\" is no bookmark", folder);
    bookmarks.erase(found);
  } else {
    return badArgument("\"{}\" is unknown: expected add or remove", arguments[0]);
  }
  viewer.settings_changed = true;
  return {};
}

Result<void> forget(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "forget recent"); !ok) return ok;
  if (arguments[0] != "recent") {
    return badArgument("\"{}\" is unknown: expected recent", arguments[0]);
  }
  viewer.settings.recent.clear();
  viewer.settings_changed = true;
  return {};
}

Result<KeyChord> chordArgument(const std::string& text) {
  const auto chord = parseChord(text);
  if (!chord) return badArgument("\"{}\" is no key: it goes like Ctrl+Shift+F5", text);
  return *chord;
}

/// Keys are kept as what differs from their preset.
void keepKeys(Viewer& viewer) {
  viewer.settings.keys = viewer.keymap.changes();
  viewer.settings.key_preset = std::string(nameOf(kKeyPresets, viewer.keymap.preset()));
  viewer.settings_changed = true;
}

Result<void> bindKey(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "bind KEY COMMAND"); !ok) return ok;
  const auto chord = chordArgument(arguments[0]);
  if (!chord) return tl::unexpected(chord.error());
  const auto words = splitCommand(arguments[1]);
  if (!words) return tl::unexpected(words.error());
  const auto table = commandTable();
  if (words->empty() || std::ranges::find(table, std::string_view(words->front()),
                                          &CommandDef::name) == table.end()) {
    return badArgument("there is no command \"{}\"", arguments[1]);
  }
  viewer.keymap.bind(*chord, arguments[1]);
  keepKeys(viewer);
  return {};
}

Result<void> unbindKey(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "unbind KEY"); !ok) return ok;
  const auto chord = chordArgument(arguments[0]);
  if (!chord) return tl::unexpected(chord.error());
  if (!viewer.keymap.unbind(*chord)) return badArgument("{} runs nothing", toString(*chord));
  keepKeys(viewer);
  return {};
}

Result<void> setKeyPreset(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "key-preset default|brawlcrate"); !ok) return ok;
  const auto preset =
      namedArgument(kKeyPresets, arguments[0], viewer.keymap.preset(), "set of keys");
  if (!preset) return tl::unexpected(preset.error());
  viewer.keymap = Keymap(*preset);
  keepKeys(viewer);
  return {};
}

std::optional<bool> isKeyPreset(const Viewer& viewer, std::string_view name) {
  return nameOf(kKeyPresets, viewer.keymap.preset()) == name;
}

Result<void> viewpoint(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "viewpoint save|go|delete NAME"); !ok) return ok;
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  if (arguments[0] == "save") return viewer.saveViewpoint(arguments[1]);
  const Viewpoint* found = viewer.findViewpoint(arguments[1]);
  if (found == nullptr) {
    return badArgument("this model has no viewpoint \"{}\"", arguments[1]);
  }
  if (arguments[0] == "go") {
    viewer.state.camera = found->camera;
    return {};
  }
  if (arguments[0] == "delete") {
    viewer.deleteViewpoint(arguments[1]);
    return {};
  }
  return badArgument("\"{}\" is unknown: expected save, go or delete", arguments[0]);
}

Result<void> showPopup(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage =
      "popup none|palette|console|find|open|keys|settings|viewpoints|statistics [FOLDER]";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  const auto found = std::ranges::find(kPopups, arguments[0], &Named<Popup>::name);
  if (found == kPopups.end()) {
    return badArgument("\"{}\" is no window of sinew's: it goes: {}", arguments[0], kUsage);
  }
  if (arguments.size() == 2 && found->value != Popup::Files) {
    return badArgument("only the window that opens models has a folder");
  }
  // What only shows something goes away by the key that brought it.
  const bool again = found->value == Popup::Statistics && viewer.window.popup == found->value;
  viewer.window.popup = again ? Popup::None : found->value;
  viewer.window.popup_folder = arguments.size() == 2 ? arguments[1] : std::string();
  if (found->value != Popup::None) viewer.window.help = false;
  return {};
}

/// A model is opened, a folder is shown, a picture becomes the texture of what is selected.
Result<void> drop(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 2, "drop FILE|FOLDER [tab]"); !ok) return ok;
  if (arguments.size() == 2 && arguments[1] != "tab") {
    return badArgument("\"{}\" is unknown: expected tab", arguments[1]);
  }
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(arguments[0], ignored);
  const std::string path = quoteArgument(arguments[0]);
  if (folder) return runCommand(viewer, "popup open " + path);
  if (isPictureName(arguments[0])) return runCommand(viewer, "texture selected " + path);
  return runCommand(viewer, "open " + path + (arguments.size() == 2 ? " tab" : ""));
}

constexpr std::string_view kSwitch = "[on|off|toggle]";

constexpr std::array kThemePresets{
    CommandPreset{"dark", "", "Window/Theme/Dark", "Shows panels dark."},
    CommandPreset{"light", "", "Window/Theme/Light", "Shows panels light."}};
constexpr std::array kUiScale{
    CommandPreset{"auto", "", "Window/Scale/Automatic", "Scales panels as the monitor says."},
    CommandPreset{"1", "", "Window/Scale/100 %", "Shows panels at their plain size."},
    CommandPreset{"1.5", "", "Window/Scale/150 %", "Shows panels one and a half times as large."},
    CommandPreset{"2", "", "Window/Scale/200 %", "Shows panels twice as large."}};
constexpr std::array kWatch{CommandPreset{"", "", "File/Reload when changed", ""}};
constexpr std::array kKeyPreset{
    CommandPreset{"default", "", "Window/Keys/As in sinew", "Uses sinew's own keys."},
    CommandPreset{"brawlcrate", "", "Window/Keys/As in BrawlCrate",
                  "Goes through frames by the page keys."}};
constexpr std::array kPopup{
    CommandPreset{"open", "Ctrl+O", "File/Open ...", "Chooses a model to open."},
    CommandPreset{"palette", "Ctrl+P", "Window/Commands", "Finds any command by a few letters."},
    CommandPreset{"console", ":", "Window/Command line", "Types commands with their arguments."},
    CommandPreset{"find", "Ctrl+F", "Window/Find clip or bone",
                  "Finds a clip or bone by its name."},
    CommandPreset{"keys", "", "Window/Keys/Change ...", "Changes keys."},
    CommandPreset{"settings", "Ctrl+,", "Window/Settings", "Changes settings."},
    CommandPreset{"viewpoints", "", "Camera/Viewpoints", "Saves cameras and goes back to them."},
    CommandPreset{"statistics", "Ctrl+I", "Model/Statistics",
                  "Shows what the file spends its bytes on."}};

constexpr std::array kCommands{
    CommandDef{"popup",
               "none|palette|console|find|open|keys|settings|viewpoints|statistics [FOLDER]",
               "Opens one of the windows over the picture, or closes it.", showPopup, kPopup},
    CommandDef{"drop", "FILE|FOLDER [tab]",
               "Opens a model, shows a folder, or takes a picture as texture.", drop},
    CommandDef{"bookmark", "add|remove FOLDER", "Adds a folder to the open dialog's places.",
               bookmark},
    CommandDef{"forget", "recent", "Empties the list of recent files.", forget},
    CommandDef{"hidden-files",
               kSwitch,
               "Lists names that start with a dot too.",
               setHiddenFiles,
               {},
               isHiddenFiles},
    CommandDef{"watch", kSwitch, "Reads files again when they change on disk.", setWatch, kWatch,
               isWatch},
    CommandDef{"viewpoint", "save|go|delete NAME", "Keeps the camera under a name, and goes back.",
               viewpoint},
    CommandDef{"theme", "dark|light|next", "Sets the panels' colours.", setTheme, kThemePresets,
               isTheme},
    CommandDef{"ui-scale", "NUMBER|auto", "Scales text and panels, 0.5 to 4.", setUiScale, kUiScale,
               isUiScale},
    CommandDef{"key-preset", "default|brawlcrate", "Takes a set of keys and drops own changes.",
               setKeyPreset, kKeyPreset, isKeyPreset},
    CommandDef{"bind", "KEY COMMAND", "Lets a key run a command.", bindKey},
    CommandDef{"unbind", "KEY", "Takes a key from what it runs.", unbindKey}};

}  // namespace

std::span<const CommandDef> settingsCommands() {
  return kCommands;
}

}  // namespace sinew::app
