#pragma once

// One clip made ready to be sampled: which channels move, what the others hold, and either every
// frame in memory or a cursor over the keys.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "format/model.h"
#include "format/pose/expanded_clip.h"
#include "format/pose/key_cursor.h"
#include "format/pose/pose.h"
#include "format/pose/samples.h"

namespace sinew::pose {

class ClipSampler {
 public:
  /// Allocates. The model must outlive the sampler. `clip` empty or out of range: the rest pose.
  /// Expands the clip where that fits `expand_limit_bytes`.
  void setClip(const Model& model, std::optional<std::uint32_t> clip,
               std::size_t expand_limit_bytes);

  [[nodiscard]] std::optional<std::uint32_t> clip() const { return clip_; }
  /// False: nothing moves, `constant` is the whole pose.
  [[nodiscard]] bool moves() const { return moves_; }
  [[nodiscard]] const MovingChannels& channels() const { return channels_; }
  /// One a bone; what moving channels have in it does not matter.
  [[nodiscard]] std::span<const Transform> constant() const { return constant_; }

  /// Samples at a frame, which is resolved by `mode`. Valid until the next call; only for a clip
  /// that moves. Does not allocate.
  [[nodiscard]] const float* sample(double frame, LoopMode mode);

 private:
  const Model* model_ = nullptr;
  std::optional<std::uint32_t> clip_;
  bool moves_ = false;
  MovingChannels channels_;
  std::vector<Transform> constant_;
  std::optional<ExpandedClip> expanded_;
  KeyCursor cursor_;
  std::vector<float> sample_;
};

}  // namespace sinew::pose
