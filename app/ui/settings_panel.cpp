// What stays from one start to the next.

#include <array>

#include <fmt/format.h>

#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

struct Choice {
  const char* label;
  const char* command;
};

constexpr float kLabelPoints = 150.0f;

void label(const Panel& panel, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(panel.px(kLabelPoints));
}

template <std::size_t N>
void choose(Panel& panel, const char* name, const std::array<Choice, N>& choices,
            std::size_t present) {
  ImGui::SetNextItemWidth(panel.px(230.0f));
  const char* shown = present < N ? choices[present].label : "Other";
  const std::string id = std::string("##") + name;
  const bool open = ImGui::BeginCombo(id.c_str(), shown);
  panel.mark(fmt::format("settings.{}", name));
  if (!open) return;
  for (std::size_t i = 0; i < N; ++i) {
    if (ImGui::Selectable(choices[i].label, i == present)) panel.send(choices[i].command);
    panel.mark(fmt::format("settings.{}", choices[i].command));
  }
  ImGui::EndCombo();
}

constexpr std::array<Choice, 2> kThemes{{{"Dark", "theme dark"}, {"Light", "theme light"}}};
constexpr std::array<Choice, 7> kScales{{{"As the monitor says", "ui-scale auto"},
                                         {"75 %", "ui-scale 0.75"},
                                         {"100 %", "ui-scale 1"},
                                         {"125 %", "ui-scale 1.25"},
                                         {"150 %", "ui-scale 1.5"},
                                         {"200 %", "ui-scale 2"},
                                         {"300 %", "ui-scale 3"}}};
constexpr std::array<double, 7> kScaleValues{0.0, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0};

std::size_t presentScale(const Viewer& viewer) {
  const auto& scale = viewer.window.ui_scale;
  if (!scale) return 0;
  for (std::size_t i = 1; i < kScaleValues.size(); ++i) {
    if (kScaleValues[i] == *scale) return i;
  }
  return kScaleValues.size();
}

void toggle(Panel& panel, const char* text, const char* command, bool on) {
  bool value = on;
  if (ImGui::Checkbox(text, &value))
    panel.send(fmt::format("{} {}", command, value ? "on" : "off"));
  panel.mark(fmt::format("settings.{}", command));
}

}  // namespace

void drawSettings(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Settings) return;
  const Settings& settings = panel.viewer.settings;
  beginPopup(panel, "settings", "Settings", window, {560.0f, 400.0f});
  ImGui::BeginChild("settingslist");
  label(panel, "Theme");
  choose(panel, "theme", kThemes, settings.theme == Theme::Dark ? 0 : 1);
  label(panel, "Size of text");
  choose(panel, "scale", kScales, presentScale(panel.viewer));
  ImGui::Spacing();
  toggle(panel, "Read files again when they change", "watch", settings.watch);
  toggle(panel, "Show hidden files in the open dialog", "hidden-files", settings.hidden_files);
  ImGui::Spacing();
  if (ImGui::Button("Keys ...")) panel.send("popup keys");
  panel.mark("settings.keys");
  ImGui::SameLine();
  if (ImGui::Button("Forget recent files")) panel.send("forget recent");
  panel.mark("settings.forget");
  ImGui::Spacing();
  const std::string& path = panel.viewer.settings_path;
  wrappedDimText(path.empty() ? "Settings are not kept in this session."
                              : fmt::format("Kept in {}", path));
  ImGui::EndChild();
  endPopup();
}

}  // namespace sinew::app::ui
