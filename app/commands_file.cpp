// Pictures and the window itself.

#include "app/command_handlers.h"

namespace sinew::app {
namespace {

Result<void> screenshot(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 2, "screenshot [FILE] [transparent]"); !ok) return ok;
  const bool transparent = !arguments.empty() && arguments.back() == "transparent";
  const std::size_t names = arguments.size() - (transparent ? 1 : 0);
  if (names == 2) return badArgument("\"{}\" is unknown: expected transparent", arguments[1]);
  return viewer.screenshot(names == 1 ? arguments[0] : std::string(), transparent);
}

Result<void> save(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "save [FILE] [replace]";
  if (auto ok = expectArguments(arguments, 0, 2, kUsage); !ok) return ok;
  if (arguments.size() == 2 && arguments[1] != "replace") {
    return badArgument("\"{}\" is unknown, it goes: {}", arguments[1], kUsage);
  }
  viewer.window.save_error.reset();
  auto saved = viewer.save(arguments.empty() ? std::string() : arguments[0], arguments.size() == 2);
  if (!saved) viewer.window.save_error = saved.error();
  return saved;
}

Result<void> saveAs(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "save-as [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.window.save_dialog);
  if (!on) return tl::unexpected(on.error());
  if (const auto model = openModel(viewer); *on && !model) return tl::unexpected(model.error());
  viewer.window.save_dialog = *on;
  viewer.window.save_error.reset();
  return {};
}

/// The answer to what askAboutEdits asked.
Result<void> answerUnsaved(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "unsaved save|discard|cancel";
  if (auto ok = expectArguments(arguments, 1, 1, kUsage); !ok) return ok;
  const std::string& answer = arguments[0];
  if (answer != "save" && answer != "discard" && answer != "cancel") {
    return badArgument("\"{}\" is no answer, it goes: {}", answer, kUsage);
  }
  if (viewer.window.popup != Popup::Unsaved) return badArgument("no edits are asked about");
  viewer.window.popup = Popup::None;
  if (answer == "cancel") return {};
  if (answer == "save") {
    if (auto saved = viewer.saveAsked(); !saved) return saved;
  }
  const std::string then = viewer.window.unsaved.command;
  return runCommand(viewer, then);
}

Result<void> copyPicture(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "copy-picture [transparent]"); !ok) return ok;
  if (!arguments.empty() && arguments[0] != "transparent") {
    return badArgument("\"{}\" is unknown: expected transparent", arguments[0]);
  }
  return viewer.copyPicture(!arguments.empty());
}

Result<void> quit(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "quit [discard]"); !ok) return ok;
  if (arguments.size() == 1 && arguments[0] != "discard") {
    return badArgument("\"{}\" is unknown: expected discard", arguments[0]);
  }
  std::vector<std::size_t> edited;
  for (std::size_t i = 0; i < viewer.tabs().size(); ++i) {
    if (viewer.hasEdits(i)) edited.push_back(i);
  }
  if (!edited.empty() && arguments.empty()) {
    viewer.askAboutEdits(edited, "quit discard");
    return {};
  }
  viewer.quit_requested = true;
  return {};
}

template <bool WindowState::*flag>
Result<void> setFlag(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "[on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.window.*flag);
  if (!on) return tl::unexpected(on.error());
  viewer.window.*flag = *on;
  return {};
}

template <bool WindowState::*flag>
std::optional<bool> isFlag(const Viewer& viewer, std::string_view) {
  return viewer.window.*flag;
}

Result<void> showHelp(Viewer& viewer, Arguments arguments) {
  if (auto done = setFlag<&WindowState::help>(viewer, arguments); !done) return done;
  if (viewer.window.help) viewer.window.popup = Popup::None;
  return {};
}

Result<void> search(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "search"); !ok) return ok;
  viewer.window.panels = true;
  viewer.window.search_requested = true;
  return {};
}

Result<void> setPanelWidth(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "panel-width left|right POINTS"); !ok) return ok;
  const bool left = arguments[0] == "left";
  if (!left && arguments[0] != "right") {
    return badArgument("\"{}\" is no side: expected left or right", arguments[0]);
  }
  const auto width = numberArgument(arguments[1], "panel's width", 120.0, 800.0);
  if (!width) return tl::unexpected(width.error());
  (left ? viewer.window.left_width : viewer.window.right_width) = *width;
  return {};
}

Result<void> dismiss(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "dismiss INDEX|all"); !ok) return ok;
  auto& messages = viewer.messages;
  if (arguments[0] == "all") {
    messages.clear();
    return {};
  }
  if (messages.empty()) return badArgument("there is no message to dismiss");
  const auto index =
      indexArgument(arguments[0], "message", static_cast<std::uint32_t>(messages.size() - 1));
  if (!index) return tl::unexpected(index.error());
  messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(*index));
  return {};
}

constexpr std::array kSave{CommandPreset{"", "Ctrl+S", "File/Save", ""}};
constexpr std::array kSaveAs{CommandPreset{"on", "Ctrl+Shift+S", "File/Save as...",
                                           "Asks where to write the edited model."}};
constexpr std::array kScreenshot{
    CommandPreset{"", "F12", "File/Screenshot",
                  "Writes a PNG of the view into the working folder."},
    CommandPreset{"transparent", "Ctrl+F12", "File/Transparent screenshot",
                  "Writes a PNG of the model alone, without background."}};
constexpr std::array kCopyPicture{
    CommandPreset{"", "Ctrl+C", "Edit/Copy picture",
                  "Puts a picture of the view on the clipboard."},
    CommandPreset{"transparent", "", "Edit/Copy transparent picture",
                  "Puts a picture of the model alone on the clipboard."}};
constexpr std::array kQuit{CommandPreset{"", "Ctrl+Q", "File/Quit", ""}};
constexpr std::array kPanels{CommandPreset{"", "Tab", "Window/Panels", ""}};
constexpr std::array kFullscreen{CommandPreset{"", "F11", "Window/Full screen", ""}};
constexpr std::array kFrameTimes{CommandPreset{"", "Z", "Window/Frame time", ""}};
constexpr std::array kInspector{CommandPreset{"", "I", "Window/Stored records", ""}};
constexpr std::array kSearch{CommandPreset{"", "", "Window/Search bones", ""}};
constexpr std::array kHelp{CommandPreset{"", "F1", "Window/Help", ""},
                           CommandPreset{"toggle", "H", "", ""}};

constexpr std::string_view kSwitch = "[on|off|toggle]";

constexpr std::array kFile{
    CommandDef{"save", "[FILE] [replace]",
               "Writes the model with the edited weights, and nothing else changed.", save, kSave},
    CommandDef{"save-as", kSwitch, "Asks where to write the edited model.", saveAs, kSaveAs},
    CommandDef{"screenshot", "[FILE] [transparent]", "Writes a PNG of the view.", screenshot,
               kScreenshot},
    CommandDef{"copy-picture", "[transparent]", "Puts a picture of the view on the clipboard.",
               copyPicture, kCopyPicture},
    CommandDef{"unsaved", "save|discard|cancel",
               "Answers whether edits may be lost by what was asked for.", answerUnsaved},
    CommandDef{"quit", "[discard]", "Ends sinew.", quit, kQuit}};

constexpr std::array kWindow{
    CommandDef{"panels", kSwitch, "Shows the panels.", setFlag<&WindowState::panels>, kPanels,
               isFlag<&WindowState::panels>},
    CommandDef{"fullscreen", kSwitch, "Fills the screen.", setFlag<&WindowState::fullscreen>,
               kFullscreen, isFlag<&WindowState::fullscreen>},
    CommandDef{"frame-times", kSwitch, "Shows how long frames take.",
               setFlag<&WindowState::frame_times>, kFrameTimes, isFlag<&WindowState::frame_times>},
    CommandDef{"inspector", kSwitch, "Shows how the file stores what is selected.",
               setFlag<&WindowState::inspector>, kInspector, isFlag<&WindowState::inspector>},
    CommandDef{"search", "", "Goes to the search field for bones.", search, kSearch},
    CommandDef{"panel-width", "left|right POINTS", "Makes the panels of a side wider or narrower.",
               setPanelWidth},
    CommandDef{"dismiss", "INDEX|all", "Takes a message away.", dismiss},
    CommandDef{"help", kSwitch, "Shows all keys and commands.", showHelp, kHelp,
               isFlag<&WindowState::help>}};

}  // namespace

std::span<const CommandDef> fileCommands() {
  return kFile;
}
std::span<const CommandDef> windowCommands() {
  return kWindow;
}

}  // namespace sinew::app
