#pragma once

// Bytes behind buffer views and accessors. Everything a file claims about them is checked here:
// ranges by subtraction and division, indices, finite numbers, and how much it all expands to.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytes.h"
#include "format/gltf/context.h"
#include "format/gltf/file.h"
#include "format/resolver.h"
#include "format/result.h"

namespace sinew::gltf {

class Store {
 public:
  /// `binary`: the GLB's second chunk, empty without one. All must outlive the store.
  Store(Context& context, const File& file, Bytes binary, const FileResolver& resolver);

  /// A view's bytes, unpacked where they are compressed. Empty after a failure.
  [[nodiscard]] Bytes view(std::uint32_t view);

  /// All elements of an accessor as floats, normalised integers to -1..1 or 0..1. Fails where it is
  /// not `width` components wide or has infinities or NaNs. `use` names it in messages.
  [[nodiscard]] std::vector<float> floats(std::uint32_t accessor, std::uint32_t width,
                                          std::string_view use);
  /// The same with any width: of colours, three or four.
  [[nodiscard]] std::vector<float> floatsOfAnyWidth(std::uint32_t accessor, std::string_view use);
  /// The same as whole numbers; floats are refused.
  [[nodiscard]] std::vector<std::uint32_t> integers(std::uint32_t accessor, std::uint32_t width,
                                                    std::string_view use);

  [[nodiscard]] const Accessor& accessor(std::uint32_t index) const {
    return file_.accessors[index];
  }

 private:
  struct Elements {
    Bytes bytes;
    std::size_t stride = 0;
  };
  [[nodiscard]] Bytes buffer(std::uint32_t index);
  [[nodiscard]] Result<SharedBytes> load(std::string_view uri);
  [[nodiscard]] Bytes range(std::uint32_t buffer, std::uint64_t offset, std::uint64_t size,
                            const std::string& path);
  [[nodiscard]] Bytes unpacked(std::uint32_t view);
  /// Checks that `count` elements of `size` bytes lie in the view.
  [[nodiscard]] Elements elements(std::uint32_t view, std::uint64_t offset, std::uint64_t count,
                                  std::uint32_t size, const std::string& path);
  template <class T>
  [[nodiscard]] std::vector<T> values(std::uint32_t accessor, std::string_view use);
  template <class T>
  bool patch(const Accessor& accessor, const std::string& path, std::vector<T>& out);

  Context& context_;
  const File& file_;
  Bytes binary_;
  const FileResolver& resolver_;
  std::vector<SharedBytes> buffers_;                          ///< those that were loaded
  std::map<std::string, SharedBytes> files_;                  ///< by path: several may share one
  std::map<std::uint32_t, std::vector<std::byte>> unpacked_;  ///< by view
};

/// Unpacks an EXT_meshopt_compression view; `out` has count * stride bytes. \return what is wrong;
/// empty: nothing.
[[nodiscard]] std::string unpackMeshopt(const Meshopt& packed, Bytes data,
                                        std::vector<std::byte>& out);

/// A normalised integer as a number (glTF 2.0, 3.11); others as they are.
[[nodiscard]] float normalizedValue(double value, Component component, bool normalized);

}  // namespace sinew::gltf
