#include <fmt/format.h>

#include "format/gltf/fields.h"
#include "format/gltf/parse.h"

namespace sinew::gltf {
namespace {

bool pathField(const Place& target, Path& out) {
  const std::string_view path = textField(target, "path");
  if (path == "translation") {
    out = Path::Translation;
  } else if (path == "rotation") {
    out = Path::Rotation;
  } else if (path == "scale") {
    out = Path::Scale;
  } else if (path == "weights") {
    out = Path::Weights;
  } else {
    return false;  // KHR_animation_pointer and what may come
  }
  return true;
}

Curve curveField(const Place& sampler) {
  const std::string_view name = textField(sampler, "interpolation");
  if (name == "STEP") return Curve::Step;
  if (name == "CUBICSPLINE") return Curve::Cubic;
  if (!name.empty() && name != "LINEAR") {
    sampler.member("interpolation")
        .fail("gltf.enum", fmt::format("\"{}\" is no interpolation", name));
  }
  return Curve::Linear;
}

/// \return false for a channel that moves nothing of ours.
bool parseChannel(const Place& place, const Place& samplers, const File& file, Channel& out) {
  const Place target = place.member("target");
  out.node = indexField(target, "node", file.nodes.size(), "nodes");
  const bool known = pathField(target, out.path);
  const Place sampler = samplers.element(
      neededIndex(place, "sampler", samplers.value.size(), "samplers of the animation"));
  if (!place.context->ok()) return false;
  out.curve = curveField(sampler);
  out.input = neededIndex(sampler, "input", file.accessors.size(), "accessors");
  out.output = neededIndex(sampler, "output", file.accessors.size(), "accessors");
  return known && out.node != kNone;
}

}  // namespace

void parseAnimations(Context& context, Value root, File& file) {
  const Place animations{&context, root["animations"], "animations"};
  for (std::size_t i = 0; i < animations.value.size() && context.ok(); ++i) {
    const Place place = animations.element(i);
    Animation& out = file.animations.emplace_back();
    out.name = textField(place, "name");
    const Value ours = place.value["extras"]["sinew"];
    out.rate_hz = ours["rate_hz"].number();
    out.loop = ours["loop"].boolean();
    const Place samplers = place.member("samplers");
    const Place channels = place.member("channels");
    std::uint32_t ignored = 0;
    for (std::size_t c = 0; c < channels.value.size() && context.ok(); ++c) {
      Channel channel;
      if (parseChannel(channels.element(c), samplers, file, channel)) {
        out.channels.push_back(channel);
      } else {
        ++ignored;
      }
    }
    if (context.ok() && ignored > 0) {
      context.warn("gltf.channel", channels.path,
                   fmt::format("{} of {} channels move no node's translation, rotation or scale "
                               "and are left out",
                               ignored, channels.value.size()),
                   ignored);
    }
  }
}

}  // namespace sinew::gltf
