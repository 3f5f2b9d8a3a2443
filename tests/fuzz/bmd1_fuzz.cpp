// Everything the program does to a BMD1 file without a GPU: read, check, model, unpack, pose, skin.
// Built with libFuzzer by the preset `fuzz`; replay.cpp feeds it the corpus under any compiler.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "format/load.h"
#include "format/pose/pose.h"
#include "format/unpack.h"

namespace {

using namespace sinew;

void require(bool condition) {
  if (!condition) std::abort();
}

/// The same diagnostics in both modes, each with a place and a sentence.
void compareModes(const LoadedModel& strict, const LoadedModel& lenient) {
  require(strict.diagnostics.size() == lenient.diagnostics.size());
  for (std::size_t d = 0; d < strict.diagnostics.size(); ++d) {
    const Diagnostic& a = strict.diagnostics[d];
    const Diagnostic& b = lenient.diagnostics[d];
    require(a.rule == b.rule && a.offset == b.offset && a.path == b.path && a.count == b.count);
    require(a.count >= 1 && !a.path.empty() && !a.message.empty());
    require(static_cast<int>(a.severity) <= static_cast<int>(b.severity));
  }
}

/// What the renderer relies on without looking again.
void checkModel(const Model& model) {
  require(model.influences.size() >= 1);
  for (const std::uint32_t bone : model.influences.bones)
    require(bone < model.skeleton.bones.size());
  for (const Solid& solid : model.solids) {
    require(solid.mesh < model.meshes.size() && solid.influence < model.influences.size());
  }
  for (const Lod& lod : model.lods) {
    require(lod.first_mesh + lod.mesh_count <= model.meshes.size());
  }
  std::vector<UnpackedVertex> vertices;
  for (const Mesh& mesh : model.meshes) {
    require(!mesh.drawn || mesh.material < model.materials.size());
    require(mesh.triangles.size() % 3 == 0);
    require(mesh.hidden_edges.empty() || mesh.hidden_edges.size() * 3 == mesh.triangles.size());
    for (const std::uint32_t index : mesh.triangles)
      require(index < mesh.vertexCount());
    vertices.resize(mesh.vertexCount());
    unpackVertices(model, mesh, vertices);
    for (const UnpackedVertex& vertex : vertices) {
      require(vertex.influence < model.influences.size());
      require(std::isfinite(vertex.position.x + vertex.position.y + vertex.position.z));
    }
  }
}

void poseModel(const Model& model, std::optional<std::uint32_t> clip, double frame) {
  const double resolved = clip ? pose::resolveFrame(model.clips[*clip], frame) : 0.0;
  const pose::ExactPose exact = pose::evaluateExact(model, clip, resolved);
  require(exact.influences.size() == model.influences.size());
  std::vector<glm::dvec3> positions;
  std::vector<glm::dvec3> normals;
  std::vector<std::uint32_t> all;
  for (std::uint32_t m = 0; m < model.meshes.size(); ++m) {
    positions.resize(model.meshes[m].vertexCount());
    normals.resize(positions.size());
    pose::skin(model, model.meshes[m], exact.influences, positions, normals);
    all.push_back(m);
  }
  const auto bounds = pose::posedBounds(model, all, exact.influences);
  const bool any_vertex = std::any_of(model.meshes.begin(), model.meshes.end(),
                                      [](const Mesh& mesh) { return mesh.vertexCount() != 0; });
  require(bounds.has_value() == any_vertex);
}

void poseClips(const Model& model) {
  poseModel(model, std::nullopt, 0.0);
  pose::Poser poser(model);
  poser.evaluate(0.0);
  // Files may hold thousands of clips; the first ones show what there is to see.
  const auto clips = static_cast<std::uint32_t>(std::min<std::size_t>(model.clips.size(), 4));
  for (std::uint32_t c = 0; c < clips; ++c) {
    for (const double frame : {0.0, 0.5, 3.25, -1.5, 254.75, 1e9})
      poseModel(model, c, frame);
    for (const std::size_t limit : {std::size_t{0}, std::size_t{1} << 20}) {
      poser.setClip(c, limit);
      for (const double frame : {0.0, 1.5, 200.0, -3.0})
        poser.evaluate(frame);
      require(poser.influenceMatrices().size() == model.influences.size());
    }
  }
  for (std::uint32_t l = 0; l < std::min<std::size_t>(model.lods.size(), 8); ++l) {
    (void)pose::lodMeshes(model, l);
    (void)pose::lodRange(model, l);
  }
  for (const double distance : {0.0, 1.0, 1000.0})
    (void)pose::chooseLod(model, distance);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const auto bytes = std::make_shared<const std::vector<std::byte>>(first, first + size);
  LoadOptions options;
  options.mode = Mode::Strict;
  const auto strict = loadModel(bytes, options);
  options.mode = Mode::Lenient;
  const auto lenient = loadModel(bytes, options);
  require(strict.has_value() == lenient.has_value());
  if (!strict) {
    require(!strict.error().code.empty() && strict.error().code == lenient.error().code);
    return 0;
  }
  compareModes(*strict, *lenient);
  checkModel(lenient->model);
  poseClips(lenient->model);
  return 0;
}
