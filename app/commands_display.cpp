// What is drawn and how.

#include "app/command_handlers.h"
#include "app/display_names.h"

namespace sinew::app {
namespace {

using renderer::Display;

template <bool Display::*flag>
Result<void> setFlag(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "[on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.state.view.display.*flag);
  if (!on) return tl::unexpected(on.error());
  viewer.state.view.display.*flag = *on;
  return {};
}

template <bool Display::*flag>
std::optional<bool> isFlag(const Viewer& viewer, std::string_view) {
  return viewer.state.view.display.*flag;
}

/// Sets a named value of the display: `next` and `previous` go through the table.
template <class T, std::size_t N>
Result<void> setNamed(Arguments arguments, const std::array<Named<T>, N>& names, T& value,
                      std::string_view what) {
  if (auto ok = expectArguments(arguments, 1, 1, "NAME|next|previous"); !ok) return ok;
  const auto chosen = namedArgument(names, arguments[0], value, what);
  if (!chosen) return tl::unexpected(chosen.error());
  value = *chosen;
  return {};
}

Result<void> setShading(Viewer& viewer, Arguments arguments) {
  return setNamed(arguments, kShadingNames, viewer.state.view.display.shading, "shading");
}

Result<void> setSolids(Viewer& viewer, Arguments arguments) {
  return setNamed(arguments, kSolidNames, viewer.state.view.display.solids, "way to show solids");
}

Result<void> setBoneNames(Viewer& viewer, Arguments arguments) {
  return setNamed(arguments, kBoneNameNames, viewer.state.view.bone_names,
                  "choice of names to show");
}

Result<void> setFilter(Viewer& viewer, Arguments arguments) {
  return setNamed(arguments, kFilterNames, viewer.state.view.display.texture_filter,
                  "texture filter");
}

Result<void> setBackface(Viewer& viewer, Arguments arguments) {
  return setNamed(arguments, kBackfaceNames, viewer.state.view.display.backface,
                  "choice for back faces");
}

Result<void> setMsaa(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "msaa 0|2|4|8"); !ok) return ok;
  constexpr std::array<Named<int>, 4> kCounts{{{"0", 0}, {"2", 2}, {"4", 4}, {"8", 8}}};
  const auto samples = namedArgument(kCounts, arguments[0], viewer.state.view.msaa, "sample count");
  if (!samples) return tl::unexpected(samples.error());
  const int most = viewer.gpu().max_samples;
  if (*samples > most) {
    return badArgument("{} samples are asked for, but this driver has {} at most", *samples, most);
  }
  viewer.state.view.msaa = *samples;
  return {};
}

std::optional<bool> isShading(const Viewer& viewer, std::string_view name) {
  if (name == "next" || name == "previous") return std::nullopt;
  return nameOf(kShadingNames, viewer.state.view.display.shading) == name;
}

std::optional<bool> isSolids(const Viewer& viewer, std::string_view name) {
  if (name == "next") return std::nullopt;
  return nameOf(kSolidNames, viewer.state.view.display.solids) == name;
}

std::optional<bool> isBoneNames(const Viewer& viewer, std::string_view name) {
  if (name == "next") return std::nullopt;
  return nameOf(kBoneNameNames, viewer.state.view.bone_names) == name;
}

constexpr std::array kSurface{CommandPreset{"", "P", "View/Surface", ""}};
constexpr std::array kTextures{CommandPreset{"", "T", "View/Textures", ""}};
constexpr std::array kEdges{CommandPreset{"", "E", "View/Edges", ""}};
constexpr std::array kVertices{CommandPreset{"", "V", "View/Vertices", ""}};
constexpr std::array kNormals{CommandPreset{"", "N", "View/Normals", ""}};
constexpr std::array kGrid{CommandPreset{"", "G", "View/Grid", ""}};
constexpr std::array kAxes{CommandPreset{"", "X", "View/Axes", ""}};
constexpr std::array kArmature{CommandPreset{"", "B", "View/Bones", ""}};
constexpr std::array kBoneAxes{CommandPreset{"", "", "View/Bone axes", ""}};
constexpr std::array kBoneNames{
    CommandPreset{"off", "", "View/Bone names/Off", "Shows no names of bones."},
    CommandPreset{"selected", "", "View/Bone names/Selected", "Names the selected bone."},
    CommandPreset{"near", "", "View/Bone names/Near, without overlap",
                  "Names the bones nearest to the eye, as far as there is room."},
    CommandPreset{"all", "", "View/Bone names/All", "Names every bone."},
    CommandPreset{"next", "Shift+B", "View/Bone names/Next",
                  "Goes on to the next choice of names."}};
constexpr std::array kSolids{
    CommandPreset{"off", "", "View/Solids/Off", "Hides the solids."},
    CommandPreset{"wire", "", "View/Solids/Wire", "Shows the solids as wire."},
    CommandPreset{"fill", "", "View/Solids/Filled", "Shows the solids filled."},
    CommandPreset{"next", "O", "View/Solids/Next", "Goes on to the next way to show solids."}};
constexpr std::array kShading{
    CommandPreset{"textured", "", "View/Shading/Textured", "Shows materials and textures, lit."},
    CommandPreset{"flat", "", "View/Shading/Flat", "Lights every face by its own normal."},
    CommandPreset{"smooth", "", "View/Shading/Smooth", "Shows the shape in one colour."},
    CommandPreset{"unlit", "", "View/Shading/Unlit", "Shows materials and textures without light."},
    CommandPreset{"normals", "", "View/Shading/Normals", "Shows normals as colours."},
    CommandPreset{"uv", "", "View/Shading/Texture coordinates", "Shows S and T as colours."},
    CommandPreset{"lod", "", "View/Shading/Level", "Colours by level of detail."},
    CommandPreset{"bone", "", "View/Shading/Bone", "Colours by bone."},
    CommandPreset{"weights", "", "View/Shading/Weight",
                  "Shows the selected bone's weights as heat."},
    CommandPreset{"record", "", "View/Shading/Record kind", "Colours by kind of vertex record."},
    CommandPreset{"exponent", "", "View/Shading/Exponent", "Colours by the positions' exponents."},
    CommandPreset{"error", "", "View/Shading/Rounding error", "Shows the rounding cells as heat."},
    CommandPreset{"next", "C", "View/Shading/Next", "Goes on to the next shading."},
    CommandPreset{"previous", "Shift+C", "View/Shading/Previous",
                  "Goes back to the last shading."}};

constexpr std::string_view kSwitch = "[on|off|toggle]";

constexpr std::array kCommands{
    CommandDef{"surface", kSwitch, "Shows the surface.", setFlag<&Display::surface>, kSurface,
               isFlag<&Display::surface>},
    CommandDef{"textures", kSwitch, "Shows the textures.", setFlag<&Display::textures>, kTextures,
               isFlag<&Display::textures>},
    CommandDef{"edges", kSwitch, "Shows the edges of faces.", setFlag<&Display::edges>, kEdges,
               isFlag<&Display::edges>},
    CommandDef{"vertices", kSwitch, "Shows the vertices.", setFlag<&Display::vertices>, kVertices,
               isFlag<&Display::vertices>},
    CommandDef{"normals", kSwitch, "Shows the normals.", setFlag<&Display::normals>, kNormals,
               isFlag<&Display::normals>},
    CommandDef{"grid", kSwitch, "Shows the ground's grid.", setFlag<&Display::grid>, kGrid,
               isFlag<&Display::grid>},
    CommandDef{"axes", kSwitch, "Shows the model's axes.", setFlag<&Display::axes>, kAxes,
               isFlag<&Display::axes>},
    CommandDef{"armature", kSwitch, "Shows the bones.", setFlag<&Display::armature>, kArmature,
               isFlag<&Display::armature>},
    CommandDef{"bone-axes", kSwitch, "Shows the axes of every bone.", setFlag<&Display::bone_axes>,
               kBoneAxes, isFlag<&Display::bone_axes>},
    CommandDef{"bone-names", "off|selected|near|all|next", "Shows the names of bones.",
               setBoneNames, kBoneNames, isBoneNames},
    CommandDef{"solids", "off|wire|fill|next", "Shows the solids.", setSolids, kSolids, isSolids},
    CommandDef{"shading", "NAME|next|previous", "Chooses what the surface shows.", setShading,
               kShading, isShading},
    CommandDef{"texture-filter", "nearest|linear|trilinear", "Chooses how textures are smoothed.",
               setFilter},
    CommandDef{"backface", "auto|visible|hidden", "Chooses whether back faces show.", setBackface},
    CommandDef{"msaa", "0|2|4|8", "Sets the samples a pixel that smooth edges.", setMsaa}};

}  // namespace

std::span<const CommandDef> displayCommands() {
  return kCommands;
}

}  // namespace sinew::app
