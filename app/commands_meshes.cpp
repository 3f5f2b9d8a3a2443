// Meshes and parts of them: what is selected, shown and hidden.

#include <algorithm>
#include <charconv>

#include "app/bone_ids.h"
#include "app/command_handlers.h"
#include "app/finding_target.h"

namespace sinew::app {
namespace {

Result<std::uint32_t> meshArgument(const Model& model, std::string_view text) {
  if (model.meshes.empty()) return badArgument("the model has no meshes");
  return indexArgument(text, "mesh", static_cast<std::uint32_t>(model.meshes.size() - 1));
}

/// "all", "selected" or an index -> meshes.
Result<std::vector<std::uint32_t>> meshesArgument(const Viewer& viewer, const Model& model,
                                                  std::string_view text) {
  if (text == "selected") {
    const std::uint32_t mesh = viewer.state.selection.mesh;
    if (mesh >= model.meshes.size()) return badArgument("no mesh is selected");
    return std::vector{mesh};
  }
  if (text == "all") {
    std::vector<std::uint32_t> all(model.meshes.size());
    for (std::uint32_t i = 0; i < all.size(); ++i)
      all[i] = i;
    return all;
  }
  const auto mesh = meshArgument(model, text);
  if (!mesh) return tl::unexpected(mesh.error());
  return std::vector{*mesh};
}

/// Makes a mesh one of those that show: takes it out of the hidden ones, and where the present
/// level does not draw it, holds the level that does. A mesh that no level draws shows as a solid,
/// if it is one.
void reveal(Viewer& viewer, std::uint32_t mesh) {
  std::erase(viewer.state.hidden_meshes, mesh);
  viewer.update();
  const Scene& scene = *viewer.scene();
  const auto& shown = scene.shownMeshes();
  if (std::ranges::find(shown, mesh) != shown.end() || !scene.model().meshes[mesh].drawn) return;
  const std::uint32_t level = scene.levels().levelOfMesh(mesh);
  if (level == kNone) return;
  viewer.state.lod.mode = LodMode::Forced;
  viewer.state.lod.forced = level;
}

Result<void> selectMesh(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "mesh INDEX|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "none") {
    viewer.state.selection = {};
    return {};
  }
  const auto mesh = meshArgument(**model, arguments[0]);
  if (!mesh) return tl::unexpected(mesh.error());
  viewer.state.selection = {};
  viewer.state.selection.mesh = *mesh;
  viewer.state.selection.material = (*model)->meshes[*mesh].material;
  return {};
}

Result<void> selectMaterial(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "material INDEX|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  Selection selection;
  if (arguments[0] != "none") {
    const auto& materials = (*model)->materials;
    if (materials.empty()) return badArgument("the model has no materials");
    const auto index =
        indexArgument(arguments[0], "material", static_cast<std::uint32_t>(materials.size() - 1));
    if (!index) return tl::unexpected(index.error());
    selection.material = *index;
    // The mesh stays if it has this material: its texture coordinates are what one looks at.
    const std::uint32_t mesh = viewer.state.selection.mesh;
    if (mesh < (*model)->meshes.size() && (*model)->meshes[mesh].material == *index) {
      selection.mesh = mesh;
    }
  }
  viewer.state.selection = selection;
  return {};
}

Result<void> hide(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "hide MESH|selected|all"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto meshes = meshesArgument(viewer, **model, arguments[0]);
  if (!meshes) return tl::unexpected(meshes.error());
  auto& hidden = viewer.state.hidden_meshes;
  hidden.insert(hidden.end(), meshes->begin(), meshes->end());
  std::ranges::sort(hidden);
  hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
  return {};
}

Result<void> show(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "show MESH|selected|all"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "all") {
    viewer.state.hidden_meshes.clear();
    return {};
  }
  const auto meshes = meshesArgument(viewer, **model, arguments[0]);
  if (!meshes) return tl::unexpected(meshes.error());
  for (const std::uint32_t mesh : *meshes)
    std::erase(viewer.state.hidden_meshes, mesh);
  return {};
}

Result<void> solo(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "solo MESH|selected"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "all") return badArgument("all meshes alone: use show all");
  const auto meshes = meshesArgument(viewer, **model, arguments[0]);
  if (!meshes) return tl::unexpected(meshes.error());
  const std::uint32_t alone = meshes->front();
  auto& hidden = viewer.state.hidden_meshes;
  hidden.clear();
  for (std::uint32_t i = 0; i < (*model)->meshes.size(); ++i) {
    if (i != alone) hidden.push_back(i);
  }
  reveal(viewer, alone);
  return {};
}

/// "MESH:INDEX" of a list of the mesh.
struct Part {
  std::uint32_t mesh = 0;
  std::uint32_t index = 0;
};

Result<Part> partArgument(const Model& model, const std::string& text, std::string_view what,
                          bool triangles) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return badArgument("\"{}\" is no MESH:{}", text, what);
  const auto mesh = meshArgument(model, std::string_view(text).substr(0, colon));
  if (!mesh) return tl::unexpected(mesh.error());
  const Mesh& known = model.meshes[*mesh];
  const std::size_t count = triangles ? known.triangles.size() / 3 : known.vertexCount();
  if (count == 0) return badArgument("mesh {} has no such thing: it is empty", *mesh);
  const auto index = indexArgument(std::string_view(text).substr(colon + 1), what,
                                   static_cast<std::uint32_t>(count - 1));
  if (!index) return tl::unexpected(index.error());
  return Part{*mesh, *index};
}

/// Selects a mesh for a part of it; a solid stays selected where it is the solid's mesh.
Selection selectionFor(Viewer& viewer, const Model& model, std::uint32_t mesh) {
  Selection selection;
  selection.mesh = mesh;
  const std::uint32_t solid = viewer.state.selection.solid;
  if (solid < model.solids.size() && model.solids[solid].mesh == mesh) selection.solid = solid;
  return selection;
}

Result<void> selectVertex(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "vertex MESH:INDEX"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto part = partArgument(**model, arguments[0], "vertex", false);
  if (!part) return tl::unexpected(part.error());
  Selection selection = selectionFor(viewer, **model, part->mesh);
  selection.vertex = part->index;
  viewer.state.selection = selection;
  reveal(viewer, part->mesh);
  return {};
}

Result<void> selectTriangle(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "triangle MESH:INDEX"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto part = partArgument(**model, arguments[0], "triangle", true);
  if (!part) return tl::unexpected(part.error());
  Selection selection = selectionFor(viewer, **model, part->mesh);
  selection.triangle = part->index;
  viewer.state.selection = selection;
  reveal(viewer, part->mesh);
  return {};
}

Result<void> selectEdge(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "edge MESH:VERTEX VERTEX"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto from = partArgument(**model, arguments[0], "vertex", false);
  if (!from) return tl::unexpected(from.error());
  const auto to =
      indexArgument(arguments[1], "vertex", (*model)->meshes[from->mesh].vertexCount() - 1);
  if (!to) return tl::unexpected(to.error());
  Selection selection = selectionFor(viewer, **model, from->mesh);
  selection.edge = {from->index, *to};
  viewer.state.selection = selection;
  reveal(viewer, from->mesh);
  return {};
}

Result<void> selectSolid(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "solid INDEX|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "none") {
    viewer.state.selection = {};
    return {};
  }
  const auto& solids = (*model)->solids;
  if (solids.empty()) return badArgument("the model has no solids");
  const auto index =
      indexArgument(arguments[0], "solid", static_cast<std::uint32_t>(solids.size() - 1));
  if (!index) return tl::unexpected(index.error());
  Selection selection;
  selection.solid = *index;
  selection.mesh = solids[*index].mesh;
  selectBoneId(**model, selection, boneIdOfInfluence(**model, solids[*index].influence));
  viewer.state.selection = selection;
  return {};
}

Result<void> highlight(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "highlight MESH|MESH:TRIANGLE|none"); !ok)
    return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  Highlight& present = viewer.state.highlight;
  if (arguments[0] == "none") {
    present = {};
    return {};
  }
  if (arguments[0].find(':') != std::string::npos) {
    const auto part = partArgument(**model, arguments[0], "triangle", true);
    if (!part) return tl::unexpected(part.error());
    present = {part->mesh, part->index};
    return {};
  }
  const auto mesh = meshArgument(**model, arguments[0]);
  if (!mesh) return tl::unexpected(mesh.error());
  present = {*mesh, kNone};
  return {};
}

// ---------------------------------------------------------------- findings

Result<std::uint32_t> findingArgument(const Viewer& viewer, std::string_view text) {
  const auto& findings = viewer.scene()->document().loaded.diagnostics;
  if (findings.empty()) return badArgument("the file breaks no rule, so there is no finding");
  return indexArgument(text, "finding", static_cast<std::uint32_t>(findings.size() - 1));
}

void selectTarget(Viewer& viewer, const Model& model, const FindingTarget& target) {
  State& state = viewer.state;
  state.selection.mesh = target.mesh;
  state.selection.vertex = target.vertex;
  state.selection.triangle = target.triangle;
  state.selection.solid = target.solid;
  if (target.mesh != kNone) {
    state.selection.material = model.meshes[target.mesh].material;
    reveal(viewer, target.mesh);
  }
  if (target.bone_id != kNone) {
    selectBoneId(model, state.selection, target.bone_id);
    state.view.display.armature = true;  // else nothing would show of it
  }
  if (target.level != kNone && !viewer.scene()->levels().isEmpty(target.level)) {
    state.lod.mode = LodMode::Forced;
    state.lod.forced = target.level;
  }
  if (target.clip != kNone && state.playback.clip != target.clip) viewer.chooseClip(target.clip);
}

Result<void> selectFinding(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "finding INDEX|none"); !ok) return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  if (arguments[0] == "none") {
    viewer.state.selection = {};
    return {};
  }
  const auto index = findingArgument(viewer, arguments[0]);
  if (!index) return tl::unexpected(index.error());
  const LoadedModel& loaded = viewer.scene()->document().loaded;
  viewer.state.selection = {};
  viewer.state.selection.finding = *index;
  selectTarget(viewer, **model, targetOf(loaded, loaded.diagnostics[*index]));
  return {};
}

/// "error mesh.index-range meshes[1].faces[3] at 0x1A40: vertex 40, but the mesh has 15"
std::string lineOf(const Diagnostic& finding) {
  return fmt::format("{} {} {}\n", toString(finding.severity), finding.rule, describe(finding));
}

Result<void> copyFindings(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "copy-finding INDEX|all"); !ok) return ok;
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  const auto& findings = viewer.scene()->document().loaded.diagnostics;
  if (arguments[0] != "all") {
    const auto index = findingArgument(viewer, arguments[0]);
    if (!index) return tl::unexpected(index.error());
    viewer.window.copied = lineOf(findings[*index]);
    return {};
  }
  // A clipboard is no place for a million lines; `sinew check` writes them to a file.
  constexpr std::size_t kMostLines = 10000;
  std::string text;
  for (std::size_t i = 0; i < std::min(findings.size(), kMostLines); ++i)
    text += lineOf(findings[i]);
  if (findings.size() > kMostLines) {
    text += fmt::format("... and {} more\n", findings.size() - kMostLines);
  }
  viewer.window.copied = std::move(text);
  return {};
}

constexpr std::array kShow{
    CommandPreset{"all", "", "Model/Show all meshes", "Shows every mesh of the level."},
    CommandPreset{"selected", "", "", "Shows the selected mesh."}};
constexpr std::array kHide{
    CommandPreset{"selected", "", "Model/Hide selected mesh", "Hides the selected mesh."}};
constexpr std::array kSolo{CommandPreset{"selected", "", "Model/Show only selected mesh",
                                         "Hides every mesh but the selected one."}};

constexpr std::array kCommands{
    CommandDef{"mesh", "INDEX|none", "Selects a mesh.", selectMesh},
    CommandDef{"material", "INDEX|none", "Selects a material.", selectMaterial},
    CommandDef{"vertex", "MESH:INDEX", "Selects a vertex of a mesh.", selectVertex},
    CommandDef{"triangle", "MESH:INDEX", "Selects a triangle of a mesh.", selectTriangle},
    CommandDef{"edge", "MESH:VERTEX VERTEX", "Selects the edge between two vertices of a mesh.",
               selectEdge},
    CommandDef{"solid", "INDEX|none", "Selects a solid and its bone.", selectSolid},
    CommandDef{"finding", "INDEX|none", "Selects what a finding of the check is about.",
               selectFinding},
    CommandDef{"copy-finding", "INDEX|all", "Puts findings of the check into the clipboard.",
               copyFindings},
    CommandDef{"show", "MESH|selected|all", "Shows a mesh that was hidden.", show, kShow},
    CommandDef{"hide", "MESH|selected|all", "Hides a mesh.", hide, kHide},
    CommandDef{"solo", "MESH|selected", "Hides every mesh but one.", solo, kSolo},
    CommandDef{"highlight", "MESH|MESH:TRIANGLE|none",
               "Lights a mesh as if the pointer were on it.", highlight}};

}  // namespace

std::span<const CommandDef> meshCommands() {
  return kCommands;
}

}  // namespace sinew::app
