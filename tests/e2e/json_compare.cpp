#include "json_compare.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sinew::e2e {

namespace {

using nlohmann::json;

constexpr double kComputed = 1e-5;
constexpr double kExact = 1e-9;  // the expectations are cut to ten digits

double toleranceOf(const std::string& key) {
  static const std::set<std::string> kPacked = {"position",    "st",    "normal",
                                                "translation", "scale", "weights"};
  return kPacked.count(key) > 0 ? kExact : kComputed;
}

std::string mismatch(const std::string& place, const json& expected, const json& actual) {
  return place + ": expected " + expected.dump().substr(0, 200) + ", got " +
         actual.dump().substr(0, 200);
}

bool isVector(const json& value) {
  return value.is_array() && !value.empty() &&
         std::any_of(value.begin(), value.end(), [](const json& e) { return e.is_number_float(); });
}

bool close(const json& expected, const json& actual, double scale, double tolerance) {
  if (expected.is_null() || actual.is_null()) return expected.is_null() && actual.is_null();
  if (!actual.is_number()) return false;
  return std::abs(expected.get<double>() - actual.get<double>()) <= tolerance * scale;
}

double largest(const json& vector, const std::string& key, bool translation) {
  double scale = 1.0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (!vector[i].is_number()) continue;
    if (key == "matrix" && (i % 4 == 3) != translation) continue;
    scale = std::max(scale, std::abs(vector[i].get<double>()));
  }
  return scale;
}

std::string compareVector(const json& expected, const json& actual, const std::string& key,
                          const std::string& place) {
  if (!actual.is_array() || actual.size() != expected.size()) {
    return mismatch(place, expected, actual);
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double scale = largest(expected, key, i % 4 == 3);
    if (!close(expected[i], actual[i], scale, toleranceOf(key))) {
      return mismatch(place + "[" + std::to_string(i) + "]", expected, actual);
    }
  }
  return {};
}

std::string compare(const json& expected, const json& actual, const std::string& key,
                    const std::string& place);

std::string compareObject(const json& expected, const json& actual, const std::string& place) {
  if (!actual.is_object()) return mismatch(place, expected, actual);
  for (const auto& [name, value] : expected.items()) {
    if (!actual.contains(name)) return place + ": no key " + name;
    if (name == "message") continue;
    const std::string found = compare(value, actual[name], name, place + "." + name);
    if (!found.empty()) return found;
  }
  // A channel without a value has no key at all (spec/dump.md, section 2).
  for (const char* channel : {"rotation", "translation", "scale"}) {
    if (expected.contains("frame") && actual.contains(channel) && !expected.contains(channel)) {
      return place + ": unexpected " + channel;
    }
  }
  return {};
}

std::string compareArray(const json& expected, const json& actual, const std::string& key,
                         const std::string& place) {
  if (!actual.is_array()) return mismatch(place, expected, actual);
  if (actual.size() != expected.size()) {
    return place + ": expected " + std::to_string(expected.size()) + " elements, got " +
           std::to_string(actual.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string found =
        compare(expected[i], actual[i], key, place + "[" + std::to_string(i) + "]");
    if (!found.empty()) return found;
  }
  return {};
}

std::string compare(const json& expected, const json& actual, const std::string& key,
                    const std::string& place) {
  if (expected.is_object()) return compareObject(expected, actual, place);
  if (isVector(expected)) return compareVector(expected, actual, key, place);
  if (expected.is_array()) return compareArray(expected, actual, key, place);
  if (expected.is_number_float()) {
    const double scale = std::max(1.0, std::abs(expected.get<double>()));
    return close(expected, actual, scale, toleranceOf(key)) ? ""
                                                            : mismatch(place, expected, actual);
  }
  // 1 and 1.0 are one number in JSON, and compare equal here.
  return expected == actual ? "" : mismatch(place, expected, actual);
}

}  // namespace

std::string difference(const json& expected, const json& actual) {
  return compare(expected, actual, "", "$");
}

}  // namespace sinew::e2e
