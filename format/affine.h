#pragma once

// Affine maps taken apart and turned back.

#include <optional>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew {

/// The matrix of a transform.
[[nodiscard]] Mat34d matrixOf(const Transform& transform);

/// Determinant of the 3x3 part.
[[nodiscard]] double determinant(const Mat34d& m);

/// m^-1; empty where the 3x3 part is flat for practical purposes or not finite.
[[nodiscard]] std::optional<Mat34d> inverseOf(const Mat34d& m);

struct Decomposed {
  Transform transform;
  /// Largest difference between an entry of the matrix and of the transform's, over the largest
  /// axis: shear, which translation, rotation and scale cannot express.
  double shear = 0.0;
};
/// A transform near a matrix: exact where it has no shear. A mirroring matrix gets a negative x
/// scale.
[[nodiscard]] Decomposed decompose(const Mat34d& m);

}  // namespace sinew
