#pragma once

// A BMD1 file's own records, as stored (docs/format-bmd1.md). Lists are not unpacked: they stay
// byte ranges of the file, and decode.h walks them on demand.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/bytes.h"
#include "format/diagnostics.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::bmd1 {

/// Which of its readings a file's 128-bit S/T get (section 4). Auto decides per file.
enum class St128 : std::uint8_t { Auto, Spec, Offset, Legacy16 };

/// Order of the Color/Shade byte's channels (section 1).
enum class Shade : std::uint8_t { Rgb, Bgr };

/// The named choices where the format's text is ambiguous (`--reading=NAME=VALUE`).
struct Readings {
  St128 st128 = St128::Auto;
  Shade shade = Shade::Rgb;
};

[[nodiscard]] std::string_view toString(St128 reading);
[[nodiscard]] std::string_view toString(Shade reading);

/// An array or list as the header or a record names it.
struct StoredRange {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

struct Header {
  std::uint64_t file_size = 0;
  std::array<std::uint32_t, 3> reserved{};
  StoredRange meshes;
  StoredRange lods;
  StoredRange bones;
  StoredRange anims;
};

/// A string field. `text` points into the file's bytes (at most 255 bytes, cut at a character), may
/// be ill-formed UTF-8, and has a null data() where the field is 0 or cannot be read.
struct StoredString {
  std::uint32_t offset = 0;
  std::string_view text;
  [[nodiscard]] bool present() const { return text.data() != nullptr; }
};

struct MeshDef {
  std::uint32_t offset = 0;  ///< of the record
  StoredString material;
  bool drawn = false;                                ///< ofs_mat is not 0
  bool flat = false;                                 ///< material is `#RRGGBB`
  std::array<std::uint8_t, 3> color{255, 255, 255};  ///< of a flat material
  std::uint32_t flags = 0;
  std::uint16_t n_vtx = 0;
  std::uint16_t n_tris = 0;
  StoredRange vertex_list;
  StoredRange face_list;
  // What the walk found.
  bool vertices_trusted = true;  ///< in range, within the budget, and not truncated
  bool faces_trusted = true;
  bool vertices_read = true;  ///< false: section.range or section.total, nothing of it is read
  bool faces_read = true;
  bool faces_in_range = true;  ///< no face names a vertex that the mesh does not have
  bool sound = true;  ///< both lists trusted; no bad index, bone or coordinate: fit to be a solid
  std::uint32_t vertex_count = 0;  ///< whole records
  std::uint32_t vertex_bytes = 0;  ///< they cover
  std::uint32_t face_count = 0;
  std::uint32_t face_bytes = 0;
  std::uint32_t triangle_count =
      0;  ///< a quad is two; faces left out for mesh.index-range included
  PackedForm form = PackedForm::Bits64;  ///< of the records found
};

struct LodDef {
  std::uint32_t offset = 0;
  std::uint8_t id_mesh = 0;
  std::uint8_t n_mesh = 0;
  std::uint8_t ld_sc = 0;
  std::uint8_t resv = 0;
};

enum class BoneKind : std::uint8_t { Bone, Pseudo };

struct BoneDef {
  std::uint32_t offset = 0;
  std::uint32_t xform_low = 0;   ///< packed vec3, or four bone ids
  std::uint32_t xform_high = 0;  ///< rotation, or four F8A weights
  StoredString name;
  std::uint8_t id_parent = 0;
  std::uint8_t id_solid = 0;
  BoneKind kind = BoneKind::Bone;
  std::uint32_t parent = kNone;  ///< resolved: kNone for bone 0 and pseudo-bones
  std::uint32_t solid = kNone;  ///< mesh that is its solid (section 6), whether or not it is closed
};

struct AnimDef {
  StoredString name;
  std::uint32_t offset = 0;  ///< of the record
  std::uint8_t n_frames = 0;
  std::uint8_t fl_hz = 0;
  StoredRange frames;
  bool walked = false;            ///< the frame data was read (rules section 3, step 7)
  bool keys_in_range = true;      ///< no anim.key-range
  std::uint32_t track_count = 0;  ///< bones whose records were read to their end or to the fault
  [[nodiscard]] bool loop() const { return (fl_hz & 0x80) == 0; }
  [[nodiscard]] double hz() const { return (fl_hz & 0x7F) * 0.25; }
};

struct File {
  SharedBytes bytes;
  Mode mode = Mode::Lenient;
  Readings readings;  ///< as used: st128 is never Auto here
  Header header;
  std::vector<MeshDef> meshes;
  std::vector<LodDef> lods;
  std::vector<BoneDef> bones;           ///< at most 256
  std::uint32_t normal_bone_count = 0;  ///< bones before the first pseudo-bone
  std::vector<AnimDef> anims;
  std::vector<Diagnostic> diagnostics;  ///< sorted, severities of `mode`
};

/// Parts of a model that can be left out.
struct ModelOptions {
  bool tracks = true;  ///< false: clips get no keys (lists of files, thumbnails)
};

/// Reads and checks a file against every rule of docs/format-bmd1.md. `bytes` must not be null.
/// \return an Error for `header.truncated` and `header.magic`; everything else is in
/// File::diagnostics.
[[nodiscard]] Result<File> read(SharedBytes bytes, Mode mode, const Readings& readings);

/// The common model of a file: packed vertex lists stay where they are, triangles are expanded and
/// checked, clips are made absolute, each BMD1 bone (pseudo-bones too) becomes the influence of its
/// index.
[[nodiscard]] Model toModel(const File& file, const ModelOptions& options = {});

}  // namespace sinew::bmd1
