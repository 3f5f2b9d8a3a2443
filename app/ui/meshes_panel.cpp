// The meshes: which show, what they weigh, what their records are.

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/utf8.h"

namespace sinew::app::ui {
namespace {

constexpr int kMostRows = 8;

std::string materialName(const Model& model, const Mesh& mesh) {
  if (!mesh.drawn) return "not drawn";
  if (mesh.material >= model.materials.size()) return "no material";
  const std::string name = toUtf8(std::string(model.materials[mesh.material].name));
  return name.empty() ? std::string("unnamed material") : name;
}

/// An eye that is open or shut.
void drawEye(Panel& panel, std::uint32_t index, bool hidden) {
  const float size = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("##eye", {size * 1.2f, size})) {
    panel.send(fmt::format("{} {}", hidden ? "show" : "hide", index));
  }
  panel.mark(fmt::format("meshes.eye.{}", index));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hidden ? "Shows the mesh." : "Hides it.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 c{at.x + size * 0.55f, at.y + size * 0.5f};
  const float w = size * 0.42f;
  const float h = size * 0.24f;
  const ImU32 color = ImGui::GetColorU32(hidden ? faded(kDim, 0.6f) : kText);
  const float width = std::max(1.0f, size * 0.08f);
  list.AddBezierCubic({c.x - w, c.y}, {c.x - w * 0.4f, c.y - h * 1.6f},
                      {c.x + w * 0.4f, c.y - h * 1.6f}, {c.x + w, c.y}, color, width);
  list.AddBezierCubic({c.x - w, c.y}, {c.x - w * 0.4f, c.y + h * 1.6f},
                      {c.x + w * 0.4f, c.y + h * 1.6f}, {c.x + w, c.y}, color, width);
  if (hidden) {
    list.AddLine({c.x - w * 0.8f, c.y + h * 1.3f}, {c.x + w * 0.8f, c.y - h * 1.3f}, color, width);
  } else {
    list.AddCircleFilled(c, size * 0.13f, color);
  }
}

void drawRow(Panel& panel, const Scene& scene, std::uint32_t index) {
  const Mesh& mesh = scene.model().meshes[index];
  const State& state = panel.viewer.state;
  const auto& hidden = state.hidden_meshes;
  const bool is_hidden = std::ranges::find(hidden, index) != hidden.end();
  const auto& meshes = scene.shownMeshes();
  const bool shown = std::ranges::find(meshes, index) != meshes.end();
  const bool selected = state.selection.mesh == index;
  ImGui::PushID(static_cast<int>(index));
  drawEye(panel, index, is_hidden || !mesh.drawn);
  ImGui::SameLine(0.0f, panel.px(4.0f));
  const std::string count = grouped(mesh.triangles.size() / 3);
  const float count_width = ImGui::CalcTextSize(count.c_str()).x + panel.px(4.0f);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", selected)) {
    panel.send(selected ? std::string("mesh none") : fmt::format("mesh {}", index));
  }
  panel.mark(fmt::format("meshes.{}", index));
  if (ImGui::IsItemHovered()) {
    panel.memory.hover = {index, kNone};
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) panel.send("camera frame");
  }
  const std::string name = fmt::format("{}  {}", index, materialName(scene.model(), mesh));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(start, ImGui::GetColorU32(shown ? kText : faded(kDim, 0.8f)),
               shortened(name, width - count_width - panel.px(6.0f)).c_str());
  list.AddText({start.x + width - count_width, start.y}, ImGui::GetColorU32(kDim), count.c_str());
  ImGui::PopID();
}

void drawList(Panel& panel, const Scene& scene) {
  const auto count = static_cast<int>(scene.model().meshes.size());
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float height = line * static_cast<float>(std::min(count, kMostRows)) + panel.px(14.0f);
  ImGui::BeginChild("meshes", {0.0f, height}, true);
  const std::uint32_t selected = panel.viewer.state.selection.mesh;
  if (selected != panel.memory.shown_mesh) {
    panel.memory.shown_mesh = selected;
    if (selected != kNone) scrollToRow(selected, line);
  }
  ImGuiListClipper clipper;
  clipper.Begin(count, line);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawRow(panel, scene, static_cast<std::uint32_t>(i));
  }
  ImGui::EndChild();
}

std::string recordsInWords(const MeshFacts& facts) {
  std::string text;
  const auto add = [&](std::uint32_t count, const char* what) {
    if (count == 0) return;
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", grouped(count), what);
  };
  add(facts.records_64, "64 bits");
  add(facts.records_96, "96 bits");
  add(facts.records_128, "128 bits");
  add(facts.plain, "plain numbers");
  return text.empty() ? std::string("none") : text;
}

void drawDetails(Panel& panel, const Scene& scene, std::uint32_t index) {
  const Model& model = scene.model();
  const Mesh& mesh = model.meshes[index];
  const LoadedModel& loaded = scene.document().loaded;
  const MeshFacts& facts = meshFacts(panel, scene, index);
  if (!beginFacts("mesh")) return;
  fact("Material", materialName(model, mesh));
  fact("Vertices",
       fmt::format("{}, {}", grouped(mesh.vertexCount()), byteCount(vertexBytes(loaded, index))));
  fact("Records", recordsInWords(facts));
  fact("Triangles", fmt::format("{}, {}", grouped(mesh.triangles.size() / 3),
                                byteCount(faceBytes(loaded, index))));
  fact("Bones", grouped(facts.influences.size()));
  const std::uint32_t level = scene.levels().levelOfMesh(index);
  fact("Level", level == kNone ? std::string("none") : fmt::format("{}", level));
  fact("Record at", fmt::format("0x{:X}", mesh.source_offset));
  endFacts();
}

}  // namespace

const MeshFacts& meshFacts(Panel& panel, const Scene& scene, std::uint32_t mesh) {
  const auto found = panel.memory.mesh_facts.find(mesh);
  if (found != panel.memory.mesh_facts.end()) return found->second;
  return panel.memory.mesh_facts.emplace(mesh, gatherMeshFacts(scene.model(), mesh)).first->second;
}

void drawMeshesPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  const std::size_t count = scene == nullptr ? 0 : scene->model().meshes.size();
  const std::string label = fmt::format("Meshes ({})###Meshes", grouped(count));
  if (!section(panel, label.c_str(), false)) return;
  if (count == 0) return dimText(scene == nullptr ? "No model." : "The model has no meshes.");
  drawList(panel, *scene);
  const std::uint32_t selected = panel.viewer.state.selection.mesh;
  const bool chosen = selected < count;
  if (ImGui::Button("Show all")) panel.send("show all");
  panel.mark("meshes.show-all");
  ImGui::SameLine();
  ImGui::BeginDisabled(!chosen);
  if (ImGui::Button("Solo")) panel.send("solo selected");
  panel.mark("meshes.solo");
  commandTooltip(panel, "solo selected");
  ImGui::SameLine();
  if (ImGui::Button("Hide")) panel.send("hide selected");
  panel.mark("meshes.hide");
  ImGui::EndDisabled();
  if (chosen) drawDetails(panel, *scene, selected);
}

}  // namespace sinew::app::ui
