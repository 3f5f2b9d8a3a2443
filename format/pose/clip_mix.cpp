#include "format/pose/clip_mix.h"

#include <algorithm>

namespace sinew::pose {

CountedParts countedParts(std::span<const MixPart> parts) {
  CountedParts out;
  double sum = 0.0;
  for (const MixPart& part : parts) {
    if (!(part.weight > 0.0f) || out.size == kMostMixParts) continue;
    out.parts[out.size++] = part;
    sum += double{part.weight};
  }
  if (out.size == 0 && !parts.empty()) {
    out.parts[out.size++] = parts.front();
    out.parts[0].weight = 1.0f;
    return out;
  }
  for (std::size_t i = 0; i < out.size; ++i)
    out.parts[i].weight = static_cast<float>(double{out.parts[i].weight} / sum);
  return out;
}

ClipMix::Source& ClipMix::sourceOf(std::optional<std::uint32_t> clip) {
  if (clip && *clip >= model_->clips.size()) clip.reset();
  auto found = std::ranges::find_if(
      sources_, [&](const Source& source) { return source.sampler.clip() == clip; });
  if (found == sources_.end()) {
    if (sources_.size() < kMostMixParts) {
      sources_.reserve(kMostMixParts);
      sources_.emplace_back();
      found = sources_.end() - 1;
    } else {
      found = std::ranges::min_element(sources_, {}, &Source::used);
    }
    // A mix does not last: keys with a cursor cost less memory than every frame.
    found->sampler.setClip(*model_, clip, 0);
    found->locals.clear();
    for (const Transform& constant : found->sampler.constant()) {
      found->locals.push_back({glm::quat(constant.rotation), glm::vec3(constant.translation),
                               glm::vec3(constant.scale)});
    }
  }
  found->used = ++uses_;
  return *found;
}

void ClipMix::refresh(Source& source, double frame, LoopMode mode) {
  if (!source.sampler.moves()) return;
  const MovingChannels& channels = source.sampler.channels();
  const float* sample = source.sampler.sample(frame, mode);
  const std::size_t rotations = channels.rotations.size();
  for (std::size_t i = 0; i < rotations; ++i) {
    const glm::quat q(sample[3 * rotations + i], sample[i], sample[rotations + i],
                      sample[2 * rotations + i]);
    source.locals[channels.rotations[i].bone].rotation = glm::normalize(q);
  }
  const auto vectors = [&](const std::vector<MovingChannel>& moving, std::size_t start,
                           glm::vec3 LocalTransform<float>::*field) {
    const std::size_t count = moving.size();
    const float* at = sample + start;
    for (std::size_t i = 0; i < count; ++i)
      source.locals[moving[i].bone].*field = glm::vec3(at[i], at[count + i], at[2 * count + i]);
  };
  vectors(channels.translations, channels.translationStart(), &LocalTransform<float>::translation);
  vectors(channels.scales, channels.scaleStart(), &LocalTransform<float>::scale);
}

std::span<const LocalTransform<float>> ClipMix::mix(const CountedParts& counted, LoopMode mode) {
  const std::size_t bones = model_->skeleton.bones.size();
  const LocalTransform<float> zero{glm::quat(0.0f, 0.0f, 0.0f, 0.0f), glm::vec3(0.0f),
                                   glm::vec3(0.0f)};
  first_.resize(bones);
  sum_.assign(bones, zero);
  for (std::size_t i = 0; i < counted.size; ++i) {
    const MixPart& part = counted.parts[i];
    Source& source = sourceOf(part.clip);
    refresh(source, part.frame, mode);
    if (i == 0) std::ranges::copy(source.locals, first_.begin());
    for (std::size_t b = 0; b < bones; ++b)
      addLocal(sum_[b], first_[b], source.locals[b], part.weight);
  }
  for (std::size_t b = 0; b < bones; ++b)
    finishLocal(sum_[b], first_[b]);
  return sum_;
}

}  // namespace sinew::pose
