#include "format/convert/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include <glm/geometric.hpp>

#include "format/bmd1/layout.h"
#include "format/convert/affine.h"
#include "format/load.h"
#include "format/pose/pose.h"

namespace sinew::convert {
namespace {

/// Collects distances in logarithmic bins, so that memory does not grow with the samples; a
/// percentile is right within 1/64 of an octave.
class Distances {
 public:
  void add(double d) {
    ++count_;
    max_ = std::max(max_, d);
    squares_ += d * d;
    ++bins_[binOf(d)];
  }
  void addNormal(double degrees) {
    ++normals_;
    normal_max_ = std::max(normal_max_, degrees);
    normal_squares_ += degrees * degrees;
  }
  void merge(const Distances& other) {
    count_ += other.count_;
    max_ = std::max(max_, other.max_);
    squares_ += other.squares_;
    normals_ += other.normals_;
    normal_max_ = std::max(normal_max_, other.normal_max_);
    normal_squares_ += other.normal_squares_;
    for (std::size_t i = 0; i < kBins; ++i)
      bins_[i] += other.bins_[i];
  }
  [[nodiscard]] ErrorSummary summary(double diagonal) const {
    ErrorSummary out;
    out.samples = count_;
    out.max = max_;
    if (count_ > 0) out.rms = std::sqrt(squares_ / static_cast<double>(count_));
    std::uint64_t left = count_ - count_ / 100;
    for (std::size_t i = 0; i < kBins && count_ > 0; ++i) {
      if (bins_[i] >= left) {
        out.p99 = std::min(max_, upperEdge(i));
        break;
      }
      left -= bins_[i];
    }
    const double percent = diagonal > 0.0 ? 100.0 / diagonal : 0.0;
    out.max_percent = out.max * percent;
    out.p99_percent = out.p99 * percent;
    out.rms_percent = out.rms * percent;
    out.normal_max_deg = normal_max_;
    if (normals_ > 0)
      out.normal_rms_deg = std::sqrt(normal_squares_ / static_cast<double>(normals_));
    return out;
  }

 private:
  static constexpr std::size_t kPerOctave = 64;
  static constexpr double kLowest = -40.0;  // log2
  static constexpr std::size_t kBins = 80 * kPerOctave;
  static std::size_t binOf(double d) {
    if (!(d > 0.0)) return 0;
    const double at = (std::log2(d) - kLowest) * kPerOctave;
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(kBins - 1)));
  }
  static double upperEdge(std::size_t bin) {
    return std::exp2(kLowest + (static_cast<double>(bin) + 1.0) / kPerOctave);
  }
  std::uint64_t count_ = 0;
  double max_ = 0.0;
  double squares_ = 0.0;
  std::uint64_t normals_ = 0;
  double normal_max_ = 0.0;
  double normal_squares_ = 0.0;
  std::vector<std::uint64_t> bins_ = std::vector<std::uint64_t>(kBins, 0);
};

struct Posed {
  std::vector<std::vector<glm::dvec3>> positions;  ///< by mesh
  std::vector<std::vector<glm::dvec3>> normals;
};

void poseInto(const Model& model, const std::vector<Mat34d>& influences, bool normals, Posed& out) {
  out.positions.resize(model.meshes.size());
  out.normals.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const std::size_t count = model.meshes[m].vertexCount();
    out.positions[m].resize(count);
    out.normals[m].resize(normals ? count : 0);
    pose::skin(model, model.meshes[m], influences, out.positions[m], out.normals[m]);
  }
}

class Comparison {
 public:
  Comparison(const Source& source, const Model& encoded, const VertexMap& map)
      : source_(source), encoded_(encoded), map_(map) {}

  void compare(std::optional<std::uint32_t> source_clip, double source_frame, pose::LoopMode mode,
               std::optional<std::uint32_t> clip, double frame, bool normals, Distances& out) {
    poseInto(*source_.model,
             pose::evaluateExact(*source_.model, source_clip, source_frame, mode).influences,
             normals, before_);
    poseInto(encoded_, pose::evaluateExact(encoded_, clip, frame).influences, normals, after_);
    for (std::size_t m = 0; m < map_.of.size(); ++m) {
      for (std::size_t v = 0; v < map_.of[m].size(); ++v) {
        const VertexMap::Place to = map_.of[m][v];
        if (to.mesh == kNone) continue;
        const std::uint32_t from = source_.meshes[m].source;
        const glm::dvec3 wanted = transformPoint(source_.axes, before_.positions[from][v]);
        out.add(glm::distance(wanted, after_.positions[to.mesh][to.vertex]));
        if (normals) compareNormals(m, v, to, out);
      }
    }
  }

 private:
  void compareNormals(std::size_t m, std::size_t v, VertexMap::Place to, Distances& out) {
    const glm::dvec3 wanted =
        transformVector(source_.axes, before_.normals[source_.meshes[m].source][v]);
    const glm::dvec3& got = after_.normals[to.mesh][to.vertex];
    const double length = glm::length(wanted) * glm::length(got);
    if (!(length > 0.0)) return;  // the source has none
    out.addNormal(std::acos(std::clamp(glm::dot(wanted, got) / length, -1.0, 1.0)) *
                  57.29577951308232);
  }

  const Source& source_;
  const Model& encoded_;
  const VertexMap& map_;
  Posed before_;
  Posed after_;
};

}  // namespace

Result<void> measureErrors(const Source& source, const Motions& motions, const VertexMap& map,
                           const std::vector<std::byte>& file, std::uint32_t frames_per_clip,
                           const std::function<bool(double part)>& goes_on, EncodeReport& report) {
  auto loaded = loadModel(std::make_shared<const std::vector<std::byte>>(file), {});
  if (!loaded) return tl::unexpected(loaded.error());
  const Model& encoded = loaded->model;
  if (!goes_on(0.0)) return {};
  Comparison comparison(source, encoded, map);
  Distances rest;
  comparison.compare(std::nullopt, 0.0, pose::LoopMode::File, std::nullopt, 0.0, true, rest);
  report.rest = rest.summary(source.diagonal);
  if (motions.clips.empty()) return {};
  Distances all;
  for (std::uint32_t c = 0; c < motions.clips.size() && c < encoded.clips.size(); ++c) {
    if (!goes_on(static_cast<double>(c) / static_cast<double>(motions.clips.size()))) return {};
    const Motion& motion = motions.clips[c];
    Distances of_clip;
    const double last = motion.loop ? motion.frames : motion.frames - 1;
    const auto count = std::min(frames_per_clip, 2 * motion.frames);
    for (std::uint32_t i = 0; i < count; ++i) {
      const double steps = motion.loop ? count : std::max(1u, count - 1);
      const double frame = last * i / steps;
      comparison.compare(motion.clip, motion.first_frame + frame * motion.frames_per_frame,
                         motion.held ? pose::LoopMode::Off : pose::LoopMode::File, c, frame,
                         i % 4 == 0, of_clip);
    }
    if (c < report.clip_reports.size())
      report.clip_reports[c].error = of_clip.summary(source.diagonal);
    all.merge(of_clip);
  }
  report.clips = all.summary(source.diagonal);
  return {};
}

SectionBytes sectionsOf(const std::vector<std::byte>& file) {
  SectionBytes out;
  out.file = file.size();
  out.header = bmd1::layout::kHeaderSize;
  const auto read =
      bmd1::read(std::make_shared<const std::vector<std::byte>>(file), Mode::Lenient, {});
  if (!read) return out;
  const bmd1::Header& header = read->header;
  out.mesh_defs = header.meshes.size;
  out.lod_defs = header.lods.size;
  out.bone_defs = header.bones.size;
  out.anim_defs = header.anims.size;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const auto once = [&seen](const bmd1::StoredRange& range) -> std::uint64_t {
    return seen.insert({range.offset, range.size}).second ? range.size : 0;
  };
  for (const bmd1::MeshDef& mesh : read->meshes) {
    out.vertices += once(mesh.vertex_list);
    out.faces += once(mesh.face_list);
  }
  for (const bmd1::AnimDef& anim : read->anims)
    out.frames += once(anim.frames);
  out.strings_and_padding = out.file - out.header - out.mesh_defs - out.lod_defs - out.bone_defs -
                            out.anim_defs - out.vertices - out.faces - out.frames;
  return out;
}

std::vector<std::uint64_t> frameBytesOf(const std::vector<std::byte>& file) {
  std::vector<std::uint64_t> out;
  const auto read =
      bmd1::read(std::make_shared<const std::vector<std::byte>>(file), Mode::Lenient, {});
  if (!read) return out;
  for (const bmd1::AnimDef& anim : read->anims)
    out.push_back(anim.frames.size);
  return out;
}

}  // namespace sinew::convert
