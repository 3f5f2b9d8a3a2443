// Skins: pseudo-bones move vertices as linear blend skinning does, not at rest only.

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "format/pose/pose.h"
#include "format/unpack.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

/// Source metres, Y up, facing +Z -> the file: (-x, z, y) * 40.
glm::dvec3 toFile(const glm::dvec3& p) {
  return 40.0 * glm::dvec3(-p.x, p.z, p.y);
}

/// A tube along Y from 0 to 2 with `rings` rings of 8; weight of the upper bone rises from 0 to 1
/// between y = 0.5 and 1.5. Bones at the origin and at (0, 1, 0). The upper one bends by 90 degrees
/// about Z and comes back.
struct Elbow {
  Model model = emptyModel();
  std::vector<glm::dvec3> places;
  std::vector<double> upper;
};

Elbow elbow(std::uint32_t rings) {
  Elbow out;
  addChain(out.model, {{0, 0, 0}, {0, 1, 0}});
  VertexArrays arrays;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t r = 0; r < rings; ++r) {
    const float y = 2.0f * static_cast<float>(r) / static_cast<float>(rings - 1);
    const float w = std::clamp(y - 0.5f, 0.0f, 1.0f);
    const std::uint32_t influence =
        addInfluence(out.model, {0, 1}, {1.0f - w, w}, {shift({0, 0, 0}), shift({0, -1, 0})});
    for (std::uint32_t k = 0; k < 8; ++k) {
      const float a = 0.785398f * static_cast<float>(k);
      arrays.positions.push_back({0.2f * std::cos(a), y, 0.2f * std::sin(a)});
      arrays.normals.push_back({std::cos(a), 0.0f, std::sin(a)});
      arrays.influences.push_back(influence);
      out.places.emplace_back(arrays.positions.back());
      out.upper.push_back(static_cast<double>(w));
      if (r + 1 == rings) continue;
      const std::uint32_t i = 8 * r + k;
      const std::uint32_t j = 8 * r + (k + 1) % 8;
      for (const std::uint32_t v : {i, i + 8, j + 8, i, j + 8, j})
        triangles.push_back(v);
    }
  }
  addMesh(out.model, arrays, triangles);
  out.model.clips.push_back(rotationClip(
      "bend", 1, {{0, about({0, 0, 1}, 0)}, {10, about({0, 0, 1}, 90)}, {20, about({0, 0, 1}, 0)}},
      10.0, 20.0, true));
  return out;
}

/// Linear blend skinning by hand: the lower bone rests, the upper one turns about (0, 1, 0).
glm::dvec3 skinnedByHand(const glm::dvec3& p, double upper, double degrees) {
  const double a = glm::radians(degrees);
  const glm::dvec3 q = p - glm::dvec3(0, 1, 0);
  const glm::dvec3 turned(std::cos(a) * q.x - std::sin(a) * q.y,
                          std::sin(a) * q.x + std::cos(a) * q.y, q.z);
  return (1.0 - upper) * p + upper * (turned + glm::dvec3(0, 1, 0));
}

/// Greatest distance from each wanted place to the nearest posed vertex of the file.
double farthest(const Model& file, std::optional<std::uint32_t> clip, double frame,
                const std::vector<glm::dvec3>& wanted) {
  const auto pose = pose::evaluateExact(file, clip, frame);
  std::vector<glm::dvec3> posed;
  for (const Mesh& mesh : file.meshes) {
    std::vector<glm::dvec3> part(mesh.vertexCount());
    pose::skin(file, mesh, pose.influences, part, {});
    posed.insert(posed.end(), part.begin(), part.end());
  }
  double worst = 0.0;
  for (const glm::dvec3& w : wanted) {
    double best = 1e300;
    for (const glm::dvec3& p : posed)
      best = std::min(best, glm::distance(w, p));
    worst = std::max(worst, best);
  }
  return worst;
}

std::vector<glm::dvec3> wantedAt(const Elbow& e, double degrees) {
  std::vector<glm::dvec3> out;
  for (std::size_t i = 0; i < e.places.size(); ++i)
    out.push_back(toFile(skinnedByHand(e.places[i], e.upper[i], degrees)));
  return out;
}

TEST(Skin, IsExactInMotionUpToQuantisation) {
  const Elbow e = elbow(17);
  EncodeOptions options;
  options.size = SizeGoal::Best;
  const Outcome out = encodeStrictly(e.model, options);
  ASSERT_EQ(out.loaded.model.clips.size(), 1u);
  const double diagonal = 40.0 * std::sqrt(0.4 * 0.4 + 2.0 * 2.0 + 0.4 * 0.4);
  EXPECT_NEAR(out.encoded.report.diagonal, diagonal, 1e-3);
  EXPECT_LE(farthest(out.loaded.model, std::nullopt, 0.0, wantedAt(e, 0.0)), 0.001 * diagonal);
  const double per_frame = out.loaded.model.clips[0].frame_count / 20.0;
  // Half way the tube bends by 90 degrees. Without helpers at the joint a blend of the two bones
  // would be off by some 0.5 m * sin(45) of 2 m there.
  EXPECT_LE(farthest(out.loaded.model, 0, 10.0 * per_frame, wantedAt(e, 90.0)), 0.003 * diagonal);
  EXPECT_LE(farthest(out.loaded.model, 0, 5.0 * per_frame, wantedAt(e, 45.0)), 0.003 * diagonal);
}

TEST(Skin, TheReportedErrorIsTheRealOne) {
  const Elbow e = elbow(17);
  const Outcome out = encodeStrictly(e.model);
  const double diagonal = out.encoded.report.diagonal;
  const double per_frame = out.loaded.model.clips[0].frame_count / 20.0;
  ASSERT_TRUE(out.encoded.report.clips);
  const double by_hand =
      farthest(out.loaded.model, 0, 10.0 * per_frame, wantedAt(e, 90.0)) / diagonal * 100.0;
  EXPECT_LE(by_hand, out.encoded.report.clips->max_percent + 1e-3);
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
}

TEST(Skin, ManyWeightsShareFewPseudoBones) {
  const Elbow e = elbow(700);  // 350 distinct blends, 256 bones at most
  const Outcome out = encodeStrictly(e.model);
  const BoneReport& bones = out.encoded.report.bones;
  EXPECT_GT(bones.weight_sets, 300u);
  EXPECT_LE(1u + bones.kept + bones.helpers + bones.pseudo, 240u);
  // Bent by 90 degrees, a weight that is off by 0.004 (half of what a code's neighbours are apart,
  // with the sum held near 1) moves the tube's end of the blend by 0.2 %.
  EXPECT_LE(bones.cluster_max_percent, 0.2);
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
}

TEST(Skin, ABindPoseThatIsNotTheRestPoseMovesRightToo) {
  // The upper bone rests bent by 30 degrees; the inverse bind matrices are those of the straight
  // tube. At angle a from there the place is that of the straight tube bent by 30 + a.
  Elbow e = elbow(17);
  e.model.skeleton.bones[1].rest.rotation = glm::dquat(about({0, 0, 1}, 30));
  e.model.clips.clear();
  e.model.clips.push_back(rotationClip(
      "bend", 1, {{0, about({0, 0, 1}, 30)}, {10, about({0, 0, 1}, 80)}}, 10.0, 11.0, false));
  const Outcome out = encodeStrictly(e.model);
  const double diagonal = out.encoded.report.diagonal;
  const Clip& clip = out.loaded.model.clips.at(0);
  EXPECT_LE(farthest(out.loaded.model, std::nullopt, 0.0, wantedAt(e, 30.0)), 0.0025 * diagonal);
  EXPECT_LE(farthest(out.loaded.model, 0, clip.frame_count - 1.0, wantedAt(e, 80.0)),
            0.006 * diagonal);
}

TEST(Skin, SeamsBetweenBonesStayClosedAtRest) {
  // Two boards that meet at x = 0.3, each on a bone of its own; the edge's vertices are equal.
  Model model = emptyModel();
  addChain(model, {{0.013f, 0.021f, 0.037f}, {0.317f, 0.043f, 0.011f}});
  for (const std::uint32_t bone : {0u, 1u}) {
    const glm::vec3 joint =
        bone == 0 ? glm::vec3(0.013f, 0.021f, 0.037f) : glm::vec3(0.317f, 0.043f, 0.011f);
    VertexArrays arrays;
    const std::uint32_t influence = addInfluence(model, {bone}, {1.0f}, {shift({})});
    for (int i = 0; i < 10; ++i) {
      for (const float x : {bone == 0 ? -0.4f : 0.3f, bone == 0 ? 0.3f : 0.9f}) {
        arrays.positions.push_back(glm::vec3(x, 0.0777f * static_cast<float>(i), 0.01f) - joint);
        arrays.normals.push_back({0, 0, 1});
        arrays.influences.push_back(influence);
      }
    }
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t i = 0; i + 3 < 20; i += 2) {
      for (const std::uint32_t v : {i, i + 1, i + 3, i, i + 3, i + 2})
        triangles.push_back(v);
    }
    addMesh(model, arrays, triangles);
  }
  model.clips.push_back(rotationClip(
      "turn", 1, {{0, about({0, 1, 0}, 0)}, {8, about({0, 1, 0}, 50)}}, 8.0, 9.0, false));
  const Outcome out = encodeStrictly(model);
  EXPECT_EQ(out.encoded.report.records.open_seams, 0u);
  // Judged from the decoded file: ten places of the left board are places of the right one.
  const auto pose = pose::evaluateExact(out.loaded.model, std::nullopt, 0.0);
  std::vector<std::vector<glm::dvec3>> posed;
  for (const Mesh& mesh : out.loaded.model.meshes) {
    posed.emplace_back(mesh.vertexCount());
    pose::skin(out.loaded.model, mesh, pose.influences, posed.back(), {});
  }
  ASSERT_EQ(posed.size(), 2u);
  int shared = 0;
  for (const glm::dvec3& a : posed[0]) {
    for (const glm::dvec3& b : posed[1])
      shared += a == b ? 1 : 0;
  }
  EXPECT_EQ(shared, 10);
}

TEST(Skin, BonesThatMoveNothingAreDropped) {
  Elbow e = elbow(9);
  Bone idle;
  idle.name = "idle";
  idle.parent = 1;
  e.model.skeleton.bones.push_back(idle);
  finishSkeleton(e.model.skeleton);
  // The lower bone never moves: the file's root stands for it.
  EXPECT_EQ(encodeStrictly(e.model).encoded.report.bones.kept, 1u);
  EncodeOptions options;
  options.keep_bones = true;
  const Outcome out = encodeStrictly(e.model, options);
  // The root, which never moves, is the file's own; a helper may come before none of the others.
  EXPECT_EQ(out.encoded.report.bones.kept, 2u);
  EXPECT_EQ(out.loaded.model.skeleton.bones.at(0).name, e.model.skeleton.bones[0].name);
  EXPECT_EQ(out.loaded.model.skeleton.bones.at(2).name, "idle");
}

}  // namespace
}  // namespace sinew::convert
