#pragma once

// A parsed JSON text as the glTF reader looks at it: every question has an answer, absent members
// included, so that no exception and no unchecked type is possible. Hides the JSON library, which
// is slow to compile.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "format/result.h"

namespace sinew::gltf {

/// One value of a JsonText, or nothing. Valid as long as its text.
class Value {
 public:
  Value() = default;

  [[nodiscard]] bool present() const { return node_ != nullptr; }
  [[nodiscard]] bool isObject() const;
  [[nodiscard]] bool isArray() const;
  /// Elements of an array; 0 for anything else.
  [[nodiscard]] std::size_t size() const;
  /// An element; absent beyond the end or if this is no array.
  [[nodiscard]] Value at(std::size_t index) const;
  /// A member; absent if there is none or this is no object.
  [[nodiscard]] Value operator[](std::string_view name) const;
  /// Visits an object's members, ordered by name.
  void forEachMember(const std::function<void(std::string_view name, Value value)>& visit) const;

  [[nodiscard]] std::optional<double> number() const;
  /// A whole number from 0 to 2^53, also if written as 3.0.
  [[nodiscard]] std::optional<std::uint64_t> whole() const;
  [[nodiscard]] std::optional<bool> boolean() const;
  [[nodiscard]] std::optional<std::string_view> string() const;

 private:
  friend class JsonText;
  explicit Value(const void* node) : node_(node) {}
  const void* node_ = nullptr;
};

class JsonText {
 public:
  /// Parses UTF-8; a byte order mark is passed over. An Error ("gltf.json") names the offset from
  /// the start of `text` where it stops being JSON.
  [[nodiscard]] static Result<JsonText> parse(std::string_view text);
  [[nodiscard]] Value root() const { return Value(root_.get()); }

 private:
  std::shared_ptr<const void> root_;
};

}  // namespace sinew::gltf
