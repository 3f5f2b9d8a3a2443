// Levels of detail.

#include "app/command_handlers.h"

namespace sinew::app {
namespace {

/// The next level with meshes in a direction, or none.
std::optional<std::uint32_t> neighbour(const Model& model, std::uint32_t from, bool coarser) {
  const auto count = static_cast<std::uint32_t>(model.lods.size());
  for (std::uint32_t level = from;;) {
    if (coarser ? level + 1 >= count : level == 0) return std::nullopt;
    level = coarser ? level + 1 : level - 1;
    if (!pose::lodMeshes(model, level).empty()) return level;
  }
}

Result<void> goToNeighbour(Viewer& viewer, const Model& model, bool coarser) {
  LodState& lod = viewer.state.lod;
  const LodStatus& status = viewer.scene()->lod();
  const std::uint32_t from =
      lod.mode == LodMode::Forced ? lod.forced : status.choice.lod.value_or(0);
  const auto next = neighbour(model, from, coarser);
  if (!next) {
    return badArgument("level {} is already the {} one with meshes", from,
                       coarser ? "coarsest" : "finest");
  }
  lod.mode = LodMode::Forced;
  lod.forced = *next;
  return {};
}

Result<void> setLod(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "lod auto|LEVEL|all|finer|coarser"); !ok)
    return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  LodState& lod = viewer.state.lod;
  const std::string& what = arguments[0];
  if (what == "auto") {
    lod.mode = LodMode::Auto;
    return {};
  }
  if (what == "all") {
    lod.mode = LodMode::All;
    return {};
  }
  if ((*model)->lods.empty()) {
    return badArgument("the model has no levels of detail: all its meshes show");
  }
  if (what == "finer" || what == "coarser")
    return goToNeighbour(viewer, **model, what == "coarser");
  const auto most = static_cast<std::uint32_t>((*model)->lods.size() - 1);
  const auto level = indexArgument(what, "level", most);
  if (!level) return tl::unexpected(level.error());
  lod.mode = LodMode::Forced;
  lod.forced = *level;
  return {};
}

Result<void> setLodDistance(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "lod-distance METRES|camera"); !ok) return ok;
  if (arguments[0] == "camera") {
    viewer.state.lod.distance_m.reset();
    return {};
  }
  const auto distance = numberArgument(arguments[0], "distance in metres", 0.0, 1e9);
  if (!distance) return tl::unexpected(distance.error());
  viewer.state.lod.distance_m = *distance;
  return {};
}

std::optional<bool> isLod(const Viewer& viewer, std::string_view mode) {
  if (mode == "auto") return viewer.state.lod.mode == LodMode::Auto;
  if (mode == "all") return viewer.state.lod.mode == LodMode::All;
  return std::nullopt;
}

constexpr std::array kLodPresets{
    CommandPreset{"auto", "Shift+L", "Model/Level by distance",
                  "Chooses the level of detail by the camera's distance."},
    CommandPreset{"finer", "PageUp", "Model/Finer level", "Shows the next finer level of detail."},
    CommandPreset{"coarser", "PageDown", "Model/Coarser level",
                  "Shows the next coarser level of detail."},
    CommandPreset{"all", "", "Model/All levels at once",
                  "Draws the meshes of every level together."}};

constexpr std::array kCommands{
    CommandDef{"lod", "auto|LEVEL|all|finer|coarser", "Chooses the level of detail.", setLod,
               kLodPresets, isLod},
    CommandDef{"lod-distance", "METRES|camera",
               "Chooses the level as if seen from this distance, without moving the camera.",
               setLodDistance}};

}  // namespace

std::span<const CommandDef> lodCommands() {
  return kCommands;
}

}  // namespace sinew::app
