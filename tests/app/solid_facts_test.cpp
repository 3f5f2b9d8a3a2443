// What is found about solids, and which part of a model a finding is about: no GL.

#include "app/solid_facts.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/document.h"
#include "app/finding_target.h"
#include "format/bmd1/decode.h"
#include "format/unpack.h"

namespace sinew::app {
namespace {

/// A box with corners from `low` to `high`; vertex i has x, y, z of `high` by bits 0, 1, 2.
struct Box {
  VertexArrays arrays;
  std::vector<std::uint32_t> triangles{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

  Box(glm::vec3 low, glm::vec3 high) {
    for (int i = 0; i < 8; ++i) {
      arrays.positions.push_back({(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                                  (i & 4) != 0 ? high.z : low.z});
    }
    arrays.influences.assign(8, 0);
  }
  [[nodiscard]] SolidFacts facts() const {
    Model model;
    model.influences.first = {0, 0, 0};
    Mesh mesh;
    mesh.vertices = std::make_shared<const VertexArrays>(arrays);
    mesh.triangles = triangles;
    model.meshes.push_back(mesh);
    return gatherSolidFacts(model, {0, 1});
  }
};

TEST(SolidFacts, ABoxIsSoundAndHasItsVolumeAndCentre) {
  const SolidFacts facts = Box({1, 2, 3}, {3, 5, 7}).facts();
  EXPECT_EQ(facts.faults(), 0);
  EXPECT_TRUE(facts.closed);
  EXPECT_TRUE(facts.crossing_tested);
  EXPECT_EQ(facts.vertices, 8u);
  EXPECT_EQ(facts.triangles, 12u);
  ASSERT_TRUE(facts.volume.has_value());
  EXPECT_NEAR(*facts.volume, 2.0 * 3.0 * 4.0, 1e-9);
  ASSERT_TRUE(facts.center_of_mass.has_value());
  EXPECT_LT(glm::distance(*facts.center_of_mass, glm::dvec3(2, 3.5, 5)), 1e-9);
}

TEST(SolidFacts, InsideOut) {
  Box box({0, 0, 0}, {1, 1, 1});
  for (std::size_t i = 0; i < box.triangles.size(); i += 3)
    std::swap(box.triangles[i], box.triangles[i + 1]);
  const SolidFacts facts = box.facts();
  EXPECT_TRUE(facts.closed);
  EXPECT_TRUE(facts.inside_out);
  EXPECT_NEAR(*facts.volume, -1.0, 1e-9);
  EXPECT_EQ(facts.faults(), 1);
}

TEST(SolidFacts, AMissingTriangleLeavesThreeOpenEdges) {
  Box box({0, 0, 0}, {1, 1, 1});
  box.triangles.resize(box.triangles.size() - 3);  // 3, 7, 5
  const SolidFacts facts = box.facts();
  ASSERT_EQ(facts.open.size(), 3u);
  for (const SolidEdge& edge : facts.open) {
    EXPECT_TRUE(edge.from == 3 || edge.from == 5) << edge.from;
    EXPECT_TRUE(edge.to == 5 || edge.to == 7) << edge.to;
  }
  EXPECT_FALSE(facts.closed);
  EXPECT_FALSE(facts.volume.has_value()) << "an open surface encloses nothing";
}

TEST(SolidFacts, AFlippedTriangleSharesItsEdgesInOneDirection) {
  Box box({0, 0, 0}, {1, 1, 1});
  std::swap(box.triangles[34], box.triangles[35]);
  const SolidFacts facts = box.facts();
  EXPECT_EQ(facts.flipped.size(), 3u);
  EXPECT_TRUE(facts.open.empty());
}

TEST(SolidFacts, AFinMakesItsEdgeCrowded) {
  Box box({0, 0, 0}, {1, 1, 1});
  box.arrays.positions.push_back({2, 2, 2});
  box.arrays.influences.push_back(0);
  box.triangles.insert(box.triangles.end(), {0, 1, 8});
  const SolidFacts facts = box.facts();
  ASSERT_EQ(facts.crowded.size(), 1u);
  EXPECT_EQ(facts.crowded[0].from, 0u);
  EXPECT_EQ(facts.crowded[0].to, 1u);
  EXPECT_EQ(facts.open.size(), 2u);
}

TEST(SolidFacts, SeamsAndOtherBones) {
  Box box({0, 0, 0}, {1, 1, 1});
  box.arrays.positions.push_back(box.arrays.positions[7]);
  box.arrays.influences.push_back(1);
  box.triangles[34] = 8;  // the last triangle uses the double
  const SolidFacts facts = box.facts();
  EXPECT_EQ(facts.doubled, (std::vector<std::uint32_t>{8}));
  EXPECT_EQ(facts.foreign, (std::vector<std::uint32_t>{8})) << "mixed with bone 0";
  EXPECT_FALSE(facts.open.empty()) << "a seam is no joint";
}

TEST(SolidFacts, ASpikeThroughAWallCrosses) {
  Box box({0, 0, 0}, {1, 1, 1});
  box.arrays.positions[7] = {-1.0f, -1.0f, 0.5f};
  EXPECT_TRUE(box.facts().crossing.has_value());
}

// ---------------------------------------------------------------- against the test files

std::vector<std::string> corpus() {
  std::vector<std::string> files;
  for (const char* folder : {"valid", "invalid"}) {
    const auto path = std::string(SINEW_SOURCE_DIR) + "/tests/data/bmd1/" + folder;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() == ".bmd") files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::uint32_t countOf(const LoadedModel& loaded, std::string_view rule, std::uint32_t mesh) {
  const std::string start = "meshes[" + std::to_string(mesh) + "].faces";
  for (const Diagnostic& finding : loaded.diagnostics) {
    if (finding.rule == rule && finding.path.starts_with(start)) return finding.count;
  }
  return 0;
}

TEST(SolidFacts, AgreeWithTheCheckOnEveryTestFile) {
  int solids = 0;
  for (const std::string& file : corpus()) {
    const auto document = openDocument(file, {}, false);
    if (!document) continue;  // no model at all
    const LoadedModel& loaded = (*document)->loaded;
    for (const Solid& solid : loaded.model.solids) {
      if (!loaded.bmd1->meshes[solid.mesh].sound) continue;  // the check leaves it alone
      const SolidFacts facts = gatherSolidFacts(loaded.model, solid);
      if (facts.triangles == 0) continue;
      ++solids;
      EXPECT_EQ(facts.open.size() + facts.crowded.size() + facts.flipped.size(),
                countOf(loaded, "solid.open-edge", solid.mesh))
          << file;
      EXPECT_EQ(facts.inside_out, countOf(loaded, "solid.inside-out", solid.mesh) > 0) << file;
      if (facts.closed) {
        EXPECT_EQ(facts.crossing.has_value(),
                  countOf(loaded, "solid.self-intersection", solid.mesh) > 0)
            << file;
        EXPECT_EQ(facts.crossing_tested, countOf(loaded, "solid.unchecked", solid.mesh) == 0);
      }
    }
  }
  EXPECT_GE(solids, 8);
}

TEST(UnpackVertex, OneByOneGivesWhatTheWalkGives) {
  std::size_t compared = 0;
  for (const std::string& file : corpus()) {
    const auto document = openDocument(file, {}, false);
    if (!document) continue;
    const Model& model = (*document)->model();
    for (const Mesh& mesh : model.meshes) {
      std::vector<UnpackedVertex> all(mesh.vertexCount());
      unpackVertices(model, mesh, all);
      for (std::uint32_t v = 0; v < all.size(); ++v) {
        const UnpackedVertex one = unpackVertex(model, mesh, v);
        ASSERT_EQ(one.position, all[v].position) << file << " " << v;
        ASSERT_EQ(one.normal, all[v].normal) << file << " " << v;
        ASSERT_EQ(one.uv, all[v].uv) << file << " " << v;
        ASSERT_EQ(one.influence, all[v].influence) << file << " " << v;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1300u);
}

/// Offset of a vertex or face record by walking the file's own list.
TEST(FindingTarget, VerticesAndFacesAreThoseOfTheOffset) {
  int vertices = 0;
  int faces = 0;
  for (const std::string& file : corpus()) {
    const auto document = openDocument(file, {}, false);
    if (!document) continue;
    const LoadedModel& loaded = (*document)->loaded;
    const Model& model = loaded.model;
    for (const Diagnostic& finding : loaded.diagnostics) {
      const FindingTarget target = targetOf(loaded, finding);
      if (target.vertex != kNone) {
        ++vertices;
        const PackedVertices& list = *model.meshes[target.mesh].packed();
        bmd1::forEachVertex(*model.bytes, list, [&](std::uint32_t v, const bmd1::Vertex& vertex) {
          if (v != target.vertex) return;
          EXPECT_GE(finding.offset, vertex.offset) << file << " " << finding.path;
          EXPECT_LT(finding.offset, vertex.offset + bmd1::vertexSize(vertex.tag)) << file;
        });
      }
      if (target.triangle != kNone) {
        ++faces;
        bmd1::forEachFace(*loaded.bmd1, loaded.bmd1->meshes[target.mesh],
                          [&](std::uint32_t, const bmd1::Face& face) {
                            // Rules name a face by its first or by its last byte.
                            if (face.offset > finding.offset || finding.offset >= face.offset + 4)
                              return;
                            const auto& triangles = model.meshes[target.mesh].triangles;
                            EXPECT_EQ(triangles[target.triangle * 3], face.indices[0]) << file;
                            EXPECT_EQ(triangles[target.triangle * 3 + 1], face.indices[1]) << file;
                          });
      }
    }
  }
  EXPECT_GE(vertices, 8);
  EXPECT_GE(faces, 6);
}

TEST(FindingTarget, PathsThatNameNothing) {
  const auto document = openDocument(
      std::string(SINEW_SOURCE_DIR) + "/tests/data/bmd1/valid/character.bmd", {}, false);
  ASSERT_TRUE(document.has_value());
  const auto target = [&](const std::string& path) {
    Diagnostic finding;
    finding.path = path;
    return targetOf((*document)->loaded, finding);
  };
  for (const char* path : {"", "header", "meshes", "meshes[", "meshes[99999999999].faces[0]",
                           "meshes[4].vertices[0]", "bones[250]", "lods[2]", "anims[-1]", "x[0]"}) {
    EXPECT_FALSE(target(path).any()) << path;
  }
  EXPECT_EQ(target("meshes[1].vertices[0]").vertex, 0u);
  EXPECT_EQ(target("meshes[1].vertices[60000]").vertex, kNone);
  EXPECT_EQ(target("bones[4].weights[1]").bone_id, 4u);
  EXPECT_EQ(target("anims[1].tracks[2]").clip, 1u);
  EXPECT_EQ(target("anims[1].tracks[2]").bone_id, 2u);
  EXPECT_EQ(target("lods[1].ld_sc").level, 1u);
}

}  // namespace
}  // namespace sinew::app
