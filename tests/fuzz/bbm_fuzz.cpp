// What the program does to a BBM, 3DAF or BIG file without a GPU: read, decode images, sample
// curves, make the common model. Built with libFuzzer by the preset `fuzz`; replay.cpp feeds it the
// test files under any compiler.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "format/bbm/read.h"
#include "format/lzo.h"
#include "format/scene/to_model.h"
#include "tests/fuzz/scene_checks.h"

namespace {

using namespace sinew;
using fuzz::require;

bool finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void checkMesh(const scene::SceneModel& model, const scene::Mesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  require(mesh.influence.size() == vertices);
  require(mesh.normals.empty() || mesh.normals.size() == vertices);
  require(mesh.triangles.size() % 3 == 0);
  for (const std::uint32_t index : mesh.triangles)
    require(index < vertices);
  for (const std::uint32_t influence : mesh.influence)
    require(influence < model.influences.size());
  for (const glm::vec3& position : mesh.positions)
    require(finite(position));
  for (const auto& set : mesh.uvs)
    require(set.empty() || set.size() == vertices);
}

void checkModel(const scene::Scene& scene, const scene::SceneModel& model) {
  for (const scene::Bone& bone : model.bones) {
    require(bone.parent == kNone || bone.parent < model.bones.size());
    for (const double value : bone.world.m)
      require(std::isfinite(value));
  }
  for (const scene::Influence& influence : model.influences) {
    require(!influence.bones.empty() && influence.weights.size() == influence.bones.size());
    require(influence.offsets.empty() || influence.offsets.size() == influence.bones.size());
    for (const std::uint32_t bone : influence.bones)
      require(bone < model.bones.size());
  }
  for (const scene::Mesh& mesh : model.meshes)
    checkMesh(model, mesh);
  for (const scene::Draw& draw : model.draws) {
    require(draw.mesh < model.meshes.size());
    require(draw.material == kNone || draw.material < model.materials.size());
  }
  for (const scene::Material& material : model.materials) {
    for (const scene::Layer& layer : material.layers)
      require(layer.texture < scene.textures.size());
  }
  for (const scene::SceneAttachment& attachment : model.attachments)
    require(attachment.bone == kNone || attachment.bone < model.bones.size());
}

void checkCurves(const scene::Scene& scene, const scene::SceneModel& model) {
  for (const scene::ClipTracks& clip : model.clip_tracks) {
    require(clip.clip < scene.clips.size());
    for (const scene::BoneTrack& track : clip.tracks) {
      require(track.bone < model.bones.size());
      for (const double frame : {0.0, 0.5, 3.25, 1e9}) {
        const Transform t = track.curve->at(frame);
        require(std::isfinite(t.translation.x + t.translation.y + t.translation.z));
        require(std::isfinite(t.rotation.w + t.rotation.x + t.rotation.y + t.rotation.z));
      }
    }
  }
}

void checkScene(const scene::Scene& scene) {
  for (const scene::SceneModel& model : scene.models) {
    checkModel(scene, model);
    checkCurves(scene, model);
  }
  for (const scene::Texture& texture : scene.textures) {
    if (!texture.pixels) continue;
    require(texture.pixels->levelCount() > 0);
    for (std::size_t level = 0; level < texture.pixels->levelCount(); ++level) {
      const Pixels::Size size = texture.pixels->size(level);
      if (std::uint64_t{size.width} * size.height > 1 << 16) continue;  // slow, and no different
      require(texture.pixels->decode(level).size() == std::size_t{4} * size.width * size.height);
    }
  }
  for (const scene::Clip& clip : scene.clips) {
    require(std::isfinite(clip.rate_hz) && clip.rate_hz > 0.0);
    require(clip.duration_s && std::isfinite(*clip.duration_s));
    if (clip.stored_tracks && clip.frames < 1000) (void)clip.stored_tracks();
  }
  for (const auto& levels : scene::levelGroups(scene))
    (void)scene::toModel(scene, levels);
}

/// Any bytes as a stream: the two ways through it agree.
void unpack(Bytes bytes) {
  std::vector<std::byte> out(2000);
  const LzoResult written = decompressLzo(bytes, out);
  const LzoResult measured = measureLzo(bytes, out.size());
  require(written.status == measured.status && written.produced == measured.produced &&
          written.consumed == measured.consumed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const auto bytes = std::make_shared<const std::vector<std::byte>>(first, first + size);
  unpack(*bytes);
  scene::ReadOptions options;
  options.file_name = "fuzz.bbm";
  options.max_unpacked_bytes = std::uint64_t{8} << 20;
  options.mode = Mode::Strict;
  const scene::ReadScene strict = bbm::read(bytes, options);
  options.mode = Mode::Lenient;
  const scene::ReadScene lenient = bbm::read(bytes, options);
  fuzz::compareModes(strict, lenient);
  checkScene(lenient.scene);
  return 0;
}
