#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "format/byte_reader.h"
#include "format/scene/findings.h"

namespace sinew::bbm {

/// The longest name that is read (docs/format-bbm.md, section 9).
inline constexpr std::size_t kMaxName = 4096;

/// Straight-line reads of a run of bytes. The first failure sticks: it and all later reads give
/// zeros and empty texts; `ok()` tells once at the end of a section, `failure()` why.
class Cursor {
 public:
  /// `base`: where the run begins in what offsets are counted in.
  explicit Cursor(Bytes bytes, std::uint64_t base = 0) : bytes_(bytes), base_(base) {}

  std::uint8_t u8() { return read<std::uint8_t>(); }
  std::uint16_t u16() { return read<std::uint16_t>(); }
  std::uint32_t u32() { return read<std::uint32_t>(); }
  std::int32_t i32() { return std::bit_cast<std::int32_t>(u32()); }
  std::int16_t i16() { return std::bit_cast<std::int16_t>(u16()); }
  float f32() { return std::bit_cast<float>(u32()); }
  template <std::size_t N>
  std::array<float, N> floats() {
    std::array<float, N> out{};
    for (float& value : out)
      value = f32();
    return out;
  }

  /// The next `count` bytes; empty where there are fewer.
  Bytes bytes(std::uint64_t count) {
    if (count > remaining()) fail(scene::Kind::Truncated);
    if (failed_) return {};
    const Bytes out =
        bytes_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(count));
    at_ += count;
    return out;
  }
  void skip(std::uint64_t count) { (void)bytes(count); }

  /// Up to a NUL, which is read too.
  std::string_view text() {
    if (failed_) return {};
    const auto* first = reinterpret_cast<const char*>(bytes_.data()) + at_;
    const std::string_view rest(first, static_cast<std::size_t>(remaining()));
    const std::size_t size = rest.substr(0, kMaxName + 1).find('\0');
    if (size == rest.npos) {
      fail(rest.size() > kMaxName ? scene::Kind::Limit : scene::Kind::Name);
      return {};
    }
    at_ += size + 1;
    return rest.substr(0, size);
  }

  void fail(scene::Kind kind) {
    if (failed_) return;
    failed_ = true;
    failure_ = kind;
  }
  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] scene::Kind failure() const { return failure_; }
  /// Of the next read; of the failed one once a read failed.
  [[nodiscard]] std::uint64_t offset() const { return base_ + at_; }
  [[nodiscard]] std::uint64_t remaining() const { return failed_ ? 0 : bytes_.size() - at_; }
  [[nodiscard]] Bytes rest() const { return bytes_.subspan(static_cast<std::size_t>(at_)); }

 private:
  template <class T>
  T read() {
    if (failed_ || bytes_.size() - at_ < sizeof(T)) {
      fail(scene::Kind::Truncated);
      return 0;
    }
    const T value = loadLe<T>(bytes_.data() + at_);
    at_ += sizeof(T);
    return value;
  }

  Bytes bytes_;
  std::uint64_t base_;
  std::uint64_t at_ = 0;
  bool failed_ = false;
  scene::Kind failure_ = scene::Kind::Truncated;
};

}  // namespace sinew::bbm
