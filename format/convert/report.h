#pragma once

// What an encoding did, in numbers: sizes, errors, and what was left out. Plain data; `app` prints
// it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sinew::convert {

/// Bytes of a BMD1 file by section. They add up to `file`.
struct SectionBytes {
  std::uint64_t file = 0;
  std::uint64_t header = 0;
  std::uint64_t mesh_defs = 0;
  std::uint64_t lod_defs = 0;
  std::uint64_t bone_defs = 0;
  std::uint64_t anim_defs = 0;
  std::uint64_t vertices = 0;  ///< lists that several meshes share count once
  std::uint64_t faces = 0;
  std::uint64_t frames = 0;
  std::uint64_t strings_and_padding = 0;
};

/// Distances between a source's vertices and the encoded ones, in model space.
struct ErrorSummary {
  std::uint64_t samples = 0;  ///< vertices times poses
  double max = 0.0;           ///< units of the encoded model
  double p99 = 0.0;           ///< the value that 99 % of the samples do not exceed
  double rms = 0.0;
  double max_percent = 0.0;  ///< of the diagonal of the model at rest
  double p99_percent = 0.0;
  double rms_percent = 0.0;
  double normal_max_deg = 0.0;  ///< angle between the normals
  double normal_rms_deg = 0.0;
};

struct ClipReport {
  std::string name;
  std::uint32_t frames = 0;
  double hz = 0.0;
  bool loop = false;
  std::uint64_t rotation_keys = 0;
  std::uint64_t translation_keys = 0;
  std::uint64_t scale_keys = 0;
  std::uint64_t source_keys = 0;  ///< of all channels, as the source has them
  std::uint64_t bytes = 0;        ///< frame data
  ErrorSummary error;             ///< filled where EncodeOptions::measure
};

/// How well rotation keys were stored, over all keys of all clips.
struct RotationCodes {
  std::uint64_t keys = 0;
  double rms_deg = 0.0;        ///< angle between the value asked for and the stored one
  double plain_rms_deg = 0.0;  ///< the same if the unit quaternion had been rounded
  /// The same in model space, each bone's own rotation rounded: there errors add up along chains of
  /// bones, which encoding against the parent as it is stored avoids. 0 where it was not measured.
  double plain_chain_rms_deg = 0.0;
};

struct BoneReport {
  std::uint32_t source = 0;  ///< bones of the source's skeleton
  std::uint32_t kept = 0;    ///< of them, bones of the file; the root is not counted
  std::uint32_t helpers =
      0;  ///< bones added so that blends share a frame, or to keep offsets small
  std::uint32_t pseudo = 0;
  std::uint32_t weight_sets = 0;  ///< distinct blends of the source
  /// What fewer blends cost: the greatest way a vertex moves between its own blend and its
  /// pseudo-bone's, over the sampled poses.
  double cluster_max = 0.0;
  double cluster_max_percent = 0.0;  ///< of the diagonal
};

struct RecordReport {
  std::uint32_t source_vertices = 0;
  std::uint32_t v64 = 0;
  std::uint32_t v96 = 0;
  std::uint32_t v128 = 0;
  std::uint32_t triangles = 0;
  std::uint32_t quads = 0;  ///< face records that hold two of the triangles
  /// Places where records of equal source positions do not decode to equal positions at rest.
  std::uint32_t open_seams = 0;
};

/// Something of the source that the file does not hold.
struct Dropped {
  std::string feature;  ///< "vertex alpha", "material 'glass': alpha blending", …
  std::uint64_t count = 0;
};

struct EncodeReport {
  double diagonal = 0.0;  ///< of the model at rest, units of the file
  SectionBytes bytes;
  BoneReport bones;
  RecordReport records;
  RotationCodes rotations;
  std::optional<ErrorSummary> rest;   ///< empty: not measured
  std::optional<ErrorSummary> clips;  ///< over all clips together
  std::vector<ClipReport> clip_reports;
  std::vector<Dropped> dropped;
  std::vector<std::string> warnings;  ///< one sentence each
};

}  // namespace sinew::convert
