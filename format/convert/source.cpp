#include "format/convert/source.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/solids.h"
#include "format/pose/pose.h"
#include "format/unpack.h"

namespace sinew::convert {
namespace {

constexpr double kMinShare = 1.0 / 512.0;  // weights below it round away beside any other

Mat34d widen(const Mat34f& m) {
  Mat34d out;
  for (std::size_t i = 0; i < 12; ++i)
    out.m[i] = static_cast<double>(m.m[i]);
  return out;
}

/// Model space -> the file's: up to +Z, front to +Y, and the unit.
Mat34d axesOf(const Conventions& from, const EncodeOptions& options) {
  const double scale =
      from.units_per_metre > 0.0 ? options.units_per_metre / from.units_per_metre : 1.0;
  glm::dvec3 up(0.0, 0.0, 1.0);
  glm::dvec3 front(0.0, 1.0, 0.0);
  if (options.turn_axes) {
    up = from.up == UpAxis::Y ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    front = glm::dvec3(from.front);
    front -= up * glm::dot(front, up);
    if (glm::length(front) < 1e-6) {
      front = from.up == UpAxis::Y ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, 1.0, 0.0);
    }
    front = glm::normalize(front);
  }
  const glm::dvec3 right = glm::cross(front, up);
  Mat34d out;
  for (int c = 0; c < 3; ++c) {
    out.m[static_cast<std::size_t>(c)] = scale * right[c];
    out.m[static_cast<std::size_t>(4 + c)] = scale * front[c];
    out.m[static_cast<std::size_t>(8 + c)] = scale * up[c];
  }
  return out;
}

void addRestPose(const Model& model, Source& source, EncodeReport& report) {
  const pose::ExactPose pose = pose::evaluateExact(model, std::nullopt, 0.0);
  std::uint64_t flat = 0;
  for (const Mat34d& world : pose.bones) {
    source.rest.push_back(source.axes * world);
    const auto back = inverse(source.rest.back());
    source.rest_inverse.push_back(back.value_or(Mat34d{}));
    flat += back ? 0 : 1;
  }
  if (flat > 0) noteDropped(report, "bones scaled to nothing at rest", flat);
  source.bind.assign(model.skeleton.bones.size(), Mat34d{});
  source.in_blend.assign(model.skeleton.bones.size(), false);
}

/// The up to four heaviest entries of an influence, each bone once, weights adding up to 1.
std::vector<BlendEntry> heaviest(const Influences& influences, std::size_t i, bool& lost,
                                 bool& negative) {
  std::vector<BlendEntry> entries;
  double sum = 0.0;
  for (std::uint32_t k = influences.first[i]; k < influences.first[i + 1]; ++k) {
    const double weight = static_cast<double>(influences.weights[k]);
    if (!(std::abs(weight) > 0.0)) continue;
    sum += weight;
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const BlendEntry& e) {
      return e.bone == influences.bones[k];
    });
    if (same != entries.end()) {
      same->weight += weight;
    } else {
      entries.push_back({influences.bones[k], weight});
    }
  }
  if (entries.empty() || !(sum > 0.0)) return {{kNone, 1.0}};
  negative = std::any_of(entries.begin(), entries.end(),
                         [](const BlendEntry& e) { return e.weight < 0.0; });
  std::stable_sort(entries.begin(), entries.end(),
                   [](const BlendEntry& a, const BlendEntry& b) { return a.weight > b.weight; });
  while (entries.size() > 1 && entries.back().weight < kMinShare * sum)
    entries.pop_back();
  lost = entries.size() > 4;
  if (lost) entries.resize(4);
  double kept = 0.0;
  for (const BlendEntry& e : entries)
    kept += e.weight;
  for (BlendEntry& e : entries)
    e.weight /= kept;
  return entries;
}

/// Stored vertex -> place at rest by one bone of an influence.
Mat34d restBy(const Source& source, std::size_t influence, std::uint32_t bone) {
  const Influences& all = source.model->influences;
  if (bone == kNone) return source.axes;
  for (std::uint32_t k = all.first[influence]; k < all.first[influence + 1]; ++k) {
    if (all.bones[k] != bone) continue;
    return all.offsets.empty() ? source.rest[bone] : source.rest[bone] * widen(all.offsets[k]);
  }
  return source.rest[bone];
}

/// Stored vertex -> place at rest by all of an influence: exact whatever becomes of its weights.
Mat34d restOf(const Source& source, std::size_t influence) {
  const Influences& all = source.model->influences;
  Mat34d out{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  double sum = 0.0;
  for (std::uint32_t k = all.first[influence]; k < all.first[influence + 1]; ++k) {
    const auto weight = static_cast<double>(all.weights[k]);
    const Mat34d& rest = source.rest[all.bones[k]];
    accumulate(out, weight, all.offsets.empty() ? rest : rest * widen(all.offsets[k]));
    sum += weight;
  }
  if (!(sum > 0.0)) return source.axes;
  for (double& x : out.m)
    x /= sum;
  return out;
}

void addBlends(Source& source, EncodeReport& report) {
  const Influences& influences = source.model->influences;
  std::uint64_t cut = 0;
  std::uint64_t negative = 0;
  for (std::size_t i = 0; i < influences.size(); ++i) {
    Blend blend;
    bool lost = false;
    bool below_zero = false;
    blend.entries = heaviest(influences, i, lost, below_zero);
    cut += lost ? 1 : 0;
    negative += below_zero ? 1 : 0;
    for (const BlendEntry& e : blend.entries) {
      if (e.bone != kNone && blend.entries.size() > 1) source.in_blend[e.bone] = true;
    }
    blend.rest = restOf(source, i);
    blend.to_bind = blend.rest;
    source.blends.push_back(std::move(blend));
  }
  if (cut > 0) noteDropped(report, "influences of more than four bones", cut);
  if (negative > 0) noteDropped(report, "negative weights, by influences", negative);
}

/// Gives each bone its map from bind space. Blends hold bones together: in one bind space all of a
/// blend's bones meet at the same vertex. It is laid so that one bone of each such group has the
/// identity, the others what their rest pose differs from the bind pose by (mostly the identity
/// too).
void addBindSpace(Source& source) {
  std::vector<std::vector<std::uint32_t>> blends_of(source.bind.size());
  for (std::uint32_t i = 0; i < source.blends.size(); ++i) {
    if (source.blends[i].entries.size() < 2) continue;
    for (const BlendEntry& e : source.blends[i].entries) {
      if (e.bone != kNone) blends_of[e.bone].push_back(i);
    }
  }
  std::vector<bool> known(source.bind.size(), false);
  std::vector<bool> visited(source.blends.size(), false);
  const auto spread = [&](std::uint32_t seed) {
    std::deque<std::uint32_t> open{seed};
    known[seed] = true;
    while (!open.empty()) {
      const std::uint32_t bone = open.front();
      open.pop_front();
      const auto unbind = inverse(source.bind[bone]);
      for (const std::uint32_t i : blends_of[bone]) {
        if (visited[i]) continue;
        visited[i] = true;
        const Mat34d to_bind = unbind.value_or(Mat34d{}) * restBy(source, i, bone);
        source.blends[i].to_bind = to_bind;
        const auto from_bind = inverse(to_bind);
        for (const BlendEntry& e : source.blends[i].entries) {
          if (e.bone == kNone || known[e.bone] || !from_bind) continue;
          source.bind[e.bone] = restBy(source, i, e.bone) * *from_bind;
          known[e.bone] = true;
          open.push_back(e.bone);
        }
      }
    }
  };
  for (std::uint32_t b = 0; b < source.bind.size(); ++b) {
    if (!known[b] && !blends_of[b].empty()) spread(b);
  }
}

/// Inverse bind matrices are floats: what is the identity but for their rounding is made so.
void snapBindSpace(Source& source) {
  for (Mat34d& bind : source.bind) {
    const glm::dvec3 center = 0.5 * (source.min + source.max);
    if (differenceOver(bind, Mat34d{}, center, source.diagonal) < 5e-4 * source.diagonal)
      bind = Mat34d{};
  }
  for (Blend& blend : source.blends) {
    const std::uint32_t bone = blend.entries.front().bone;
    if (bone == kNone || blend.entries.size() > 1) continue;
    const auto unbind = inverse(source.bind[bone]);
    if (unbind) blend.to_bind = *unbind * blend.rest;
  }
}

/// Area-weighted normals for vertices that have none.
void addMissingNormals(SourceMesh& mesh) {
  std::vector<glm::dvec3> sums(mesh.vertices.size(), glm::dvec3(0.0));
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const glm::dvec3& a = mesh.vertices[mesh.triangles[t]].position;
    const glm::dvec3& b = mesh.vertices[mesh.triangles[t + 1]].position;
    const glm::dvec3& c = mesh.vertices[mesh.triangles[t + 2]].position;
    const glm::dvec3 area = glm::cross(b - a, c - a);
    for (std::size_t k = 0; k < 3; ++k)
      sums[mesh.triangles[t + k]] += area;
  }
  for (std::size_t v = 0; v < sums.size(); ++v) {
    if (mesh.vertices[v].normal != glm::dvec3(0.0)) continue;
    const double length = glm::length(sums[v]);
    if (length > 0.0) mesh.vertices[v].normal = sums[v] / length;
  }
}

Result<SourceMesh> readMesh(const Source& source, std::uint32_t index) {
  const Model& model = *source.model;
  const Mesh& from = model.meshes[index];
  SourceMesh mesh;
  mesh.name = from.name;
  mesh.source = index;
  mesh.material = from.material;
  mesh.drawn = from.drawn && !isSolidName(from.name);
  mesh.triangles = from.triangles;
  mesh.hidden_edges = from.hidden_edges;
  std::vector<UnpackedVertex> unpacked(from.vertexCount());
  unpackVertices(model, from, unpacked);
  bool mirrored = false;
  for (std::size_t v = 0; v < unpacked.size(); ++v) {
    const Blend& blend = source.blends[unpacked[v].influence];
    SourceVertex vertex;
    vertex.blend = unpacked[v].influence;
    vertex.position = transformPoint(blend.rest, glm::dvec3(unpacked[v].position));
    if (!(glm::length(vertex.position) < 1e30)) {
      return tl::unexpected(Error{"convert.value", std::nullopt,
                                  fmt::format("meshes[{}].vertices[{}]", index, v),
                                  "the vertex lies beyond all bounds at rest"});
    }
    const auto back = inverse(blend.rest);
    if (v == 0) mirrored = determinant(blend.rest) < 0.0;
    if (back) {
      const glm::dvec3 n = transformByTranspose(*back, glm::dvec3(unpacked[v].normal));
      const double length = glm::length(n);
      if (length > 0.0) vertex.normal = n / length;  // also where the map mirrors (section 4)
    }
    vertex.uv = glm::dvec2(unpacked[v].uv);
    vertex.color = unpacked[v].color;
    mesh.vertices.push_back(vertex);
  }
  if (mirrored) {
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3)
      std::swap(mesh.triangles[t + 1], mesh.triangles[t + 2]);
    mesh.hidden_edges.clear();  // the corners changed places
  }
  addMissingNormals(mesh);
  return mesh;
}

void addBounds(Source& source) {
  bool any = false;
  for (const SourceMesh& mesh : source.meshes) {
    if (!mesh.drawn) continue;
    for (const SourceVertex& v : mesh.vertices) {
      source.min = any ? glm::min(source.min, v.position) : v.position;
      source.max = any ? glm::max(source.max, v.position) : v.position;
      any = true;
    }
  }
  source.diagonal = glm::length(source.max - source.min);
}

/// What the format has no room for, counted over the source.
void noteFeatures(const Model& model, EncodeReport& report) {
  std::uint64_t alpha = 0;
  std::uint64_t sets = 0;
  for (const Mesh& mesh : model.meshes) {
    if (mesh.packed() != nullptr) continue;
    const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
    if (!arrays) continue;
    sets += arrays->uvs.size() > 1 ? arrays->uvs.size() - 1 : 0;
    if (arrays->colors.empty()) continue;
    alpha +=
        static_cast<std::uint64_t>(std::count_if(arrays->colors[0].begin(), arrays->colors[0].end(),
                                                 [](const auto& c) { return c.a != 255; }));
  }
  if (alpha > 0) noteDropped(report, "vertex alpha", alpha);
  if (sets > 0) noteDropped(report, "texture coordinate sets beyond the first", sets);
  if (!model.attachments.empty()) noteDropped(report, "attachments", model.attachments.size());
  std::uint64_t events = 0;
  for (const Clip& clip : model.clips)
    events += clip.events.size();
  if (events > 0) noteDropped(report, "clip events", events);
}

}  // namespace

void noteDropped(EncodeReport& report, const std::string& feature, std::uint64_t count) {
  for (Dropped& d : report.dropped) {
    if (d.feature != feature) continue;
    d.count += count;
    return;
  }
  report.dropped.push_back({feature, count});
}

Result<Source> makeSource(const Model& model, const EncodeOptions& options, EncodeReport& report) {
  Source source;
  source.model = &model;
  source.axes = axesOf(model.conventions, options);
  addRestPose(model, source, report);
  addBlends(source, report);
  addBindSpace(source);
  for (std::uint32_t m = 0; m < model.meshes.size(); ++m) {
    auto mesh = readMesh(source, m);
    if (!mesh) return tl::unexpected(mesh.error());
    source.meshes.push_back(std::move(*mesh));
  }
  addBounds(source);
  snapBindSpace(source);
  // Bind places are read last: by then the bind space is settled.
  for (SourceMesh& mesh : source.meshes) {
    std::vector<UnpackedVertex> unpacked(mesh.vertices.size());
    unpackVertices(model, model.meshes[mesh.source], unpacked);
    for (std::size_t v = 0; v < unpacked.size(); ++v) {
      mesh.vertices[v].bind = transformPoint(source.blends[mesh.vertices[v].blend].to_bind,
                                             glm::dvec3(unpacked[v].position));
    }
  }
  noteFeatures(model, report);
  report.diagonal = source.diagonal;
  report.bones.source = static_cast<std::uint32_t>(model.skeleton.bones.size());
  return source;
}

}  // namespace sinew::convert
