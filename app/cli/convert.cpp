// What `convert` writes.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

/// "all", "first" (glTF) or a number of levels to make (BMD1).
Expected parseLods(const std::string& text, ConvertOptions& convert) {
  if (text == "all" || text == "first") {
    convert.first_lod_only = text == "first";
    return {};
  }
  std::int64_t count = 0;
  if (!parseInteger(text, "", 0, 8, count).empty()) return "all, first or a number from 0 to 8";
  convert.lods_to_make = static_cast<std::uint32_t>(count);
  return {};
}

void addLimit(OptionTable& table, const std::string& name, const std::string& unit,
              const std::string& help, std::optional<double>& limit) {
  table.value(name, unit, help, [&limit](const std::string& text) {
    double value = 0.0;
    const Expected expected = parseNumber(text, {"a number, 0 or more", 0.0}, value);
    if (expected.empty()) limit = value;
    return expected;
  });
}

void addBmd1Options(OptionTable& table, ConvertOptions& convert) {
  using Size = ConvertOptions::Size;
  using Loop = ConvertOptions::Loop;
  table.value(
      "--size", "smallest|balanced|best", "BMD1: how much error is let in (default: balanced)",
      [&convert](const std::string& text) {
        return parseWord<Size>(
            text,
            {{"smallest", Size::Smallest}, {"balanced", Size::Balanced}, {"best", Size::Best}},
            convert.size);
      });
  addLimit(table, "--max-position-error", "PERCENT",
           "BMD1: greatest error of a vertex at rest, of the model's diagonal",
           convert.max_position_percent);
  addLimit(table, "--max-normal-error", "DEGREES", "BMD1: greatest error of a normal",
           convert.max_normal_deg);
  addLimit(table, "--max-uv-error", "F", "BMD1: greatest error of S and T, of the texture",
           convert.max_uv);
  addLimit(table, "--max-rotation-error", "DEGREES", "BMD1: greatest error of a bone in a clip",
           convert.max_rotation_deg);
  addLimit(table, "--max-translation-error", "PERCENT",
           "BMD1: greatest error of joints and tips in a clip, of the diagonal",
           convert.max_translation_percent);
  addLimit(table, "--rate", "HZ", "BMD1: frames a second of the clips, at most 31.75",
           convert.rate_hz);
  table.value("--loop", "detect|on|off", "BMD1: whether clips wrap (default: those that close)",
              [&convert](const std::string& text) {
                return parseWord<Loop>(
                    text, {{"detect", Loop::Detect}, {"on", Loop::On}, {"off", Loop::Off}},
                    convert.loop);
              });
  table.flag("--keep-bones", "BMD1: also bones that move nothing",
             [&convert] { convert.keep_bones = true; });
  table.flag("--report", "BMD1: print sizes and errors, measured on what was written",
             [&convert] { convert.report = true; });
}

}  // namespace

void addConvertOptions(OptionTable& table) {
  if (table.command() != Command::Convert) return;
  ConvertOptions& convert = table.options().convert;
  using Solids = ConvertOptions::Solids;
  table.group("Conversion");
  table.value("--lods", "all|first|N",
              "glTF: all levels of detail (MSFT_lod; default) or the finest; BMD1: levels to make",
              [&convert](const std::string& text) { return parseLods(text, convert); });
  table.value("--solids", "named|hull|off",
              "those of the source and meshes named for it (default), a hull a bone, or none",
              [&convert](const std::string& text) {
                return parseWord<Solids>(
                    text, {{"named", Solids::Named}, {"hull", Solids::Hull}, {"off", Solids::Off}},
                    convert.solids);
              });
  addBmd1Options(table, convert);
}

}  // namespace sinew::app::cli
