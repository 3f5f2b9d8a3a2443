#include "app/ui/ui.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <glad/gl.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/ui/font.h"
#include "app/ui/imgui_input.h"
#include "app/ui/panel.h"
#include "app/ui/picture_target.h"
#include "app/ui/theme.h"

namespace sinew::app {
namespace {

/// Frames drawn after the last event, so that hover, layout and commands of panels settle.
constexpr int kSettlingFrames = 3;

/// Where the parts of the window are, in whole pixels.
struct Layout {
  ui::Area tabs, left, right, view, beside, texture, timeline, status;
};

Layout layOut(const FrameInput& input, float scale, const Viewer& viewer, float menu, float line) {
  const bool panels = viewer.window.panels;
  const auto width = static_cast<float>(input.width);
  const auto height = static_cast<float>(input.height);
  Layout l;
  const float status = std::round(line + 6.0f * scale);
  const float timeline =
      std::min(std::round(ui::timelineHeight(viewer) * scale), std::floor(height * 0.4f));
  // In a narrow window the picture keeps its share, and the panels scroll.
  const auto side = [&](double points) {
    const float wanted = std::round(static_cast<float>(points) * scale);
    return panels ? std::min(wanted, std::floor(width * 0.30f)) : 0.0f;
  };
  const float left = side(viewer.window.left_width);
  const float right = side(viewer.window.right_width);
  if (!panels) menu = 0.0f;
  const float bottom = std::max(height - timeline - (panels ? status : 0.0f), menu + 1.0f);
  l.left = {0.0f, menu, left, bottom - menu};
  l.right = {width - right, menu, right, bottom - menu};
  const float middle = std::max(width - left - right, 1.0f);
  const float tabs = panels && viewer.tabs().size() > 1 ? std::round(line + 12.0f * scale) : 0.0f;
  l.tabs = {left, menu, middle, tabs};
  l.view = {left, menu + tabs, middle, std::max(bottom - menu - tabs, 1.0f)};
  if (viewer.beside()) {
    // Two halves of one size, with a line between them.
    const float half = std::max(std::floor((middle - 2.0f) * 0.5f), 1.0f);
    l.beside = l.view;
    l.view.width = l.beside.width = half;
    (viewer.presentIsLeft() ? l.beside : l.view).x = left + middle - half;
  }
  if (viewer.window.texture_view.shown && viewer.scene() != nullptr) {
    // The right half of the present model's part; with another one beside it, of its own half.
    l.texture = l.view;
    l.texture.width = std::floor(l.view.width * 0.5f);
    l.view.width -= l.texture.width;
    l.texture.x += l.view.width;
  }
  l.timeline = {0.0f, bottom, width, timeline};
  l.status = {0.0f, bottom + timeline, width, status};
  return l;
}

bool contains(const ui::Area& area, double x, double y) {
  return x >= static_cast<double>(area.x) && y >= static_cast<double>(area.y) &&
         x < static_cast<double>(area.x + area.width) &&
         y < static_cast<double>(area.y + area.height);
}

/// The edge of a side panel, which is dragged to make it wider.
void drawSplitter(ui::Panel& panel, const ui::Area& side, bool left) {
  if (side.width <= 0.0f) return;
  const float half = panel.px(3.0f);
  const float x = left ? side.x + side.width : side.x;
  const char* name = left ? "split.left" : "split.right";
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
  ui::beginArea(name, {x - half, side.y, 2.0f * half, side.height}, ImGuiWindowFlags_NoBackground);
  ImGui::InvisibleButton("drag", {2.0f * half, side.height});
  panel.mark(name);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddLine({x, side.y}, {x, side.y + side.height},
                                        ImGui::GetColorU32(ui::kAccentSoft), panel.px(2.0f));
  }
  if (ImGui::IsItemActive() && ImGui::GetIO().MouseDelta.x != 0.0f) {
    const float at = ImGui::GetIO().MousePos.x;
    const float width = (left ? at - side.x : side.x + side.width - at) / panel.scale;
    panel.send(fmt::format("panel-width {} {:.0f}", left ? "left" : "right",
                           std::clamp(width, 120.0f, 800.0f)));
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

bool isMouse(const InputEvent& event) {
  return event.kind == InputEvent::Kind::MouseMove || event.kind == InputEvent::Kind::MouseButton;
}

}  // namespace

struct Ui::Impl {
  ImGuiContext* context = nullptr;
  bool gl_ready = false;
  float scale = 0.0f;  ///< of the present theme and font; 0: none yet
  Theme theme = Theme::Dark;
  ui::Letters letters;             ///< that the font was made with, beyond the usual ones
  const void* lettered = nullptr;  ///< the document whose letters were looked at
  std::string lettered_folder;     ///< and the folder
  std::deque<InputEvent> queue;
  int settling = kSettlingFrames;
  bool edits_text = false;
  Pointer pointer = Pointer::Arrow;
  Gestures gestures;
  bool timeline_focused = false;   ///< the last press was there
  Popup last_popup = Popup::None;  ///< of the last frame
  ui::PanelMemory memory;
  std::vector<WidgetRect> widgets;
  std::vector<std::string> commands;
  std::optional<renderer::RenderTarget> target;
  std::optional<renderer::RenderTarget> beside_target;
  int target_samples = 0;
  ui::PictureTarget picture;
  std::array<int, 2> size{};  ///< of the last frame, pixels
  std::uint64_t frames = 0;
  std::uint64_t scene_frames = 0;
  ViewRect view;
  ui::Area beside;  ///< of the other model; no width: none
  ui::Area timeline;

  ~Impl() {
    if (context == nullptr) return;
    ImGui::SetCurrentContext(context);
    if (gl_ready) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context);
  }

  [[nodiscard]] bool noticeLetters(const Viewer& viewer);
  void setScale(float wanted, Theme wanted_theme, bool more_letters);
  void enterBeside(Viewer& viewer, const InputEvent& event, bool claimed);
  [[nodiscard]] bool takeSpecial(Viewer& viewer, const InputEvent& event);
  [[nodiscard]] std::vector<InputEvent> takeEvents();
  void runEvents(Viewer& viewer, const std::vector<InputEvent>& events, double dt_s);
  /// True where an arrow key is for the part of the window that was clicked last.
  [[nodiscard]] bool takesArrow(const InputEvent& event);
  void sendHighlight(const Viewer& viewer);
  void drawPanels(Viewer& viewer, const Layout& layout, const FrameInput& input);
  [[nodiscard]] Result<void> drawScene(Viewer& viewer, renderer::Renderer& renderer);
  void present(const Layout& layout, const FrameInput& input);
};

Ui::Ui(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Ui::~Ui() = default;

Result<std::unique_ptr<Ui>> Ui::create(const Clipboard& clipboard) {
  auto impl = std::make_unique<Impl>();
  IMGUI_CHECKVERSION();
  impl->context = ImGui::CreateContext();
  ImGui::SetCurrentContext(impl->context);
  ImGuiIO& io = ImGui::GetIO();
  // Nothing is written to the user's folders, and shots of the window do not depend on them.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "sinew";
  ui::setUpInput();
#if IMGUI_VERSION_NUM < 19110
  io.ClipboardUserData = clipboard.window;
  if (clipboard.get != nullptr) io.GetClipboardTextFn = clipboard.get;
  if (clipboard.set != nullptr) io.SetClipboardTextFn = clipboard.set;
#else
  static Clipboard present;
  present = clipboard;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  if (clipboard.get != nullptr) {
    platform.Platform_GetClipboardTextFn = [](ImGuiContext*) {
      return present.get(present.window);
    };
  }
  if (clipboard.set != nullptr) {
    platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
      present.set(present.window, text);
    };
  }
#endif
  impl->gl_ready = ImGui_ImplOpenGL3_Init("#version 330");
  if (!impl->gl_ready) {
    return fail("ui.gl",
                "the panels cannot be drawn: this OpenGL gives no functions to their shaders");
  }
  return std::unique_ptr<Ui>(new Ui(std::move(impl)));
}

void Ui::push(const InputEvent& event) {
  impl_->queue.push_back(event);
  impl_->settling = kSettlingFrames;
}

bool Ui::wantsFrame() const {
  return !impl_->queue.empty() || impl_->settling > 0;
}
bool Ui::editsText() const {
  return impl_->edits_text;
}
Pointer Ui::pointer() const {
  return impl_->pointer;
}
const std::vector<WidgetRect>& Ui::widgets() const {
  return impl_->widgets;
}
std::uint64_t Ui::frames() const {
  return impl_->frames;
}
std::uint64_t Ui::sceneFrames() const {
  return impl_->scene_frames;
}
ViewRect Ui::view() const {
  return impl_->view;
}

const WidgetRect* Ui::widget(const std::string& name) const {
  const auto found = std::ranges::find(impl_->widgets, name, &WidgetRect::name);
  return found == impl_->widgets.end() ? nullptr : &*found;
}

bool Ui::Impl::noticeLetters(const Viewer& viewer) {
  const Scene* scene = viewer.scene();
  const void* document = scene != nullptr ? &scene->document() : nullptr;
  if (document == lettered && memory.files.listed == lettered_folder) return false;
  lettered = document;
  lettered_folder = memory.files.listed;
  const std::size_t before = letters.size();
  for (const Tab& tab : viewer.tabs())
    ui::noticeLetters(tab.path, letters);
  for (const std::string& path : viewer.settings.recent)
    ui::noticeLetters(path, letters);
  ui::noticeLetters(memory.files.listed, letters);
  for (const FolderEntry& entry : memory.files.entries)
    ui::noticeLetters(entry.name, letters);
  if (scene != nullptr) {
    const Model& model = scene->model();
    for (const Clip& clip : model.clips)
      ui::noticeLetters(clip.name, letters);
    for (std::uint32_t id = 0; id < boneIdCount(model); ++id)
      ui::noticeLetters(boneLabel(model, id), letters);
    for (const Texture& texture : model.textures)
      ui::noticeLetters(texture.name, letters);
  }
  return letters.size() != before;
}

void Ui::Impl::setScale(float wanted, Theme wanted_theme, bool more_letters) {
  if (wanted == scale && wanted_theme == theme && !more_letters) return;
  const bool same_font = wanted == scale && !more_letters;
  scale = wanted;
  theme = wanted_theme;
  ui::applyTheme(scale, theme);
  if (same_font) return;
  ui::loadFont(std::round(ui::kFontPoints * scale), letters);
#if IMGUI_VERSION_NUM < 19200
  // 1.86 forgets its buffers' sizes when all of its objects are made again: only the font's texture
  // is.
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

std::vector<InputEvent> Ui::Impl::takeEvents() {
  // ImGui up to 1.86 sees a button or key only as it is at the frame's start: a press and its
  // release, or a press and a later move, go to different frames, so that nothing is lost however
  // slow frames are.
  std::vector<InputEvent> taken;
  bool pressed = false;
  while (!queue.empty()) {
    const InputEvent& next = queue.front();
    const bool press =
        next.kind == InputEvent::Kind::MouseButton || next.kind == InputEvent::Kind::Key;
    if (pressed && (press || isMouse(next))) break;
    pressed = pressed || press;
    taken.push_back(next);
    queue.pop_front();
  }
  return taken;
}

void Ui::Impl::enterBeside(Viewer& viewer, const InputEvent& event, bool claimed) {
  const bool press = event.kind == InputEvent::Kind::MouseButton && event.down;
  const auto other = viewer.beside();
  if (!press || claimed || !other || !contains(beside, event.x, event.y)) return;
  // What is touched is what the gesture, and from now on the panels, are about.
  viewer.run(fmt::format("tab {}", *other));
  const ui::Area old{static_cast<float>(view.x), static_cast<float>(view.y),
                     static_cast<float>(view.width), static_cast<float>(view.height)};
  view = {beside.x, beside.y, beside.width, beside.height};
  beside = old;
}

bool Ui::Impl::takeSpecial(Viewer& viewer, const InputEvent& event) {
  if (event.kind == InputEvent::Kind::Drop) {
    commands.push_back("drop " + quoteArgument(event.path) + (event.modifiers.ctrl ? " tab" : ""));
    return true;
  }
  if (event.kind != InputEvent::Kind::Key || !event.down || event.key.empty()) return false;
  ui::KeysMemory& keys = memory.keys;
  if (viewer.window.popup == Popup::Keys && !keys.capturing.empty() && !keys.captured) {
    if (event.key == "Escape") {
      keys = {};
    } else {
      keys.captured = KeyChord{event.modifiers, event.key};
    }
    return true;
  }
  // Over the timeline the arrows go through frames, elsewhere through files.
  const bool arrow = event.key == "Left" || event.key == "Right";
  if (arrow && event.modifiers == Modifiers{} && timeline_focused &&
      !ImGui::GetIO().WantTextInput) {
    commands.emplace_back(event.key == "Left" ? "step -1" : "step 1");
    return true;
  }
  return false;
}

void Ui::Impl::runEvents(Viewer& viewer, const std::vector<InputEvent>& events, double dt_s) {
  const ImGuiIO& io = ImGui::GetIO();
  // A window with a text field has the keyboard from its first moment, not only once the field has.
  const Popup popup = viewer.window.popup;
  const bool field = popup == Popup::Palette || popup == Popup::Console || popup == Popup::Find ||
                     popup == Popup::Files;
  // Keys that would change what is asked about wait for the answer.
  const bool keyboard = field || popup == Popup::Unsaved;
  commands.clear();
  for (const InputEvent& event : events) {
    const UiClaims claims{io.WantCaptureMouse && !gestures.dragging(),
                          io.WantTextInput || (keyboard && event.key != "Escape")};
    if (event.kind == InputEvent::Kind::MouseButton && event.down)
      timeline_focused = contains(timeline, event.x, event.y);
    enterBeside(viewer, event, claims.mouse);
    // A press on the bones takes them for itself, when their panel sees it.
    if (event.kind == InputEvent::Kind::MouseButton && event.down)
      memory.arrows = ui::ArrowKeys::View;
    if (event.kind == InputEvent::Kind::Key && !claims.keyboard && takesArrow(event)) continue;
    if (!takeSpecial(viewer, event)) {
      gestures.handle(event, view, claims, viewer.keymap, static_cast<double>(scale), commands);
    }
  }
  if (gestures.tick(dt_s, commands)) settling = kSettlingFrames;
  for (const std::string& command : commands)
    viewer.run(command);
}

bool Ui::Impl::takesArrow(const InputEvent& event) {
  const bool arrow =
      event.key == "Left" || event.key == "Right" || event.key == "Up" || event.key == "Down";
  if (!arrow || event.modifiers != Modifiers{} || memory.arrows != ui::ArrowKeys::Bones)
    return false;
  if (event.down) memory.tree_keys.push_back(event.key);
  return true;
}

void Ui::Impl::drawPanels(Viewer& viewer, const Layout& layout, const FrameInput& input) {
  widgets.clear();
  commands.clear();
  const void* document = viewer.scene() != nullptr ? &viewer.scene()->document() : nullptr;
  if (document != memory.document) {
    memory.document = document;
    memory.closed_bones.clear();
    memory.shown_bone = kNone;
    memory.shown_mesh = kNone;
    memory.mesh_facts.clear();
    memory.material_users.clear();
    memory.thumbnails.forget();
    memory.uvs = {};
    memory.findings = {};
    memory.last_hover = {};
  }
  memory.hover = {};
  ui::Panel panel{viewer, viewer.keymap, memory, commands, widgets, scale};
  if (viewer.window.panels) {
    // First, so that they lie over the panels.
    drawSplitter(panel, layout.left, true);
    drawSplitter(panel, layout.right, false);
    ui::drawMenuBar(panel);
    ui::drawTabBar(panel, layout.tabs);
    ui::beginArea("left", layout.left);
    ui::drawBonesPanel(panel);
    ImGui::End();
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 10.0f * scale);
    ui::beginArea("right", layout.right);
    ImGui::BeginChild("sections");
    ui::drawLodPanel(panel);
    ui::drawClipsPanel(panel);
    // Findings come before what is only set up once; nobody should have to look for them.
    ui::drawDiagnosticsPanel(panel);
    ui::drawDisplayPanel(panel);
    ui::drawMeshesPanel(panel);
    ui::drawMaterialsPanel(panel);
    ui::drawSolidsPanel(panel);
    ui::drawModelPanel(panel);
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar();
    ui::drawStatusBar(panel, layout.status);
  }
  ui::drawTimeline(panel, layout.timeline);
  ui::drawTextureViewer(panel, layout.texture, layout.view);
  ui::drawOverlay(panel, layout.view);
  ui::drawBeside(panel, layout.view, layout.beside);
  ui::drawLoadCard(panel, layout.view);
  ui::drawFilmLabels(panel, layout.view);
  ui::drawLegend(panel, layout.view);
  ui::drawInspector(panel, layout.view);
  ui::drawMessages(panel, layout.view);
  const ui::Area window{0.0f, 0.0f, static_cast<float>(input.width),
                        static_cast<float>(input.height)};
  ui::drawSaveDialog(panel, window);
  ui::drawHelp(panel, window);
  ui::drawPalette(panel, window);
  ui::drawConsole(panel, window);
  ui::drawStatistics(panel, window);
  ui::drawFiles(panel, window);
  ui::drawKeys(panel, window);
  ui::drawSettings(panel, window);
  ui::drawViewpoints(panel, window);
  ui::drawUnsaved(panel, window);
  if (layout.beside.width > 0.0f) {
    widgets.push_back(
        {"beside", layout.beside.x, layout.beside.y, layout.beside.width, layout.beside.height});
  }
  widgets.push_back({"view", layout.view.x, layout.view.y, layout.view.width, layout.view.height});
  sendHighlight(viewer);
}

void Ui::Impl::sendHighlight(const Viewer& viewer) {
  if (viewer.scene() == nullptr || memory.hover == memory.last_hover) return;
  memory.last_hover = memory.hover;
  const Highlight& hover = memory.hover;
  if (hover.mesh == kNone) {
    commands.emplace_back("highlight none");
  } else if (hover.triangle == kNone) {
    commands.push_back(fmt::format("highlight {}", hover.mesh));
  } else {
    commands.push_back(fmt::format("highlight {}:{}", hover.mesh, hover.triangle));
  }
}

Result<void> Ui::Impl::drawScene(Viewer& viewer, renderer::Renderer& renderer) {
  const int width = viewer.viewport_width;
  const int height = viewer.viewport_height;
  const int samples = viewer.state.view.msaa;
  if (!target || target->width() != width || target->height() != height ||
      target_samples != samples) {
    target.reset();
    // A large window may have memory for fewer samples only.
    int possible = samples;
    auto made = renderer::RenderTarget::create(renderer.info(), width, height, possible);
    while (!made && possible > 1) {
      possible /= 2;
      made = renderer::RenderTarget::create(renderer.info(), width, height, possible);
    }
    if (!made) return tl::unexpected(made.error());
    if (possible < samples) {
      viewer.report(Message::Kind::Warning,
                    fmt::format("The driver has no memory for {} samples in each of {} x {} "
                                "pixels: {} shown.",
                                samples, width, height,
                                possible > 1 ? fmt::format("{} are", possible) : "one is"));
    }
    target.emplace(std::move(*made));
    target_samples = samples;
    beside_target.reset();
    viewer.markDirty();
  }
  const bool both = viewer.beside().has_value();
  if (!both) beside_target.reset();
  if (both && !beside_target) {
    auto made = renderer::RenderTarget::create(renderer.info(), width, height, samples);
    if (!made) return tl::unexpected(made.error());
    beside_target.emplace(std::move(*made));
    viewer.markDirty();
  }
  if (!viewer.dirty()) return {};
  ++scene_frames;
  if (both) {
    if (auto drawn = viewer.drawBeside(*beside_target, scale); !drawn) return drawn;
  }
  return viewer.draw(*target, scale);
}

void Ui::Impl::present(const Layout& layout, const FrameInput& input) {
  glBindFramebuffer(GL_FRAMEBUFFER, input.framebuffer);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glViewport(0, 0, input.width, input.height);
  glClearColor(0.1f, 0.1f, 0.11f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  if (target) {
    const float below = layout.view.y + layout.view.height;
    target->blitTo(input.framebuffer, static_cast<int>(layout.view.x),
                   input.height - static_cast<int>(below));
  }
  if (beside_target && layout.beside.width > 0.0f) {
    const float below = layout.beside.y + layout.beside.height;
    beside_target->blitTo(input.framebuffer, static_cast<int>(layout.beside.x),
                          input.height - static_cast<int>(below));
  }
  picture.blit(memory.picture, input.framebuffer, input.height);
  glBindFramebuffer(GL_FRAMEBUFFER, input.framebuffer);
  glDisable(GL_FRAMEBUFFER_SRGB);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Result<void> Ui::frame(Viewer& viewer, renderer::Renderer& renderer, const FrameInput& input) {
  Impl& impl = *impl_;
  const auto start = std::chrono::steady_clock::now();
  ImGui::SetCurrentContext(impl.context);
  impl.setScale(static_cast<float>(viewer.window.ui_scale.value_or(input.content_scale)),
                viewer.settings.theme, impl.noticeLetters(viewer));
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(input.width), static_cast<float>(input.height)};
  io.DeltaTime = static_cast<float>(std::clamp(input.dt_s, 1e-5, 0.5));
  // Scroll bars come and go with the size, and text is wrapped beside them a frame later.
  if (impl.size != std::array{input.width, input.height}) impl.settling = kSettlingFrames;
  impl.size = {input.width, input.height};
  const std::vector<InputEvent> events = impl.takeEvents();
  for (const InputEvent& event : events)
    ui::feedEvent(io, event);
  if (impl.settling > 0 && impl.queue.empty()) --impl.settling;

  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  impl.runEvents(viewer, events, input.dt_s);
  const float menu = ImGui::GetFrameHeight();
  const Layout layout = layOut(input, impl.scale, viewer, menu, ImGui::GetTextLineHeight());
  impl.view = {layout.view.x, layout.view.y, layout.view.width, layout.view.height};
  impl.timeline = layout.timeline;
  viewer.viewport_width = static_cast<int>(layout.view.width);
  viewer.viewport_height = static_cast<int>(layout.view.height);
  impl.beside = layout.beside;
  viewer.update();
  viewer.updateBeside();
  impl.drawPanels(viewer, layout, input);
  viewer.window.search_requested = false;
  if (viewer.window.copied) {
    ImGui::SetClipboardText(viewer.window.copied->c_str());
    viewer.window.copied.reset();
  }
  ImGui::Render();
  if (auto drawn = impl.drawScene(viewer, renderer); !drawn) return drawn;
  if (auto drawn = impl.picture.draw(viewer, renderer, impl.memory.picture, impl.scale); !drawn) {
    return drawn;
  }
  impl.present(layout, input);

  for (const std::string& command : impl.commands)
    viewer.run(command);
  // A window that opens gives its text field the keyboard in the frames that follow.
  if (!impl.commands.empty() || viewer.window.popup != impl.last_popup)
    impl.settling = kSettlingFrames;
  impl.last_popup = viewer.window.popup;
  impl.edits_text = io.WantTextInput;
  const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
  impl.pointer = cursor == ImGuiMouseCursor_TextInput  ? Pointer::Text
                 : cursor == ImGuiMouseCursor_Hand     ? Pointer::Hand
                 : cursor == ImGuiMouseCursor_ResizeEW ? Pointer::ResizeSideways
                                                       : Pointer::Arrow;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  double& smooth = impl.memory.frame_ms;
  smooth = smooth == 0.0 ? took.count() : smooth * 0.75 + took.count() * 0.25;
  ++impl.frames;
  return {};
}

}  // namespace sinew::app
