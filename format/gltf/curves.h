#pragma once

// One animated channel: from seconds, glTF's interpolations and spherical arcs to keys on frames
// that the pose code blends linearly.

#include <cstdint>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "format/gltf/accessors.h"
#include "format/gltf/file.h"

namespace sinew::gltf {

/// A channel's sampler as the file has it. Values are (x, y, z, 0) or a quaternion (x, y, z, w).
struct Sampled {
  Path path = Path::Translation;
  Curve curve = Curve::Linear;
  std::vector<double> times_s;  ///< ascending strictly
  std::vector<glm::dvec4> values;
  std::vector<glm::dvec4> in_tangents;   ///< Curve::Cubic only
  std::vector<glm::dvec4> out_tangents;  ///< Curve::Cubic only

  /// Whether all values are the same (and, of cubic curves, all tangents 0).
  [[nodiscard]] bool isConstant() const;
  /// The value in segment `i`, `t` from 0 to 1 along it.
  [[nodiscard]] glm::dvec4 at(std::size_t i, double t) const;
};

/// Reads a channel's sampler; faults stick in `context`.
[[nodiscard]] Sampled readSampled(Context& context, Store& store, const Channel& channel,
                                  const std::string& path);

/// Keys that reproduce a channel when blended linearly (rotations: normalised, on the shorter way).
struct KeyList {
  std::vector<double> frames;
  std::vector<glm::dvec4> values;
};

/// What may be off between two keys of the file: 0.01 degrees, and of translations and scales the
/// 10,000th part of the way they go.
inline constexpr double kArcTolerance = 0.01 * 3.14159265358979323846 / 180.0;
inline constexpr double kWayTolerance = 1e-4;

struct KeyOptions {
  double rate_hz = 30.0;
  double frame_count = 0.0;      ///< where the clip ends, in frames
  bool on_whole_frames = false;  ///< the file's keys are, so those added should be too
  bool all_step = false;         ///< the clip holds every value until the next key
};

/// The frame of a time; near a whole one, or with `on_whole_frames`, the whole one.
[[nodiscard]] double frameAt(double time_s, const KeyOptions& options);

/// The keys of a channel. They begin at frame 0 and, if the channel moves, reach the clip's end: a
/// value is held before the first and behind the last key.
[[nodiscard]] KeyList keysOf(const Sampled& sampled, const KeyOptions& options);

}  // namespace sinew::gltf
