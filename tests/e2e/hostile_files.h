#pragma once

// Files made to take much memory for their size.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace sinew::e2e {

/// A file put together word by word.
class HostileFile {
 public:
  HostileFile();

  void u8(std::uint32_t value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void u32(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      u8(value >> shift & 0xFF);
  }
  void text(const std::string& value);  ///< with a NUL
  void align() { bytes_.resize((bytes_.size() + 15) / 16 * 16); }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(bytes_.size()); }

  /// The array that the header names at `field` (0x10 meshes, 0x18 LODs, 0x20 bones, 0x28
  /// animations) starts at `start` and ends here.
  void array(std::size_t field, std::uint32_t start);
  /// A list that is named `times` times counts that often.
  void countLists(std::size_t bytes, std::size_t times) { lists_ += bytes * times; }

  [[nodiscard]] std::size_t listBytes() const { return lists_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  void setU32(std::size_t at, std::uint32_t value);

  std::vector<std::uint8_t> bytes_;
  std::size_t lists_ = 0;
};

struct HostileCase {
  std::string name;
  std::uint32_t size = 0;  ///< what `make` is called with: faces, records, meshes, ...
  std::function<HostileFile(std::uint32_t size)> make;
  std::size_t least_diagnostics = 0;
  std::size_t least_dump_bytes = 0;
};

/// For ctest's listing.
void PrintTo(const HostileCase& tested, std::ostream* stream);

[[nodiscard]] const std::vector<HostileCase>& hostileCases();

}  // namespace sinew::e2e
