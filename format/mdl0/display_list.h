#pragma once

// An object's primitive list -> the triangles, lines and points of a mesh. docs/format-mdl0.md,
// "Primitive lists".

#include <cstdint>
#include <string>

#include "format/mdl0/vertex_decoder.h"

namespace sinew::mdl0 {

/// Where an object's primitive list is and what its vertices are.
struct DisplayList {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< within the file
  VertexLayout layout;
  std::int32_t matrix = -1;  ///< of the whole object; -1: each vertex names one
  std::string path;
};

/// Reads a list to its end, or to the first command that cannot be read, which is reported; what
/// came before stays. Costs time in proportion to the list's bytes.
void readDisplayList(ModelReader& reader, const DisplayList& list, VertexDecoder& decoder,
                     scene::Mesh& mesh);

}  // namespace sinew::mdl0
