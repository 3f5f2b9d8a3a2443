#include <algorithm>

#include <fmt/format.h>

#include "format/bbm/lod_reader.h"

namespace sinew::bbm {
namespace {

constexpr std::uint64_t kLeastPrimitive = 104;
constexpr std::uint64_t kStaticBlock = 15;
constexpr std::uint64_t kLeastAnimatedBlock = 19;
constexpr std::uint64_t kLeastCloth = 12;
constexpr std::uint32_t kRepeatedStride = 36;
constexpr std::uint32_t kLeastStride = 4;
constexpr std::uint32_t kMostStride = 256;

}  // namespace

VertexLayout layoutOf(const RawPrimitive& primitive) {
  VertexLayout out;
  if (primitive.repeats > 0 && (primitive.stride == kRepeatedStride || primitive.stride == 0)) {
    out.normal_at = 12;
    out.uv_at = 24;
    out.stride = kRepeatedStride;
    return out;
  }
  out.packed_rest = (primitive.flags & 4) != 0;
  out.packed_position = out.packed_rest && (primitive.flags & 0x10) == 0;
  out.skinned = primitive.skinned;
  out.skin_at = out.packed_position ? 4 : 12;
  out.normal_at = out.skin_at + (out.skinned ? 8 : 0);
  out.uv_at = out.normal_at + (out.packed_rest ? 4 : 12);
  out.stride = out.uv_at + (out.packed_rest ? 4 : 8);
  if ((primitive.flags & 2) != 0) out.stride += out.packed_rest ? 8 : 16;
  return out;
}

bool LodReader::primitives() {
  const auto count = static_cast<std::uint32_t>(lod_.primitive_count);
  if (!fits(count, kLeastPrimitive, in_.offset(), "primitives")) return false;
  for (std::int32_t i = 0; i < lod_.primitive_count; ++i) {
    if (!primitive(static_cast<std::size_t>(i))) return false;
  }
  std::uint64_t static_blocks = 0;
  std::uint64_t animated_blocks = 0;
  for (const RawPrimitive& primitive : lod_.primitives) {
    for (const RawDrawBlock& block : primitive.blocks)
      ++(block.animated ? animated_blocks : static_blocks);
  }
  if (static_blocks != static_total_ || animated_blocks != animated_total_) {
    tell(Kind::Mismatch, Effect::Oddity, lod_.begin, "counts",
         fmt::format("{} static and {} animated blocks, the header says {} and {}", static_blocks,
                     animated_blocks, static_total_, animated_total_));
  }
  return true;
}

bool LodReader::primitive(std::size_t index) {
  const std::string part = fmt::format("primitive {}", index);
  RawPrimitive out;
  std::uint32_t static_blocks = 0;
  std::uint32_t animated_blocks = 0;
  if (!primitiveHeader(out, part, static_blocks, animated_blocks)) return false;
  if (!drawBlocks(out, part, static_blocks, animated_blocks)) return false;
  if (!buffers(out, part)) return false;
  const bool whole = cloths(out, part);
  lod_.primitives.push_back(std::move(out));
  return whole;
}

bool LodReader::primitiveHeader(RawPrimitive& out, const std::string& part,
                                std::uint32_t& static_blocks, std::uint32_t& animated_blocks) {
  out.file_offset = in_.offset();
  out.material = in_.u32();
  out.repeats = in_.u32();
  in_.skip(20);  // sphere and average texture stretch
  const std::uint32_t first_static = in_.u32();
  const std::uint32_t first_animated = in_.u32();
  out.vertex_count = in_.u32();
  out.triangle_count = in_.u32();
  out.index_count = in_.u32();
  out.flags = in_.u32();
  const std::uint64_t counts_offset = in_.offset();
  static_blocks = in_.u32();
  animated_blocks = in_.u32();
  if (!in_.ok()) return stopped(part);
  if (first_static != static_blocks || first_animated != animated_blocks) {
    tell(Kind::Mismatch, Effect::Repair, counts_offset, part,
         fmt::format("{} and {} blocks, {} and {} further up; these are used", static_blocks,
                     animated_blocks, first_static, first_animated));
  }
  return true;
}

bool LodReader::drawBlocks(RawPrimitive& out, const std::string& part, std::uint32_t static_blocks,
                           std::uint32_t animated_blocks) {
  const std::uint64_t counts_offset = out.file_offset + 52;
  if (!fits(static_blocks, kStaticBlock, counts_offset, part + " static blocks")) return false;
  for (std::uint32_t i = 0; i < static_blocks; ++i) {
    RawDrawBlock block;
    block.offset = in_.offset();
    block.triangles = in_.u32();
    block.start = in_.u32();
    block.strip = in_.u8() != 0;
    in_.skip(2);  // change flags, degenerate flag: triangles are looked at instead
    block.material = in_.i32();
    out.blocks.push_back(std::move(block));
  }
  if (!fits(animated_blocks, kLeastAnimatedBlock, counts_offset + 4, part + " animated blocks"))
    return false;
  for (std::uint32_t i = 0; i < animated_blocks; ++i) {
    RawDrawBlock block;
    block.offset = in_.offset();
    block.animated = true;
    block.triangles = in_.u32();
    block.start = in_.u32();
    block.strip = in_.u8() != 0;
    in_.skip(2);
    block.vertices = in_.u32();
    in_.skip(3);  // bones a vertex, paletted flag
    const std::uint8_t groups = in_.u8();
    for (const std::byte slot : in_.bytes(groups))
      block.groups.push_back(std::to_integer<std::uint8_t>(slot));
    if (!in_.ok()) return stopped(part + " animated blocks");
    out.blocks.push_back(std::move(block));
  }
  out.skinned = animated_blocks > 0;
  return in_.ok() || stopped(part + " static blocks");
}

bool LodReader::buffers(RawPrimitive& out, const std::string& part) {
  out.parameters_offset = in_.offset();
  out.scale = in_.floats<4>();
  out.offset = in_.floats<4>();
  out.stride_offset = in_.offset();
  out.stride = in_.u32();
  in_.skip(4);  // buffer type
  if (!in_.ok()) return stopped(part + " buffers");
  const VertexLayout layout = layoutOf(out);
  const std::uint32_t step = out.stride == 0 ? layout.stride : out.stride;
  const std::uint64_t copies = std::max<std::uint32_t>(out.repeats, 1);
  if (step < kLeastStride || step > kMostStride) {
    tell(Kind::Value, Effect::Loss, out.stride_offset, part + "/vertices",
         fmt::format("vertices of {} bytes, expected {} to {}", step, kLeastStride, kMostStride));
    out.sound = false;
  } else if (step < layout.stride) {
    tell(Kind::Mismatch, Effect::Loss, out.stride_offset, part + "/vertices",
         fmt::format("vertices of {} bytes, flags 0x{:X} need {}", step, out.flags, layout.stride));
    out.sound = false;
  } else if (step > layout.stride) {
    tell(Kind::Mismatch, Effect::Repair, out.stride_offset, part + "/vertices",
         fmt::format("vertices of {} bytes, flags 0x{:X} give {}; fields go by the flags", step,
                     out.flags, layout.stride));
  }
  const auto read = [&](std::uint64_t size, const std::string& name) {
    if (size > 0) return block(size, name);
    lod_.empty_buffer = true;
    if (skip_empty_words_) in_.skip(2);
    return Block{};
  };
  const std::uint64_t vertex_bytes = productOf(step, out.vertex_count, copies);
  out.vertices = read(vertex_bytes, part + "/vertices");
  if (!in_.ok()) return false;
  const std::uint64_t index_bytes = productOf(2, out.index_count, copies);
  out.indices = read(index_bytes, part + "/indices");
  if (out.vertices.bytes.size() != vertex_bytes || out.indices.bytes.size() != index_bytes)
    out.sound = false;
  return in_.ok();
}

bool LodReader::cloths(RawPrimitive& out, const std::string& part) {
  const std::uint64_t offset = in_.offset();
  const std::uint32_t count = in_.u32();
  const std::string cloth = part + " cloths";
  if (!in_.ok()) return stopped(cloth);
  if (!fits(count, kLeastCloth, offset, cloth)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    in_.skip(8);  // id, material
    skipBlock(in_, in_.u32());
    if (!in_.ok()) return stopped(cloth);
  }
  out.cloths = count;
  if (count > 0) {
    tell(Kind::Unsupported, Effect::Oddity, offset, cloth,
         fmt::format("{} cloth programs are passed over; what they move is not shown", count));
  }
  return true;
}

}  // namespace sinew::bbm
