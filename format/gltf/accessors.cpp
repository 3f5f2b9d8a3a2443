#include "format/gltf/accessors.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "format/byte_reader.h"
#include "format/gltf/uri.h"

namespace sinew::gltf {
namespace {

/// One component; the caller checked that it lies in its view.
double componentAt(const std::byte* at, Component component) {
  switch (component) {
    case Component::I8:
      return static_cast<std::int8_t>(loadLe<std::uint8_t>(at));
    case Component::U8:
      return loadLe<std::uint8_t>(at);
    case Component::I16:
      return static_cast<std::int16_t>(loadLe<std::uint16_t>(at));
    case Component::U16:
      return loadLe<std::uint16_t>(at);
    case Component::U32:
      return loadLe<std::uint32_t>(at);
    case Component::F32:
      break;
  }
  return std::bit_cast<float>(loadLe<std::uint32_t>(at));
}

template <class T>
T convert(const std::byte* at, const Accessor& accessor) {
  const double value = componentAt(at, accessor.component);
  if constexpr (std::is_same_v<T, float>) {
    return normalizedValue(value, accessor.component, accessor.normalized);
  } else {
    return value < 0.0 ? kNone : static_cast<T>(value);
  }
}

std::string accessorPath(std::uint32_t accessor) {
  return fmt::format("accessors[{}]", accessor);
}

}  // namespace

float normalizedValue(double value, Component component, bool normalized) {
  if (!normalized) return static_cast<float>(value);
  switch (component) {
    case Component::I8:
      return static_cast<float>(std::max(value / 127.0, -1.0));
    case Component::U8:
      return static_cast<float>(value / 255.0);
    case Component::I16:
      return static_cast<float>(std::max(value / 32767.0, -1.0));
    case Component::U16:
      return static_cast<float>(value / 65535.0);
    case Component::U32:
      return static_cast<float>(value / 4294967295.0);
    case Component::F32:
      break;
  }
  return static_cast<float>(value);
}

Store::Store(Context& context, const File& file, Bytes binary, const FileResolver& resolver)
    : context_(context),
      file_(file),
      binary_(binary),
      resolver_(resolver),
      buffers_(file.buffers.size()) {}

Bytes Store::buffer(std::uint32_t index) {
  const Buffer& buffer = file_.buffers[index];
  const std::string path = fmt::format("buffers[{}]", index);
  if (buffer.uri.empty()) {
    if (index == 0 && !binary_.empty()) return binary_;
    context_.fail("gltf.buffer", path,
                  index == 0 ? "the buffer has no uri, and the file no binary chunk"
                             : "the buffer has no uri, and only buffer 0 may be the binary chunk");
    return {};
  }
  if (buffers_[index]) return *buffers_[index];
  Result<SharedBytes> bytes = load(buffer.uri);
  if (!bytes) {
    context_.fail(bytes.error().code, path + ".uri", bytes.error().message);
    return {};
  }
  buffers_[index] = std::move(*bytes);
  return *buffers_[index];
}

Result<SharedBytes> Store::load(std::string_view uri) {
  Result<std::optional<std::vector<std::byte>>> data = dataOf(uri);
  if (!data) return tl::unexpected<Error>(data.error());
  if (*data) return std::make_shared<const std::vector<std::byte>>(std::move(**data));
  Result<std::string> path = relativePathOf(uri);
  if (!path) return tl::unexpected<Error>(path.error());
  if (!resolver_) {
    return fail("gltf.external", fmt::format("\"{}\" lies beside the file, where nothing can be "
                                             "read (standard input has no folder)",
                                             *path));
  }
  SharedBytes& known = files_[*path];
  if (known) return known;
  Result<SharedBytes> bytes = resolver_(*path);
  if (!bytes) return bytes;
  known = *bytes;
  context_.growBy(known->size());
  return known;
}

Bytes Store::range(std::uint32_t index, std::uint64_t offset, std::uint64_t size,
                   const std::string& path) {
  const Bytes all = buffer(index);
  if (!context_.ok()) return {};
  const std::uint64_t there = std::min<std::uint64_t>(all.size(), file_.buffers[index].size);
  if (offset > there || size > there - offset) {
    context_.fail(
        "gltf.range", path,
        fmt::format("{} bytes from {} on, but buffer {} has {}", size, offset, index, there));
    return {};
  }
  return all.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

Bytes Store::unpacked(std::uint32_t index) {
  if (const auto found = unpacked_.find(index); found != unpacked_.end()) return found->second;
  const Meshopt& packed = *file_.views[index].meshopt;
  const std::string path = fmt::format("bufferViews[{}].extensions.EXT_meshopt_compression", index);
  const Bytes data = range(packed.buffer, packed.offset, packed.size, path);
  if (!context_.ok() || !context_.spend(packed.count, packed.stride, path)) return {};
  std::vector<std::byte> out;
  const std::string fault = unpackMeshopt(packed, data, out);
  if (!fault.empty()) {
    context_.fail("gltf.meshopt", path, fault);
    return {};
  }
  return unpacked_.emplace(index, std::move(out)).first->second;
}

Bytes Store::view(std::uint32_t index) {
  const BufferView& view = file_.views[index];
  if (view.meshopt) return unpacked(index);
  return range(view.buffer, view.offset, view.size, fmt::format("bufferViews[{}]", index));
}

Store::Elements Store::elements(std::uint32_t view_index, std::uint64_t offset, std::uint64_t count,
                                std::uint32_t size, const std::string& path) {
  const BufferView& source = file_.views[view_index];
  Elements out;
  const Bytes bytes = view(view_index);
  if (!context_.ok() || count == 0) return out;
  out.stride = source.meshopt       ? static_cast<std::size_t>(source.meshopt->stride)
               : source.stride != 0 ? source.stride
                                    : size;
  // Of the last element only its own bytes need to be there, not the whole stride.
  const bool fits = out.stride >= size && offset <= bytes.size() && size <= bytes.size() - offset &&
                    count - 1 <= (bytes.size() - offset - size) / out.stride;
  if (!fits) {
    context_.fail("gltf.range", path,
                  fmt::format("{} elements of {} bytes, {} apart, from {} on, but buffer view {} "
                              "has {} bytes",
                              count, size, out.stride, offset, view_index, bytes.size()));
    return out;
  }
  out.bytes = bytes.subspan(static_cast<std::size_t>(offset));
  return out;
}

template <class T>
bool Store::patch(const Accessor& accessor, const std::string& path, std::vector<T>& out) {
  const Sparse& sparse = *accessor.sparse;
  if (sparse.count > accessor.count) {
    return context_.fail(
        "gltf.range", path + ".sparse.count",
        fmt::format("{} of {} elements are replaced", sparse.count, accessor.count));
  }
  const std::uint32_t index_size = sizeOf(sparse.index_type);
  const std::uint32_t part = sizeOf(accessor.component);
  const Elements indices = elements(sparse.index_view, sparse.index_offset, sparse.count,
                                    index_size, path + ".sparse.indices");
  const Elements values = elements(sparse.value_view, sparse.value_offset, sparse.count,
                                   part * accessor.width, path + ".sparse.values");
  if (!context_.ok()) return false;
  for (std::size_t i = 0; i < sparse.count; ++i) {
    const double at = componentAt(indices.bytes.data() + i * indices.stride, sparse.index_type);
    if (!(at >= 0.0 && at < static_cast<double>(accessor.count))) {
      return context_.fail("gltf.index", fmt::format("{}.sparse.indices[{}]", path, i),
                           fmt::format("element {}, but the accessor has {}", at, accessor.count));
    }
    const std::byte* from = values.bytes.data() + i * values.stride;
    T* to = out.data() + static_cast<std::size_t>(at) * accessor.width;
    for (std::size_t c = 0; c < accessor.width; ++c)
      to[c] = convert<T>(from + c * part, accessor);
  }
  return true;
}

template <class T>
std::vector<T> Store::values(std::uint32_t index, std::string_view use) {
  const Accessor& accessor = file_.accessors[index];
  const std::string path = accessorPath(index);
  std::vector<T> out;
  if (!context_.spend(accessor.count, std::uint64_t{accessor.width} * sizeof(T), path)) return out;
  const std::uint32_t part = sizeOf(accessor.component);
  Elements from;
  if (accessor.view != kNone) {
    from = elements(accessor.view, accessor.offset, accessor.count, part * accessor.width, path);
    if (!context_.ok()) return out;
  }
  const auto count = static_cast<std::size_t>(accessor.count);
  out.resize(count * accessor.width);
  for (std::size_t i = 0; accessor.view != kNone && i < count; ++i) {
    const std::byte* element = from.bytes.data() + i * from.stride;
    for (std::size_t c = 0; c < accessor.width; ++c)
      out[i * accessor.width + c] = convert<T>(element + c * part, accessor);
  }
  if (accessor.sparse && !patch(accessor, path, out)) return {};
  if constexpr (std::is_same_v<T, float>) {
    const auto bad =
        std::find_if(out.begin(), out.end(), [](float v) { return !std::isfinite(v); });
    if (bad != out.end()) {
      const auto at = static_cast<std::size_t>(bad - out.begin());
      context_.fail("gltf.not-finite", fmt::format("{}[{}]", path, at / accessor.width),
                    fmt::format("{} has an infinite number or none (NaN)", use));
      return {};
    }
  }
  return out;
}

std::vector<float> Store::floatsOfAnyWidth(std::uint32_t accessor, std::string_view use) {
  return values<float>(accessor, use);
}

std::vector<float> Store::floats(std::uint32_t accessor, std::uint32_t width,
                                 std::string_view use) {
  if (file_.accessors[accessor].width == width) return values<float>(accessor, use);
  context_.fail("gltf.type", accessorPath(accessor),
                fmt::format("{} takes {} components an element, but has {}", use, width,
                            file_.accessors[accessor].width));
  return {};
}

std::vector<std::uint32_t> Store::integers(std::uint32_t index, std::uint32_t width,
                                           std::string_view use) {
  const Accessor& accessor = file_.accessors[index];
  if (accessor.width == width && accessor.component != Component::F32) {
    return values<std::uint32_t>(index, use);
  }
  context_.fail(
      "gltf.type", accessorPath(index),
      fmt::format("{} takes {} whole numbers an element, but has {} {}", use, width, accessor.width,
                  accessor.component == Component::F32 ? "floats" : "of them"));
  return {};
}

}  // namespace sinew::gltf
