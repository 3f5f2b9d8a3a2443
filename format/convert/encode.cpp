#include "format/convert/encode.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "format/bmd1/write.h"
#include "format/convert/blends.h"
#include "format/convert/faces.h"
#include "format/convert/materials.h"
#include "format/convert/measure.h"
#include "format/convert/mesh_set.h"
#include "format/convert/motion.h"
#include "format/convert/plan.h"
#include "format/convert/records.h"
#include "format/convert/solids.h"
#include "format/convert/source.h"
#include "format/convert/tracks.h"
#include "format/utf8.h"

namespace sinew::convert {
namespace {

constexpr std::size_t kMaxBones = 256;
constexpr std::size_t kMaxTagBones = 240;      // that 64-bit vertices reach
constexpr std::size_t kMaxSolidMesh = 255;     // that a bone can name
constexpr std::size_t kSampledPoses = 24;      // that blends are judged by
constexpr std::uint32_t kMeasuredFrames = 12;  // of each clip
constexpr std::size_t kMaxNameBytes = 255;
// About how much of the time has gone when a step begins.
constexpr double kPlacingFrom = 0.15;
constexpr double kRecordsFrom = 0.35;
constexpr double kEncodingFrom = 0.45;
constexpr double kMeasuringFrom = 0.65;

/// Names as the format stores them: well-formed, without NUL, at most 255 bytes.
std::string storedName(std::string_view text) {
  std::string out = toUtf8(text);
  out.resize(std::min(out.size(), out.find('\0')));
  while (out.size() > kMaxNameBytes || (!out.empty() && toUtf8(out) != out))
    out.pop_back();
  return out;
}

Limits chosenLimits(const EncodeOptions& options) {
  Limits limits = limitsOf(options.size);
  limits.position_percent = options.max_position_percent.value_or(limits.position_percent);
  limits.normal_deg = options.max_normal_deg.value_or(limits.normal_deg);
  limits.uv = options.max_uv.value_or(limits.uv);
  limits.rotation_deg = options.max_rotation_deg.value_or(limits.rotation_deg);
  limits.translation_percent = options.max_translation_percent.value_or(limits.translation_percent);
  return limits;
}

Result<void> checkOptions(const EncodeOptions& options, const Limits& limits) {
  const auto bad = [](double value) { return !(value > 0.0 && value <= 1e6); };
  if (bad(options.units_per_metre))
    return fail("convert.option", fmt::format("{} units a metre, expected a number above 0",
                                              options.units_per_metre));
  for (const auto& [name, value] : {std::pair("position error", limits.position_percent),
                                    {"normal error", limits.normal_deg},
                                    {"texture coordinate error", limits.uv},
                                    {"rotation error", limits.rotation_deg},
                                    {"translation error", limits.translation_percent}}) {
    if (bad(value))
      return fail("convert.option",
                  fmt::format("greatest {} {}, expected more than 0", name, value));
  }
  return {};
}

/// One encoding from end to end; each step fills what the next ones need.
class Encoding {
 public:
  Encoding(const Model& model, const EncodeOptions& options)
      : model_(model), options_(options), limits_(chosenLimits(options)) {}

  Result<Encoded> run();

 private:
  /// Notes how far the encoding is. False: it shall stop.
  [[nodiscard]] bool goesOn(const char* stage, double done) {
    stopped_ = stopped_ || (options_.progress && !options_.progress(stage, done));
    return !stopped_;
  }
  /// The options for a step that takes this part of the time.
  [[nodiscard]] EncodeOptions within(double from, double to) {
    EncodeOptions out = options_;
    out.progress = [this, from, to](const char* stage, double done) {
      return goesOn(stage, from + (to - from) * done);
    };
    return out;
  }
  static tl::unexpected<Error> cancelled() { return fail(kCancelled, "the encoding was stopped"); }
  [[nodiscard]] std::size_t boneLimit() const;
  Result<void> addMeshes(const Records& records);
  void addBones();
  void addSolids();
  void addAnims();
  void noteOrigin();
  Result<Encoded> finish();
  Result<void> prepare();

  const Model& model_;
  const EncodeOptions& options_;
  Limits limits_;
  Source source_;
  Motions motions_;
  Materials materials_;
  Plan plan_;
  Placement placement_;
  bmd1::FileSpec spec_;
  VertexMap map_;
  std::vector<PlannedSolid> solids_;
  Encoded out_;
  bool stopped_ = false;
};

std::size_t Encoding::boneLimit() const {
  // Records of 64 bits name bones below 240 only: where many would be of that form, no bone lies
  // beyond their reach.
  const bool any_flat =
      std::any_of(source_.meshes.begin(), source_.meshes.end(),
                  [&](const auto& m) { return m.drawn && materials_.at(m.material).flat; });
  return any_flat || options_.size == SizeGoal::Smallest ? kMaxTagBones : kMaxBones;
}

Result<void> Encoding::addMeshes(const Records& records) {
  auto built =
      buildMeshSet(source_, records, materials_, within(kRecordsFrom, kEncodingFrom), out_.report);
  if (!built) return tl::unexpected(built.error());
  spec_.meshes = std::move(built->meshes);
  spec_.lods = std::move(built->lods);
  map_ = std::move(built->map);
  solids_ = makeSolids(source_, plan_, options_, out_.report);
  return {};
}

/// Solids come last: mesh 0 would mean "none".
void Encoding::addSolids() {
  for (PlannedSolid& solid : solids_) {
    if (spec_.meshes.size() > kMaxSolidMesh) {
      noteDropped(out_.report, "solids beyond the 256th mesh", 1);
      continue;
    }
    spec_.bones[solid.bone].solid = static_cast<std::uint8_t>(spec_.meshes.size());
    spec_.meshes.push_back(std::move(solid.mesh));
  }
}

void Encoding::addBones() {
  // Without bones every vertex is the root's, and nothing is stored for it.
  if (plan_.bones.size() == 1 && motions_.clips.empty() && solids_.empty()) return;
  for (const PlannedBone& bone : plan_.bones) {
    bmd1::BoneSpec spec;
    spec.name = storedName(bone.name);
    spec.parent = static_cast<std::uint8_t>(bone.parent);
    spec.translation = bone.translation;
    spec.rotation = bone.stored_rotation;
    spec_.bones.push_back(std::move(spec));
  }
  for (const PlannedPseudo& pseudo : placement_.pseudo) {
    bmd1::PseudoBoneSpec spec;
    spec.name = storedName(pseudo.name);
    for (std::size_t s = 0; s < 4; ++s) {
      spec.bones[s] = static_cast<std::uint8_t>(pseudo.bones[s]);
      spec.weights[s] = pseudo.weights[s];
    }
    spec_.pseudo_bones.push_back(std::move(spec));
  }
}

void Encoding::addAnims() {
  const TrackLimits limits = trackLimits(source_, plan_, placement_, limits_);
  RotationSums sums;
  sums.measure_chains = options_.measure;
  std::set<std::string> names;
  for (std::size_t c = 0; c < motions_.clips.size(); ++c) {
    const Motion& motion = motions_.clips[c];
    ClipReport clip;
    bmd1::AnimSpec anim = encodeTracks(motion, motions_.bones, plan_, limits, sums, clip);
    anim.name = storedName(motion.name);
    if (anim.name.empty()) anim.name = fmt::format("clip_{}", c);
    const std::string wanted = anim.name;
    for (int n = 2; !names.insert(anim.name).second; ++n)
      anim.name = storedName(fmt::format("{}_{}", wanted.substr(0, 240), n));
    clip.name = anim.name;
    clip.frames = motion.frames;
    clip.hz = motion.hz;
    clip.loop = motion.loop;
    clip.source_keys = motion.source_keys;
    out_.report.clip_reports.push_back(std::move(clip));
    spec_.anims.push_back(std::move(anim));
    const double part = (static_cast<double>(c) + 1.0) / static_cast<double>(motions_.clips.size());
    if (!goesOn("encoding clips", kEncodingFrom + (kMeasuringFrom - kEncodingFrom) * part)) return;
  }
  if (sums.sheared > 0) noteDropped(out_.report, "shear of bones, by frames", sums.sheared);
  if (sums.keys == 0) return;
  const auto rms = [&](double squares) {
    return std::sqrt(squares / static_cast<double>(sums.keys)) * 57.29577951308232;
  };
  out_.report.rotations = {sums.keys, rms(sums.squares), rms(sums.plain_squares),
                           rms(sums.plain_chain_squares)};
}

/// Counts of what the file holds.
void countRecords(const bmd1::FileSpec& spec, const Source& source, RecordReport& report) {
  for (const SourceMesh& mesh : source.meshes)
    report.source_vertices += static_cast<std::uint32_t>(mesh.vertices.size());
  for (const bmd1::MeshSpec& mesh : spec.meshes) {
    for (const bmd1::VertexSpec& v : mesh.vertices) {
      const std::size_t bytes = recordBytes(v);
      ++(bytes == 8 ? report.v64 : bytes == 12 ? report.v96 : report.v128);
    }
    for (const bmd1::FaceSpec& face : mesh.faces) {
      report.triangles += face.quad ? 2 : 1;
      report.quads += face.quad ? 1 : 0;
    }
  }
}

void Encoding::noteOrigin() {
  Correspondence& origin = out_.origin;
  for (const bmd1::MeshSpec& mesh : spec_.meshes)
    origin.vertices.emplace_back(mesh.vertices.size());
  for (std::uint32_t m = 0; m < map_.of.size(); ++m) {
    for (std::uint32_t v = 0; v < map_.of[m].size(); ++v) {
      const VertexMap::Place to = map_.of[m][v];
      if (to.mesh != kNone) origin.vertices[to.mesh][to.vertex] = {source_.meshes[m].source, v};
    }
  }
  for (const Motion& motion : motions_.clips) {
    origin.clips.push_back({motion.clip, motion.first_frame, motion.frames_per_frame, motion.held});
  }
  origin.file_from_source = source_.axes;
}

Result<Encoded> Encoding::finish() {
  noteOrigin();
  auto bytes = bmd1::write(spec_);
  if (!bytes) return tl::unexpected(bytes.error());
  out_.bytes = std::move(*bytes);
  out_.textures = materials_.textures;
  out_.report.bytes = sectionsOf(out_.bytes);
  const std::vector<std::uint64_t> frames = frameBytesOf(out_.bytes);
  for (std::size_t c = 0; c < out_.report.clip_reports.size() && c < frames.size(); ++c)
    out_.report.clip_reports[c].bytes = frames[c];
  countRecords(spec_, source_, out_.report.records);
  if (options_.measure) {
    const auto measured = measureErrors(
        source_, motions_, map_, out_.bytes, kMeasuredFrames,
        [this](double part) {
          return goesOn("measuring", kMeasuringFrom + (1.0 - kMeasuringFrom) * part);
        },
        out_.report);
    if (stopped_) return cancelled();
    if (!measured) return tl::unexpected(measured.error());
  }
  return std::move(out_);
}

Result<void> Encoding::prepare() {
  const auto checked = checkOptions(options_, limits_);
  if (!checked) return tl::unexpected(checked.error());
  auto source = makeSource(model_, options_, out_.report);
  if (!source) return tl::unexpected(source.error());
  source_ = std::move(*source);
  if (!goesOn("sampling clips", 0.0)) return cancelled();
  auto motions = sampleMotions(source_, within(0.0, kPlacingFrom), out_.report);
  if (stopped_) return cancelled();
  if (!motions) return tl::unexpected(motions.error());
  motions_ = std::move(*motions);
  materials_ = planMaterials(model_, out_.report);
  plan_ = planBones(source_, motions_, options_, limits_, out_.report);
  if (plan_.bones.size() > kMaxTagBones) {
    return fail("convert.limit",
                fmt::format("{} bones are needed, at most {}", plan_.bones.size(), kMaxTagBones));
  }
  if (!goesOn("placing vertices", kPlacingFrom)) return cancelled();
  placement_ = placeVertices(source_, distinctPoses(source_, motions_, kSampledPoses), plan_,
                             limits_, boneLimit(), out_.report);
  return {};
}

Result<Encoded> Encoding::run() {
  if (const auto prepared = prepare(); !prepared) return tl::unexpected(prepared.error());
  if (!goesOn("making records", kRecordsFrom)) return cancelled();
  const auto records = makeRecords(source_, plan_, placement_, materials_, limits_, out_.report);
  if (!records) return tl::unexpected(records.error());
  const auto built = addMeshes(*records);
  if (!built) return tl::unexpected(built.error());
  addBones();
  addSolids();
  if (!goesOn("encoding clips", kEncodingFrom)) return cancelled();
  if (!spec_.bones.empty()) addAnims();
  if (stopped_) return cancelled();
  return finish();
}

}  // namespace

Limits limitsOf(SizeGoal goal) {
  switch (goal) {
    case SizeGoal::Smallest:
      return {0.5, 20.0, 1.0 / 512.0, 6.0, 0.8};
    case SizeGoal::Balanced:
      return {0.25, 4.0, 1.0 / 1024.0, 4.0, 0.4};
    case SizeGoal::Best:
      break;
  }
  return {0.1, 2.0, 1.0 / 2048.0, 2.0, 0.15};
}

Result<Encoded> encodeBmd1(const Model& model, const EncodeOptions& options) {
  return Encoding(model, options).run();
}

}  // namespace sinew::convert
