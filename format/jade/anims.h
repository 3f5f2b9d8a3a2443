#pragma once

// Animations of an .mdl: their nodes, controllers and keys (docs/format-jade.md, section 8).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "format/jade/context.h"
#include "format/jade/mdl.h"
#include "format/scene/scene.h"

namespace sinew::jade {

/// Which word of a 64-bit rotation comes first.
enum class WordOrder : std::uint8_t { HighFirst, LowFirst };

/// One controller of a node. Its keys lie in the file, at least one.
struct Track {
  std::uint32_t controller = 0;
  std::uint8_t type = 0;
  std::uint32_t keys = 0;
  std::uint64_t times_at = 0;
  std::uint64_t data_at = 0;
};

struct AnimationNode {
  std::uint16_t number = 0;  ///< names the node that it moves
  std::vector<Track> tracks;
};

struct Animation {
  std::uint64_t offset = 0;
  std::string name;         ///< printable, of the geometry header
  std::string second_name;  ///< printable, of +0x5A
  float length_s = 0.0f;    ///< finite
  float transition_s = 0.0f;
  std::vector<scene::Event> events;
  std::vector<AnimationNode> nodes;  ///< in file order, those with tracks
};

/// All animations that can be read.
[[nodiscard]] std::vector<Animation> readAnimations(Context& context, const Mdl& mdl);

/// Words a key of a storage type has; 0 for a type that is not known.
[[nodiscard]] std::uint32_t wordsPerKey(std::uint8_t type);

/// x, y, z, w of unit length.
using Quaternion = std::array<double, 4>;
[[nodiscard]] Quaternion decodeQuaternion32(std::uint32_t word);
[[nodiscard]] Quaternion decodeQuaternion64(std::uint32_t high, std::uint32_t low);
/// x^2 + y^2 + z^2 of a 64-bit rotation before it is made one: above 1 for bits that are none.
[[nodiscard]] double vectorPart64(std::uint32_t high, std::uint32_t low);

/// The keys of a track, without tangents.
struct Keys {
  std::vector<float> times_s;    ///< as stored
  std::vector<float> values;     ///< `width` a key
  std::uint32_t width = 0;       ///< 1, 3, or 4 for rotations (x, y, z, w)
  std::uint32_t not_finite = 0;  ///< numbers replaced by 0, in a scale track by 1
};

[[nodiscard]] Keys decodeKeys(const Mdl& mdl, const Track& track, WordOrder order);

}  // namespace sinew::jade
