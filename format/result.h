#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace sinew {

/// Why something could not be done.
///
/// `message` is one sentence for people with the numbers in it; place and path are separate fields
/// so that every front end prints them the same way (see `describe`).
struct Error {
  std::string code;  ///< stable identifier: a rule id such as "header.magic", or a slug
  std::optional<std::uint64_t>
      offset;           ///< bytes from the start of the file, first byte of the bad field
  std::string path;     ///< where in the model or file tree, e.g. "meshes[2].vertices[17]"
  std::string message;  ///< what is there and what was expected
};

/// "PATH at 0xOFFSET: MESSAGE", leaving out the parts that are absent.
[[nodiscard]] std::string describe(const Error& error);

/// The value, or the reason there is none. Shaped like C++23's std::expected.
template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(std::string code, std::string message) {
  return tl::unexpected<Error>(Error{std::move(code), std::nullopt, {}, std::move(message)});
}

}  // namespace sinew
