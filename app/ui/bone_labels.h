#pragma once

// Where names of bones go over the picture.

#include <string>
#include <vector>

#include <imgui.h>

#include "app/scene.h"
#include "app/state.h"
#include "app/ui/panel.h"

namespace sinew::app::ui {

struct BoneLabel {
  std::uint32_t id = kNone;  ///< as in app/bone_ids.h
  std::string text;
  ImVec2 anchor;  ///< the bone's origin in pixels
  ImVec2 low;     ///< the box of the text with its margin
  ImVec2 high;
  bool selected = false;
};

/// The labels that `state.view.bone_names` asks for, for a view in an area, nearest to the eye
/// first, the selected bone before all. Near: none that would overlap an earlier one; all: moved
/// to the nearest place where none does. Uses the present ImGui font.
[[nodiscard]] std::vector<BoneLabel> placeBoneLabels(const State& state, const Scene& scene,
                                                     const Area& view, float scale);

void drawBoneLabels(ImDrawList& list, const std::vector<BoneLabel>& labels, float scale);

}  // namespace sinew::app::ui
