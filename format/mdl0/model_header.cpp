#include <optional>

#include <fmt/format.h>

#include "format/mdl0/model_reader.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint32_t kFirstVersion = 8;
constexpr std::uint32_t kLastVersion = 11;
constexpr std::uint64_t kFirstWord = 0x10;

/// Where the properties start: their second word leads back to the model. Tables of other tools
/// disagree on version 10, this does not.
std::optional<std::uint64_t> findProperties(const Source& source, std::uint64_t model) {
  for (const std::int32_t place : {0x40, 0x48, 0x4C, 0x44}) {
    const std::uint64_t at = model + static_cast<std::uint64_t>(place);
    if (source.has(at, 0x28) && source.s32(at + 4) == -place) return at;
  }
  return std::nullopt;
}

std::uint64_t usualProperties(std::uint32_t version) {
  return version >= 11 ? 0x4C : version == 10 ? 0x48 : 0x40;
}

/// The word of a section in a header of `words` sections; fur came with version 10.
std::uint64_t wordOf(Section section, std::uint64_t words) {
  const std::uint64_t fur = words >= 12 ? 2 : 0;
  switch (section) {
    case Section::Definitions:
      return 0;
    case Section::Bones:
      return 1;
    case Section::Positions:
      return 2;
    case Section::Normals:
      return 3;
    case Section::Colors:
      return 4;
    case Section::Uvs:
      return 5;
    case Section::Materials:
      return 6 + fur;
    case Section::Objects:
    case Section::Count:
      break;
  }
  return 8 + fur;
}

void readSections(ModelReader& reader) {
  const std::uint64_t words = (reader.properties - reader.part.offset - 8 - kFirstWord) / 4 + 1;
  for (std::size_t s = 0; s < reader.sections.size(); ++s) {
    const std::uint64_t word =
        reader.part.offset + kFirstWord + 4 * wordOf(static_cast<Section>(s), words);
    if (reader.source.s32(word) == 0) continue;
    reader.sections[s] =
        reader.source.follow(reader.part.offset, word, Effect::Loss, reader.path + "/sections")
            .value_or(0);
  }
}

/// An enumerator of three, else the first.
std::uint32_t oneOfThree(const ModelReader& reader, std::uint64_t at, std::string_view what) {
  const std::uint32_t value = reader.source.u32(at);
  if (value < 3) return value;
  reader.source.report(Kind::Value, Effect::Repair, at, reader.path + "/properties",
                       fmt::format("{} {} does not exist; 0 is used", what, value));
  return 0;
}

constexpr std::array<std::string_view, 3> kRuleNames{"standard", "softimage", "maya"};
constexpr std::array<std::string_view, 3> kMatrixModeNames{"maya", "xsi", "max"};

}  // namespace

std::string ModelReader::sub(std::string_view section, std::string_view name) const {
  return fmt::format("{}/{}/{}", path, section, name);
}

std::vector<Entry> ModelReader::entries(Section section, std::string_view name) const {
  const std::uint64_t group = sections[static_cast<std::size_t>(section)];
  if (group == 0) return {};
  return readDictionary(source, group, fmt::format("{}/{}", path, name))
      .value_or(std::vector<Entry>{});
}

bool readHeader(ModelReader& reader) {
  const Source& source = reader.source;
  const std::uint64_t at = reader.part.offset;
  reader.version = source.u32(at + 8);
  if (reader.version < kFirstVersion || reader.version > kLastVersion) {
    source.report(Kind::Unsupported, Effect::Loss, at + 8, reader.path,
                  fmt::format("version {} is not read, {} to {} are", reader.version, kFirstVersion,
                              kLastVersion));
    return false;
  }
  if (!source.has(at, usualProperties(reader.version) + 0x28)) {
    source.report(Kind::Truncated, Effect::Loss, source.size(), reader.path,
                  "the file ends inside the header");
    return false;
  }
  const std::optional<std::uint64_t> found = findProperties(source, at);
  reader.properties = found.value_or(at + usualProperties(reader.version));
  if (!found) {
    source.report(Kind::Mismatch, Effect::Repair, reader.properties + 4,
                  reader.path + "/properties",
                  "the properties do not lead back to their model; the place usual for the version "
                  "is used");
  }
  readSections(reader);
  const std::uint32_t rule = oneOfThree(reader, reader.properties + 8, "scaling rule");
  const std::uint32_t mode = oneOfThree(reader, reader.properties + 0xC, "texture matrix mode");
  reader.rule = static_cast<ScalingRule>(rule);
  reader.model.source = {{"version", reader.version},
                         {"scaling_rule", kRuleNames[rule]},
                         {"texture_matrix_mode", kMatrixModeNames[mode]}};
  return true;
}

}  // namespace sinew::mdl0
