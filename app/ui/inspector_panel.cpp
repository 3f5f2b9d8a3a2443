// The stored records of what is selected, packed beside decoded.

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// What the records were made for: they are read from the file, so not in every frame.
std::string keyOf(const Viewer& viewer, const Scene& scene) {
  const Selection& s = viewer.state.selection;
  const Playback& p = viewer.state.playback;
  return fmt::format("{} {} {} {} {} {} {} {}", fmt::ptr(&scene.document()), s.mesh, s.vertex,
                     s.triangle, s.bone, s.pseudo_bone, p.clip.value_or(kNone),
                     static_cast<std::int64_t>(p.frame + 1e-6));
}

void drawRecord(const RecordText& record) {
  ImGui::TextColored(kAccent, "%s", record.title.c_str());
  for (const std::string& field : record.fields)
    wrappedText(field);
  if (!record.bytes.empty()) wrappedDimText(record.bytes);
  ImGui::Spacing();
}

void drawContent(Panel& panel, const Scene& scene) {
  if (!scene.document().loaded.bmd1)
    return wrappedDimText("Only packed formats (BMD1) have records to show.");
  InspectorMemory& memory = panel.memory.inspector;
  std::string key = keyOf(panel.viewer, scene);
  if (key != memory.key) {
    memory.records = recordsOf(scene.document().loaded, panel.viewer.state.selection,
                               panel.viewer.state.playback);
    memory.key = std::move(key);
  }
  if (memory.records.empty())
    return wrappedDimText("Click a bone, a face or a vertex: here is how the file stores it.");
  for (const RecordText& record : memory.records)
    drawRecord(record);
}

}  // namespace

void drawInspector(Panel& panel, const Area& view) {
  const Scene* scene = panel.viewer.scene();
  if (!panel.viewer.window.inspector || scene == nullptr) return;
  const float gap = panel.px(10.0f);
  const float width = std::min(panel.px(330.0f), view.width - 2.0f * gap);
  const float height = std::min(panel.px(230.0f), view.height - 2.0f * gap);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  beginArea("inspector", {view.x + gap, view.y + view.height - gap - height, width, height});
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Stored records");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() * 1.3f);
  if (iconButton(panel, "inspector.close", Icon::Close, "inspector")) panel.send("inspector off");
  ImGui::BeginChild("records");
  drawContent(panel, *scene);
  ImGui::EndChild();
  panel.mark("inspector.records");
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace sinew::app::ui
