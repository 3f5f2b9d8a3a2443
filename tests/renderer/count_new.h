#pragma once

#include <cstddef>

namespace sinew::renderer::test {

/// False in sanitizer builds, whose own operator new must stay.
[[nodiscard]] bool countsAllocations();

/// How often this thread called operator new. The driver's own malloc is not counted.
[[nodiscard]] std::size_t allocationCount();

}  // namespace sinew::renderer::test
