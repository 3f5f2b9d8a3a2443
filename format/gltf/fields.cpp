#include "format/gltf/fields.h"

#include <fmt/format.h>

namespace sinew::gltf {

Place Place::member(std::string_view name) const {
  return {context, value[name],
          path.empty() ? std::string(name) : fmt::format("{}.{}", path, name)};
}

Place Place::element(std::size_t index) const {
  return {context, value.at(index), fmt::format("{}[{}]", path, index)};
}

bool Place::fail(std::string code, std::string message) const {
  return context->fail(std::move(code), path, std::move(message));
}

std::uint64_t wholeField(const Place& place, std::string_view name, std::uint64_t otherwise,
                         std::uint64_t most) {
  const Value value = place.value[name];
  if (!value.present()) return otherwise;
  const std::optional<std::uint64_t> whole = value.whole();
  if (whole && *whole <= most) return *whole;
  place.member(name).fail(
      "gltf.number", whole
                         ? fmt::format("{} is above the largest that is allowed, {}", *whole, most)
                         : std::string("a whole number, 0 or more, was expected"));
  return otherwise;
}

std::uint64_t neededWhole(const Place& place, std::string_view name, std::uint64_t most) {
  if (!place.value[name].present()) {
    place.fail("gltf.missing", fmt::format("the member \"{}\" is missing", name));
  }
  return wholeField(place, name, 0, most);
}

std::uint32_t indexOf(const Place& place, std::size_t limit, std::string_view what) {
  const std::optional<std::uint64_t> whole = place.value.whole();
  if (whole && *whole < limit && *whole < kNone) return static_cast<std::uint32_t>(*whole);
  place.fail("gltf.index", whole ? fmt::format("{}, but the file has {} {}", *whole, limit, what)
                                 : fmt::format("a number of the {} was expected", what));
  return 0;
}

std::uint32_t indexField(const Place& place, std::string_view name, std::size_t limit,
                         std::string_view what) {
  if (!place.value[name].present()) return kNone;
  return indexOf(place.member(name), limit, what);
}

std::uint32_t neededIndex(const Place& place, std::string_view name, std::size_t limit,
                          std::string_view what) {
  if (!place.value[name].present()) {
    place.fail("gltf.missing", fmt::format("the member \"{}\" is missing", name));
    return 0;
  }
  return indexOf(place.member(name), limit, what);
}

double numberField(const Place& place, std::string_view name, double otherwise) {
  const Value value = place.value[name];
  if (!value.present()) return otherwise;
  const std::optional<double> number = value.number();
  if (!number) place.member(name).fail("gltf.number", "a finite number was expected");
  return number.value_or(otherwise);
}

bool flagField(const Place& place, std::string_view name) {
  const Value value = place.value[name];
  if (!value.present()) return false;
  const std::optional<bool> flag = value.boolean();
  if (!flag) place.member(name).fail("gltf.type", "true or false was expected");
  return flag.value_or(false);
}

std::string_view textField(const Place& place, std::string_view name) {
  const Value value = place.value[name];
  if (!value.present()) return {};
  const std::optional<std::string_view> text = value.string();
  if (!text) place.member(name).fail("gltf.type", "a text was expected");
  return text.value_or(std::string_view());
}

bool numbersField(const Place& place, std::string_view name, double* out, std::size_t count) {
  const Value value = place.value[name];
  if (!value.present()) return false;
  const Place list = place.member(name);
  if (!value.isArray() || value.size() != count) {
    return list.fail("gltf.number", fmt::format("{} numbers were expected", count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> number = value.at(i).number();
    if (!number) return list.element(i).fail("gltf.number", "a finite number was expected");
    out[i] = *number;
  }
  return true;
}

}  // namespace sinew::gltf
