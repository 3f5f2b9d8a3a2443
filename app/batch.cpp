#include "app/batch.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/bone_names.h"
#include "app/playback.h"
#include "renderer/image_scale.h"

namespace sinew::app {
namespace {

tl::unexpected<Error> usage(std::string message) {
  return fail("usage", std::move(message));
}

/// "the file has 3 (`sinew info` lists them)"
std::string clipsOf(const Model& model) {
  return model.clips.empty() ? std::string("none")
                             : fmt::format("{} (`sinew info` lists them)", model.clips.size());
}

Result<void> chooseRange(const Options& options, const Clip& clip, Playback& playback) {
  if (!options.frame_range) return {};
  if (options.frame_range->last > lastFrame(clip)) {
    return usage(fmt::format("there is no frame {}: the clip has frames 0 to {}",
                             options.frame_range->last, lastFrame(clip)));
  }
  playback.range = options.frame_range;
  seekStart(playback, clip);
  return {};
}

Result<void> chooseClip(const Options& options, const Model& model, Playback& playback) {
  playback.loop = options.loop;
  playback.speed = options.speed;
  if (options.animation.empty()) return {};
  playback.clip = findClip(model, options.animation);
  if (!playback.clip) {
    return usage(fmt::format("there is no animation \"{}\": the file has {}", options.animation,
                             clipsOf(model)));
  }
  const Clip& clip = model.clips[*playback.clip];
  auto layers = blendLayers(options, model);
  if (!layers) return tl::unexpected(layers.error());
  playback.blend = std::move(*layers);
  if (auto chosen = chooseRange(options, clip, playback); !chosen) return chosen;
  if (options.frame) {
    seek(playback, clip, *options.frame);
  } else if (options.time_s) {
    seekTime(playback, clip, *options.time_s);
  }
  return {};
}

}  // namespace

Result<std::vector<BlendLayer>> blendLayers(const Options& options, const Model& model) {
  std::vector<BlendLayer> layers;
  for (const BlendOption& blend : options.blend) {
    const auto clip = findClip(model, blend.clip);
    if (!clip) {
      return usage(fmt::format("there is no animation \"{}\" to blend: the file has {}", blend.clip,
                               clipsOf(model)));
    }
    layers.push_back({*clip, blend.weight});
  }
  return layers;
}

std::string toString(NamedView view) {
  switch (view) {
    case NamedView::Front:
      return "front";
    case NamedView::Back:
      return "back";
    case NamedView::Left:
      return "left";
    case NamedView::Right:
      return "right";
    case NamedView::Top:
      return "top";
    case NamedView::Bottom:
      return "bottom";
    case NamedView::Iso:
      break;
  }
  return "iso";
}

Result<State> stateFromOptions(const Options& options, const Model& model) {
  State state;
  if (auto chosen = chooseClip(options, model, state.playback); !chosen) {
    return tl::unexpected(chosen.error());
  }
  state.lod = options.lod;
  state.lod.bias += options.lod_bias;
  if (state.lod.mode == LodMode::Forced &&
      state.lod.forced >= std::max<std::size_t>(model.lods.size(), 1)) {
    return usage(
        fmt::format("there is no level {}: the file has {}", state.lod.forced, model.lods.size()));
  }
  state.view = options.view;
  if (options.camera.up) state.view.up = options.camera.up;
  if (options.transparent) state.view.display.background = glm::vec4(0.0f);
  // A gradient is for the window: in a file it costs time and makes the PNG twenty times as large.
  if (options.command == Command::Shot) state.view.display.background_gradient = false;
  return state;
}

Batch::Batch(std::unique_ptr<GlContext> context, renderer::Renderer renderer)
    : context_(std::move(context)), renderer_(std::move(renderer)) {}

std::string Batch::driver() const {
  const renderer::GpuInfo& info = renderer_.info();
  return fmt::format("{}; {}; {}", info.vendor, info.renderer, info.version);
}

Result<void> Batch::prepareTarget(const Options& options) {
  const std::array<int, 2> size = options.resolution.value_or(kDefaultResolution);
  const int factor = std::max(options.supersample, 1);
  const Layout wanted{size[0] * factor, size[1] * factor,
                      std::min(options.view.msaa, renderer_.info().max_samples), factor};
  if (target_ && wanted == layout_) return {};
  target_.reset();
  Result<renderer::RenderTarget> target =
      renderer::RenderTarget::create(renderer_.info(), wanted.width, wanted.height, wanted.samples);
  if (!target) return usage(target.error().message);
  target_ = std::move(*target);
  layout_ = wanted;
  return {};
}

Result<std::unique_ptr<Batch>> Batch::create(const Options& options) {
  // What fails is told in our own words, and with all of the driver's by `sinew doctor`; where a
  // later way works, nobody wants to read about an earlier one.
  ::setenv("EGL_LOG_LEVEL", "fatal", 0);
  std::vector<GlAttempt> attempts;
  Result<std::unique_ptr<GlContext>> context = createHeadlessContext(options.gl_device, attempts);
  if (!context) return tl::unexpected(context.error());
  Result<renderer::Renderer> renderer =
      renderer::Renderer::create((*context)->loader(), options.gl_debug);
  if (!renderer) {
    return fail("gl.none",
                fmt::format("{}: {}", (*context)->description(), renderer.error().message));
  }
  std::unique_ptr<Batch> batch(new Batch(std::move(*context), std::move(*renderer)));
  if (auto ready = batch->prepareTarget(options); !ready) return tl::unexpected(ready.error());
  return batch;
}

Result<renderer::Image> Batch::draw(const Options& options, Scene& scene, State& state,
                                    NamedView view) {
  if (auto ready = prepareTarget(options); !ready) return tl::unexpected(ready.error());
  renderer::RenderTarget& target = *target_;
  const double aspect = static_cast<double>(target.width()) / static_cast<double>(target.height());
  const pose::Bounds bounds = scene.bounds(options.camera.frame_on, state);
  const Axes axes(scene.model().conventions, state.view.up);
  Result<Camera> camera = cameraFromOptions(options.camera, view, bounds, axes, aspect);
  if (!camera) return tl::unexpected(camera.error());
  state.camera = *camera;
  scene.update(state);
  const auto scale = static_cast<float>(layout_.supersample);
  if (auto drawn = scene.draw(state, target, scale); !drawn) return tl::unexpected(drawn.error());
  if (renderer_.gaveUp()) {
    return fail("draw.slow",
                fmt::format("drawing was given up after {:g} s: the faces cover the picture too "
                            "many times over for this renderer; a smaller --resolution or another "
                            "--lod takes less",
                            renderer_.timeLimit()));
  }
  if (auto named = drawBoneNames(state, scene, target, scale); !named) {
    return tl::unexpected(named.error());
  }
  renderer::Image image = target.readPixels();
  const std::vector<std::string> problems = renderer_.takeGlErrors();
  if (!problems.empty())
    return fail("gl.error", fmt::format("OpenGL reports: {}", problems.front()));
  const int factor = layout_.supersample;
  return factor == 1 ? std::move(image)
                     : renderer::scaledDown(image, image.width / factor, image.height / factor);
}

}  // namespace sinew::app
