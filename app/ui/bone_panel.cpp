// The selected bone: what it hangs on, what it moves, and its transforms live.

#include <algorithm>

#include <fmt/format.h>

#include "app/bone_facts.h"
#include "app/bone_ids.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr std::array<const char*, 3> kSpaces{"rest", "local", "global"};
constexpr std::array<const char*, 3> kSpaceLabels{"Rest", "Local", "Global"};
constexpr std::array<const char*, 3> kSpaceHelp{"Relative to the parent, as stored.",
                                                "Relative to the parent, as posed now.",
                                                "Relative to the model, as posed now."};

/// A small number that keeps its width while it changes.
std::string steady(double value) {
  const std::string text = fmt::format("{:.3f}", value + 0.0);
  return text == "-0.000" ? "0.000" : text;
}

/// A name that selects its bone.
void link(Panel& panel, const Model& model, std::uint32_t bone, const std::string& mark) {
  const std::string label = fmt::format("{}##{}", boneLabel(model, bone), mark);
  if (ImGui::SmallButton(label.c_str())) panel.send(fmt::format("bone #{}", bone));
  panel.mark(mark);
}

/// Links beside each other, as many in a line as fit.
void drawChildren(Panel& panel, const Model& model, std::uint32_t bone) {
  constexpr std::size_t kMost = 24;
  const std::vector<std::uint32_t> children = childrenOf(model, bone);
  if (children.empty()) return dimText("none");
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImGuiStyle& style = ImGui::GetStyle();
  for (std::size_t i = 0; i < std::min(children.size(), kMost); ++i) {
    const float width = ImGui::CalcTextSize(boneLabel(model, children[i]).c_str()).x +
                        style.FramePadding.x * 2.0f + panel.px(3.0f);
    if (i > 0 && ImGui::GetItemRectMax().x + width < right) {
      ImGui::SameLine(0.0f, panel.px(3.0f));
    }
    link(panel, model, children[i], fmt::format("bone.child.{}", children[i]));
  }
  if (children.size() > kMost) dimText(fmt::format("and {} more", children.size() - kMost));
}

void label(const char* text) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  dimText(text);
  ImGui::TableNextColumn();
}

void drawFamily(Panel& panel, const Scene& scene, std::uint32_t id) {
  const Model& model = scene.model();
  const bool pseudo = id >= model.skeleton.bones.size();
  const BoneReach reach = boneReach(scene, panel.viewer.state, id);
  if (beginFacts("family")) {
    if (!pseudo) {
      label("Parent");
      const std::uint32_t parent = model.skeleton.bones[id].parent;
      if (parent == kNone) {
        dimText("none");
      } else {
        link(panel, model, parent, "bone.parent");
      }
      label("Children");
      drawChildren(panel, model, id);
    }
    fact("Moves",
         fmt::format("{} vert{}", grouped(reach.direct), reach.direct == 1 ? "ex" : "ices"));
    if (reach.blended > 0) fact("in blends", grouped(reach.blended));
    if (!pseudo && reach.with_below != reach.direct + reach.blended) {
      fact("with below", grouped(reach.with_below));
    }
    endFacts();
  }
  commandCheckbox(panel, "Show what it moves", "bone-heat",
                  panel.viewer.state.view.display.shading == renderer::Shading::Weights);
}

/// "Quaternion  x y z w" with a button that copies, and the numbers below.
void drawPart(Panel& panel, const char* title, const char* part, const char* space,
              std::initializer_list<double> values) {
  dimText(title);
  if (std::string_view(part) == "euler" && ImGui::IsItemHovered()) {
    ImGui::SetTooltip("Turns about the fixed axes X, then Y, then Z.");
  }
  const float width = ImGui::CalcTextSize("Copy").x + ImGui::GetStyle().FramePadding.x * 2.0f;
  ImGui::SameLine(std::max(ImGui::GetContentRegionMax().x - width, 1.0f));
  const std::string command = fmt::format("copy-bone {} {}", space, part);
  if (ImGui::SmallButton(fmt::format("Copy##{}", part).c_str())) panel.send(command);
  panel.mark(fmt::format("bone.copy.{}", part));
  std::size_t column = 0;
  const std::size_t columns = values.size() == 12 || values.size() == 4 ? 4 : 3;
  if (!ImGui::BeginTable(part, static_cast<int>(columns), ImGuiTableFlags_SizingStretchSame)) {
    return;
  }
  for (const double value : values) {
    if (column++ % columns == 0) ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string text = steady(value);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::TextUnformatted(text.c_str());
  }
  ImGui::EndTable();
}

void drawTransform(Panel& panel, const BoneTransform& t, const char* space) {
  const glm::dvec3& p = t.translation;
  const glm::dquat& q = t.rotation;
  const glm::dvec3 euler = eulerDegrees(q);
  const auto& m = t.matrix.m;
  drawPart(panel, "Position", "position", space, {p.x, p.y, p.z});
  drawPart(panel, "Quaternion x y z w", "rotation", space, {q.x, q.y, q.z, q.w});
  drawPart(panel, "Euler X Y Z, degrees", "euler", space, {euler.x, euler.y, euler.z});
  drawPart(panel, "Scale", "scale", space, {t.scale.x, t.scale.y, t.scale.z});
  drawPart(panel, "Matrix", "matrix", space,
           {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]});
  if (t.sheared) {
    wrappedDimText("The axes are not at right angles: only the matrix tells all of it.");
  }
}

/// Which of the three spaces; a pseudo-bone has just one.
std::size_t drawSpaces(Panel& panel, bool pseudo) {
  if (pseudo) {
    dimText("Global");
    return 2;
  }
  std::size_t& chosen = panel.memory.bone_space;
  const float gap = panel.px(3.0f);
  const float width = (ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f;
  for (std::size_t i = 0; i < kSpaces.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.0f, gap);
    if (i == chosen) ImGui::PushStyleColor(ImGuiCol_Button, kAccentSoft);
    const bool clicked = ImGui::Button(kSpaceLabels[i], {width, 0.0f});
    if (i == chosen) ImGui::PopStyleColor();
    panel.mark(fmt::format("bone.space.{}", kSpaces[i]));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", kSpaceHelp[i]);
    if (clicked) {
      chosen = i;
      break;
    }
  }
  return chosen;
}

}  // namespace

float selectedPanelHeight(const Panel& panel, float room) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return 0.0f;
  const std::uint32_t id = selectedBoneId(scene->model(), panel.viewer.state.selection);
  if (id == kNone) return 0.0f;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const bool pseudo = id >= scene->model().skeleton.bones.size();
  const float wanted = line * (pseudo ? 34.0f : 28.0f);
  // The tree keeps its share; what is below scrolls.
  return std::min(wanted, room * 0.62f);
}

void drawSelectedPanel(Panel& panel) {
  const Scene& scene = *panel.viewer.scene();
  const Model& model = scene.model();
  const Selection& selection = panel.viewer.state.selection;
  const std::uint32_t id = selectedBoneId(model, selection);
  const bool pseudo = id >= model.skeleton.bones.size();
  ImGui::BeginChild("selected", {0.0f, 0.0f}, true);
  const std::string kind = fmt::format("{} #{}", pseudo ? "pseudo-bone" : "bone", id);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(kind.c_str()).x -
                     ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  ImGui::TextUnformatted(shortened(boneLabel(model, id), room).c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine();
  dimText(kind);
  if (pseudo) drawWeights(panel, selection.pseudo_bone);
  drawFamily(panel, scene, id);
  const std::size_t space = drawSpaces(panel, pseudo);
  const auto transform =
      boneTransform(scene, panel.viewer.state, id, static_cast<BoneSpace>(space));
  if (transform) drawTransform(panel, *transform, kSpaces[space]);
  ImGui::EndChild();
}

}  // namespace sinew::app::ui
