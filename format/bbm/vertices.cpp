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

/// The parameters of packed positions, with what is not finite put right.
void parameters(const RawPrimitive& primitive, const std::string& path, Context& context,
                glm::dvec3& scale, glm::dvec3& offset) {
  std::uint32_t not_finite = 0;
  for (glm::length_t i = 0; i < 3; ++i) {
    scale[i] = finiteOr(primitive.scale[static_cast<std::size_t>(i)], 1.0, not_finite);
    offset[i] = finiteOr(primitive.offset[static_cast<std::size_t>(i)], 0.0, not_finite);
  }
  if (not_finite > 0) {
    context.tell(Kind::NotFinite, Effect::Repair, primitive.parameters_offset, path,
                 fmt::format("{} numbers of scale and offset are not finite", not_finite));
  }
}

glm::vec3 finiteVector(const glm::dvec3& v) {
  const glm::vec3 out(v);
  return std::isfinite(out.x + out.y + out.z) ? out : glm::vec3(0.0f);
}

struct Box {
  glm::dvec3 least{1e300};
  glm::dvec3 most{-1e300};
  void add(const std::vector<glm::vec3>& points) {
    for (const glm::vec3& point : points) {
      least = glm::min(least, glm::dvec3(point));
      most = glm::max(most, glm::dvec3(point));
    }
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

Box boxOf(const std::vector<glm::vec3>& points) {
  Box out;
  out.add(points);
  return out;
}

void applyScale(DecodedVertices& vertices) {
  vertices.positions = std::move(vertices.scaled);
  vertices.scaled.clear();
}

}  // namespace

DecodedVertices decodeVertices(const RawPrimitive& primitive, const std::string& path,
                               Context& context) {
  DecodedVertices out;
  out.layout = layoutOf(primitive);
  out.step = primitive.stride == 0 ? out.layout.stride : primitive.stride;
  glm::dvec3 scale;
  glm::dvec3 offset;
  parameters(primitive, path, context, scale, offset);
  const bool moved = scale != glm::dvec3(1.0) || offset != glm::dvec3(0.0);
  Numbers numbers;
  for (std::uint32_t i = 0; i < primitive.vertex_count; ++i) {
    const Bytes vertex = primitive.vertices.bytes.subspan(std::size_t{i} * out.step, out.step);
    Cursor position(vertex);
    if (out.layout.packed_position) {
      out.positions.push_back(finiteVector(packedVector(position.u32()) * scale + offset));
    } else {
      out.positions.push_back(numbers.vec3(position));
      if (moved)
        out.scaled.push_back(finiteVector(glm::dvec3(out.positions.back()) * scale + offset));
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

void choosePositions(const RawLod& lod, std::vector<DecodedVertices>& vertices,
                     const std::string& path, Context& context) {
  Box plain;
  Box scaled;
  bool any = false;
  for (const DecodedVertices& v : vertices) {
    any = any || !v.scaled.empty();
    plain.add(v.positions);
    scaled.add(v.scaled.empty() ? v.positions : v.scaled);
  }
  if (!any) return;
  const FloatPositions reading = context.readings.float_positions;
  Box header;
  for (glm::length_t i = 0; i < 3; ++i) {
    header.least[i] = lod.box_min[static_cast<std::size_t>(i)];
    header.most[i] = lod.box_max[static_cast<std::size_t>(i)];
  }
  const double tolerance = 0.01 * glm::length(header.most - header.least);
  const bool as_is = plain.equals(header, tolerance);
  const bool all = !as_is && scaled.equals(header, tolerance);
  bool used = false;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    DecodedVertices& v = vertices[i];
    if (v.scaled.empty()) continue;
    const bool fits =
        !header.holds(boxOf(v.positions), tolerance) && header.holds(boxOf(v.scaled), tolerance);
    const bool apply = reading == FloatPositions::Scaled ||
                       (reading == FloatPositions::ByBox && !as_is && (all || fits));
    if (!apply) continue;
    used = true;
    applyScale(v);
    if (reading == FloatPositions::Scaled) continue;
    context.tell(Kind::Mismatch, Effect::Repair, lod.primitives[i].parameters_offset,
                 fmt::format("{}/primitive {}/vertices", path, i),
                 "positions fit the header's box only with scale and offset, which are applied");
  }
  context.noteReading("float-positions", used ? "scaled" : "plain",
                      reading == FloatPositions::ByBox
                          ? "a primitive of plain positions has a scale or an offset; the "
                            "header's box decides"
                          : "as asked for");
}

}  // namespace sinew::bbm
