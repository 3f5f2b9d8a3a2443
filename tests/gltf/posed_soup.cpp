#include "tests/gltf/posed_soup.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "format/byte_reader.h"
#include "format/pose/pose.h"
#include "tests/gltf/node_runner.h"

namespace sinew::oracles {
namespace {

SharedBytes readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return nullptr;
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + text.size());
}

/// Of two triangles: the largest distance of corners, in the order that fits best.
double distanceOf(const glm::dvec3* a, const glm::dvec3* b) {
  constexpr std::size_t kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                         {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& order : kOrders) {
    double farthest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      farthest = std::max(farthest, glm::distance(a[k], b[order[k]]));
    nearest = std::min(nearest, farthest);
  }
  return nearest;
}

}  // namespace

std::optional<LoadedModel> loadFile(const std::string& path) {
  const SharedBytes bytes = readFile(path);
  if (!bytes) {
    ADD_FAILURE() << path << " cannot be read";
    return std::nullopt;
  }
  LoadOptions options;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  options.resolver = [folder](const std::string& name) -> Result<SharedBytes> {
    if (SharedBytes file = readFile(folder + name)) return file;
    return fail("test", name + " is not there");
  };
  Result<LoadedModel> loaded = loadModel(bytes, options);
  if (loaded) return std::move(*loaded);
  ADD_FAILURE() << path << ": " << describe(loaded.error());
  return std::nullopt;
}

std::vector<Moment> momentsOf(const Model& model, std::size_t most) {
  std::vector<Moment> out{{}};
  const std::size_t stride = std::max<std::size_t>(1, (model.clips.size() + most - 1) / most);
  for (std::size_t c = 0; c < model.clips.size(); c += stride) {
    // Not quite to the end, where a clip that loops is at its beginning again.
    for (const double part : {0.0, 0.137, 0.5, 0.761, 0.999}) {
      out.push_back({static_cast<std::uint32_t>(c), model.clips[c].duration_s() * part});
    }
  }
  return out;
}

Soup posedSoup(const Model& model, const Moment& moment) {
  double frame = 0.0;
  if (moment.clip) {
    const Clip& clip = model.clips[*moment.clip];
    frame = pose::resolveFrame(clip, pose::frameAtTime(clip, moment.time_s));
  }
  const pose::ExactPose pose = pose::evaluateExact(model, moment.clip, frame);
  Soup out;
  for (const Mesh& mesh : model.meshes) {
    std::vector<glm::dvec3> positions(mesh.vertexCount());
    pose::skin(model, mesh, pose.influences, positions, {});
    SoupMesh& made = out.emplace_back();
    made.name = mesh.name;
    std::vector<glm::dvec3>& corners = made.corners;
    const std::vector<std::uint32_t>& t = mesh.triangles;
    for (std::size_t i = 0; i + 3 <= t.size(); i += 3) {
      if (t[i] == t[i + 1] || t[i + 1] == t[i + 2] || t[i + 2] == t[i]) continue;
      for (std::size_t k = 0; k < 3; ++k)
        corners.push_back(positions[t[i + k]]);
    }
  }
  return out;
}

std::vector<Soup> threeSoups(const std::string& path, const std::vector<Moment>& moments) {
  const Scratch scratch;
  std::vector<std::string> arguments{path, scratch.path("posed")};
  for (const Moment& moment : moments) {
    arguments.push_back(moment.clip ? std::to_string(*moment.clip) : "-1");
    arguments.push_back(fmt::format("{:.17g}", moment.time_s));
  }
  const Finished run = runScript("pose_gltf.mjs", arguments);
  const SharedBytes bytes = readFile(scratch.path("posed"));
  if (run.exit != 0 || !bytes) {
    ADD_FAILURE() << path << ": three.js gave no answer: " << run.out;
    return {};
  }
  ByteReader in(*bytes);
  std::vector<Soup> out;
  for (std::size_t m = 0; m < moments.size(); ++m) {
    Soup& soup = out.emplace_back(in.u32());
    for (SoupMesh& mesh : soup) {
      mesh.name.resize(in.u32());
      for (char& c : mesh.name)
        c = static_cast<char>(in.u8());
      mesh.corners.resize(in.u32());
      for (glm::dvec3& corner : mesh.corners) {
        for (glm::length_t c = 0; c < 3; ++c) {
          const std::uint64_t low = in.u32();
          const std::uint64_t bits = low | std::uint64_t{in.u32()} << 32;
          std::memcpy(&corner[c], &bits, sizeof bits);
        }
      }
    }
  }
  EXPECT_TRUE(in.ok()) << path << ": the answer is cut off";
  return out;
}

double largestDistance(const Soup& soup, const Soup& judge) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(soup.size(), judge.size()) << "meshes";
  if (soup.size() != judge.size()) return kInfinity;
  glm::dvec3 low(kInfinity);
  glm::dvec3 high(-kInfinity);
  double worst = 0.0;
  for (std::size_t m = 0; m < soup.size(); ++m) {
    const std::vector<glm::dvec3>& ours = soup[m].corners;
    const std::vector<glm::dvec3>& theirs = judge[m].corners;
    EXPECT_EQ(ours.size(), theirs.size()) << "corners of mesh " << m;
    if (ours.size() != theirs.size()) return kInfinity;
    for (std::size_t i = 0; i + 3 <= ours.size(); i += 3)
      worst = std::max(worst, distanceOf(ours.data() + i, theirs.data() + i));
    for (const glm::dvec3& corner : theirs) {
      low = glm::min(low, corner);
      high = glm::max(high, corner);
    }
  }
  return worst / glm::distance(low, high);
}

}  // namespace sinew::oracles
