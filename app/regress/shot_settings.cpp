#include "app/regress/shot_settings.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/nearest.h"
#include "app/regress/manifest.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

enum class Kind : std::uint8_t { Text, Number, TextOrNumber };

/// A key whose value is one argument; with a plural also a list of them.
struct Rule {
  std::string_view key;
  std::string_view plural;  ///< empty: no list
  std::string_view slot;
  std::string_view option;  ///< empty: not an argument but the FILE
  Kind kind = Kind::Text;
  std::string_view prefix;  ///< of the value in a case's name
};

constexpr std::array kRules{
    Rule{"model", "models", "model", "", Kind::Text, ""},
    Rule{"animation", "animations", "animation", "--animation", Kind::Text, ""},
    Rule{"time", "times", "moment", "--animation-time", Kind::Number, "t"},
    Rule{"frame", "frames", "moment", "--animation-frame", Kind::Number, "f"},
    Rule{"loop", "", "loop", "--loop", Kind::Text, ""},
    Rule{"lod", "lods", "lod", "--lod", Kind::TextOrNumber, "lod"},
    Rule{"lod_distance", "lod_distances", "lod_distance", "--lod-distance", Kind::Number, "d"},
    Rule{"lod_bias", "", "lod_bias", "--lod-bias", Kind::Number, ""},
    Rule{"view", "views", "view", "--view", Kind::Text, ""},
    Rule{"frame_on", "", "frame_on", "--frame-on", Kind::Text, ""},
    Rule{"up", "", "up", "--up", Kind::Text, ""},
    Rule{"shading", "shadings", "shading", "--shading", Kind::Text, ""},
    Rule{"solids", "", "solids", "--solids", Kind::Text, ""},
    Rule{"bone_names", "", "bone_names", "--bone-names", Kind::Text, ""},
    Rule{"texture_filter", "", "texture_filter", "--texture-filter", Kind::Text, ""},
    Rule{"backface", "", "backface", "--backface", Kind::Text, ""},
    Rule{"msaa", "", "msaa", "--msaa", Kind::Number, ""},
    Rule{"supersample", "", "supersample", "--supersample", Kind::Number, ""},
    Rule{"format", "", "format", "--format", Kind::Text, ""},
    Rule{"metric", "", "metric", "--metric", Kind::Text, ""},
    Rule{"pixel_threshold", "", "pixel_threshold", "--pixel-threshold", Kind::Number, ""},
    Rule{"max_diff_pixels", "", "max_diff_pixels", "--max-diff-pixels", Kind::Number, ""},
    Rule{"max_diff_ratio", "", "max_diff_ratio", "--max-diff-ratio", Kind::Number, ""},
    Rule{"max_diff_run", "", "max_diff_run", "--max-diff-run", Kind::Number, ""},
    Rule{"window", "", "window", "--window", Kind::Number, ""},
    Rule{"window_density", "", "window_density", "--window-density", Kind::Number, ""},
    Rule{"mask", "", "mask", "--mask", Kind::Text, ""},
};

/// Keys with a form of their own.
constexpr std::array<std::string_view, 9> kOtherKeys{"name",   "resolution",    "background",
                                                     "camera", "overlays",      "reading",
                                                     "strict", "texture_paths", "ignore"};

constexpr std::array<std::string_view, 7> kMatrixSlots{"model",        "animation", "moment", "lod",
                                                       "lod_distance", "shading",   "view"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOverlays{
    {{"edges", "--edges"},
     {"grid", "--grid"},
     {"axis", "--axis"},
     {"armature", "--armature"},
     {"bone_axes", "--bone-axes"},
     {"normals", "--normals"}}};

/// Keys of the table `camera`: vectors of three numbers, then numbers.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kCameraVectors{
    {{"position", "--camera-position"},
     {"focal_point", "--camera-focal-point"},
     {"view_up", "--camera-view-up"},
     {"direction", "--camera-direction"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kCameraNumbers{
    {{"view_angle", "--camera-view-angle"},
     {"zoom_factor", "--camera-zoom-factor"},
     {"azimuth_angle", "--camera-azimuth-angle"},
     {"elevation_angle", "--camera-elevation-angle"}}};

std::string numberText(const ManifestNode& node) {
  if (const std::int64_t* whole = node.whole()) return fmt::format("{}", *whole);
  return fmt::format("{}", node.number_value);
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view meant = nearest(word, known);
  return meant.empty() ? std::string() : fmt::format(", did you mean {}?", app::quoted(meant));
}

/// Reads the keys of one table. The first problem ends it.
class SettingsReader {
 public:
  SettingsReader(const std::string& file, bool with_name) : file_(file), with_name_(with_name) {}

  Result<std::vector<Setting>> read(const ManifestTable& table, std::string& name) {
    for (std::size_t i = 0; i < table.keys.size(); ++i) {
      if (table.keys[i] == "name" && with_name_) {
        if (table.values[i].text() == nullptr) return wrongKind("name", table.values[i], "a text");
        name = *table.values[i].text();
        continue;
      }
      if (auto done = readKey(table.keys[i], table.key_places[i], table.values[i]); !done) {
        return tl::unexpected(done.error());
      }
    }
    return std::move(settings_);
  }

 private:
  tl::unexpected<Error> wrongKind(std::string_view key, const ManifestNode& node,
                                  std::string_view wanted) const {
    return manifestFail(file_, node.place,
                        fmt::format("{} is {}, not {}", key, wanted, kindOf(node)));
  }

  Result<void> readKey(const std::string& key, const Place& place, const ManifestNode& node) {
    for (const Rule& rule : kRules) {
      if (key == rule.key) return readOne(rule, place, node);
      if (!rule.plural.empty() && key == rule.plural) return readMany(rule, place, node);
    }
    if (key == "resolution") return readNumbers(key, "--resolution", 2, place, node);
    if (key == "background") return readBackground(place, node);
    if (key == "camera") return readCamera(place, node);
    if (key == "overlays") return readOverlays(place, node);
    if (key == "reading") return readReading(place, node);
    if (key == "strict") return readStrict(place, node);
    if (key == "texture_paths") return readTexturePaths(place, node);
    if (key == "ignore") return readIgnore(place, node);
    return unknownKey(key, place);
  }

  tl::unexpected<Error> unknownKey(const std::string& key, const Place& place) const {
    std::vector<std::string_view> known;
    for (const Rule& rule : kRules) {
      known.push_back(rule.key);
      if (!rule.plural.empty()) known.push_back(rule.plural);
    }
    for (const std::string_view other : kOtherKeys) {
      if (other != "name" || with_name_) known.push_back(other);
    }
    return manifestFail(file_, place,
                        fmt::format("unknown key {}{}", app::quoted(key), didYouMean(key, known)));
  }

  /// The slot's setting, new. Two keys of one slot contradict each other.
  Result<Setting*> add(std::string_view slot, std::string_view key, const Place& place) {
    for (const Setting& setting : settings_) {
      if (setting.slot != slot) continue;
      return manifestFail(file_, place,
                          fmt::format("{} says again what line {} says", key, setting.place.line));
    }
    settings_.push_back({slot, place, with_name_, {}});
    return &settings_.back();
  }

  Result<std::string> valueOf(const Rule& rule, std::string_view key,
                              const ManifestNode& node) const {
    const std::string_view wanted = rule.kind == Kind::Text     ? "a text"
                                    : rule.kind == Kind::Number ? "a number"
                                                                : "a text or a number";
    if (node.text() != nullptr && rule.kind != Kind::Number) {
      if (node.text()->empty())
        return manifestFail(file_, node.place, fmt::format("{} is empty", key));
      if (node.text()->find('\0') != std::string::npos) {
        return manifestFail(file_, node.place, fmt::format("{} holds a NUL character", key));
      }
      return *node.text();
    }
    if (node.isNumber() && rule.kind != Kind::Text) return numberText(node);
    return wrongKind(key, node, wanted);
  }

  Result<void> readOne(const Rule& rule, const Place& place, const ManifestNode& node) {
    const Result<std::string> value = valueOf(rule, rule.key, node);
    if (!value) return tl::unexpected(value.error());
    return addAlternatives(rule, rule.key, place, {{*value, node.place}}, false);
  }

  Result<void> readMany(const Rule& rule, const Place& place, const ManifestNode& node) {
    if (node.list() == nullptr) return wrongKind(rule.plural, node, "a list");
    if (node.list()->empty()) {
      return manifestFail(file_, node.place, fmt::format("{} is an empty list", rule.plural));
    }
    std::vector<std::pair<std::string, Place>> values;
    for (const ManifestNode& element : *node.list()) {
      Result<std::string> value =
          valueOf(rule, fmt::format("an element of {}", rule.plural), element);
      if (!value) return tl::unexpected(value.error());
      values.emplace_back(std::move(*value), element.place);
    }
    return addAlternatives(rule, rule.plural, place, values, true);
  }

  Result<void> addAlternatives(const Rule& rule, std::string_view key, const Place& place,
                               const std::vector<std::pair<std::string, Place>>& values,
                               bool in_name) {
    Result<Setting*> setting = add(rule.slot, key, place);
    if (!setting) return tl::unexpected(setting.error());
    for (const auto& [value, where] : values) {
      Alternative alternative;
      std::string text = rule.option.empty() ? value : fmt::format("{}={}", rule.option, value);
      alternative.arguments.push_back({std::move(text), std::string(key), where});
      if (in_name) alternative.suffix = safeName(fmt::format("{}{}", rule.prefix, value));
      (*setting)->alternatives.push_back(std::move(alternative));
    }
    return {};
  }

  /// One alternative of several arguments.
  Result<void> addArguments(std::string_view slot, const Place& place,
                            std::vector<ShotArgument> arguments) {
    Result<Setting*> setting = add(slot, slot, place);
    if (!setting) return tl::unexpected(setting.error());
    (*setting)->alternatives.push_back({std::move(arguments), {}});
    return {};
  }

  /// "1,2,3" of a list of `count` numbers.
  Result<std::string> numbersText(std::string_view key, std::size_t count,
                                  const ManifestNode& node) const {
    const ManifestList* list = node.list();
    const bool fits = list != nullptr && list->size() == count &&
                      std::all_of(list->begin(), list->end(),
                                  [](const ManifestNode& element) { return element.isNumber(); });
    if (!fits)
      return manifestFail(file_, node.place, fmt::format("{} is a list of {} numbers", key, count));
    std::string text;
    for (const ManifestNode& element : *list) {
      if (!text.empty()) text += ',';
      text += numberText(element);
    }
    return text;
  }

  Result<void> readNumbers(std::string_view slot, std::string_view option, std::size_t count,
                           const Place& place, const ManifestNode& node) {
    const Result<std::string> text = numbersText(slot, count, node);
    if (!text) return tl::unexpected(text.error());
    return addArguments(slot, place,
                        {{fmt::format("{}={}", option, *text), std::string(slot), node.place}});
  }

  Result<void> readBackground(const Place& place, const ManifestNode& node) {
    if (node.list() != nullptr) {
      return readNumbers("background", "--background-color", 3, place, node);
    }
    const std::string* text = node.text();
    if (text == nullptr) {
      return wrongKind("background", node, "\"transparent\", \"#RRGGBB\" or three numbers");
    }
    std::string argument =
        *text == "transparent" ? "--no-background" : "--background-color=" + *text;
    return addArguments("background", place, {{std::move(argument), "background", node.place}});
  }

  Result<void> readCamera(const Place& place, const ManifestNode& node) {
    if (node.table() == nullptr) return wrongKind("camera", node, "a table");
    const ManifestTable& table = *node.table();
    std::vector<ShotArgument> arguments;
    for (std::size_t i = 0; i < table.keys.size(); ++i) {
      Result<std::string> text =
          cameraArgument(table.keys[i], table.key_places[i], table.values[i]);
      if (!text) return tl::unexpected(text.error());
      if (text->empty()) continue;
      arguments.push_back(
          {std::move(*text), fmt::format("camera.{}", table.keys[i]), table.values[i].place});
    }
    return addArguments("camera", place, std::move(arguments));
  }

  Result<std::string> cameraArgument(const std::string& key, const Place& place,
                                     const ManifestNode& node) const {
    const std::string name = fmt::format("camera.{}", printable(key));
    for (const auto& [known, option] : kCameraVectors) {
      if (key != known) continue;
      Result<std::string> text = numbersText(name, 3, node);
      if (text) *text = fmt::format("{}={}", option, *text);
      return text;
    }
    for (const auto& [known, option] : kCameraNumbers) {
      if (key != known) continue;
      if (!node.isNumber()) return wrongKind(name, node, "a number");
      return fmt::format("{}={}", option, numberText(node));
    }
    if (key == "orthographic") {
      if (node.flag() == nullptr) return wrongKind(name, node, "true or false");
      return std::string(*node.flag() ? "--camera-orthographic" : "");
    }
    std::vector<std::string_view> known{"orthographic"};
    for (const auto& entry : kCameraVectors)
      known.push_back(entry.first);
    for (const auto& entry : kCameraNumbers)
      known.push_back(entry.first);
    return manifestFail(
        file_, place,
        fmt::format("unknown key {} of camera{}", app::quoted(key), didYouMean(key, known)));
  }

  Result<void> readOverlays(const Place& place, const ManifestNode& node) {
    if (node.list() == nullptr) return wrongKind("overlays", node, "a list");
    std::vector<ShotArgument> arguments;
    std::vector<std::string_view> known;
    for (const auto& entry : kOverlays)
      known.push_back(entry.first);
    for (const ManifestNode& element : *node.list()) {
      const std::string* text = element.text();
      if (text == nullptr) return wrongKind("an element of overlays", element, "a text");
      const auto found = std::find(known.begin(), known.end(), *text);
      if (found == known.end()) {
        return manifestFail(file_, element.place,
                            fmt::format("unknown overlay {}{} ({})", app::quoted(*text),
                                        didYouMean(*text, known), fmt::join(known, ", ")));
      }
      const auto index = static_cast<std::size_t>(found - known.begin());
      arguments.push_back({std::string(kOverlays[index].second), "overlays", element.place});
    }
    return addArguments("overlays", place, std::move(arguments));
  }

  Result<void> readReading(const Place& place, const ManifestNode& node) {
    if (node.table() == nullptr) return wrongKind("reading", node, "a table");
    std::vector<ShotArgument> arguments;
    for (std::size_t i = 0; i < node.table()->keys.size(); ++i) {
      const std::string& key = node.table()->keys[i];
      const ManifestNode& value = node.table()->values[i];
      if (value.text() == nullptr) {
        return wrongKind(fmt::format("reading.{}", printable(key)), value, "a text");
      }
      arguments.push_back({fmt::format("--reading={}={}", key, *value.text()),
                           fmt::format("reading.{}", key), value.place});
    }
    return addArguments("reading", place, std::move(arguments));
  }

  Result<void> readStrict(const Place& place, const ManifestNode& node) {
    if (node.flag() == nullptr) return wrongKind("strict", node, "true or false");
    return addArguments("strict", place,
                        {{*node.flag() ? "--strict" : "--lenient", "strict", node.place}});
  }

  Result<void> readTexturePaths(const Place& place, const ManifestNode& node) {
    if (node.list() == nullptr) return wrongKind("texture_paths", node, "a list");
    std::vector<ShotArgument> arguments;
    for (const ManifestNode& element : *node.list()) {
      if (element.text() == nullptr) {
        return wrongKind("an element of texture_paths", element, "a text");
      }
      arguments.push_back({"--texture-path=" + *element.text(), "texture_paths", element.place});
    }
    return addArguments("texture_paths", place, std::move(arguments));
  }

  Result<void> readIgnore(const Place& place, const ManifestNode& node) {
    if (node.list() == nullptr) {
      return wrongKind("ignore", node, "a list of rectangles [x1, y1, x2, y2]");
    }
    std::vector<ShotArgument> arguments;
    for (const ManifestNode& element : *node.list()) {
      const Result<std::string> text = numbersText("a rectangle of ignore", 4, element);
      if (!text) return tl::unexpected(text.error());
      arguments.push_back({"--ignore=" + *text, "ignore", element.place});
    }
    return addArguments("ignore", place, std::move(arguments));
  }

  const std::string& file_;
  bool with_name_;
  std::vector<Setting> settings_;
};

/// Whether the setting says where the eye is, so that no view can.
bool placesEye(const Setting& setting) {
  if (setting.slot != "camera") return false;
  for (const ShotArgument& argument : setting.alternatives.front().arguments) {
    if (argument.key == "camera.position" || argument.key == "camera.direction") return true;
  }
  return false;
}

bool contradicts(const Setting& inherited, const Setting& own) {
  const bool own_distance = own.slot == "lod_distance" || own.slot == "lod_bias";
  const bool inherited_distance = inherited.slot == "lod_distance" || inherited.slot == "lod_bias";
  return inherited.slot == own.slot || (inherited.slot == "view" && placesEye(own)) ||
         (placesEye(inherited) && own.slot == "view") ||
         (inherited.slot == "lod" && own_distance) || (inherited_distance && own.slot == "lod");
}

}  // namespace

std::span<const std::string_view> matrixSlots() {
  return kMatrixSlots;
}

Result<std::vector<Setting>> readSettings(const std::string& file, const ManifestTable& table,
                                          bool with_name, std::string& name) {
  return SettingsReader(file, with_name).read(table, name);
}

std::vector<Setting> mergedSettings(const std::vector<Setting>& defaults,
                                    std::vector<Setting> own) {
  std::vector<Setting> merged;
  for (const Setting& inherited : defaults) {
    const bool replaced = std::any_of(own.begin(), own.end(), [&inherited](const Setting& setting) {
      return contradicts(inherited, setting);
    });
    if (!replaced) merged.push_back(inherited);
  }
  std::move(own.begin(), own.end(), std::back_inserter(merged));
  return merged;
}

std::string inManifestWords(std::string message, const std::vector<ShotArgument>& arguments) {
  for (const ShotArgument& argument : arguments) {
    const std::string option = argument.text.substr(0, argument.text.find('='));
    if (option.substr(0, 2) != "--") continue;
    for (std::size_t at = message.find(option); at != std::string::npos;
         at = message.find(option, at + argument.key.size())) {
      const std::size_t end = at + option.size();
      // Not the beginning of a longer name.
      if (end < message.size() &&
          (message[end] == '-' || std::isalnum(static_cast<unsigned char>(message[end])) != 0))
        continue;
      message.replace(at, option.size(), argument.key);
    }
  }
  return message;
}

}  // namespace sinew::app::regress
