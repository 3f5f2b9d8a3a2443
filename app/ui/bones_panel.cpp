// The bone tree with search, and the weights of what is selected in it.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// A line of the tree.
struct Row {
  std::uint32_t id = kNone;
  std::uint32_t depth = 0;
  bool has_children = false;
};

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) {
    return static_cast<char>(c < 0x80 ? std::tolower(c) : c);
  });
  return out;
}

/// The children of every bone, as lists threaded through two arrays; roots hang on the last entry.
struct Children {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> next;
};

Children childLists(const std::vector<Bone>& bones) {
  Children lists{std::vector<std::uint32_t>(bones.size() + 1, kNone),
                 std::vector<std::uint32_t>(bones.size(), kNone)};
  for (std::size_t i = bones.size(); i-- > 0;) {
    const std::uint32_t parent = bones[i].parent;
    const std::size_t list = parent < bones.size() ? parent : bones.size();
    lists.next[i] = lists.first[list];
    lists.first[list] = static_cast<std::uint32_t>(i);
  }
  return lists;
}

/// The lines to show: the tree in order, pseudo-bones last; with a search text only what matches,
/// flat.
std::vector<Row> visibleRows(const Model& model, const PanelMemory& memory) {
  std::vector<Row> rows;
  const std::uint32_t count = boneIdCount(model);
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  if (!memory.bone_search.empty()) {
    const std::string wanted = lowered(memory.bone_search);
    for (std::uint32_t id = 0; id < count; ++id) {
      const bool by_id = fmt::format("#{}", id) == wanted;
      if (by_id || lowered(boneLabel(model, id)).find(wanted) != std::string::npos) {
        rows.push_back({id, 0, false});
      }
    }
    return rows;
  }
  const Children lists = childLists(model.skeleton.bones);
  std::vector<Row> open{{lists.first[bones], 0, false}};
  while (!open.empty()) {
    Row row = open.back();
    open.pop_back();
    if (row.id == kNone) continue;
    open.push_back({lists.next[row.id], row.depth, false});
    row.has_children = lists.first[row.id] != kNone;
    rows.push_back(row);
    if (row.has_children && !memory.closed_bones.contains(row.id)) {
      open.push_back({lists.first[row.id], row.depth + 1, false});
    }
  }
  for (std::uint32_t id = bones; id < count; ++id)
    rows.push_back({id, 0, false});
  return rows;
}

void drawArrow(const Panel& panel, const Row& row) {
  const float size = ImGui::GetTextLineHeight();
  const bool closed = panel.memory.closed_bones.contains(row.id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("##arrow", {size, size})) {
    if (closed) {
      panel.memory.closed_bones.erase(row.id);
    } else {
      panel.memory.closed_bones.insert(row.id);
    }
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 c{at.x + size * 0.5f, at.y + size * 0.5f};
  const float r = size * 0.22f;
  const ImU32 color = ImGui::GetColorU32(kDim);
  if (closed) {
    list.AddTriangleFilled({c.x - r, c.y - r}, {c.x - r, c.y + r}, {c.x + r, c.y}, color);
  } else {
    list.AddTriangleFilled({c.x - r, c.y - r}, {c.x + r, c.y - r}, {c.x, c.y + r}, color);
  }
}

void drawRow(Panel& panel, const Model& model, const Row& row, bool selected) {
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  const bool pseudo = row.id >= bones;
  ImGui::PushID(static_cast<int>(row.id));
  const float size = ImGui::GetTextLineHeight();
  const float indent = size * 0.75f * static_cast<float>(std::min(row.depth, 24u));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  if (row.has_children) {
    drawArrow(panel, row);
  } else {
    ImGui::Dummy({size, size});
  }
  ImGui::SameLine(0.0f, 0.0f);
  const std::string note = pseudo ? fmt::format("blend #{}", row.id) : fmt::format("#{}", row.id);
  const float note_width = ImGui::CalcTextSize(note.c_str()).x + panel.px(4.0f);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", selected)) {
    panel.send(selected ? "bone none" : fmt::format("bone #{}", row.id));
  }
  panel.mark(fmt::format("bones.{}", row.id));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string name = boneLabel(model, row.id);
  const float gap = panel.px(10.0f);
  const bool short_of_room = width < ImGui::CalcTextSize(name.c_str()).x + gap + note_width;
  const std::string shown = shortened(name, short_of_room ? width - gap : width);
  list.AddText(start, ImGui::GetColorU32(pseudo ? kInfo : kText), shown.c_str());
  if (!short_of_room) {
    list.AddText({start.x + width - note_width, start.y}, ImGui::GetColorU32(faded(kDim, 0.8f)),
                 note.c_str());
  }
  if (ImGui::IsItemHovered() && (short_of_room || shown != name)) {
    ImGui::SetTooltip("%s  %s", name.c_str(), note.c_str());
  }
  ImGui::PopID();
}

void drawSearch(Panel& panel) {
  ImGui::SetNextItemWidth(-1.0f);
  if (panel.viewer.window.search_requested) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Search bones", &panel.memory.bone_search);
  panel.mark("bones.search");
}

}  // namespace

void drawBonesPanel(Panel& panel) {
  drawSearch(panel);
  const float weights = weightsPanelHeight(panel);
  const float spacing = weights > 0.0f ? ImGui::GetStyle().ItemSpacing.y : 0.0f;
  ImGui::BeginChild("tree", {0.0f, -weights - spacing}, true);
  if (const Scene* scene = panel.viewer.scene(); scene != nullptr) {
    const Model& model = scene->model();
    PanelMemory& memory = panel.memory;
    const std::uint32_t selected = selectedBoneId(model, panel.viewer.state.selection);
    const std::vector<Row> rows = visibleRows(model, memory);
    if (selected != memory.shown_bone) {
      // The selection came from elsewhere (a click in the view): bring its line into sight.
      memory.shown_bone = selected;
      const auto row = std::ranges::find(rows, selected, &Row::id);
      if (row != rows.end()) {
        const float line = ImGui::GetTextLineHeightWithSpacing();
        const float top = line * static_cast<float>(row - rows.begin());
        const float height = ImGui::GetWindowHeight();
        if (top < ImGui::GetScrollY() || top + line > ImGui::GetScrollY() + height - line) {
          ImGui::SetScrollY(std::max(top - height * 0.4f, 0.0f));
        }
      }
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), ImGui::GetTextLineHeightWithSpacing());
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        drawRow(panel, model, row, row.id == selected);
      }
    }
    if (rows.empty()) {
      wrappedDimText(memory.bone_search.empty() ? "The model has no bones."
                                                : "No bone has this in its name.");
    }
  }
  ImGui::EndChild();
  if (weights > 0.0f) drawWeightsPanel(panel);
}

}  // namespace sinew::app::ui
