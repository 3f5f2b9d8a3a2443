#pragma once

// Numbers of vertices: component types and how a vertex record is laid out. docs/format-mdl0.md,
// "Vertex arrays" and "Objects".

#include <array>
#include <cstdint>
#include <optional>

#include <glm/vec4.hpp>

#include "format/gx/command_stream.h"
#include "format/mdl0/model_reader.h"

namespace sinew::mdl0 {

/// How many attributes a vertex can have: position, normal, two colours, eight UV sets.
inline constexpr std::size_t kAttributes = 12;
inline constexpr std::size_t kNormalAttribute = 1;
inline constexpr std::size_t kFirstColor = 2;
inline constexpr std::size_t kFirstUv = 4;

/// The kind of array that an attribute reads.
[[nodiscard]] ArrayKind arrayKindOf(std::size_t attribute);

/// How the numbers of an attribute are stored, in the file's codes.
struct NumberFormat {
  std::uint32_t components = 0;
  std::uint32_t type = 0;
  std::uint32_t divisor = 0;
};

/// Whether the type exists: 0..4 for numbers, 0..5 for colours.
[[nodiscard]] bool typeExists(ArrayKind kind, std::uint32_t type);
/// Bytes of one number, or of one colour.
[[nodiscard]] std::uint32_t typeBytes(ArrayKind kind, std::uint32_t type);
/// Numbers of an element; 1 for colours.
[[nodiscard]] std::uint32_t numbersOf(ArrayKind kind, std::uint32_t components);
/// Bytes of an element.
[[nodiscard]] std::uint32_t elementBytes(ArrayKind kind, const NumberFormat& format);

/// What a raw number is multiplied by. Normals have their own fixed scales.
[[nodiscard]] double scaleOf(ArrayKind kind, const NumberFormat& format);

/// A number of `type` at `bytes`, unscaled. The caller has checked that it lies in its span.
[[nodiscard]] float rawNumber(std::uint32_t type, const std::byte* bytes);

/// A colour at `bytes`; alpha is 255 where the components say RGB.
[[nodiscard]] glm::u8vec4 colorAt(const NumberFormat& format, const std::byte* bytes);

enum class FieldMode : std::uint8_t { Absent, Direct, Index8, Index16 };

/// A vertex record as an object's setup list describes it.
struct VertexLayout {
  struct Attribute {
    FieldMode mode = FieldMode::Absent;
    NumberFormat format;
    std::uint32_t offset = 0;   ///< in the record
    std::uint32_t indices = 1;  ///< 3 for normal, binormal and tangent by themselves
  };
  bool has_matrix = false;  ///< at offset 0
  std::array<Attribute, kAttributes> attributes;
  std::uint32_t bytes = 0;
};

/// Nothing where the registers do not describe vertices.
[[nodiscard]] std::optional<VertexLayout> layoutOf(const gx::Registers& registers);

}  // namespace sinew::mdl0
