// Bones and what is selected.

#include "app/bone_facts.h"
#include "app/bone_ids.h"
#include "app/command_handlers.h"
#include "app/picking.h"

namespace sinew::app {
namespace {

/// How near a click must be to a bone's origin, as a part of the view's height (9 of 720 pixels).
constexpr double kBoneReach = 0.0125;

Result<void> selectBone(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "bone NAME|#ID|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto id = findBoneId(**model, arguments[0]);
  if (!id && arguments[0] != "none") {
    const std::uint32_t count = boneIdCount(**model);
    if (count == 0) return badArgument("the model has no bones");
    return badArgument("there is no bone \"{}\": the model has {}, #0 to #{}", arguments[0], count,
                       count - 1);
  }
  selectBoneId(**model, viewer.state.selection, id.value_or(kNone));
  return {};
}

/// Reads two parts of the view, 0..1 from its top left corner.
Result<glm::dvec2> placeArguments(Arguments arguments) {
  const auto x = numberArgument(arguments[0], "place from the left", 0.0, 1.0);
  if (!x) return tl::unexpected(x.error());
  const auto y = numberArgument(arguments[1], "place from the top", 0.0, 1.0);
  if (!y) return tl::unexpected(y.error());
  return glm::dvec2(*x, *y);
}

Result<void> pick(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "pick X Y"); !ok) return ok;
  const auto at = placeArguments(arguments);
  if (!at) return tl::unexpected(at.error());
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  viewer.update();
  const Scene& scene = *viewer.scene();
  Selection& selection = viewer.state.selection;
  const ViewSpot spot =
      spotAt(scene, viewer.state, *at, viewer.viewport_width, viewer.viewport_height);
  selection = {};
  if (scene.showsBones(viewer.state)) {
    selection.bone = pickBone(scene, spot.camera, spot.at, spot.aspect, kBoneReach);
    if (selection.bone != kNone) return {};
  }
  const auto hit = pickSurface(scene, spot);
  if (!hit) return {};
  selection.mesh = hit->mesh;
  selection.material = scene.model().meshes[hit->mesh].material;
  selectBoneId(scene.model(), selection, boneIdOfInfluence(scene.model(), hit->influence));
  return {};
}

Result<void> cancel(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "cancel"); !ok) return ok;
  if (viewer.window.popup != Popup::None) {
    viewer.window.popup = Popup::None;
  } else if (viewer.window.help) {
    viewer.window.help = false;
  } else if (viewer.window.save_dialog) {
    viewer.window.save_dialog = false;
  } else if (!viewer.messages.empty()) {
    viewer.messages.clear();
  } else {
    viewer.state.selection = {};
  }
  return {};
}

constexpr std::array<Named<BoneSpace>, 3> kSpaces{
    {{"rest", BoneSpace::Rest}, {"local", BoneSpace::Local}, {"global", BoneSpace::Global}}};
constexpr std::array<Named<TransformPart>, 5> kParts{{{"position", TransformPart::Position},
                                                      {"rotation", TransformPart::Rotation},
                                                      {"euler", TransformPart::Euler},
                                                      {"scale", TransformPart::Scale},
                                                      {"matrix", TransformPart::Matrix}}};

Result<void> copyBone(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2,
                                "copy-bone rest|local|global position|rotation|euler|scale|matrix");
      !ok) {
    return ok;
  }
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto space = namedArgument(kSpaces, arguments[0], BoneSpace::Rest, "space");
  if (!space) return tl::unexpected(space.error());
  const auto part = namedArgument(kParts, arguments[1], TransformPart::Position, "part");
  if (!part) return tl::unexpected(part.error());
  const std::uint32_t id = selectedBoneId(**model, viewer.state.selection);
  if (id == kNone) return fail("command.no-bone", "no bone is selected, so there is none to copy");
  viewer.update();
  const auto transform = boneTransform(*viewer.scene(), viewer.state, id, *space);
  if (!transform) return badArgument("a pseudo-bone has a global transform only");
  viewer.window.copied = transformText(*transform, *part);
  return {};
}

Result<void> boneHeat(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "bone-heat [on|off|toggle]"); !ok) return ok;
  renderer::Shading& shading = viewer.state.view.display.shading;
  const bool present = shading == renderer::Shading::Weights;
  const auto on = switchArgument(arguments, present);
  if (!on) return tl::unexpected(on.error());
  if (*on == present) return {};
  if (*on) {
    viewer.window.shading_before = shading;
    shading = renderer::Shading::Weights;
  } else {
    shading = viewer.window.shading_before;
  }
  return {};
}

std::optional<bool> isBoneHeat(const Viewer& viewer, std::string_view) {
  return viewer.state.view.display.shading == renderer::Shading::Weights;
}

constexpr std::array kHeatPresets{CommandPreset{"", "M", "View/What the selected bone moves", ""}};
constexpr std::array kCancelPresets{CommandPreset{"", "Escape", "", ""}};

constexpr std::array kSkeleton{
    CommandDef{"bone", "NAME|#ID|none", "Selects a bone or pseudo-bone.", selectBone},
    CommandDef{"pick", "X Y", "Selects what lies at a place of the view, 0 to 1 from its top left.",
               pick},
    CommandDef{"copy-bone", "rest|local|global position|rotation|euler|scale|matrix",
               "Copies a transform of the selected bone as text.", copyBone},
    CommandDef{"bone-heat", "[on|off|toggle]",
               "Colours the surface by how much of it the selected bone moves.", boneHeat,
               kHeatPresets, isBoneHeat},
    CommandDef{"cancel", "",
               "Closes the window over the picture, else the messages, else selects nothing.",
               cancel, kCancelPresets}};

}  // namespace

std::span<const CommandDef> skeletonCommands() {
  return kSkeleton;
}

}  // namespace sinew::app
