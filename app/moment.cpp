#include "app/moment.h"

#include <string>

#include <fmt/format.h>

#include "app/scene.h"
#include "app/text.h"
#include "format/pose/pose.h"

namespace sinew::app {

Result<Moment> findMoment(const Options& options, const Model& model) {
  Moment moment;
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
  const Clip& clip = model.clips[*moment.clip];
  if (clip.frame_count <= 0.0) return moment;
  const double frame =
      options.time_s ? pose::frameAtTime(clip, *options.time_s) : options.frame.value_or(0.0);
  moment.frame = pose::resolveFrame(clip, frame);
  return moment;
}

}  // namespace sinew::app
