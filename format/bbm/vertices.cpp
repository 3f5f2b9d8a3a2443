#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "format/bbm/build.h"

namespace sinew::bbm {
namespace {

/// `bits` low bits as two's complement.
double signedBits(std::uint32_t word, unsigned shift, unsigned bits) {
  const auto value = static_cast<std::int32_t>(word >> shift & ((1U << bits) - 1));
  return value >= 1 << (bits - 1) ? value - (1 << bits) : value;
}

/// Section 8.3: 11, 11 and 10 bits.
glm::dvec3 packedVector(std::uint32_t word) {
  return {signedBits(word, 0, 11) / 1023.0, signedBits(word, 11, 11) / 1023.0,
          signedBits(word, 22, 10) / 511.0};
}

struct Numbers {
  std::uint32_t not_finite = 0;
  glm::vec3 vec3(Cursor& in) {
    const auto v = in.floats<3>();
    return {finiteOr(v[0], 0, not_finite), finiteOr(v[1], 0, not_finite),
            finiteOr(v[2], 0, not_finite)};
  }
};

glm::vec2 packedUv(Cursor& in, UvReading reading) {
  const auto one = [&] {
    const std::uint16_t word = in.u16();
    const double value = reading == UvReading::UnsignedMinus8
                             ? static_cast<double>(word)
                             : static_cast<double>(static_cast<std::int16_t>(word));
    return static_cast<float>(value / 2048.0 - (reading == UvReading::Signed ? 0.0 : 8.0));
  };
  const float u = one();
  return {u, one()};
}

struct Parameters {
  glm::dvec3 scale{1.0};
  glm::dvec3 offset{0.0};
  std::uint32_t not_finite = 0;
  [[nodiscard]] bool move() const { return scale != glm::dvec3(1.0) || offset != glm::dvec3(0.0); }
};

/// Scale and offset of a primitive's positions, with what is not finite put right.
Parameters parametersOf(const RawPrimitive& primitive) {
  Parameters out;
  for (glm::length_t i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.scale[i] = finiteOr(primitive.scale[k], 1.0, out.not_finite);
    out.offset[i] = finiteOr(primitive.offset[k], 0.0, out.not_finite);
  }
  return out;
}

glm::vec3 finiteVector(const glm::dvec3& v) {
  const glm::vec3 out(v);
  return std::isfinite(out.x + out.y + out.z) ? out : glm::vec3(0.0f);
}

/// More vertices no index of 16 bits reaches.
std::uint32_t reachable(const RawPrimitive& primitive) {
  return std::min<std::uint32_t>(primitive.vertex_count, 65536);
}

std::uint32_t stepOf(const RawPrimitive& primitive, const VertexLayout& layout) {
  return primitive.stride == 0 ? layout.stride : primitive.stride;
}

struct Box {
  glm::dvec3 least{1e300};
  glm::dvec3 most{-1e300};
  void add(const glm::dvec3& point) {
    least = glm::min(least, point);
    most = glm::max(most, point);
  }
  void add(const Box& other) {
    least = glm::min(least, other.least);
    most = glm::max(most, other.most);
  }
  [[nodiscard]] bool equals(const Box& other, double tolerance) const {
    return glm::all(glm::lessThanEqual(glm::abs(least - other.least), glm::dvec3(tolerance))) &&
           glm::all(glm::lessThanEqual(glm::abs(most - other.most), glm::dvec3(tolerance)));
  }
  [[nodiscard]] bool holds(const Box& other, double tolerance) const {
    return glm::all(glm::greaterThanEqual(other.least, least - tolerance)) &&
           glm::all(glm::lessThanEqual(other.most, most + tolerance));
  }
};

/// The boxes of a primitive's positions, as they are and with scale and offset.
struct Boxes {
  Box plain;
  Box scaled;
  bool differ = false;
};

Boxes boxesOf(const RawPrimitive& primitive) {
  Boxes out;
  const VertexLayout layout = layoutOf(primitive);
  const Parameters parameters = parametersOf(primitive);
  out.differ = !layout.packed_position && parameters.move();
  Numbers numbers;
  const std::uint32_t step = stepOf(primitive, layout);
  for (std::uint32_t i = 0; i < reachable(primitive); ++i) {
    Cursor in(primitive.vertices.bytes.subspan(std::size_t{i} * step, layout.skin_at + 4));
    const glm::dvec3 stored =
        layout.packed_position ? packedVector(in.u32()) : glm::dvec3(numbers.vec3(in));
    const glm::vec3 moved = finiteVector(stored * parameters.scale + parameters.offset);
    out.plain.add(layout.packed_position ? moved : glm::vec3(stored));
    out.scaled.add(moved);
  }
  if (!out.differ) out.scaled = out.plain;
  return out;
}

}  // namespace

DecodedVertices decodeVertices(const RawPrimitive& primitive, bool scaled, const std::string& path,
                               Context& context) {
  DecodedVertices out;
  out.layout = layoutOf(primitive);
  out.step = stepOf(primitive, out.layout);
  const Parameters parameters = parametersOf(primitive);
  if (parameters.not_finite > 0) {
    context.tell(
        Kind::NotFinite, Effect::Repair, primitive.parameters_offset, path,
        fmt::format("{} numbers of scale and offset are not finite", parameters.not_finite));
  }
  const auto moved = [&](const glm::dvec3& stored) {
    return finiteVector(stored * parameters.scale + parameters.offset);
  };
  Numbers numbers;
  for (std::uint32_t i = 0; i < reachable(primitive); ++i) {
    const Bytes vertex = primitive.vertices.bytes.subspan(std::size_t{i} * out.step, out.step);
    Cursor position(vertex);
    if (out.layout.packed_position) {
      out.positions.push_back(moved(packedVector(position.u32())));
    } else {
      const glm::vec3 stored = numbers.vec3(position);
      out.positions.push_back(scaled ? moved(stored) : stored);
    }
    Cursor normal(vertex.subspan(out.layout.normal_at));
    Cursor uv(vertex.subspan(out.layout.uv_at));
    if (out.layout.packed_rest) {
      out.normals.emplace_back(packedVector(normal.u32()));
      out.uvs.push_back(packedUv(uv, context.readings.uv));
    } else {
      out.normals.push_back(numbers.vec3(normal));
      const auto pair = uv.floats<2>();
      out.uvs.emplace_back(finiteOr(pair[0], 0.0, numbers.not_finite),
                           finiteOr(pair[1], 0.0, numbers.not_finite));
    }
  }
  if (numbers.not_finite > 0) {
    context.tell(Kind::NotFinite, Effect::Repair, primitive.vertices.place(0), path,
                 fmt::format("{} numbers of the vertices are not finite", numbers.not_finite),
                 numbers.not_finite);
  }
  if (out.layout.packed_rest && primitive.vertex_count > 0) {
    constexpr std::array<std::string_view, 3> kNames{"signed-8", "signed", "unsigned-8"};
    context.noteReading("uv", kNames[static_cast<std::size_t>(context.readings.uv)],
                        "texture coordinates are packed, and their bias is told differently");
  }
  return out;
}

std::vector<bool> choosePositions(const RawLod& lod, const std::string& path, Context& context) {
  std::vector<bool> out(lod.primitives.size(), false);
  const auto doubtful = [](const RawPrimitive& p) {
    return p.sound && !layoutOf(p).packed_position && parametersOf(p).move();
  };
  if (std::none_of(lod.primitives.begin(), lod.primitives.end(), doubtful)) return out;
  std::vector<Boxes> boxes;
  Boxes all;
  for (const RawPrimitive& primitive : lod.primitives) {
    boxes.push_back(primitive.sound ? boxesOf(primitive) : Boxes{});
    all.plain.add(boxes.back().plain);
    all.scaled.add(boxes.back().scaled);
  }
  Box header;
  for (glm::length_t i = 0; i < 3; ++i) {
    header.least[i] = lod.box_min[static_cast<std::size_t>(i)];
    header.most[i] = lod.box_max[static_cast<std::size_t>(i)];
  }
  const double tolerance = 0.01 * glm::length(header.most - header.least);
  const FloatPositions reading = context.readings.float_positions;
  const bool as_they_are = all.plain.equals(header, tolerance);
  const bool as_one = !as_they_are && all.scaled.equals(header, tolerance);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].differ) continue;
    const bool fits =
        !header.holds(boxes[i].plain, tolerance) && header.holds(boxes[i].scaled, tolerance);
    out[i] = reading == FloatPositions::Scaled ||
             (reading == FloatPositions::ByBox && !as_they_are && (as_one || fits));
    if (!out[i] || reading == FloatPositions::Scaled) continue;
    context.tell(Kind::Mismatch, Effect::Repair, lod.primitives[i].parameters_offset,
                 fmt::format("{}/primitive {}/vertices", path, i),
                 "positions fit the header's box only with scale and offset, which are applied");
  }
  const bool any = std::find(out.begin(), out.end(), true) != out.end();
  context.noteReading("float-positions", any ? "scaled" : "plain",
                      reading == FloatPositions::ByBox
                          ? "a primitive of plain positions has a scale or an offset; the "
                            "header's box decides"
                          : "as asked for");
  return out;
}

}  // namespace sinew::bbm
