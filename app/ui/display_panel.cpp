// What is drawn and how.

#include <fmt/format.h>

#include "app/display_names.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

struct Switch {
  const char* label;
  const char* command;
  bool renderer::Display::*flag;
};

constexpr std::array<Switch, 9> kSwitches{
    {{"Surface", "surface", &renderer::Display::surface},
     {"Textures", "textures", &renderer::Display::textures},
     {"Edges", "edges", &renderer::Display::edges},
     {"Vertices", "vertices", &renderer::Display::vertices},
     {"Normals", "normals", &renderer::Display::normals},
     {"Grid", "grid", &renderer::Display::grid},
     {"Axes", "axes", &renderer::Display::axes},
     {"Bones", "armature", &renderer::Display::armature},
     {"Bone axes", "bone-axes", &renderer::Display::bone_axes}}};

/// A choice of names that runs "COMMAND NAME".
template <class T, std::size_t N>
void choice(Panel& panel, const char* label, const char* command,
            const std::array<Named<T>, N>& names, T present) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  dimText(label);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1.0f);
  const std::string id = fmt::format("##{}", command);
  const bool open = ImGui::BeginCombo(id.c_str(), std::string(nameOf(names, present)).c_str());
  if (!open) {
    panel.mark(fmt::format("display.{}", command));
    commandTooltip(panel, command);
    return;
  }
  for (const Named<T>& name : names) {
    const std::string text(name.name);
    if (ImGui::Selectable(text.c_str(), name.value == present)) {
      panel.send(fmt::format("{} {}", command, text));
    }
    panel.mark(fmt::format("display.{}.{}", command, text));
  }
  ImGui::EndCombo();
}

}  // namespace

void drawDisplayPanel(Panel& panel) {
  if (!section(panel, "Display", true)) return;
  const ViewOptions& view = panel.viewer.state.view;
  if (ImGui::BeginTable("switches", 2, ImGuiTableFlags_SizingStretchSame)) {
    for (const Switch& s : kSwitches) {
      ImGui::TableNextColumn();
      commandCheckbox(panel, s.label, s.command, view.display.*s.flag);
    }
    ImGui::EndTable();
  }
  if (beginFacts("choices")) {
    choice(panel, "Shading", "shading", kShadingNames, view.display.shading);
    choice(panel, "Bone names", "bone-names", kBoneNameNames, view.bone_names);
    choice(panel, "Solids", "solids", kSolidNames, view.display.solids);
    choice(panel, "Back faces", "backface", kBackfaceNames, view.display.backface);
    choice(panel, "Filter", "texture-filter", kFilterNames, view.display.texture_filter);
    endFacts();
  }
}

}  // namespace sinew::app::ui
