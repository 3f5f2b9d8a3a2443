#pragma once

// Any model of the common kind -> the bytes of a BMD1 file (docs/format-bmd1.md), with the error
// kept under limits and reported.
//
// What is expected of the model: vertices with influences as format/model.h has them (any number of
// bones, offsets included), triangles, absolute clip keys, textures by name or embedded. A clip
// that loops and has a key at or behind its frame_count loops in the file only if that key's pose
// meets the first one (LoopChoice::Detect).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "format/bytes.h"
#include "format/convert/report.h"
#include "format/mat34.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::convert {

/// Sets all limits that are not given by themselves.
enum class SizeGoal : std::uint8_t { Smallest, Balanced, Best };

enum class LoopChoice : std::uint8_t { Detect, On, Off };

/// Which meshes become solids: those that are named for it (UCX_…, …_col) and the source's own, or
/// a convex hull a bone besides.
enum class SolidChoice : std::uint8_t { None, Named, Hull };

/// Limits. Lengths are percent of the model's diagonal at rest.
struct Limits {
  double position_percent = 0.0;     ///< at rest, greatest
  double normal_deg = 0.0;           ///< beyond it a record without its own normal is not used
  double uv = 0.0;                   ///< in texture repeats
  double rotation_deg = 0.0;         ///< of a bone's axes in a clip, however short its arm
  double translation_percent = 0.0;  ///< of joints and of the tips of bones in a clip
};

/// The limits of a goal.
[[nodiscard]] Limits limitsOf(SizeGoal goal);

struct EncodeOptions {
  SizeGoal size = SizeGoal::Balanced;
  std::optional<double> max_position_percent;
  std::optional<double> max_normal_deg;
  std::optional<double> max_uv;
  std::optional<double> max_rotation_deg;
  std::optional<double> max_translation_percent;
  double units_per_metre = 40.0;  ///< of the file; the source's unit is in its Conventions
  bool turn_axes = true;          ///< to Z up, front +Y
  std::optional<double>
      rate_hz;  ///< frames a second of the clips, at most 31.75; empty: as the keys lie
  LoopChoice loop = LoopChoice::Detect;
  bool keep_bones = false;  ///< also those that move nothing
  std::uint32_t lods = 0;   ///< levels to make besides the finest
  SolidChoice solids = SolidChoice::Named;
  bool measure = true;  ///< decode the result and compare: fills EncodeReport::rest, clips
  /// Called now and then with what is done (static storage) and how far the whole is, 0..1. False
  /// stops the encoding: its Error is kCancelled.
  std::function<bool(const char* stage, double done)> progress;
};

/// The code of the Error of an encoding that was asked to stop.
inline constexpr const char* kCancelled = "convert.cancelled";

/// A texture that the file names.
struct TextureFile {
  std::string name;     ///< as the material names it, without extension
  SharedBytes encoded;  ///< its file (PNG, JPEG, …); null where the source only names it
};

/// Where each vertex and each moment of the file comes from, so that both models can be compared in
/// any pose.
struct Correspondence {
  struct Place {
    std::uint32_t mesh = kNone;  ///< of the source; kNone: of no vertex (lower levels, solids)
    std::uint32_t vertex = 0;
  };
  struct ClipPlace {
    std::uint32_t clip = 0;         ///< of the source
    double first_frame = 0.0;       ///< of it, at the file's frame 0
    double frames_per_frame = 1.0;  ///< source frames a frame of the file
    bool held = false;              ///< the source is sampled with its ends held
  };
  std::vector<std::vector<Place>> vertices;  ///< by mesh and vertex of the file
  std::vector<ClipPlace> clips;              ///< by clip of the file
  Mat34d file_from_source;                   ///< the source's model space -> the file's
};

struct Encoded {
  std::vector<std::byte> bytes;
  std::vector<TextureFile> textures;
  EncodeReport report;
  Correspondence origin;
};

/// Encodes a model. \return an Error for what no limit can make fit: "convert.empty" (nothing to
/// draw), "convert.limit" (too many meshes or bones), "convert.value" (coordinates that are not
/// finite or out of range), "convert.option" (an option out of range), kCancelled, or the writer's
/// own.
[[nodiscard]] Result<Encoded> encodeBmd1(const Model& model, const EncodeOptions& options);

}  // namespace sinew::convert
