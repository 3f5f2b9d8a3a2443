#include "assets/generator/mesh_builder.h"

#include <stdexcept>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "assets/generator/numeric.h"
#include "format/quantize.h"

namespace sinew::assets {

std::string leftName(const std::string& name) {
  if (name.size() < 2 || name.substr(name.size() - 2) != ".R") return name;
  return name.substr(0, name.size() - 1) + "L";
}

std::uint32_t MeshBuilder::vertex(const SurfacePoint& point, std::uint8_t bone,
                                  const glm::dvec2& st, bmd1::VertexSpec::Form form,
                                  std::uint8_t shade) {
  const glm::dmat4 rest = rig_.restMatrix(bone);
  const glm::dvec3 local(glm::inverse(rest) * glm::dvec4(point.position, 1.0));
  const auto word = encodePackedVec3(local);
  if (!word) throw std::logic_error("vertex out of range");
  bmd1::VertexSpec out;
  out.form = form;
  out.bone = bone;
  out.position = decodePackedVec3(*word);
  out.normal = bestStoredNormal(glm::normalize(glm::transpose(glm::dmat3(rest)) * point.normal));
  out.st = st;
  out.shade = shade;
  mesh_.vertices.push_back(out);
  return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
}

void MeshBuilder::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mesh_.faces.push_back({{a, b, c, 0}, false});
}

void MeshBuilder::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh_.faces.push_back({{a, b, c, d}, true});
}

glm::dvec2 MeshBuilder::textureAt(const Skin& skin, double across, double v) {
  const double span = skin.area_last - skin.area_first;
  return skin.area.at(across, span > 0.0 ? (v - skin.area_first) / span : 0.0);
}

std::uint8_t MeshBuilder::boneAt(const Skin& skin, double v) {
  const auto named = [&skin](const std::string& name) {
    return skin.mirrored ? leftName(name) : name;
  };
  // The last joint that has begun decides: joints are further apart than they are wide.
  for (auto joint = skin.joints.rbegin(); joint != skin.joints.rend(); ++joint) {
    const double share = (v - joint->v) / joint->width + 0.5;
    if (share * 8.0 >= 0.5) return rig_.blend(named(joint->bone), share);
  }
  return static_cast<std::uint8_t>(rig_.find(named(skin.first_bone)));
}

std::uint32_t MeshBuilder::loftVertex(const Loft& loft, const Skin& skin, double v, double angle) {
  SurfacePoint point = loft.at(v, angle);
  if (skin.normal) point.normal = skin.normal(point);
  const std::uint8_t shade = skin.shade ? skin.shade(point) : std::uint8_t{0x0F};
  if (skin.mirrored) {
    point.position.x = -point.position.x;
    point.normal.x = -point.normal.x;
  }
  const double across = angle <= kPi ? angle / kPi : 2.0 - angle / kPi;
  return vertex(point, boneAt(skin, v), textureAt(skin, across, v), skin.form(v), shade);
}

std::uint32_t MeshBuilder::pole(const Loft& loft, const Skin& skin, bool at_end) {
  const double v = at_end ? loft.length() : 0.0;
  SurfacePoint point{loft.center(v), loft.direction(v) * (at_end ? 1.0 : -1.0)};
  if (skin.normal) point.normal = skin.normal(point);
  const std::uint8_t shade = skin.shade ? skin.shade(point) : std::uint8_t{0x0F};
  if (skin.mirrored) {
    point.position.x = -point.position.x;
    point.normal.x = -point.normal.x;
  }
  return vertex(point, boneAt(skin, v), textureAt(skin, 0.5, v), skin.form(v), shade);
}

void MeshBuilder::loft(const Loft& loft, const LoftCut& cut, const Skin& skin) {
  const auto n = static_cast<std::uint32_t>(cut.segments);
  const std::uint32_t start = cut.pole_at_start ? pole(loft, skin, false) : 0;
  std::vector<std::uint32_t> rings;  // first vertex of each
  for (const double v : cut.rings) {
    rings.push_back(static_cast<std::uint32_t>(mesh_.vertices.size()));
    for (std::uint32_t j = 0; j < n; ++j)
      loftVertex(loft, skin, v, 2.0 * kPi * j / n);
  }
  const std::uint32_t end = cut.pole_at_end ? pole(loft, skin, true) : 0;
  // A mirrored tube runs round the other way.
  const auto addTriangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    skin.mirrored ? triangle(a, c, b) : triangle(a, b, c);
  };
  for (std::uint32_t j = 0; j < n; ++j) {
    const std::uint32_t k = (j + 1) % n;
    if (cut.pole_at_start) addTriangle(start, rings.front() + k, rings.front() + j);
    for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
      const std::uint32_t a = rings[i] + j;
      const std::uint32_t b = rings[i] + k;
      const std::uint32_t c = rings[i + 1] + k;
      const std::uint32_t d = rings[i + 1] + j;
      skin.mirrored ? quad(a, d, c, b) : quad(a, b, c, d);
    }
    if (cut.pole_at_end) addTriangle(rings.back() + j, rings.back() + k, end);
  }
}

void MeshBuilder::ball(const std::string& bone, double radius, int rings, int segments,
                       const TextureArea& area, bool mirrored, bmd1::VertexSpec::Form form) {
  const auto index = static_cast<std::uint8_t>(rig_.find(bone));
  const RigBone& frame = rig_.bones()[index];
  const auto add = [&](double from_pole, double angle) {
    const glm::dvec3 unit(std::sin(from_pole) * std::cos(angle), std::cos(from_pole),
                          -std::sin(from_pole) * std::sin(angle));
    const glm::dvec3 normal = frame.rotation * unit;
    const double spread = std::min(from_pole / kPi, 0.5);
    const double u = spread * std::cos(angle) * (mirrored ? -1.0 : 1.0);
    return vertex({frame.origin + radius * normal, normal}, index,
                  area.at(0.5 + u, 0.5 + spread * std::sin(angle)), form);
  };
  const std::uint32_t front = add(0.0, 0.0);
  std::vector<std::uint32_t> first;
  for (int i = 1; i < rings; ++i) {
    first.push_back(static_cast<std::uint32_t>(mesh_.vertices.size()));
    for (int j = 0; j < segments; ++j)
      add(kPi * i / rings, 2.0 * kPi * j / segments);
  }
  const std::uint32_t back = add(kPi, 0.0);
  const auto n = static_cast<std::uint32_t>(segments);
  for (std::uint32_t j = 0; j < n; ++j) {
    const std::uint32_t k = (j + 1) % n;
    triangle(front, first.front() + j, first.front() + k);
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      quad(first[i] + j, first[i + 1] + j, first[i + 1] + k, first[i] + k);
    }
    triangle(back, first.back() + k, first.back() + j);
  }
}

}  // namespace sinew::assets
