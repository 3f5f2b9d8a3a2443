// Bones and weights of the selected pseudo-bone.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/quantize.h"

namespace sinew::app::ui {
namespace {

/// Which bone a slot blends: a list of the normal bones.
void drawSlotBone(Panel& panel, const Model& model, std::uint32_t id, std::uint32_t slot,
                  std::uint32_t bone) {
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  const bool missing = bone != kNone && bone >= bones;
  const std::string present = bone == kNone ? std::string("(none)")
                              : missing     ? fmt::format("#{}: not there", bone)
                                            : boneLabel(model, bone);
  ImGui::SetNextItemWidth(panel.px(88.0f));
  ImGui::PushStyleColor(ImGuiCol_Text, missing ? kWarning : kText);
  const bool open = ImGui::BeginCombo("##bone", present.c_str(), ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleColor();
  panel.mark(fmt::format("weights.bone.{}", slot));
  if (!open) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", present.c_str());
    return;
  }
  if (ImGui::Selectable("(none)", bone == kNone)) {
    panel.send(fmt::format("weight-bone #{} {} none", id, slot));
  }
  panel.mark(fmt::format("weights.bone.{}.none", slot));
  for (std::uint32_t choice = 0; choice < bones; ++choice) {
    const std::string label = fmt::format("{}##{}", boneLabel(model, choice), choice);
    if (ImGui::Selectable(label.c_str(), choice == bone)) {
      panel.send(fmt::format("weight-bone #{} {} #{}", id, slot, choice));
    }
    panel.mark(fmt::format("weights.bone.{}.{}", slot, choice));
  }
  ImGui::EndCombo();
}

/// One drag of the slider is one step of undo.
void drawSlotWeight(Panel& panel, std::uint32_t id, std::uint32_t slot, const PseudoBoneEdit& edit,
                    float sum) {
  PanelMemory& memory = panel.memory;
  float value = edit.weights[slot];
  // The weights must not add up to 0: alone, a weight ends a little above it.
  const float least = sum - value == 0.0f ? 0.01f : 0.0f;
  const std::string share =
      sum == 0.0f ? std::string("-") : fmt::format("{:.0f}%", 100.0f * value / sum);
  const float share_width = ImGui::CalcTextSize("100%").x + ImGui::GetStyle().ItemSpacing.x;
  ImGui::BeginDisabled(edit.bones[slot] == kNone);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - share_width, 1.0f));
  const bool moved = ImGui::SliderFloat("##weight", &value, least, 1.0f, "%.3f");
  // A slider held still between two weights of the format sends nothing.
  const double stored = decodeF8a(encodeF8a(double{value}).value_or(0));
  if (moved && stored != double{edit.weights[slot]}) {
    panel.send(
        fmt::format("weight #{} {} {:.6f}{}", id, slot, value, memory.weight_held ? " more" : ""));
    memory.weight_held = true;
  }
  ImGui::EndDisabled();
  if (ImGui::IsItemDeactivated()) memory.weight_held = false;
  panel.mark(fmt::format("weights.{}", slot));
  commandTooltip(panel, "weight");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(share.c_str()).x);
  dimText(share);
}

void warn(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, kWarning);
  wrappedText(text);
  ImGui::PopStyleColor();
}

/// What the four weights come to.
void drawSum(const Model& model, const PseudoBoneEdit& edit, float sum) {
  dimText(fmt::format("Sum {}; a share is weight / sum.", shortNumber(double{sum})));
  constexpr float kTolerance = 1.0f / 16.0f;
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  if (std::ranges::any_of(edit.bones,
                          [&](std::uint32_t bone) { return bone != kNone && bone >= bones; })) {
    warn("A bone is not there: all vertices move with bone 0 until another one is chosen.");
  } else if (sum == 0.0f) {
    warn("The weights add up to 0, which blends nothing: the vertices move with bone 0.");
  } else if (std::abs(sum - 1.0f) > kTolerance) {
    warn("The sum is further than 1/16 from 1.");
  }
  if (std::ranges::any_of(edit.weights, [](float weight) { return weight < 0.0f; })) {
    warn("A weight is negative.");
  }
}

void drawButtons(Panel& panel, std::uint32_t pseudo, std::uint32_t id) {
  const auto button = [&](const char* label, const char* name, const std::string& command,
                          bool enabled) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::Button(label)) panel.send(command);
    ImGui::EndDisabled();
    panel.mark(name);
    commandTooltip(panel, command);
  };
  const float gap = panel.px(3.0f);
  const Viewer& viewer = panel.viewer;
  const bool edited =
      std::ranges::find(viewer.state.pseudo_edits, pseudo, &PseudoBoneEdit::pseudo_bone) !=
      viewer.state.pseudo_edits.end();
  button("Reset", "weights.reset", fmt::format("weights reset #{}", id), edited);
  ImGui::SameLine(0.0f, gap);
  button("Undo", "weights.undo", "undo", viewer.history.nextUndo() != nullptr);
  ImGui::SameLine(0.0f, gap);
  button("Redo", "weights.redo", "redo", viewer.history.nextRedo() != nullptr);
  ImGui::SameLine(0.0f, gap);
  button("Save...", "weights.save", "save-as on", true);
}

}  // namespace

void drawWeights(Panel& panel, std::uint32_t pseudo) {
  const Model& model = panel.viewer.scene()->model();
  const auto id = static_cast<std::uint32_t>(model.skeleton.bones.size()) + pseudo;
  const PseudoBoneEdit edit = presentWeights(model, panel.viewer.state, pseudo);
  float sum = 0.0f;
  for (const float weight : edit.weights)
    sum += weight;
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    ImGui::PushID(static_cast<int>(slot));
    drawSlotBone(panel, model, id, slot, edit.bones[slot]);
    ImGui::SameLine(0.0f, panel.px(4.0f));
    drawSlotWeight(panel, id, slot, edit, sum);
    ImGui::PopID();
  }
  drawSum(model, edit, sum);
  drawButtons(panel, pseudo, id);
}

}  // namespace sinew::app::ui
