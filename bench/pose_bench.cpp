// Posing against a plain glm implementation, inside one run (docs/performance.md, "Pose").
//
// The plain one is what one writes first, and no worse: vectors of keys per bone and channel, a
// binary search for each, shortest-arc nlerp on glm::quat, glm::mat4 products from the root.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "format/pose/expanded_clip.h"
#include "format/pose/keys.h"
#include "format/pose/pose.h"
#include "format/pose/samples.h"

namespace {

using namespace sinew;

// ---------------------------------------------------------------- the plain implementation

template <class V>
struct NaiveChannel {
  std::vector<float> frames;
  std::vector<V> values;
};

struct NaiveTrack {
  NaiveChannel<glm::quat> rotation;
  NaiveChannel<glm::vec3> translation;
  NaiveChannel<glm::vec3> scale;
};

glm::quat mix(const glm::quat& a, const glm::quat& b, float t) {
  const glm::quat to = glm::dot(a, b) < 0.0f ? -b : b;
  return glm::normalize(a * (1.0f - t) + to * t);
}
glm::vec3 mix(const glm::vec3& a, const glm::vec3& b, float t) {
  return glm::mix(a, b, t);
}

template <class V>
V sampleNaive(const NaiveChannel<V>& channel, float frame, float frame_count, const V& rest) {
  if (channel.frames.empty()) return rest;
  if (channel.frames.size() == 1) return channel.values[0];
  const auto later = std::upper_bound(channel.frames.begin(), channel.frames.end(), frame);
  const bool at_seam = later == channel.frames.begin() || later == channel.frames.end();
  const std::size_t b = at_seam ? 0 : static_cast<std::size_t>(later - channel.frames.begin());
  const std::size_t a = at_seam ? channel.frames.size() - 1 : b - 1;
  float begin = channel.frames[a];
  float end = channel.frames[b];
  if (later == channel.frames.begin()) {
    begin -= frame_count;
  } else if (later == channel.frames.end()) {
    end += frame_count;
  }
  return mix(channel.values[a], channel.values[b], (frame - begin) / (end - begin));
}

class NaivePoser {
 public:
  NaivePoser(const Model& model, const Clip& clip)
      : model_(model), frame_count_(static_cast<float>(clip.frame_count)) {
    tracks_.resize(model.skeleton.bones.size());
    worlds_.resize(model.skeleton.bones.size());
    const ClipKeys& keys = *clip.keys;
    for (std::size_t t = 0; t < pose::trackCount(keys); ++t) {
      NaiveTrack& track = tracks_[keys.tracks[t].bone];
      copy(keys.rotations, pose::rotationRange(keys, t), track.rotation);
      copy(keys.translations, pose::translationRange(keys, t), track.translation);
      copy(keys.scales, pose::scaleRange(keys, t), track.scale);
    }
    for (const Bone& bone : model.skeleton.bones) {
      rotations_.emplace_back(bone.rest.rotation);
      translations_.emplace_back(bone.rest.translation);
      scales_.emplace_back(bone.rest.scale);
      parents_.push_back(bone.parent);
    }
  }

  const std::vector<glm::mat4>& evaluate(float frame) {
    for (std::size_t b = 0; b < tracks_.size(); ++b) {
      const glm::quat r = sampleNaive(tracks_[b].rotation, frame, frame_count_, rotations_[b]);
      const glm::vec3 t =
          sampleNaive(tracks_[b].translation, frame, frame_count_, translations_[b]);
      const glm::vec3 s = sampleNaive(tracks_[b].scale, frame, frame_count_, scales_[b]);
      const glm::mat4 local =
          glm::translate(glm::mat4(1.0f), t) * glm::mat4_cast(r) * glm::scale(glm::mat4(1.0f), s);
      worlds_[b] = parents_[b] == kNone ? local : worlds_[parents_[b]] * local;
    }
    return worlds_;
  }

 private:
  template <class V>
  static void copy(const KeyPool<V>& pool, pose::KeyRange range, NaiveChannel<V>& to) {
    for (std::uint32_t k = range.first; k < range.last; ++k) {
      to.frames.push_back(pool.frame(k));
      to.values.push_back(pool.values[k]);
    }
  }

  const Model& model_;
  float frame_count_;
  std::vector<NaiveTrack> tracks_;
  std::vector<glm::quat> rotations_;
  std::vector<glm::vec3> translations_;
  std::vector<glm::vec3> scales_;
  std::vector<std::uint32_t> parents_;
  std::vector<glm::mat4> worlds_;
};

// ---------------------------------------------------------------- the clips

struct ClipShape {
  const char* name;
  std::uint32_t bones;
  std::uint32_t frames;
  std::uint32_t rotation_step;  ///< mean frames between keys; 0: none
  std::uint32_t translation_step;
  std::uint32_t scale_step;
  std::uint32_t translated_share;  ///< every how many bones translations move
};

constexpr std::array<ClipShape, 6> kShapes{{
    {"walk_dense", 48, 30, 1, 1, 0, 8},
    {"walk_sparse", 48, 60, 6, 6, 0, 8},
    {"talk_long_sparse", 60, 250, 12, 20, 0, 12},
    {"fight_dense", 60, 120, 1, 1, 0, 1},
    {"all_channels_dense", 40, 100, 1, 1, 1, 1},
    {"all_channels_sparse", 40, 200, 8, 8, 8, 1},
}};

class ClipMaker {
 public:
  explicit ClipMaker(const ClipShape& shape) : shape_(shape), random_(shape.frames) {}

  Model make() {
    Model model;
    for (std::uint32_t b = 0; b < shape_.bones; ++b) {
      Bone bone;
      // Limbs: chains of about five that hang on earlier bones.
      if (b > 0) bone.parent = b % 5 == 0 ? below(b) : b - 1;
      bone.rest.translation = glm::dvec3(vector());
      bone.rest.rotation = glm::dquat(rotation());
      model.skeleton.bones.push_back(bone);
      model.influences.bones.push_back(b);
      model.influences.weights.push_back(1.0f);
      model.influences.first.push_back(b + 1);
    }
    finishSkeleton(model.skeleton);
    model.clips.push_back(clip());
    return model;
  }

 private:
  std::uint32_t below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }
  float number() { return std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_); }
  glm::vec3 vector() {
    const float x = number(), y = number(), z = number();
    return {x, y, z};
  }
  glm::quat rotation() {
    const glm::vec3 v = vector() * 0.5f;
    return glm::normalize(glm::quat(1.0f, v.x, v.y, v.z));
  }

  template <class V, class Make>
  void keys(KeyPool<V>& pool, std::uint32_t step, Make&& make) {
    if (step == 0) return;
    for (std::uint32_t f = 0; f < shape_.frames; f += step == 1 ? 1 : 1 + below(2 * step - 1)) {
      pool.whole_frames.push_back(static_cast<std::uint16_t>(f));
      pool.values.push_back(make());
    }
  }

  Clip clip() {
    auto all = std::make_shared<ClipKeys>();
    const auto mark = [&](std::uint32_t bone) {
      all->tracks.push_back({bone, static_cast<std::uint32_t>(all->rotations.values.size()),
                             static_cast<std::uint32_t>(all->translations.values.size()),
                             static_cast<std::uint32_t>(all->scales.values.size())});
    };
    for (std::uint32_t b = 0; b < shape_.bones; ++b) {
      mark(b);
      keys(all->rotations, shape_.rotation_step, [&] { return rotation(); });
      if (b % shape_.translated_share == 0) {
        keys(all->translations, shape_.translation_step, [&] { return vector(); });
      }
      keys(all->scales, shape_.scale_step, [&] { return vector() * 0.2f + 1.0f; });
    }
    mark(kNone);
    Clip made;
    made.name = shape_.name;
    made.frame_count = shape_.frames;
    made.rate_hz = 24.0;
    made.keys = std::move(all);
    return made;
  }

  ClipShape shape_;
  std::mt19937 random_;
};

// ---------------------------------------------------------------- frames

constexpr std::size_t kFrames = 1024;

/// A display of 60 frames a second playing a clip of 24.
std::vector<double> forwardFrames(double frame_count) {
  std::vector<double> out;
  for (std::size_t i = 0; i < kFrames; ++i) {
    out.push_back(std::fmod(static_cast<double>(i) * 24.0 / 60.0, frame_count));
  }
  return out;
}

std::vector<double> randomFrames(double frame_count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> frame(0.0, frame_count);
  std::vector<double> out;
  for (std::size_t i = 0; i < kFrames; ++i)
    out.push_back(std::fmod(frame(random), frame_count));
  return out;
}

// ---------------------------------------------------------------- ratios

/// Processor time of this thread: what others do on the machine counts little.
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Seconds that `pass` takes.
template <class Pass>
double seconds(Pass&& pass) {
  const double start = threadSeconds();
  pass();
  return threadSeconds() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

enum class Subject : std::uint8_t { Naive, Expanded, Cursor };
enum class Order : std::uint8_t { Forward, Random };

/// All subjects over one clip, both orders.
class Contest {
 public:
  explicit Contest(Model model)
      : model_(std::move(model)),
        naive_(model_, model_.clips[0]),
        expanded_(model_),
        cursor_(model_),
        forward_(forwardFrames(model_.clips[0].frame_count)),
        random_(randomFrames(model_.clips[0].frame_count)) {
    expanded_.setClip(0);
    cursor_.setClip(0, 0);
  }

  void pass(Subject subject, Order order) {
    const std::vector<double>& frames = order == Order::Forward ? forward_ : random_;
    for (const double frame : frames) {
      if (subject == Subject::Naive) {
        benchmark::DoNotOptimize(naive_.evaluate(static_cast<float>(frame)).data());
      } else {
        pose::Poser& poser = subject == Subject::Expanded ? expanded_ : cursor_;
        poser.evaluate(frame);
        benchmark::DoNotOptimize(poser.boneMatrices().data());
      }
      benchmark::ClobberMemory();
    }
  }

  /// Time of a over time of b, taking turns; the best round of each, which disturbance cannot
  /// improve.
  double ratio(Subject a, Order a_order, Subject b, Order b_order) {
    double best_a = 1e9;
    double best_b = 1e9;
    for (int round = 0; round < 60; ++round) {
      best_a = std::min(best_a, seconds([&] { pass(a, a_order); }));
      best_b = std::min(best_b, seconds([&] { pass(b, b_order); }));
    }
    return best_a / best_b;
  }

  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Model model_;
  NaivePoser naive_;
  pose::Poser expanded_;
  pose::Poser cursor_;
  std::vector<double> forward_;
  std::vector<double> random_;
};

Contest& contest(std::size_t shape) {
  static std::array<std::unique_ptr<Contest>, kShapes.size()> made;
  if (!made[shape]) made[shape] = std::make_unique<Contest>(ClipMaker(kShapes[shape]).make());
  return *made[shape];
}

double expandedBytesPerBoneFrame(const Model& model) {
  std::vector<Transform> constant;
  for (const Bone& bone : model.skeleton.bones)
    constant.push_back(bone.rest);
  const Clip& clip = model.clips[0];
  const auto channels = pose::findMovingChannels(*clip.keys, constant);
  const auto expanded = pose::ExpandedClip::make(clip, {clip.frame_count, clip.loop, false},
                                                 channels, std::size_t{64} << 20);
  if (!expanded) return 0.0;
  return static_cast<double>(expanded->sizeBytes()) /
         (static_cast<double>(model.skeleton.bones.size()) * clip.frame_count);
}

void addTimes(std::size_t shape, Subject subject, const char* subject_name, Order order,
              const char* order_name) {
  const std::string name =
      std::string("pose/") + kShapes[shape].name + "/" + subject_name + "/" + order_name;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Contest& entry = contest(shape);
    for (auto _ : state)
      entry.pass(subject, order);
    state.counters["bones"] = benchmark::Counter(
        static_cast<double>(kFrames) * kShapes[shape].bones,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  })->Unit(benchmark::kMicrosecond);
}

void ratios(benchmark::State& state) {
  std::vector<double> expanded, cursor, expanded_seek, cursor_seek, bytes;
  for (auto _ : state) {
    for (std::size_t s = 0; s < kShapes.size(); ++s) {
      Contest& entry = contest(s);
      const auto against = [&](Subject a, Order ao, Subject b, Order bo) {
        return entry.ratio(a, ao, b, bo);
      };
      constexpr Order kForward = Order::Forward;
      expanded.push_back(against(Subject::Expanded, kForward, Subject::Naive, kForward));
      cursor.push_back(against(Subject::Cursor, kForward, Subject::Naive, kForward));
      expanded_seek.push_back(
          against(Subject::Expanded, Order::Random, Subject::Expanded, kForward));
      cursor_seek.push_back(against(Subject::Cursor, Order::Random, Subject::Cursor, kForward));
      bytes.push_back(expandedBytesPerBoneFrame(entry.model()));
      std::printf(
          "%-20s expanded/naive %.3f  cursor/naive %.3f  seek: expanded %.2f  cursor %.2f"
          "  bytes a bone and frame %.1f\n",
          kShapes[s].name, expanded.back(), cursor.back(), expanded_seek.back(), cursor_seek.back(),
          bytes.back());
    }
  }
  state.counters["expanded_to_naive"] = median(expanded);
  state.counters["cursor_to_naive"] = median(cursor);
  state.counters["expanded_seek_to_forward"] = median(expanded_seek);
  state.counters["cursor_seek_to_forward"] = median(cursor_seek);
  state.counters["worst_bytes_per_bone_frame"] = *std::max_element(bytes.begin(), bytes.end());
}
BENCHMARK(ratios)->Name("pose/ratios")->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  for (std::size_t s = 0; s < kShapes.size(); ++s) {
    addTimes(s, Subject::Naive, "naive", Order::Forward, "forward");
    addTimes(s, Subject::Expanded, "expanded", Order::Forward, "forward");
    addTimes(s, Subject::Cursor, "cursor", Order::Forward, "forward");
    addTimes(s, Subject::Naive, "naive", Order::Random, "random");
    addTimes(s, Subject::Expanded, "expanded", Order::Random, "random");
    addTimes(s, Subject::Cursor, "cursor", Order::Random, "random");
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
