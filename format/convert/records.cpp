#include "format/convert/records.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/codes.h"
#include "format/convert/texture_shift.h"
#include "format/quantize.h"

namespace sinew::convert {
namespace {

using Form = bmd1::VertexSpec::Form;

constexpr std::uint32_t kMaxTagBone = 239;
constexpr std::uint8_t kWhite = 0x0F;

/// What one vertex should become.
struct Wanted {
  glm::dvec3 local{0.0};   ///< place on its bone
  glm::dvec3 normal{0.0};  ///< on its bone; length 1 or 0
  glm::dvec2 st{0.0};
  std::uint8_t shade = kWhite;
  std::uint32_t bone = 0;
  bool flat = false;
};

/// How far a form is from it, each in its limits: at most 1 is good enough.
struct Fit {
  bool possible = false;
  double worst = 0.0;
  double place = 0.0;
};

double angleDeg(const glm::dvec3& a, const glm::dvec3& b) {
  const double la = glm::length(a);
  const double lb = glm::length(b);
  if (!(la > 0.0) || !(lb > 0.0)) return la > 0.0 ? 180.0 : 0.0;
  return std::acos(std::clamp(glm::dot(a, b) / (la * lb), -1.0, 1.0)) * 57.29577951308232;
}

std::optional<glm::dvec3> decodedPlace(Form form, const glm::dvec3& local) {
  if (form == Form::FD) {
    glm::dvec3 out(0.0);
    for (int i = 0; i < 3; ++i) {
      const auto code = encodeHalf(local[i]);
      if (!code) return std::nullopt;
      out[i] = decodeHalf(*code);
    }
    return out;
  }
  const auto word = encodePackedVec3(local);
  if (!word) return std::nullopt;
  return decodePackedVec3(*word);
}

std::optional<glm::dvec2> decodedSt(Form form, const glm::dvec2& st) {
  if (form == Form::F8 || form == Form::FA) {
    const auto bits = encodeSt12(st);
    return bits ? std::optional(decodeSt12(*bits)) : std::nullopt;
  }
  if (form == Form::FD) {
    const auto bits = encodeSt14(st);
    // Exponents from 8 would make readers take the whole file for another layout.
    return bits && (*bits >> 28) < 8 ? std::optional(decodeSt14(*bits)) : std::nullopt;
  }
  const auto bits = encodeSt11(st);
  return bits ? std::optional(decodeSt11(*bits)) : std::nullopt;
}

bool holdsNormal(Form form, bool flat) {
  return form != Form::V64 || flat;
}

class Chooser {
 public:
  Chooser(const Limits& limits, double diagonal) : limits_(limits) {
    place_limit_ = std::max(1e-12, limits.position_percent * 0.01 * diagonal);
  }

  [[nodiscard]] std::optional<bmd1::VertexSpec> choose(const Wanted& wanted) const {
    static constexpr std::array<Form, 6> kBySize = {Form::V64, Form::F8, Form::F9,
                                                    Form::FA,  Form::FB, Form::FD};
    std::optional<Form> best;
    double best_worst = std::numeric_limits<double>::infinity();
    for (const Form form : kBySize) {
      const Fit fit = fitOf(form, wanted);
      if (!fit.possible || fit.worst >= best_worst) continue;
      best = form;
      best_worst = fit.worst;
      if (fit.worst <= 1.0) break;
    }
    if (!best) return std::nullopt;
    bmd1::VertexSpec out;
    out.form = *best;
    out.bone = static_cast<std::uint8_t>(wanted.bone);
    // As readers decode them, so that equal records are known by equal numbers.
    out.position = *decodedPlace(*best, wanted.local);
    if (holdsNormal(*best, wanted.flat)) out.normal = nearestNormalCode(wanted.normal);
    if (!wanted.flat) out.st = *decodedSt(*best, wanted.st);
    if (*best == Form::F8 || *best == Form::F9 || *best == Form::FD) out.shade = wanted.shade;
    return out;
  }

 private:
  [[nodiscard]] Fit fitOf(Form form, const Wanted& wanted) const {
    const bool shaded = form == Form::F8 || form == Form::F9 || form == Form::FD;
    if (wanted.shade != kWhite && !shaded) return {};
    if ((form == Form::F8 || form == Form::F9) && (wanted.bone != 0 || wanted.shade == kWhite))
      return {};
    if (form == Form::V64 && wanted.bone > kMaxTagBone) return {};
    const auto place = decodedPlace(form, wanted.local);
    if (!place) return {};
    Fit out;
    out.possible = true;
    out.place = glm::distance(*place, wanted.local);
    out.worst = out.place / place_limit_;
    if (!wanted.flat) {
      const auto st = decodedSt(form, wanted.st);
      if (!st) return {};
      out.worst = std::max(out.worst, glm::distance(*st, wanted.st) / limits_.uv);
    }
    // Records with a normal all hold it alike; the limit says when its lack is bearable.
    if (!holdsNormal(form, wanted.flat))
      out.worst = std::max(out.worst, angleDeg(wanted.normal, *place) / limits_.normal_deg);
    return out;
  }

  Limits limits_;
  double place_limit_ = 0.0;
};

/// Source places, to find vertices that should meet. Floats that differ in their last bits count as
/// equal.
class Places {
 public:
  explicit Places(double diagonal) : step_(std::max(1e-30, 2e-6 * diagonal)) {}
  [[nodiscard]] std::uint32_t idOf(const glm::dvec3& p) {
    const auto cell = [this](double x) {
      constexpr double kBounds = 9e18;  // a model of no size may lie anywhere
      return static_cast<std::int64_t>(std::clamp(std::nearbyint(x / step_), -kBounds, kBounds));
    };
    const std::array<std::int64_t, 3> key{cell(p.x), cell(p.y), cell(p.z)};
    return ids_.try_emplace(key, static_cast<std::uint32_t>(ids_.size())).first->second;
  }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const std::array<std::int64_t, 3>& k) const {
      std::uint64_t h = 0;
      for (const std::int64_t x : k)
        h = (h ^ static_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u;
      return static_cast<std::size_t>(h ^ (h >> 29));
    }
  };
  double step_;
  std::unordered_map<std::array<std::int64_t, 3>, std::uint32_t, Hash> ids_;
};

class RecordMaker {
 public:
  RecordMaker(const Source& source, const Plan& plan, const Placement& placement,
              const Materials& materials, const Limits& limits)
      : source_(source),
        plan_(plan),
        placement_(placement),
        materials_(materials),
        chooser_(limits, source.diagonal) {}

  Result<Records> make(EncodeReport& report);

 private:
  void findSeams();
  [[nodiscard]] Wanted wantedFor(std::size_t m, std::size_t v, const glm::dvec2& st) const;
  void countSeams(const Records& records, EncodeReport& report) const;

  const Source& source_;
  const Plan& plan_;
  const Placement& placement_;
  const Materials& materials_;
  Chooser chooser_;
  std::vector<std::vector<std::uint32_t>> place_of_;  ///< by mesh and vertex
  std::vector<bool> on_grid_;                         ///< by place: several bones meet there
};

void RecordMaker::findSeams() {
  Places places(source_.diagonal);
  for (const SourceMesh& mesh : source_.meshes) {
    auto& ids = place_of_.emplace_back();
    for (const SourceVertex& v : mesh.vertices)
      ids.push_back(places.idOf(v.position));
  }
  std::vector<std::optional<Hang>> first(places.size());
  on_grid_.assign(places.size(), false);
  for (std::size_t m = 0; m < source_.meshes.size(); ++m) {
    for (std::size_t v = 0; v < place_of_[m].size(); ++v) {
      const std::uint32_t place = place_of_[m][v];
      const Hang hang = placement_.hangs[m][v];
      if (!first[place]) first[place] = hang;
      if (*first[place] != hang) on_grid_[place] = true;
    }
  }
}

Wanted RecordMaker::wantedFor(std::size_t m, std::size_t v, const glm::dvec2& st) const {
  const SourceVertex& vertex = source_.meshes[m].vertices[v];
  const Hang hang = placement_.hangs[m][v];
  const Mat34d& rest = placement_.rest(plan_, hang);
  Wanted out;
  out.bone = boneNumber(plan_, hang);
  glm::dvec3 place = vertex.position;
  if (on_grid_[place_of_[m][v]] && placement_.lattice(plan_, hang)) {
    for (int i = 0; i < 3; ++i)
      place[i] = std::nearbyint(place[i] / plan_.grid) * plan_.grid;
  }
  const auto back = inverse(rest);
  out.local = transformPoint(back.value_or(translationBy(-originOf(rest))), place);
  out.normal = transformByTranspose(rest, vertex.normal);
  const double length = glm::length(out.normal);
  if (length > 0.0) out.normal /= length;
  out.st = st;
  out.flat = materials_.at(source_.meshes[m].material).flat;
  out.shade = vertex.color == std::array<std::uint8_t, 3>{255, 255, 255}
                  ? kWhite
                  : encodeShade(vertex.color);
  return out;
}

Result<Records> RecordMaker::make(EncodeReport& report) {
  findSeams();
  Records out(source_.meshes.size());
  for (std::size_t m = 0; m < source_.meshes.size(); ++m) {
    const SourceMesh& mesh = source_.meshes[m];
    const std::vector<glm::dvec2> st = shiftedCoordinates(mesh, materials_.at(mesh.material).wrap);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      const auto record = chooser_.choose(wantedFor(m, v, st[v]));
      if (!record) {
        return tl::unexpected(Error{
            "convert.value", std::nullopt, fmt::format("meshes[{}].vertices[{}]", mesh.source, v),
            fmt::format("no record holds texture coordinates ({:.4g}, {:.4g}) and a place "
                        "({:.4g}, {:.4g}, {:.4g})",
                        st[v].x, st[v].y, mesh.vertices[v].position.x, mesh.vertices[v].position.y,
                        mesh.vertices[v].position.z)});
      }
      out[m].push_back(*record);
    }
  }
  countSeams(out, report);
  return out;
}

void RecordMaker::countSeams(const Records& records, EncodeReport& report) const {
  std::vector<std::optional<glm::dvec3>> first(on_grid_.size());
  std::vector<bool> open(on_grid_.size(), false);
  for (std::size_t m = 0; m < records.size(); ++m) {
    for (std::size_t v = 0; v < records[m].size(); ++v) {
      const std::uint32_t place = place_of_[m][v];
      const glm::dvec3 at = decodedRest(plan_, placement_, placement_.hangs[m][v], records[m][v]);
      if (!first[place]) first[place] = at;
      if (glm::distance(*first[place], at) > 1e-9 * source_.diagonal) open[place] = true;
    }
  }
  report.records.open_seams =
      static_cast<std::uint32_t>(std::count(open.begin(), open.end(), true));
}

}  // namespace

std::uint32_t boneNumber(const Plan& plan, Hang hang) {
  return hang.index + (hang.pseudo ? static_cast<std::uint32_t>(plan.bones.size()) : 0u);
}

Result<Records> makeRecords(const Source& source, const Plan& plan, const Placement& placement,
                            const Materials& materials, const Limits& limits,
                            EncodeReport& report) {
  return RecordMaker(source, plan, placement, materials, limits).make(report);
}

glm::dvec3 decodedRest(const Plan& plan, const Placement& placement, Hang hang,
                       const bmd1::VertexSpec& record) {
  const auto local = decodedPlace(record.form, record.position);
  return transformPoint(placement.rest(plan, hang), local.value_or(record.position));
}

}  // namespace sinew::convert
