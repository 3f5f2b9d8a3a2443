#include "app/ui/bone_labels.h"

#include <algorithm>

#include "app/bone_ids.h"
#include "app/picking.h"
#include "app/ui/theme.h"

namespace sinew::app::ui {
namespace {

struct Candidate {
  std::uint32_t id = kNone;
  ScreenPoint point;
  bool selected = false;
};

/// Where a bone or pseudo-bone sits now, model space.
glm::dvec3 position(const Scene& scene, std::uint32_t id) {
  const Model& model = scene.model();
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  if (id < bones) return bonePosition(scene, id);
  const std::uint32_t influence = model.pseudo_bones[id - bones].influence;
  const auto matrices = scene.poser().influenceMatrices();
  if (influence >= matrices.size()) return glm::dvec3(0.0);
  const auto& m = matrices[influence].m;
  return {m[3], m[7], m[11]};
}

std::vector<Candidate> candidates(const State& state, const Scene& scene, double aspect) {
  const Model& model = scene.model();
  const std::uint32_t selected = selectedBoneId(model, state.selection);
  std::vector<Candidate> found;
  for (std::uint32_t id = 0; id < boneIdCount(model); ++id) {
    if (state.view.bone_names == BoneNames::Selected && id != selected) continue;
    const auto point = projectPoint(state.camera, position(scene, id), aspect);
    if (!point || point->at.x < 0.0 || point->at.x > 1.0 || point->at.y < 0.0 ||
        point->at.y > 1.0) {
      continue;
    }
    found.push_back({id, *point, id == selected});
  }
  std::ranges::stable_sort(found, [](const Candidate& a, const Candidate& b) {
    if (a.selected != b.selected) return a.selected;
    return a.point.depth < b.point.depth;
  });
  return found;
}

bool overlaps(const BoneLabel& a, const BoneLabel& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

bool isTaken(const std::vector<BoneLabel>& labels, const BoneLabel& label) {
  return std::ranges::any_of(labels, [&](const BoneLabel& old) { return overlaps(old, label); });
}

/// Steps to places around a label, the nearest first: columns of 32 points, rows of a label's
/// height.
struct Step {
  int column = 0;
  int row = 0;
};
constexpr float kColumn = 32.0f;

std::vector<Step> stepsByDistance() {
  constexpr int kColumns = 20;
  constexpr int kRows = 18;
  std::vector<Step> steps;
  for (int row = -kRows; row <= kRows; ++row) {
    for (int column = -kColumns; column <= kColumns; ++column)
      steps.push_back({column, row});
  }
  // A row is about 22 points: compared with columns of 32, its square counts half.
  std::ranges::stable_sort(steps, {}, [](const Step& step) {
    return 2 * step.column * step.column + step.row * step.row;
  });
  return steps;
}

bool isInside(const Area& view, const BoneLabel& label) {
  return label.low.x >= view.x && label.low.y >= view.y && label.high.x <= view.x + view.width &&
         label.high.y <= view.y + view.height;
}

/// Moves a label to the nearest free place in the view. Where there is none it stays.
void makeRoom(const std::vector<BoneLabel>& labels, const Area& view, float scale,
              BoneLabel& label) {
  static const std::vector<Step> steps = stepsByDistance();
  const float height = label.high.y - label.low.y + 1.0f;
  for (const Step& step : steps) {
    BoneLabel moved = label;
    const float dx = static_cast<float>(step.column) * kColumn * scale;
    const float dy = static_cast<float>(step.row) * height;
    moved.low = {label.low.x + dx, label.low.y + dy};
    moved.high = {label.high.x + dx, label.high.y + dy};
    if (!isInside(view, moved) || isTaken(labels, moved)) continue;
    label = std::move(moved);
    return;
  }
}

}  // namespace

std::vector<BoneLabel> placeBoneLabels(const State& state, const Scene& scene, const Area& view,
                                       float scale) {
  std::vector<BoneLabel> labels;
  if (state.view.bone_names == BoneNames::Off || view.height < 1.0f) return labels;
  const double aspect = static_cast<double>(view.width) / static_cast<double>(view.height);
  for (const Candidate& candidate : candidates(state, scene, aspect)) {
    BoneLabel label;
    label.id = candidate.id;
    label.text = boneLabel(scene.model(), candidate.id);
    label.selected = candidate.selected;
    label.anchor = {view.x + view.width * static_cast<float>(candidate.point.at.x),
                    view.y + view.height * static_cast<float>(candidate.point.at.y)};
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
    const float margin = 3.0f * scale;
    label.low = {label.anchor.x + 7.0f * scale, label.anchor.y - size.y * 0.5f - margin};
    label.high = {label.low.x + size.x + 2.0f * margin, label.low.y + size.y + 2.0f * margin};
    // At the right edge the name goes to the left of its bone rather than out of the picture.
    if (label.high.x > view.x + view.width) {
      const float width = label.high.x - label.low.x;
      label.high.x = label.anchor.x - 7.0f * scale;
      label.low.x = label.high.x - width;
    }
    if (state.view.bone_names == BoneNames::Near && isTaken(labels, label)) continue;
    makeRoom(labels, view, scale, label);
    labels.push_back(std::move(label));
  }
  return labels;
}

void drawBoneLabels(ImDrawList& list, const std::vector<BoneLabel>& labels, float scale) {
  for (const BoneLabel& label : labels) {
    const ImVec2 edge{std::clamp(label.anchor.x, label.low.x, label.high.x),
                      std::clamp(label.anchor.y, label.low.y, label.high.y)};
    list.AddLine(label.anchor, edge, ImGui::GetColorU32(faded(kText, 0.45f)), scale);
  }
  // The nearest is drawn last and so lies on top.
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    const ImU32 color = ImGui::GetColorU32(label->selected ? kAccent : kText);
    const float margin = 3.0f * scale;
    list.AddCircleFilled(label->anchor, 2.5f * scale, color);
    list.AddRectFilled(label->low, label->high, ImGui::GetColorU32(themeColors().label),
                       3.0f * scale);
    list.AddText({label->low.x + margin, label->low.y + margin}, color, label->text.c_str());
  }
}

}  // namespace sinew::app::ui
