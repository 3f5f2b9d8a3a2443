// What lies over the picture and under the panels; and names of bones for pictures without a
// window.

#include <filesystem>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>

#include <glad/gl.h>

#include "app/bone_ids.h"
#include "app/bone_names.h"
#include "app/ui/bone_labels.h"
#include "app/ui/font.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app {
namespace ui {
namespace {

void drawCentred(ImDrawList& list, const Area& view, float y, ImU32 color, const char* text) {
  const ImVec2 size = ImGui::CalcTextSize(text);
  list.AddText({view.x + (view.width - size.x) * 0.5f, y}, color, text);
}

}  // namespace

void drawOverlay(Panel& panel, const Area& view) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
  if (const Scene* scene = panel.viewer.scene(); scene != nullptr) {
    // A film strip names the bones in each of its tiles.
    if (!panel.viewer.state.view.film_strip)
      drawBoneLabels(list, placeBoneLabels(panel.viewer.state, *scene, view, panel.scale),
                     panel.scale);
  } else if (!panel.viewer.tabs()[panel.viewer.tab()].pending) {
    const float middle = view.y + view.height * 0.45f;
    drawCentred(list, view, middle, ImGui::GetColorU32(kText), "Drop a model here");
    drawCentred(list, view, middle + panel.px(24.0f), ImGui::GetColorU32(kDim),
                "Ctrl+O opens one, Ctrl+P finds any command, F1 shows all keys.");
  }
  if (panel.viewer.window.frame_times) {
    const std::string text = fmt::format("{:.2f} ms a frame", panel.memory.frame_ms);
    list.AddText({view.x + panel.px(10.0f), view.y + view.height - panel.px(26.0f)},
                 ImGui::GetColorU32(kText), text.c_str());
  }
  list.PopClipRect();
}

void drawBeside(Panel& panel, const Area& view, const Area& beside) {
  const auto other = panel.viewer.beside();
  if (!other || beside.width <= 0.0f) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto& tabs = panel.viewer.tabs();
  const auto caption = [&](const Area& area, const Tab& tab, bool present) {
    const ImVec2 low{area.x, area.y};
    const ImVec2 high{area.x + area.width, area.y + area.height};
    list.PushClipRect(low, high);
    const std::string name = std::filesystem::path(tab.path).filename().string();
    const std::string text = shortened(name, area.width - panel.px(32.0f));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 at{area.x + panel.px(10.0f), area.y + panel.px(8.0f)};
    const float pad = panel.px(5.0f);
    list.AddRectFilled({at.x - pad, at.y - pad}, {at.x + size.x + pad, at.y + size.y + pad},
                       ImGui::GetColorU32(ImGuiCol_PopupBg, 0.8f), panel.px(3.0f));
    list.AddText(at, ImGui::GetColorU32(present ? kAccent : kText), text.c_str());
    if (present) list.AddRect(low, high, ImGui::GetColorU32(kAccentSoft), 0.0f, 0, panel.px(2.0f));
    list.PopClipRect();
  };
  caption(view, tabs[panel.viewer.tab()], true);
  caption(beside, tabs[*other], false);
  if (const Scene* scene = panel.viewer.sceneOf(*other); scene != nullptr) {
    list.PushClipRect({beside.x, beside.y}, {beside.x + beside.width, beside.y + beside.height});
    drawBoneLabels(list, placeBoneLabels(tabs[*other].state, *scene, beside, panel.scale),
                   panel.scale);
    list.PopClipRect();
  }
}

}  // namespace ui

namespace {

/// An ImGui context of its own, so that names can be drawn with and without a window's panels.
class TextContext {
 public:
  TextContext() : outer_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own_);
    ImGui::GetIO().IniFilename = nullptr;
    ready_ = ImGui_ImplOpenGL3_Init("#version 330");
  }
  ~TextContext() {
    if (ready_) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(own_);
    ImGui::SetCurrentContext(outer_);
  }
  TextContext(const TextContext&) = delete;
  TextContext& operator=(const TextContext&) = delete;
  [[nodiscard]] bool ready() const { return ready_; }

 private:
  ImGuiContext* outer_;
  ImGuiContext* own_;
  bool ready_ = false;
};

}  // namespace

Result<void> drawBoneNames(const State& state, const Scene& scene, renderer::RenderTarget& target,
                           float text_scale) {
  if (state.view.bone_names == BoneNames::Off) return {};
  const TextContext context;
  if (!context.ready()) {
    return fail(
        "text.gl",
        "names of bones cannot be drawn: this OpenGL gives no functions to the text's shaders");
  }
  ui::applyTheme(text_scale);
  ui::Letters letters;
  for (std::uint32_t id = 0; id < boneIdCount(scene.model()); ++id)
    ui::noticeLetters(boneLabel(scene.model(), id), letters);
  ui::loadFont(ui::kFontPoints * text_scale, letters);
  const auto width = static_cast<float>(target.width());
  const auto height = static_cast<float>(target.height());
  ImGui::GetIO().DisplaySize = {width, height};
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  const auto labels = ui::placeBoneLabels(state, scene, {0.0f, 0.0f, width, height}, text_scale);
  ui::drawBoneLabels(*ImGui::GetBackgroundDrawList(), labels, text_scale);
  ImGui::Render();
  glBindFramebuffer(GL_FRAMEBUFFER, target.drawFramebuffer());
  glDisable(GL_FRAMEBUFFER_SRGB);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return {};
}

}  // namespace sinew::app
