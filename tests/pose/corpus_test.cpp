// Every pose of the corpus, whose expectations another implementation made
// (tests/data/bmd1/README.md).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "format/load.h"
#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

using Json = nlohmann::json;

std::vector<std::filesystem::path> poseFiles() {
  std::vector<std::filesystem::path> out;
  const std::filesystem::path folder = std::filesystem::path(SINEW_TEST_DATA) / "bmd1/valid";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > 10 && name.substr(name.size() - 10) == ".pose.json") {
      out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

SharedBytes readFile(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  auto bytes = std::make_shared<std::vector<std::byte>>();
  for (const char c : text)
    bytes->push_back(static_cast<std::byte>(c));
  return bytes;
}

/// A matrix or vector as one expects it: within `limit`, relative to the larger of 1 and the
/// largest component of the 3x3 part and of the translation apart (matrix), or of the vector.
void expectNumbers(const std::vector<double>& found, const Json& expected, double limit,
                   const std::string& where) {
  ASSERT_EQ(found.size(), expected.size()) << where;
  const bool is_matrix = found.size() == 12;
  const auto isOrigin = [&](std::size_t i) { return is_matrix && i % 4 == 3; };
  double axes = 1.0;
  double origin = 1.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double& largest = isOrigin(i) ? origin : axes;
    largest = std::max(largest, std::abs(expected[i].get<double>()));
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double allowed = limit * (isOrigin(i) ? origin : axes);
    ASSERT_NEAR(found[i], expected[i].get<double>(), allowed) << where << " [" << i << "]";
  }
}

template <class T>
std::vector<double> numbers(const Mat34<T>& m) {
  return {m.m.begin(), m.m.end()};
}

std::vector<double> numbers(const glm::dvec3& v) {
  return {v.x, v.y, v.z};
}

struct Case {
  std::string where;
  Json wanted;
  std::optional<std::uint32_t> clip;
  double frame = 0.0;  ///< as asked for
};

Case readCase(const Model& model, const std::string& file, std::size_t index, const Json& entry) {
  Case out;
  out.where = file + " #" + std::to_string(index);
  out.wanted = entry.at("result");
  if (out.wanted.at("anim_index").is_null()) return out;
  out.clip = out.wanted.at("anim_index").get<std::uint32_t>();
  if (entry.contains("time") && !entry["time"].is_null()) {
    out.frame = frameAtTime(model.clips.at(*out.clip), entry["time"].get<double>());
  } else if (entry.contains("frame") && !entry["frame"].is_null()) {
    out.frame = entry["frame"].get<double>();
  }
  return out;
}

void checkExact(const Model& model, const Case& at) {
  double shown = 0.0;
  if (at.clip) {
    shown = resolveFrame(model.clips.at(*at.clip), at.frame);
    if (!at.wanted.at("frame").is_null()) {
      EXPECT_NEAR(shown, at.wanted["frame"].get<double>(), 1e-5 * std::max(1.0, shown)) << at.where;
    }
  }
  const ExactPose pose = evaluateExact(model, at.clip, shown);
  const Json& bones = at.wanted.at("bones");
  for (std::size_t b = 0; b < bones.size(); ++b) {
    // A BMD1 bone, pseudo-bones included, is the influence of its index.
    ASSERT_LT(b, pose.influences.size()) << at.where;
    expectNumbers(numbers(pose.influences[b]), bones[b].at("matrix"), 1e-5,
                  at.where + " bone " + std::to_string(b));
    if (testing::Test::HasFatalFailure()) return;
  }
  if (!at.wanted.contains("meshes")) return;
  const Json& meshes = at.wanted["meshes"];
  ASSERT_EQ(meshes.size(), model.meshes.size()) << at.where;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const std::size_t count = model.meshes[m].vertexCount();
    ASSERT_EQ(meshes[m].at("positions").size(), count) << at.where;
    std::vector<glm::dvec3> positions(count);
    std::vector<glm::dvec3> normals(count);
    skin(model, model.meshes[m], pose.influences, positions, normals);
    for (std::size_t v = 0; v < count; ++v) {
      const std::string vertex =
          at.where + " mesh " + std::to_string(m) + " vertex " + std::to_string(v);
      expectNumbers(numbers(positions[v]), meshes[m]["positions"][v], 1e-5, vertex + " position");
      expectNumbers(numbers(normals[v]), meshes[m].at("normals")[v], 1e-5, vertex + " normal");
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// The real-time path, expanded or by cursor. Floats: 2e-5.
void checkPoser(Poser& poser, const Case& at, std::size_t expand_limit) {
  poser.setClip(at.clip, expand_limit);
  poser.evaluate(at.frame);
  const Json& bones = at.wanted.at("bones");
  for (std::size_t b = 0; b < bones.size(); ++b) {
    expectNumbers(numbers(poser.influenceMatrices()[b]), bones[b].at("matrix"), 2e-5,
                  at.where + " bone " + std::to_string(b));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Corpus, EveryPoseMatches) {
  const auto files = poseFiles();
  ASSERT_GE(files.size(), 20u) << "the corpus is not in " << SINEW_TEST_DATA;
  std::size_t cases = 0;
  for (const auto& file : files) {
    const std::string name = file.filename().string();
    const auto model_path = file.parent_path() / (name.substr(0, name.size() - 10) + ".bmd");
    const auto loaded = loadModel(readFile(model_path), {});
    ASSERT_TRUE(loaded.has_value()) << name;
    const Model& model = loaded->model;
    std::ifstream stream(file);
    const Json entries = Json::parse(stream);
    Poser poser(model);
    for (std::size_t i = 0; i < entries.size(); ++i, ++cases) {
      const Case at = readCase(model, name, i, entries[i]);
      checkExact(model, at);
      checkPoser(poser, at, std::size_t{64} << 20);
      checkPoser(poser, at, 0);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GE(cases, 100u);
}

std::vector<std::filesystem::path> modelsIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  if (!std::filesystem::is_directory(folder)) return out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bmd") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Poses every clip at a few frames in all ways, holds them together, and skins every mesh.
void poseEverything(const Model& model, const std::string& where) {
  Poser poser(model);
  for (std::uint32_t clip = 0; clip < model.clips.size(); ++clip) {
    const double frames = model.clips[clip].frame_count;
    for (const std::size_t limit : {std::size_t{64} << 20, std::size_t{0}}) {
      poser.setClip(clip, limit);
      for (const double frame :
           {-0.25, 0.0, 0.5, frames / 3, frames - 1, frames - 0.25, 1e6 + 0.5}) {
        poser.evaluate(frame);
        const double shown = resolveFrame(model.clips[clip], frame);
        const ExactPose exact = evaluateExact(model, clip, shown);
        ASSERT_EQ(poser.influenceMatrices().size(), exact.influences.size()) << where;
        for (std::size_t i = 0; i < exact.influences.size(); ++i) {
          expectNumbers(
              numbers(poser.influenceMatrices()[i]), Json(exact.influences[i].m), 2e-5,
              where + " clip " + std::to_string(clip) + " influence " + std::to_string(i));
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
  const ExactPose rest = evaluateExact(model, std::nullopt, 0.0);
  for (const Mesh& mesh : model.meshes) {
    std::vector<glm::dvec3> positions(mesh.vertexCount());
    std::vector<glm::dvec3> normals(mesh.vertexCount());
    skin(model, mesh, rest.influences, positions, normals);
    for (std::size_t v = 0; v < positions.size(); ++v) {
      EXPECT_TRUE(std::isfinite(glm::dot(positions[v], positions[v]))) << where;
      const double length = glm::length(normals[v]);
      EXPECT_TRUE(length == 0.0 || std::abs(length - 1.0) < 1e-9) << where << " " << length;
    }
  }
}

TEST(Corpus, EveryFilePosesWithoutHarm) {
  std::size_t posed = 0;
  for (const std::string folder : {"valid", "invalid"}) {
    for (const auto& file : modelsIn(std::filesystem::path(SINEW_TEST_DATA) / "bmd1" / folder)) {
      const auto loaded = loadModel(readFile(file), {});
      if (!loaded) continue;  // no header
      poseEverything(loaded->model, file.filename().string());
      if (HasFatalFailure()) return;
      ++posed;
    }
  }
  EXPECT_GE(posed, 140u);  // 44 valid ones, and 110 others but for six without a header
}

TEST(Corpus, TheAuthorsFilesPose) {
  const auto files =
      modelsIn(std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/data/bmd1/author");
  if (files.empty()) GTEST_SKIP() << "../shared/data is not here";
  for (const auto& file : files) {
    const auto loaded = loadModel(readFile(file), {});
    ASSERT_TRUE(loaded.has_value()) << file;
    poseEverything(loaded->model, file.filename().string());
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace sinew::pose
