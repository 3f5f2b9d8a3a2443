#pragma once

// From what a file holds to a scene's models.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/bbm/compiled.h"

namespace sinew::bbm {

/// What the table of an archive says about a model beside its bytes (section 3.1).
struct ModelFacts {
  std::optional<std::string> member;
  std::string fallback_name;
  std::optional<std::int32_t> physics;
  std::optional<std::vector<double>> lod_errors;
};

/// Makes a model of a LOD block and puts it into the scene.
void buildModel(const RawLod& lod, std::uint32_t level, const ModelFacts& facts,
                const std::string& path, Context& context);

/// Bones with their rest transforms, and the inverse bind matrices of section 5.5.
struct BuiltSkeleton {
  std::vector<scene::Bone> bones;
  std::vector<Mat34d> inverse_binds;
};
[[nodiscard]] BuiltSkeleton buildSkeleton(const RawLod& lod, const std::string& path,
                                          Context& context);

/// The influences of a model, each once.
class InfluenceTable {
 public:
  using Share = std::pair<std::uint32_t, std::uint32_t>;  ///< bone, weight of 255

  explicit InfluenceTable(const std::vector<Mat34d>& inverse_binds)
      : inverse_binds_(inverse_binds) {}

  /// Shares of one bone are added up, those of weight 0 left out. Without any weight: all on the
  /// first share's bone.
  [[nodiscard]] std::uint32_t of(const std::vector<Share>& shares);
  /// The vertices hang on a bone without an offset.
  [[nodiscard]] std::uint32_t rigid(std::uint32_t bone);
  [[nodiscard]] std::vector<scene::Influence> take() { return std::move(influences_); }

 private:
  const std::vector<Mat34d>& inverse_binds_;
  std::vector<scene::Influence> influences_;
  std::map<std::vector<Share>, std::uint32_t> known_;
};

/// Vertices of a primitive, its first copy only, and as many as an index can name.
struct DecodedVertices {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec2> uvs;
  VertexLayout layout;
  std::uint32_t step = 0;  ///< bytes from one to the next
};
/// \param scaled plain positions take scale and offset too
[[nodiscard]] DecodedVertices decodeVertices(const RawPrimitive& primitive, bool scaled,
                                             const std::string& path, Context& context);

/// Says of each primitive whether its plain positions take scale and offset (section 6.3).
[[nodiscard]] std::vector<bool> choosePositions(const RawLod& lod, const std::string& path,
                                                Context& context);

/// What drawing a primitive needs to know of its model.
struct MeshTarget {
  const RawLod& lod;
  const std::string& path;
  const std::string& name;
  scene::SceneModel& model;
  InfluenceTable& influences;
  std::size_t bones = 0;       ///< of the file
  std::uint32_t root = kNone;  ///< bone made for rigid vertices, once there are any
};
/// Makes the meshes and draws of a primitive.
void buildMeshes(const RawPrimitive& primitive, std::size_t index, const DecodedVertices& vertices,
                 MeshTarget& target, Context& context);

/// A layer for a texture's id; none for 0.
void addLayer(scene::Material& material, std::int32_t id, std::string_view role, Context& context);

/// The bone made for vertices that hang on none of the file's.
[[nodiscard]] scene::Bone madeRoot();

/// Volumes as facts of the model.
[[nodiscard]] scene::Value volumesValue(const std::vector<RawVolume>& volumes);

/// Draws in the order of drawing: opaque ones first.
void sortDraws(std::vector<scene::Draw>& draws);

}  // namespace sinew::bbm
