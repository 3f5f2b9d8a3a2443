#include "format/gltf/out_file.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sinew::gltf::out {
namespace {

void append(std::vector<std::byte>& to, std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    to.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

}  // namespace

std::uint32_t File::addView(std::span<const std::byte> bytes, std::uint32_t target) {
  binary.resize((binary.size() + 3) / 4 * 4);
  views.push_back({binary.size(), bytes.size(), target});
  binary.insert(binary.end(), bytes.begin(), bytes.end());
  return static_cast<std::uint32_t>(views.size() - 1);
}

std::uint32_t File::addFloats(const std::vector<float>& values, const char* type, std::size_t width,
                              std::uint32_t target, bool bounds) {
  std::vector<std::byte> bytes;
  bytes.reserve(values.size() * 4);
  for (const float value : values)
    append(bytes, std::bit_cast<std::uint32_t>(value), 4);
  Accessor accessor;
  accessor.view = addView(bytes, target);
  accessor.count = values.size() / width;
  accessor.type = type;
  for (std::size_t c = 0; bounds && c < width; ++c) {
    float low = values[c];
    float high = values[c];
    for (std::size_t i = c; i < values.size(); i += width) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    accessor.min.push_back(double{low});
    accessor.max.push_back(double{high});
  }
  accessors.push_back(std::move(accessor));
  return static_cast<std::uint32_t>(accessors.size() - 1);
}

std::uint32_t File::addIntegers(const std::vector<std::uint32_t>& values, std::uint32_t most,
                                const char* type, std::size_t width, std::uint32_t target,
                                bool bytes_allowed) {
  // The largest number of each size is left out: among indices it would restart a strip.
  const std::size_t size = bytes_allowed && most < 0xFF ? 1 : most < 0xFFFF ? 2 : 4;
  std::vector<std::byte> bytes;
  bytes.reserve(values.size() * size);
  for (const std::uint32_t value : values)
    append(bytes, value, size);
  Accessor accessor;
  accessor.view = addView(bytes, target);
  accessor.component = size == 1 ? 5121 : size == 2 ? 5123 : 5125;
  accessor.count = values.size() / width;
  accessor.type = type;
  accessors.push_back(std::move(accessor));
  return static_cast<std::uint32_t>(accessors.size() - 1);
}

}  // namespace sinew::gltf::out
