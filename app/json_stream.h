#pragma once

// JSON written as it is made, so that a dump of a large file never stands in memory.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/output.h"

namespace sinew::app {

/// Writes one JSON value to an Output. Calls must nest properly; `key` goes before each value
/// inside an object. Doubles come out with as many digits as it takes to read them back, without a
/// fraction as "1.0"; not finite ones as null. Text may be ill-formed UTF-8 (see toUtf8).
class JsonStream {
 public:
  enum class Layout : std::uint8_t {
    Lines,   ///< one member or element a line, except inside containers opened with `inlined`
    Compact  ///< everything on one line
  };

  explicit JsonStream(Output& output, Layout layout = Layout::Lines);

  JsonStream& beginObject(bool inlined = false) { return begin('{', inlined); }
  JsonStream& endObject() { return end('}'); }
  JsonStream& beginArray(bool inlined = false) { return begin('[', inlined); }
  JsonStream& endArray() { return end(']'); }

  JsonStream& key(std::string_view name);

  JsonStream& value(double number);
  JsonStream& value(std::string_view text);
  JsonStream& value(const char* text) { return value(std::string_view(text)); }
  JsonStream& value(const std::string& text) { return value(std::string_view(text)); }
  JsonStream& value(std::nullptr_t) { return raw("null"); }
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  JsonStream& value(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      return raw(number ? "true" : "false");
    } else if constexpr (std::is_signed_v<T>) {
      return integer(static_cast<std::int64_t>(number));
    } else {
      return natural(number);
    }
  }

  template <class T>
  JsonStream& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  /// A member whose value is missing: null.
  JsonStream& null(std::string_view name) { return key(name).raw("null"); }
  /// A member whose value may be missing.
  template <class T>
  JsonStream& field(std::string_view name, const std::optional<T>& content) {
    return content ? field(name, *content) : null(name);
  }

  /// A member that is an array of numbers, on one line.
  template <class Range>
  JsonStream& numbers(std::string_view name, const Range& range) {
    key(name);
    return numbers(range);
  }
  /// An element that is an array of numbers, on one line.
  template <class Range>
  JsonStream& numbers(const Range& range) {
    beginArray(true);
    for (const auto& number : range)
      value(number);
    return endArray();
  }

  /// Ends the line behind the outermost value.
  void finish();

 private:
  struct Level {
    bool inlined = false;
    bool empty = true;
  };

  JsonStream& begin(char bracket, bool inlined);
  JsonStream& end(char bracket);
  JsonStream& raw(std::string_view text);
  JsonStream& integer(std::int64_t number);
  JsonStream& natural(std::uint64_t number);
  void separate();
  void newLine();

  Output& output_;
  Layout layout_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace sinew::app
