#pragma once

#include "format/mat34.h"
#include "format/model.h"

namespace sinew::gltf {

/// The matrix of a transform.
[[nodiscard]] Mat34d matrixOf(const Transform& transform);

/// Determinant of the 3x3 part.
[[nodiscard]] double determinant(const Mat34d& m);

struct Decomposed {
  Transform transform;
  /// Largest difference between an entry of the matrix and of the transform's, over the largest
  /// axis: shear, which translation, rotation and scale cannot express.
  double shear = 0.0;
};
/// A transform near a matrix: exact where it has no shear. A mirroring matrix gets a negative x
/// scale.
[[nodiscard]] Decomposed decompose(const Mat34d& m);

}  // namespace sinew::gltf
