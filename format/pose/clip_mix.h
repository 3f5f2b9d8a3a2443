#pragma once

// Poses of several clips mixed bone by bone: before the hierarchy, so that limbs keep their length.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/model.h"
#include "format/pose/clip_sampler.h"
#include "format/pose/keys.h"
#include "format/pose/pose.h"

namespace sinew::pose {

/// sum += weight * part, rotations on the side of `first`, so that q and -q are the same.
template <class T>
void addLocal(LocalTransform<T>& sum, const LocalTransform<T>& first, const LocalTransform<T>& part,
              T weight) {
  const bool flips = flipsSign(glm::quat(first.rotation), glm::quat(part.rotation));
  sum.rotation += part.rotation * (flips ? -weight : weight);
  sum.translation += part.translation * weight;
  sum.scale += part.scale * weight;
}

/// A sum of parts whose weights add up to 1, made a transform. Rotations that cancel out leave the
/// first part's.
template <class T>
void finishLocal(LocalTransform<T>& sum, const LocalTransform<T>& first) {
  const T length = glm::length(sum.rotation);
  sum.rotation = length > T(1e-6) ? sum.rotation * (T(1) / length) : first.rotation;
}

/// The parts that count: those with a weight above 0, at most kMostMixParts of them, and the factor
/// that makes their weights add up to 1. Without any the first part alone.
struct CountedParts {
  std::array<MixPart, kMostMixParts> parts{};
  std::size_t size = 0;
};
[[nodiscard]] CountedParts countedParts(std::span<const MixPart> parts);

/// The samplers and buffers of mixes. `mix` allocates only where a clip is new to it.
class ClipMix {
 public:
  explicit ClipMix(const Model& model) : model_(&model) {}

  /// The mixed local transforms, one a bone.
  [[nodiscard]] std::span<const LocalTransform<float>> mix(const CountedParts& counted,
                                                           LoopMode mode);

 private:
  struct Source {
    ClipSampler sampler;
    std::vector<LocalTransform<float>> locals;  ///< constants, and what was sampled last
    std::uint64_t used = 0;
  };
  Source& sourceOf(std::optional<std::uint32_t> clip);
  static void refresh(Source& source, double frame, LoopMode mode);

  const Model* model_;
  std::vector<Source> sources_;
  std::uint64_t uses_ = 0;
  std::vector<LocalTransform<float>> first_;
  std::vector<LocalTransform<float>> sum_;
};

}  // namespace sinew::pose
