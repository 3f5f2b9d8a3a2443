// TOML 1.0 by toml++, which notes where every value stands.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <toml++/toml.h>

#include "app/regress/manifest_tree.h"

namespace sinew::app::regress {

namespace {

Place placeOf(const toml::source_region& region) {
  return {region.begin.line, region.begin.column};
}

/// What cannot be said in a manifest.
struct Problem {
  Place place;
  std::string message;
};

std::optional<Problem> convert(const toml::node& from, std::size_t depth, ManifestNode& to);

std::optional<Problem> convertTable(const toml::table& from, std::size_t depth, ManifestNode& to) {
  to.kind = ManifestNode::Kind::Table;
  // In the order of the file: toml++ sorts by key.
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (const auto& [key, value] : from)
    entries.emplace_back(&key, &value);
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.first->source().begin < b.first->source().begin;
  });
  ManifestTable& table = to.table_value;
  for (const auto& [key, value] : entries) {
    table.keys.emplace_back(key->str());
    table.key_places.push_back(placeOf(key->source()));
    if (auto problem = convert(*value, depth + 1, table.values.emplace_back())) return problem;
  }
  return std::nullopt;
}

std::optional<Problem> convertList(const toml::array& from, std::size_t depth, ManifestNode& to) {
  to.kind = ManifestNode::Kind::List;
  for (const toml::node& value : from) {
    if (auto problem = convert(value, depth + 1, to.list_value.emplace_back())) return problem;
  }
  return std::nullopt;
}

std::optional<Problem> convert(const toml::node& from, std::size_t depth, ManifestNode& to) {
  to.place = placeOf(from.source());
  if (depth > kMaxManifestDepth) {
    return Problem{to.place, fmt::format("nested more than {} deep", kMaxManifestDepth)};
  }
  if (const toml::table* table = from.as_table()) return convertTable(*table, depth, to);
  if (const toml::array* list = from.as_array()) return convertList(*list, depth, to);
  using Kind = ManifestNode::Kind;
  if (const auto* text = from.as_string()) {
    to.kind = Kind::Text;
    to.text_value = text->get();
  } else if (const auto* whole = from.as_integer()) {
    to.kind = Kind::Whole;
    to.whole_value = whole->get();
  } else if (const auto* number = from.as_floating_point()) {
    to.kind = Kind::Number;
    to.number_value = number->get();
  } else if (const auto* flag = from.as_boolean()) {
    to.kind = Kind::Flag;
    to.flag_value = flag->get();
  } else {
    return Problem{to.place, "a date or a time of day means nothing here"};
  }
  return std::nullopt;
}

}  // namespace

Result<ManifestNode> parseTomlManifest(const std::string& file, Bytes text) {
  try {
    const toml::table root = toml::parse(
        std::string_view(reinterpret_cast<const char*>(text.data()), text.size()), file);
    ManifestNode out;
    if (const auto problem = convert(root, 0, out)) {
      return manifestFail(file, problem->place, problem->message);
    }
    return out;
  } catch (const toml::parse_error& error) {
    return manifestFail(file, placeOf(error.source()), std::string(error.description()));
  }
}

}  // namespace sinew::app::regress
