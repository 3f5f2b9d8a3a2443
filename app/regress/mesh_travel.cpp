#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "app/regress/model_diff.h"
#include "format/pose/pose.h"

namespace sinew::app::regress {

namespace {

constexpr double kClearlyMore = 1.0 + 1e-4;

/// Positions of every mesh of a posed model, into blocks that are used again.
class Posed {
 public:
  explicit Posed(const Model& model) : model_(model), poser_(model) {}

  void setClip(std::optional<std::uint32_t> clip) {
    if (poser_.clip() != clip) poser_.setClip(clip);
  }

  void evaluate(double frame) { poser_.evaluate(frame); }

  const std::vector<glm::vec3>& positions(std::uint32_t mesh) {
    positions_.resize(model_.meshes[mesh].vertexCount());
    pose::skin(model_, model_.meshes[mesh], poser_.influenceMatrices(), positions_, {});
    return positions_;
  }

 private:
  const Model& model_;
  pose::Poser poser_;
  std::vector<glm::vec3> positions_;
};

/// A frame of a clip of both models, by its index in either; without clips at rest.
struct Moment {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> clips;
  double frame = 0.0;
};

std::vector<Moment> momentsOf(const Model& a, const Model& b, const Matching& clips) {
  std::vector<Moment> moments{{}};
  for (const auto& pair : clips.pairs) {
    const double frames =
        std::max(a.clips[pair.first].frame_count, b.clips[pair.second].frame_count);
    for (double frame = 0.0; frame < frames; frame += 1.0)
      moments.push_back({pair, frame});
  }
  return moments;
}

/// Takes what the poses of a moment add to the greatest travels.
void measure(Posed& a, Posed& b, const Moment& moment, std::vector<MeshTravel>& travels) {
  a.evaluate(moment.frame);
  b.evaluate(moment.frame);
  for (MeshTravel& travel : travels) {
    const std::vector<glm::vec3>& before = a.positions(travel.mesh);
    const std::vector<glm::vec3>& after = b.positions(travel.mesh);
    for (std::size_t v = 0; v < before.size(); ++v) {
      if (before[v] == after[v]) continue;
      const double distance = glm::length(glm::dvec3(after[v]) - glm::dvec3(before[v]));
      // A later pose must show clearly more than rounding: the first one is the plainest to look
      // at.
      if (distance <= travel.distance * kClearlyMore) continue;
      travel.distance = distance;
      travel.vertex = static_cast<std::uint32_t>(v);
      travel.clip = moment.clips ? std::optional(moment.clips->first) : std::nullopt;
      travel.frame = moment.frame;
    }
  }
}

}  // namespace

Travels meshTravels(const Model& a, const Model& b) {
  Travels out;
  std::uint64_t vertices = 0;
  for (std::uint32_t i = 0; i < std::min(a.meshes.size(), b.meshes.size()); ++i) {
    if (a.meshes[i].vertexCount() != b.meshes[i].vertexCount()) continue;
    MeshTravel travel;
    travel.mesh = i;
    out.meshes.push_back(travel);
    vertices += a.meshes[i].vertexCount();
  }
  const Matching clips = matchClips(a, b);
  const std::vector<Moment> moments = momentsOf(a, b, clips);
  // A small file may hold many long clips and many meshes of one long list.
  constexpr std::uint64_t kMostVertices = 1'000'000'000;
  const std::uint64_t stride = 1 + moments.size() * vertices / kMostVertices;
  Posed posed_a(a);
  Posed posed_b(b);
  for (std::uint64_t i = 0; i < moments.size(); i += stride) {
    const Moment& moment = moments[i];
    posed_a.setClip(moment.clips ? std::optional(moment.clips->first) : std::nullopt);
    posed_b.setClip(moment.clips ? std::optional(moment.clips->second) : std::nullopt);
    measure(posed_a, posed_b, moment, out.meshes);
    ++out.poses;
  }
  out.all_poses = moments.size();
  std::erase_if(out.meshes, [](const MeshTravel& travel) { return travel.distance == 0.0; });
  return out;
}

}  // namespace sinew::app::regress
