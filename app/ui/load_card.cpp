// What is being loaded, how far it is, and the button that gives it up.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// Loads that are done sooner show nothing: a card that flashes up tells nobody anything.
constexpr double kPatience_s = 0.15;

struct Step {
  std::string words;
  double part = 0.0;  ///< 0..1; negative: not known
};

Step stepOf(const LoadProgress& progress) {
  const auto done = static_cast<double>(progress.done.load(std::memory_order_relaxed));
  const auto total = static_cast<double>(progress.total.load(std::memory_order_relaxed));
  const double part = total > 0.0 ? std::clamp(done / total, 0.0, 1.0) : -1.0;
  constexpr double kMib = 1024.0 * 1024.0;
  switch (progress.stage.load(std::memory_order_relaxed)) {
    case LoadProgress::Stage::Reading:
      return {fmt::format("Reading: {:.1f} of {:.1f} MiB", done / kMib, total / kMib), part};
    case LoadProgress::Stage::Checking:
      return {"Checking and decoding", -1.0};
    case LoadProgress::Stage::Textures:
      break;
  }
  return {fmt::format("Textures: {:.0f} of {:.0f}", done, total), part};
}

void drawBar(const Panel& panel, double part) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.px(8.0f)};
  ImGui::Dummy(size);
  panel.mark("load.bar");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float round = panel.px(3.0f);
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     round);
  float from = 0.0f;
  auto to = static_cast<float>(part);
  if (part < 0.0) {
    // A part of unknown length goes to and fro.
    const auto phase = static_cast<float>(0.5 + 0.5 * std::sin(ImGui::GetTime() * 3.0));
    from = phase * 0.75f;
    to = from + 0.25f;
  }
  list.AddRectFilled({at.x + size.x * from, at.y}, {at.x + size.x * to, at.y + size.y},
                     ImGui::GetColorU32(kAccent), round);
}

}  // namespace

void drawLoadCard(Panel& panel, const Area& view) {
  const auto& pending = panel.viewer.tabs()[panel.viewer.tab()].pending;
  PanelMemory& memory = panel.memory;
  if (!pending || !pending->progress) {
    memory.load = 0;
    return;
  }
  if (memory.load != pending->load) {
    memory.load = pending->load;
    memory.load_since_s = ImGui::GetTime();
  }
  if (ImGui::GetTime() - memory.load_since_s < kPatience_s) return;
  const float width = std::min(panel.px(420.0f), view.width - panel.px(20.0f));
  const float height =
      ImGui::GetTextLineHeight() * 2.0f + ImGui::GetFrameHeight() + panel.px(48.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  beginArea("load", {view.x + (view.width - width) * 0.5f, view.y + (view.height - height) * 0.5f,
                     width, height});
  const std::string name = std::filesystem::path(pending->path).filename().string();
  const std::string title =
      shortened(fmt::format("Loading {}", name), ImGui::GetContentRegionAvail().x);
  ImGui::TextUnformatted(title.c_str());
  const Step step = stepOf(*pending->progress);
  dimText(step.words);
  drawBar(panel, step.part);
  if (ImGui::Button("Cancel")) panel.send("stop-loading");
  panel.mark("load.cancel");
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace sinew::app::ui
