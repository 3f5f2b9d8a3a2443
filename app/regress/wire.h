#pragma once

// What the processes of `sinew test` say to each other: frames of a length and packed values. Both
// ends are the same program, so there is no version; but a worker may die in the middle of a frame,
// and what a broken one sends must not harm.

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sinew::app::regress {

/// Largest frame: a picture of 16384 x 16384 pixels that does not pack at all.
inline constexpr std::uint64_t kMaxFrameBytes = std::uint64_t{1} << 31;

/// Packs values into a frame.
class FrameWriter {
 public:
  FrameWriter() : bytes_(sizeof(std::uint64_t), '\0') {}

  template <class T>
  FrameWriter& add(const T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
    return *this;
  }
  FrameWriter& add(std::string_view text) {
    add(std::uint64_t{text.size()});
    bytes_.append(text);
    return *this;
  }
  FrameWriter& add(const std::string& text) { return add(std::string_view(text)); }
  FrameWriter& add(const std::vector<std::string>& texts) {
    add(std::uint64_t{texts.size()});
    for (const std::string& text : texts)
      add(text);
    return *this;
  }
  FrameWriter& add(const std::vector<std::uint8_t>& bytes) {
    return add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  template <class T>
  FrameWriter& add(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
    return *this;
  }

  /// The frame with its length in front.
  [[nodiscard]] std::string take() {
    const std::uint64_t size = bytes_.size() - sizeof(std::uint64_t);
    std::memcpy(bytes_.data(), &size, sizeof(size));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

/// Unpacks a frame (without its length). What does not fit makes `failed` true and every later
/// value empty.
class FrameReader {
 public:
  explicit FrameReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void get(T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    value = T{};
    if (!has(sizeof(T))) return;
    if constexpr (std::is_same_v<T, bool>) {
      value = left_.front() != '\0';
    } else {
      std::memcpy(&value, left_.data(), sizeof(T));
    }
    left_.remove_prefix(sizeof(T));
  }
  void get(std::string& text) {
    std::uint64_t size = 0;
    get(size);
    text.clear();
    if (!has(size)) return;
    text = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(static_cast<std::size_t>(size));
  }
  void get(std::vector<std::string>& texts) {
    std::uint64_t count = 0;
    get(count);
    texts.clear();
    // Every text has at least its length.
    if (!has(count <= left_.size() ? count * sizeof(std::uint64_t) : count)) return;
    texts.resize(static_cast<std::size_t>(count));
    for (std::string& text : texts)
      get(text);
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }

  [[nodiscard]] bool failed() const { return failed_; }
  /// All of the frame was read, and nothing more asked for.
  [[nodiscard]] bool complete() const { return !failed_ && left_.empty(); }

 private:
  bool has(std::uint64_t size) {
    failed_ = failed_ || size > left_.size();
    return !failed_;
  }

  std::string_view left_;
  bool failed_ = false;
};

}  // namespace sinew::app::regress
