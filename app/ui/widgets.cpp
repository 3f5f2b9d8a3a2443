#include "app/ui/widgets.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/ui/theme.h"

namespace sinew::app::ui {
namespace {

void drawIcon(Icon icon, ImVec2 at, float size, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = size * 0.30f;
  const auto triangle = [&](float x, float direction) {
    list.AddTriangleFilled({at.x + x - r * 0.75f * direction, at.y - r},
                           {at.x + x - r * 0.75f * direction, at.y + r},
                           {at.x + x + r * 0.85f * direction, at.y}, color);
  };
  const auto bar = [&](float x) {
    list.AddRectFilled({at.x + x - r * 0.20f, at.y - r}, {at.x + x + r * 0.20f, at.y + r}, color);
  };
  switch (icon) {
    case Icon::Play:
      triangle(0.0f, 1.15f);
      break;
    case Icon::Pause:
      bar(-r * 0.5f);
      bar(r * 0.5f);
      break;
    case Icon::Next:
      bar(-r * 0.75f);
      triangle(r * 0.35f, 0.85f);
      break;
    case Icon::Previous:
      bar(r * 0.75f);
      triangle(-r * 0.35f, -0.85f);
      break;
    case Icon::First:
      bar(-r * 1.05f);
      triangle(-r * 0.2f, -0.75f);
      triangle(r * 0.85f, -0.75f);
      break;
    case Icon::Last:
      bar(r * 1.05f);
      triangle(r * 0.2f, 0.75f);
      triangle(-r * 0.85f, 0.75f);
      break;
    case Icon::Close:
      list.AddLine({at.x - r * 0.7f, at.y - r * 0.7f}, {at.x + r * 0.7f, at.y + r * 0.7f}, color,
                   size * 0.07f);
      list.AddLine({at.x - r * 0.7f, at.y + r * 0.7f}, {at.x + r * 0.7f, at.y - r * 0.7f}, color,
                   size * 0.07f);
      break;
  }
}

}  // namespace

void Panel::mark(std::string name) const {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  widgets.push_back({std::move(name), low.x, low.y, size.x, size.y});
}

void takeArrows(Panel& panel, ArrowKeys part) {
  const bool over = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows |
                                           ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) panel.memory.arrows = part;
}

void beginArea(const char* name, const Area& area, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoNav | flags);
}

bool iconButton(const Panel& panel, const char* name, Icon icon, std::string_view command,
                bool enabled) {
  const float size = ImGui::GetFrameHeight();
  ImGui::BeginDisabled(!enabled);
  ImGui::PushID(name);
  const bool clicked = ImGui::Button("##icon", {size * 1.3f, size});
  ImGui::PopID();
  ImGui::EndDisabled();
  panel.mark(name);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  drawIcon(icon, {(low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f}, size,
           ImGui::GetColorU32(enabled ? kText : faded(kDim, 0.5f)));
  commandTooltip(panel, command);
  return clicked && enabled;
}

void commandTooltip(const Panel& panel, std::string_view command) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive()) return;
  for (const CommandDef& def : commandTable()) {
    std::string_view help = def.name == command ? def.help : std::string_view{};
    for (const CommandPreset& preset : def.presets) {
      if (presetText(def, preset) != command) continue;
      help = preset.help.empty() ? def.help : preset.help;
      break;
    }
    if (help.empty()) continue;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(panel.px(320.0f));
    ImGui::TextUnformatted(help.data(), help.data() + help.size());
    const std::string key = panel.keymap.keyOf(command);
    if (!key.empty()) dimText(key);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    return;
  }
}

void commandCheckbox(const Panel& panel, const char* label, std::string_view command, bool on) {
  bool value = on;
  if (ImGui::Checkbox(label, &value)) {
    panel.send(std::string(command) + (value ? " on" : " off"));
  }
  panel.mark(fmt::format("display.{}", command));
  commandTooltip(panel, command);
}

bool section(const Panel& panel, const char* label, bool open_at_first) {
  ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  const bool open = ImGui::CollapsingHeader(
      label, open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  ImGui::PopStyleColor();
  // What follows ### stays the same when the text before it changes.
  const std::string text(label);
  const std::size_t id = text.find("###");
  panel.mark(fmt::format("section.{}", id == std::string::npos ? text : text.substr(id + 3)));
  return open;
}

void dimText(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, kDim);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

std::string wrapped(const std::string& text, float width) {
  std::string out;
  std::size_t line_start = 0;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::string line = out.substr(line_start);
    if (!line.empty() && ImGui::CalcTextSize(fmt::format("{} {}", line, word).c_str()).x > width) {
      out += '\n';
      line_start = out.size();
    } else if (at > 0) {
      out += ' ';
    }
    out += word;
    at = end + 1;
  }
  return out;
}

void wrappedText(const std::string& text) {
  const std::string lines = wrapped(text, ImGui::GetContentRegionAvail().x);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(lines.c_str());
  ImGui::PopTextWrapPos();
}

void wrappedDimText(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, kDim);
  wrappedText(text);
  ImGui::PopStyleColor();
}

void scrollToRow(std::uint32_t row, float row_height) {
  const float top = row_height * static_cast<float>(row);
  const float height = ImGui::GetWindowHeight();
  const float scroll = ImGui::GetScrollY();
  if (top >= scroll && top + row_height <= scroll + height - row_height * 0.5f) return;
  ImGui::SetScrollY(std::max(top - height * 0.4f, 0.0f));
}

bool beginFacts(const char* name) {
  if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_SizingStretchSame)) return false;
  // Parts of the width, not of the content: they stay right when the scale changes.
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch, 0.37f);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.63f);
  return true;
}

void fact(const char* label, const std::string& value) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  dimText(label);
  ImGui::TableNextColumn();
  wrappedText(value);
}

void endFacts() {
  ImGui::EndTable();
}

std::string shortNumber(double value) {
  return fmt::format("{:.4g}", value);
}

std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, 1, ' ');
  return text;
}

std::string byteCount(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes) / 1024.0;
  std::size_t unit = 0;
  // From 999.5 on three digits do not do.
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit)
    value /= 1024.0;
  const int places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f} {}", value, places, kUnits[unit]);
}

std::string shortened(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  // Cut whole UTF-8 characters out of the middle until it fits.
  const auto isStart = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u;
  };
  std::size_t left = text.size() / 2;
  std::size_t right = left;
  std::string cut;
  do {
    while (left > 0 && !isStart(--left)) {
    }
    while (right < text.size() && (++right == text.size() || !isStart(right))) {
      if (right == text.size()) break;
    }
    cut = fmt::format("{}...{}", text.substr(0, left), text.substr(right));
  } while (ImGui::CalcTextSize(cut.c_str()).x > width && left > 0);
  return cut;
}

}  // namespace sinew::app::ui
