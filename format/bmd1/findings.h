#pragma once

// What the reader found, in a compact form. Files can earn millions of findings, so text is made
// once, at the end, and nothing here allocates more than a finding's own size.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "format/bmd1/rules.h"
#include "format/bytes.h"
#include "format/diagnostics.h"

namespace sinew::bmd1 {

/// The shapes of a path; `i` and `k` of Path fill its numbers in.
enum class Place : std::uint8_t {
  Header,
  HeaderMagic,
  HeaderReserved,  ///< i: 1..3
  Meshes,
  Lods,
  Bones,
  Anims,
  MeshMaterial,
  MeshFlags,
  MeshVertexCount,
  MeshTriangleCount,
  MeshReserved,
  MeshVertices,
  MeshVertex,  ///< k: vertex
  MeshFaces,
  MeshFace,  ///< k: face
  Lod,
  LodScale,
  LodReserved,
  BoneName,
  BoneXform,
  BoneRotation,
  BoneParent,
  BoneSolid,
  BoneId,  ///< k: slot
  BoneWeights,
  BoneWeight,    ///< k: slot
  BoneReserved,  ///< k: 1 or 2
  AnimName,
  AnimFrameCount,
  AnimRate,
  AnimReserved,  ///< k: 1 or 2
  AnimFrames,
  AnimTrack,  ///< k: bone
};

struct Path {
  Place place = Place::Header;
  std::uint32_t i = 0;
  std::uint32_t k = 0;
};

/// "meshes[2].vertices[17]" (docs/format-bmd1.md, "Diagnostics").
[[nodiscard]] std::string toString(const Path& path);

struct Finding {
  std::uint64_t offset = 0;
  std::uint64_t first = 0;  ///< the sentence's numbers, as RuleInfo::arguments says
  std::uint64_t second = 0;
  std::uint32_t i = 0;
  std::uint32_t k = 0;
  std::uint32_t count = 1;
  Rule rule = Rule::HeaderMagic;
  Place place = Place::Header;

  [[nodiscard]] Path path() const { return {place, i, k}; }
};

/// The finding's sentence.
[[nodiscard]] std::string messageOf(const Finding& finding, Bytes file);

class Findings {
 public:
  void add(Rule rule, std::uint64_t offset, Path path, std::uint64_t first = 0,
           std::uint64_t second = 0, std::uint64_t count = 1) {
    findings_.push_back({offset, first, second, path.i, path.k, saturate(count), rule, path.place});
  }
  void addReal(Rule rule, std::uint64_t offset, Path path, double value, std::uint64_t count = 1) {
    add(rule, offset, path, std::bit_cast<std::uint64_t>(value), 0, count);
  }

  /// Sorts by offset, rule, path and makes the diagnostics of a mode. Empties this.
  [[nodiscard]] std::vector<Diagnostic> take(Mode mode, Bytes file);

 private:
  static std::uint32_t saturate(std::uint64_t count) {
    return count > 0xFFFFFFFF ? 0xFFFFFFFF : static_cast<std::uint32_t>(count);
  }

  // A deque never holds a second copy while it grows.
  std::deque<Finding> findings_;
};

}  // namespace sinew::bmd1
