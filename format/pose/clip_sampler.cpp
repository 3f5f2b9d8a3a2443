#include "format/pose/clip_sampler.h"

namespace sinew::pose {

void ClipSampler::setClip(const Model& model, std::optional<std::uint32_t> clip,
                          std::size_t expand_limit_bytes) {
  model_ = &model;
  clip_ = clip && *clip < model.clips.size() ? clip : std::nullopt;
  constant_.clear();
  constant_.reserve(model.skeleton.bones.size());
  for (const Bone& bone : model.skeleton.bones)
    constant_.push_back(bone.rest);
  channels_ = {};
  expanded_.reset();
  const Clip* source = clip_ ? &model.clips[*clip_] : nullptr;
  const bool has_keys = source != nullptr && source->keys && source->frame_count > 0.0;
  if (has_keys) channels_ = findMovingChannels(*source->keys, constant_);
  moves_ = channels_.sampleSize() > 0;
  sample_.assign(channels_.sampleSize() + kSampleSlack, 0.0f);
  if (!moves_) return;
  const TimeLine line{source->frame_count, source->loop,
                      source->interpolation == Interpolation::Step};
  cursor_.reset(*source->keys, channels_, line);
  expanded_ = ExpandedClip::make(*source, line, channels_, expand_limit_bytes);
}

const float* ClipSampler::sample(double frame, LoopMode mode) {
  const Clip& source = model_->clips[*clip_];
  const double shown = resolveFrame(source, frame, mode);
  const bool looping = loops(source, mode);
  // The expanded frames beyond the outer keys are those of the clip's own loop mode.
  if (expanded_ && expanded_->loops() == looping) {
    expanded_->sample(shown, sample_.data());
  } else {
    cursor_.sample(shown, looping, sample_.data());
  }
  return sample_.data();
}

}  // namespace sinew::pose
