#pragma once

#include <memory>
#include <optional>
#include <string>

#include "format/bbm/chunks.h"

namespace sinew::bbm {

/// One bone's keys (docs/format-bbm.md, section 8).
struct AnimTrack {
  std::string target;
  std::int32_t parent = -1;
  double rate_hz = 0.0;  ///< 0: what is stored is of no use
  std::uint32_t frames = 0;
  float position_factor = 1.0f;
  std::vector<std::array<float, 4>> rotations;  ///< as stored: conjugates
  std::vector<std::uint16_t> rotation_of_frame;
  std::vector<std::array<std::int16_t, 3>> positions;
  std::vector<std::uint16_t> position_of_frame;

  [[nodiscard]] glm::dquat rotation(std::uint32_t frame) const;
  [[nodiscard]] glm::dvec3 position(std::uint32_t frame) const;
};
using AnimTracks = std::vector<AnimTrack>;

/// Reads an animation image and puts its clip into the scene. \param name of the entry or file
void readAnimation(const Image& image, const std::string& name, bool additive, Context& context);

/// Finds out which bones of which models the clips move.
void connectClips(Context& context);

}  // namespace sinew::bbm
