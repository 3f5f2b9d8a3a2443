#include "format/convert/mesh_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "format/convert/backs.h"
#include "format/convert/faces.h"
#include "format/convert/levels.h"
#include "format/pose/pose.h"

namespace sinew::convert {
namespace {

constexpr std::size_t kMaxMeshes = 255;  // that a level can count
constexpr double kWorthwhile = 0.9;      // a level has fewer than this share of the faces before it
constexpr double kFirstLevelShare = 0.015;   // error that level 1 may have, of the diagonal
constexpr double kUnnamedLevelShare = 0.01;  // error of an artist's level, of the diagonal

std::size_t triangleCount(const bmd1::MeshSpec& mesh) {
  std::size_t count = 0;
  for (const bmd1::FaceSpec& face : mesh.faces)
    count += face.quad ? 2 : 1;
  return count;
}

/// Source meshes by level; one level where no name tells of more.
std::vector<std::vector<std::size_t>> namedLevels(const Source& source) {
  std::map<std::string, std::map<std::uint32_t, std::vector<std::size_t>>> by_base;
  std::uint32_t last = 0;
  for (std::size_t m = 0; m < source.meshes.size(); ++m) {
    const SourceMesh& mesh = source.meshes[m];
    if (!mesh.drawn || mesh.triangles.empty()) continue;
    const std::uint32_t level = levelOfName(mesh.name).value_or(0);
    by_base[std::string(baseOfName(mesh.name))][level].push_back(m);
    last = std::max(last, level);
  }
  std::vector<std::vector<std::size_t>> out(last + 1);
  for (const auto& [base, levels] : by_base) {
    for (std::uint32_t l = 0; l <= last; ++l) {
      // A mesh without this level shows its next finer one, at least its finest.
      auto at = levels.upper_bound(l);
      if (at != levels.begin()) --at;
      out[l].insert(out[l].end(), at->second.begin(), at->second.end());
    }
  }
  for (auto& meshes : out)
    std::sort(meshes.begin(), meshes.end());
  return out;
}

/// A level that the source itself lists.
struct ListedLevel {
  std::vector<std::size_t> meshes;
  double scale = 0.0;  ///< smallest one that it serves at
};

/// The source's own levels; empty where it lists none, or one of all that is drawn. Levels that no
/// distance would choose are left out.
std::vector<ListedLevel> listedLevels(const Source& source, EncodeReport& report) {
  const std::vector<Lod>& lods = source.model->lods;
  if (lods.empty() || (lods.size() == 1 && lods[0].all_drawn)) return {};
  std::vector<ListedLevel> out;
  for (std::uint32_t l = 0; l < lods.size(); ++l) {
    ListedLevel level{{}, std::max(0.0, lods[l].min_scale)};
    for (const std::uint32_t m : pose::lodMeshes(*source.model, l)) {
      if (source.meshes[m].drawn && !source.meshes[m].triangles.empty()) level.meshes.push_back(m);
    }
    if (pose::lodRange(*source.model, l).reachable && !level.meshes.empty())
      out.push_back(std::move(level));
  }
  if (out.size() < lods.size())
    noteDropped(report, "levels that no distance chooses", lods.size() - out.size());
  return out;
}

class Builder {
 public:
  Builder(const Source& source, const Records& records, const Materials& materials,
          const EncodeOptions& options, EncodeReport& report)
      : source_(source),
        records_(records),
        materials_(materials),
        options_(options),
        report_(report),
        built_(source.meshes.size()) {}

  Result<MeshSet> run();
  Result<MeshSet> runListed(const std::vector<ListedLevel>& levels);

 private:
  const std::vector<BuiltMesh>& built(std::size_t m);
  void addLevel(const std::vector<std::size_t>& meshes, bool finest);
  void addSimplified();
  void addLods(const std::vector<double>& errors);
  [[nodiscard]] double metres(double units) const { return units / options_.units_per_metre; }

  const Source& source_;
  const Records& records_;
  const Materials& materials_;
  const EncodeOptions& options_;
  EncodeReport& report_;
  std::vector<std::optional<std::vector<BuiltMesh>>> built_;
  std::vector<std::size_t> starts_;  ///< first mesh of each level
  MeshSet out_;
};

const std::vector<BuiltMesh>& Builder::built(std::size_t m) {
  if (built_[m]) return *built_[m];
  const SourceMesh& mesh = source_.meshes[m];
  std::vector<glm::dvec3> places;
  for (const SourceVertex& v : mesh.vertices)
    places.push_back(v.position);
  const Backs backs = backsOf(mesh, records_[m], *source_.model);
  if (backs.triangles.empty()) {
    built_[m] = buildMeshes({records_[m], places, mesh.triangles, mesh.hidden_edges});
  } else {
    const auto joined = [](auto first, const auto& second) {
      first.insert(first.end(), second.begin(), second.end());
      return first;
    };
    for (const std::uint32_t v : backs.vertex)
      places.push_back(mesh.vertices[v].position);
    const auto records = joined(records_[m], backs.records);
    const auto triangles = joined(mesh.triangles, backs.triangles);
    const auto hidden = joined(mesh.hidden_edges, backs.hidden_edges);
    built_[m] = buildMeshes({records, places, triangles, hidden});
  }
  for (BuiltMesh& part : *built_[m])
    part.spec.material = materials_.at(mesh.material).name;
  return *built_[m];
}

void Builder::addLevel(const std::vector<std::size_t>& meshes, bool finest) {
  starts_.push_back(out_.meshes.size());
  for (const std::size_t m : meshes) {
    for (const BuiltMesh& part : built(m)) {
      const auto index = static_cast<std::uint32_t>(out_.meshes.size());
      out_.meshes.push_back(part.spec);
      if (!finest) continue;
      auto& places = out_.map.of[m];
      for (std::size_t v = 0; v < places.size(); ++v) {
        if (part.vertex_of[v] != kNone) places[v] = {index, part.vertex_of[v]};
      }
    }
    if (finest && options_.progress) {
      // Asked to stop, the caller does so behind this step.
      (void)options_.progress("building meshes", static_cast<double>(m + 1) /
                                                     static_cast<double>(source_.meshes.size()));
    }
  }
}

/// Levels below the finest by simplification, with thresholds from how far they are off.
void Builder::addSimplified() {
  std::vector<const BuiltMesh*> finest;
  std::size_t last_count = 0;
  for (const auto& parts : built_) {
    if (!parts) continue;
    for (const BuiltMesh& part : *parts) {
      finest.push_back(&part);
      last_count += triangleCount(part.spec);
    }
  }
  std::vector<double> errors;
  for (std::uint32_t l = 1; l <= options_.lods; ++l) {
    std::vector<bmd1::MeshSpec> level;
    double error = 0.0;
    std::size_t count = 0;
    // The same for all meshes: small parts must not be the first to lose their shape.
    const double allowed =
        kFirstLevelShare * source_.diagonal * std::exp2(static_cast<double>(l) - 1.0);
    for (const BuiltMesh* mesh : finest) {
      Simplified coarse = simplify(*mesh, std::exp2(-static_cast<double>(l)), allowed);
      error = std::max(error, coarse.error);
      count += triangleCount(coarse.spec);
      if (!coarse.spec.faces.empty()) level.push_back(std::move(coarse.spec));
    }
    errors.push_back(metres(error));
    const bool chosen = levelScales(errors)[l - 1] > 0.0;  // at some distance
    const bool room = out_.meshes.size() + level.size() <= kMaxMeshes;
    if (level.empty() || !room || !chosen ||
        static_cast<double>(count) > kWorthwhile * static_cast<double>(last_count)) {
      report_.warnings.push_back(fmt::format(
          "{} of {} coarser levels are made: {}", l - 1, options_.lods,
          room ? "the next one would hardly differ" : "there is no room for more meshes"));
      errors.pop_back();
      break;
    }
    last_count = count;
    starts_.push_back(out_.meshes.size());
    std::move(level.begin(), level.end(), std::back_inserter(out_.meshes));
  }
  addLods(errors);
}

/// The list of levels; those that no distance would choose are left out of it.
void Builder::addLods(const std::vector<double>& errors) {
  if (errors.empty()) return;
  const std::vector<double> scales = levelScales(errors);
  for (std::size_t l = 0; l < starts_.size(); ++l) {
    if (scales[l] < 0.0) continue;
    const std::size_t end = l + 1 < starts_.size() ? starts_[l + 1] : out_.meshes.size();
    out_.lods.push_back({static_cast<std::uint8_t>(starts_[l]),
                         static_cast<std::uint8_t>(end - starts_[l]), scales[l]});
  }
}

/// Levels stay those of the source, with the scales down to which they serve.
Result<MeshSet> Builder::runListed(const std::vector<ListedLevel>& levels) {
  for (std::size_t l = 0; l < levels.size(); ++l)
    addLevel(levels[l].meshes, l == 0);
  if (out_.meshes.size() > kMaxMeshes) {
    return fail("convert.limit",
                fmt::format("{} meshes, at most {}", out_.meshes.size(), kMaxMeshes));
  }
  if (options_.lods > 0) {
    report_.warnings.push_back(
        fmt::format("the model lists {} levels of its own: no others are made", levels.size()));
  }
  for (std::size_t l = 0; levels.size() > 1 && l < levels.size(); ++l) {
    const std::size_t end = l + 1 < starts_.size() ? starts_[l + 1] : out_.meshes.size();
    out_.lods.push_back({static_cast<std::uint8_t>(starts_[l]),
                         static_cast<std::uint8_t>(end - starts_[l]), levels[l].scale});
  }
  std::vector<bool> in_level(source_.meshes.size(), false);
  for (const ListedLevel& level : levels) {
    for (const std::size_t m : level.meshes)
      in_level[m] = true;
  }
  std::uint64_t left_out = 0;
  for (std::size_t m = 0; m < source_.meshes.size(); ++m)
    left_out += source_.meshes[m].drawn && !in_level[m] ? 1 : 0;
  if (left_out > 0) noteDropped(report_, "meshes of no level", left_out);
  return std::move(out_);
}

Result<MeshSet> Builder::run() {
  for (const SourceMesh& mesh : source_.meshes)
    out_.map.of.emplace_back(mesh.vertices.size());
  const auto listed = listedLevels(source_, report_);
  if (!listed.empty()) return runListed(listed);
  const auto levels = namedLevels(source_);
  addLevel(levels[0], true);
  if (out_.meshes.empty()) return fail("convert.empty", "the model has no triangles to draw");
  for (std::size_t l = 1; l < levels.size(); ++l)
    addLevel(levels[l], false);
  if (out_.meshes.size() > kMaxMeshes) {
    return fail("convert.limit",
                fmt::format("{} meshes, at most {}", out_.meshes.size(), kMaxMeshes));
  }
  if (levels.size() > 1) {
    // How far an artist's level is off is not known: each is taken to be twice as far as the last.
    std::vector<double> errors;
    for (std::size_t l = 1; l < levels.size(); ++l) {
      errors.push_back(
          metres(kUnnamedLevelShare * source_.diagonal * std::exp2(static_cast<double>(l) - 1.0)));
    }
    addLods(errors);
  } else if (options_.lods > 0) {
    addSimplified();
  }
  return std::move(out_);
}

}  // namespace

Result<MeshSet> buildMeshSet(const Source& source, const Records& records,
                             const Materials& materials, const EncodeOptions& options,
                             EncodeReport& report) {
  return Builder(source, records, materials, options, report).run();
}

}  // namespace sinew::convert
