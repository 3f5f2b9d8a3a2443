// three.js as an independent judge: what we read and pose lies where it says, and what we write is
// posed by it as we pose what we wrote.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/gltf/axes.h"
#include "format/gltf/write.h"
#include "tests/gltf/node_runner.h"
#include "tests/gltf/posed_soup.h"

namespace sinew::oracles {
namespace {

/// Of the model's diagonal. Arcs and splines become chords that stray by up to 0.01 degrees each
/// (format/gltf/curves.h), which adds up along chains of bones; three.js works in floats.
constexpr double kTolerance = 1e-3;

std::vector<std::string> filesIn(const std::string& folder, const std::vector<std::string>& kinds) {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string kind = entry.path().extension();
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

void expectAsThree(const std::string& path, const Model& model) {
  const std::vector<Moment> moments = momentsOf(model, 4);
  const std::vector<Soup> judge = threeSoups(path, moments);
  ASSERT_EQ(judge.size(), moments.size());
  for (std::size_t m = 0; m < moments.size(); ++m) {
    EXPECT_LE(largestDistance(posedSoup(model, moments[m]), judge[m]), kTolerance)
        << path << ", clip " << (moments[m].clip ? std::to_string(*moments[m].clip) : "none")
        << " at " << moments[m].time_s << " s";
  }
}

class Three : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = missing(); !why.empty()) GTEST_SKIP() << why;
  }
};

TEST_F(Three, PosesTheTestFilesAsWeDo) {
  const auto files = filesIn(std::string(SINEW_TEST_DATA) + "/gltf", {".gltf", ".glb"});
  ASSERT_GE(files.size(), 5u);
  for (const std::string& path : files) {
    const auto loaded = loadFile(path);
    if (loaded) expectAsThree(path, loaded->model);
  }
}

TEST_F(Three, PosesPublishedModelsAsWeDo) {
  const auto files =
      filesIn(std::string(SINEW_SOURCE_DIR) + "/../shared/data/gltf", {".gltf", ".glb"});
  if (files.empty()) GTEST_SKIP() << "there is no folder shared/data/gltf beside the checkout";
  for (const std::string& path : files) {
    const auto loaded = loadFile(path);
    if (loaded) expectAsThree(path, loaded->model);
  }
}

TEST_F(Three, PosesCompressedFilesAsWeDo) {
  const Scratch scratch;
  for (const std::string name : {"two_skins.glb", "curves.glb"}) {
    const std::string packed = scratch.path("packed.glb");
    const Finished run = runPackage(
        "gltfpack/cli.js",
        {"-i", std::string(SINEW_TEST_DATA) + "/gltf/" + name, "-o", packed, "-cc", "-kn"});
    ASSERT_EQ(run.exit, 0) << run.out;
    const auto loaded = loadFile(packed);
    ASSERT_TRUE(loaded);
    expectAsThree(packed, loaded->model);
  }
}

std::string save(const Scratch& scratch, const Model& model, const gltf::WriteOptions& options,
                 const std::string& name = "a") {
  const Result<gltf::Written> written = gltf::write(model, options);
  if (!written) {
    ADD_FAILURE() << describe(written.error());
    return {};
  }
  const std::string path = scratch.path(name + (options.binary ? ".glb" : ".gltf"));
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(written->bytes.data()),
             static_cast<std::streamsize>(written->bytes.size()));
  return path;
}

std::vector<std::string> packedFiles() {
  std::vector<std::string> files = filesIn(std::string(SINEW_SOURCE_DIR) + "/assets", {".bmd"});
  for (const std::string& path :
       filesIn(std::string(SINEW_TEST_DATA) + "/bmd1/valid", {".bmd", ".bmd1"}))
    files.push_back(path);
  return files;
}

bool showsAnything(const Model& model) {
  return std::any_of(model.meshes.begin(), model.meshes.end(),
                     [](const Mesh& mesh) { return mesh.drawn && !mesh.triangles.empty(); });
}

TEST_F(Three, FindsWhatWeWriteValid) {
  std::vector<std::string> files = packedFiles();
  for (const std::string& folder : {std::string(SINEW_TEST_DATA) + "/gltf",
                                    std::string(SINEW_SOURCE_DIR) + "/../shared/data/gltf"}) {
    for (const std::string& path : filesIn(folder, {".gltf", ".glb"}))
      files.push_back(path);
  }
  ASSERT_GE(files.size(), 8u);
  const Scratch scratch;
  std::vector<std::string> written;
  for (const std::string& path : files) {
    const auto source = loadFile(path);
    ASSERT_TRUE(source) << path;
    if (source->model.skeleton.bones.empty() && !showsAnything(source->model)) continue;
    gltf::WriteOptions options;
    const std::string name =
        std::to_string(written.size()) + "_" + std::filesystem::path(path).stem().string();
    written.push_back(save(scratch, source->model, options, name));
    // The two kinds differ only in what is around the same JSON and data.
    options.binary = false;
    if (written.size() % 8 == 0) written.push_back(save(scratch, source->model, options, name));
  }
  const Finished run = runScript("validate_gltf.mjs", written);
  EXPECT_EQ(run.exit, 0) << run.out;
}

/// The meshes that a glTF file shows, in its axes and unit, found again by the numbers that
/// nameless meshes are called by.
Soup asWritten(const Model& model, Soup soup, const Soup& judge) {
  const gltf::Axes axes(model.conventions);
  Soup out;
  for (const SoupMesh& wanted : judge) {
    std::size_t index = 0;
    if (std::sscanf(wanted.name.c_str(), "mesh%zu", &index) != 1 || index >= soup.size()) {
      ADD_FAILURE() << "a mesh called " << wanted.name;
      return {};
    }
    out.push_back(soup[index]);
    for (glm::dvec3& corner : out.back().corners)
      corner = axes.point(corner);
  }
  return out;
}

TEST_F(Three, PosesPackedModelsThatWeWroteAsWeDo) {
  const Scratch scratch;
  std::size_t compared = 0;
  for (const std::string& path : packedFiles()) {
    const auto source = loadFile(path);
    ASSERT_TRUE(source) << path;
    const Model& model = source->model;
    const std::vector<float>& weights = model.influences.weights;
    const bool negative =
        std::any_of(weights.begin(), weights.end(), [](float weight) { return weight < 0.0f; });
    if (!showsAnything(model) || negative) continue;  // negative weights are said to be lost
    const std::string written = save(scratch, model, {});
    const std::vector<Moment> moments = momentsOf(model, 4);
    // Clips that move nothing are left out of the file, and the others move up.
    if (std::any_of(model.clips.begin(), model.clips.end(),
                    [](const Clip& clip) { return !clip.keys || clip.keys->tracks.size() < 2; }))
      continue;
    const std::vector<Soup> judge = threeSoups(written, moments);
    ASSERT_EQ(judge.size(), moments.size()) << path;
    ++compared;
    for (std::size_t m = 0; m < moments.size(); ++m) {
      const Soup ours = asWritten(model, posedSoup(model, moments[m]), judge[m]);
      EXPECT_LE(largestDistance(ours, judge[m]), kTolerance)
          << path << ", clip " << (moments[m].clip ? std::to_string(*moments[m].clip) : "none")
          << " at " << moments[m].time_s << " s";
    }
  }
  EXPECT_GE(compared, 8u);
}

}  // namespace
}  // namespace sinew::oracles
