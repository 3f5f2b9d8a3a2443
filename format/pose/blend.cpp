#include "format/pose/blend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::pose {
namespace {

template <class T>
using Mat33 = std::array<T, 9>;

template <class T>
Mat33<T> rotationPart(const glm::qua<T>& q) {
  const Mat34<T> m = rigidMatrix(q, glm::vec<3, T>(T(0)));
  return {m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9], m.m[10]};
}

/// sum += weight * transpose(r) * (3x3 part of m).
template <class T>
void addStretch(Mat33<T>& sum, T weight, const Mat33<T>& r, const Mat34<T>& m) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      sum[3 * i + j] += weight * (r[i] * m.m[j] + r[3 + i] * m.m[4 + j] + r[6 + i] * m.m[8 + j]);
    }
  }
}

}  // namespace

BlendTerms termsOf(const Influences& influences, std::size_t influence) {
  const std::size_t first = influences.first[influence];
  const std::size_t count = influences.first[influence + 1] - first;
  BlendTerms out;
  out.bones = std::span(influences.bones).subspan(first, count);
  out.weights = std::span(influences.weights).subspan(first, count);
  if (!influences.offsets.empty()) {
    out.offsets = std::span(influences.offsets).subspan(first, count);
  }
  return out;
}

bool isPlainBlend(const BlendTerms& terms) {
  return terms.bones.size() > 1 &&
         std::all_of(terms.offsets.begin(), terms.offsets.end(),
                     [](const Mat34f& offset) { return offset == Mat34f{}; });
}

template <class T>
Mat34<T> blendMatrices(const BlendTerms& terms, const PosedBones<T>& bones) {
  if (terms.bones.empty()) return {};
  Mat34<T> sum;
  sum.m.fill(T(0));
  for (std::size_t k = 0; k < terms.bones.size(); ++k) {
    const Mat34<T>& world = bones.worlds[terms.bones[k]];
    const T weight = T(terms.weights[k]);
    if (terms.offsets.empty()) {
      addWeighted(sum, weight, world);
    } else {
      addWeighted(sum, weight, world * convertMatrix<T>(terms.offsets[k]));
    }
  }
  return sum;
}

template <class T>
Mat34<T> blendNlerp(const BlendTerms& terms, const PosedBones<T>& bones) {
  const glm::qua<T> first = bones.rotations[terms.bones[0]];
  glm::qua<T> mixed(T(0), T(0), T(0), T(0));
  Mat33<T> stretch{};
  std::array<T, 3> origin{};
  for (std::size_t k = 0; k < terms.bones.size(); ++k) {
    const T weight = T(terms.weights[k]);
    const glm::qua<T>& q = bones.rotations[terms.bones[k]];
    const Mat34<T>& world = bones.worlds[terms.bones[k]];
    mixed += q * (glm::dot(first, q) < T(0) ? -weight : weight);
    addStretch(stretch, weight, rotationPart(q), world);
    for (std::size_t r = 0; r < 3; ++r)
      origin[r] += weight * world.m[4 * r + 3];
  }
  // Negative weights can cancel out; then the first bone's rotation stands in.
  const T length = glm::length(mixed);
  const Mat33<T> r = rotationPart(length > T(1e-6) ? mixed * (T(1) / length) : first);
  Mat34<T> out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      out.m[4 * i + j] =
          r[3 * i] * stretch[j] + r[3 * i + 1] * stretch[3 + j] + r[3 * i + 2] * stretch[6 + j];
    }
    out.m[4 * i + 3] = origin[i];
  }
  return out;
}

template Mat34f blendMatrices(const BlendTerms&, const PosedBones<float>&);
template Mat34d blendMatrices(const BlendTerms&, const PosedBones<double>&);
template Mat34f blendNlerp(const BlendTerms&, const PosedBones<float>&);
template Mat34d blendNlerp(const BlendTerms&, const PosedBones<double>&);

}  // namespace sinew::pose
