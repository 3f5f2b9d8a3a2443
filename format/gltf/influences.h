#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "format/model.h"

namespace sinew::gltf {

/// Collects distinct influences. The first ones are the bones themselves, one each, so that a
/// bone's number is its influence's.
class InfluenceSet {
 public:
  struct Term {
    std::uint32_t bone = 0;
    std::uint32_t offset = 0;  ///< from addOffset
    float weight = 0.0f;
  };

  explicit InfluenceSet(std::size_t bone_count);

  /// The number of an inverse bind matrix; equal ones share it. 0 is the identity.
  [[nodiscard]] std::uint32_t addOffset(const Mat34f& offset);
  /// The number of a blend; equal ones share it. Terms of one bone and offset are joined, those
  /// without weight dropped, and weights brought to a sum of 1. Without any weight: the identity.
  [[nodiscard]] std::uint32_t add(std::span<Term> terms);
  /// The influence that moves nothing.
  [[nodiscard]] std::uint32_t identity();

  /// Ends the collection.
  [[nodiscard]] Influences take();

 private:
  Influences influences_;
  std::vector<std::uint32_t> offset_of_;  ///< one an entry
  std::vector<Mat34f> offsets_;
  std::map<std::array<float, 12>, std::uint32_t> known_offsets_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

}  // namespace sinew::gltf
