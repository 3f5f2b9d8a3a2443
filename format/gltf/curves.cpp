#include "format/gltf/curves.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

namespace sinew::gltf {
namespace {

constexpr int kMostParts = 64;  ///< keys that stand for one segment of the file

bool isRotation(Path path) {
  return path == Path::Rotation;
}

glm::dvec4 unit(const glm::dvec4& q) {
  const double length = glm::length(q);
  return length > 1e-12 ? q / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
}

glm::dvec4 slerp(const glm::dvec4& a, glm::dvec4 b, double t) {
  double dot = glm::dot(a, b);
  if (dot < 0.0) {
    b = -b;
    dot = -dot;
  }
  const double angle = std::acos(std::min(dot, 1.0));
  if (angle < 1e-6) return unit(a * (1.0 - t) + b * t);
  return unit((a * std::sin((1.0 - t) * angle) + b * std::sin(t * angle)) / std::sin(angle));
}

/// Rotation in radians, or distance, between two values.
double difference(Path path, const glm::dvec4& a, const glm::dvec4& b) {
  if (!isRotation(path)) return glm::distance(a, b);
  // Twice the angle between the quaternions, by their chord: exact where they nearly agree.
  const double chord = std::min(glm::distance(a, b), glm::distance(a, -b));
  return 4.0 * std::asin(std::min(1.0, chord / 2.0));
}

glm::dvec4 blendLinear(Path path, const glm::dvec4& a, const glm::dvec4& b, double t) {
  const double sign = isRotation(path) && glm::dot(a, b) < 0.0 ? -1.0 : 1.0;
  const glm::dvec4 mixed = a * (1.0 - t) + b * (sign * t);
  return isRotation(path) ? unit(mixed) : mixed;
}

/// The largest fault of one straight piece from t0 to t1 of a segment.
double faultOf(const Sampled& sampled, std::size_t segment, double t0, double t1) {
  const glm::dvec4 a = sampled.at(segment, t0);
  const glm::dvec4 b = sampled.at(segment, t1);
  double worst = 0.0;
  for (const double t : {0.211, 0.5, 0.789}) {  // where an nlerp is furthest from its arc
    const glm::dvec4 exact = sampled.at(segment, t0 + (t1 - t0) * t);
    worst = std::max(worst, difference(sampled.path, exact, blendLinear(sampled.path, a, b, t)));
  }
  return worst;
}

double toleranceOf(const Sampled& sampled) {
  if (isRotation(sampled.path)) return kArcTolerance;
  glm::dvec4 low = sampled.values.front();
  glm::dvec4 high = low;
  for (const glm::dvec4& value : sampled.values) {
    low = glm::min(low, value);
    high = glm::max(high, value);
  }
  return kWayTolerance * std::max(glm::distance(low, high), 1e-6);
}

/// Where a segment is cut so that straight pieces stay within the tolerance: values of t between 0
/// and 1, ascending.
std::vector<double> cutsOf(const Sampled& sampled, std::size_t segment, double tolerance,
                           double span_frames, bool on_whole_frames) {
  const auto cut = [&](int parts) {
    std::vector<double> out;
    for (int k = 1; k < parts; ++k) {
      double t = static_cast<double>(k) / parts;
      if (on_whole_frames) t = std::round(t * span_frames) / span_frames;
      if (t > (out.empty() ? 0.0 : out.back()) + 1e-9 && t < 1.0 - 1e-9) out.push_back(t);
    }
    return out;
  };
  const auto fits = [&](const std::vector<double>& cuts) {
    double from = 0.0;
    for (std::size_t k = 0; k <= cuts.size(); ++k) {
      const double to = k < cuts.size() ? cuts[k] : 1.0;
      if (faultOf(sampled, segment, from, to) > tolerance) return false;
      from = to;
    }
    return true;
  };
  for (int parts = 1; parts < kMostParts; parts *= 2) {
    std::vector<double> cuts = cut(parts);
    if (fits(cuts)) return cuts;
  }
  // On whole frames there may be no room: then better between frames than wrong.
  if (on_whole_frames) return cutsOf(sampled, segment, tolerance, span_frames, false);
  return cut(kMostParts);
}

/// A step just before the next key, for clips that also have channels that do not step.
constexpr double kStepFrames = 1.0 / 1024.0;

void append(KeyList& out, double frame, const glm::dvec4& value) {
  if (!out.frames.empty() && frame <= out.frames.back() + 1e-6) return;
  out.frames.push_back(frame);
  out.values.push_back(value);
}

}  // namespace

bool Sampled::isConstant() const {
  const auto none = [](const glm::dvec4& tangent) { return tangent == glm::dvec4(0.0); };
  return std::all_of(values.begin(), values.end(),
                     [&](const glm::dvec4& value) { return value == values.front(); }) &&
         std::all_of(in_tangents.begin(), in_tangents.end(), none) &&
         std::all_of(out_tangents.begin(), out_tangents.end(), none);
}

glm::dvec4 Sampled::at(std::size_t i, double t) const {
  const glm::dvec4& a = values[i];
  const glm::dvec4& b = values[i + 1];
  if (curve == Curve::Step) return t < 1.0 ? a : b;
  if (curve == Curve::Linear) return isRotation(path) ? slerp(a, b, t) : a * (1.0 - t) + b * t;
  const double span = times_s[i + 1] - times_s[i];
  const double t2 = t * t;
  const double t3 = t2 * t;
  const glm::dvec4 out = a * (2.0 * t3 - 3.0 * t2 + 1.0) +
                         out_tangents[i] * (span * (t3 - 2.0 * t2 + t)) +
                         b * (-2.0 * t3 + 3.0 * t2) + in_tangents[i + 1] * (span * (t3 - t2));
  return isRotation(path) ? unit(out) : out;
}

Sampled readSampled(Context& context, Store& store, const Channel& channel,
                    const std::string& path) {
  Sampled out;
  out.path = channel.path;
  out.curve = channel.curve;
  const std::uint32_t width = isRotation(channel.path) ? 4 : 3;
  const std::vector<float> times = store.floats(channel.input, 1, "animation input");
  const std::vector<float> values = store.floats(channel.output, width, "animation output");
  if (!context.ok() || !context.spend(times.size(), 128, path)) return out;
  const std::size_t each = channel.curve == Curve::Cubic ? 3 : 1;
  if (times.empty() || values.size() != times.size() * each * width) {
    context.fail("gltf.count", path,
                 fmt::format("{} values for {} times of {} each", values.size() / width,
                             times.size(), each));
    return out;
  }
  const auto value = [&](std::size_t index) {
    glm::dvec4 v(0.0);
    for (std::uint32_t c = 0; c < width; ++c)
      v[static_cast<glm::length_t>(c)] = double{values[index * width + c]};
    return v;
  };
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] < 0.0f || (k > 0 && times[k] <= times[k - 1])) {
      if (k > 0 && times[k] == times[k - 1]) continue;  // the first of two at one time counts
      context.fail("gltf.times", fmt::format("{}, key {}", path, k),
                   fmt::format("time {} s after {} s: times ascend from 0", times[k],
                               k > 0 ? times[k - 1] : 0.0f));
      return out;
    }
    const glm::dvec4 v = value(k * each + (each == 3 ? 1 : 0));
    out.times_s.push_back(double{times[k]});
    out.values.push_back(isRotation(channel.path) ? unit(v) : v);
    if (each == 3) {
      out.in_tangents.push_back(value(k * 3));
      out.out_tangents.push_back(value(k * 3 + 2));
    }
  }
  return out;
}

double frameAt(double time_s, const KeyOptions& options) {
  const double frame = time_s * options.rate_hz;
  const double whole = std::round(frame);
  // Times are floats: what is a whole frame comes out a little beside it.
  const bool close = std::abs(frame - whole) < 1e-4 + 1e-6 * frame;
  return options.on_whole_frames || close ? whole : frame;
}

KeyList keysOf(const Sampled& sampled, const KeyOptions& options) {
  KeyList out;
  const auto frameOf = [&](double time_s) { return frameAt(time_s, options); };
  append(out, 0.0, sampled.values.front());
  if (sampled.isConstant()) return out;
  const double tolerance = toleranceOf(sampled);
  double begin = frameOf(sampled.times_s.front());
  append(out, begin, sampled.values.front());
  for (std::size_t i = 0; i + 1 < sampled.values.size(); ++i) {
    const double end = frameOf(sampled.times_s[i + 1]);
    if (sampled.curve == Curve::Step && !options.all_step) {
      if (sampled.values[i] != sampled.values[i + 1]) {
        append(out, end - std::min(kStepFrames, (end - begin) / 2), sampled.values[i]);
      }
    } else if (sampled.curve != Curve::Step) {
      for (const double t : cutsOf(sampled, i, tolerance, end - begin, options.on_whole_frames))
        append(out, begin + t * (end - begin), sampled.at(i, t));
    }
    append(out, end, sampled.values[i + 1]);
    begin = end;
  }
  append(out, options.frame_count, sampled.values.back());
  return out;
}

}  // namespace sinew::gltf
