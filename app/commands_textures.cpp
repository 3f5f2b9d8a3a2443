// Textures: other pictures for them, and the texture viewer.

#include "app/command_handlers.h"
#include "app/textures.h"
#include "format/utf8.h"

namespace sinew::app {
namespace {

/// What `selected` stands for when no mesh or material is: the only material with a texture.
Result<std::uint32_t> selectedMaterial(const Viewer& viewer, const Model& model) {
  const Selection& selection = viewer.state.selection;
  if (selection.material < model.materials.size() || selection.mesh < model.meshes.size()) {
    return presentMaterial(model, selection);
  }
  std::uint32_t only = kNone;
  for (std::uint32_t i = 0; i < model.materials.size(); ++i) {
    if (textureOfMaterial(model, i) == kNone) continue;
    if (only != kNone) {
      return badArgument("nothing is selected: click the mesh or material that gets the picture");
    }
    only = i;
  }
  if (only == kNone) return badArgument("no material of the model has a texture");
  return only;
}

/// "selected", "#MESH" or a material's name -> the material.
Result<std::uint32_t> materialArgument(const Viewer& viewer, const Model& model,
                                       const std::string& text) {
  if (text == "selected") return selectedMaterial(viewer, model);
  if (text.starts_with('#')) {
    if (model.meshes.empty()) return badArgument("the model has no meshes");
    const auto mesh = indexArgument(std::string_view(text).substr(1), "mesh",
                                    static_cast<std::uint32_t>(model.meshes.size() - 1));
    // A flat material is named #RRGGBB, which is no number of a mesh that there is.
    if (mesh) return model.meshes[*mesh].material;
  }
  for (std::uint32_t i = 0; i < model.materials.size(); ++i) {
    if (model.materials[i].name == text) return i;
  }
  return badArgument("there is no material \"{}\", and no mesh of that number", text);
}

Result<std::uint32_t> textureArgument(const Viewer& viewer, const Model& model,
                                      const std::string& text) {
  const auto material = materialArgument(viewer, model, text);
  if (!material) return material;
  if (*material >= model.materials.size()) return badArgument("mesh {} has no material", text);
  const std::uint32_t texture = textureOfMaterial(model, *material);
  if (texture != kNone) return texture;
  const std::string name = toUtf8(std::string(model.materials[*material].name));
  return badArgument("material \"{}\" is a plain colour: its vertices have no place in a picture",
                     name);
}

Result<void> setTexture(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "texture MATERIAL|#MESH|selected|all FILE|reset");
      !ok) {
    return ok;
  }
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  Scene& scene = *viewer.scene();
  const bool reset = arguments[1] == "reset";
  if (arguments[0] == "all") {
    if (!reset) return badArgument("one picture for all textures: only reset goes for all");
    for (std::uint32_t i = 0; i < (*model)->textures.size(); ++i) {
      if (overrideOf(viewer.state, i) != nullptr) resetTexture(scene, viewer.state, i);
    }
    return {};
  }
  const auto texture = textureArgument(viewer, **model, arguments[0]);
  if (!texture) return tl::unexpected(texture.error());
  if (reset) {
    resetTexture(scene, viewer.state, *texture);
    return {};
  }
  return overrideTexture(scene, viewer.state, *texture, arguments[1]);
}

Result<void> setTextureView(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "texture-view [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.window.texture_view.shown);
  if (!on) return tl::unexpected(on.error());
  viewer.window.texture_view.shown = *on;
  return {};
}

std::optional<bool> isTextureView(const Viewer& viewer, std::string_view) {
  return viewer.window.texture_view.shown;
}

Result<void> lookAtTexture(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "texture-look fit|ZOOM S T";
  if (auto ok = expectArguments(arguments, 1, 3, kUsage); !ok) return ok;
  TextureViewState& view = viewer.window.texture_view;
  if (arguments.size() == 1 && arguments[0] == "fit") {
    view.zoom = 1.0;
    view.center = glm::dvec2(0.5);
    return {};
  }
  if (arguments.size() != 3) {
    return badArgument("{} arguments were given, but it goes: {}", arguments.size(), kUsage);
  }
  const auto zoom = numberArgument(arguments[0], "zoom of the texture", 1.0 / 64.0, 4096.0);
  if (!zoom) return tl::unexpected(zoom.error());
  const auto s = numberArgument(arguments[1], "place in the texture", -64.0, 64.0);
  if (!s) return tl::unexpected(s.error());
  const auto t = numberArgument(arguments[2], "place in the texture", -64.0, 64.0);
  if (!t) return tl::unexpected(t.error());
  view.zoom = *zoom;
  view.center = {*s, *t};
  return {};
}

Result<void> setChannels(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "texture-channels LETTERS"); !ok) return ok;
  constexpr std::string_view kLetters = "rgba";
  std::array<bool, 4> channels{};
  for (const char c : arguments[0]) {
    const std::size_t at = kLetters.find(c);
    if (at == std::string_view::npos) {
      return badArgument("\"{}\" names no channels: expected some of the letters r, g, b, a",
                         arguments[0]);
    }
    channels[at] = true;
  }
  if (arguments[0].empty()) return badArgument("no channel is named: expected some of r, g, b, a");
  viewer.window.texture_view.channels = channels;
  return {};
}

constexpr std::array<Named<UvOverlay>, 3> kUvNames{
    {{"off", UvOverlay::Off}, {"all", UvOverlay::All}, {"hover", UvOverlay::Hover}}};

Result<void> setUvOverlay(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "uv-overlay off|all|hover|next"); !ok) return ok;
  UvOverlay& present = viewer.window.texture_view.uv;
  const auto chosen = namedArgument(kUvNames, arguments[0], present, "choice of triangles");
  if (!chosen) return tl::unexpected(chosen.error());
  present = *chosen;
  return {};
}

constexpr std::array kTextureView{
    CommandPreset{"", "U", "Window/Texture viewer", "Shows the texture beside the model."}};
constexpr std::array kTexture{CommandPreset{"all reset", "", "Model/Reset all textures",
                                            "Shows every texture's own picture again."}};

constexpr std::array kCommands{
    CommandDef{"texture", "MATERIAL|#MESH|selected|all FILE|reset",
               "Shows another picture instead of a material's texture, or its own again.",
               setTexture, kTexture},
    CommandDef{"texture-view", "[on|off|toggle]", "Shows the texture beside the model.",
               setTextureView, kTextureView, isTextureView},
    CommandDef{"texture-look", "fit|ZOOM S T",
               "Shows all of the texture, or a place of it so many times as large.", lookAtTexture},
    CommandDef{"texture-channels", "LETTERS",
               "Shows some channels of the texture: letters out of rgba.", setChannels},
    CommandDef{"uv-overlay", "off|all|hover|next",
               "Draws triangles over the texture: none, all of the mesh, or the pointer's.",
               setUvOverlay}};

}  // namespace

std::span<const CommandDef> textureCommands() {
  return kCommands;
}

}  // namespace sinew::app
