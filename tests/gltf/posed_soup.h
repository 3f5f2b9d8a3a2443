#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "format/load.h"

namespace sinew::oracles {

/// Loads a model with the files beside it; fails the test where it cannot.
[[nodiscard]] std::optional<LoadedModel> loadFile(const std::string& path);

/// A pose that is asked for: a clip's number and seconds, or the file's own pose.
struct Moment {
  std::optional<std::uint32_t> clip;
  double time_s = 0.0;
};
/// Moments of up to `most` clips, spread over each, and the file's own pose.
[[nodiscard]] std::vector<Moment> momentsOf(const Model& model, std::size_t most);

/// A mesh's triangles, posed.
struct SoupMesh {
  std::string name;
  std::vector<glm::dvec3> corners;  ///< triangles that use a vertex twice left out
};
using Soup = std::vector<SoupMesh>;
[[nodiscard]] Soup posedSoup(const Model& model, const Moment& moment);
/// three.js' answer for each moment; empty, with a failed test, where it gives none.
[[nodiscard]] std::vector<Soup> threeSoups(const std::string& path,
                                           const std::vector<Moment>& moments);

/// Largest distance between corners of two soups, as a part of the second one's diagonal. Triangles
/// may start at another corner, and run the other way round: a mirrored mesh is turned when it is
/// read, or when it is drawn. Infinite, with a failed test, where the numbers of meshes or corners
/// differ.
[[nodiscard]] double largestDistance(const Soup& soup, const Soup& judge);

}  // namespace sinew::oracles
