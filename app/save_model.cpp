// Writing an edited model: the file's own bytes with the edited fields changed.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/file_stamp.h"
#include "app/png.h"
#include "app/viewer.h"
#include "format/bmd1/patch.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

bool beginsAsModel(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> magic{};
  file.read(magic.data(), magic.size());
  return file.gcount() == 4 && std::string_view(magic.data(), 4) == "BMD1";
}

/// Refuses a place where something else than the model would be lost.
Result<void> checkTarget(const Document& document, const std::string& path, bool replace) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return {};
  if (fs::is_directory(status)) {
    return fail("save.target", fmt::format("\"{}\" is a folder: a file's name is missing", path));
  }
  if (!fs::is_regular_file(status)) {
    return fail("save.target", fmt::format("\"{}\" is no ordinary file", path));
  }
  for (const FoundTexture& texture : document.textures) {
    if (!texture.path.empty() && fs::equivalent(texture.path, path, ignored)) {
      return fail("save.target",
                  fmt::format("\"{}\" is a texture of the model, so it is not replaced", path));
    }
  }
  if (!beginsAsModel(path)) {
    return fail("save.target",
                fmt::format("\"{}\" is there and no BMD1 model, so it is not replaced", path));
  }
  if (replace) return {};
  if (!fs::equivalent(document.path, path, ignored)) {
    return fail("save.exists", fmt::format("\"{}\" exists already", path));
  }
  if (document.stamp && document.stamp != stampOf(path)) {
    return fail("save.changed",
                fmt::format("\"{}\" has changed since it was read, and what is new in it would be "
                            "lost (F5 reads it again and keeps the edits)",
                            path));
  }
  return {};
}

std::vector<bmd1::PseudoBonePatch> patchesOf(const Model& model, const State& state) {
  std::vector<bmd1::PseudoBonePatch> patches;
  for (const PseudoBoneEdit& edit : state.pseudo_edits) {
    bmd1::PseudoBonePatch patch;
    patch.bone = model.pseudo_bones[edit.pseudo_bone].influence;  // BMD1: its own index
    patch.bones = edit.bones;
    for (std::size_t slot = 0; slot < 4; ++slot)
      patch.weights[slot] = double{edit.weights[slot]};
    patches.push_back(patch);
  }
  return patches;
}

/// Errors by rule and place, as the strict checker finds them.
std::set<std::pair<std::string, std::string>> errorsOf(const SharedBytes& bytes,
                                                       const bmd1::Readings& readings) {
  std::set<std::pair<std::string, std::string>> errors;
  const auto file = bmd1::read(bytes, Mode::Strict, readings);
  if (!file) return {{file.error().code, file.error().message}};
  for (const Diagnostic& finding : file->diagnostics) {
    if (finding.severity == Severity::Error) errors.emplace(finding.rule, describe(finding));
  }
  return errors;
}

/// The edited bytes; an Error where the edits would break the format in a new place.
Result<SharedBytes> editedBytes(const LoadedModel& loaded, const State& state) {
  const auto patches = patchesOf(loaded.model, state);
  auto patched = bmd1::withPseudoBones(*loaded.bmd1, patches);
  if (!patched) return tl::unexpected(patched.error());
  auto bytes = std::make_shared<const std::vector<std::byte>>(std::move(*patched));
  const auto before = errorsOf(loaded.bmd1->bytes, loaded.bmd1->readings);
  for (const auto& [rule, text] : errorsOf(bytes, loaded.bmd1->readings)) {
    if (before.contains({rule, text})) continue;
    return fail("save.check", fmt::format("the edited model would break {}: {}", rule, text));
  }
  return bytes;
}

}  // namespace

Result<void> Viewer::save(const std::string& path, bool replace) {
  if (!scene_) return fail("command.no-model", "no model is open, so there is nothing to save");
  const Document& document = scene_->document();
  const std::string target = path.empty() ? document.path : path;
  if (target == "-") {
    return fail("save.target", "the model came from standard input: give a file's name");
  }
  if (!document.loaded.bmd1) return fail("save.format", "only BMD1 models can be saved");
  if (path.empty() && !unsaved()) {
    report(Message::Kind::Info, "There is nothing to save: no weights were changed.");
    return {};
  }
  if (auto free = checkTarget(document, target, replace); !free) return free;
  const auto bytes = editedBytes(document.loaded, state);
  if (!bytes) return tl::unexpected(bytes.error());
  LoadOptions load = options.load;
  load.format = document.loaded.format;
  auto loaded = loadModel(*bytes, load);
  if (!loaded) return tl::unexpected(loaded.error());
  std::vector<std::uint8_t> out((*bytes)->size());
  std::ranges::transform(**bytes, out.begin(),
                         [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  if (auto written = writeFileAtomically(target, out); !written) return written;

  // From here on the window shows the new file; pictures stay as they were found.
  auto saved = std::make_shared<Document>();
  saved->path = target;
  saved->file_size = out.size();
  saved->stamp = stampOf(target);
  saved->loaded = std::move(*loaded);
  saved->textures = document.textures;
  const std::size_t count = state.pseudo_edits.size();
  if (auto shown = showScene(std::move(saved)); !shown) return shown;
  tabs_[tab_].path = tabs_[tab_].last_path = target;
  state.pseudo_edits.clear();
  window.save_dialog = false;
  report(Message::Kind::Info,
         fmt::format("Saved {} ({} pseudo-bone{} changed).", target, count, count == 1 ? "" : "s"));
  return {};
}

}  // namespace sinew::app
