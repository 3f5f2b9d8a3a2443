// Replaces the global operator new of the program that links it.

#include "tests/pose/counting_new.h"

#include <cstdlib>
#include <new>

namespace {

std::size_t allocation_count = 0;

void* countedAllocation(std::size_t size) {
  ++allocation_count;
  return std::malloc(size > 0 ? size : 1);
}

void* orThrow(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::size_t sinew::test::allocationCount() {
  return allocation_count;
}

void* operator new(std::size_t size) {
  return orThrow(countedAllocation(size));
}
void* operator new[](std::size_t size) {
  return orThrow(countedAllocation(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return countedAllocation(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return countedAllocation(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
