#include "format/convert/levels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <glm/vec3.hpp>
#include <meshoptimizer.h>

#include "format/quantize.h"

namespace sinew::convert {
namespace {

constexpr double kPictureHeight = 1080.0;
constexpr double kTanHalfAngle = 0.41421356237309503;  // of 45 degrees
constexpr double kNearest_m = 0.5;                     // no level changes nearer than this
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

Simplified simplify(const BuiltMesh& mesh, double share) {
  std::vector<unsigned int> indices;
  for (const bmd1::FaceSpec& f : mesh.spec.faces) {
    indices.insert(indices.end(), {f.indices[0], f.indices[1], f.indices[2]});
    if (f.quad) indices.insert(indices.end(), {f.indices[0], f.indices[2], f.indices[3]});
  }
  std::vector<glm::vec3> places(mesh.places.begin(), mesh.places.end());
  std::vector<unsigned int> out(indices.size());
  const auto target = static_cast<std::size_t>(share * static_cast<double>(indices.size() / 3)) * 3;
  float error = 0.0f;
  const std::size_t count =
      meshopt_simplify(out.data(), indices.data(), indices.size(), &places[0].x, places.size(),
                       sizeof(glm::vec3), target, kMaxError, meshopt_SimplifyLockBorder, &error);
  out.resize(count);
  const float size = meshopt_simplifyScale(&places[0].x, places.size(), sizeof(glm::vec3));
  Simplified result;
  result.spec.material = mesh.spec.material;
  result.spec.vertices = mesh.spec.vertices;
  const std::vector<std::uint32_t> triangles(out.begin(), out.end());
  result.spec.faces = pairFaces(triangles, {}, mesh.places);
  result.error = static_cast<double>(error) * static_cast<double>(size);
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
