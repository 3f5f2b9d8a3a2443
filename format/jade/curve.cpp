#include "format/jade/curve.h"

#include <algorithm>

#include "format/jade/layout.h"

namespace sinew::jade {
namespace {

/// Two neighbouring keys and how far the time is from the first to the second.
struct Between {
  std::size_t first = 0;
  std::size_t second = 0;
  double part = 0.0;
};

Between find(const Keys& keys, double time_s) {
  const auto next = std::upper_bound(keys.times_s.begin(), keys.times_s.end(), time_s,
                                     [](double t, float key) { return t < double{key}; });
  const auto place = static_cast<std::size_t>(next - keys.times_s.begin());
  if (place == 0) return {};
  const std::size_t last = keys.times_s.size() - 1;
  if (place > last) return {last, last, 0.0};
  const double before = keys.times_s[place - 1];
  const double after = keys.times_s[place];  // above time_s, so above `before`
  return {place - 1, place, (time_s - before) / (after - before)};
}

double valueOf(const Keys& keys, const Between& at, std::uint32_t component) {
  const double a = keys.values[at.first * keys.width + component];
  const double b = keys.values[at.second * keys.width + component];
  return a + (b - a) * at.part;
}

glm::dquat rotationOf(const Keys& keys, std::size_t key) {
  const float* q = &keys.values[4 * key];
  return {q[3], q[0], q[1], q[2]};
}

}  // namespace

Transform NodeCurve::at(double frame) const {
  const double time_s = frame / layout::kRate_hz;
  Transform out = rest_;
  if (!position.times_s.empty()) {
    const Between at = find(position, time_s);
    const glm::dvec3 key{valueOf(position, at, 0), valueOf(position, at, 1),
                         valueOf(position, at, 2)};
    const glm::dvec3 base = positions == Positions::Delta ? rest_.translation : glm::dvec3(0.0);
    out.translation = base + position_scale * key;
  }
  if (!rotation.times_s.empty()) {
    const Between at = find(rotation, time_s);
    out.rotation = glm::normalize(
        glm::slerp(rotationOf(rotation, at.first), rotationOf(rotation, at.second), at.part));
  }
  if (!scale.times_s.empty()) out.scale = glm::dvec3(valueOf(scale, find(scale, time_s), 0));
  return out;
}

}  // namespace sinew::jade
