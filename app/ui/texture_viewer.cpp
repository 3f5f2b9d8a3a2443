#include "app/ui/texture_viewer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/picking.h"
#include "app/textures.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/unpack.h"
#include "format/utf8.h"

namespace sinew::app::ui {
namespace {

constexpr double kMargin = 0.94;  ///< of the viewer, that the whole picture takes
constexpr double kWheel = 1.15;

constexpr glm::vec3 kBorder{0.62f, 0.66f, 0.73f};
constexpr glm::vec3 kHover{0.42f, 0.78f, 1.0f};
constexpr glm::vec3 kChosen{1.0f, 0.98f, 0.85f};

/// How the plane of S and T lies in the viewer.
struct Plane {
  Area area;
  glm::dvec2 center{0.5};
  glm::dvec2 size{1.0};  ///< pixels of one repeat of the texture

  [[nodiscard]] glm::dvec2 at(ImVec2 pixel) const {
    const glm::dvec2 middle(area.x + area.width * 0.5f, area.y + area.height * 0.5f);
    return center + (glm::dvec2(pixel.x, pixel.y) - middle) / size;
  }
};

Plane planeOf(const Area& area, const TextureViewState& view, const renderer::Image* image) {
  const glm::dvec2 texels =
      image == nullptr ? glm::dvec2(256.0) : glm::dvec2(image->width, image->height);
  const double fit = std::min(double{area.width} / texels.x, double{area.height} / texels.y);
  return {area, view.center, texels * fit * kMargin * view.zoom};
}

std::string lookCommand(double zoom, glm::dvec2 center) {
  return fmt::format("texture-look {:.6g} {:.6f} {:.6f}", std::clamp(zoom, 1.0 / 64.0, 4096.0),
                     std::clamp(center.x, -64.0, 64.0), std::clamp(center.y, -64.0, 64.0));
}

/// Meshes whose triangles are of interest: the selected one if it has the material, else all shown
/// ones that have it.
std::vector<std::uint32_t> meshesOf(const Panel& panel, const Scene& scene,
                                    std::uint32_t material) {
  const Model& model = scene.model();
  const std::uint32_t selected = panel.viewer.state.selection.mesh;
  if (selected < model.meshes.size() && model.meshes[selected].material == material) {
    return {selected};
  }
  std::vector<std::uint32_t> out;
  for (const std::uint32_t mesh : scene.shownMeshes()) {
    if (model.meshes[mesh].material == material) out.push_back(mesh);
  }
  return out;
}

void remember(UvMemory& memory, const Model& model, const std::vector<std::uint32_t>& meshes) {
  if (memory.meshes == meshes) return;
  memory.meshes = meshes;
  memory.uvs.clear();
  std::vector<UnpackedVertex> vertices;
  for (const std::uint32_t index : meshes) {
    const Mesh& mesh = model.meshes[index];
    vertices.assign(mesh.vertexCount(), {});
    unpackVertices(model, mesh, vertices);
    auto& uvs = memory.uvs.emplace_back();
    uvs.reserve(vertices.size());
    for (const UnpackedVertex& vertex : vertices)
      uvs.push_back(vertex.uv);
  }
}

void addTriangle(const Model& model, const UvMemory& memory, std::uint32_t mesh,
                 std::uint32_t triangle, const glm::vec3& color,
                 std::vector<renderer::PictureLine>& lines) {
  const auto at = std::ranges::find(memory.meshes, mesh);
  if (at == memory.meshes.end() || triangle >= model.meshes[mesh].triangles.size() / 3) return;
  const auto& uvs = memory.uvs[static_cast<std::size_t>(at - memory.meshes.begin())];
  const std::uint32_t* v = &model.meshes[mesh].triangles[std::size_t{triangle} * 3];
  for (std::size_t i = 0; i < 3; ++i)
    lines.push_back({uvs[v[i]], uvs[v[(i + 1) % 3]], color, 2.0f});
}

void addBorder(std::vector<renderer::PictureLine>& lines) {
  constexpr std::array<glm::vec2, 4> kCorners{
      {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}}};
  for (std::size_t i = 0; i < 4; ++i)
    lines.push_back({kCorners[i], kCorners[(i + 1) % 4], kBorder, 1.0f});
}

/// The triangle of the model's view that the pointer is over.
UvHit underPointer(const Panel& panel, const Scene& scene, const Area& view) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool inside = mouse.x >= view.x && mouse.y >= view.y && mouse.x < view.x + view.width &&
                      mouse.y < view.y + view.height;
  if (!inside || ImGui::GetIO().WantCaptureMouse || ImGui::IsAnyMouseDown()) return {};
  const glm::dvec2 at((mouse.x - view.x) / view.width, (mouse.y - view.y) / view.height);
  const ViewSpot spot = spotAt(scene, panel.viewer.state, at, panel.viewer.viewport_width,
                               panel.viewer.viewport_height);
  const auto hit = pickSurface(scene, spot);
  return hit ? UvHit{hit->mesh, hit->triangle} : UvHit{};
}

void drawChannels(Panel& panel) {
  constexpr std::array<const char*, 4> kNames{"R", "G", "B", "A"};
  constexpr std::string_view kLetters = "rgba";
  const auto& channels = panel.viewer.window.texture_view.channels;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i > 0) ImGui::SameLine(0.0f, panel.px(3.0f));
    ImGui::PushStyleColor(
        ImGuiCol_Button, ImGui::GetStyleColorVec4(channels[i] ? ImGuiCol_Header : ImGuiCol_Button));
    ImGui::PushStyleColor(ImGuiCol_Text, channels[i] ? kText : kDim);
    if (ImGui::Button(kNames[i])) {
      std::string letters;
      for (std::size_t k = 0; k < 4; ++k) {
        if (channels[k] != (k == i)) letters += kLetters[k];
      }
      // The last one that shows cannot be taken away; all come back instead.
      panel.send("texture-channels " + (letters.empty() ? std::string(kLetters) : letters));
    }
    ImGui::PopStyleColor(2);
    panel.mark(fmt::format("texture.channel.{}", kLetters[i]));
  }
}

void drawOverlayChoice(Panel& panel) {
  const UvOverlay present = panel.viewer.window.texture_view.uv;
  struct Choice {
    const char* label;
    const char* name;
    UvOverlay value;
  };
  for (const Choice& choice :
       {Choice{"No triangles", "off", UvOverlay::Off}, Choice{"All", "all", UvOverlay::All},
        Choice{"Pointer's", "hover", UvOverlay::Hover}}) {
    if (choice.value != UvOverlay::Off) ImGui::SameLine();
    if (ImGui::RadioButton(choice.label, present == choice.value)) {
      panel.send(fmt::format("uv-overlay {}", choice.name));
    }
    panel.mark(fmt::format("texture.uv.{}", choice.name));
  }
}

/// The lines above the picture. Returns their height.
float drawBar(Panel& panel, const Area& area, const std::string& title) {
  const float height = 3.0f * ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().ItemSpacing.y +
                       2.0f * ImGui::GetStyle().WindowPadding.y;
  beginArea("texture.bar", {area.x, area.y, area.width, std::min(height, area.height)});
  const float button = ImGui::GetFrameHeight() * 1.3f + ImGui::GetStyle().ItemSpacing.x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      shortened(title, std::max(ImGui::GetContentRegionAvail().x - button, panel.px(20.0f)))
          .c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() * 1.3f);
  if (iconButton(panel, "texture.close", Icon::Close, "texture-view")) {
    panel.send("texture-view off");
  }
  drawChannels(panel);
  ImGui::SameLine();
  if (ImGui::Button("Fit")) panel.send("texture-look fit");
  panel.mark("texture.fit");
  drawOverlayChoice(panel);
  ImGui::End();
  return height;
}

/// What lies under the pointer, in the viewer's lower left corner.
void drawReadout(const Panel& panel, const Area& area, const renderer::Image* image,
                 glm::dvec2 st) {
  std::string text = fmt::format("S {:.4f}  T {:.4f}", st.x, st.y);
  if (image != nullptr) {
    const auto wrap = [](double v, int size) {
      const double part = v - std::floor(v);
      return std::min(static_cast<int>(part * size), size - 1);
    };
    const int x = wrap(st.x, image->width);
    const int y = wrap(st.y, image->height);
    const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image->width) +
                            static_cast<std::size_t>(x)) *
                           4;
    text += fmt::format("  texel {}, {}: {} {} {} {}", x, y, image->rgba[at], image->rgba[at + 1],
                        image->rgba[at + 2], image->rgba[at + 3]);
  }
  const std::string shown = shortened(text, area.width - panel.px(24.0f));
  const ImVec2 size = ImGui::CalcTextSize(shown.c_str());
  const ImVec2 low{area.x + panel.px(6.0f), area.y + area.height - size.y - panel.px(12.0f)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + size.x + panel.px(12.0f), low.y + size.y + panel.px(6.0f)},
                     ImGui::GetColorU32(faded(ImGui::GetStyleColorVec4(ImGuiCol_PopupBg), 0.85f)),
                     panel.px(3.0f));
  list.AddText({low.x + panel.px(6.0f), low.y + panel.px(3.0f)}, ImGui::GetColorU32(kText),
               shown.c_str());
}

/// Drag, wheel and pointer over the picture. Returns the triangle that the pointer is over.
UvHit handlePointer(Panel& panel, const Plane& plane, const Model& model,
                    const renderer::Image* image) {
  const TextureViewState& view = panel.viewer.window.texture_view;
  ImGui::SetCursorScreenPos({plane.area.x, plane.area.y});
  ImGui::InvisibleButton("##picture", {plane.area.width, plane.area.height});
  panel.mark("texture.picture");
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActive() && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
    const glm::dvec2 by = glm::dvec2(io.MouseDelta.x, io.MouseDelta.y) / plane.size;
    panel.send(lookCommand(view.zoom, view.center - by));
  }
  if (!ImGui::IsItemHovered()) return {};
  const glm::dvec2 st = plane.at(io.MousePos);
  if (io.MouseWheel != 0.0f) {
    const double factor = std::pow(kWheel, double{io.MouseWheel});
    // What is under the pointer stays there.
    panel.send(lookCommand(view.zoom * factor, st + (view.center - st) / factor));
  }
  drawReadout(panel, plane.area, image, st);
  if (view.uv == UvOverlay::Off || ImGui::IsItemActive()) return {};
  return triangleAtUv(model, panel.memory.uvs, glm::vec2(st));
}

void request(Panel& panel, const Plane& plane, std::uint32_t texture,
             const std::shared_ptr<const renderer::Image>& image,
             std::vector<renderer::PictureLine> lines) {
  const TextureViewState& view = panel.viewer.window.texture_view;
  PictureRequest& out = panel.memory.picture;
  out.wanted = true;
  out.x = static_cast<int>(plane.area.x);
  out.y = static_cast<int>(plane.area.y);
  out.width = static_cast<int>(plane.area.width);
  out.height = static_cast<int>(plane.area.height);
  out.texture = texture;
  out.image = image;
  out.low_st = glm::vec2(plane.at({plane.area.x, plane.area.y}));
  out.high_st =
      glm::vec2(plane.at({plane.area.x + plane.area.width, plane.area.y + plane.area.height}));
  out.channels = view.channels;
  out.smooth = image == nullptr || plane.size.x < image->width;
  out.uv_meshes.clear();
  if (view.uv == UvOverlay::All) out.uv_meshes = panel.memory.uvs.meshes;
  out.lines = std::move(lines);
}

/// A place in one picture means nothing in another.
void frameOther(Panel& panel, const Model& model, std::uint32_t texture,
                const renderer::Image* image) {
  FramedPicture now;
  now.name = model.textures[texture].name;
  if (image != nullptr) now.size = {image->width, image->height};
  if (now == panel.memory.framed) return;
  const TextureViewState& view = panel.viewer.window.texture_view;
  if (view.zoom != 1.0 || view.center != glm::dvec2(0.5)) panel.send("texture-look fit");
  panel.memory.framed = std::move(now);
}

}  // namespace

UvHit triangleAtUv(const Model& model, const UvMemory& memory, glm::vec2 st) {
  const auto side = [&](glm::vec2 a, glm::vec2 b) {
    return (b.x - a.x) * (st.y - a.y) - (b.y - a.y) * (st.x - a.x);
  };
  for (std::size_t m = 0; m < memory.meshes.size(); ++m) {
    const auto& triangles = model.meshes[memory.meshes[m]].triangles;
    const auto& uvs = memory.uvs[m];
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      const glm::vec2 a = uvs[triangles[i]];
      const glm::vec2 b = uvs[triangles[i + 1]];
      const glm::vec2 c = uvs[triangles[i + 2]];
      const float ab = side(a, b);
      const float bc = side(b, c);
      const float ca = side(c, a);
      // Either winding; a triangle without area in this plane holds nothing.
      const bool in = (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
      if (in && ab + bc + ca != 0.0f) {
        return {memory.meshes[m], static_cast<std::uint32_t>(i / 3)};
      }
    }
  }
  return {};
}

void drawTextureViewer(Panel& panel, const Area& area, const Area& view) {
  panel.memory.picture.wanted = false;
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr || area.width < 1.0f) return;
  const Model& model = scene->model();
  const std::uint32_t material = presentMaterial(model, panel.viewer.state.selection);
  const std::uint32_t texture = textureOfMaterial(model, material);
  const std::string name = material == kNone ? std::string("No materials")
                                             : toUtf8(std::string(model.materials[material].name));
  const float bar = drawBar(panel, area, name);
  const Area below{area.x, area.y + bar, area.width, std::max(area.height - bar, 1.0f)};
  if (texture == kNone) {
    beginArea("texture.none", below);
    wrappedDimText("This material is a plain colour and has no picture.");
    ImGui::End();
    return;
  }
  const auto image = shownImage(*scene, panel.viewer.state, texture);
  frameOther(panel, model, texture, image.get());
  const Plane plane = planeOf(below, panel.viewer.window.texture_view, image.get());
  remember(panel.memory.uvs, model, meshesOf(panel, *scene, material));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
  beginArea("texture.picture", below,
            ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse);
  UvHit hit = handlePointer(panel, plane, model, image.get());
  ImGui::End();
  ImGui::PopStyleVar();
  if (hit.mesh != kNone) panel.memory.hover = {hit.mesh, hit.triangle};
  const bool follows = panel.viewer.window.texture_view.uv == UvOverlay::Hover;
  if (hit.mesh == kNone && follows) hit = underPointer(panel, *scene, view);
  std::vector<renderer::PictureLine> lines;
  addBorder(lines);
  const Selection& selection = panel.viewer.state.selection;
  addTriangle(model, panel.memory.uvs, selection.mesh, selection.triangle, kChosen, lines);
  addTriangle(model, panel.memory.uvs, hit.mesh, hit.triangle, kHover, lines);
  request(panel, plane, texture, image, std::move(lines));
}

}  // namespace sinew::app::ui
