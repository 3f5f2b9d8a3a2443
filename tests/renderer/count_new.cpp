#include "tests/renderer/count_new.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

#ifndef __SANITIZE_ADDRESS__

void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

#endif

namespace sinew::renderer::test {

bool countsAllocations() {
#ifdef __SANITIZE_ADDRESS__
  return false;
#else
  return true;
#endif
}

std::size_t allocationCount() {
  return allocations;
}

}  // namespace sinew::renderer::test
