#include "app/regress/manifest.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/cli.h"
#include "app/document.h"
#include "app/folder_list.h"
#include "app/nearest.h"
#include "app/regress/case_maker.h"
#include "app/text.h"
#include "app/text_case.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{16} << 20;

Result<void> readShots(Manifest& manifest, const ManifestNode& node,
                       const std::vector<Setting>& defaults) {
  const ManifestList* list = node.list();
  if (list == nullptr || list->empty()) {
    return manifestFail(manifest.path, node.place,
                        list == nullptr
                            ? fmt::format("shots is a list of tables, not {}", kindOf(node))
                            : std::string("shots is an empty list"));
  }
  CaseMaker maker(manifest);
  for (const ManifestNode& shot : *list) {
    if (shot.table() == nullptr) {
      return manifestFail(manifest.path, shot.place,
                          fmt::format("a shot is a table, not {}", kindOf(shot)));
    }
    std::string name;
    Result<std::vector<Setting>> own = readSettings(manifest.path, *shot.table(), true, name);
    if (!own) return tl::unexpected(own.error());
    auto done = maker.addShot(name, shot.place, mergedSettings(defaults, std::move(*own)));
    if (!done) return done;
  }
  return {};
}

Result<void> readDevice(Manifest& manifest, const ManifestNode& node) {
  std::string text;
  if (node.text() != nullptr) text = *node.text();
  if (const std::int64_t* number = node.whole()) text = fmt::format("{}", *number);
  const std::vector<std::string> words{"shot", "--gl-device=" + text, "--", "model"};
  const Result<CommandLine> line = parseCommandLine(words);
  if (!line) {
    return manifestFail(
        manifest.path, node.place,
        inManifestWords(line.error().message, {{words[1], "gl_device", node.place}}));
  }
  manifest.gl_device = line->options.gl_device;
  manifest.gl_device_text = text;
  return {};
}

Result<void> readTree(Manifest& manifest, const ManifestNode& root) {
  constexpr std::string_view kKnown[] = {"schema", "gl_device", "defaults", "shots"};
  const ManifestTable& table = *root.table();
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const std::string& key = table.keys[i];
    if (std::find(std::begin(kKnown), std::end(kKnown), key) != std::end(kKnown)) continue;
    const std::string_view meant = nearest(key, kKnown);
    return manifestFail(
        manifest.path, table.key_places[i],
        fmt::format(
            "unknown key {}{}", app::quoted(key),
            meant.empty() ? std::string() : fmt::format(", did you mean {}?", app::quoted(meant))));
  }
  if (const ManifestNode* schema = table.find("schema")) {
    const std::int64_t* version = schema->whole();
    if (version == nullptr || *version != 1) {
      return manifestFail(manifest.path, schema->place, "schema is 1, nothing else is known");
    }
  }
  if (const ManifestNode* device = table.find("gl_device")) {
    if (auto done = readDevice(manifest, *device); !done) return done;
  }
  std::vector<Setting> defaults;
  if (const ManifestNode* node = table.find("defaults")) {
    if (node->table() == nullptr) {
      return manifestFail(manifest.path, node->place,
                          fmt::format("defaults is a table, not {}", kindOf(*node)));
    }
    std::string none;
    auto read = readSettings(manifest.path, *node->table(), false, none);
    if (!read) return tl::unexpected(read.error());
    defaults = std::move(*read);
  }
  const ManifestNode* shots = table.find("shots");
  if (shots == nullptr) return manifestFail(manifest.path, {}, "there is no list of shots");
  return readShots(manifest, *shots, defaults);
}

Result<Manifest> readManifestFile(const std::string& path) {
  std::error_code ignored;
  const bool is_toml = fs::path(path).extension() == ".toml";
  if (!is_toml && fs::path(path).extension() != ".json" && fs::exists(path, ignored)) {
    return fail("usage",
                fmt::format("\"{}\" is neither a folder nor a manifest (*.toml, *.json)", path));
  }
  const Result<SharedBytes> bytes = readInput(path, kMaxManifestBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  Manifest manifest;
  manifest.path = path;
  manifest.folder = fs::path(path).parent_path().string();
  if (manifest.folder.empty()) manifest.folder.push_back('.');
  const Result<ManifestNode> root =
      is_toml ? parseTomlManifest(path, **bytes) : parseJsonManifest(path, **bytes);
  if (!root) return tl::unexpected(root.error());
  if (auto done = readTree(manifest, *root); !done) return tl::unexpected(done.error());
  return manifest;
}

/// A folder of models without a manifest: the default picture of each.
Result<Manifest> casesOfFolder(const std::string& folder) {
  Manifest manifest;
  manifest.path = manifest.folder = folder;
  std::vector<std::string> models;
  std::error_code problem;
  fs::directory_iterator entries(folder, problem);
  for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
    std::error_code ignored;
    if (!hasModelExtension(entries->path().filename().string())) continue;
    if (entries->is_regular_file(ignored)) models.push_back(entries->path().filename().string());
  }
  if (problem) return fail("input.read", fmt::format("\"{}\": {}", folder, problem.message()));
  if (models.empty()) {
    return fail("input.read", fmt::format("\"{}\" holds neither {}, {} nor a model", folder,
                                          kTomlManifest, kJsonManifest));
  }
  std::sort(models.begin(), models.end());
  CaseMaker maker(manifest);
  std::map<std::string, int> names;
  for (const std::string& model : models) {
    std::string name = safeName(fs::path(model).stem().string());
    // Names that differ in what is not safe are numbered in the order of the files.
    if (const int before = names[foldCase(name)]++; before > 0)
      name += fmt::format("_{}", before + 1);
    const Setting setting{"model", {}, true, {Alternative{{{model, "model", {}}}, {}}}};
    if (auto added = maker.addShot(name, {}, {setting}); !added)
      return tl::unexpected(added.error());
  }
  return manifest;
}

}  // namespace

std::string baselineFolder(const Manifest& manifest) {
  return joinedPath(manifest.folder, "baselines");
}

Result<Manifest> readManifest(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return readManifestFile(path);
  const std::string toml = joinedPath(path, std::string(kTomlManifest));
  const std::string json = joinedPath(path, std::string(kJsonManifest));
  const bool has_toml = fs::exists(toml, ignored);
  if (has_toml && fs::exists(json, ignored)) {
    return fail("usage", fmt::format("\"{}\" and \"{}\": which of both? Name one", toml, json));
  }
  if (has_toml) return readManifestFile(toml);
  if (fs::exists(json, ignored)) return readManifestFile(json);
  return casesOfFolder(path);
}

}  // namespace sinew::app::regress
