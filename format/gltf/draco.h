#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "format/bytes.h"
#include "format/gltf/file.h"

namespace sinew::gltf {

/// A mesh unpacked from KHR_draco_mesh_compression.
struct DracoMesh {
  struct Attribute {
    std::uint32_t width = 0;
    Component component = Component::F32;
    std::vector<float> values;  ///< integers as they are, not normalised
  };
  std::uint32_t vertex_count = 0;
  std::vector<std::uint32_t> triangles;
  std::map<std::string, Attribute, std::less<>> attributes;
};

/// Unpacks `data`. \return what is wrong; empty: nothing. `most_vertices` and `most_indices` are
/// what the file's accessors say.
[[nodiscard]] std::string unpackDraco(const Draco& draco, Bytes data, std::uint64_t most_vertices,
                                      std::uint64_t most_indices, DracoMesh& out);

}  // namespace sinew::gltf
