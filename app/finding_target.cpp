#include "app/finding_target.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "format/bmd1/decode.h"

namespace sinew::app {
namespace {

/// "name[12]rest" -> name, 12, rest.
struct Step {
  std::string_view name;
  std::optional<std::uint32_t> index;
};

Step takeStep(std::string_view& path) {
  const std::size_t end = std::min(path.find('.'), path.size());
  Step step;
  std::string_view part = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  const std::size_t bracket = part.find('[');
  step.name = part.substr(0, bracket);
  if (bracket == std::string_view::npos) return step;
  std::uint32_t value = 0;
  const auto [stop, code] =
      std::from_chars(part.data() + bracket + 1, part.data() + part.size(), value);
  if (code == std::errc{} && stop != part.data() + part.size() && *stop == ']') step.index = value;
  return step;
}

/// Visits the faces of a mesh that the model keeps, each with its first triangle there.
template <class Visit>
void forEachKeptFace(const LoadedModel& loaded, std::uint32_t mesh, const Visit& visit) {
  const bmd1::File& file = *loaded.bmd1;
  const std::uint32_t vertices = loaded.model.meshes[mesh].vertexCount();
  std::uint32_t next = 0;
  bmd1::forEachFace(file, file.meshes[mesh], [&](std::uint32_t index, const bmd1::Face& record) {
    const std::uint32_t corners = record.corners();
    const bool kept = std::all_of(record.indices.begin(), record.indices.begin() + corners,
                                  [vertices](std::uint32_t v) { return v < vertices; });
    if (!kept) return;
    visit(index, next, corners - 2);
    next += corners - 2;
  });
}

/// The model's first triangle of a face record, kNone for a face that the model leaves out.
std::uint32_t triangleOfFace(const LoadedModel& loaded, std::uint32_t mesh, std::uint32_t face) {
  std::uint32_t found = kNone;
  forEachKeptFace(loaded, mesh, [&](std::uint32_t index, std::uint32_t first, std::uint32_t) {
    if (index == face) found = first;
  });
  return found < loaded.model.meshes[mesh].triangles.size() / 3 ? found : kNone;
}

std::uint32_t solidOfMesh(const Model& model, std::uint32_t mesh) {
  const auto found = std::ranges::find(model.solids, mesh, &Solid::mesh);
  return found == model.solids.end() ? kNone
                                     : static_cast<std::uint32_t>(found - model.solids.begin());
}

void readMesh(const LoadedModel& loaded, std::string_view rest, bool of_solid,
              FindingTarget& target) {
  const Mesh& mesh = loaded.model.meshes[target.mesh];
  const Step part = takeStep(rest);
  if (part.index && part.name == "vertices" && *part.index < mesh.vertexCount()) {
    target.vertex = *part.index;
  }
  if (part.index && part.name == "faces" && loaded.bmd1 &&
      target.mesh < loaded.bmd1->meshes.size()) {
    target.triangle = triangleOfFace(loaded, target.mesh, *part.index);
  }
  // What is never drawn as surface can be seen as a solid only.
  if (of_solid || !mesh.drawn) target.solid = solidOfMesh(loaded.model, target.mesh);
}

void readBone(const LoadedModel& loaded, std::string_view rest, FindingTarget& target) {
  if (takeStep(rest).name != "solid") return;
  const Model& model = loaded.model;
  const auto found = std::ranges::find(model.solids, target.bone_id, &Solid::influence);
  if (found == model.solids.end()) return;
  target.solid = static_cast<std::uint32_t>(found - model.solids.begin());
  target.mesh = found->mesh;
}

}  // namespace

FindingTarget targetOf(const LoadedModel& loaded, const Diagnostic& finding) {
  FindingTarget target;
  const Model& model = loaded.model;
  std::string_view rest = finding.path;
  const Step top = takeStep(rest);
  if (!top.index) return target;
  const std::uint32_t index = *top.index;
  if (top.name == "meshes" && index < model.meshes.size()) {
    target.mesh = index;
    readMesh(loaded, rest, finding.rule.starts_with("solid."), target);
  } else if (top.name == "lods" && index < model.lods.size()) {
    target.level = index;
  } else if (top.name == "bones" &&
             index < model.skeleton.bones.size() + model.pseudo_bones.size()) {
    target.bone_id = index;
    readBone(loaded, rest, target);
  } else if (top.name == "anims" && index < model.clips.size()) {
    target.clip = index;
    const Step track = takeStep(rest);
    const std::size_t bones = model.skeleton.bones.size() + model.pseudo_bones.size();
    if (track.name == "tracks" && track.index && *track.index < bones)
      target.bone_id = *track.index;
  }
  return target;
}

std::uint32_t faceOfTriangle(const LoadedModel& loaded, std::uint32_t mesh,
                             std::uint32_t triangle) {
  if (!loaded.bmd1 || mesh >= loaded.model.meshes.size()) return kNone;
  std::uint32_t found = kNone;
  forEachKeptFace(loaded, mesh, [&](std::uint32_t index, std::uint32_t first, std::uint32_t count) {
    if (triangle >= first && triangle - first < count) found = index;
  });
  return found;
}

}  // namespace sinew::app
