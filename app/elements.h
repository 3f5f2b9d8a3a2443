#pragma once

// Parts of meshes that can be selected - triangles, edges, vertices, solids: where they are now,
// and how they are marked in the view.

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/scene.h"
#include "app/state.h"
#include "renderer/frame.h"

namespace sinew::app {

/// Where a vertex of a mesh is as last posed, model space. With `solid` (an index into
/// Model::solids) the mesh hangs on the solid's bone as a whole.
[[nodiscard]] glm::dvec3 posedVertex(const Scene& scene, std::uint32_t mesh, std::uint32_t vertex,
                                     std::uint32_t solid = kNone);

/// The solid that the selection's vertices, edges and triangles are parts of, or kNone.
[[nodiscard]] std::uint32_t solidOfSelection(const Model& model, const Selection& selection);

/// A box around the selected triangle, edge or vertex, else around the selected solid, else around
/// the selected mesh (where no bone is selected), as last posed; empty where there is none of them.
[[nodiscard]] std::optional<pose::Bounds> elementBounds(const Scene& scene,
                                                        const Selection& selection);

/// Adds the marks of what is selected and of what the pointer is over.
void collectMarks(const Scene& scene, const State& state, std::vector<renderer::Mark>& marks);

}  // namespace sinew::app
