#include <cstddef>
#include <cstdint>

#include <fmt/format.h>
#include <meshoptimizer.h>

#include "format/gltf/accessors.h"

namespace sinew::gltf {
namespace {

/// What the decoders take for granted; empty: all is well.
std::string fault(const Meshopt& packed) {
  const bool indices = packed.mode != MeshoptMode::Attributes;
  if (indices && packed.stride != 2 && packed.stride != 4) {
    return fmt::format("indices of {} bytes, but they have 2 or 4", packed.stride);
  }
  if (packed.mode == MeshoptMode::Triangles && packed.count % 3 != 0) {
    return fmt::format("{} indices are no whole number of triangles", packed.count);
  }
  if (!indices && (packed.stride == 0 || packed.stride > 256 || packed.stride % 4 != 0)) {
    return fmt::format("elements of {} bytes, but they have 4, 8, … 256", packed.stride);
  }
  if (indices && packed.filter != MeshoptFilter::None) return "indices take no filter";
  if (packed.filter == MeshoptFilter::Octahedral && packed.stride != 4 && packed.stride != 8) {
    return fmt::format("the octahedral filter takes 4 or 8 bytes an element, not {}",
                       packed.stride);
  }
  if (packed.filter == MeshoptFilter::Quaternion && packed.stride != 8) {
    return fmt::format("the quaternion filter takes 8 bytes an element, not {}", packed.stride);
  }
  return {};
}

int decode(const Meshopt& packed, Bytes data, std::vector<std::byte>& out) {
  const auto* from = reinterpret_cast<const unsigned char*>(data.data());
  const auto count = static_cast<std::size_t>(packed.count);
  const auto stride = static_cast<std::size_t>(packed.stride);
  switch (packed.mode) {
    case MeshoptMode::Attributes:
      return meshopt_decodeVertexBuffer(out.data(), count, stride, from, data.size());
    case MeshoptMode::Triangles:
      return meshopt_decodeIndexBuffer(out.data(), count, stride, from, data.size());
    case MeshoptMode::Indices:
      break;
  }
  return meshopt_decodeIndexSequence(out.data(), count, stride, from, data.size());
}

/// The filters work on whole groups of four elements.
void applyFilter(const Meshopt& packed, std::vector<std::byte>& out) {
  const auto count = static_cast<std::size_t>(packed.count);
  const auto stride = static_cast<std::size_t>(packed.stride);
  switch (packed.filter) {
    case MeshoptFilter::None:
      break;
    case MeshoptFilter::Octahedral:
      meshopt_decodeFilterOct(out.data(), count, stride);
      break;
    case MeshoptFilter::Quaternion:
      meshopt_decodeFilterQuat(out.data(), count, stride);
      break;
    case MeshoptFilter::Exponential:
      meshopt_decodeFilterExp(out.data(), count, stride);
      break;
  }
}

}  // namespace

std::string unpackMeshopt(const Meshopt& packed, Bytes data, std::vector<std::byte>& out) {
  if (const std::string problem = fault(packed); !problem.empty()) return problem;
  if (packed.count == 0) return {};
  out.resize(static_cast<std::size_t>(packed.count * packed.stride));
  const int code = decode(packed, data, out);
  if (code != 0) return fmt::format("the data cannot be unpacked (the decoder says {})", code);
  applyFilter(packed, out);
  return {};
}

}  // namespace sinew::gltf
