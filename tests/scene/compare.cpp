#include "tests/scene/compare.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace sinew::test {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostDifferences = 20;
constexpr double kTolerance = 1e-5;

bool near(double a, double b) {
  return std::abs(a - b) <= kTolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

class Comparer {
 public:
  explicit Comparer(Differences& out) : out_(out) {}

  void say(const std::string& path, const std::string& what) {
    if (out_.size() < kMostDifferences) out_.push_back(path + ": " + what);
  }

  static std::string brief(const Json& value) {
    std::string text = value.dump();
    if (text.size() > 120) text = text.substr(0, 117) + "...";
    return text;
  }

  void differ(const std::string& path, const Json& expected, const Json& actual) {
    say(path, fmt::format("expected {}, is {}", brief(expected), brief(actual)));
  }

  void values(const std::string& path, const Json& expected, const Json& actual,
              const std::vector<std::string>& without) {
    if (expected.is_number() && actual.is_number()) {
      const bool whole = expected.is_number_integer() && actual.is_number_integer();
      const bool same =
          whole ? expected == actual : near(expected.get<double>(), actual.get<double>());
      if (!same) differ(path, expected, actual);
    } else if (expected.is_object() && actual.is_object()) {
      object(path, expected, actual, without);
    } else if (expected.is_array() && actual.is_array()) {
      array(path, expected, actual, without);
    } else if (expected != actual) {
      differ(path, expected, actual);
    }
  }

  void object(const std::string& path, const Json& expected, const Json& actual,
              const std::vector<std::string>& without) {
    for (const auto& [key, value] : expected.items()) {
      if (std::find(without.begin(), without.end(), key) != without.end()) continue;
      const std::string inner = path + "." + key;
      if (!actual.contains(key)) {
        say(inner, "missing");
      } else if (key == "rotation" && value.is_array() && value.size() == 4) {
        quaternion(inner, value, actual[key], 0);
      } else if (key == "probe") {
        probe(inner, value, actual[key]);
      } else {
        values(inner, value, actual[key], without);
      }
    }
  }

  void array(const std::string& path, const Json& expected, const Json& actual,
             const std::vector<std::string>& without) {
    if (expected.size() != actual.size()) {
      say(path, fmt::format("expected {} elements, are {}", expected.size(), actual.size()));
      return;
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      values(fmt::format("{}[{}]", path, i), expected[i], actual[i], without);
  }

  /// Four numbers from `first` on, up to sign.
  void quaternion(const std::string& path, const Json& expected, const Json& actual,
                  std::size_t first) {
    if (!actual.is_array() || actual.size() < first + 4) {
      differ(path, expected, actual);
      return;
    }
    bool same = true, opposite = true;
    for (std::size_t i = first; i < first + 4; ++i) {
      same = same && near(expected[i].get<double>(), actual[i].get<double>());
      opposite = opposite && near(expected[i].get<double>(), -actual[i].get<double>());
    }
    if (!same && !opposite) differ(path, expected, actual);
  }

  void probe(const std::string& path, const Json& expected, const Json& actual) {
    const Json flat_expected = expected.flatten(), flat_actual = actual.flatten();
    if (expected.is_null() || actual.is_null() || flat_expected.size() != flat_actual.size()) {
      if (expected != actual) differ(path, expected, actual);
      return;
    }
    for (const auto& [key, value] : flat_expected.items()) {
      if (!flat_actual.contains(key) ||
          std::abs(value.get<double>() - flat_actual[key].get<double>()) > 2.0) {
        differ(path + key, expected, actual);
        return;
      }
    }
  }

  // -------------------------------------------------------------- models

  void model(const std::string& path, const Json& expected, const Json& actual) {
    object(path, expected, actual, {"influences", "meshes", "samples"});
    samples(path + ".samples", expected["samples"], actual["samples"]);
    const Json& meshes = expected["meshes"];
    if (!actual.contains("meshes") || actual["meshes"].size() != meshes.size()) {
      say(path + ".meshes", fmt::format("expected {}, are {}", meshes.size(),
                                        actual.value("meshes", Json::array()).size()));
      return;
    }
    for (std::size_t i = 0; i < meshes.size(); ++i)
      mesh(fmt::format("{}.meshes[{}]", path, i), expected, meshes[i], actual, actual["meshes"][i],
           {});
  }

  void samples(const std::string& path, const Json& expected, const Json& actual) {
    if (expected.size() != actual.size()) {
      say(path, fmt::format("expected {} rows, are {}", expected.size(), actual.size()));
      return;
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      sampleRow(fmt::format("{}[{}]", path, i), expected[i], actual[i]);
  }

  void sampleRow(const std::string& path, const Json& expected, const Json& actual) {
    if (expected["clip"] != actual["clip"])
      differ(path + ".clip", expected["clip"], actual["clip"]);
    if (!expected.contains("bones")) return;  // clips that add to the rest pose are left open
    const Json& bones = expected["bones"];
    if (bones.size() != actual["bones"].size()) {
      say(path + ".bones",
          fmt::format("expected {}, are {}", bones.size(), actual["bones"].size()));
      return;
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
      const std::string inner = fmt::format("{}.bones[{}]", path, b);
      const Json& is = actual["bones"][b];
      values(inner, bones[b], is, {"frames"});
      if (bones[b]["frames"].size() != is["frames"].size()) {
        say(inner, fmt::format("expected {} frames, are {}", bones[b]["frames"].size(),
                               is["frames"].size()));
        continue;
      }
      for (std::size_t f = 0; f < is["frames"].size(); ++f)
        frame(fmt::format("{}.frames[{}]", inner, f), bones[b]["frames"][f], is["frames"][f]);
    }
  }

  void frame(const std::string& path, const Json& expected, const Json& actual) {
    for (const std::size_t i : {0, 1, 2, 7, 8, 9}) {
      if (near(expected[i].get<double>(), actual[i].get<double>())) continue;
      differ(path, expected, actual);
      return;
    }
    quaternion(path, expected, actual, 3);
  }

  // -------------------------------------------------------------- meshes

  /// A corner with all that is compared of it.
  static Json corner(const Json& model, const Json& mesh, const Json& vertex) {
    const auto v = vertex.get<std::size_t>();
    Json out = Json::object();
    for (const char* key : {"positions", "normals", "tangents", "binormals"})
      out[key] = mesh[key].is_array() && v < mesh[key].size() ? mesh[key][v] : Json();
    for (const char* key : {"colors", "uvs"}) {
      out[key] = Json::array();
      for (const Json& set : mesh[key])
        out[key].push_back(set.is_array() && v < set.size() ? set[v] : Json());
    }
    const auto influence = mesh["influence"][v].get<std::size_t>();
    out["influence"] = Json::object();
    const Json& record = model["influences"][influence];
    for (std::size_t k = 0; k < record["bones"].size(); ++k) {
      const Json offset = record["offsets"].is_null() ? Json() : record["offsets"][k];
      out["influence"][record["bones"][k].dump()] = {record["weights"][k], offset};
    }
    return out;
  }

  bool same(const Json& expected, const Json& actual) {
    Differences found;
    Comparer inner(found);
    if (expected.is_object() && actual.is_object() && expected.size() != actual.size())
      return false;
    inner.values("", expected, actual, {});
    return found.empty() && expected.value("influence", Json::object()).size() ==
                                actual.value("influence", Json::object()).size();
  }

  void corners(const std::string& path, const std::vector<Json>& expected,
               const std::vector<Json>& actual) {
    const std::size_t count = expected.size();
    // A triangle may start with any of its corners; a line and a point may not.
    const std::size_t turns = count == 3 ? 3 : 1;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      bool all = true;
      for (std::size_t i = 0; i < count && all; ++i)
        all = same(expected[i], actual[(i + turn) % count]);
      if (all) return;
    }
    for (std::size_t i = 0; i < count; ++i)
      values(fmt::format("{}[{}]", path, i), expected[i], actual[i], {});
    say(path, "no corner order fits");
  }

  void mesh(const std::string& path, const Json& expected_model, const Json& expected,
            const Json& actual_model, const Json& actual, std::vector<std::string> without) {
    for (const char* key : {"positions", "normals", "tangents", "binormals", "colors", "uvs",
                            "influence", "triangles", "lines", "points"})
      without.emplace_back(key);
    values(path, expected, actual, without);
    for (const char* key : {"normals", "tangents", "binormals"}) {
      if (expected[key].is_null() != actual[key].is_null())
        differ(path + "." + key, expected[key], actual[key]);
    }
    for (const char* key : {"colors", "uvs"}) {
      if (expected[key].size() != actual[key].size())
        say(path + "." + key,
            fmt::format("expected {} sets, are {}", expected[key].size(), actual[key].size()));
    }
    if (!out_.empty()) return;
    for (const char* key : {"triangles", "lines", "points"}) {
      if (expected[key].size() != actual[key].size()) {
        say(path + "." + key,
            fmt::format("expected {}, are {}", expected[key].size(), actual[key].size()));
        continue;
      }
      for (std::size_t t = 0; t < expected[key].size(); ++t) {
        corners(fmt::format("{}.{}[{}]", path, key, t),
                cornersOf(expected_model, expected, expected[key][t]),
                cornersOf(actual_model, actual, actual[key][t]));
        if (!out_.empty()) return;
      }
    }
  }

  static std::vector<Json> cornersOf(const Json& model, const Json& mesh, const Json& element) {
    std::vector<Json> out;
    if (!element.is_array()) return {corner(model, mesh, element)};
    for (const Json& vertex : element)
      out.push_back(corner(model, mesh, vertex));
    return out;
  }

 private:
  Differences& out_;
};

/// The posed vertices of an element (a triangle, a line or a point).
std::vector<Json> posedCorners(const Json& posed, const Json& element) {
  std::vector<Json> out;
  const auto add = [&](const Json& vertex) {
    const auto v = vertex.get<std::size_t>();
    const Json normal = posed["normals"].is_array() ? posed["normals"][v] : Json();
    out.push_back({{"position", posed["positions"][v]}, {"normal", normal}});
  };
  if (element.is_array()) {
    for (const Json& vertex : element)
      add(vertex);
  } else {
    add(element);
  }
  return out;
}

}  // namespace

Differences compareScene(const Json& expected, const Json& actual) {
  Differences out;
  Comparer comparer(out);
  comparer.values("scene", expected, actual,
                  {"models", "diagnostics", "mode", "command", "textures"});
  const Json& textures = expected.at("textures");
  if (actual.value("textures", Json::array()).size() != textures.size()) {
    comparer.say("textures", fmt::format("expected {}, are {}", textures.size(),
                                         actual.value("textures", Json::array()).size()));
  } else {
    for (std::size_t i = 0; i < textures.size(); ++i) {
      // Decoders of block compressed images round differently.
      const bool blocks = textures[i]["format"].is_string() &&
                          textures[i]["format"].get<std::string>().starts_with("DXT");
      comparer.values(fmt::format("textures[{}]", i), textures[i], actual["textures"][i],
                      blocks ? std::vector<std::string>{"sha256"} : std::vector<std::string>{});
    }
  }
  const Json& models = expected.at("models");
  if (actual.value("models", Json::array()).size() != models.size()) {
    comparer.say("models", fmt::format("expected {}, are {}", models.size(),
                                       actual.value("models", Json::array()).size()));
    return out;
  }
  for (std::size_t i = 0; i < models.size(); ++i)
    comparer.model(fmt::format("models[{}]", i), models[i], actual["models"][i]);
  return out;
}

Differences comparePose(const Json& expected, const Json& actual, const Json& expected_scene,
                        const Json& actual_scene) {
  Differences out;
  Comparer comparer(out);
  comparer.values("pose", expected, actual, {"models", "diagnostics", "mode", "command"});
  const Json& models = expected.at("models");
  if (actual.at("models").size() != models.size()) {
    comparer.say("models",
                 fmt::format("expected {}, are {}", models.size(), actual.at("models").size()));
    return out;
  }
  for (std::size_t m = 0; m < models.size(); ++m) {
    const std::string path = fmt::format("models[{}]", m);
    const Json& is = actual["models"][m];
    comparer.values(path + ".bones", models[m]["bones"], is["bones"], {});
    if (!models[m].contains("meshes")) continue;
    for (std::size_t i = 0; i < models[m]["meshes"].size(); ++i) {
      const Json& expected_mesh = expected_scene["models"][m]["meshes"][i];
      const Json& actual_mesh = actual_scene["models"][m]["meshes"][i];
      for (const char* key : {"triangles", "lines", "points"}) {
        for (std::size_t t = 0; t < expected_mesh[key].size() && out.empty(); ++t) {
          comparer.corners(fmt::format("{}.meshes[{}].{}[{}]", path, i, key, t),
                           posedCorners(models[m]["meshes"][i], expected_mesh[key][t]),
                           posedCorners(is["meshes"][i], actual_mesh[key][t]));
        }
      }
    }
  }
  return out;
}

Differences compareMesh(const Json& expected_model, const Json& expected_mesh,
                        const Json& actual_model, const Json& actual_mesh,
                        const std::vector<std::string>& without) {
  Differences out;
  Comparer comparer(out);
  comparer.mesh("mesh", expected_model, expected_mesh, actual_model, actual_mesh, without);
  return out;
}

Differences compareValues(const Json& expected, const Json& actual,
                          const std::vector<std::string>& without) {
  Differences out;
  Comparer comparer(out);
  comparer.values("", expected, actual, without);
  return out;
}

}  // namespace sinew::test
