// Display options.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

void addShading(OptionTable& table) {
  renderer::Display& display = table.options().view.display;
  using renderer::Shading;
  table.value("--shading", "MODE",
              "textured (default), flat, smooth, unlit, normals, uv, lod, bone, weights, record, "
              "exponent or error",
              [&display](const std::string& text) {
                return parseWord<Shading>(text,
                                          {{"textured", Shading::Textured},
                                           {"flat", Shading::Flat},
                                           {"smooth", Shading::Smooth},
                                           {"unlit", Shading::Unlit},
                                           {"normals", Shading::Normals},
                                           {"uv", Shading::Uv},
                                           {"lod", Shading::Lod},
                                           {"bone", Shading::Bone},
                                           {"weights", Shading::Weights},
                                           {"record", Shading::Record},
                                           {"exponent", Shading::Exponent},
                                           {"error", Shading::Error}},
                                          display.shading);
              });
  using renderer::TextureFilter;
  table.value("--texture-filter", "nearest|linear|trilinear", "default: trilinear",
              [&display](const std::string& text) {
                return parseWord<TextureFilter>(text,
                                                {{"nearest", TextureFilter::Nearest},
                                                 {"linear", TextureFilter::Linear},
                                                 {"trilinear", TextureFilter::Trilinear}},
                                                display.texture_filter);
              });
  using renderer::Backface;
  table.value("--backface", "auto|visible|hidden",
              "sides that face away: as the material says (default), drawn, left out",
              [&display](const std::string& text) {
                return parseWord<Backface>(text,
                                           {{"auto", Backface::Auto},
                                            {"visible", Backface::Visible},
                                            {"hidden", Backface::Hidden}},
                                           display.backface);
              });
}

void addOverlays(OptionTable& table) {
  renderer::Display& display = table.options().view.display;
  table.flag("--edges,-e", "draw the faces' edges", [&display] { display.edges = true; });
  table.flag("--grid,-g", "draw the ground grid", [&display] { display.grid = true; });
  table.flag("--axis,-x", "draw the axes", [&display] { display.axes = true; });
  table.flag("--armature", "draw the bones", [&display] { display.armature = true; });
  table.flag("--bone-axes", "draw each bone's axes", [&display] { display.bone_axes = true; });
  table.flag("--normals", "draw the vertex normals", [&display] { display.normals = true; });
  using renderer::SolidMode;
  table.value("--solids", "off|wire|fill", "draw the bones' solids (default: off)",
              [&display](const std::string& text) {
                return parseWord<SolidMode>(
                    text,
                    {{"off", SolidMode::Off}, {"wire", SolidMode::Wire}, {"fill", SolidMode::Fill}},
                    display.solids);
              });
}

void addBoneNames(OptionTable& table) {
  BoneNames& names = table.options().view.bone_names;
  if (table.command() == Command::View) {
    table.value("--bone-names", "off|selected|near|all", "write bone names (default: off)",
                [&names](const std::string& text) {
                  return parseWord<BoneNames>(text,
                                              {{"off", BoneNames::Off},
                                               {"selected", BoneNames::Selected},
                                               {"near", BoneNames::Near},
                                               {"all", BoneNames::All}},
                                              names);
                });
    return;
  }
  // Nothing is selected in a picture.
  table.value("--bone-names", "off|near|all", "write bone names (default: off)",
              [&names](const std::string& text) {
                return parseWord<BoneNames>(
                    text,
                    {{"off", BoneNames::Off}, {"near", BoneNames::Near}, {"all", BoneNames::All}},
                    names);
              });
}

}  // namespace

void addDisplayOptions(OptionTable& table) {
  if (!table.isAnyOf({Command::View, Command::Shot, Command::Diff})) return;
  ViewOptions& view = table.options().view;
  table.group("Display");
  addOverlays(table);
  addBoneNames(table);
  addShading(table);
  // Pictures of the software rasteriser take twice as long with samples, so `shot` wants to be
  // asked for them.
  const bool is_shot = table.isAnyOf({Command::Shot, Command::Diff});
  if (is_shot) view.msaa = 0;
  table.value("--msaa", "0|2|4|8",
              is_shot ? "samples a pixel (default: 0)" : "samples a pixel (default: 4)",
              [&view](const std::string& text) {
                return parseWord<int>(text, {{"0", 0}, {"2", 2}, {"4", 4}, {"8", 8}}, view.msaa);
              });
}

}  // namespace sinew::app::cli
