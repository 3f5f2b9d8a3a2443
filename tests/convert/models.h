#pragma once

// Models made in code, and files read back the strict way.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/convert/encode.h"
#include "format/load.h"
#include "format/model.h"

namespace sinew::convert {

/// A model with Y up, metres, facing +Z, as glTF has it; without bones, one influence.
inline Model emptyModel() {
  Model model;
  model.conventions.up = UpAxis::Y;
  model.conventions.front = {0.0f, 0.0f, 1.0f};
  model.conventions.units_per_metre = 1.0;
  return model;
}

inline std::uint32_t addInfluence(Model& model, const std::vector<std::uint32_t>& bones,
                                  const std::vector<float>& weights,
                                  const std::vector<Mat34f>& offsets = {}) {
  Influences& all = model.influences;
  all.bones.insert(all.bones.end(), bones.begin(), bones.end());
  all.weights.insert(all.weights.end(), weights.begin(), weights.end());
  all.offsets.insert(all.offsets.end(), offsets.begin(), offsets.end());
  all.first.push_back(static_cast<std::uint32_t>(all.bones.size()));
  return static_cast<std::uint32_t>(all.size() - 1);
}

inline void addMesh(Model& model, VertexArrays arrays, std::vector<std::uint32_t> triangles,
                    std::uint32_t material = kNone) {
  Mesh mesh;
  mesh.material = material;
  mesh.vertices = std::make_shared<const VertexArrays>(std::move(arrays));
  mesh.triangles = std::move(triangles);
  model.meshes.push_back(std::move(mesh));
}

inline Mat34f shift(const glm::vec3& t) {
  return {{1, 0, 0, t.x, 0, 1, 0, t.y, 0, 0, 1, t.z}};
}

/// A chain of bones along Y: bone i's joint is `joints[i]` in model space, no rotation at rest.
inline void addChain(Model& model, const std::vector<glm::vec3>& joints) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Bone bone;
    bone.name = "bone" + std::to_string(i);
    bone.parent = i == 0 ? kNone : static_cast<std::uint32_t>(i - 1);
    bone.rest.translation = glm::dvec3(i == 0 ? joints[i] : joints[i] - joints[i - 1]);
    model.skeleton.bones.push_back(bone);
  }
  finishSkeleton(model.skeleton);
}

/// A clip of rotation keys of one bone, on the given frames.
inline Clip rotationClip(const std::string& name, std::uint32_t bone,
                         const std::vector<std::pair<std::uint16_t, glm::quat>>& keys_of, double hz,
                         double frame_count, bool loop) {
  auto keys = std::make_shared<ClipKeys>();
  keys->tracks.push_back({bone, 0, 0, 0});
  for (const auto& [frame, value] : keys_of) {
    keys->rotations.whole_frames.push_back(frame);
    keys->rotations.values.push_back(value);
  }
  keys->tracks.push_back({kNone, static_cast<std::uint32_t>(keys_of.size()), 0, 0});
  Clip clip;
  clip.name = name;
  clip.rate_hz = hz;
  clip.frame_count = frame_count;
  clip.loop = loop;
  clip.keys = keys;
  return clip;
}

inline glm::quat about(const glm::vec3& axis, float degrees) {
  return glm::angleAxis(glm::radians(degrees), axis);
}

/// Encodes, and reads the file back strictly: any error or warning of the checker fails the test.
struct Outcome {
  Encoded encoded;
  LoadedModel loaded;
};
inline Outcome encodeStrictly(const Model& model, const EncodeOptions& options = {}) {
  auto encoded = encodeBmd1(model, options);
  if (!encoded) {
    ADD_FAILURE() << describe(encoded.error());
    return {};
  }
  LoadOptions strict;
  strict.mode = Mode::Strict;
  auto loaded = loadModel(std::make_shared<const std::vector<std::byte>>(encoded->bytes), strict);
  if (!loaded) {
    ADD_FAILURE() << describe(loaded.error());
    return {};
  }
  for (const Diagnostic& d : loaded->diagnostics) {
    if (d.severity != Severity::Note) ADD_FAILURE() << describe(d);
  }
  return {std::move(*encoded), std::move(*loaded)};
}

}  // namespace sinew::convert
