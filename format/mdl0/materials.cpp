#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "format/bit_fields.h"
#include "format/gx/material.h"
#include "format/mdl0/gx_value.h"
#include "format/mdl0/model_reader.h"
#include "format/mdl0/texture_matrix.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t kHeadBytes = 0x418;
constexpr std::uint64_t kFlags = 0x10;
constexpr std::uint64_t kGenerators = 0x14;
constexpr std::uint64_t kChannels = 0x15;
constexpr std::uint64_t kStages = 0x16;
constexpr std::uint64_t kIndirectStages = 0x17;
constexpr std::uint64_t kCull = 0x18;
constexpr std::uint64_t kShader = 0x28;
constexpr std::uint64_t kReferenceCount = 0x2C;
constexpr std::uint64_t kReferences = 0x30;
constexpr std::uint64_t kReferenceBytes = 0x34;
// From here on everything is one word lower before version 10.
constexpr std::uint64_t kList = 0x3C;
constexpr std::uint64_t kListBytes = 0x180;
constexpr std::uint64_t kSrt = 0x1A8;
constexpr std::uint64_t kLightChannels = 0x3F0;
constexpr std::uint64_t kLightChannelBytes = 0x14;

constexpr std::uint64_t kShaderList = 0x20;
constexpr std::uint64_t kShaderListBytes = 0x1E0;
/// Of the budget: shaders may be shared, but what is kept of each stage is not small.
constexpr std::uint64_t kSpentAStage = 0x100;

constexpr std::uint32_t kMostMaps = 8;

constexpr std::size_t kAlphaTest = 0xF3;
constexpr std::size_t kDepth = 0x40;
constexpr std::size_t kBlend = 0x41;

bool passes(scene::Compare compare, int value, int reference) {
  switch (compare) {
    case scene::Compare::Never:
      return false;
    case scene::Compare::Less:
      return value < reference;
    case scene::Compare::Equal:
      return value == reference;
    case scene::Compare::LessEqual:
      return value <= reference;
    case scene::Compare::Greater:
      return value > reference;
    case scene::Compare::NotEqual:
      return value != reference;
    case scene::Compare::GreaterEqual:
      return value >= reference;
    case scene::Compare::Always:
      break;
  }
  return true;
}

bool passes(const scene::AlphaTest& test, int alpha) {
  const bool first = passes(test.compare0, alpha, test.ref0);
  const bool second = passes(test.compare1, alpha, test.ref1);
  switch (test.op) {
    case scene::AlphaOp::And:
      return first && second;
    case scene::AlphaOp::Or:
      return first || second;
    case scene::AlphaOp::Xor:
      return first != second;
    case scene::AlphaOp::Xnor:
      break;
  }
  return first == second;
}

bool canFail(const scene::AlphaTest& test) {
  for (int alpha = 0; alpha < 256; ++alpha) {
    if (!passes(test, alpha)) return true;
  }
  return false;
}

/// Blend factors in the file's order; 2 and 3 are the other side's colour.
scene::BlendFactor factor(std::uint32_t code, bool source_side) {
  using scene::BlendFactor;
  switch (code) {
    case 0:
      return BlendFactor::Zero;
    case 1:
      return BlendFactor::One;
    case 2:
      return source_side ? BlendFactor::DstColor : BlendFactor::SrcColor;
    case 3:
      return source_side ? BlendFactor::OneMinusDstColor : BlendFactor::OneMinusSrcColor;
    case 4:
      return BlendFactor::SrcAlpha;
    case 5:
      return BlendFactor::OneMinusSrcAlpha;
    case 6:
      return BlendFactor::DstAlpha;
    default:
      return BlendFactor::OneMinusDstAlpha;
  }
}

/// Alpha test, blending and depth as the list left them; what it does not set is opaque and tested.
void readPixelState(const gx::Registers& registers, scene::Material& material) {
  scene::AlphaTest test;
  if (registers.bp_written[kAlphaTest]) {
    const std::uint32_t word = registers.bp[kAlphaTest];
    test.ref0 = static_cast<std::uint8_t>(bits(word, {7, 0}));
    test.ref1 = static_cast<std::uint8_t>(bits(word, {15, 8}));
    test.compare0 = static_cast<scene::Compare>(bits(word, {18, 16}));
    test.compare1 = static_cast<scene::Compare>(bits(word, {21, 19}));
    test.op = static_cast<scene::AlphaOp>(bits(word, {23, 22}));
  }
  material.alpha_test = test;
  const std::uint32_t blend = registers.bp[kBlend];
  const bool subtract = bits(blend, {11, 11}) != 0;
  const bool blends = subtract || bits(blend, {0, 0}) != 0;
  if (blends) {
    material.blend = scene::Blend{factor(bits(blend, {10, 8}), true),
                                  factor(bits(blend, {7, 5}), false), subtract};
  }
  material.alpha = blends ? AlphaMode::Blend : canFail(test) ? AlphaMode::Mask : AlphaMode::Opaque;
  material.depth = scene::Depth{};
  if (registers.bp_written[kDepth]) {
    const std::uint32_t depth = registers.bp[kDepth];
    material.depth =
        scene::Depth{bits(depth, {0, 0}) != 0, static_cast<scene::Compare>(bits(depth, {3, 1})),
                     bits(depth, {4, 4}) != 0};
  }
}

class MaterialReader {
 public:
  MaterialReader(ModelReader& reader, const Entry& entry)
      : reader_(reader),
        source_(reader.source),
        at_(entry.offset),
        late_(entry.offset - (reader.version < 10 ? 4 : 0)),
        path_(reader.sub("materials", entry.name)) {
    material_.name = entry.name;
  }

  std::optional<scene::Material> read() {
    if (!source_.has(at_, kHeadBytes)) {
      source_.report(Kind::Truncated, Effect::Loss, at_, path_,
                     "the file ends inside the material");
      return std::nullopt;
    }
    if (!source_.spend(kHeadBytes + kListBytes, at_, path_)) return std::nullopt;
    gx_.translucent = source_.u32(at_ + kFlags) >> 31 != 0;
    material_.cull = static_cast<CullMode>(enumerator(at_ + kCull, 4, "cull mode", path_));
    readChannels();
    readMappings();
    gx::Registers registers;
    if (const auto list = source_.follow(at_, late_ + kList, Effect::Loss, path_ + "/list"))
      runList(*list, kListBytes, "list", registers);
    readPixelState(registers, material_);
    readShader(registers);
    gx::fillFromLists(gx_, registers, std::min<std::uint32_t>(source_.u8(at_ + kGenerators), 8),
                      std::min<std::uint32_t>(source_.u8(at_ + kIndirectStages), 4));
    readLayers(registers);
    material_.extra.emplace_back("gx", describe(gx_));
    material_.gx = std::make_shared<const gx::Material>(std::move(gx_));
    return std::move(material_);
  }

  std::vector<PendingLayer> takeLayers() { return std::move(layers_); }

 private:
  /// A word below `count`; 0 for any other, which is reported.
  std::uint32_t enumerator(std::uint64_t field, std::uint32_t count, std::string_view what,
                           const std::string& path) {
    const std::uint32_t value = source_.u32(field);
    if (value < count) return value;
    source_.report(Kind::Value, Effect::Repair, field, path,
                   fmt::format("{} {} does not exist; 0 is used", what, value));
    return 0;
  }

  std::uint32_t countOf(std::uint64_t field, std::uint32_t most, std::string_view what) {
    const std::uint32_t count = source_.u8(at_ + field);
    if (count <= most) return count;
    source_.report(Kind::Count, Effect::Repair, at_ + field, path_,
                   fmt::format("{} {}, there can be {}", count, what, most));
    return most;
  }

  std::array<std::uint8_t, 4> color(std::uint64_t at) const {
    return {source_.u8(at), source_.u8(at + 1), source_.u8(at + 2), source_.u8(at + 3)};
  }

  void readChannels() {
    const std::uint32_t count = countOf(kChannels, 2, "light channels");
    for (std::uint32_t c = 0; c < count; ++c) {
      const std::uint64_t at = late_ + kLightChannels + kLightChannelBytes * c;
      gx_.channels.push_back(
          {color(at + 4), color(at + 8), source_.u32(at + 12), source_.u32(at + 16)});
    }
    if (count == 0) return;
    for (std::size_t k = 0; k < 4; ++k)
      material_.color[static_cast<glm::length_t>(k)] = gx_.channels[0].material[k];
  }

  void readMappings() {
    const std::uint64_t at = late_ + kSrt;
    const std::uint32_t flags = source_.u32(at);
    const std::string path = path_ + "/matrices";
    gx_.matrix_mode = static_cast<std::uint8_t>(enumerator(at + 4, 3, "texture matrix mode", path));
    for (std::size_t i = 0; i < gx_.mappings.size(); ++i) {
      gx::LayerMapping& mapping = gx_.mappings[i];
      // Without the bit the layer does not exist, and its numbers mean nothing.
      if ((flags >> (4 * i) & 1) == 0) continue;
      for (std::size_t k = 0; k < 5; ++k)
        mapping.srt[k] = source_.finite(at + 8 + 0x14 * i + 4 * k, k < 2 ? 1.0f : 0.0f, path);
      const std::uint64_t effect = at + 0xA8 + 0x34 * i;
      mapping.camera = static_cast<std::int8_t>(source_.u8(effect));
      mapping.light = static_cast<std::int8_t>(source_.u8(effect + 1));
      mapping.mode = source_.u8(effect + 2);
      if (mapping.mode > 5) {
        source_.report(Kind::Value, Effect::Repair, effect + 2, path,
                       fmt::format("mapping {} does not exist; 0 is used", mapping.mode));
        mapping.mode = 0;
      }
      mapping.effect_identity = source_.u8(effect + 3) != 0;
      if (mapping.effect_identity) continue;
      for (std::size_t k = 0; k < 12; ++k)
        mapping.effect[k] = source_.finite(effect + 4 + 4 * k, 0.0f, path);
    }
  }

  void runList(std::uint64_t begin, std::uint64_t bytes, std::string_view name,
               gx::Registers& registers) {
    const gx::StreamResult result = gx::execute(source_.part(begin, bytes), registers);
    if (result.end == gx::StreamResult::End::Done) return;
    const bool cut = result.end == gx::StreamResult::End::Truncated;
    source_.report(
        cut ? Kind::Truncated : Kind::Opcode, Effect::Loss, begin + result.offset,
        fmt::format("{}/{}", path_, name),
        cut ? "the list ends inside a command"
            : fmt::format("command {:02x} does not exist", source_.u8(begin + result.offset)));
  }

  void readShader(gx::Registers& registers) {
    const std::uint32_t count = countOf(kStages, 16, "TEV stages");
    const std::string path = path_ + "/shader";
    if (count == 0 || !source_.spend(kSpentAStage * count, at_ + kStages, path)) return;
    const auto shader = source_.follow(at_, at_ + kShader, Effect::Loss, path);
    if (!shader) return;
    if (!source_.has(*shader, kShaderList)) {
      source_.report(Kind::Truncated, Effect::Loss, *shader, path,
                     "the file ends inside the shader");
      return;
    }
    runList(*shader + kShaderList, kShaderListBytes, "shader", registers);
    gx_.stages = gx::stagesOf(registers, count);
  }

  std::uint32_t referenceCount() {
    const std::uint32_t count = source_.u32(at_ + kReferenceCount);
    if (count <= kMostMaps) return count;
    const std::uint32_t used = std::min<std::uint32_t>(source_.u8(at_ + kGenerators), kMostMaps);
    source_.report(
        Kind::Count, Effect::Repair, at_ + kReferenceCount, path_,
        fmt::format("{} texture references, there can be {}; {} are read", count, kMostMaps, used));
    return used;
  }

  void readLayers(const gx::Registers& registers) {
    const std::uint32_t count = referenceCount();
    if (count == 0) return;
    const std::string path = path_ + "/textures";
    const auto first = source_.follow(at_, at_ + kReferences, Effect::Loss, path);
    if (!first) return;
    for (std::uint32_t r = 0; r < count; ++r) {
      const std::uint64_t at = *first + kReferenceBytes * r;
      if (!source_.has(at, kReferenceBytes)) {
        source_.report(Kind::Truncated, Effect::Loss, at, path,
                       "the file ends inside a texture reference");
        return;
      }
      readLayer(at, r, registers);
    }
  }

  /// The coordinate generator that feeds a map: as the stages say, else of the map's own number.
  std::uint32_t coordinateOf(std::uint32_t map) const {
    for (const gx::Stage& stage : gx_.stages) {
      if (stage.map && *stage.map == map && stage.coord) return *stage.coord;
    }
    return std::min<std::uint32_t>(map, 7);
  }

  void readLayer(std::uint64_t at, std::uint32_t index, const gx::Registers& registers) {
    scene::Layer layer;
    layer.name = source_.name(at, at, index, fmt::format("{}/textures/#{}", path_, index));
    const std::string path = fmt::format("{}/textures/{}", path_, layer.name);
    layer.palette = source_.optionalName(at, at + 4, index, path);
    layer.map = enumerator(at + 0x10, kMostMaps, "texture map", path);
    constexpr std::array<Wrap, 3> kWraps{Wrap::Clamp, Wrap::Repeat, Wrap::Mirror};
    layer.wrap = {kWraps[enumerator(at + 0x18, 3, "wrap mode", path)],
                  kWraps[enumerator(at + 0x1C, 3, "wrap mode", path)]};
    layer.min_filter =
        static_cast<scene::Filter>(enumerator(at + 0x20, 6, "minification filter", path));
    layer.mag_filter =
        static_cast<scene::Filter>(enumerator(at + 0x24, 2, "magnification filter", path));
    const std::uint32_t coordinate = coordinateOf(layer.map);
    const gx::LayerMapping& mapping = gx_.mappings[coordinate];
    layer.mapping = mappingOf(mapping.mode);
    layer.uv = coordinate;
    if (registers.xf_written[0x40 + coordinate]) {
      const std::uint32_t source = gx_.generators.size() > coordinate
                                       ? gx_.generators[coordinate].source
                                       : bits(registers.xf[0x40 + coordinate], {11, 7});
      layer.uv = source >= 5 && source < 13 ? source - 5 : 0;
    }
    layer.matrix = textureMatrix(gx_.matrix_mode, mapping.srt);
    layers_.push_back({0, static_cast<std::uint32_t>(material_.layers.size()), at, path});
    material_.layers.push_back(std::move(layer));
  }

  static scene::Mapping mappingOf(std::uint8_t mode) {
    constexpr std::array<scene::Mapping, 6> kMappings{scene::Mapping::Uv,
                                                      scene::Mapping::Environment,
                                                      scene::Mapping::Projection,
                                                      scene::Mapping::EnvironmentLight,
                                                      scene::Mapping::EnvironmentSpecular,
                                                      scene::Mapping::ProjectionGame};
    return kMappings[mode];
  }

  ModelReader& reader_;
  const Source& source_;
  std::uint64_t at_;
  std::uint64_t late_;  ///< what offsets behind the texture references count from
  std::string path_;
  scene::Material material_;
  gx::Material gx_;
  std::vector<PendingLayer> layers_;
};

}  // namespace

void readMaterials(ModelReader& reader) {
  for (const Entry& entry : reader.entries(Section::Materials, "materials")) {
    reader.material_of_entry.push_back(kNone);
    if (!entry.readable) continue;
    MaterialReader material_reader(reader, entry);
    std::optional<scene::Material> material = material_reader.read();
    if (!material) continue;
    const auto index = static_cast<std::uint32_t>(reader.model.materials.size());
    reader.material_of_entry.back() = index;
    for (PendingLayer& layer : material_reader.takeLayers()) {
      layer.material = index;
      reader.layers.push_back(std::move(layer));
    }
    reader.model.materials.push_back(std::move(*material));
  }
}

}  // namespace sinew::mdl0
