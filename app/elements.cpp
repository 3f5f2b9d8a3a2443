#include "app/elements.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "format/unpack.h"

namespace sinew::app {
namespace {

constexpr glm::vec3 kSelectedColor{1.0f, 0.69f, 0.19f};
constexpr glm::vec3 kFaultColor{1.0f, 0.33f, 0.28f};
constexpr glm::vec3 kHoverColor{0.42f, 0.78f, 1.0f};
constexpr glm::vec3 kMassColor{0.72f, 1.0f, 0.55f};

glm::dvec3 transform(const Mat34f& m, const glm::dvec3& p) {
  const auto row = [&](std::size_t r) {
    return double{m.m[4 * r]} * p.x + double{m.m[4 * r + 1]} * p.y + double{m.m[4 * r + 2]} * p.z +
           double{m.m[4 * r + 3]};
  };
  return {row(0), row(1), row(2)};
}

bool hasVertex(const Model& model, std::uint32_t mesh, std::uint32_t vertex) {
  return mesh < model.meshes.size() && vertex < model.meshes[mesh].vertexCount();
}

/// The corners of a triangle, or nothing.
std::optional<std::array<std::uint32_t, 3>> cornersOf(const Model& model, std::uint32_t mesh,
                                                      std::uint32_t triangle) {
  if (mesh >= model.meshes.size()) return std::nullopt;
  const auto& list = model.meshes[mesh].triangles;
  const std::size_t at = std::size_t{triangle} * 3;
  if (triangle == kNone || at + 2 >= list.size()) return std::nullopt;
  return std::array{list[at], list[at + 1], list[at + 2]};
}

/// All corners of what of the selection is smaller than a mesh.
std::vector<std::uint32_t> selectedVertices(const Model& model, const Selection& selection) {
  std::vector<std::uint32_t> out;
  if (const auto corners = cornersOf(model, selection.mesh, selection.triangle)) {
    out.assign(corners->begin(), corners->end());
  }
  for (const std::uint32_t vertex : {selection.vertex, selection.edge[0], selection.edge[1]}) {
    if (hasVertex(model, selection.mesh, vertex)) out.push_back(vertex);
  }
  return out;
}

/// Bounds that leave room around something small, so that a point does not fill the view.
pose::Bounds withRoom(const Scene& scene, pose::Bounds bounds) {
  const glm::dvec3 size = scene.restBounds().max - scene.restBounds().min;
  const double radius = std::max(glm::length(size) * 0.02, 1e-6);
  bounds.min -= radius;
  bounds.max += radius;
  return bounds;
}

std::optional<pose::Bounds> boundsOfMesh(const Scene& scene, std::uint32_t index,
                                         std::uint32_t solid) {
  const Mesh& mesh = scene.model().meshes[index];
  std::optional<pose::Bounds> out;
  if (solid != kNone) {
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
      extend(out, posedVertex(scene, index, v, solid));
    return out;
  }
  std::vector<glm::vec3> positions(mesh.vertexCount());
  pose::skin(scene.model(), mesh, scene.poser().influenceMatrices(), positions, {});
  for (const glm::vec3& position : positions)
    extend(out, glm::dvec3(position));
  return out;
}

/// The outline of a triangle of a mesh.
void markTriangle(const Scene& scene, std::uint32_t mesh, std::uint32_t triangle,
                  std::uint32_t solid, const glm::vec3& color, std::vector<renderer::Mark>& marks) {
  const auto corners = cornersOf(scene.model(), mesh, triangle);
  if (!corners) return;
  std::array<glm::vec3, 3> at{};
  for (std::size_t i = 0; i < 3; ++i)
    at[i] = glm::vec3(posedVertex(scene, mesh, (*corners)[i], solid));
  for (std::size_t i = 0; i < 3; ++i)
    marks.push_back({at[i], at[(i + 1) % 3], color, 2.5f});
}

}  // namespace

glm::dvec3 posedVertex(const Scene& scene, std::uint32_t mesh, std::uint32_t vertex,
                       std::uint32_t solid) {
  const Model& model = scene.model();
  const UnpackedVertex unpacked = unpackVertex(model, model.meshes[mesh], vertex);
  const std::span<const Mat34f> matrices = scene.poser().influenceMatrices();
  std::uint32_t influence = unpacked.influence;
  if (solid < model.solids.size() && model.solids[solid].influence < matrices.size()) {
    influence = model.solids[solid].influence;
  }
  return transform(matrices[influence], glm::dvec3(unpacked.position));
}

std::uint32_t solidOfSelection(const Model& model, const Selection& selection) {
  const bool is_part =
      selection.solid < model.solids.size() && model.solids[selection.solid].mesh == selection.mesh;
  return is_part ? selection.solid : kNone;
}

std::optional<pose::Bounds> elementBounds(const Scene& scene, const Selection& selection) {
  const Model& model = scene.model();
  const std::uint32_t solid = solidOfSelection(model, selection);
  std::optional<pose::Bounds> out;
  for (const std::uint32_t vertex : selectedVertices(model, selection))
    extend(out, posedVertex(scene, selection.mesh, vertex, solid));
  if (out) return withRoom(scene, *out);
  if (selection.solid < model.solids.size()) {
    const std::uint32_t mesh = model.solids[selection.solid].mesh;
    if (mesh < model.meshes.size()) out = boundsOfMesh(scene, mesh, selection.solid);
  } else if (selection.mesh < model.meshes.size() && selection.bone == kNone &&
             selection.pseudo_bone == kNone) {
    // A click on the surface selects its bone too, which is the smaller thing to look at.
    out = boundsOfMesh(scene, selection.mesh, kNone);
  }
  if (out) return withRoom(scene, *out);
  return std::nullopt;
}

void collectMarks(const Scene& scene, const State& state, std::vector<renderer::Mark>& marks) {
  const Model& model = scene.model();
  const Selection& selection = state.selection;
  const std::uint32_t solid = solidOfSelection(model, selection);
  markTriangle(scene, selection.mesh, selection.triangle, solid, kSelectedColor, marks);
  const auto& edge = selection.edge;
  if (hasVertex(model, selection.mesh, edge[0]) && hasVertex(model, selection.mesh, edge[1])) {
    marks.push_back({glm::vec3(posedVertex(scene, selection.mesh, edge[0], solid)),
                     glm::vec3(posedVertex(scene, selection.mesh, edge[1], solid)), kFaultColor,
                     4.0f});
  }
  if (hasVertex(model, selection.mesh, selection.vertex)) {
    const glm::vec3 at(posedVertex(scene, selection.mesh, selection.vertex, solid));
    marks.push_back({at, at, kSelectedColor, 2.5f});
  }
  if (selection.solid < model.solids.size()) {
    const auto& center = scene.solidFacts(selection.solid).center_of_mass;
    const std::uint32_t influence = model.solids[selection.solid].influence;
    const std::span<const Mat34f> matrices = scene.poser().influenceMatrices();
    if (center && influence < matrices.size()) {
      const glm::vec3 at(transform(matrices[influence], *center));
      marks.push_back({at, at, kMassColor, 2.0f});
    }
  }
  markTriangle(scene, state.highlight.mesh, state.highlight.triangle, kNone, kHoverColor, marks);
}

}  // namespace sinew::app
