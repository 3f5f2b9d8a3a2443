// One line of facts under everything.

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

std::string counts(const Scene& scene) {
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  for (const std::uint32_t index : scene.shownMeshes()) {
    const Mesh& mesh = scene.model().meshes[index];
    vertices += mesh.vertexCount();
    triangles += mesh.triangles.size() / 3;
  }
  const std::string level =
      scene.lod().shown ? fmt::format("level {}: ", *scene.lod().shown) : std::string();
  return fmt::format("{}{} meshes, {} vertices, {} triangles", level, scene.shownMeshes().size(),
                     grouped(vertices), grouped(triangles));
}

}  // namespace

void drawStatusBar(Panel& panel, const Area& area) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {panel.px(10.0f), panel.px(3.0f)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  beginArea("status", area, ImGuiWindowFlags_NoScrollWithMouse);
  const Scene* scene = panel.viewer.scene();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = panel.px(16.0f);
  const std::string gpu =
      fmt::format("{}   {:.1f} ms", panel.viewer.gpu().renderer, panel.memory.frame_ms);
  const std::string middle = scene != nullptr ? counts(*scene) : std::string();
  const float middle_width = ImGui::CalcTextSize(middle.c_str()).x;
  // The counts stay whole; the path and the driver's name share what is left.
  const float room = (width - middle_width - 2.0f * gap) * 0.5f;
  const std::string path = scene != nullptr ? scene->document().path : std::string("No model");
  const std::string shown = shortened(path, room);
  ImGui::TextUnformatted(shown.c_str());
  panel.mark("status.file");
  if (shown != path && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", path.c_str());
  ImGui::SameLine(0.0f, gap);
  dimText(middle);
  const std::string right = shortened(gpu, room);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(right.c_str()).x);
  dimText(right);
  if (right != gpu && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", gpu.c_str());
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace sinew::app::ui
