// Which records `dump` prints.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

constexpr std::int64_t kMaxIndex = 0xFFFF'FFFE;

/// "N" or "MESH:N"
Expected parseElement(std::string_view text, std::optional<DumpFilter::Element>& out) {
  constexpr std::string_view kExpected = "N or MESH:N, indices from 0";
  const auto parts = split(text, ':');
  if (parts.size() > 2) return std::string(kExpected);
  std::int64_t index = 0;
  if (!parseInteger(parts.back(), "", 0, kMaxIndex, index).empty()) return std::string(kExpected);
  DumpFilter::Element element;
  element.index = static_cast<std::uint32_t>(index);
  if (parts.size() == 2) {
    std::int64_t mesh = 0;
    if (!parseInteger(parts.front(), "", 0, kMaxIndex, mesh).empty()) return std::string(kExpected);
    element.mesh = static_cast<std::uint32_t>(mesh);
  }
  out = element;
  return {};
}

}  // namespace

void addRecordOptions(OptionTable& table) {
  if (table.command() != Command::Dump) return;
  DumpFilter& filter = table.options().dump;
  table.group("Records");
  table.value("--vertex", "[MESH:]N", "only this vertex",
              [&filter](const std::string& text) { return parseElement(text, filter.vertex); });
  table.value("--tri", "[MESH:]N", "only this face (triangle or quad)",
              [&filter](const std::string& text) { return parseElement(text, filter.face); });
  table.value("--bone", "NAME|#INDEX",
              "only this bone, or its keys where --anim or --frame is given",
              [&filter](const std::string& text) { return parseName(text, filter.bone); });
  table.value("--anim,--animation", "NAME|#INDEX", "only this animation",
              [&filter](const std::string& text) { return parseName(text, filter.anim); });
  table.value("--frame", "N", "only the keys of this frame", [&filter](const std::string& text) {
    std::int64_t frame = 0;
    const Expected expected = parseInteger(text, "a whole frame number", 0, kMaxIndex, frame);
    if (expected.empty()) filter.frame = static_cast<std::uint32_t>(frame);
    return expected;
  });
  table.flag("--scene", "all of a scene format's file as one JSON object (its only form)",
             [&table] { table.options().scene = true; });
  table.flag("--hex", "also the bytes of each record", [&filter] { filter.hex = true; });
}

}  // namespace sinew::app::cli
