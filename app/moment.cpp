#include "app/moment.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/batch.h"
#include "app/playback.h"
#include "app/scene.h"
#include "app/text.h"

namespace sinew::app {

namespace {

/// The parts of a moment's mix.
void fillParts(const Model& model, Moment& moment) {
  Playback playback;
  playback.clip = moment.clip;
  playback.blend = moment.blend;
  std::array<pose::MixPart, pose::kMostMixParts> parts;
  const std::size_t count = mixParts(model, playback, moment.frame.value_or(0.0), parts);
  moment.parts.assign(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

Result<Moment> findMoment(const Options& options, const Model& model) {
  Moment moment;
  fillParts(model, moment);
  if (options.animation.empty()) return moment;
  moment.clip = findClip(model, options.animation);
  if (!moment.clip) {
    std::string names;
    for (const Clip& clip : model.clips) {
      if (names.size() > 200) break;
      names += fmt::format("{}{}", names.empty() ? ", the file has " : ", ", quoted(clip.name));
    }
    return fail("usage", fmt::format("no animation {}{}", quoted(options.animation), names));
  }
  auto layers = blendLayers(options, model);
  if (!layers) return tl::unexpected(layers.error());
  moment.blend = std::move(*layers);
  const Clip& clip = model.clips[*moment.clip];
  if (clip.frame_count > 0.0) {
    const double frame =
        options.time_s ? pose::frameAtTime(clip, *options.time_s) : options.frame.value_or(0.0);
    moment.frame = pose::resolveFrame(clip, frame);
  }
  fillParts(model, moment);
  return moment;
}

}  // namespace sinew::app
