#pragma once

#include <cstddef>

namespace sinew::test {

/// Calls of operator new since the program began, in programs that link counting_new.cpp.
[[nodiscard]] std::size_t allocationCount();

}  // namespace sinew::test
