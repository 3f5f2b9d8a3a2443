#pragma once

// From model space to the vertices and faces of a file.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "assets/generator/loft.h"
#include "assets/generator/rig.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

/// A rectangle of a texture, S/T 0..1, T down.
struct TextureArea {
  glm::dvec2 min{0.0};
  glm::dvec2 max{1.0};
  [[nodiscard]] glm::dvec2 at(double u, double v) const {
    return {min.x + (max.x - min.x) * u, min.y + (max.y - min.y) * v};
  }
};

/// A bone that takes over along a loft: its share rises from 0 to 1 over `width` around v.
struct Joint {
  double v = 0.0;
  std::string bone;
  double width = 1.0;
};

/// What a loft's vertices are bound to, and where they are in the texture.
struct Skin {
  std::string first_bone;     ///< before the first joint
  std::vector<Joint> joints;  ///< by rising v
  TextureArea area;           ///< across: angle from up (0) to down (1), both sides alike; down: v
  double area_first = 0.0;    ///< v at the area's top
  double area_last = 0.0;     ///< v at its bottom
  bool mirrored = false;      ///< the same tube at -x; bone names ending in ".R" become ".L"
  /// Form of the vertex at v; may change along the tube (then the mesh is a mixed one).
  std::function<bmd1::VertexSpec::Form(double v)> form;
  /// Color/Shade of a point, for forms that hold it. Empty: white.
  std::function<std::uint8_t(const SurfacePoint&)> shade;
  /// Replaces a normal, to join surfaces that cross. Empty: the loft's own.
  std::function<glm::dvec3(const SurfacePoint&)> normal;
};

/// Collects the vertices and faces of one mesh.
class MeshBuilder {
 public:
  MeshBuilder(Rig& rig, std::string material) : rig_(rig) { mesh_.material = std::move(material); }
  explicit MeshBuilder(Rig& rig) : rig_(rig) {}  ///< not drawn

  /// Adds a vertex given in model space. Positions are rounded to the packed grid whatever the
  /// form, so that meshes of different forms meet without cracks.
  std::uint32_t vertex(const SurfacePoint& point, std::uint8_t bone, const glm::dvec2& st,
                       bmd1::VertexSpec::Form form, std::uint8_t shade = 0x0F);
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);

  void loft(const Loft& loft, const LoftCut& cut, const Skin& skin);
  /// A ball about a bone's origin, poles on its y axis. The texture area shows the half towards +y,
  /// its left edge at -x (at +x if `mirrored`); the other half has the area's rim.
  void ball(const std::string& bone, double radius, int rings, int segments,
            const TextureArea& area, bool mirrored, bmd1::VertexSpec::Form form);

  [[nodiscard]] bmd1::MeshSpec take() { return std::move(mesh_); }

 private:
  [[nodiscard]] static glm::dvec2 textureAt(const Skin& skin, double across, double v);
  [[nodiscard]] std::uint8_t boneAt(const Skin& skin, double v);
  std::uint32_t loftVertex(const Loft& loft, const Skin& skin, double v, double angle);
  std::uint32_t pole(const Loft& loft, const Skin& skin, bool at_end);

  Rig& rig_;
  bmd1::MeshSpec mesh_;
};

/// `name` with its ending ".R" turned into ".L".
[[nodiscard]] std::string leftName(const std::string& name);

}  // namespace sinew::assets
