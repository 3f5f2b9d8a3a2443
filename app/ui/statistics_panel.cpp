// What the file spends its bytes on, and what its levels and clips hold.

#include <algorithm>

#include <fmt/format.h>

#include "app/info/facts.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/utf8.h"

namespace sinew::app::ui {
namespace {

bool beginTable(const char* name, std::initializer_list<const char*> titles) {
  if (!ImGui::BeginTable(name, static_cast<int>(titles.size()),
                         ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame |
                             ImGuiTableFlags_PadOuterX)) {
    return false;
  }
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const char* title : titles) {
    ImGui::TableNextColumn();
    dimText(title);
  }
  return true;
}

void row(std::initializer_list<std::string> cells) {
  ImGui::TableNextRow();
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    wrappedText(cell);
  }
}

void drawBytes(const InfoFacts& facts) {
  if (!facts.has_byte_kinds) {
    wrappedDimText(fmt::format("The file has {}.", byteCount(facts.bytes.file)));
    return;
  }
  if (!beginTable("bytes", {"Bytes of", "Size", "Share"})) return;
  const auto file = static_cast<double>(std::max<std::uint64_t>(facts.bytes.file, 1));
  for (const InfoBytes::Row& kind : facts.bytes.rows()) {
    if (kind.bytes == 0) continue;
    row({std::string(kind.name), grouped(kind.bytes),
         fmt::format("{:.1f} %", 100.0 * static_cast<double>(kind.bytes) / file)});
  }
  row({"the file", grouped(facts.bytes.file), ""});
  ImGui::EndTable();
}

void drawCounts(const InfoCounts& counts) {
  if (!beginFacts("counts")) return;
  fact("Meshes",
       fmt::format("{}, of them {} drawn", grouped(counts.meshes), grouped(counts.drawn_meshes)));
  fact("Vertices", grouped(counts.vertices));
  fact("Faces", fmt::format("{}, {} triangles", grouped(counts.faces), grouped(counts.triangles)));
  fact("Bones",
       fmt::format("{}, and {} pseudo-bones", grouped(counts.bones), grouped(counts.pseudo_bones)));
  fact("Solids", grouped(counts.solids));
  fact("Clips", fmt::format("{}, with {} keys", grouped(counts.anims), grouped(counts.keys)));
  endFacts();
}

void drawClips(const std::vector<ClipStatistics>& clips) {
  if (clips.empty() || !beginTable("clips", {"Clip", "Frames", "Rate", "Keys", "Loop"})) return;
  for (const ClipStatistics& clip : clips) {
    row({clip.name, fmt::format("{:g}", clip.frames), fmt::format("{:g} Hz", clip.hz),
         grouped(clip.keys), clip.loop ? "yes" : "no"});
  }
  ImGui::EndTable();
}

/// Walks the file once.
void gather(StatisticsMemory& memory, const LoadedModel& loaded) {
  memory.facts = std::make_shared<const InfoFacts>(gatherFacts(loaded));
  memory.clips.clear();
  forEachAnim(loaded, [&](const InfoAnim& anim) {
    memory.clips.push_back({toUtf8(std::string(anim.name.value_or(std::string_view("-")))),
                            anim.frames, anim.hz, anim.keys, anim.loop});
  });
}

}  // namespace

void drawStatistics(Panel& panel, const Area& window) {
  StatisticsMemory& memory = panel.memory.statistics;
  if (panel.viewer.window.popup != Popup::Statistics) {
    memory = {};
    return;
  }
  beginPopup(panel, "statistics", "Statistics", window, {620.0f, 520.0f});
  ImGui::BeginChild("statistics");
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) {
    memory = {};
    dimText("No model.");
  } else {
    if (memory.facts == nullptr || memory.document != &scene->document()) {
      memory.document = &scene->document();
      gather(memory, scene->document().loaded);
    }
    drawCounts(memory.facts->counts);
    ImGui::Spacing();
    drawBytes(*memory.facts);
    ImGui::Spacing();
    drawClips(memory.clips);
  }
  ImGui::EndChild();
  panel.mark("statistics.list");
  endPopup();
}

}  // namespace sinew::app::ui
