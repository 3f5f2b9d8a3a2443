#include "assets/generator/fox_meshes.h"

#include <glm/geometric.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

using Form = bmd1::VertexSpec::Form;

constexpr const char* kSockColor = "#33211C";
constexpr const char* kNoseColor = "#1B1413";

/// How finely one level of detail is cut.
struct Level {
  int steps;  ///< rings a section
  int trunk;  ///< segments around the trunk
  int limb;   ///< around legs and jaw
  int tail;
  int ear;
  int eye_rings;
};

constexpr Level kLevels[] = {{2, 24, 14, 16, 12, 8}, {1, 12, 8, 8, 6, 4}, {0, 7, 5, 5, 4, 3}};

/// Rings for a level; level 2 (steps 0) takes the sections named in `coarse`.
LoftCut cutFor(const Level& level, double first, double last, int segments,
               const std::vector<double>& coarse) {
  if (level.steps > 0) return cutLoft(first, last, level.steps, segments);
  LoftCut cut;
  cut.rings = coarse;
  cut.segments = segments;
  return cut;
}

void closeStart(LoftCut& cut) {
  cut.pole_at_start = true;
  if (cut.rings.front() == 0.0) cut.rings.erase(cut.rings.begin());
}

void closeEnd(LoftCut& cut, const Loft& loft) {
  cut.pole_at_end = true;
  if (cut.rings.back() == loft.length()) cut.rings.pop_back();
}

Skin skinOf(std::string first_bone, std::vector<Joint> joints, const PaintedStretch& painted,
            Form form) {
  Skin skin;
  skin.first_bone = std::move(first_bone);
  skin.joints = std::move(joints);
  skin.area = painted.area;
  skin.area_first = painted.first;
  skin.area_last = painted.last;
  skin.form = [form](double) { return form; };
  return skin;
}

Skin trunkSkin(const PaintedStretch& painted, Form form) {
  return skinOf("hips",
                {{4.0, "spine", 2.4}, {6.2, "chest", 2.0}, {9.2, "neck", 1.8}, {11.1, "head", 1.4}},
                painted, form);
}

/// Light that does not reach the throat and the underside of the head, as Color/Shade 0x0C..0x0F.
std::uint8_t headShade(const SurfacePoint& point) {
  const double below = smoothStep(-0.2, -0.9, point.normal.z);
  const double under_ears = smoothStep(14.4, 12.6, point.position.y);
  return static_cast<std::uint8_t>(15 - std::lround(3.0 * below * under_ears));
}

bmd1::MeshSpec bodyMesh(const FoxParts& parts, const Level& level, const std::string& texture,
                        Rig& rig) {
  MeshBuilder mesh(rig, texture);
  LoftCut cut = cutFor(level, 0.0, kHeadStart, level.trunk, {1, 2.5, 4.5, 7, 9, kHeadStart});
  closeStart(cut);
  mesh.loft(parts.trunk, cut, trunkSkin(foxAtlas().body, Form::FB));
  for (const bool left : {false, true}) {
    Skin front =
        skinOf("chest", {{1.6, "upper_arm.R", 2.4}, {4.0, "forearm.R", 1.6}, {7.0, "hand.R", 1.4}},
               foxAtlas().front_leg, Form::FB);
    front.mirrored = left;
    front.normal = [&parts](const SurfacePoint& p) { return joinToTrunk(parts, p, 1.3); };
    mesh.loft(parts.front_leg, cutFor(level, 0.0, kSockStart, level.limb, {0.6, 2, 4, kSockStart}),
              front);
    Skin hind = skinOf("hips", {{1.4, "thigh.R", 2.4}, {4.0, "shin.R", 1.6}, {6.2, "foot.R", 1.4}},
                       foxAtlas().hind_leg, Form::FB);
    hind.mirrored = left;
    hind.normal = front.normal;
    mesh.loft(parts.hind_leg,
              cutFor(level, 0.0, kSockStart, level.limb, {0.6, 2, 4, 6, kSockStart}), hind);
  }
  return mesh.take();
}

bmd1::MeshSpec headMesh(const FoxParts& parts, const Level& level, const std::string& texture,
                        Rig& rig) {
  MeshBuilder mesh(rig, texture);
  Skin skin = trunkSkin(foxAtlas().head, Form::FD);
  skin.shade = headShade;
  LoftCut cut = cutFor(level, kHeadStart, parts.trunk.length(), level.trunk,
                       {kHeadStart, 12.5, 14, 15.5, 17.3});
  closeEnd(cut, parts.trunk);
  mesh.loft(parts.trunk, cut, skin);
  LoftCut jaw = cutFor(level, 0.0, parts.jaw.length(), level.limb, {1, 3});
  closeStart(jaw);
  closeEnd(jaw, parts.jaw);
  mesh.loft(parts.jaw, jaw, skinOf("head", {{0.6, "jaw", 1.2}}, foxAtlas().jaw, Form::FD));
  for (const bool left : {false, true}) {
    Skin ear = skinOf("head", {{0.6, "ear.R", 1.2}}, foxAtlas().ear, Form::FA);
    ear.mirrored = left;
    LoftCut ear_cut = cutFor(level, 0.0, parts.ear.length(), level.ear, {0.4, 1.2, 2.6});
    closeEnd(ear_cut, parts.ear);
    mesh.loft(parts.ear, ear_cut, ear);
    Skin cheek = skinOf("head", {}, foxAtlas().cheek, Form::FD);
    cheek.mirrored = left;
    LoftCut cheek_cut = cutFor(level, 0.0, parts.cheek.length(), level.ear, {0.5, 1.5});
    closeEnd(cheek_cut, parts.cheek);
    mesh.loft(parts.cheek, cheek_cut, cheek);
  }
  return mesh.take();
}

bmd1::MeshSpec tailMesh(const FoxParts& parts, const Level& level, const std::string& texture,
                        Rig& rig) {
  MeshBuilder mesh(rig, texture);
  Skin skin = skinOf("hips",
                     {{0.4, "tail1", 1.0},
                      {2.0, "tail2", 1.2},
                      {3.1, "tail3", 1.2},
                      {4.4, "tail4", 1.2},
                      {5.7, "tail5", 1.2}},
                     foxAtlas().tail, Form::FB);
  // Behind the last joint the brush is nearly a ball about that bone: the implied normals of the
  // 64-bit form fit.
  skin.form = [](double v) { return v > 6.4 ? Form::V64 : v > 2.5 ? Form::FB : Form::FD; };
  LoftCut cut = cutFor(level, 0.0, parts.tail.length(), level.tail, {0, 2, 4, 5.5, 7});
  closeEnd(cut, parts.tail);
  mesh.loft(parts.tail, cut, skin);
  return mesh.take();
}

bmd1::MeshSpec sockMesh(const FoxParts& parts, const Level& level, Rig& rig) {
  MeshBuilder mesh(rig, kSockColor);
  for (const bool left : {false, true}) {
    Skin front =
        skinOf("forearm.R", {{7.0, "hand.R", 1.4}, {8.8, "fingers.R", 1.2}}, {}, Form::V64);
    front.mirrored = left;
    LoftCut cut =
        cutFor(level, kSockStart, parts.front_leg.length(), level.limb, {kSockStart, 9, 11});
    closeEnd(cut, parts.front_leg);
    mesh.loft(parts.front_leg, cut, front);
    Skin hind = skinOf("shin.R", {{6.2, "foot.R", 1.4}, {8.8, "toes.R", 1.2}}, {}, Form::V64);
    hind.mirrored = left;
    mesh.loft(parts.hind_leg, cut, hind);
  }
  return mesh.take();
}

bmd1::MeshSpec eyeMesh(const Level& level, const std::string& texture, Rig& rig) {
  MeshBuilder mesh(rig, texture);
  for (const bool left : {false, true}) {
    mesh.ball(left ? "eye.L" : "eye.R", 0.85, level.eye_rings, level.eye_rings * 2, foxAtlas().eye,
              left, Form::V64);
  }
  return mesh.take();
}

bmd1::MeshSpec noseMesh(const FoxParts& parts, const Level& level, Rig& rig) {
  MeshBuilder mesh(rig, kNoseColor);
  const Loft nose({{parts.nose + glm::dvec3(0.0, -0.55, 0.0), 0.1, 0.1, 0.1},
                   {parts.nose + glm::dvec3(0.0, -0.3, 0.0), 0.55, 0.42, 0.5},
                   {parts.nose + glm::dvec3(0.0, 0.1, 0.02), 0.62, 0.45, 0.55},
                   {parts.nose + glm::dvec3(0.0, 0.5, 0.02), 0.1, 0.1, 0.1}});
  LoftCut cut = cutFor(level, 0.0, nose.length(), level.ear, {1, 2});
  closeStart(cut);
  closeEnd(cut, nose);
  mesh.loft(nose, cut, skinOf("head", {}, {}, Form::V64));
  return mesh.take();
}

/// A closed hull of one bone for collisions: a loft with every vertex on that bone.
bmd1::MeshSpec solidMesh(const Loft& hull, const std::string& bone, int segments, Rig& rig) {
  MeshBuilder mesh(rig);
  LoftCut cut = cutLoft(0.0, hull.length(), 1, segments);
  closeStart(cut);
  closeEnd(cut, hull);
  mesh.loft(hull, cut, skinOf(bone, {}, {}, Form::V64));
  return mesh.take();
}

}  // namespace

void addFoxMeshes(const FoxParts& parts, const std::string& texture, Rig& rig,
                  bmd1::FileSpec& spec) {
  // Switch distances 1 / scale - 1: about 6 m and 19 m.
  constexpr double kScales[] = {0.140625, 0.05078125, 0.0};
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    const auto first = static_cast<std::uint8_t>(spec.meshes.size());
    const Level& level = kLevels[i];
    spec.meshes.push_back(bodyMesh(parts, level, texture, rig));
    spec.meshes.push_back(headMesh(parts, level, texture, rig));
    spec.meshes.push_back(tailMesh(parts, level, texture, rig));
    spec.meshes.push_back(sockMesh(parts, level, rig));
    spec.meshes.push_back(eyeMesh(level, texture, rig));
    spec.meshes.push_back(noseMesh(parts, level, rig));
    const auto count = static_cast<std::uint8_t>(spec.meshes.size() - first);
    spec.lods.push_back({first, count, kScales[i]});
  }
  const Loft body({{{0, -12.2, 17.6}, 0.2, 0.2, 0.2},
                   {{0, -10.5, 17.4}, 3.4, 2.8, 3.2},
                   {{0, -2.5, 17.2}, 3.8, 3.3, 3.7},
                   {{0, 6.5, 17.6}, 4.4, 3.7, 5.0},
                   {{0, 9.5, 19.0}, 3.4, 3.2, 3.9},
                   {{0, 10.6, 20.2}, 0.2, 0.2, 0.2}});
  rig.setSolid("chest", static_cast<std::uint8_t>(spec.meshes.size()));
  spec.meshes.push_back(solidMesh(body, "chest", 8, rig));
  const Loft head({{{0, 11.6, 26.2}, 0.2, 0.2, 0.2},
                   {{0, 12.6, 26.3}, 3.6, 2.9, 2.5},
                   {{0, 16.5, 26.3}, 3.9, 2.9, 2.8},
                   {{0, 19.0, 25.4}, 1.9, 1.6, 1.6},
                   {{0, 22.2, 25.0}, 0.8, 0.8, 1.0},
                   {{0, 22.8, 24.9}, 0.1, 0.1, 0.1}});
  rig.setSolid("head", static_cast<std::uint8_t>(spec.meshes.size()));
  spec.meshes.push_back(solidMesh(head, "head", 8, rig));
}

}  // namespace sinew::assets
