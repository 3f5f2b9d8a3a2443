// Ranges that share bytes without being the same list (docs/format-bmd1.md, section 9).

#include <algorithm>
#include <numeric>

#include "format/bmd1/reader.h"

namespace sinew::bmd1 {
namespace {

std::uint64_t fieldOf(const File& file, const Region& region) {
  switch (region.place) {
    case Place::Meshes:
      return layout::kHeaderMeshes;
    case Place::Lods:
      return layout::kHeaderLods;
    case Place::Bones:
      return layout::kHeaderBones;
    case Place::Anims:
      return layout::kHeaderAnims;
    case Place::MeshVertices:
      return file.meshes[region.index].offset + layout::kMeshVertices;
    case Place::MeshFaces:
      return file.meshes[region.index].offset + layout::kMeshFaces;
    default:
      return file.anims[region.index].offset + layout::kAnimFrames;
  }
}

/// Lists of one kind may be shared; the arrays are of four kinds.
bool isSharing(const Region& a, const Region& b) {
  return a.place == b.place && a.offset == b.offset && a.size == b.size;
}

}  // namespace

void checkOverlap(Reader& reader) {
  const std::vector<Region>& regions = reader.regions;
  std::vector<std::uint32_t> order(regions.size());
  std::iota(order.begin(), order.end(), 0u);
  // Regions of equal offset are grouped by kind and size first, to drop the shared ones.
  std::sort(order.begin(), order.end(), [&regions](std::uint32_t a, std::uint32_t b) {
    const Region& x = regions[a];
    const Region& y = regions[b];
    if (x.offset != y.offset) return x.offset < y.offset;
    if (x.place != y.place) return x.place < y.place;
    if (x.size != y.size) return x.size < y.size;
    return a < b;
  });
  const auto shared =
      std::unique(order.begin(), order.end(), [&regions](std::uint32_t kept, std::uint32_t next) {
        return isSharing(regions[kept], regions[next]);
      });
  order.erase(shared, order.end());
  std::sort(order.begin(), order.end(), [&regions](std::uint32_t a, std::uint32_t b) {
    return regions[a].offset != regions[b].offset ? regions[a].offset < regions[b].offset : a < b;
  });

  std::uint64_t end = 0;
  std::uint32_t reaches_end = 0;
  for (const std::uint32_t r : order) {
    const Region& region = regions[r];
    if (region.offset < end) {
      const Region& other = regions[reaches_end];
      reader.add(Rule::SectionOverlap, fieldOf(reader.file, region),
                 {region.place, region.index, 0},
                 std::uint64_t{region.offset} << 32 |
                     (std::min(end, std::uint64_t{region.offset} + region.size) - region.offset),
                 static_cast<std::uint64_t>(other.place) << 32 | other.index);
    }
    if (std::uint64_t{region.offset} + region.size > end) {
      end = std::uint64_t{region.offset} + region.size;
      reaches_end = r;
    }
  }
  reader.regions = {};
}

}  // namespace sinew::bmd1
