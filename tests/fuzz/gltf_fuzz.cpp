// What the program does to a glTF file without a GPU: read, model, unpack, pose, skin, write again.
// Built with libFuzzer by the preset `fuzz`; gltf_replay.cpp feeds it the test files under any
// compiler.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "format/gltf/write.h"
#include "format/load.h"
#include "format/pose/pose.h"
#include "format/unpack.h"

namespace {

using namespace sinew;

void require(bool condition) {
  if (!condition) std::abort();
}

/// What everything behind the reader relies on without looking again.
void checkModel(const Model& model) {
  require(model.influences.size() >= 1);
  require(model.skeleton.order.size() == model.skeleton.bones.size());
  for (const std::uint32_t bone : model.influences.bones)
    require(bone < model.skeleton.bones.size());
  require(model.influences.offsets.empty() ||
          model.influences.offsets.size() == model.influences.bones.size());
  for (const Material& material : model.materials) {
    for (const TextureLayer& layer : material.layers)
      require(layer.texture < model.textures.size());
  }
  std::vector<UnpackedVertex> vertices;
  for (const Mesh& mesh : model.meshes) {
    require(mesh.material < model.materials.size());
    require(mesh.triangles.size() % 3 == 0);
    for (const std::uint32_t index : mesh.triangles)
      require(index < mesh.vertexCount());
    const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
    require(arrays->influences.size() == arrays->positions.size());
    require(arrays->normals.size() == arrays->positions.size());
    for (const std::uint32_t influence : arrays->influences)
      require(influence < model.influences.size());
    vertices.resize(mesh.vertexCount());
    unpackVertices(model, mesh, vertices);
  }
}

template <class V>
void checkPool(const KeyPool<V>& pool, std::uint32_t first, std::uint32_t last) {
  require(first <= last && last <= pool.values.size());
  for (std::uint32_t k = first; k < last; ++k) {
    require(std::isfinite(pool.frame(k)) && pool.frame(k) >= 0.0f);
    require(k == first || pool.frame(k) > pool.frame(k - 1));
  }
}

void checkClips(const Model& model) {
  for (const Clip& clip : model.clips) {
    require(std::isfinite(clip.frame_count) && std::isfinite(clip.rate_hz));
    if (!clip.keys) continue;
    const std::vector<Track>& tracks = clip.keys->tracks;
    for (std::size_t t = 0; t + 1 < tracks.size(); ++t) {
      require(tracks[t].bone < model.skeleton.bones.size());
      checkPool(clip.keys->rotations, tracks[t].first_rotation, tracks[t + 1].first_rotation);
      checkPool(clip.keys->translations, tracks[t].first_translation,
                tracks[t + 1].first_translation);
      checkPool(clip.keys->scales, tracks[t].first_scale, tracks[t + 1].first_scale);
    }
  }
}

void poseModel(const Model& model) {
  pose::Poser poser(model);
  const auto clips = static_cast<std::uint32_t>(std::min<std::size_t>(model.clips.size(), 3));
  for (std::uint32_t c = 0; c <= clips; ++c) {
    const std::optional<std::uint32_t> clip = c < clips ? std::optional(c) : std::nullopt;
    poser.setClip(clip);
    for (const double frame : {0.0, 1.5, 1e6}) {
      poser.evaluate(frame);
      require(poser.influenceMatrices().size() == model.influences.size());
    }
    const double frame = clip ? pose::resolveFrame(model.clips[c], 2.25) : 0.0;
    const pose::ExactPose exact = pose::evaluateExact(model, clip, frame);
    std::vector<glm::dvec3> positions;
    for (const Mesh& mesh : model.meshes) {
      positions.resize(mesh.vertexCount());
      pose::skin(model, mesh, exact.influences, positions, {});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const auto bytes = std::make_shared<const std::vector<std::byte>>(first, first + size);
  LoadOptions options;
  options.format = FileFormat::Gltf;
  const auto loaded = loadModel(bytes, options);
  if (!loaded) {
    require(!loaded.error().code.empty() && !loaded.error().message.empty());
    return 0;
  }
  checkModel(loaded->model);
  checkClips(loaded->model);
  poseModel(loaded->model);
  const auto written = gltf::write(loaded->model, {});
  // What was written is read again.
  if (written) {
    const auto again = std::make_shared<const std::vector<std::byte>>(written->bytes);
    const auto back = loadModel(again, options);
    if (back) checkModel(back->model);
  }
  return 0;
}
