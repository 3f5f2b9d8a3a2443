#pragma once

#include <cstddef>

namespace sinew::renderer::test {

/// How often this thread called operator new. The driver's own malloc is not counted.
[[nodiscard]] std::size_t allocationCount();

}  // namespace sinew::renderer::test
