#include "app/json_stream.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "format/utf8.h"

namespace sinew::app {

JsonStream::JsonStream(Output& output, Layout layout) : output_(output), layout_(layout) {}

void JsonStream::newLine() {
  output_.write("\n");
  for (std::size_t i = 0; i < levels_.size(); ++i)
    output_.write("  ");
}

void JsonStream::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) output_.write(level.inlined && layout_ == Layout::Lines ? ", " : ",");
  if (!level.inlined) newLine();
  level.empty = false;
}

JsonStream& JsonStream::begin(char bracket, bool inlined) {
  separate();
  output_.write(std::string_view(&bracket, 1));
  const bool outer_inlined = !levels_.empty() && levels_.back().inlined;
  levels_.push_back({inlined || outer_inlined || layout_ == Layout::Compact, true});
  return *this;
}

JsonStream& JsonStream::end(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.inlined && !level.empty) newLine();
  output_.write(std::string_view(&bracket, 1));
  return *this;
}

JsonStream& JsonStream::key(std::string_view name) {
  value(name);
  output_.write(layout_ == Layout::Lines ? ": " : ":");
  after_key_ = true;
  return *this;
}

JsonStream& JsonStream::raw(std::string_view text) {
  separate();
  output_.write(text);
  return *this;
}

JsonStream& JsonStream::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}", number);
  const std::string_view digits(text.data(), text.size());
  if (digits.find_first_of(".e") == std::string_view::npos) {
    fmt::format_to(std::back_inserter(text), ".0");
  }
  return raw({text.data(), text.size()});
}

JsonStream& JsonStream::integer(std::int64_t number) {
  return raw(fmt::format_int(number).c_str());
}

JsonStream& JsonStream::natural(std::uint64_t number) {
  return raw(fmt::format_int(number).c_str());
}

JsonStream& JsonStream::value(std::string_view text) {
  return raw(nlohmann::json(toUtf8(text)).dump());
}

void JsonStream::finish() {
  output_.write("\n");
}

}  // namespace sinew::app
