#pragma once

// What sinew remembers from one start to the next: a JSON file in the platform's place for
// settings. `shot`, `compare` and the other commands without a window never read it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/state.h"
#include "format/result.h"

namespace sinew::app {

enum class Theme : std::uint8_t { Dark, Light };

/// A camera with a name, of one model.
struct Viewpoint {
  std::string model;  ///< absolute path
  std::string name;
  Camera camera;
};

/// Sizes in points; 0 where nothing is remembered.
struct WindowLayout {
  double window_width = 0.0;
  double window_height = 0.0;
  double left_width = 0.0;
  double right_width = 0.0;
  double timeline_height = 0.0;
  std::string timeline_view;  ///< "slider", "keys" or "curves"
  bool panels = true;
};

/// A member that was set for this run alone.
struct SettingDefinition {
  std::string group;  ///< the object that it is in; empty: the outermost
  std::string name;
  std::string value;  ///< JSON
};

struct Settings {
  Theme theme = Theme::Dark;
  std::optional<double> ui_scale;  ///< empty: as the monitor says
  bool watch = false;              ///< reads files again when they change
  bool hidden_files = false;       ///< the open dialog shows names that start with a dot
  WindowLayout layout;
  std::vector<std::string> recent;                        ///< absolute paths, the newest first
  std::vector<std::string> bookmarks;                     ///< folders
  std::string key_preset;                                 ///< "default" or "brawlcrate"
  std::vector<std::pair<std::string, std::string>> keys;  ///< chord and command; "" unbinds
  std::vector<Viewpoint> viewpoints;
  std::string original;  ///< the file's text: what we do not know in it is kept
  std::vector<SettingDefinition> defined;
};

/// Files kept in the list of recent ones.
inline constexpr std::size_t kMostRecent = 20;

/// Reads the text of a settings file. `warnings` gets a sentence for each member that is unknown
/// or has a value that cannot be; such members keep their defaults.
/// \return an Error with line and column where the text is no JSON object.
[[nodiscard]] Result<Settings> parseSettings(std::string_view text,
                                             std::vector<std::string>& warnings);

/// Sets members for this run: "NAME=VALUE", or "GROUP.NAME=VALUE" for one of "layout" or "keys".
/// VALUE is JSON, anything else a text. `formatSettings` does not write them, unless they were
/// changed since.
/// \return an Error "usage" for what a settings file would get a warning for.
[[nodiscard]] Result<void> defineSettings(Settings& settings,
                                          std::span<const std::string> definitions);

/// The file's text: the members of `original`, with those that we know set anew. Ill-formed UTF-8
/// cannot be written: such paths and names are left out.
[[nodiscard]] std::string formatSettings(const Settings& settings);

/// Where the settings are: $XDG_CONFIG_HOME/sinew/settings.json, else ~/.config/sinew/…; on macOS
/// ~/Library/Application Support/sinew/…. Empty where there is no home folder.
[[nodiscard]] std::string settingsPath();

/// Reads a settings file; one that does not exist has the defaults.
[[nodiscard]] Result<Settings> loadSettings(const std::string& path,
                                            std::vector<std::string>& warnings);

/// Writes a settings file, making its folder: a new file takes the old one's place when it is
/// whole.
[[nodiscard]] Result<void> saveSettings(const std::string& path, const Settings& settings);

/// Puts a file at the front of a list of recent ones.
void rememberRecent(std::vector<std::string>& recent, const std::string& path);

}  // namespace sinew::app
