// Materials: colour or picture, who uses them, and where a texture was found.

#include <algorithm>
#include <bit>
#include <filesystem>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/texture_finder.h"
#include "app/textures.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/utf8.h"

namespace sinew::app::ui {
namespace {

constexpr int kMostRows = 6;

std::string nameOf(const Material& material) {
  const std::string name = toUtf8(std::string(material.name));
  return name.empty() ? std::string("unnamed") : name;
}

/// How many meshes use each material; counted once a model.
const std::vector<std::uint32_t>& usersOf(Panel& panel, const Model& model) {
  std::vector<std::uint32_t>& users = panel.memory.material_users;
  if (users.size() == model.materials.size()) return users;
  users.assign(model.materials.size(), 0);
  for (const Mesh& mesh : model.meshes) {
    if (mesh.material < users.size()) ++users[mesh.material];
  }
  return users;
}

void drawSwatch(Panel& panel, const Scene& scene, const Material& material, std::uint32_t texture,
                float size) {
  if (texture != kNone) {
    if (const auto image = shownImage(scene, panel.viewer.state, texture)) {
      return ImGui::Image(panel.memory.thumbnails.of(image), {size, size});
    }
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({size, size});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (texture == kNone) {
    const glm::vec4& c = material.color;
    list.AddRectFilled(at, {at.x + size, at.y + size},
                       ImGui::GetColorU32(ImVec4(c.x, c.y, c.z, 1.0f)), panel.px(2.0f));
    return;
  }
  // The checker of a missing texture, as on the model.
  const float half = size * 0.5f;
  for (int i = 0; i < 4; ++i) {
    const ImVec2 low{at.x + half * static_cast<float>(i % 2),
                     at.y + half * static_cast<float>(i / 2)};
    list.AddRectFilled(low, {low.x + half, low.y + half},
                       i == 0 || i == 3 ? IM_COL32(230, 60, 200, 255) : IM_COL32(38, 34, 42, 255));
  }
}

void drawRow(Panel& panel, const Scene& scene, std::uint32_t index, bool selected) {
  const Model& model = scene.model();
  const Material& material = model.materials[index];
  const std::uint32_t texture = textureOfMaterial(model, index);
  const float line = ImGui::GetTextLineHeight();
  const float size = line * 2.0f;
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::Selectable("##material", selected, ImGuiSelectableFlags_AllowItemOverlap,
                        {0.0f, size})) {
    panel.send(fmt::format("material {}", index));
  }
  panel.mark(fmt::format("materials.{}", index));
  if (ImGui::IsItemHovered() && texture != kNone) {
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) panel.send("texture-view on");
  }
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(start);
  drawSwatch(panel, scene, material, texture, size);
  ImGui::SetCursorScreenPos(after);
  const float x = start.x + size + panel.px(8.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({x, start.y}, ImGui::GetColorU32(kText),
               shortened(nameOf(material), width - size - panel.px(8.0f)).c_str());
  const std::uint32_t users = usersOf(panel, model)[index];
  const bool missing =
      texture != kNone && shownImage(scene, panel.viewer.state, texture) == nullptr;
  const std::string note = fmt::format("{} {}{}", grouped(users), users == 1 ? "mesh" : "meshes",
                                       missing ? ", no picture" : "");
  list.AddText({x, start.y + line}, ImGui::GetColorU32(missing ? kWarning : kDim),
               shortened(note, width - size - panel.px(8.0f)).c_str());
  ImGui::PopID();
}

std::string sizeInWords(const renderer::Image& image) {
  const auto side = static_cast<unsigned>(std::max(image.width, image.height));
  return fmt::format("{} x {}, {} mip levels", image.width, image.height, std::bit_width(side));
}

/// What the file's name says it is.
std::string formatOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  return extension.empty() ? std::string("in the model's file") : extension;
}

void drawTexture(Panel& panel, const Scene& scene, std::uint32_t material, std::uint32_t texture) {
  const State& state = panel.viewer.state;
  const auto& textures = scene.document().textures;
  const FoundTexture* found = texture < textures.size() ? &textures[texture] : nullptr;
  const TextureOverride* other = overrideOf(state, texture);
  const auto image = shownImage(scene, state, texture);
  const std::string path = other != nullptr ? other->path : found != nullptr ? found->path : "";
  if (beginFacts("texture")) {
    if (image != nullptr) {
      fact("Size", sizeInWords(*image));
      fact("Format", formatOf(path));
      fact(other != nullptr ? "Yours" : "Found", path.empty() ? "in the model's file" : path);
    }
    endFacts();
  }
  if (image == nullptr && found != nullptr) wrappedDimText(describeMissing(*found));
  if (ImGui::Button("View")) panel.send("texture-view on");
  panel.mark("materials.view");
  commandTooltip(panel, "texture-view");
  ImGui::SameLine();
  ImGui::BeginDisabled(other == nullptr);
  if (ImGui::Button("Reset")) {
    panel.send(fmt::format("material {}", material));
    panel.send("texture selected reset");
  }
  panel.mark("materials.reset");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Shows the texture's own picture again.");
  ImGui::EndDisabled();
  wrappedDimText("Drop a picture on the window to use it instead.");
}

void drawDetails(Panel& panel, const Scene& scene, std::uint32_t index) {
  const Material& material = scene.model().materials[index];
  const std::uint32_t texture = textureOfMaterial(scene.model(), index);
  wrappedText(nameOf(material));
  if (texture != kNone) return drawTexture(panel, scene, index, texture);
  const auto byte = [](float v) { return static_cast<int>(v * 255.0f + 0.5f); };
  wrappedDimText(fmt::format("A plain colour, {} {} {}.", byte(material.color.x),
                             byte(material.color.y), byte(material.color.z)));
}

}  // namespace

void drawMaterialsPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  const std::size_t count = scene == nullptr ? 0 : scene->model().materials.size();
  const std::string label = fmt::format("Materials ({})###Materials", grouped(count));
  if (!section(panel, label.c_str(), false)) return;
  if (count == 0) return dimText(scene == nullptr ? "No model." : "The model has no materials.");
  const std::uint32_t present = presentMaterial(scene->model(), panel.viewer.state.selection);
  const float row = ImGui::GetTextLineHeight() * 2.0f + ImGui::GetStyle().ItemSpacing.y;
  const float rows = static_cast<float>(std::min(static_cast<int>(count), kMostRows));
  ImGui::BeginChild("materials", {0.0f, row * rows + panel.px(18.0f)}, true);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto index = static_cast<std::uint32_t>(i);
      drawRow(panel, *scene, index, index == present);
    }
  }
  ImGui::EndChild();
  if (present != kNone) drawDetails(panel, *scene, present);
}

}  // namespace sinew::app::ui
