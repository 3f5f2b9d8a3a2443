#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "format/bytes.h"

namespace sinew {

/// An immutable name that either lives in a file's bytes or in a block of its own. It is a
/// string_view that keeps its storage alive and always ends in a NUL: thousands of records may name
/// one long string, and copies of it would cost far more than the records do.
class Text : public std::string_view {
 public:
  Text() : std::string_view("") {}
  Text(const char* text) : Text(std::string_view(text)) {}
  Text(const std::string& text) : Text(std::string_view(text)) {}
  Text(std::string_view text) : std::string_view("") {
    if (text.empty()) return;
    std::shared_ptr<char[]> copy(new char[text.size() + 1]);
    std::memcpy(copy.get(), text.data(), text.size());
    copy.get()[text.size()] = '\0';
    std::string_view::operator=(std::string_view(copy.get(), text.size()));
    owner_ = std::move(copy);
  }

  /// A name inside `file`; the byte behind it must be a NUL of the file.
  [[nodiscard]] static Text inFile(const SharedBytes& file, std::string_view text) {
    Text out;
    static_cast<std::string_view&>(out) = text;
    out.owner_ = file;
    return out;
  }

  [[nodiscard]] const char* c_str() const { return data(); }
  operator std::string() const { return std::string(data(), size()); }

 private:
  std::shared_ptr<const void> owner_;
};

}  // namespace sinew
