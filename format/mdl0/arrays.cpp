#include <algorithm>

#include <fmt/format.h>

#include "format/mdl0/model_reader.h"
#include "format/mdl0/vertex_format.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t kHeadBytes = 0x20;

VertexArray readArray(const ModelReader& reader, ArrayKind kind, const Entry& entry,
                      std::string_view section) {
  const Source& source = reader.source;
  VertexArray array;
  array.path = reader.sub(section, entry.name);
  array.at = entry.offset;
  if (!entry.readable) return array;
  if (!source.has(array.at, kHeadBytes)) {
    source.report(Kind::Truncated, Effect::Loss, array.at, array.path,
                  "the file ends inside the array's head");
    return array;
  }
  if (!source.spend(kHeadBytes, array.at, array.path)) return array;
  const bool color = kind == ArrayKind::Color;
  array.components = source.u32(array.at + 0x14);
  array.type = source.u32(array.at + 0x18);
  array.divisor = color ? 0 : source.u8(array.at + 0x1C);
  array.count = source.u16(array.at + 0x1E);
  if (!typeExists(kind, array.type)) {
    source.report(Kind::Value, Effect::Loss, array.at + 0x18, array.path,
                  fmt::format("number type {} does not exist", array.type));
    return array;
  }
  if (array.components > (kind == ArrayKind::Normal ? 2u : 1u)) {
    source.report(Kind::Value, Effect::Repair, array.at + 0x14, array.path,
                  fmt::format("component code {} does not exist", array.components));
    array.components = 0;
  }
  const auto data = source.follow(array.at, array.at + 8, Effect::Loss, array.path);
  if (!data) return array;
  array.data = *data;
  const std::uint32_t bytes = elementBytes(kind, {array.components, array.type, 0});
  array.stride = std::max<std::uint32_t>(source.u8(array.at + (color ? 0x1C : 0x1D)), bytes);
  // The last element may do without the padding of its stride.
  const std::uint64_t room = source.size() - array.data;
  const std::uint64_t fit = room < bytes ? 0 : (room - bytes) / array.stride + 1;
  array.available = static_cast<std::uint32_t>(std::min<std::uint64_t>(array.count, fit));
  if (array.available < array.count) {
    source.report(Kind::Count, Effect::Repair, array.at + 0x1E, array.path,
                  fmt::format("{} elements announced, the file has room for {}; the others are 0",
                              array.count, fit));
  }
  array.readable = true;
  return array;
}

void readSection(ModelReader& reader, ArrayKind kind, Section section, std::string_view name) {
  std::vector<VertexArray>& arrays = reader.arrays[static_cast<std::size_t>(kind)];
  for (const Entry& entry : reader.entries(section, name))
    arrays.push_back(readArray(reader, kind, entry, name));
}

}  // namespace

void readArrays(ModelReader& reader) {
  readSection(reader, ArrayKind::Position, Section::Positions, "positions");
  readSection(reader, ArrayKind::Normal, Section::Normals, "normals");
  readSection(reader, ArrayKind::Color, Section::Colors, "colors");
  readSection(reader, ArrayKind::Uv, Section::Uvs, "uvs");
}

}  // namespace sinew::mdl0
