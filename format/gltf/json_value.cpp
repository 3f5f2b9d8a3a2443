#include "format/gltf/json_value.h"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53

const Json& jsonOf(const void* node) {
  return *static_cast<const Json*>(node);
}

/// Remembers where parsing stopped instead of throwing.
class StopFinder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(std::int64_t /*value*/) override { return true; }
  bool number_unsigned(std::uint64_t /*value*/) override { return true; }
  bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(Json::binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*elements*/) override { return true; }
  bool key(std::string& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*elements*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& /*last_token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    stop = position;
    return false;
  }

  std::size_t stop = 0;
};

}  // namespace

bool Value::isObject() const {
  return present() && jsonOf(node_).is_object();
}

bool Value::isArray() const {
  return present() && jsonOf(node_).is_array();
}

std::size_t Value::size() const {
  return isArray() ? jsonOf(node_).size() : 0;
}

Value Value::at(std::size_t index) const {
  return index < size() ? Value(&jsonOf(node_)[index]) : Value();
}

Value Value::operator[](std::string_view name) const {
  if (!isObject()) return {};
  const Json& object = jsonOf(node_);
  const auto found = object.find(name);
  return found == object.end() ? Value() : Value(&*found);
}

void Value::forEachMember(
    const std::function<void(std::string_view name, Value value)>& visit) const {
  if (!isObject()) return;
  const Json& object = jsonOf(node_);
  for (auto it = object.begin(); it != object.end(); ++it)
    visit(it.key(), Value(&*it));
}

std::optional<double> Value::number() const {
  if (!present() || !jsonOf(node_).is_number()) return std::nullopt;
  const double value = jsonOf(node_).get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> Value::whole() const {
  const std::optional<double> value = number();
  if (!value || *value < 0.0 || *value > kLargestWhole || *value != std::floor(*value)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*value);
}

std::optional<bool> Value::boolean() const {
  const bool* value = present() ? jsonOf(node_).get_ptr<const Json::boolean_t*>() : nullptr;
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<std::string_view> Value::string() const {
  const std::string* text = present() ? jsonOf(node_).get_ptr<const std::string*>() : nullptr;
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(*text);
}

Result<JsonText> JsonText::parse(std::string_view text) {
  // The parser keeps its own stack, and so does the destructor: depth costs no stack of ours.
  auto root = std::make_shared<Json>(Json::parse(text, nullptr, /*allow_exceptions=*/false));
  if (root->is_discarded()) {
    StopFinder finder;
    Json::sax_parse(text, &finder);
    return tl::unexpected<Error>(
        Error{"gltf.json", finder.stop == 0 ? 0 : finder.stop - 1, "json",
              fmt::format("the text is no JSON from its byte {} on", finder.stop)});
  }
  JsonText out;
  out.root_ = std::move(root);
  return out;
}

}  // namespace sinew::gltf
