#include "format/model.h"

#include <algorithm>
#include <cstddef>

namespace sinew {

std::uint32_t Mesh::vertexCount() const {
  if (const PackedVertices* list = packed()) return list->count;
  const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(vertices);
  return arrays ? static_cast<std::uint32_t>(arrays->positions.size()) : 0;
}

double Clip::duration_s() const {
  if (rate_hz <= 0.0 || frame_count <= 0.0) return 0.0;
  return (loop ? frame_count : frame_count - 1.0) / rate_hz;
}

std::vector<std::uint32_t> finishSkeleton(Skeleton& skeleton) {
  enum class Mark : std::uint8_t { New, Open, Done };
  const auto count = static_cast<std::uint32_t>(skeleton.bones.size());
  std::vector<Mark> marks(count, Mark::New);
  std::vector<std::uint32_t> chain;
  std::vector<std::uint32_t> cut;
  skeleton.order.clear();
  skeleton.order.reserve(count);
  for (std::uint32_t start = 0; start < count; ++start) {
    // Walks up to the first finished ancestor, then finishes the chain from the top down: no
    // recursion, so deep chains cost no stack.
    chain.clear();
    std::uint32_t bone = start;
    while (bone != kNone && marks[bone] == Mark::New) {
      marks[bone] = Mark::Open;
      chain.push_back(bone);
      const std::uint32_t parent = skeleton.bones[bone].parent;
      if (parent != kNone && marks[parent] == Mark::Open) {
        skeleton.bones[bone].parent = kNone;
        cut.push_back(bone);
        break;
      }
      bone = parent;
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      marks[*it] = Mark::Done;
      skeleton.order.push_back(*it);
    }
  }
  skeleton.parents_first = std::is_sorted(skeleton.order.begin(), skeleton.order.end());
  return cut;
}

}  // namespace sinew
