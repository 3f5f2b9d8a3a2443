#pragma once

// The common model -> glTF 2.0 (docs/architecture.md, "glTF").

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/bytes.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::gltf {

/// A texture's picture as it goes into the file.
struct Picture {
  SharedBytes bytes;      ///< a PNG or JPEG file; null: there is none, materials go without
  std::string mime_type;  ///< "image/png" or "image/jpeg"
};

enum class LodChoice : std::uint8_t {
  All,   ///< MSFT_lod: the finest level in the scene, the others named by it
  First  ///< the finest level alone
};

struct WriteOptions {
  bool binary = true;             ///< .glb; else a .gltf with its data inside
  std::vector<Picture> pictures;  ///< one for each Model::textures, or fewer
  LodChoice lods = LodChoice::All;
  bool solids = true;  ///< as a scene of their own
};

struct Written {
  std::vector<std::byte> bytes;
  std::vector<std::string> notes;  ///< what could not be kept, a sentence each
};

/// Writes a model: Y up, front +Z, metres; every bone a node, so that World(bone) turns into the
/// same motion in the new axes. Skins are exact, blends of pseudo-bones included. \return an Error
/// where glTF has no room (more than 4 GiB) or there is nothing to write.
[[nodiscard]] Result<Written> write(const Model& model, const WriteOptions& options);

}  // namespace sinew::gltf
