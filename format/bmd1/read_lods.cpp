// Levels of detail (docs/format-bmd1.md, section 7).

#include <algorithm>
#include <array>
#include <limits>

#include "format/bmd1/reader.h"
#include "format/byte_reader.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

/// A level names meshes by two bytes, so none beyond this is in reach.
constexpr std::uint32_t kReach = 255 + 255;

/// Counts drawn meshes below each index, as far as levels reach.
class DrawnMeshes {
 public:
  explicit DrawnMeshes(const std::vector<MeshDef>& meshes)
      : size_(static_cast<std::uint32_t>(std::min<std::size_t>(meshes.size(), kReach))) {
    for (std::uint32_t m = 0; m < size_; ++m) {
      below_[m + 1] = static_cast<std::uint16_t>(below_[m] + (meshes[m].drawn ? 1 : 0));
    }
  }
  /// Drawn meshes of a level, its range clipped to the list.
  [[nodiscard]] std::uint32_t in(const LodDef& lod) const {
    const std::uint32_t first = std::min<std::uint32_t>(lod.id_mesh, size_);
    const std::uint32_t last = std::min<std::uint32_t>(lod.id_mesh + lod.n_mesh, size_);
    return static_cast<std::uint32_t>(below_[last] - below_[first]);
  }

 private:
  std::uint32_t size_;
  std::array<std::uint16_t, kReach + 1> below_{};
};

void checkRange(Reader& reader, const DrawnMeshes& drawn, std::uint32_t l) {
  const LodDef& lod = reader.file.lods[l];
  const std::uint32_t end = std::uint32_t{lod.id_mesh} + lod.n_mesh;
  const std::size_t meshes = reader.file.meshes.size();
  if (end > meshes) {
    reader.add(Rule::LodRange, lod.offset, {Place::Lod, l, 0}, end, meshes);
    return;
  }
  const std::uint32_t shown = drawn.in(lod);
  if (shown == 0) reader.add(Rule::LodEmpty, lod.offset, {Place::Lod, l, 0});
  if (shown == lod.n_mesh) return;
  std::uint32_t m = lod.id_mesh;
  while (reader.file.meshes[m].drawn)
    ++m;
  reader.add(Rule::LodUndrawn, lod.offset, {Place::Lod, l, 0}, m);
}

/// Levels that no distance chooses.
void checkReach(Reader& reader, const DrawnMeshes& drawn) {
  const std::vector<LodDef>& lods = reader.file.lods;
  const auto count = static_cast<std::uint32_t>(lods.size());
  std::uint32_t last = count;
  for (std::uint32_t l = 0; l < count; ++l) {
    if (drawn.in(lods[l]) != 0) last = l;
  }
  double smallest = std::numeric_limits<double>::infinity();
  for (std::uint32_t l = 0; l < count; ++l) {
    if (drawn.in(lods[l]) == 0) continue;
    const double stored = decodeF8a(lods[l].ld_sc);
    const double scale = std::max(0.0, stored);
    const bool reachable = l == last ? smallest > 0.0 : scale <= 1.0 && scale < smallest;
    if (!reachable) {
      reader.findings.addReal(Rule::LodUnreachable, lods[l].offset + layout::kLodScale,
                              {Place::LodScale, l, 0}, stored);
    }
    smallest = std::min(smallest, scale);
  }
}

}  // namespace

void readLods(Reader& reader) {
  std::vector<LodDef>& lods = reader.file.lods;
  const auto count = static_cast<std::uint32_t>(lods.size());
  for (std::uint32_t l = 0; l < count; ++l) {
    LodDef& lod = lods[l];
    lod.offset = reader.file.header.lods.offset + l * layout::kLodSize;
    ByteReader in(reader.bytes, lod.offset);
    lod.id_mesh = in.u8();
    lod.n_mesh = in.u8();
    lod.ld_sc = in.u8();
    lod.resv = in.u8();
    if (lod.resv != 0) {
      reader.add(Rule::LodReserved, lod.offset + layout::kLodReserved, {Place::LodReserved, l, 0},
                 lod.resv);
    }
    if (const double scale = decodeF8a(lod.ld_sc); scale < 0.0) {
      reader.findings.addReal(Rule::LodScale, lod.offset + layout::kLodScale,
                              {Place::LodScale, l, 0}, scale);
    }
  }
  const bool all_drawn = count == 1 && lods[0].id_mesh == 0 && lods[0].n_mesh == 0;
  if (!reader.meshes_known || all_drawn) return;
  const DrawnMeshes drawn(reader.file.meshes);
  for (std::uint32_t l = 0; l < count; ++l)
    checkRange(reader, drawn, l);
  checkReach(reader, drawn);
}

}  // namespace sinew::bmd1
