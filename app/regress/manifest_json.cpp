// JSON (RFC 8259). The parser tells of values but not where they stand: its input is counted, and
// between two of its events only blanks, commas and colons lie, so the next value starts behind
// them.

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "app/regress/manifest_tree.h"

namespace sinew::app::regress {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxKeys = 1000;  ///< of one table

/// Turns offsets that only grow into lines and columns.
class PlaceFinder {
 public:
  explicit PlaceFinder(std::string_view text) : text_(text) {}

  [[nodiscard]] Place at(std::size_t offset) {
    for (; done_ < offset && done_ < text_.size(); ++done_) {
      if (text_[done_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if (done_ + 1 >= text_.size() ||
                 (static_cast<unsigned char>(text_[done_ + 1]) & 0xC0u) != 0x80u) {
        ++place_.column;  // behind the last byte of a character
      }
    }
    return place_;
  }

 private:
  std::string_view text_;
  std::size_t done_ = 0;
  Place place_{1, 1};
};

/// Reads a text and counts how much of it was read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    if (count_ != nullptr) ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  std::size_t* count_;
};

/// Gets the parser's events and builds the tree.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  using Kind = ManifestNode::Kind;

  TreeBuilder(std::string_view text, const std::size_t& read)
      : text_(text), places_(text), read_(read) {}

  bool null() override { return refuse("null means nothing here"); }
  bool boolean(bool value) override {
    ManifestNode node = nodeHere(Kind::Flag);
    node.flag_value = value;
    return add(std::move(node));
  }
  bool number_integer(number_integer_t value) override {
    ManifestNode node = nodeHere(Kind::Whole);
    node.whole_value = value;
    return add(std::move(node));
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(INT64_MAX)) {
      return number_float(static_cast<double>(value), {});
    }
    return number_integer(static_cast<number_integer_t>(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    ManifestNode node = nodeHere(Kind::Number);
    node.number_value = value;
    return add(std::move(node));
  }
  bool string(string_t& value) override {
    ManifestNode node = nodeHere(Kind::Text);
    node.text_value = std::move(value);
    return add(std::move(node));
  }
  bool binary(binary_t& /*value*/) override { return refuse("binary data means nothing here"); }
  bool start_object(std::size_t /*size*/) override { return open(Kind::Table); }
  bool start_array(std::size_t /*size*/) override { return open(Kind::List); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const Place place = nextPlace();
    ManifestTable& table = open_.back().table_value;
    if (table.find(name) != nullptr) {
      problem_ = {place, fmt::format("the key \"{}\" is there twice", name)};
      return false;
    }
    if (table.keys.size() >= kMaxKeys) {
      problem_ = {place, fmt::format("a table of more than {} keys", kMaxKeys)};
      return false;
    }
    table.keys.push_back(std::move(name));
    table.key_places.push_back(place);
    // `find` looks for the key's value; until that comes there is none.
    table.values.emplace_back();
    last_ = read_;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const Json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: WHAT"
    std::string_view what = error.what();
    const std::size_t start = what.find(": ");
    if (start != what.npos) what.remove_prefix(start + 2);
    problem_ = {places_.at(position == 0 ? 0 : position - 1), std::string(what)};
    return false;
  }

  [[nodiscard]] const std::optional<std::pair<Place, std::string>>& problem() const {
    return problem_;
  }
  [[nodiscard]] ManifestNode take() { return std::move(root_); }

 private:
  /// Where the token that was just read starts.
  [[nodiscard]] Place nextPlace() {
    std::size_t at = last_;
    while (at < text_.size() && std::string_view(" \t\r\n,:").find(text_[at]) != text_.npos)
      ++at;
    return places_.at(at);
  }

  bool refuse(std::string message) {
    problem_ = {nextPlace(), std::move(message)};
    return false;
  }

  /// A node at the place of the token that was just read.
  ManifestNode nodeHere(Kind kind) {
    ManifestNode node;
    node.place = nextPlace();
    node.kind = kind;
    last_ = read_;
    return node;
  }

  bool add(ManifestNode node) {
    put(std::move(node));
    return true;
  }

  bool open(Kind kind) {
    if (open_.size() > kMaxManifestDepth) {
      return refuse(fmt::format("nested more than {} deep", kMaxManifestDepth));
    }
    open_.push_back(nodeHere(kind));
    return true;
  }

  bool close() {
    ManifestNode done = std::move(open_.back());
    open_.pop_back();
    last_ = read_;
    put(std::move(done));
    return true;
  }

  void put(ManifestNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().kind == Kind::List) {
      open_.back().list_value.push_back(std::move(node));
    } else {
      open_.back().table_value.values.back() = std::move(node);
    }
  }

  std::string_view text_;
  PlaceFinder places_;
  const std::size_t& read_;
  std::size_t last_ = 0;  ///< read when the event before this one came
  std::vector<ManifestNode> open_;
  ManifestNode root_;
  std::optional<std::pair<Place, std::string>> problem_;
};

}  // namespace

Result<ManifestNode> parseJsonManifest(const std::string& file, Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::size_t read = 0;
  TreeBuilder builder(text, read);
  const CountingIterator begin(text.data(), &read);
  const CountingIterator end(text.data() + text.size(), nullptr);
  if (!Json::sax_parse(begin, end, &builder)) {
    const auto& problem = builder.problem();
    return manifestFail(file, problem ? problem->first : Place{},
                        problem ? problem->second : "no JSON");
  }
  ManifestNode root = builder.take();
  if (root.table() == nullptr) {
    return manifestFail(file, root.place,
                        fmt::format("a manifest is a table, not {}", kindOf(root)));
  }
  return root;
}

}  // namespace sinew::app::regress
