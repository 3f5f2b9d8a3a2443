#include "app/regress/manifest_tree.h"

#include <algorithm>

#include <fmt/core.h>

namespace sinew::app::regress {

const ManifestNode* ManifestTable::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &values[static_cast<std::size_t>(found - keys.begin())];
}

std::string_view kindOf(const ManifestNode& node) {
  if (node.table() != nullptr) return "a table";
  if (node.list() != nullptr) return "a list";
  if (node.text() != nullptr) return "a text";
  return node.flag() != nullptr ? "true or false" : "a number";
}

tl::unexpected<Error> manifestFail(const std::string& file, const Place& place,
                                   std::string message) {
  const std::string where =
      place.line == 0 ? file : fmt::format("{}:{}:{}", file, place.line, place.column);
  return tl::unexpected<Error>(Error{"manifest", std::nullopt, where, std::move(message)});
}

}  // namespace sinew::app::regress
