#pragma once

#include <string>

#include "format/bytes.h"

namespace sinew::app {

/// SHA-256 in 64 lower-case hexadecimal digits, as `sha256sum` prints it.
[[nodiscard]] std::string sha256Hex(Bytes bytes);

}  // namespace sinew::app
