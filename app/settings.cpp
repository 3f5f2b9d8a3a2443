#include "app/settings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/document.h"
#include "app/keymap.h"
#include "app/png.h"

namespace sinew::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxSize = std::uint64_t{16} << 20;

/// Reads members of one object, and says what is wrong with them.
class Members {
 public:
  Members(const Json& object, std::string place, std::vector<std::string>& warnings)
      : object_(object), place_(std::move(place)), warnings_(warnings) {}
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  /// Whatever was not asked for is unknown.
  ~Members() {
    for (const auto& [name, value] : object_.items()) {
      if (std::ranges::find(known_, name) == known_.end())
        warnings_.push_back(fmt::format("\"{}{}\" is no setting; it is kept", place_, name));
    }
  }

  void read(const char* name, bool& value) {
    if (const Json* found = find(name)) {
      if (found->is_boolean()) {
        value = found->get<bool>();
      } else {
        wrong(name, "true or false");
      }
    }
  }
  void read(const char* name, std::string& value) {
    if (const Json* found = find(name)) {
      if (found->is_string()) {
        value = found->get<std::string>();
      } else {
        wrong(name, "a text");
      }
    }
  }
  void read(const char* name, double& value, double least, double most) {
    if (const Json* found = find(name)) {
      const double number = found->is_number() ? found->get<double>() : least - 1.0;
      if (number >= least && number <= most) {
        value = number;
      } else {
        wrong(name, fmt::format("a number from {} to {}", least, most));
      }
    }
  }
  void read(const char* name, std::vector<std::string>& values) {
    const Json* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array() ||
        !std::ranges::all_of(*found, [](const Json& item) { return item.is_string(); })) {
      return wrong(name, "a list of texts");
    }
    values = found->get<std::vector<std::string>>();
  }
  template <class T, std::size_t N>
  void read(const char* name, T& value, const std::array<std::pair<const char*, T>, N>& names) {
    const Json* found = find(name);
    if (found == nullptr) return;
    std::string all;
    for (const auto& [word, meaning] : names) {
      if (found->is_string() && *found == word) {
        value = meaning;
        return;
      }
      all += (all.empty() ? "" : " or ") + fmt::format("\"{}\"", word);
    }
    wrong(name, all);
  }
  [[nodiscard]] const Json* find(const char* name) {
    known_.emplace_back(name);
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }
  [[nodiscard]] const Json* findObject(const char* name) {
    const Json* found = find(name);
    if (found != nullptr && !found->is_object()) wrong(name, "an object");
    return found != nullptr && found->is_object() ? found : nullptr;
  }
  void wrong(const char* name, const std::string& expected) {
    warnings_.push_back(fmt::format("\"{}{}\" is not {}; it is ignored", place_, name, expected));
  }

 private:
  const Json& object_;
  std::string place_;
  std::vector<std::string>& warnings_;
  std::vector<std::string> known_;
};

constexpr std::array kThemes{std::pair{"dark", Theme::Dark}, std::pair{"light", Theme::Light}};

void readLayout(const Json& object, WindowLayout& layout, std::vector<std::string>& warnings) {
  constexpr double kMostPoints = 20000.0;
  Members members(object, "layout.", warnings);
  members.read("window_width", layout.window_width, 0.0, kMostPoints);
  members.read("window_height", layout.window_height, 0.0, kMostPoints);
  members.read("left_width", layout.left_width, 0.0, kMostPoints);
  members.read("right_width", layout.right_width, 0.0, kMostPoints);
  members.read("timeline_height", layout.timeline_height, 0.0, kMostPoints);
  members.read("timeline_view", layout.timeline_view);
  members.read("panels", layout.panels);
}

bool readPoint(const Json& object, const char* name, glm::dvec3& point) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array() || found->size() != 3) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& number = (*found)[i];
    if (!number.is_number()) return false;
    point[static_cast<int>(i)] = number.get<double>();
  }
  return true;
}

bool readViewpoint(const Json& object, Viewpoint& out) {
  if (!object.is_object()) return false;
  const auto text = [&](const char* name, std::string& value) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return false;
    value = found->get<std::string>();
    return true;
  };
  Camera& camera = out.camera;
  const auto angle = object.find("view_angle");
  const auto ortho = object.find("orthographic");
  if (angle == object.end() || !angle->is_number() || ortho == object.end() ||
      !ortho->is_boolean()) {
    return false;
  }
  camera.view_angle_deg = angle->get<double>();
  camera.orthographic = ortho->get<bool>();
  return text("model", out.model) && text("name", out.name) &&
         readPoint(object, "position", camera.position) &&
         readPoint(object, "focal_point", camera.focal_point) &&
         readPoint(object, "view_up", camera.view_up) && camera.position != camera.focal_point &&
         camera.view_angle_deg > 0.0 && camera.view_angle_deg < 180.0;
}

void readLists(Members& members, Settings& out, std::vector<std::string>& warnings) {
  members.read("recent", out.recent);
  if (out.recent.size() > kMostRecent) out.recent.resize(kMostRecent);
  members.read("bookmarks", out.bookmarks);
  members.read("key_preset", out.key_preset);
  if (const Json* keys = members.findObject("keys")) {
    for (const auto& [chord, command] : keys->items()) {
      if (command.is_string()) {
        out.keys.emplace_back(chord, command.get<std::string>());
      } else {
        warnings.push_back(fmt::format("\"keys.{}\" is no command; it is ignored", chord));
      }
    }
  }
  const Json* viewpoints = members.find("viewpoints");
  if (viewpoints == nullptr) return;
  if (!viewpoints->is_array()) return members.wrong("viewpoints", "a list");
  for (const Json& item : *viewpoints) {
    Viewpoint viewpoint;
    if (readViewpoint(item, viewpoint)) {
      out.viewpoints.push_back(std::move(viewpoint));
    } else {
      warnings.push_back(fmt::format("one of \"viewpoints\" is no viewpoint; it is ignored"));
    }
  }
}

/// "line 3, column 5" of a byte of the text.
std::string placeOf(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == before.npos ? 0 : start + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

/// A member, or null.
const Json* memberOf(const Json& json, const SettingDefinition& at) {
  const Json* object = &json;
  if (!at.group.empty()) {
    const auto group = json.find(at.group);
    if (group == json.end() || !group->is_object()) return nullptr;
    object = &*group;
  }
  const auto found = object->find(at.name);
  return found == object->end() ? nullptr : &*found;
}

void setMember(Json& json, const SettingDefinition& at, const Json& value) {
  if (at.group.empty()) {
    json[at.name] = value;
    return;
  }
  Json& group = json[at.group];
  if (!group.is_object()) group = Json::object();
  group[at.name] = value;
}

/// What was set for this run alone becomes what the file has; what was changed since stays.
void takeBack(Json& json, const Settings& settings) {
  const Json original = Json::parse(settings.original, nullptr, false);
  for (const SettingDefinition& definition : settings.defined) {
    const Json* present = memberOf(json, definition);
    if (present == nullptr || *present != Json::parse(definition.value)) continue;
    const Json* before = original.is_object() ? memberOf(original, definition) : nullptr;
    if (before != nullptr) {
      setMember(json, definition, Json(*before));
    } else {
      (definition.group.empty() ? json : json[definition.group]).erase(definition.name);
    }
  }
}

/// JSON is UTF-8; other names cannot be kept.
bool isUtf8(const std::string& text) {
  try {
    (void)Json(text).dump();
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

Json listOf(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) {
    if (isUtf8(text)) list.push_back(text);
  }
  return list;
}

Json pointOf(const glm::dvec3& point) {
  return Json::array({point.x, point.y, point.z});
}

Json viewpointsOf(const Settings& settings) {
  Json list = Json::array();
  for (const Viewpoint& viewpoint : settings.viewpoints) {
    if (!isUtf8(viewpoint.model) || !isUtf8(viewpoint.name)) continue;
    const Camera& camera = viewpoint.camera;
    list.push_back({{"model", viewpoint.model},
                    {"name", viewpoint.name},
                    {"position", pointOf(camera.position)},
                    {"focal_point", pointOf(camera.focal_point)},
                    {"view_up", pointOf(camera.view_up)},
                    {"view_angle", camera.view_angle_deg},
                    {"orthographic", camera.orthographic}});
  }
  return list;
}

}  // namespace

Result<Settings> parseSettings(std::string_view text, std::vector<std::string>& warnings) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return fail("settings.syntax", fmt::format("{}: this is no JSON", placeOf(text, error.byte)));
  }
  if (!json.is_object()) return fail("settings.syntax", "line 1, column 1: this is no JSON object");
  Settings out;
  out.original = std::string(text);
  Members members(json, "", warnings);
  members.read("theme", out.theme, kThemes);
  if (const Json* scale = members.find("ui_scale"); scale != nullptr && *scale != "auto") {
    const double value = scale->is_number() ? scale->get<double>() : 0.0;
    if (value >= 0.5 && value <= 4.0) {
      out.ui_scale = value;
    } else {
      members.wrong("ui_scale", "\"auto\" or a number from 0.5 to 4");
    }
  }
  members.read("watch", out.watch);
  members.read("hidden_files", out.hidden_files);
  if (const Json* layout = members.findObject("layout")) readLayout(*layout, out.layout, warnings);
  readLists(members, out, warnings);
  return out;
}

Result<void> defineSettings(Settings& settings, std::span<const std::string> definitions) {
  if (definitions.empty()) return {};
  Json alone = Json::object();
  Json all = Json::parse(settings.original, nullptr, false);
  if (!all.is_object()) all = Json::object();
  std::vector<SettingDefinition> defined;
  for (const std::string& text : definitions) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const std::string rest = equals < text.size() ? text.substr(equals + 1) : std::string();
    Json value = Json::parse(rest, nullptr, false);
    if (value.is_discarded()) value = rest;
    if (!isUtf8(name) || !isUtf8(rest)) return fail("usage", "-D: this is no UTF-8");
    const std::size_t dot = name.find('.');
    SettingDefinition definition{{}, name, value.dump()};
    if (dot != std::string::npos)
      definition = {name.substr(0, dot), name.substr(dot + 1), value.dump()};
    setMember(alone, definition, value);
    setMember(all, definition, value);
    defined.push_back(std::move(definition));
  }
  std::vector<std::string> problems;
  const auto parsed = parseSettings(alone.dump(), problems);
  if (!parsed) return tl::unexpected(parsed.error());
  if (problems.empty()) (void)keymapOf(*parsed, problems);
  // The file's warnings end with what becomes of the member.
  if (!problems.empty())
    return fail("usage", "-D: " + problems.front().substr(0, problems.front().find(';')));
  std::vector<std::string> said_before;
  auto merged = parseSettings(all.dump(), said_before);
  if (!merged) return tl::unexpected(merged.error());
  merged->original = settings.original;
  merged->defined = std::move(defined);
  settings = std::move(*merged);
  return {};
}

std::string formatSettings(const Settings& settings) {
  Json json = Json::parse(settings.original, nullptr, false);
  if (!json.is_object()) json = Json::object();
  json["theme"] = settings.theme == Theme::Dark ? "dark" : "light";
  json["ui_scale"] = settings.ui_scale ? Json(*settings.ui_scale) : Json("auto");
  json["watch"] = settings.watch;
  json["hidden_files"] = settings.hidden_files;
  Json& layout = json["layout"];
  if (!layout.is_object()) layout = Json::object();
  layout["window_width"] = settings.layout.window_width;
  layout["window_height"] = settings.layout.window_height;
  layout["left_width"] = settings.layout.left_width;
  layout["right_width"] = settings.layout.right_width;
  layout["timeline_height"] = settings.layout.timeline_height;
  layout["timeline_view"] = settings.layout.timeline_view;
  layout["panels"] = settings.layout.panels;
  json["recent"] = listOf(settings.recent);
  json["bookmarks"] = listOf(settings.bookmarks);
  json["key_preset"] = settings.key_preset.empty() ? "default" : settings.key_preset;
  Json keys = Json::object();
  for (const auto& [chord, command] : settings.keys) {
    if (isUtf8(chord) && isUtf8(command)) keys[chord] = command;
  }
  json["keys"] = std::move(keys);
  json["viewpoints"] = viewpointsOf(settings);
  takeBack(json, settings);
  return json.dump(2) + "\n";
}

std::string settingsPath() {
  namespace fs = std::filesystem;
  const char* home = std::getenv("HOME");
  const std::string home_folder = home != nullptr ? home : "";
#ifdef __APPLE__
  if (home_folder.empty()) return {};
  return (fs::path(home_folder) / "Library/Application Support/sinew/settings.json").string();
#else
  // The specification wants relative paths ignored.
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && config[0] == '/')
    return (fs::path(config) / "sinew/settings.json").string();
  if (home_folder.empty()) return {};
  return (fs::path(home_folder) / ".config/sinew/settings.json").string();
#endif
}

Result<Settings> loadSettings(const std::string& path, std::vector<std::string>& warnings) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return Settings{};
  const auto bytes = readInput(path, kMaxSize);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  auto settings = parseSettings(text, warnings);
  if (settings) return settings;
  return fail(settings.error().code, fmt::format("the settings \"{}\" cannot be read: {}", path,
                                                 settings.error().message));
}

Result<void> saveSettings(const std::string& path, const Settings& settings) {
  std::error_code error;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) {
    return fail("output.write", fmt::format("the folder \"{}\" cannot be made: {}", folder.string(),
                                            error.message()));
  }
  const std::string text = formatSettings(settings);
  return writeFileAtomically(path, std::vector<std::uint8_t>(text.begin(), text.end()));
}

void rememberRecent(std::vector<std::string>& recent, const std::string& path) {
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

}  // namespace sinew::app
