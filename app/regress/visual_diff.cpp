#include "app/regress/visual_diff.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/batch.h"
#include "app/playback.h"
#include "app/receipt.h"
#include "app/shell_words.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

/// Moments that are added of themselves; more would be looked at by nobody.
constexpr std::size_t kMostMoments = 4;

/// A pose of both models.
struct Moment {
  std::string label;
  std::array<std::string, 2> clips;  ///< as for --animation; empty: at rest
  std::optional<double> frame;
  std::optional<double> time_s;
  bool first_view_only = false;
};

std::string frameLabel(std::string_view clip, double frame) {
  return fmt::format("{} at frame {}", quoted(clip), frame);
}

/// The moments of the clip that the options name.
std::vector<Moment> momentsOfClip(const Options& options, const Model& model) {
  Moment moment;
  moment.clips = {options.animation, options.animation};
  moment.frame = options.frame;
  moment.time_s = options.time_s;
  if (options.time_s) {
    moment.label = fmt::format("{} at {} s", quoted(options.animation), *options.time_s);
    return {moment};
  }
  const std::optional<std::uint32_t> clip = findClip(model, options.animation);
  const double last = clip ? lastFrame(model.clips[*clip]) : 0.0;
  std::set<double> frames;
  if (options.frame) {
    frames = {*options.frame};
  } else {
    for (const double part : {0.0, 0.25, 0.5, 0.75})
      frames.insert(std::floor(part * (last + 1.0)));
  }
  std::vector<Moment> moments;
  for (const double frame : frames) {
    moment.frame = frame;
    moment.label = frameLabel(options.animation, frame);
    moments.push_back(moment);
  }
  return moments;
}

/// The rest pose, and where vertices of a mesh lie farthest apart.
std::vector<Moment> momentsOfTravels(const Model* a, const Model* b, const Travels& travels) {
  std::vector<Moment> moments(1);
  moments[0].label = "at rest";
  if (a == nullptr || b == nullptr) return moments;
  std::vector<MeshTravel> farthest = travels.meshes;
  std::stable_sort(farthest.begin(), farthest.end(), [](const MeshTravel& x, const MeshTravel& y) {
    return x.distance > y.distance;
  });
  const Matching clips = matchClips(*a, *b);
  std::set<std::pair<std::uint32_t, double>> known;
  for (const MeshTravel& travel : farthest) {
    if (!travel.clip || moments.size() > kMostMoments) continue;
    if (!known.emplace(*travel.clip, travel.frame).second) continue;
    const auto pair = std::find_if(clips.pairs.begin(), clips.pairs.end(),
                                   [&](const auto& p) { return p.first == *travel.clip; });
    if (pair == clips.pairs.end()) continue;
    Moment moment;
    moment.label = frameLabel(a->clips[pair->first].name, travel.frame);
    moment.clips = {fmt::format("#{}", pair->first), fmt::format("#{}", pair->second)};
    moment.frame = travel.frame;
    moment.first_view_only = true;
    moments.push_back(std::move(moment));
  }
  return moments;
}

pose::Bounds unionOf(const pose::Bounds& a, const pose::Bounds& b) {
  return {glm::min(a.min, b.min), glm::max(a.max, b.max)};
}

/// The camera as options that give exactly it.
CameraOptions exactly(const Camera& camera, const CameraOptions& asked) {
  CameraOptions out;
  out.position = camera.position;
  out.focal_point = camera.focal_point;
  out.view_up = camera.view_up;
  out.view_angle_deg = camera.view_angle_deg;
  out.orthographic = camera.orthographic;
  out.up = asked.up;
  return out;
}

/// The command that makes one picture.
std::string commandOf(const Options& shot, const std::string& file, const std::string& output) {
  std::vector<std::string> words{"sinew", "shot",
                                 file.front() == '-' && file != "-" ? "./" + file : file};
  for (const std::string& argument : shot.given) {
    const auto starts = [&argument](std::string_view start) {
      return argument.compare(0, start.size(), start) == 0;
    };
    const bool replaced = starts("--camera-") || starts("--view") || starts("--frame-on") ||
                          starts("--animation") || starts("--resolution");
    const bool wanted = starts("--texture-path=") || !lookArguments({argument}).empty();
    if (wanted && !replaced) words.push_back(argument);
  }
  const auto vector = [](const char* name, const std::optional<glm::dvec3>& v) {
    return fmt::format("{}={},{},{}", name, v->x, v->y, v->z);
  };
  words.push_back(vector("--camera-position", shot.camera.position));
  words.push_back(vector("--camera-focal-point", shot.camera.focal_point));
  words.push_back(vector("--camera-view-up", shot.camera.view_up));
  words.push_back(fmt::format("--camera-view-angle={}", *shot.camera.view_angle_deg));
  if (shot.camera.orthographic) words.emplace_back("--camera-orthographic");
  if (!shot.animation.empty()) {
    words.push_back("--animation=" + shot.animation);
    if (shot.frame) words.push_back(fmt::format("--animation-frame={}", *shot.frame));
    if (shot.time_s) words.push_back(fmt::format("--animation-time={}", *shot.time_s));
  }
  const std::array<int, 2> size = shot.resolution.value_or(kDefaultResolution);
  words.push_back(fmt::format("--resolution={},{}", size[0], size[1]));
  words.push_back("--output=" + output);
  return shellLine(words);
}

/// One model, ready to be drawn.
struct Side {
  std::shared_ptr<const Document> document;
  std::unique_ptr<Scene> scene;
};

class PairDrawer {
 public:
  PairDrawer(const Options& options, std::unique_ptr<Batch> batch)
      : options_(options), batch_(std::move(batch)) {
    options_.command = Command::Shot;
  }

  Result<void> add(const std::shared_ptr<const Document>& document, std::size_t index) {
    if (!document) return {};
    Result<std::unique_ptr<Scene>> scene = Scene::create(document, batch_->renderer());
    if (!scene) return tl::unexpected(scene.error());
    sides_[index] = {document, std::move(*scene)};
    return {};
  }

  Result<VisualPair> draw(NamedView view, const Moment& moment) {
    std::array<std::optional<State>, 2> states;
    std::optional<pose::Bounds> bounds;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!sides_[i].scene) continue;
      Result<State> state = stateFromOptions(optionsFor(moment, i), sides_[i].scene->model());
      if (!state) {
        state.error().message =
            fmt::format("{}: {}", sides_[i].document->path, state.error().message);
        return tl::unexpected(state.error());
      }
      state->lod.hysteresis = false;  // a picture depends on its own camera only
      const pose::Bounds own = sides_[i].scene->bounds(frameOn(moment), *state);
      bounds = bounds ? unionOf(*bounds, own) : own;
      states[i] = std::move(*state);
    }
    Result<Camera> camera = cameraFor(view, *bounds);
    if (!camera) return tl::unexpected(camera.error());

    VisualPair pair;
    pair.name = fmt::format("{}, {}", toString(view), moment.label);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!states[i]) continue;
      Options shot = optionsFor(moment, i);
      shot.camera = exactly(*camera, options_.camera);
      Result<renderer::Image> image = batch_->draw(shot, *sides_[i].scene, *states[i], view);
      if (!image) return tl::unexpected(image.error());
      (i == 0 ? pair.a : pair.b) = std::move(*image);
      pair.commands[i] = commandOf(shot, sides_[i].document->path, i == 0 ? "a.png" : "b.png");
    }
    return pair;
  }

 private:
  /// Posed models may be far from where they rest: unless asked otherwise they are framed as posed.
  [[nodiscard]] FrameOn frameOn(const Moment& moment) const {
    const bool asked = std::any_of(
        options_.given.begin(), options_.given.end(),
        [](const std::string& argument) { return argument.rfind("--frame-on", 0) == 0; });
    return asked || moment.clips[0].empty() ? options_.camera.frame_on : FrameOn::Pose;
  }

  [[nodiscard]] Options optionsFor(const Moment& moment, std::size_t side) const {
    Options out = options_;
    out.animation = moment.clips[side];
    out.frame = moment.frame;
    out.time_s = moment.time_s;
    return out;
  }

  [[nodiscard]] Result<Camera> cameraFor(NamedView view, const pose::Bounds& bounds) const {
    const Side& side = sides_[0].scene ? sides_[0] : sides_[1];
    const std::array<int, 2> size = options_.resolution.value_or(kDefaultResolution);
    const Axes axes(side.scene->model().conventions, options_.view.up);
    return cameraFromOptions(options_.camera, view, bounds, axes,
                             static_cast<double>(size[0]) / static_cast<double>(size[1]));
  }

  Options options_;
  std::unique_ptr<Batch> batch_;
  std::array<Side, 2> sides_;
};

std::vector<NamedView> viewsFor(const CameraOptions& camera) {
  if (!camera.views.empty()) return camera.views;
  // Where the camera is given, a view's name means nothing.
  if (camera.position || camera.direction) return {NamedView::Iso};
  return {NamedView::Iso, NamedView::Front, NamedView::Right};
}

}  // namespace

Result<void> drawPairs(const Options& options, const std::shared_ptr<const Document>& a,
                       const std::shared_ptr<const Document>& b, const Travels& travels,
                       const std::function<Result<void>(VisualPair&&)>& take) {
  if (!a && !b) return {};
  const Model* model_a = a ? &a->model() : nullptr;
  const Model* model_b = b ? &b->model() : nullptr;
  const std::vector<Moment> moments = options.animation.empty()
                                          ? momentsOfTravels(model_a, model_b, travels)
                                          : momentsOfClip(options, a ? *model_a : *model_b);
  Result<std::unique_ptr<Batch>> batch = Batch::create(options);
  if (!batch) return tl::unexpected(batch.error());
  PairDrawer drawer(options, std::move(*batch));
  if (auto added = drawer.add(a, 0); !added) return added;
  if (auto added = drawer.add(b, 1); !added) return added;
  const std::vector<NamedView> views = viewsFor(options.camera);
  for (const Moment& moment : moments) {
    for (const NamedView view : views) {
      Result<VisualPair> pair = drawer.draw(view, moment);
      if (!pair) return tl::unexpected(pair.error());
      if (pair->a && pair->b) {
        Result<Comparison> found = compare(*pair->a, *pair->b, options.compare.settings);
        if (!found) return tl::unexpected(found.error());
        pair->comparison = std::move(*found);
      }
      if (auto taken = take(std::move(*pair)); !taken) return taken;
      if (moment.first_view_only) break;
    }
  }
  return {};
}

}  // namespace sinew::app::regress
