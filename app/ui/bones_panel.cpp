// The bone tree with search, and below it what is selected.

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/text_case.h"
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
  bool match = true;  ///< false: only there for what hangs on it
};

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

/// Which ids have the search text in their name, or are it as a number.
std::vector<bool> matches(const Model& model, const std::string& search) {
  const std::string wanted = foldCase(search);
  std::vector<bool> found(boneIdCount(model), wanted.empty());
  for (std::uint32_t id = 0; id < found.size() && !wanted.empty(); ++id) {
    found[id] = fmt::format("#{}", id) == wanted ||
                foldCase(boneLabel(model, id)).find(wanted) != std::string::npos;
  }
  return found;
}

/// The matches and what they hang on, so that it is seen where they are.
std::vector<bool> withParents(const Model& model, std::vector<bool> found) {
  const auto& bones = model.skeleton.bones;
  const auto& order = model.skeleton.order;
  for (auto bone = order.rbegin(); bone != order.rend(); ++bone) {
    if (found[*bone] && bones[*bone].parent < bones.size()) found[bones[*bone].parent] = true;
  }
  return found;
}

/// The lines to show: the tree in order, pseudo-bones last. With a search text what matches and the
/// bones above it, nothing folded.
std::vector<Row> visibleRows(const Model& model, const PanelMemory& memory) {
  std::vector<Row> rows;
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  const bool searching = !memory.bone_search.empty();
  const std::vector<bool> match = matches(model, memory.bone_search);
  const std::vector<bool> shown = withParents(model, match);
  const Children lists = childLists(model.skeleton.bones);
  std::vector<Row> open{{lists.first[bones], 0, false, false}};
  while (!open.empty()) {
    Row row = open.back();
    open.pop_back();
    if (row.id == kNone) continue;
    open.push_back({lists.next[row.id], row.depth, false, false});
    if (!shown[row.id]) continue;
    row.match = match[row.id];
    row.has_children = !searching && lists.first[row.id] != kNone;
    rows.push_back(row);
    if (searching || !memory.closed_bones.contains(row.id)) {
      open.push_back({lists.first[row.id], row.depth + 1, false, false});
    }
  }
  for (std::uint32_t id = bones; id < boneIdCount(model); ++id) {
    if (shown[id]) rows.push_back({id, 0, false, true});
  }
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
  if (ImGui::Selectable("##row", selected, ImGuiSelectableFlags_AllowDoubleClick)) {
    const bool twice = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    panel.send(selected && !twice ? "bone none" : fmt::format("bone #{}", row.id));
    if (twice) panel.send("camera frame");
  }
  panel.mark(fmt::format("bones.{}", row.id));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string name = boneLabel(model, row.id);
  const float gap = panel.px(10.0f);
  const bool short_of_room = width < ImGui::CalcTextSize(name.c_str()).x + gap + note_width;
  const std::string shown = shortened(name, short_of_room ? width - gap : width);
  list.AddText(start,
               ImGui::GetColorU32(!row.match ? kDim
                                  : pseudo   ? kInfo
                                             : kText),
               shown.c_str());
  if (!short_of_room) {
    list.AddText({start.x + width - note_width, start.y}, ImGui::GetColorU32(faded(kDim, 0.8f)),
                 note.c_str());
  }
  if (ImGui::IsItemHovered() && (short_of_room || shown != name)) {
    ImGui::SetTooltip("%s  %s", name.c_str(), note.c_str());
  }
  ImGui::PopID();
}

/// Enter selects the first match.
void drawSearch(Panel& panel, const std::vector<Row>& rows) {
  ImGui::SetNextItemWidth(-1.0f);
  if (panel.viewer.window.search_requested) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputTextWithHint(
      "##search", "Search bones", &panel.memory.bone_search, ImGuiInputTextFlags_EnterReturnsTrue);
  panel.mark("bones.search");
  if (!entered || panel.memory.bone_search.empty()) return;
  const auto first = std::ranges::find(rows, true, &Row::match);
  if (first == rows.end()) return;
  panel.send(fmt::format("bone #{}", first->id));
  panel.memory.arrows = ArrowKeys::Bones;
}

/// Left folds or goes up to the parent, right unfolds or goes down.
void foldByKey(Panel& panel, const Model& model, const std::vector<Row>& rows, std::size_t at,
               bool unfold) {
  PanelMemory& memory = panel.memory;
  const Row& row = rows[at];
  const bool closed = memory.closed_bones.contains(row.id);
  if (unfold && row.has_children && closed) {
    memory.closed_bones.erase(row.id);
  } else if (unfold && at + 1 < rows.size() && rows[at + 1].depth > row.depth) {
    panel.send(fmt::format("bone #{}", rows[at + 1].id));
  } else if (!unfold && row.has_children && !closed) {
    memory.closed_bones.insert(row.id);
  } else if (!unfold && row.id < model.skeleton.bones.size() &&
             model.skeleton.bones[row.id].parent != kNone) {
    panel.send(fmt::format("bone #{}", model.skeleton.bones[row.id].parent));
  }
}

/// Goes through the lines by the arrow keys that were pressed.
void walkByKeys(Panel& panel, const Model& model, const std::vector<Row>& rows,
                std::uint32_t selected) {
  for (const std::string& key : std::exchange(panel.memory.tree_keys, {})) {
    if (rows.empty()) return;
    const auto present = std::ranges::find(rows, selected, &Row::id);
    if (present == rows.end()) {
      selected = key == "Up" ? rows.back().id : rows.front().id;
      panel.send(fmt::format("bone #{}", selected));
      continue;
    }
    const auto at = static_cast<std::size_t>(present - rows.begin());
    if (key == "Up" || key == "Down") {
      const std::size_t next =
          key == "Down" ? std::min(at + 1, rows.size() - 1) : std::max<std::size_t>(at, 1) - 1;
      selected = rows[next].id;
      panel.send(fmt::format("bone #{}", selected));
    } else {
      foldByKey(panel, model, rows, at, key == "Right");
    }
  }
}

/// Unfolds what hides a bone that was selected elsewhere.
void unfoldTo(PanelMemory& memory, const Model& model, std::uint32_t bone) {
  const auto& bones = model.skeleton.bones;
  // At most as many steps as there are bones: the model's parents have no cycle.
  while (bone < bones.size()) {
    bone = bones[bone].parent;
    if (bone != kNone) memory.closed_bones.erase(bone);
  }
}

/// Brings the line of a bone that was selected elsewhere into sight.
void scrollTo(const std::vector<Row>& rows, std::uint32_t selected) {
  const auto row = std::ranges::find(rows, selected, &Row::id);
  if (row == rows.end()) return;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float top = line * static_cast<float>(row - rows.begin());
  const float height = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY() || top + line > ImGui::GetScrollY() + height - line) {
    ImGui::SetScrollY(std::max(top - height * 0.4f, 0.0f));
  }
}

void drawTree(Panel& panel, const Model& model, const std::vector<Row>& rows,
              std::uint32_t selected) {
  if (panel.memory.shown_bone != selected) {
    panel.memory.shown_bone = selected;
    scrollTo(rows, selected);
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
    wrappedDimText(panel.memory.bone_search.empty() ? "The model has no bones."
                                                    : "No bone has this in its name.");
  }
}

}  // namespace

void drawBonesPanel(Panel& panel) {
  takeArrows(panel, ArrowKeys::Bones);
  const Scene* scene = panel.viewer.scene();
  std::uint32_t selected = kNone;
  std::vector<Row> rows;
  if (scene != nullptr) {
    selected = selectedBoneId(scene->model(), panel.viewer.state.selection);
    if (selected != panel.memory.shown_bone) unfoldTo(panel.memory, scene->model(), selected);
    rows = visibleRows(scene->model(), panel.memory);
    walkByKeys(panel, scene->model(), rows, selected);
  }
  drawSearch(panel, rows);
  const float details = selectedPanelHeight(panel, ImGui::GetContentRegionAvail().y);
  const float spacing = details > 0.0f ? ImGui::GetStyle().ItemSpacing.y : 0.0f;
  ImGui::BeginChild("tree", {0.0f, -details - spacing}, true);
  if (scene != nullptr) drawTree(panel, scene->model(), rows, selected);
  ImGui::EndChild();
  if (details > 0.0f) drawSelectedPanel(panel);
}

}  // namespace sinew::app::ui
