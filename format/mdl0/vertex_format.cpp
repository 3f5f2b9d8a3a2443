#include "format/mdl0/vertex_format.h"

#include <cmath>

#include "format/big_endian.h"
#include "format/bit_fields.h"

namespace sinew::mdl0 {
namespace {

constexpr std::size_t kDescriptorLow = 0x50;
constexpr std::size_t kDescriptorHigh = 0x60;
constexpr std::size_t kFormatA = 0x70;
constexpr std::size_t kFormatB = 0x80;
constexpr std::size_t kFormatC = 0x90;

constexpr std::array<std::uint32_t, 5> kNumberBytes{1, 1, 2, 2, 4};
constexpr std::array<std::uint32_t, 6> kColorBytes{2, 3, 4, 2, 3, 4};

enum ColorType : std::uint32_t { kRgb565, kRgb8, kRgbx8, kRgba4, kRgba6, kRgba8 };

std::uint8_t widened(std::uint32_t value, unsigned bits_of) {
  switch (bits_of) {
    case 4:
      return static_cast<std::uint8_t>(value * 17);
    case 5:
      return static_cast<std::uint8_t>(value << 3 | value >> 2);
    default:
      return static_cast<std::uint8_t>(value << 2 | value >> 4);
  }
}

NumberFormat format(std::uint32_t word, unsigned components, unsigned type, unsigned divisor) {
  return {bits(word, {components, components}), bits(word, {type + 2, type}),
          bits(word, {divisor + 4, divisor})};
}

/// Of UV set i, from the three format words.
NumberFormat uvFormat(const gx::Registers& registers, std::size_t i) {
  const std::uint32_t a = registers.cp[kFormatA];
  const std::uint32_t b = registers.cp[kFormatB];
  const std::uint32_t c = registers.cp[kFormatC];
  switch (i) {
    case 0:
      return format(a, 21, 22, 25);
    case 1:
      return format(b, 0, 1, 4);
    case 2:
      return format(b, 9, 10, 13);
    case 3:
      return format(b, 18, 19, 22);
    case 4:
      return {bits(b, {27, 27}), bits(b, {30, 28}), bits(c, {4, 0})};
    case 5:
      return format(c, 5, 6, 9);
    case 6:
      return format(c, 14, 15, 18);
    default:
      return format(c, 23, 24, 27);
  }
}

NumberFormat formatOf(const gx::Registers& registers, std::size_t attribute) {
  const std::uint32_t a = registers.cp[kFormatA];
  switch (attribute) {
    case 0:
      return format(a, 0, 1, 4);
    case kNormalAttribute:
      return {bits(a, {9, 9}), bits(a, {12, 10}), 0};
    case kFirstColor:
      return {bits(a, {13, 13}), bits(a, {16, 14}), 0};
    case kFirstColor + 1:
      return {bits(a, {17, 17}), bits(a, {20, 18}), 0};
    default:
      return uvFormat(registers, attribute - kFirstUv);
  }
}

}  // namespace

ArrayKind arrayKindOf(std::size_t attribute) {
  if (attribute == 0) return ArrayKind::Position;
  if (attribute == kNormalAttribute) return ArrayKind::Normal;
  return attribute < kFirstUv ? ArrayKind::Color : ArrayKind::Uv;
}

bool typeExists(ArrayKind kind, std::uint32_t type) {
  return type < (kind == ArrayKind::Color ? kColorBytes.size() : kNumberBytes.size());
}

std::uint32_t typeBytes(ArrayKind kind, std::uint32_t type) {
  return kind == ArrayKind::Color ? kColorBytes[type] : kNumberBytes[type];
}

std::uint32_t numbersOf(ArrayKind kind, std::uint32_t components) {
  switch (kind) {
    case ArrayKind::Position:
      return components == 0 ? 2 : 3;
    case ArrayKind::Normal:
      return components == 1 ? 9 : 3;
    case ArrayKind::Color:
      return 1;
    case ArrayKind::Uv:
      break;
  }
  return components == 0 ? 1 : 2;
}

std::uint32_t elementBytes(ArrayKind kind, const NumberFormat& format) {
  return numbersOf(kind, format.components) * typeBytes(kind, format.type);
}

double scaleOf(ArrayKind kind, const NumberFormat& format) {
  if (format.type == 4) return 1.0;
  if (kind != ArrayKind::Normal) return std::ldexp(1.0, -static_cast<int>(format.divisor & 31));
  constexpr std::array<double, 4> kNormalScales{1.0 / 128, 1.0 / 64, 1.0 / 32768, 1.0 / 16384};
  return kNormalScales[format.type];
}

float rawNumber(std::uint32_t type, const std::byte* bytes) {
  switch (type) {
    case 0:
      return std::to_integer<std::uint8_t>(bytes[0]);
    case 1:
      return static_cast<std::int8_t>(std::to_integer<std::uint8_t>(bytes[0]));
    case 2:
      return loadBe<std::uint16_t>(bytes);
    case 3:
      return static_cast<std::int16_t>(loadBe<std::uint16_t>(bytes));
    default:
      return loadBeFloat(bytes);
  }
}

glm::u8vec4 colorAt(const NumberFormat& format, const std::byte* bytes) {
  const auto byte = [bytes](std::size_t i) { return std::to_integer<std::uint8_t>(bytes[i]); };
  glm::u8vec4 color(255);
  switch (format.type) {
    case kRgb565: {
      const std::uint32_t v = loadBe<std::uint16_t>(bytes);
      return {widened(v >> 11, 5), widened(v >> 5 & 63, 6), widened(v & 31, 5), 255};
    }
    case kRgb8:
    case kRgbx8:
      return {byte(0), byte(1), byte(2), 255};
    case kRgba4: {
      const std::uint32_t v = loadBe<std::uint16_t>(bytes);
      color = {widened(v >> 12, 4), widened(v >> 8 & 15, 4), widened(v >> 4 & 15, 4),
               widened(v & 15, 4)};
      break;
    }
    case kRgba6: {
      const std::uint32_t v = std::uint32_t{byte(0)} << 16 | std::uint32_t{byte(1)} << 8 | byte(2);
      color = {widened(v >> 18, 6), widened(v >> 12 & 63, 6), widened(v >> 6 & 63, 6),
               widened(v & 63, 6)};
      break;
    }
    default:
      color = {byte(0), byte(1), byte(2), byte(3)};
  }
  if (format.components == 0) color.a = 255;
  return color;
}

std::optional<VertexLayout> layoutOf(const gx::Registers& registers) {
  if (!registers.cp_written[kDescriptorLow] || !registers.cp_written[kFormatA]) return std::nullopt;
  const std::uint32_t low = registers.cp[kDescriptorLow];
  const std::uint32_t high = registers.cp[kDescriptorHigh];
  VertexLayout layout;
  layout.has_matrix = (low & 1) != 0;
  for (unsigned bit = 0; bit <= 8; ++bit)
    layout.bytes += bits(low, {bit, bit});
  for (std::size_t i = 0; i < kAttributes; ++i) {
    VertexLayout::Attribute& attribute = layout.attributes[i];
    const auto shift = static_cast<unsigned>(i < kFirstUv ? 9 + 2 * i : 2 * (i - kFirstUv));
    attribute.mode = static_cast<FieldMode>((i < kFirstUv ? low : high) >> shift & 3);
    attribute.format = formatOf(registers, i);
    attribute.offset = layout.bytes;
    const bool apart = i == kNormalAttribute && attribute.format.components == 1 &&
                       bits(registers.cp[kFormatA], {31, 31}) != 0;
    attribute.indices = apart && attribute.mode != FieldMode::Direct ? 3 : 1;
    switch (attribute.mode) {
      case FieldMode::Absent:
        break;
      case FieldMode::Direct:
        if (!typeExists(arrayKindOf(i), attribute.format.type)) return std::nullopt;
        layout.bytes += elementBytes(arrayKindOf(i), attribute.format);
        break;
      case FieldMode::Index8:
        layout.bytes += attribute.indices;
        break;
      case FieldMode::Index16:
        layout.bytes += 2 * attribute.indices;
        break;
    }
  }
  return layout;
}

}  // namespace sinew::mdl0
