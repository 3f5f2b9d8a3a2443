#pragma once

// One MDL0 while it is read. Its parts are read by the functions below, in this order, each filling
// what later ones look up. docs/format-mdl0.md.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/mdl0/container.h"
#include "format/scene/scene.h"

namespace sinew::mdl0 {

enum class Section : std::uint8_t {
  Definitions,
  Bones,
  Positions,
  Normals,
  Colors,
  Uvs,
  Materials,
  Objects,
  Count
};

enum class ScalingRule : std::uint8_t { Standard, Softimage, Maya };

/// What a matrix number stands for.
struct MatrixRef {
  enum class To : std::uint8_t { Nothing, Bone, Blend };
  To to = To::Nothing;
  std::uint32_t index = 0;          ///< of the bone, or of the blend
  std::uint32_t influence = kNone;  ///< in the model, once a vertex used it
};

struct BlendPart {
  std::uint32_t bone = 0;
  double weight = 0.0;
};

struct BoneFacts {
  std::uint32_t flags = 0;
  std::uint32_t matrix = 0;
  Mat34d inverse_bind;
};

inline constexpr std::uint32_t kBoneCompensates = 0x20;
inline constexpr std::uint32_t kBoneClassicOff = 0x80;
inline constexpr std::uint32_t kBoneVisible = 0x100;

/// How a parent's scale acts on a bone with this flag word in a model of this rule.
[[nodiscard]] ScaleInheritance inheritanceOf(bool compensates, std::uint32_t bone_flags,
                                             ScalingRule rule);

enum class ArrayKind : std::uint8_t { Position, Normal, Color, Uv };

/// A vertex array, checked: `available` whole elements lie inside the file.
struct VertexArray {
  std::string path;
  bool readable = false;
  std::uint64_t at = 0;
  std::uint64_t data = 0;
  std::uint32_t components = 0;  ///< the file's code
  std::uint32_t type = 0;        ///< the file's code
  std::uint32_t divisor = 0;
  std::uint32_t stride = 0;
  std::uint32_t count = 0;
  std::uint32_t available = 0;
};

/// A texture reference that waits for the textures of all members to be known.
struct PendingLayer {
  std::uint32_t material = 0;
  std::uint32_t layer = 0;
  std::uint64_t at = 0;
  std::string path;
};

struct ModelReader {
  ModelReader(const Source& of, Part mdl0)
      : source(of), part(std::move(mdl0)), path("mdl0/" + part.name) {}

  const Source& source;
  Part part;
  std::string path;  ///< "mdl0/NAME"
  std::uint32_t version = 0;
  ScalingRule rule = ScalingRule::Standard;
  std::uint64_t properties = 0;
  std::array<std::uint64_t, static_cast<std::size_t>(Section::Count)> sections{};  ///< 0: none

  // By the file's numbering, which counts what could not be read.
  std::vector<std::uint32_t> bone_of_entry;
  std::vector<std::uint32_t> material_of_entry;
  std::vector<std::uint32_t> mesh_of_entry;
  std::array<std::vector<VertexArray>, 4> arrays;  ///< by ArrayKind

  std::vector<BoneFacts> bones;  ///< as model.bones
  std::vector<MatrixRef> matrices;
  std::vector<std::vector<BlendPart>> blends;
  std::uint32_t unbound_influence = kNone;  ///< for vertices on no known matrix

  std::vector<Entry> programs;  ///< of the definitions
  std::vector<PendingLayer> layers;
  scene::SceneModel model;

  [[nodiscard]] std::string sub(std::string_view section, std::string_view name) const;
  /// The section's dictionary; empty where there is none or it cannot be read.
  [[nodiscard]] std::vector<Entry> entries(Section section, std::string_view name) const;
  /// Grows the table as needed.
  MatrixRef& matrix(std::uint32_t id);
  /// The influence of vertices on a matrix; made at first use.
  std::uint32_t influenceOf(std::uint32_t id);
};

/// Version, sections and properties. False where the version is not read.
[[nodiscard]] bool readHeader(ModelReader& reader);
void readBones(ModelReader& reader);
/// Node table, then the blends of NodeMix.
void readMatrices(ModelReader& reader);
void readArrays(ModelReader& reader);
void readObjects(ModelReader& reader);
void readMaterials(ModelReader& reader);
/// DrawOpa and DrawXlu.
void readDraws(ModelReader& reader);

}  // namespace sinew::mdl0
