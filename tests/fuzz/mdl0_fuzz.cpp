// Everything the program does to a BRRES file without a GPU: unwrap, read, decode images, sample
// clips, make the common model. Built with libFuzzer by the preset `fuzz`; replay_bytes.cpp feeds
// it the corpus under any compiler.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "format/mdl0/read.h"
#include "format/scene/to_model.h"
#include "tests/fuzz/scene_checks.h"

namespace {

using namespace sinew;
using fuzz::require;

bool fits(std::uint32_t index, std::size_t count) {
  return index == kNone || index < count;
}

bool finite(const glm::dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void checkMesh(const scene::Mesh& mesh, std::size_t influences) {
  const std::size_t count = mesh.positions.size();
  const auto full = [count](const auto& values) {
    return values.empty() || values.size() == count;
  };
  require(mesh.influence.size() == count && full(mesh.normals) && full(mesh.tangents) &&
          full(mesh.binormals));
  for (const auto& set : mesh.colors)
    require(full(set));
  for (const auto& set : mesh.uvs)
    require(full(set));
  require(mesh.triangles.size() % 3 == 0);
  for (const std::uint32_t vertex : mesh.triangles)
    require(vertex < count);
  for (const auto& line : mesh.lines)
    require(line[0] < count && line[1] < count);
  for (const std::uint32_t vertex : mesh.points)
    require(vertex < count);
  for (const std::uint32_t influence : mesh.influence)
    require(influence < influences);
  for (const glm::vec3& position : mesh.positions)
    require(finite(position));
}

void checkModel(const scene::SceneModel& model, const scene::Scene& scene) {
  for (const scene::Bone& bone : model.bones)
    require(fits(bone.parent, model.bones.size()) && finite(bone.rest.translation) &&
            finite(bone.rest.scale));
  for (const scene::Influence& influence : model.influences) {
    require(influence.bones.size() == influence.weights.size());
    require(influence.offsets.empty() || influence.offsets.size() == influence.bones.size());
    for (const std::uint32_t bone : influence.bones)
      require(bone < model.bones.size());
  }
  for (const scene::Material& material : model.materials) {
    for (const scene::Layer& layer : material.layers)
      require(fits(layer.texture, scene.textures.size()));
  }
  for (const scene::Mesh& mesh : model.meshes)
    checkMesh(mesh, model.influences.size());
  for (const scene::Draw& draw : model.draws) {
    require(draw.mesh < model.meshes.size() && fits(draw.material, model.materials.size()) &&
            fits(draw.bone, model.bones.size()));
  }
  for (const scene::ClipTracks& tracks : model.clip_tracks) {
    require(tracks.clip < scene.clips.size());
    const double frames = scene.clips[tracks.clip].frames;
    for (const scene::BoneTrack& track : tracks.tracks) {
      require(track.bone < model.bones.size());
      for (const double frame : {0.0, 0.5, frames / 2, frames - 1.0, frames})
        require(finite(track.curve->at(std::clamp(frame, 0.0, frames)).translation));
    }
  }
}

/// Decodes images up to a few million texels; larger ones only cost time.
void decodeImages(const scene::Scene& scene) {
  std::uint64_t left = 1 << 22;
  for (const scene::Texture& texture : scene.textures) {
    if (texture.pixels == nullptr) continue;
    for (std::size_t level = 0; level < texture.pixels->levelCount(); ++level) {
      const auto size = texture.pixels->size(level);
      const std::uint64_t texels = std::uint64_t{size.width} * size.height;
      require(texels > 0);
      if (texels > left) return;
      left -= texels;
      require(texture.pixels->decode(level).size() == 4 * texels);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const auto bytes = std::make_shared<const std::vector<std::byte>>(first, first + size);
  (void)mdl0::looksLikeMdl0(*bytes);
  scene::ReadOptions options;
  options.max_unpacked_bytes = 16 << 20;
  options.mode = Mode::Strict;
  const scene::ReadScene strict = mdl0::read(bytes, options);
  options.mode = Mode::Lenient;
  const scene::ReadScene lenient = mdl0::read(bytes, options);
  fuzz::compareModes(strict, lenient);
  for (const scene::SceneModel& model : lenient.scene.models)
    checkModel(model, lenient.scene);
  decodeImages(lenient.scene);
  if (!lenient.scene.models.empty()) (void)scene::toModel(lenient.scene, {0});
  return 0;
}
