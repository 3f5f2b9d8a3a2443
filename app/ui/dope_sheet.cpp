// The stored keys of every bone: a row a bone, a mark for each channel that a key has, and between
// the keys the frames that the file skips. Drawn from the records, not from the pose.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/bone_ids.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/timeline_view.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr std::array kChannels{Channel::Rotation, Channel::Translation, Channel::Scale};

/// Where the rows are drawn: the frames' part of the window, pixels.
struct Sheet {
  TimeAxis axis;
  float name_left = 0.0f;
  float row_height = 0.0f;
  float mark = 0.0f;  ///< width of a key's mark
};

/// The height of a channel's lane in a row, from its top.
float laneMiddle(const Sheet& sheet, std::size_t channel) {
  return sheet.row_height * (0.22f + 0.28f * static_cast<float>(channel));
}

void drawLane(const Panel& panel, const Sheet& sheet, std::span<const StoredKey> keys,
              std::size_t channel, float top, float alpha) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 color = channelColor(kChannels[channel]);
  const ImU32 line = ImGui::GetColorU32(faded(color, 0.35f * alpha));
  const ImU32 mark = ImGui::GetColorU32(faded(color, alpha));
  const float y = top + laneMiddle(sheet, channel);
  const float half = sheet.row_height * 0.13f;
  float before = 0.0f;
  bool has_before = false;
  for (const StoredKey& key : keys) {
    if (!key.has(kChannels[channel])) continue;
    const float x = sheet.axis.x(key.frame);
    if (has_before && x >= sheet.axis.left && before <= sheet.axis.right) {
      list.AddLine({std::max(before, sheet.axis.left), y}, {std::min(x, sheet.axis.right), y}, line,
                   panel.px(1.5f));
    }
    before = x;
    has_before = true;
    if (x < sheet.axis.left - 1.0f || x > sheet.axis.right + 1.0f) continue;
    list.AddRectFilled({x - sheet.mark * 0.5f, y - half}, {x + sheet.mark * 0.5f, y + half}, mark,
                       panel.px(1.0f));
  }
}

/// Records without values: a dotted line over the frames that they pass, a notch where each ends.
void drawSkips(const Panel& panel, const Sheet& sheet, std::span<const StoredSkip> skips,
               float top) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = top + sheet.row_height * 0.93f;
  const ImU32 color = ImGui::GetColorU32(faded(kDim, 0.75f));
  for (const StoredSkip& skip : skips) {
    const float from = std::max(sheet.axis.x(skip.from), sheet.axis.left);
    const float to = std::min(sheet.axis.x(skip.to), sheet.axis.right);
    if (to <= from) continue;
    list.AddLine({from, y}, {to, y}, color, panel.px(1.0f));
    list.AddLine({to, y - panel.px(4.0f)}, {to, y}, color, panel.px(1.0f));
  }
}

/// The key of a row nearest to the pointer, or null where none is within reach.
const StoredKey* keyUnderPointer(const Panel& panel, const Sheet& sheet,
                                 std::span<const StoredKey> keys) {
  const float at = ImGui::GetIO().MousePos.x;
  const StoredKey* nearest = nullptr;
  float distance = panel.px(7.0f);
  for (const StoredKey& key : keys) {
    const float away = std::abs(sheet.axis.x(key.frame) - at);
    if (away <= distance) {
      distance = away;
      nearest = &key;
    }
  }
  return nearest;
}

/// True for keys that are in the file and move nothing.
bool isIgnored(const Panel& panel, const KeyRow& row) {
  return row.bone == 0 && panel.memory.timeline.keys.root_ignored;
}

void keyTooltip(const KeyRow& row, bool ignored, std::span<const StoredKey> keys,
                const StoredKey& key) {
  std::string has;
  for (const Channel channel : kChannels) {
    if (!key.has(channel)) continue;
    has += has.empty() ? "" : ", ";
    has += channelName(channel);
  }
  const StoredKey* before = &key == keys.data() ? nullptr : &key - 1;
  std::string text = fmt::format("{}, frame {:g}\n{}", row.label, key.frame, has);
  if (key.offset != kNone) {
    const double skipped = before != nullptr ? key.frame - before->frame - 1.0 : key.frame;
    text += fmt::format("\nrecord at {:#x}", key.offset);
    if (skipped > 0.0) text += fmt::format(", {:g} skipped before", skipped);
  }
  if (ignored) text += "\nkeys of the root are ignored";
  ImGui::SetTooltip("%s", text.c_str());
}

void drawName(Panel& panel, const Sheet& sheet, const KeyRow& row, bool selected) {
  const float width = sheet.axis.left - sheet.name_left - panel.px(14.0f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##name", selected, 0, {width, sheet.row_height})) {
    panel.send(selected ? "bone none" : fmt::format("bone #{}", row.bone));
  }
  panel.mark(fmt::format("dope.{}", row.bone));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(start, {start.x + width, start.y + sheet.row_height}, true);
  const float y = start.y + (sheet.row_height - ImGui::GetFontSize()) * 0.5f;
  list.AddText({start.x + panel.px(2.0f), y},
               ImGui::GetColorU32(row.track == kNone || isIgnored(panel, row) ? kDim : kText),
               row.label.data(), row.label.data() + row.label.size());
  list.PopClipRect();
}

/// Marks of a row's keys; a click on one goes there.
void drawKeys(Panel& panel, const Sheet& sheet, const KeyRow& row, float top, bool hovered,
              bool clicked) {
  const TimelineMemory& memory = panel.memory.timeline;
  const std::span<const StoredKey> keys = memory.keys.keysOf(row.track);
  drawSkips(panel, sheet, memory.keys.skipsOf(row.track), top);
  for (std::size_t channel = 0; channel < kChannels.size(); ++channel)
    drawLane(panel, sheet, keys, channel, top, isIgnored(panel, row) ? 0.45f : 1.0f);
  const StoredKey* key = hovered || clicked ? keyUnderPointer(panel, sheet, keys) : nullptr;
  if (key == nullptr) return;
  keyTooltip(row, isIgnored(panel, row), keys, *key);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!clicked) return;
  panel.send("pause");
  panel.send(fmt::format("frame {}", key->frame));
  if (panel.viewer.state.selection.bone != row.bone) {
    panel.send(fmt::format("bone #{}", row.bone));
  }
}

void drawRow(Panel& panel, const Sheet& sheet, const KeyRow& row, bool selected) {
  ImGui::PushID(static_cast<int>(row.bone));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  drawName(panel, sheet, row, selected);
  ImGui::SetCursorScreenPos({sheet.axis.left - panel.px(8.0f), start.y});
  const float width = sheet.axis.right - sheet.axis.left + panel.px(16.0f);
  const bool clicked = ImGui::InvisibleButton("##keys", {std::max(width, 1.0f), sheet.row_height});
  panel.mark(fmt::format("keys.{}", row.bone));
  const bool hovered = ImGui::IsItemHovered();
  zoomByMouse(panel, sheet.axis);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  if (selected || hovered) {
    list.AddRectFilled(low, high, ImGui::GetColorU32(faded(kAccent, selected ? 0.12f : 0.06f)));
  }
  list.AddLine({low.x, high.y}, high, ImGui::GetColorU32(faded(kDim, 0.12f)), panel.px(1.0f));
  if (row.track == kNone) {
    list.AddText({sheet.axis.left, low.y}, ImGui::GetColorU32(faded(kDim, 0.7f)), "no keys");
  } else {
    drawKeys(panel, sheet, row, low.y, hovered, clicked);
  }
  // The next row starts at the left again.
  ImGui::SetCursorScreenPos({start.x, start.y + sheet.row_height});
  ImGui::PopID();
}

/// Brings the row of a bone that was selected elsewhere into sight.
void followSelection(const Panel& panel, const Sheet& sheet, std::uint32_t selected) {
  TimelineMemory& memory = panel.memory.timeline;
  if (selected == memory.shown_bone) return;
  memory.shown_bone = selected;
  const auto row = std::ranges::find(memory.rows, selected, &KeyRow::bone);
  if (row == memory.rows.end()) return;
  const float top = sheet.row_height * static_cast<float>(row - memory.rows.begin());
  const float height = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY() || top + sheet.row_height > ImGui::GetScrollY() + height) {
    ImGui::SetScrollY(std::max(top - height * 0.4f, 0.0f));
  }
}

/// The search field, and which colour is which channel.
void drawHeader(Panel& panel, float width) {
  constexpr std::array kLetters{"R", "T", "S"};
  const float letters = panel.px(54.0f);
  ImGui::SetNextItemWidth(std::max(width - letters, 1.0f));
  ImGui::InputTextWithHint("##dopesearch", "Search bones", &panel.memory.timeline.search);
  panel.mark("dope.search");
  ImGui::SameLine(0.0f, panel.px(6.0f));
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < kChannels.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.0f, panel.px(5.0f));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(channelColor(kChannels[i]), "%s", kLetters[i]);
  }
  ImGui::EndGroup();
  if (!ImGui::IsItemHovered()) return;
  ImGui::SetTooltip(
      "A key's marks from top to bottom: rotation, translation, scale.\n"
      "Below them: records without values, which only skip frames.\n"
      "%zu of the bones have keys.",
      panel.memory.timeline.bones_with_keys);
}

void drawRows(Panel& panel, Sheet& sheet) {
  const TimelineMemory& memory = panel.memory.timeline;
  if (memory.rows.empty()) {
    dimText(!memory.search.empty()    ? "No bone has this in its name."
            : memory.source.expired() ? "The rest pose has no keys."
                                      : "The clip stores no keys.");
    return;
  }
  const std::uint32_t selected = panel.viewer.state.selection.bone;
  followSelection(panel, sheet, selected);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(memory.rows.size()), sheet.row_height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const KeyRow& row = memory.rows[static_cast<std::size_t>(i)];
      drawRow(panel, sheet, row, row.bone == selected);
    }
  }
}

}  // namespace

void drawDopeSheet(Panel& panel) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float ruler = ImGui::GetTextLineHeight() + panel.px(4.0f);
  const float names = std::min(panel.px(230.0f), room.x * 0.32f);
  Sheet sheet;
  sheet.name_left = start.x;
  sheet.row_height = std::round(ImGui::GetTextLineHeight() + panel.px(3.0f));
  sheet.axis =
      timeAxis(panel, start.x + names + panel.px(10.0f), start.x + room.x - panel.px(22.0f));
  sheet.mark = std::clamp(static_cast<float>(sheet.axis.pixelsPerFrame()) * 0.7f, panel.px(2.0f),
                          panel.px(6.0f));
  drawHeader(panel, names);
  ImGui::SetCursorScreenPos({sheet.axis.left - panel.px(8.0f), start.y});
  const float width = sheet.axis.right - sheet.axis.left + panel.px(16.0f);
  ImGui::InvisibleButton("##ruler", {std::max(width, 1.0f), ruler});
  panel.mark("dope.ruler");
  zoomByMouse(panel, sheet.axis);
  scrubByMouse(panel, sheet.axis);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high{ImGui::GetItemRectMax().x, start.y + room.y};
  drawRuler(panel, sheet.axis, low, high, ruler);
  const float top = start.y + std::max(ruler, ImGui::GetFrameHeight()) + panel.px(3.0f);
  ImGui::SetCursorScreenPos({start.x, top});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, {0.0f, 0.0f, 0.0f, 0.0f});
  const bool keys_held = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift;
  // With Ctrl or Shift the wheel zooms and moves; alone it scrolls the rows.
  ImGui::BeginChild("rows", {room.x, std::max(start.y + room.y - top, 1.0f)}, false,
                    keys_held ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  drawRows(panel, sheet);
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  drawPlayhead(panel, sheet.axis, low.y, high.y);
}

}  // namespace sinew::app::ui
