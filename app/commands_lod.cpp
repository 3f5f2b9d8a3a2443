// Levels of detail.

#include "app/command_handlers.h"

namespace sinew::app {
namespace {

/// The next level with meshes in a direction, or none.
std::optional<std::uint32_t> neighbour(const LevelTable& levels, std::uint32_t from, bool coarser) {
  for (std::uint32_t level = from;;) {
    if (coarser ? level + 1 >= levels.size() : level == 0) return std::nullopt;
    level = coarser ? level + 1 : level - 1;
    if (!levels.isEmpty(level)) return level;
  }
}

Result<void> goToNeighbour(Viewer& viewer, bool coarser) {
  LodState& lod = viewer.state.lod;
  const LodStatus& status = viewer.scene()->lod();
  const std::uint32_t from =
      lod.mode == LodMode::Forced ? lod.forced : status.choice.lod.value_or(0);
  const auto next = neighbour(viewer.scene()->levels(), from, coarser);
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
  if (what == "finer" || what == "coarser") return goToNeighbour(viewer, what == "coarser");
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

Result<void> setLodBias(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "lod-bias NUMBER"); !ok) return ok;
  const auto bias = numberArgument(arguments[0], "bias", -16.0, 16.0);
  if (!bias) return tl::unexpected(bias.error());
  viewer.state.lod.bias = *bias;
  return {};
}

Result<void> setHysteresis(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "lod-hysteresis [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.state.lod.hysteresis);
  if (!on) return tl::unexpected(on.error());
  viewer.state.lod.hysteresis = *on;
  return {};
}

Result<void> setUnits(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "units-per-metre NUMBER|file"); !ok) return ok;
  auto& units = viewer.state.lod.units_per_metre;
  if (arguments[0] == "file") {
    units.reset();
    return {};
  }
  const auto value = numberArgument(arguments[0], "number of units in a metre", 1e-6, 1e6);
  if (!value) return tl::unexpected(value.error());
  units = *value;
  return {};
}

Result<void> setFilmStrip(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "film-strip [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.state.view.film_strip);
  if (!on) return tl::unexpected(on.error());
  viewer.state.view.film_strip = *on;
  return {};
}

std::optional<bool> isFilmStrip(const Viewer& viewer, std::string_view) {
  return viewer.state.view.film_strip;
}

std::optional<bool> isHysteresis(const Viewer& viewer, std::string_view) {
  return viewer.state.lod.hysteresis;
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

constexpr std::array kHysteresis{CommandPreset{"", "", "Model/Hold levels near their switch", ""}};

constexpr std::array kFilmStrip{CommandPreset{"", "L", "View/Levels side by side", ""}};

constexpr std::array kCommands{
    CommandDef{"lod", "auto|LEVEL|all|finer|coarser", "Chooses the level of detail.", setLod,
               kLodPresets, isLod},
    CommandDef{"lod-distance", "METRES|camera",
               "Chooses the level as if seen from this distance, without moving the camera.",
               setLodDistance},
    CommandDef{"film-strip", "[on|off|toggle]", "Shows all levels of detail side by side.",
               setFilmStrip, kFilmStrip, isFilmStrip},
    CommandDef{"lod-bias", "NUMBER",
               "Counts distances 2 to this power times: above 0 takes coarser levels.", setLodBias},
    CommandDef{
        "lod-hysteresis", "[on|off|toggle]",
        "Keeps a level a little beyond its range, so that a trembling camera does not flicker.",
        setHysteresis, kHysteresis, isHysteresis},
    CommandDef{"units-per-metre", "NUMBER|file",
               "Says how many model units are a metre, for levels and the grid.", setUnits}};

}  // namespace

std::span<const CommandDef> lodCommands() {
  return kCommands;
}

}  // namespace sinew::app
