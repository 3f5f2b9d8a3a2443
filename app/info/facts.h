#pragma once

// What `sinew info` says of a file, gathered before it is printed as text or JSON.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "format/load.h"
#include "format/pose/pose.h"

namespace sinew::app {

struct InfoCounts {
  std::uint64_t meshes = 0;
  std::uint64_t drawn_meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  std::uint64_t triangles = 0;  ///< a quad is two
  std::uint64_t lods = 0;       ///< stored entries
  std::uint64_t bones = 0;      ///< normal ones
  std::uint64_t pseudo_bones = 0;
  std::uint64_t solids = 0;  ///< distinct meshes that bones name as one
  std::uint64_t anims = 0;
  std::uint64_t keys = 0;
};

/// Bytes covered by each kind of data: shared ranges count once, a byte used by two kinds counts in
/// both.
struct InfoBytes {
  std::uint64_t file = 0;
  std::uint64_t header = 0;
  std::uint64_t meshes = 0;
  std::uint64_t lods = 0;
  std::uint64_t bones = 0;
  std::uint64_t anims = 0;
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  std::uint64_t frames = 0;
  std::uint64_t strings = 0;
  std::uint64_t unused = 0;  ///< bytes of the file that nothing above covers

  struct Row {
    std::string_view name;
    std::uint64_t bytes;
  };
  /// The parts in the order of the listing, without `file`.
  [[nodiscard]] std::array<Row, 10> rows() const;
};

struct InfoLod {
  bool stored = true;
  std::vector<std::uint32_t> meshes;  ///< drawn ones, ascending
  std::optional<double> scale;        ///< empty if not stored
  bool reachable = false;  ///< some distance chooses it: near_m < d <= far_m (the first: from 0)
  std::optional<double> near_m;  ///< empty if not reachable
  std::optional<double> far_m;   ///< empty: no limit, or not reachable
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  std::uint64_t triangles = 0;
};

struct InfoAnim {
  std::optional<std::string_view> name;
  double frames = 0.0;  ///< whole in packed formats
  double hz = 0.0;
  bool loop = true;
  std::optional<double> duration_s;
  std::uint64_t keys = 0;
};

struct InfoFacts {
  InfoCounts counts;
  bool has_byte_kinds = false;  ///< of `bytes` more than `file` is known: packed formats
  InfoBytes bytes;
  std::optional<pose::Bounds> bounds;  ///< of all drawn meshes at rest, model units
};

[[nodiscard]] InfoFacts gatherFacts(const LoadedModel& loaded);

/// Visits the levels in file order, or the one row that stands for a file without a list. A row at
/// a time, because rows can take many times the bytes of the records they come from.
void forEachLod(const LoadedModel& loaded, const std::function<void(const InfoLod&)>& visit);

/// Visits the animations in file order; names point into `loaded`.
void forEachAnim(const LoadedModel& loaded, const std::function<void(const InfoAnim&)>& visit);

}  // namespace sinew::app
