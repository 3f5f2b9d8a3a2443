// Bones and weights of pseudo-bones: what can be edited, undone and saved.

#include <algorithm>

#include "app/bone_ids.h"
#include "app/command_handlers.h"
#include "format/quantize.h"

namespace sinew::app {
namespace {

constexpr double kLargestWeight = 1.9375;  // that the format holds

/// The pseudo-bone that NAME or #ID means, as an index into Model::pseudo_bones.
Result<std::uint32_t> pseudoArgument(const Model& model, const std::string& text) {
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  const auto id = findBoneId(model, text);
  if (!id) return badArgument("there is no pseudo-bone \"{}\"", text);
  if (*id < bones) return badArgument("\"{}\" is a normal bone, it has no weights", text);
  return *id - bones;
}

/// The first two arguments of `weight` and `weight-bone`.
struct SlotArguments {
  const Model* model = nullptr;
  std::uint32_t pseudo = 0;
  std::uint32_t slot = 0;
};

Result<SlotArguments> slotArguments(const Viewer& viewer, Arguments arguments) {
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto pseudo = pseudoArgument(**model, arguments[0]);
  if (!pseudo) return tl::unexpected(pseudo.error());
  const auto slot = indexArgument(arguments[1], "slot", 3);
  if (!slot) return tl::unexpected(slot.error());
  return SlotArguments{*model, *pseudo, *slot};
}

/// Makes an edit and notes it for undo. Weights that blend nothing are refused: section 6 of the
/// format calls them a fault.
Result<void> edit(Viewer& viewer, const SlotArguments& at, const PseudoBoneEdit& after,
                  bool continues) {
  float sum = 0.0f;
  for (const float weight : after.weights)
    sum += weight;
  const auto bones = static_cast<std::uint32_t>(at.model->skeleton.bones.size());
  const std::string name = boneLabel(*at.model, bones + at.pseudo);
  if (sum == 0.0f) {
    return badArgument("the weights of \"{}\" would add up to 0, which blends nothing", name);
  }
  const PseudoBoneEdit before = presentWeights(*at.model, viewer.state, at.pseudo);
  if (before == after) return {};
  EditStep step;
  step.what = fmt::format("slot {} of \"{}\"", at.slot, name);
  step.target = fmt::format("{}.{}", at.pseudo, at.slot);
  step.changes = {{before, after}};
  viewer.history.add(std::move(step), continues);
  setWeights(*at.model, viewer.state, after);
  return {};
}

Result<void> setWeight(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "weight NAME|#ID SLOT VALUE [more]";
  if (auto ok = expectArguments(arguments, 3, 4, kUsage); !ok) return ok;
  const bool more = arguments.size() == 4;
  if (more && arguments[3] != "more") {
    return badArgument("\"{}\" is unknown, it goes: {}", arguments[3], kUsage);
  }
  const auto at = slotArguments(viewer, arguments);
  if (!at) return tl::unexpected(at.error());
  const auto value = numberArgument(arguments[2], "weight", -kLargestWeight, kLargestWeight);
  if (!value) return tl::unexpected(value.error());
  PseudoBoneEdit after = presentWeights(*at->model, viewer.state, at->pseudo);
  if (after.bones[at->slot] == kNone) {
    return badArgument("slot {} of \"{}\" names no bone", at->slot, arguments[0]);
  }
  // What the view shows is what the file can hold: `save` then changes nothing.
  after.weights[at->slot] = static_cast<float>(decodeF8a(encodeF8a(*value).value_or(0)));
  return edit(viewer, *at, after, more);
}

Result<void> setBone(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 3, 3, "weight-bone NAME|#ID SLOT BONE|#ID|none"); !ok)
    return ok;
  const auto at = slotArguments(viewer, arguments);
  if (!at) return tl::unexpected(at.error());
  PseudoBoneEdit after = presentWeights(*at->model, viewer.state, at->pseudo);
  const auto bone = findBoneId(*at->model, arguments[2]);
  if (!bone && arguments[2] != "none") {
    return badArgument("there is no bone \"{}\" to blend", arguments[2]);
  }
  if (bone && *bone >= at->model->skeleton.bones.size()) {
    return badArgument("\"{}\" is a pseudo-bone: only normal bones can be blended", arguments[2]);
  }
  after.bones[at->slot] = bone.value_or(kNone);
  if (!bone) after.weights[at->slot] = 0.0f;
  return edit(viewer, *at, after, false);
}

Result<void> resetWeights(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 2, "weights reset [NAME|#ID]"); !ok) return ok;
  if (arguments[0] != "reset")
    return badArgument("\"{}\" is unknown: expected reset", arguments[0]);
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  std::uint32_t only = kNone;
  if (arguments.size() == 2) {
    const auto pseudo = pseudoArgument(**model, arguments[1]);
    if (!pseudo) return tl::unexpected(pseudo.error());
    only = *pseudo;
  }
  EditStep step;
  step.what = "weights as stored";
  for (const PseudoBoneEdit& present : viewer.state.pseudo_edits) {
    if (only != kNone && present.pseudo_bone != only) continue;
    step.changes.push_back({present, storedWeights(**model, present.pseudo_bone)});
  }
  if (step.changes.empty()) return {};
  for (const WeightChange& change : step.changes)
    setWeights(**model, viewer.state, change.after);
  viewer.history.add(std::move(step), false);
  return {};
}

/// Puts one side of a step in place and selects what it is about, so that it is seen.
void apply(Viewer& viewer, const EditStep& step, PseudoBoneEdit WeightChange::*side) {
  const Model& model = viewer.scene()->model();
  for (const WeightChange& change : step.changes)
    setWeights(model, viewer.state, change.*side);
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  selectBoneId(model, viewer.state.selection, bones + step.changes.front().before.pseudo_bone);
}

Result<void> undo(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "undo"); !ok) return ok;
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  const EditStep* step = viewer.history.undo();
  if (step == nullptr) return fail("command.no-edit", "there is nothing to undo");
  apply(viewer, *step, &WeightChange::before);
  return {};
}

Result<void> redo(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "redo"); !ok) return ok;
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  const EditStep* step = viewer.history.redo();
  if (step == nullptr) return fail("command.no-edit", "there is nothing to redo");
  apply(viewer, *step, &WeightChange::after);
  return {};
}

constexpr std::array kUndoPresets{CommandPreset{"", "Ctrl+Z", "Edit/Undo", ""}};
constexpr std::array kRedoPresets{CommandPreset{"", "Ctrl+Shift+Z", "Edit/Redo", ""},
                                  CommandPreset{"", "Ctrl+Y", "", ""}};
constexpr std::array kWeightsPresets{
    CommandPreset{"reset", "", "Edit/Reset all weights", "Puts all pseudo-bone weights back."}};

constexpr std::array kWeights{
    CommandDef{"undo", "", "Takes the last edit back.", undo, kUndoPresets},
    CommandDef{"redo", "", "Makes an edit again that was taken back.", redo, kRedoPresets},
    CommandDef{
        "weight", "NAME|#ID SLOT VALUE [more]",
        "Sets one of the four weights of a pseudo-bone, -1.9375 to 1.9375; more joins it to the "
        "last edit for undo.",
        setWeight},
    CommandDef{"weight-bone", "NAME|#ID SLOT BONE|#ID|none",
               "Sets one of the four bones that a pseudo-bone blends.", setBone},
    CommandDef{"weights", "reset [NAME|#ID]",
               "Puts bones and weights of pseudo-bones back as stored.", resetWeights,
               kWeightsPresets}};

}  // namespace

std::span<const CommandDef> weightCommands() {
  return kWeights;
}

}  // namespace sinew::app
