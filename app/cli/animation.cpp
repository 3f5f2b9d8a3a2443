// Animation and level-of-detail options.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

Expected parseLod(std::string_view text, LodState& lod) {
  if (text == "auto" || text == "all") {
    lod.mode = text == "auto" ? LodMode::Auto : LodMode::All;
    return {};
  }
  std::int64_t level = 0;
  if (!parseInteger(text, "", 0, 1'000'000, level).empty()) return "auto, all or a level from 0";
  lod.mode = LodMode::Forced;
  lod.forced = static_cast<std::uint32_t>(level);
  return {};
}

void addPlaying(OptionTable& table) {
  Options& options = table.options();
  table.value("--loop", "file|on|off|pingpong",
              "whether the clip wraps (default: as the file says)",
              [&options](const std::string& text) {
                return parseWord<LoopMode>(text,
                                           {{"file", LoopMode::File},
                                            {"on", LoopMode::On},
                                            {"off", LoopMode::Off},
                                            {"pingpong", LoopMode::PingPong}},
                                           options.loop);
              });
  if (table.command() != Command::View) return;
  table.value("--animation-speed-factor", "F", "speed from -4 to 4 (default: 1)",
              [&options](const std::string& text) {
                return parseNumber(text, {"a factor", -4.0, 4.0}, options.speed);
              });
  table.flag("--animation-autoplay", "play from the start",
             [&options] { options.autoplay = true; });
}

}  // namespace

void addAnimationOptions(OptionTable& table) {
  if (!table.isAnyOf(
          {Command::View, Command::Shot, Command::Pose, Command::Diff, Command::Convert}))
    return;
  Options& options = table.options();
  table.group("Animation");
  table.value("--animation,--anim", "NAME|#INDEX", "the clip: its exact name, else # and its index",
              [&options](const std::string& text) { return parseName(text, options.animation); });
  const auto take = [](const std::string& text, std::string_view what, std::optional<double>& out) {
    double value = 0.0;
    const Expected expected = parseNumber(text, {what}, value);
    if (expected.empty()) out = value;
    return expected;
  };
  table.value("--animation-time,--time", "SECONDS", "time in the clip; fractions and negative too",
              [&options, take](const std::string& text) {
                return take(text, "a number of seconds", options.time_s);
              });
  table.value("--animation-frame,--frame", "N", "frame of the clip; fractions and negative too",
              [&options, take](const std::string& text) {
                return take(text, "a frame number", options.frame);
              });
  if (table.command() == Command::Pose) {
    table.flag("--vertices", "also the posed vertices of every mesh",
               [&options] { options.vertices = true; });
    return;
  }
  if (table.command() == Command::Convert) return;
  addPlaying(table);
}

void addLodOptions(OptionTable& table) {
  if (!table.isAnyOf({Command::View, Command::Shot, Command::Diff})) return;
  Options& options = table.options();
  table.group("Level of detail");
  table.value("--lod", "auto|N|all", "by distance (default), one level, or every mesh",
              [&options](const std::string& text) { return parseLod(text, options.lod); });
  table.value("--lod-distance", "METRES", "choose as at this distance",
              [&options](const std::string& text) {
                double distance = 0.0;
                const Expected expected = parseNumber(text, {"a number of metres", 0.0}, distance);
                if (expected.empty()) options.lod.distance_m = distance;
                return expected;
              });
  table.value("--lod-bias", "B", "count the distance 2^B times: above 0 takes coarser levels",
              [&options](const std::string& text) {
                return parseNumber(text, {"a number", -16.0, 16.0}, options.lod.bias);
              });
}

}  // namespace sinew::app::cli
