// Bones, pseudo-bone weights and what is selected.

#include <algorithm>

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

Result<void> selectMesh(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "mesh INDEX|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "none") {
    viewer.state.selection.mesh = kNone;
    return {};
  }
  if ((*model)->meshes.empty()) return badArgument("the model has no meshes");
  const auto most = static_cast<std::uint32_t>((*model)->meshes.size() - 1);
  const auto mesh = indexArgument(arguments[0], "mesh", most);
  if (!mesh) return tl::unexpected(mesh.error());
  viewer.state.selection.mesh = *mesh;
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
  const Camera& camera = viewer.state.camera;
  const double aspect = viewer.aspect();
  selection = {};
  if (viewer.state.view.display.armature) {
    selection.bone = pickBone(scene, camera, *at, aspect, kBoneReach);
    if (selection.bone != kNone) return {};
  }
  const auto hit = pickSurface(scene, camera, *at, aspect);
  if (!hit) return {};
  selection.mesh = hit->mesh;
  selectBoneId(scene.model(), selection, boneIdOfInfluence(scene.model(), hit->influence));
  return {};
}

Result<void> cancel(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "cancel"); !ok) return ok;
  if (viewer.window.popup != Popup::None) {
    viewer.window.popup = Popup::None;
  } else if (viewer.window.help) {
    viewer.window.help = false;
  } else if (!viewer.messages.empty()) {
    viewer.messages.clear();
  } else {
    viewer.state.selection = {};
  }
  return {};
}

/// The pseudo-bone that NAME or #ID means, as an index into Model::pseudo_bones.
Result<std::uint32_t> pseudoArgument(const Model& model, const std::string& text) {
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  const auto id = findBoneId(model, text);
  if (!id) return badArgument("there is no pseudo-bone \"{}\"", text);
  if (*id < bones) return badArgument("\"{}\" is a normal bone, it has no weights", text);
  return *id - bones;
}

Result<void> setWeight(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 3, 3, "weight NAME|#ID SLOT VALUE"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto pseudo = pseudoArgument(**model, arguments[0]);
  if (!pseudo) return tl::unexpected(pseudo.error());
  const auto slot = indexArgument(arguments[1], "slot", 3);
  if (!slot) return tl::unexpected(slot.error());
  const auto value = numberArgument(arguments[2], "weight", -1.0, 1.0);
  if (!value) return tl::unexpected(value.error());
  PseudoBoneEdit edit = presentWeights(**model, viewer.state, *pseudo);
  if (edit.bones[*slot] == kNone) {
    return badArgument("slot {} of \"{}\" names no bone", *slot, arguments[0]);
  }
  edit.weights[*slot] = static_cast<float>(*value);
  float sum = 0.0f;
  for (const float weight : edit.weights)
    sum += weight;
  if (sum == 0.0f) {
    return badArgument("the weights of \"{}\" would add up to 0, which blends nothing",
                       arguments[0]);
  }
  auto& edits = viewer.state.pseudo_edits;
  const auto old = std::ranges::find(edits, *pseudo, &PseudoBoneEdit::pseudo_bone);
  if (old == edits.end()) {
    edits.push_back(edit);
  } else {
    *old = edit;
  }
  return {};
}

Result<void> resetWeights(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 2, "weights reset [NAME|#ID]"); !ok) return ok;
  if (arguments[0] != "reset")
    return badArgument("\"{}\" is unknown: expected reset", arguments[0]);
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments.size() == 1) {
    viewer.state.pseudo_edits.clear();
    return {};
  }
  const auto pseudo = pseudoArgument(**model, arguments[1]);
  if (!pseudo) return tl::unexpected(pseudo.error());
  std::erase_if(viewer.state.pseudo_edits,
                [&](const PseudoBoneEdit& edit) { return edit.pseudo_bone == *pseudo; });
  return {};
}

constexpr std::array kCancelPresets{CommandPreset{"", "Escape", "", ""}};
constexpr std::array kWeightsPresets{
    CommandPreset{"reset", "", "Model/Reset all weights", "Puts all pseudo-bone weights back."}};

constexpr std::array kSkeleton{
    CommandDef{"bone", "NAME|#ID|none", "Selects a bone or pseudo-bone.", selectBone},
    CommandDef{"mesh", "INDEX|none", "Selects a mesh.", selectMesh},
    CommandDef{"pick", "X Y", "Selects what lies at a place of the view, 0 to 1 from its top left.",
               pick},
    CommandDef{"cancel", "",
               "Closes the window over the picture, else the messages, else selects nothing.",
               cancel, kCancelPresets}};

constexpr std::array kWeights{
    CommandDef{"weight", "NAME|#ID SLOT VALUE",
               "Sets one of the four weights of a pseudo-bone, -1 to 1.", setWeight},
    CommandDef{"weights", "reset [NAME|#ID]", "Puts pseudo-bone weights back as stored.",
               resetWeights, kWeightsPresets}};

}  // namespace

std::span<const CommandDef> skeletonCommands() {
  return kSkeleton;
}
std::span<const CommandDef> weightCommands() {
  return kWeights;
}

}  // namespace sinew::app
