#pragma once

#include <string_view>

namespace sinew::app {

/// The program's version, e.g. "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace sinew::app
