// Facts of the selected bone; for a pseudo-bone its weights as sliders.

#include <algorithm>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "app/bone_ids.h"
#include "app/picking.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

std::string triple(const glm::dvec3& v) {
  return fmt::format("{} {} {}", shortNumber(v.x), shortNumber(v.y), shortNumber(v.z));
}

void drawBoneFacts(const Panel& panel, const Scene& scene, std::uint32_t bone) {
  const Model& model = scene.model();
  const Bone& record = model.skeleton.bones[bone];
  if (!beginFacts("bone")) return;
  fact("Parent", record.parent == kNone ? std::string("none") : boneLabel(model, record.parent));
  fact("Rest", triple(record.rest.translation));
  fact("Now at", triple(bonePosition(scene, bone)));
  endFacts();
  (void)panel;
}

void drawSliders(Panel& panel, const Model& model, std::uint32_t pseudo, std::uint32_t id) {
  const PseudoBoneEdit edit = presentWeights(model, panel.viewer.state, pseudo);
  float sum = 0.0f;
  for (const float weight : edit.weights)
    sum += weight;
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    ImGui::PushID(static_cast<int>(slot));
    if (edit.bones[slot] == kNone) {
      ImGui::AlignTextToFramePadding();
      dimText(fmt::format("slot {} is not used", slot));
    } else {
      float value = edit.weights[slot];
      const float others = sum - value;
      // The weights must not add up to 0: alone, a weight ends a little above it.
      const float least = others == 0.0f ? 0.01f : 0.0f;
      ImGui::SetNextItemWidth(panel.px(96.0f));
      if (ImGui::SliderFloat("##weight", &value, least, 1.0f, "%.3f",
                             ImGuiSliderFlags_AlwaysClamp)) {
        panel.send(fmt::format("weight #{} {} {:.4f}", id, slot, value));
      }
      panel.mark(fmt::format("weights.{}", slot));
      ImGui::SameLine();
      const std::string share =
          sum == 0.0f ? std::string() : fmt::format("{:.0f}%", 100.0f * edit.weights[slot] / sum);
      const float share_width = ImGui::CalcTextSize("100%").x;
      const float room = ImGui::GetContentRegionAvail().x - share_width - panel.px(8.0f);
      ImGui::TextUnformatted(shortened(boneLabel(model, edit.bones[slot]), room).c_str());
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(share.c_str()).x);
      dimText(share);
    }
    ImGui::PopID();
  }
}

}  // namespace

float weightsPanelHeight(const Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return 0.0f;
  const Selection& selection = panel.viewer.state.selection;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float padding = ImGui::GetStyle().WindowPadding.y * 2.0f;
  if (selection.bone < scene->model().skeleton.bones.size())
    return line * 4.0f + panel.px(14.0f) + padding;
  if (selection.pseudo_bone < scene->model().pseudo_bones.size()) {
    return line * 2.0f + ImGui::GetFrameHeightWithSpacing() * 5.0f + padding;
  }
  return 0.0f;
}

void drawWeightsPanel(Panel& panel) {
  const Scene& scene = *panel.viewer.scene();
  const Model& model = scene.model();
  const Selection& selection = panel.viewer.state.selection;
  const std::uint32_t id = selectedBoneId(model, selection);
  ImGui::BeginChild("selected", {0.0f, 0.0f}, true, ImGuiWindowFlags_NoScrollbar);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  ImGui::TextUnformatted(shortened(boneLabel(model, id), width).c_str());
  ImGui::PopStyleColor();
  if (selection.bone < model.skeleton.bones.size()) {
    drawBoneFacts(panel, scene, selection.bone);
  } else {
    dimText(fmt::format("pseudo-bone #{}", id));
    drawSliders(panel, model, selection.pseudo_bone, id);
    const bool edited =
        std::ranges::find(panel.viewer.state.pseudo_edits, selection.pseudo_bone,
                          &PseudoBoneEdit::pseudo_bone) != panel.viewer.state.pseudo_edits.end();
    ImGui::BeginDisabled(!edited);
    if (ImGui::Button("Reset to stored")) panel.send(fmt::format("weights reset #{}", id));
    ImGui::EndDisabled();
    panel.mark("weights.reset");
  }
  ImGui::EndChild();
}

}  // namespace sinew::app::ui
