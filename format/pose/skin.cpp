#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "format/pose/pose.h"
#include "format/unpack.h"

namespace sinew::pose {
namespace {

/// What a normal is multiplied with: sign(det M) * cof(M), up to a positive factor.
template <class T>
using NormalMatrix = std::array<T, 9>;

/// All zero where the matrix is not finite. The entries are brought to at most 1 first: cofactors
/// square them, and chains of scales reach far.
template <class T>
NormalMatrix<T> normalMatrix(const Mat34<T>& matrix) {
  NormalMatrix<T> m{matrix.m[0], matrix.m[1], matrix.m[2], matrix.m[4], matrix.m[5],
                    matrix.m[6], matrix.m[8], matrix.m[9], matrix.m[10]};
  T largest = T(0);
  for (const T value : m) {
    if (!std::isfinite(value)) return {};
    largest = std::max(largest, std::abs(value));
  }
  if (largest < std::numeric_limits<T>::min()) return {};
  for (T& value : m)
    value /= largest;
  NormalMatrix<T> c{
      m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6],
      m[2] * m[7] - m[1] * m[8], m[0] * m[8] - m[2] * m[6], m[1] * m[6] - m[0] * m[7],
      m[1] * m[5] - m[2] * m[4], m[2] * m[3] - m[0] * m[5], m[0] * m[4] - m[1] * m[3]};
  const T det = m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
  // The determinant of a flat matrix is 0 only up to rounding, and counts as positive.
  const T size = std::abs(m[0] * c[0]) + std::abs(m[1] * c[1]) + std::abs(m[2] * c[2]);
  const T rounding = T(8) * std::numeric_limits<T>::epsilon() * std::max(size, T(1));
  if (det < -rounding) {
    for (T& value : c)
      value = -value;
  }
  return c;
}

/// Length 1, or 0 where there is no direction. Scaled by the largest component first, so that short
/// and long vectors keep theirs.
template <class T>
glm::vec<3, T> direction(const glm::vec<3, T>& v) {
  const T largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest >= std::numeric_limits<T>::min()) || !std::isfinite(largest)) {
    return glm::vec<3, T>(T(0));
  }
  const glm::vec<3, T> u = v / largest;
  return u / std::sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
}

template <class T>
glm::vec<3, T> transformPoint(const Mat34<T>& m, const glm::vec<3, T>& p) {
  return {m.m[0] * p.x + m.m[1] * p.y + m.m[2] * p.z + m.m[3],
          m.m[4] * p.x + m.m[5] * p.y + m.m[6] * p.z + m.m[7],
          m.m[8] * p.x + m.m[9] * p.y + m.m[10] * p.z + m.m[11]};
}

template <class T>
glm::vec<3, T> multiply(const NormalMatrix<T>& c, const glm::vec<3, T>& n) {
  return {c[0] * n.x + c[1] * n.y + c[2] * n.z, c[3] * n.x + c[4] * n.y + c[5] * n.z,
          c[6] * n.x + c[7] * n.y + c[8] * n.z};
}

template <class T>
void skinMesh(const Model& model, const Mesh& mesh, std::span<const Mat34<T>> influences,
              std::span<glm::vec<3, T>> positions, std::span<glm::vec<3, T>> normals) {
  std::vector<UnpackedVertex> vertices(mesh.vertexCount());
  unpackVertices(model, mesh, vertices);
  assert(positions.empty() || positions.size() == vertices.size());
  assert(normals.empty() || normals.size() == vertices.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] =
        transformPoint(influences[vertices[i].influence], glm::vec<3, T>(vertices[i].position));
  }
  // Neighbours mostly share an influence: its matrix is made once a run.
  std::uint32_t current = kNone;
  NormalMatrix<T> normal_matrix{};
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (vertices[i].influence != current) {
      current = vertices[i].influence;
      normal_matrix = normalMatrix(influences[current]);
    }
    normals[i] = direction(multiply(normal_matrix, glm::vec<3, T>(vertices[i].normal)));
  }
}

}  // namespace

void skin(const Model& model, const Mesh& mesh, std::span<const Mat34d> influences,
          std::span<glm::dvec3> positions, std::span<glm::dvec3> normals) {
  skinMesh<double>(model, mesh, influences, positions, normals);
}

void skin(const Model& model, const Mesh& mesh, std::span<const Mat34f> influences,
          std::span<glm::vec3> positions, std::span<glm::vec3> normals) {
  skinMesh<float>(model, mesh, influences, positions, normals);
}

std::optional<Bounds> posedBounds(const Model& model, std::span<const std::uint32_t> meshes,
                                  std::span<const Mat34d> influences) {
  std::optional<Bounds> out;
  std::vector<glm::dvec3> positions;
  for (const std::uint32_t index : meshes) {
    const Mesh& mesh = model.meshes[index];
    positions.resize(mesh.vertexCount());
    skin(model, mesh, influences, positions, {});
    for (const glm::dvec3& p : positions) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) continue;
      if (!out) out = Bounds{p, p};
      out->min = glm::min(out->min, p);
      out->max = glm::max(out->max, p);
    }
  }
  return out;
}

}  // namespace sinew::pose
