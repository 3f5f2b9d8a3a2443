#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "format/gltf/curves.h"
#include "format/gltf/exporter.h"

namespace sinew::gltf {
namespace {

constexpr double kChordTolerance = 2.0 * kArcTolerance;

/// The keys of one bone's channel as they go into the file.
struct Curve4 {
  std::vector<double> frames;
  std::vector<glm::dvec4> values;
};

glm::dvec4 valueOf(const glm::quat& q) {
  return {double{q.x}, double{q.y}, double{q.z}, double{q.w}};
}
glm::dvec4 valueOf(const glm::vec3& v) {
  return {double{v.x}, double{v.y}, double{v.z}, 0.0};
}

glm::dvec4 blended(Path path, const glm::dvec4& a, const glm::dvec4& b, double t) {
  if (path != Path::Rotation) return a * (1.0 - t) + b * t;
  const double sign = glm::dot(a, b) < 0.0 ? -1.0 : 1.0;
  return glm::normalize(a * (1.0 - t) + b * (sign * t));
}

template <class V>
Curve4 storedKeys(const KeyPool<V>& pool, std::uint32_t first, std::uint32_t last) {
  Curve4 out;
  for (std::uint32_t k = first; k < last; ++k) {
    out.frames.push_back(double{pool.frame(k)});
    out.values.push_back(valueOf(pool.values[k]));
  }
  return out;
}

/// Closes a looping curve: what the clip shows between the last key and the first of the next round
/// (docs/format-bmd1.md, section 8) gets keys at both ends of the clip.
void closeLoop(Curve4& curve, Path path, double frame_count, bool steps) {
  while (curve.frames.size() > 1 && curve.frames.back() > frame_count) {
    curve.frames.pop_back();
    curve.values.pop_back();
  }
  const double first = curve.frames.front();
  const double last = curve.frames.back();
  const double span = first + frame_count - last;
  if (curve.frames.size() == 1 || !(span > 0.0)) return;
  const glm::dvec4 seam =
      steps ? curve.values.back()
            : blended(path, curve.values.back(), curve.values.front(), (frame_count - last) / span);
  if (last < frame_count) {
    curve.frames.push_back(frame_count);
    curve.values.push_back(first > 0.0 ? seam : curve.values.front());
  }
  if (first > 0.0) {
    curve.frames.insert(curve.frames.begin(), 0.0);
    curve.values.insert(curve.values.begin(), seam);
  }
}

/// glTF turns along arcs, our clips along chords: where both part, the chord gets more keys.
Curve4 withChords(const Curve4& curve) {
  Curve4 out;
  for (std::size_t k = 0; k < curve.frames.size(); ++k) {
    out.frames.push_back(curve.frames[k]);
    out.values.push_back(curve.values[k]);
    if (k + 1 == curve.frames.size()) break;
    const glm::dvec4& a = curve.values[k];
    const glm::dvec4& b = curve.values[k + 1];
    const double half = std::acos(std::min(1.0, std::abs(glm::dot(a, b))));
    // Along the chord the angle's second derivative is at most the cube of the quaternions' angle
    // (more for wide ones); a piece strays by an eighth of it times its square, a rotation by twice
    // that.
    const double bend = half * half * half * (1.0 + half * half);
    const double parts =
        std::clamp(std::ceil(std::sqrt(bend / (4.0 * kChordTolerance))), 1.0, 64.0);
    const double span = curve.frames[k + 1] - curve.frames[k];
    for (double p = 1.0; p < parts; p += 1.0) {
      out.frames.push_back(curve.frames[k] + span * p / parts);
      out.values.push_back(blended(Path::Rotation, a, b, p / parts));
    }
  }
  return out;
}

class ClipWriter {
 public:
  ClipWriter(Exporter& exporter, const Clip& clip) : e_(exporter), clip_(clip) {
    rate_ = clip.rate_hz > 0.0 ? clip.rate_hz : 30.0;
    end_ = clip.loop ? clip.frame_count : std::max(clip.frame_count - 1.0, 0.0);
    // A clip without a rate holds frame 0.
    if (!(clip.rate_hz > 0.0)) end_ = 0.0;
  }

  template <class V>
  void add(const KeyPool<V>& pool, std::uint32_t first, std::uint32_t last, Path path,
           std::uint32_t bone) {
    if (first == last) return;
    Curve4 curve = storedKeys(pool, first, last);
    const bool steps = clip_.interpolation == Interpolation::Step;
    if (end_ == 0.0) {
      curve.frames = {0.0};
      curve.values.resize(1);
    } else if (clip_.loop) {
      closeLoop(curve, path, end_, steps);
    }
    if (path == Path::Rotation && !steps) curve = withChords(curve);
    write(curve, path, bone, steps);
  }

  void finish() {
    if (made_.channels.empty()) {
      e_.file.notes.push_back(
          fmt::format("clip \"{}\" moves nothing and is left out", clip_.name.c_str()));
      return;
    }
    made_.name = std::string(clip_.name);
    made_.rate_hz = clip_.rate_hz;
    made_.frame_count = clip_.frame_count;
    made_.loop = clip_.loop;
    e_.file.animations.push_back(std::move(made_));
  }

 private:
  void write(Curve4& curve, Path path, std::uint32_t bone, bool steps) {
    // The clip lasts as long as its last key says: the first channel holds its value until then.
    if (made_.channels.empty() && curve.frames.back() < end_) {
      curve.frames.push_back(end_);
      curve.values.push_back(curve.values.back());
    }
    std::vector<float> times;
    std::vector<float> values;
    for (std::size_t k = 0; k < curve.frames.size(); ++k) {
      const auto time = static_cast<float>(curve.frames[k] / rate_);
      if (curve.frames[k] > end_ && !times.empty()) break;
      if (!times.empty() && time <= times.back()) continue;
      times.push_back(time);
      append(values, path, curve.values[k]);
    }
    const std::uint32_t input = inputOf(times);
    const bool rotation = path == Path::Rotation;
    const std::uint32_t output =
        e_.file.addFloats(values, rotation ? "VEC4" : "VEC3", rotation ? 4 : 3, 0, false);
    const char* name = rotation ? "rotation" : path == Path::Scale ? "scale" : "translation";
    made_.channels.push_back({bone, name, input, output, steps});
  }

  void append(std::vector<float>& to, Path path, const glm::dvec4& v) const {
    const Axes& axes = e_.axes;
    if (path == Path::Rotation) {
      const glm::dquat q = glm::normalize(axes.rotation({v.w, v.x, v.y, v.z}));
      for (const double part : {q.x, q.y, q.z, q.w})
        to.push_back(static_cast<float>(part));
      return;
    }
    const glm::dvec3 turned =
        path == Path::Scale ? axes.scales(glm::dvec3(v)) : axes.point(glm::dvec3(v));
    for (glm::length_t c = 0; c < 3; ++c)
      to.push_back(static_cast<float>(turned[c]));
  }

  /// Channels with the same times share them.
  std::uint32_t inputOf(const std::vector<float>& times) {
    for (const auto& [known, accessor] : inputs_) {
      if (known == times) return accessor;
    }
    const std::uint32_t accessor = e_.file.addFloats(times, "SCALAR", 1, 0, true);
    inputs_.emplace_back(times, accessor);
    return accessor;
  }

  Exporter& e_;
  const Clip& clip_;
  double rate_ = 30.0;
  double end_ = 0.0;
  out::Animation made_;
  std::vector<std::pair<std::vector<float>, std::uint32_t>> inputs_;
};

}  // namespace

void exportClips(Exporter& e) {
  for (const Clip& clip : e.model.clips) {
    ClipWriter writer(e, clip);
    const std::size_t tracks = clip.keys && !clip.keys->tracks.empty() && clip.frame_count > 0.0
                                   ? clip.keys->tracks.size() - 1
                                   : 0;
    for (std::size_t t = 0; t < tracks; ++t) {
      const Track& from = clip.keys->tracks[t];
      const Track& to = clip.keys->tracks[t + 1];
      if (from.bone >= e.model.skeleton.bones.size()) continue;
      writer.add(clip.keys->rotations, from.first_rotation, to.first_rotation, Path::Rotation,
                 from.bone);
      writer.add(clip.keys->translations, from.first_translation, to.first_translation,
                 Path::Translation, from.bone);
      writer.add(clip.keys->scales, from.first_scale, to.first_scale, Path::Scale, from.bone);
    }
    writer.finish();
  }
}

}  // namespace sinew::gltf
