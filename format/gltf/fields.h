#pragma once

// Checked reading of JSON members: what is missing gives the default, what is wrong an error with
// its path.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "format/gltf/context.h"
#include "format/gltf/json_value.h"
#include "format/model.h"

namespace sinew::gltf {

/// An object of the file and where it stands, e.g. "nodes[3]".
struct Place {
  Context* context = nullptr;
  Value value;
  std::string path;

  [[nodiscard]] Place member(std::string_view name) const;
  [[nodiscard]] Place element(std::size_t index) const;
  bool fail(std::string code, std::string message) const;
};

/// A whole number up to `most`.
[[nodiscard]] std::uint64_t wholeField(const Place& place, std::string_view name,
                                       std::uint64_t otherwise,
                                       std::uint64_t most = std::uint64_t{1} << 53);
/// The same, and it must be there.
[[nodiscard]] std::uint64_t neededWhole(const Place& place, std::string_view name,
                                        std::uint64_t most = std::uint64_t{1} << 53);
/// An index below `limit` of the list `what`; kNone if absent.
[[nodiscard]] std::uint32_t indexField(const Place& place, std::string_view name, std::size_t limit,
                                       std::string_view what);
/// The same, and it must be there. 0 after a failure: ask the context before using it.
[[nodiscard]] std::uint32_t neededIndex(const Place& place, std::string_view name,
                                        std::size_t limit, std::string_view what);
/// The same of a value itself.
[[nodiscard]] std::uint32_t indexOf(const Place& place, std::size_t limit, std::string_view what);

[[nodiscard]] double numberField(const Place& place, std::string_view name, double otherwise);
[[nodiscard]] bool flagField(const Place& place, std::string_view name);
[[nodiscard]] std::string_view textField(const Place& place, std::string_view name);

/// Fills `out` from an array of exactly `count` finite numbers; leaves it if the member is absent.
/// \return whether the member was there.
bool numbersField(const Place& place, std::string_view name, double* out, std::size_t count);

}  // namespace sinew::gltf
