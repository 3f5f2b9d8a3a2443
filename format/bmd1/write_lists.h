#pragma once

// The three packed lists of a BMD1 file from their descriptions: what write.cpp lays out in the
// file.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/bmd1/write.h"
#include "format/result.h"

namespace sinew::bmd1 {

/// Appends little-endian numbers to a byte vector.
class ByteWriter {
 public:
  void u8(std::uint32_t value);
  void u16(std::uint32_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void bytes(const std::vector<std::byte>& data);
  void text(std::string_view data);
  /// Adds zeros up to the next multiple of `alignment`.
  void align(std::size_t alignment);

  [[nodiscard]] std::size_t size() const { return data_.size(); }
  [[nodiscard]] std::vector<std::byte>& data() { return data_; }

 private:
  std::vector<std::byte> data_;
};

/// A list's bytes with what its MeshDef says about it.
struct EncodedList {
  std::vector<std::byte> bytes;
  std::uint32_t count = 0;    ///< n_vtx, or n_tris by the nominal count (section 5)
  std::uint32_t subtype = 0;  ///< flags (1:0) or (3:2)
};

/// An Error of the writer: `code` is one of "write.value" (a number the field cannot hold),
/// "write.limit" (too many of something), "write.reference" (an index of something that is not
/// there), "write.text".
[[nodiscard]] tl::unexpected<Error> writeError(std::string code, std::string path,
                                               std::string message);

/// True for `#RRGGBB`, exactly six hexadecimal digits (section 3).
[[nodiscard]] bool isFlatMaterial(std::string_view name);

/// Vertices of one mesh (section 4). `bone_count`: bones and pseudo-bones of the file.
[[nodiscard]] Result<EncodedList> encodeVertices(const MeshSpec& mesh, std::size_t bone_count,
                                                 const std::string& mesh_path);

/// Faces of one mesh (section 5).
[[nodiscard]] Result<EncodedList> encodeFaces(const MeshSpec& mesh, const std::string& mesh_path);

/// Frame data of one animation for `bone_count` normal bones (section 8).
[[nodiscard]] Result<std::vector<std::byte>> encodeFrames(const AnimSpec& anim,
                                                          std::size_t bone_count,
                                                          const std::string& anim_path);

/// The F8A code of a weight or scale, which must not saturate.
[[nodiscard]] Result<std::uint8_t> encodeUnit(double value, const std::string& path,
                                              std::string_view what);

}  // namespace sinew::bmd1
