#pragma once

// The viewer's whole state: plain structs with defaults. Panels read them and return commands; the
// command table (app/commands.h) is the only writer.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"
#include "format/pose/pose.h"
#include "renderer/frame.h"
#include "renderer/image.h"

namespace sinew::app {

enum class LoopMode : std::uint8_t { File, On, Off, PingPong };

/// What a key can hold.
enum class Channel : std::uint8_t { Rotation, Translation, Scale };

[[nodiscard]] constexpr std::uint8_t channelBit(Channel channel) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(channel));
}

/// Frames first to last, both shown.
struct FrameRange {
  double first = 0.0;
  double last = 0.0;
  friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// A clip mixed into the chosen one, at the same part of its length.
struct BlendLayer {
  std::uint32_t clip = 0;  ///< index into Model::clips
  double weight = 0.0;     ///< share of the pose; all layers' together are at most 1
  friend bool operator==(const BlendLayer&, const BlendLayer&) = default;
};

/// What played before and fades away.
struct Fade {
  struct Part {
    std::optional<std::uint32_t> clip;
    double frame = 0.0;
    double share = 1.0;  ///< of this pose
  };
  std::vector<Part> parts;
  double progress = 0.0;  ///< of what came after it, 0..1
};

struct Playback {
  std::optional<std::uint32_t> clip;  ///< index into Model::clips; empty: the rest pose
  double frame = 0.0;                 ///< fractional, already resolved
  bool playing = false;
  double speed = 1.0;  ///< -4..4, real time is 1
  LoopMode loop = LoopMode::File;
  bool forward = true;  ///< ping-pong's present direction
  /// What plays, within the clip; empty: all of it. Looping, its last frame leads straight to its
  /// first.
  std::optional<FrameRange> range;
  std::vector<BlendLayer> blend;
  double crossfade_s = 0.2;  ///< for another clip to come in while one plays, seconds
  std::vector<Fade> fading;  ///< oldest first
};

enum class NamedView : std::uint8_t { Front, Back, Left, Right, Top, Bottom, Iso };

/// An orbit camera. Angles in degrees, lengths in model units.
struct Camera {
  glm::dvec3 focal_point{0.0};
  glm::dvec3 position{0.0, 1.0, 0.0};
  glm::dvec3 view_up{0.0, 0.0, 1.0};
  double view_angle_deg = 30.0;  ///< vertical field of view, also of the orthographic image's plane
  bool orthographic = false;
};

enum class LodMode : std::uint8_t { Auto, Forced, All };

struct LodState {
  LodMode mode = LodMode::Auto;
  std::uint32_t forced = 0;
  std::optional<double> distance_m;  ///< overrides the camera's distance
  /// Auto counts the distance 2^bias times: 1 takes levels from half as far, -1 from twice as far.
  double bias = 0.0;
  /// Auto stays with a level a little beyond its range, so that a trembling camera does not make it
  /// flicker. Off: the level depends on the distance alone.
  bool hysteresis = true;
  /// Model units in a metre, for distances and the grid; empty: as the format says.
  std::optional<double> units_per_metre;
};

enum class BoneNames : std::uint8_t { Off, Selected, Near, All };

/// The background where none is asked for, sRGB-encoded.
inline constexpr glm::vec4 kDefaultBackground{0.235f, 0.255f, 0.29f, 1.0f};
/// The same in a window with light panels.
inline constexpr glm::vec4 kLightBackground{0.78f, 0.80f, 0.83f, 1.0f};

/// What is displayed where nothing is asked for.
[[nodiscard]] inline renderer::Display defaultDisplay() {
  renderer::Display display;
  display.background = kDefaultBackground;
  return display;
}

struct ViewOptions {
  renderer::Display display = defaultDisplay();
  /// Overrides the model's up axis (`--up`) for camera, light and grid; model space. See Axes.
  std::optional<glm::dvec3> up;
  BoneNames bone_names = BoneNames::Off;
  int msaa = 4;             ///< samples, 0 for none
  bool film_strip = false;  ///< all levels side by side
};

/// What is selected. Bones include pseudo-bones: index as in `sinew dump`'s bones.
struct Selection {
  std::uint32_t bone = kNone;         ///< an index into Skeleton::bones, or
  std::uint32_t pseudo_bone = kNone;  ///< into Model::pseudo_bones; at most one of both is set
  std::uint32_t mesh = kNone;
  std::uint32_t vertex = kNone;    ///< of the mesh
  std::uint32_t triangle = kNone;  ///< of the mesh
  /// Two vertices of the mesh whose edge is marked.
  std::array<std::uint32_t, 2> edge{kNone, kNone};
  std::uint32_t material = kNone;
  std::uint32_t solid = kNone;    ///< an index into Model::solids
  std::uint32_t finding = kNone;  ///< an index into LoadedModel::diagnostics
};

/// What the pointer is over in a list; lit in the view.
struct Highlight {
  std::uint32_t mesh = kNone;
  std::uint32_t triangle = kNone;  ///< of the mesh
  friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// A picture that takes the place of a texture's own.
struct TextureOverride {
  std::uint32_t texture = kNone;  ///< index into Model::textures
  std::string path;
  std::shared_ptr<const renderer::Image> image;
};

/// Edited weights of a pseudo-bone.
struct PseudoBoneEdit {
  std::uint32_t pseudo_bone = kNone;
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};
  std::array<float, 4> weights{};
  friend bool operator==(const PseudoBoneEdit&, const PseudoBoneEdit&) = default;
};

struct State {
  Playback playback;
  Camera camera;
  LodState lod;
  ViewOptions view;
  Selection selection;
  Highlight highlight;
  std::vector<PseudoBoneEdit> pseudo_edits;
  std::vector<std::uint32_t> hidden_meshes;
  std::vector<TextureOverride> texture_overrides;
};

}  // namespace sinew::app
