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

Result<void> quit(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "quit"); !ok) return ok;
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

Result<void> search(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "search"); !ok) return ok;
  viewer.window.panels = true;
  viewer.window.search_requested = true;
  return {};
}

Result<void> setUiScale(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "ui-scale NUMBER|auto"); !ok) return ok;
  if (arguments[0] == "auto") {
    viewer.window.ui_scale.reset();
    return {};
  }
  const auto scale = numberArgument(arguments[0], "scale of the user interface", 0.5, 4.0);
  if (!scale) return tl::unexpected(scale.error());
  viewer.window.ui_scale = *scale;
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

constexpr std::array kScreenshot{
    CommandPreset{"", "F12", "File/Screenshot",
                  "Writes a PNG of the view into the working folder."},
    CommandPreset{"transparent", "Ctrl+F12", "File/Transparent screenshot",
                  "Writes a PNG of the model alone, without background."}};
constexpr std::array kQuit{CommandPreset{"", "Ctrl+Q", "File/Quit", ""}};
constexpr std::array kPanels{CommandPreset{"", "Tab", "Window/Panels", ""}};
constexpr std::array kFullscreen{CommandPreset{"", "F11", "Window/Full screen", ""}};
constexpr std::array kFrameTimes{CommandPreset{"", "Z", "Window/Frame time", ""}};
constexpr std::array kSearch{CommandPreset{"", "Ctrl+F", "Window/Search bones", ""}};
constexpr std::array kUiScale{
    CommandPreset{"auto", "", "Window/Scale/Automatic", "Scales panels as the monitor says."},
    CommandPreset{"1", "", "Window/Scale/100 %", "Shows panels at their plain size."},
    CommandPreset{"1.5", "", "Window/Scale/150 %", "Shows panels one and a half times as large."},
    CommandPreset{"2", "", "Window/Scale/200 %", "Shows panels twice as large."}};
constexpr std::array kHelp{CommandPreset{"", "F1", "Window/Help", ""},
                           CommandPreset{"toggle", "H", "", ""}};

constexpr std::string_view kSwitch = "[on|off|toggle]";

std::optional<bool> isUiScale(const Viewer& viewer, std::string_view text) {
  const auto& scale = viewer.window.ui_scale;
  if (text == "auto" || !scale) return text == "auto" && !scale;
  const auto preset = numberArgument(text, "scale", 0.5, 4.0);
  return preset && *preset == *scale;
}

constexpr std::array kFile{CommandDef{"screenshot", "[FILE] [transparent]",
                                      "Writes a PNG of the view.", screenshot, kScreenshot},
                           CommandDef{"quit", "", "Ends sinew.", quit, kQuit}};

constexpr std::array kWindow{
    CommandDef{"panels", kSwitch, "Shows the panels.", setFlag<&WindowState::panels>, kPanels,
               isFlag<&WindowState::panels>},
    CommandDef{"fullscreen", kSwitch, "Fills the screen.", setFlag<&WindowState::fullscreen>,
               kFullscreen, isFlag<&WindowState::fullscreen>},
    CommandDef{"frame-times", kSwitch, "Shows how long frames take.",
               setFlag<&WindowState::frame_times>, kFrameTimes, isFlag<&WindowState::frame_times>},
    CommandDef{"search", "", "Goes to the search field for bones.", search, kSearch},
    CommandDef{"ui-scale", "NUMBER|auto", "Scales text and panels, 0.5 to 4.", setUiScale, kUiScale,
               isUiScale},
    CommandDef{"dismiss", "INDEX|all", "Takes a message away.", dismiss},
    CommandDef{"help", kSwitch, "Shows all keys and commands.", setFlag<&WindowState::help>, kHelp,
               isFlag<&WindowState::help>}};

}  // namespace

std::span<const CommandDef> fileCommands() {
  return kFile;
}
std::span<const CommandDef> windowCommands() {
  return kWindow;
}

}  // namespace sinew::app
