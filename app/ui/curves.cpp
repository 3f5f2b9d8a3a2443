// Curves of one channel of the selected bone, through its stored keys: relative to the base
// skeleton, as the file has them.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/playback.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/timeline_view.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr std::array kChannels{Channel::Rotation, Channel::Translation, Channel::Scale};
constexpr std::array kCommands{"curve rotation", "curve translation", "curve scale"};
constexpr std::array kLetters{"x", "y", "z", "w"};
const std::array<ImVec4, 4> kColors{{{0.98f, 0.47f, 0.44f, 1.0f},
                                     {0.53f, 0.83f, 0.45f, 1.0f},
                                     {0.48f, 0.68f, 0.98f, 1.0f},
                                     {0.80f, 0.80f, 0.84f, 1.0f}}};

/// One plot: frames to the right, values up.
struct Plot {
  TimeAxis axis;
  ImVec2 low, high;  ///< the area of values
  float least = 0.0f, most = 0.0f;
  Channel channel = Channel::Rotation;
  std::span<const StoredKey> keys;
  double frame_count = 0.0;
  bool looping = false;
  bool steps = false;  ///< values hold until the next key

  [[nodiscard]] float y(float value) const {
    return high.y - (value - least) / (most - least) * (high.y - low.y);
  }
};

std::size_t countKeys(std::span<const StoredKey> keys, Channel channel) {
  return static_cast<std::size_t>(
      std::ranges::count_if(keys, [channel](const StoredKey& key) { return key.has(channel); }));
}

/// The values that the plot must hold, with a margin.
void fitValues(Plot& plot) {
  if (plot.channel == Channel::Rotation) {
    plot.least = -1.1f;
    plot.most = 1.1f;
    return;
  }
  bool any = false;
  for (const StoredKey& key : plot.keys) {
    if (!key.has(plot.channel)) continue;
    const std::array<float, 4> value = storedValue(key, plot.channel);
    for (std::size_t c = 0; c < componentsOf(plot.channel); ++c) {
      plot.least = any ? std::min(plot.least, value[c]) : value[c];
      plot.most = any ? std::max(plot.most, value[c]) : value[c];
      any = true;
    }
  }
  // A constant lies in the middle of a band of its own size.
  const float size = std::max(std::abs(plot.least), std::abs(plot.most));
  const float margin = plot.most > plot.least ? (plot.most - plot.least) * 0.12f
                       : size > 0.0f          ? size * 0.5f
                                              : 1.0f;
  plot.least -= margin;
  plot.most += margin;
}

void drawValueLines(const Panel& panel, const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::array<char, 24> number{};
  // Powers of ten times 1, 2 or 5, as many as leave their numbers apart.
  const float lines =
      std::clamp((plot.high.y - plot.low.y) / (ImGui::GetFontSize() * 2.0f), 1.0f, 5.0f);
  const float rough = (plot.most - plot.least) / lines;
  const float power = std::pow(10.0f, std::floor(std::log10(rough)));
  const float step = rough > 5.0f * power   ? 10.0f * power
                     : rough > 2.0f * power ? 5.0f * power
                     : rough > power        ? 2.0f * power
                                            : power;
  if (!(step > 0.0f) || !std::isfinite(step)) return;
  const float first = std::ceil(plot.least / step);
  for (float i = first; i * step <= plot.most && i < first + 8.0f; i += 1.0f) {
    const float value = i * step + 0.0f;  // no -0
    const float y = plot.y(value);
    list.AddLine({plot.low.x, y}, {plot.high.x, y},
                 ImGui::GetColorU32(faded(kDim, value == 0.0f ? 0.4f : 0.16f)), panel.px(1.0f));
    const auto end = fmt::format_to_n(number.data(), number.size(), "{:.4g}", value);
    const float width = ImGui::CalcTextSize(number.data(), end.out).x;
    list.AddText({plot.high.x - width - panel.px(2.0f), y - ImGui::GetFontSize()},
                 ImGui::GetColorU32(faded(kDim, 0.8f)), number.data(), end.out);
  }
}

void drawCurve(const Panel& panel, const Plot& plot, std::size_t component) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = ImGui::GetColorU32(onTheme(kColors[component]));
  const float step = std::max(panel.px(3.0f), 1.0f);
  for (float x = plot.axis.left;; x = std::min(x + step, plot.axis.right)) {
    const auto value = curveAt(plot.keys, plot.channel, plot.axis.frame(x), plot.frame_count,
                               plot.looping, plot.steps);
    if (value) list.PathLineTo({x, plot.y((*value)[component])});
    if (x >= plot.axis.right) break;
  }
  list.PathStroke(color, 0, panel.px(1.6f));
  for (const StoredKey& key : plot.keys) {
    if (!key.has(plot.channel)) continue;
    const float x = plot.axis.x(key.frame);
    if (x < plot.axis.left - 1.0f || x > plot.axis.right + 1.0f) continue;
    const float y = plot.y(storedValue(key, plot.channel)[component]);
    const float r = panel.px(3.5f);
    list.AddRectFilled({x - r, y - r}, {x + r, y + r}, color, panel.px(1.0f));
    list.AddRect({x - r, y - r}, {x + r, y + r}, ImGui::GetColorU32(ImGuiCol_WindowBg),
                 panel.px(1.0f));
  }
}

/// One channel to choose, with how many keys it has where there is room.
void drawChannel(Panel& panel, std::size_t i, std::size_t count, bool chosen, float width,
                 bool counted) {
  ImGui::PushID(static_cast<int>(i));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##channel", chosen, 0, {width, 0.0f})) panel.send(kCommands[i]);
  panel.mark(fmt::format("curves.{}", i));
  commandTooltip(panel, kCommands[i]);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + width, at.y + ImGui::GetTextLineHeight()}, true);
  list.AddText(at, ImGui::GetColorU32(count > 0 ? channelColor(kChannels[i]) : kDim),
               channelName(kChannels[i]));
  list.PopClipRect();
  if (counted) {
    std::array<char, 24> text{};
    const auto end = count == 0 ? fmt::format_to_n(text.data(), text.size(), "no keys")
                                : fmt::format_to_n(text.data(), text.size(), "{} key{}", count,
                                                   count == 1 ? "" : "s");
    const float note = ImGui::CalcTextSize(text.data(), end.out).x;
    list.AddText({at.x + width - note - panel.px(4.0f), at.y}, ImGui::GetColorU32(kDim),
                 text.data(), end.out);
  }
  ImGui::PopID();
}

/// The channels to choose from, and the chosen one's values at the present frame. In a low timeline
/// the channels share one line, so that no value is cut off.
void drawChannels(Panel& panel, std::span<const StoredKey> keys, const Plot& plot, float width) {
  const Channel chosen = panel.viewer.window.timeline.channel;
  const bool low = ImGui::GetContentRegionAvail().y < 5.0f * ImGui::GetTextLineHeightWithSpacing();
  const float gap = panel.px(6.0f);
  for (std::size_t i = 0; i < kChannels.size(); ++i) {
    if (low && i > 0) ImGui::SameLine(0.0f, gap);
    const float each = low ? ImGui::CalcTextSize(channelName(kChannels[i])).x : width;
    drawChannel(panel, i, countKeys(keys, kChannels[i]), kChannels[i] == chosen, each, !low);
  }
  const auto now = curveAt(keys, chosen, panel.viewer.state.playback.frame, plot.frame_count,
                           plot.looping, plot.steps);
  if (!now) return;
  for (std::size_t c = 0; c < componentsOf(chosen); ++c) {
    ImGui::TextColored(onTheme(kColors[c]), "%s  %.4g", kLetters[c],
                       static_cast<double>((*now)[c]));
    panel.mark(fmt::format("curves.value.{}", c));
    if (c % 2 == 0) ImGui::SameLine(width * 0.5f);
  }
}

void drawPlot(Panel& panel, const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(plot.low, plot.high, true);
  drawValueLines(panel, plot);
  for (std::size_t c = componentsOf(plot.channel); c-- > 0;)
    drawCurve(panel, plot, c);
  list.PopClipRect();
}

void clickKey(Panel& panel, const Plot& plot) {
  if (!ImGui::IsItemHovered()) return;
  const float at = ImGui::GetIO().MousePos.x;
  const StoredKey* nearest = nullptr;
  float distance = panel.px(7.0f);
  for (const StoredKey& key : plot.keys) {
    const float away = std::abs(plot.axis.x(key.frame) - at);
    if (!key.has(plot.channel) || away > distance) continue;
    distance = away;
    nearest = &key;
  }
  if (nearest == nullptr) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const std::array<float, 4> value = storedValue(*nearest, plot.channel);
  std::string text = fmt::format("frame {:g}", nearest->frame);
  if (nearest->offset != kNone) text += fmt::format(", stored at {:#x}", nearest->offset);
  for (std::size_t c = 0; c < componentsOf(plot.channel); ++c)
    text += fmt::format("\n{}  {:.6g}", kLetters[c], value[c]);
  ImGui::SetTooltip("%s", text.c_str());
  if (ImGui::IsItemClicked()) {
    panel.send("pause");
    panel.send(fmt::format("frame {}", nearest->frame));
  }
}

}  // namespace

void drawCurves(Panel& panel) {
  const Clip* clip = panel.viewer.clip();
  const std::uint32_t bone = panel.viewer.state.selection.bone;
  const std::span<const StoredKey> keys = panel.memory.timeline.keys.keysOfBone(bone);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float ruler = ImGui::GetTextLineHeight() + panel.px(4.0f);
  const float names = std::min(panel.px(230.0f), room.x * 0.32f);
  Plot plot;
  plot.axis =
      timeAxis(panel, start.x + names + panel.px(10.0f), start.x + room.x - panel.px(22.0f));
  plot.channel = panel.viewer.window.timeline.channel;
  plot.keys = keys;
  plot.frame_count = clip != nullptr ? clip->frame_count : 0.0;
  plot.looping =
      clip != nullptr && pose::loops(*clip, poseLoopMode(panel.viewer.state.playback.loop));
  plot.steps = clip != nullptr && clip->interpolation == Interpolation::Step;
  fitValues(plot);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, {0.0f, 0.0f, 0.0f, 0.0f});
  ImGui::BeginChild("channels", {names, room.y}, false, ImGuiWindowFlags_NoScrollbar);
  drawChannels(panel, keys, plot, names - panel.px(8.0f));
  ImGui::EndChild();
  ImGui::PopStyleColor();
  const float left = plot.axis.left - panel.px(8.0f);
  const float width = std::max(plot.axis.right - plot.axis.left + panel.px(16.0f), 1.0f);
  ImGui::SetCursorScreenPos({left, start.y});
  ImGui::InvisibleButton("##ruler", {width, ruler});
  panel.mark("curves.ruler");
  zoomByMouse(panel, plot.axis);
  scrubByMouse(panel, plot.axis);
  plot.low = {left, start.y + ruler};
  plot.high = {left + width, std::max(start.y + room.y, start.y + ruler + 1.0f)};
  drawRuler(panel, plot.axis, {left, start.y}, plot.high, ruler);
  ImGui::SetCursorScreenPos(plot.low);
  ImGui::InvisibleButton("##plot", {width, plot.high.y - plot.low.y});
  panel.mark("curves.plot");
  zoomByMouse(panel, plot.axis);
  if (countKeys(keys, plot.channel) > 0) {
    drawPlot(panel, plot);
    clickKey(panel, plot);
  } else {
    const char* why = bone == kNone  ? "Select a bone to see its curves."
                      : keys.empty() ? "The clip stores no keys of this bone."
                                     : "The bone has no keys of this channel.";
    ImGui::GetWindowDrawList()->AddText({plot.low.x + panel.px(12.0f), plot.low.y + panel.px(8.0f)},
                                        ImGui::GetColorU32(kDim), why);
  }
  drawPlayhead(panel, plot.axis, start.y, plot.high.y);
}

}  // namespace sinew::app::ui
