#pragma once

// glTF 2.0, .gltf and .glb -> the common model (docs/architecture.md, "glTF").

#include <vector>

#include "format/bytes.h"
#include "format/diagnostics.h"
#include "format/resolver.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::gltf {

struct ReadOptions {
  Mode mode = Mode::Lenient;
  FileResolver resolver;   ///< for buffers in other files; empty: such files are refused
  bool tracks = true;  ///< false: clips get no keys
};

struct ReadModel {
  Model model;
  std::vector<Diagnostic> diagnostics;  ///< sorted
};

/// True where the bytes look like a GLB, or like the JSON of a .gltf.
[[nodiscard]] bool looksLikeGltf(Bytes bytes);

/// Reads a file. \return an Error with path and numbers where anything it needs is broken, missing,
/// not finite, or expands to more than a set multiple of the bytes read.
[[nodiscard]] Result<ReadModel> read(const SharedBytes& bytes, const ReadOptions& options);

}  // namespace sinew::gltf
