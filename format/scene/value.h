#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sinew::scene {

/// A fact as a reader states it for people and dumps: a small tree of texts and numbers. For what
/// only one format has and nothing computes with; everything else has a typed field (scene.h).
class Value {
 public:
  using List = std::vector<Value>;
  using Member = std::pair<std::string, Value>;
  using Object = std::vector<Member>;  ///< in the order printed
  using Content =
      std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Object>;

  Value() : content_(nullptr) {}
  Value(std::nullptr_t) : content_(nullptr) {}
  Value(bool flag) : content_(flag) {}
  Value(int number) : content_(std::int64_t{number}) {}
  Value(std::int64_t number) : content_(number) {}
  Value(std::uint32_t number) : content_(std::int64_t{number}) {}
  Value(double number) : content_(number) {}
  Value(float number) : content_(double{number}) {}
  Value(std::string text) : content_(std::move(text)) {}
  Value(std::string_view text) : content_(std::string(text)) {}
  Value(const char* text) : content_(std::string(text)) {}
  Value(List list) : content_(std::move(list)) {}
  Value(Object object) : content_(std::move(object)) {}

  [[nodiscard]] const Content& content() const { return content_; }

 private:
  Content content_;
};

}  // namespace sinew::scene
