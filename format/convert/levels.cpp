#include "format/convert/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <meshoptimizer.h>

#include "format/quantize.h"

namespace sinew::convert {
namespace {

constexpr double kPictureHeight = 1080.0;
constexpr double kTanHalfAngle = 0.41421356237309503;  // of 45 degrees
constexpr double kNearest_m = 0.5;                     // no level changes nearer than this
constexpr double kStuck = 1.5;                         // times the faces asked for
constexpr float kMaxError = 0.1f;                      // of a mesh's size; coarser is no likeness

/// Where the digits of a "_LOD2" ending begin; npos: there is none.
std::size_t levelDigits(std::string_view name) {
  std::size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  if (digits == name.size() || name.size() - digits > 2 || digits < 4)
    return std::string_view::npos;
  const std::string_view mark = name.substr(digits - 4, 4);
  const auto is = [&](std::size_t i, char lower) { return (mark[i] | 0x20) == lower; };
  const bool fits = (mark[0] == '_' || mark[0] == '-' || mark[0] == '.') && is(1, 'l') &&
                    is(2, 'o') && is(3, 'd');
  return fits ? digits : std::string_view::npos;
}

std::vector<unsigned int> trianglesOf(const bmd1::MeshSpec& spec) {
  std::vector<unsigned int> out;
  for (const bmd1::FaceSpec& f : spec.faces) {
    out.insert(out.end(), {f.indices[0], f.indices[1], f.indices[2]});
    if (f.quad) out.insert(out.end(), {f.indices[0], f.indices[2], f.indices[3]});
  }
  return out;
}

/// `error`: how far the result lies off, in the places' units.
std::vector<std::uint32_t> simplified(const std::vector<unsigned int>& indices,
                                      const std::vector<glm::dvec3>& at, std::size_t target,
                                      double max_error, double& error) {
  const std::vector<glm::vec3> places(at.begin(), at.end());
  std::vector<unsigned int> out(indices.size());
  const float size = meshopt_simplifyScale(&places[0].x, places.size(), sizeof(glm::vec3));
  const float limit =
      size > 0.0f ? std::min(kMaxError, static_cast<float>(max_error) / size) : kMaxError;
  float relative = 0.0f;
  const std::size_t count =
      meshopt_simplify(out.data(), indices.data(), indices.size(), &places[0].x, places.size(),
                       sizeof(glm::vec3), target, limit, meshopt_SimplifyLockBorder, &relative);
  error = static_cast<double>(relative) * static_cast<double>(size);
  return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// What corners have in common that may be joined: place and texture coordinates.
using CornerKey = std::array<double, 5>;

CornerKey keyOf(const BuiltMesh& mesh, std::uint32_t v) {
  const glm::dvec3& p = mesh.places[v];
  const glm::dvec2& st = mesh.spec.vertices[v].st;
  return {p.x, p.y, p.z, st.x, st.y};
}

/// The triangles with one vertex for each such corner, and those vertices alone: the library takes
/// vertices at one place for a seam even where no triangle names them.
struct Joined {
  std::vector<unsigned int> indices;
  std::vector<glm::dvec3> places;
  std::vector<std::uint32_t> vertex;  ///< of the mesh
};

Joined joined(const std::vector<unsigned int>& indices, const BuiltMesh& mesh) {
  std::map<CornerKey, unsigned int> known;
  Joined out;
  for (const unsigned int i : indices) {
    const auto [at, is_new] =
        known.try_emplace(keyOf(mesh, i), static_cast<unsigned int>(out.places.size()));
    if (is_new) {
      out.places.push_back(mesh.places[i]);
      out.vertex.push_back(i);
    }
    out.indices.push_back(at->second);
  }
  return out;
}

/// Gives each corner the vertex that could be joined with it whose normal is nearest to its face's.
void takeBestCorners(const BuiltMesh& mesh, std::vector<std::uint32_t>& triangles) {
  std::map<CornerKey, std::vector<std::uint32_t>> at;
  for (std::uint32_t v = 0; v < mesh.places.size(); ++v)
    at[keyOf(mesh, v)].push_back(v);
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const glm::dvec3& a = mesh.places[triangles[t]];
    const glm::dvec3 normal =
        glm::cross(mesh.places[triangles[t + 1]] - a, mesh.places[triangles[t + 2]] - a);
    const auto along = [&](std::uint32_t v) {
      const glm::dvec3& n = mesh.spec.vertices[v].normal;
      const double length = glm::length(n);
      return length > 0.0 ? glm::dot(n, normal) / length : 0.0;
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& choices = at[keyOf(mesh, triangles[t + k])];
      triangles[t + k] =
          *std::max_element(choices.begin(), choices.end(),
                            [&](std::uint32_t x, std::uint32_t y) { return along(x) < along(y); });
    }
  }
}

}  // namespace

std::optional<std::uint32_t> levelOfName(std::string_view name) {
  const std::size_t digits = levelDigits(name);
  if (digits == std::string_view::npos) return std::nullopt;
  std::uint32_t level = 0;
  for (const char c : name.substr(digits))
    level = 10 * level + static_cast<std::uint32_t>(c - '0');
  return level;
}

std::string_view baseOfName(std::string_view name) {
  const std::size_t digits = levelDigits(name);
  return digits == std::string_view::npos ? name : name.substr(0, digits - 4);
}

double scaleForError(double error_m) {
  const double distance = std::max(kNearest_m, error_m * kPictureHeight / (2.0 * kTanHalfAngle));
  return 1.0 / (distance + 1.0);
}

Simplified simplify(const BuiltMesh& mesh, double share, double max_error) {
  const std::vector<unsigned int> indices = trianglesOf(mesh.spec);
  const auto target = static_cast<std::size_t>(share * static_cast<double>(indices.size() / 3)) * 3;
  double error = 0.0;
  std::vector<std::uint32_t> triangles = simplified(indices, mesh.places, target, max_error, error);
  // Where every face has corners of its own (hard edges) nothing can be taken away. They are joined
  // for that, and take the normal that suits their new face best.
  if (static_cast<double>(triangles.size()) > kStuck * static_cast<double>(target)) {
    const Joined one = joined(indices, mesh);
    triangles = simplified(one.indices, one.places, target, max_error, error);
    for (std::uint32_t& corner : triangles)
      corner = one.vertex[corner];
    takeBestCorners(mesh, triangles);
  }
  Simplified result;
  result.spec.material = mesh.spec.material;
  result.spec.vertices = mesh.spec.vertices;
  result.spec.faces = pairFaces(triangles, {}, mesh.places);
  result.error = error;
  return result;
}

std::vector<double> levelScales(const std::vector<double>& errors_m) {
  std::vector<double> out;
  double last = std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (const double error : errors_m) {
    worst = std::max(worst, error);
    const double scale = decodeF8a(encodeF8a(scaleForError(worst)).value_or(0));
    const bool chosen = scale > 0.0 && scale < last;
    out.push_back(chosen ? scale : -1.0);
    if (chosen) last = scale;
  }
  out.push_back(0.0);
  return out;
}

}  // namespace sinew::convert
