#pragma once

// Model + clip + frame -> matrices and skinned vertices (docs/format-bmd1.md, sections 6 to 8).
// Time is an argument; the clock lives in `app`. A Poser allocates at set-up only.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew::pose {

/// How pseudo-bones (blends of identity offsets) mix: the format says matrices; the other reading
/// mixes translations linearly and rotations by nlerp.
enum class BlendMode : std::uint8_t { Matrix, Nlerp };

/// Whether a clip wraps. File: as the clip says.
enum class LoopMode : std::uint8_t { File, On, Off };

[[nodiscard]] bool loops(const Clip& clip, LoopMode mode);

/// The frame that is shown for any frame asked for: looping wraps modulo frame_count (negative
/// too), else it is held in 0..frame_count-1. 0 for a clip without frames. Finite for every finite
/// input.
[[nodiscard]] double resolveFrame(const Clip& clip, double frame, LoopMode mode = LoopMode::File);

/// time_s * rate, 0 for a clip of rate 0; not yet resolved.
[[nodiscard]] double frameAtTime(const Clip& clip, double time_s);

/// A clip's share in a mix of clips.
struct MixPart {
  std::optional<std::uint32_t> clip;  ///< index into Model::clips; empty: the rest pose
  double frame = 0.0;
  float weight = 1.0f;  ///< parts of weight 0 or below do not count
};

/// More parts than these do not count.
inline constexpr std::size_t kMostMixParts = 8;

/// Poses one model. Set-up allocates; `evaluate` does not.
class Poser {
 public:
  /// Keeps a reference: the model must outlive the poser.
  explicit Poser(const Model& model);
  ~Poser();
  Poser(Poser&&) noexcept;
  Poser& operator=(Poser&&) noexcept;

  /// Chooses the clip to sample, by index into Model::clips; empty: the rest pose. Expands it when
  /// it fits `expand_limit_bytes`, else samples its keys with a cursor. May allocate.
  void setClip(std::optional<std::uint32_t> clip,
               std::size_t expand_limit_bytes = std::size_t{64} << 20);
  [[nodiscard]] std::optional<std::uint32_t> clip() const;

  void setBlendMode(BlendMode mode);

  /// Replaces the weights of a pseudo-bone (index into Model::pseudo_bones) from now on; they are
  /// normalised by their sum as section 6 says. A sum of 0 keeps the stored ones. `bones` as in
  /// PseudoBone.
  void overridePseudoBone(std::uint32_t pseudo_bone, const std::array<std::uint32_t, 4>& bones,
                          const std::array<float, 4>& weights);
  void clearOverrides();

  /// Poses at a frame (resolved by `mode`). Results stay valid until the next call.
  void evaluate(double frame, LoopMode mode = LoopMode::File);

  /// Poses by a mix of clips, each at a frame of its own (resolved by `mode`): local rotations mix
  /// by nlerp on the first part's side, translations and scales linearly, with weights divided by
  /// their sum. A channel that a clip has no data for counts with its rest value. Where one part
  /// counts, this is `setClip` and `evaluate`. Allocates only where a clip was not among the last
  /// kMostMixParts.
  void evaluateMix(std::span<const MixPart> parts, LoopMode mode = LoopMode::File);

  [[nodiscard]] std::span<const Mat34f> boneMatrices()
      const;  ///< bone space -> model space, own scale included
  [[nodiscard]] std::span<const Mat34f> influenceMatrices()
      const;  ///< stored vertex -> model space

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same in double precision and without any set-up, for `sinew pose` and as the judge in tests.
struct ExactPose {
  std::vector<Mat34d> bones;
  std::vector<Mat34d> influences;
};
/// `frame` is used as given: resolve it first. `clip` empty: the rest pose.
[[nodiscard]] ExactPose evaluateExact(const Model& model, std::optional<std::uint32_t> clip,
                                      double frame, LoopMode mode = LoopMode::File,
                                      BlendMode blend = BlendMode::Matrix);

/// The same of a mix, as Poser::evaluateMix has it; frames are resolved here.
[[nodiscard]] ExactPose evaluateExact(const Model& model, std::span<const MixPart> parts,
                                      LoopMode mode = LoopMode::File,
                                      BlendMode blend = BlendMode::Matrix);
/// The local transforms of a mix, one a bone.
[[nodiscard]] std::vector<Transform> exactLocals(const Model& model, std::span<const MixPart> parts,
                                                 LoopMode mode = LoopMode::File);

/// Moves a mesh's vertices by influence matrices. Positions and normals (length 1, or 0 where none
/// can be made) in model space, one a vertex; either span may be empty. Normals by section 4's
/// rule: normalize(sign(det M) * cof(M) n), det 0 counting as +.
void skin(const Model& model, const Mesh& mesh, std::span<const Mat34d> influences,
          std::span<glm::dvec3> positions, std::span<glm::dvec3> normals);
void skin(const Model& model, const Mesh& mesh, std::span<const Mat34f> influences,
          std::span<glm::vec3> positions, std::span<glm::vec3> normals);

struct Bounds {
  glm::dvec3 min{0.0};
  glm::dvec3 max{0.0};
  [[nodiscard]] glm::dvec3 center() const { return (min + max) * 0.5; }
};

/// Bounds of the given meshes' vertices under a pose; empty without vertices.
[[nodiscard]] std::optional<Bounds> posedBounds(const Model& model,
                                                std::span<const std::uint32_t> meshes,
                                                std::span<const Mat34d> influences);

// ---------------------------------------------------------------- levels of detail (section 7)

/// The drawn meshes of a level, ascending. With `lod` empty: all drawn meshes.
[[nodiscard]] std::vector<std::uint32_t> lodMeshes(const Model& model,
                                                   std::optional<std::uint32_t> lod);

/// Section 7's choice at a distance in metres, with its reason. Levels without drawn meshes are
/// passed over.
struct LodChoice {
  std::optional<std::uint32_t> lod;  ///< empty: the model has no list, all drawn meshes show
  double nominal_scale = 1.0;        ///< 1 / (distance + 1)
  double threshold = 0.0;            ///< the chosen level's min_scale
  bool is_last_resort = false;       ///< no level serves this scale: the last one is taken
};
[[nodiscard]] LodChoice chooseLod(const Model& model, double distance_m);

/// Which distances choose a level: near < d <= far (the first: from 0).
struct LodRange {
  bool reachable = false;
  std::optional<double> near_m;  ///< empty if not reachable
  std::optional<double> far_m;   ///< empty: no limit, or not reachable
};
[[nodiscard]] LodRange lodRange(const Model& model, std::uint32_t lod);

}  // namespace sinew::pose
