#pragma once

// The parts of gltf::write.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "format/gltf/axes.h"
#include "format/gltf/out_file.h"
#include "format/gltf/write.h"
#include "format/model.h"
#include "format/unpack.h"

namespace sinew::gltf {

/// Joints of the one skin, and which of them stand for an influence. A joint is a bone with an
/// inverse bind matrix; a bone that needs several gets joint nodes of its own below it.
class Joints {
 public:
  Joints(const Model& model, const Axes& axes, out::File& file);

  /// How vertices of an influence are written: stored position -> position in the file, and the
  /// joints with their weights.
  struct Binding {
    Mat34d file_from_stored;
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
  };
  [[nodiscard]] const Binding& bind(std::uint32_t influence);

  /// Writes the skin, if any joint was asked for.
  void finish();

 private:
  void nameBlends();
  [[nodiscard]] Binding bindTerms(std::uint32_t influence);
  [[nodiscard]] std::uint32_t joint(std::uint32_t bone, const Mat34d& inverse_bind);
  [[nodiscard]] std::uint32_t stillJoint();

  const Model& model_;
  const Axes& axes_;
  out::File& file_;
  std::vector<Mat34d> worlds_;                             ///< at rest, in the file's axes
  std::vector<std::optional<Binding>> bindings_;           ///< by influence
  std::vector<std::optional<std::uint32_t>> main_joints_;  ///< by bone: the node of the bone itself
  std::map<std::pair<std::uint32_t, std::array<double, 12>>, std::uint32_t> joints_;
  std::optional<std::uint32_t> still_;
  std::vector<Mat34d> inverse_binds_;
  std::size_t negative_ = 0;  ///< blends with negative weights
};

struct Exporter {
  const Model& model;
  const WriteOptions& options;
  Axes axes;
  out::File& file;
  Joints& joints;
  std::vector<std::uint32_t> materials;        ///< by Model::materials, made when needed
  std::vector<std::uint32_t> white_materials;  ///< the same with white
};

/// Bones as nodes: node b is bone b.
void exportBones(const Model& model, const Axes& axes, out::File& file);
void exportAttachments(Exporter& exporter);
/// All drawn meshes of the levels asked for, and solids.
void exportMeshes(Exporter& exporter);
void exportClips(Exporter& exporter);
/// The file's material for one of the model's; `white`: with white instead of its colour.
[[nodiscard]] std::uint32_t exportMaterial(Exporter& exporter, std::uint32_t material, bool white);
[[nodiscard]] double decodeSrgb(double encoded);

}  // namespace sinew::gltf
