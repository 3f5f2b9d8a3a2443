#pragma once

// Vertex records -> the arrays of a mesh.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "format/mdl0/vertex_format.h"

namespace sinew::mdl0 {

/// Decodes the vertices of one object into its mesh, and counts what is wrong with them.
class VertexDecoder {
 public:
  /// `arrays` are those the object names, null where it names none. Where the setup list and an
  /// array disagree, the setup list counts, unless that reads past the array's elements; both are
  /// reported at `object`.
  VertexDecoder(const Source& source, const VertexLayout& layout,
                const std::array<const VertexArray*, kAttributes>& arrays, std::uint64_t object,
                std::string path, scene::Mesh& mesh);

  /// Appends the vertex whose record is at `record`, which lies inside the file.
  void append(std::uint64_t record);

  /// Reports indices past an array and values that are no numbers.
  void finish();

 private:
  struct Tally {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
    void add(std::uint64_t offset) {
      if (count++ == 0) first = offset;
    }
  };
  struct Field {
    FieldMode mode = FieldMode::Absent;
    const VertexArray* array = nullptr;
    NumberFormat format;
    double scale = 1.0;
    std::uint32_t offset = 0;
    std::uint32_t indices = 1;
    std::uint32_t numbers = 0;  ///< of an element
    std::uint32_t bytes = 0;    ///< of an element
    Tally bad_index;
    Tally not_finite;
  };

  void bind(std::size_t attribute, const VertexLayout::Attribute& described,
            const VertexArray* array, std::uint64_t object);
  /// Where the element of a field starts; null where it has none.
  const std::byte* element(Field& field, std::uint64_t record, std::uint32_t which) const;
  /// Up to nine numbers, 0 where the file has none.
  void numbers(Field& field, std::uint64_t record, std::array<float, 9>& out);
  void appendNormal(Field& field, std::uint64_t record);

  const Source& source_;
  std::string path_;
  scene::Mesh& mesh_;
  std::array<Field, kAttributes> fields_;
};

}  // namespace sinew::mdl0
