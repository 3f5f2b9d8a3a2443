#pragma once

// A manifest as a tree of values that know where they stand in the file: TOML and JSON read into
// the same one, so that there is one schema and one way to say what is wrong.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytes.h"
#include "format/result.h"

namespace sinew::app::regress {

/// Counted from 1; columns are characters.
struct Place {
  std::size_t line = 0;  ///< 0: unknown
  std::size_t column = 0;
};

struct ManifestNode;

using ManifestList = std::vector<ManifestNode>;

struct ManifestTable {
  std::vector<std::string> keys;
  std::vector<Place> key_places;
  ManifestList values;

  [[nodiscard]] const ManifestNode* find(std::string_view key) const;
};

/// A value; of its fields the one of its kind counts. (A variant of these makes GCC 12 warn of
/// memory that it takes for uninitialised.)
struct ManifestNode {
  enum class Kind : std::uint8_t { Flag, Whole, Number, Text, List, Table };
  Place place;
  Kind kind = Kind::Flag;
  bool flag_value = false;
  std::int64_t whole_value = 0;
  double number_value = 0.0;
  std::string text_value;
  ManifestList list_value;
  ManifestTable table_value;

  [[nodiscard]] const ManifestTable* table() const {
    return kind == Kind::Table ? &table_value : nullptr;
  }
  [[nodiscard]] const ManifestList* list() const {
    return kind == Kind::List ? &list_value : nullptr;
  }
  [[nodiscard]] const std::string* text() const {
    return kind == Kind::Text ? &text_value : nullptr;
  }
  [[nodiscard]] const bool* flag() const { return kind == Kind::Flag ? &flag_value : nullptr; }
  [[nodiscard]] const std::int64_t* whole() const {
    return kind == Kind::Whole ? &whole_value : nullptr;
  }
  [[nodiscard]] bool isNumber() const { return kind == Kind::Whole || kind == Kind::Number; }
};

/// "a table", "a list", "a text", "a number", "true or false"
[[nodiscard]] std::string_view kindOf(const ManifestNode& node);

/// An Error (code "manifest") whose path is "FILE:LINE:COLUMN".
[[nodiscard]] tl::unexpected<Error> manifestFail(const std::string& file, const Place& place,
                                                 std::string message);

/// Deepest nesting that is read.
inline constexpr std::size_t kMaxManifestDepth = 32;

/// Read a whole file; `file` is its name for errors. The root is a table.
/// \return an Error as manifestFail makes it: bad syntax, a key twice, a value of a kind that no
/// manifest has (dates, null), nesting beyond kMaxManifestDepth.
[[nodiscard]] Result<ManifestNode> parseTomlManifest(const std::string& file, Bytes text);
[[nodiscard]] Result<ManifestNode> parseJsonManifest(const std::string& file, Bytes text);

}  // namespace sinew::app::regress
