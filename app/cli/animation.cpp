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

/// "NAME:WEIGHT,…": a name may hold colons, the last one counts.
Expected parseBlend(const std::string& text, std::vector<BlendOption>& blend) {
  constexpr std::string_view kExpected =
      "NAME:WEIGHT, ... with weights from 0 to 1, at most 1 in all";
  blend.clear();
  double sum = 0.0;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t colon = part.rfind(':');
    BlendOption option;
    if (colon == std::string_view::npos || colon == 0 ||
        !parseNumber(std::string(part.substr(colon + 1)), {"", 0.0, 1.0}, option.weight).empty()) {
      return std::string(kExpected);
    }
    option.clip = part.substr(0, colon);
    sum += option.weight;
    blend.push_back(std::move(option));
  }
  // A part in a million is rounding: 0.1 + 0.2 + 0.7.
  if (blend.empty() || sum > 1.0 + 1e-6 || blend.size() >= pose::kMostMixParts) {
    return std::string(kExpected);
  }
  return {};
}

Expected parseRange(const std::string& text, std::optional<FrameRange>& range) {
  const std::string expected = "A..B, frames from 0 with A not beyond B";
  const std::size_t dots = text.find("..");
  FrameRange read;
  if (dots == std::string::npos ||
      !parseNumber(text.substr(0, dots), {"", 0.0}, read.first).empty() ||
      !parseNumber(text.substr(dots + 2), {"", 0.0}, read.last).empty() || read.first > read.last) {
    return expected;
  }
  range = read;
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
  table.value("--blend", "NAME:WEIGHT[,...]",
              "blends other clips into the clip, each at the same part of its length",
              [&options](const std::string& text) { return parseBlend(text, options.blend); });
  if (table.command() == Command::Pose) {
    table.flag("--vertices", "also the posed vertices of every mesh",
               [&options] { options.vertices = true; });
    return;
  }
  if (table.command() == Command::Convert) return;
  if (table.command() != Command::Diff) {
    table.value(
        "--frame-range", "A..B",
        table.command() == Command::View ? "plays these frames, both included"
                                         : "a picture of each frame from A to B",
        [&options](const std::string& text) { return parseRange(text, options.frame_range); });
  }
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
