#include "app/regress/model_diff.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <queue>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/text.h"
#include "format/pose/pose.h"
#include "format/unpack.h"

namespace sinew::app::regress {

namespace {

using Changes = std::vector<ModelChange>;

template <class Range>
std::vector<std::string> namesOf(const Range& range) {
  std::vector<std::string> names;
  for (const auto& element : range)
    names.emplace_back(element.name);
  return names;
}

/// The lines about what is only in one list or has another name.
void addNameChanges(Changes& out, std::string_view kind, const Matching& matching,
                    const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto subject = [&](std::uint32_t index, const std::string& name) {
    return name.empty() ? fmt::format("{} {}", kind, index)
                        : fmt::format("{} {}", kind, quoted(name));
  };
  for (const std::uint32_t i : matching.removed)
    out.push_back({kind, subject(i, a[i]), "removed"});
  for (const std::uint32_t i : matching.added)
    out.push_back({kind, subject(i, b[i]), "added"});
  for (const auto& [i, j] : matching.pairs) {
    if (a[i] == b[j]) continue;
    out.push_back({kind, subject(i, a[i]),
                   b[j].empty() ? "lost its name" : fmt::format("renamed to {}", quoted(b[j]))});
  }
}

/// A bone by its name, else by its number: a blend of a faulty file may name one that is not there.
std::string boneOf(const Model& model, std::uint32_t bone) {
  const std::vector<Bone>& bones = model.skeleton.bones;
  return bone >= bones.size() || bones[bone].name.empty() ? fmt::format("bone {}", bone)
                                                          : quoted(bones[bone].name);
}

std::string parentOf(const Model& model, const Bone& bone) {
  return bone.parent == kNone ? "none" : boneOf(model, bone.parent);
}

std::string numbers(const glm::dvec3& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z);
}

void addBoneChanges(Changes& out, const Model& a, const Model& b) {
  const std::vector<std::string> names_a = namesOf(a.skeleton.bones);
  const std::vector<std::string> names_b = namesOf(b.skeleton.bones);
  const Matching matching = matchNames(names_a, names_b);
  addNameChanges(out, "bone", matching, names_a, names_b);
  std::vector<std::uint32_t> counterpart(a.skeleton.bones.size(), kNone);
  for (const auto& [i, j] : matching.pairs)
    counterpart[i] = j;
  for (const auto& [i, j] : matching.pairs) {
    const Bone& one = a.skeleton.bones[i];
    const Bone& other = b.skeleton.bones[j];
    const std::string subject = fmt::format("bone {}", quoted(names_a[i]));
    const auto add = [&](std::string text) { out.push_back({"bone", subject, std::move(text)}); };
    const std::uint32_t expected = one.parent == kNone ? kNone : counterpart[one.parent];
    // A parent that is only in one model is another one, also where neither has a counterpart.
    if (other.parent != expected || (one.parent == kNone) != (other.parent == kNone)) {
      add(fmt::format("parent {} -> {}", parentOf(a, one), parentOf(b, other)));
    }
    if (one.rest.translation != other.rest.translation) {
      add(fmt::format("rest position {} -> {}", numbers(one.rest.translation),
                      numbers(other.rest.translation)));
    }
    if (const double angle = angleBetween(one.rest.rotation, other.rest.rotation); angle > 0.0) {
      add(fmt::format("turned by {:.4g} degrees at rest", angle));
    }
    if (one.rest.scale != other.rest.scale) {
      add(fmt::format("rest scale {} -> {}", numbers(one.rest.scale), numbers(other.rest.scale)));
    }
  }
}

/// A number for each bone that is the same for the same bone of both models, whatever it is called.
struct BoneIds {
  std::vector<std::size_t> a;
  std::vector<std::size_t> b;
};

BoneIds boneIds(const Model& a, const Model& b) {
  BoneIds out;
  out.a.resize(a.skeleton.bones.size());
  out.b.resize(b.skeleton.bones.size());
  std::iota(out.a.begin(), out.a.end(), std::size_t{0});
  std::iota(out.b.begin(), out.b.end(), out.a.size());
  for (const auto& [i, j] : matchNames(namesOf(a.skeleton.bones), namesOf(b.skeleton.bones)).pairs)
    out.b[j] = i;
  return out;
}

/// What a blend is made of, with its bones as `nameOf` calls them.
template <class NameOf>
std::string blendText(const PseudoBone& pseudo, const NameOf& nameOf) {
  std::string text;
  for (std::size_t slot = 0; slot < pseudo.bones.size(); ++slot) {
    if (pseudo.bones[slot] == kNone) continue;
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", nameOf(pseudo.bones[slot]),
                        pseudo.weights[slot]);
  }
  return text;
}

void addPseudoBoneChanges(Changes& out, const Model& a, const Model& b, const BoneIds& ids) {
  const std::vector<std::string> names_a = namesOf(a.pseudo_bones);
  const std::vector<std::string> names_b = namesOf(b.pseudo_bones);
  const Matching matching = matchNames(names_a, names_b);
  addNameChanges(out, "pseudo-bone", matching, names_a, names_b);
  // A blend of a faulty file may name a bone that is not there.
  const auto idOf = [](const std::vector<std::size_t>& of, std::uint32_t bone) {
    return bone < of.size() ? fmt::format("{}", of[bone]) : fmt::format("missing {}", bone);
  };
  for (const auto& [i, j] : matching.pairs) {
    const PseudoBone& one = a.pseudo_bones[i];
    const PseudoBone& other = b.pseudo_bones[j];
    if (blendText(one, [&](std::uint32_t bone) { return idOf(ids.a, bone); }) ==
        blendText(other, [&](std::uint32_t bone) { return idOf(ids.b, bone); })) {
      continue;
    }
    out.push_back(
        {"pseudo-bone", fmt::format("pseudo-bone {}", quoted(names_a[i])),
         fmt::format("{} -> {}",
                     blendText(one, [&](std::uint32_t bone) { return boneOf(a, bone); }),
                     blendText(other, [&](std::uint32_t bone) { return boneOf(b, bone); }))});
  }
}

/// What each influence stands for, by its bones' ids, so that bones may change places and names.
std::vector<std::string> influenceNames(const Model& model, const std::vector<std::size_t>& ids) {
  std::vector<std::string> names(model.influences.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::uint32_t k = model.influences.first[i]; k < model.influences.first[i + 1]; ++k) {
      names[i] +=
          fmt::format("{} {}\n", ids[model.influences.bones[k]], model.influences.weights[k]);
    }
  }
  return names;
}

/// "3 of 100 vertices have other positions, 2 other normals"; empty: none has.
std::string vertexChanges(const Model& a, const Model& b, std::size_t mesh,
                          const std::vector<std::string>& bones_a,
                          const std::vector<std::string>& bones_b) {
  std::vector<UnpackedVertex> before(a.meshes[mesh].vertexCount());
  std::vector<UnpackedVertex> after(before.size());
  unpackVertices(a, a.meshes[mesh], before);
  unpackVertices(b, b.meshes[mesh], after);
  std::array<std::pair<std::size_t, std::string_view>, 5> counts{
      {{0, "positions"}, {0, "normals"}, {0, "texture coordinates"}, {0, "colours"}, {0, "bones"}}};
  for (std::size_t i = 0; i < before.size(); ++i) {
    counts[0].first += before[i].position != after[i].position ? 1 : 0;
    counts[1].first += before[i].normal != after[i].normal ? 1 : 0;
    counts[2].first += before[i].uv != after[i].uv ? 1 : 0;
    counts[3].first += before[i].color != after[i].color ? 1 : 0;
    counts[4].first += bones_a[before[i].influence] != bones_b[after[i].influence] ? 1 : 0;
  }
  std::string text;
  for (const auto& [count, what] : counts) {
    if (count == 0) continue;
    text += text.empty()
                ? fmt::format("{} of {} vertices have other {}", count, before.size(), what)
                : fmt::format(", {} other {}", count, what);
  }
  return text;
}

std::string materialOf(const Model& model, const Mesh& mesh) {
  return mesh.material == kNone ? "none" : quoted(model.materials[mesh.material].name);
}

void addMeshChanges(Changes& out, const Model& a, const Model& b, const BoneIds& ids) {
  const std::vector<std::string> bones_a = influenceNames(a, ids.a);
  const std::vector<std::string> bones_b = influenceNames(b, ids.b);
  const std::size_t both = std::min(a.meshes.size(), b.meshes.size());
  for (std::size_t i = both; i < a.meshes.size(); ++i)
    out.push_back({"mesh", fmt::format("mesh {}", i), "removed"});
  for (std::size_t i = both; i < b.meshes.size(); ++i)
    out.push_back({"mesh", fmt::format("mesh {}", i), "added"});
  for (std::size_t i = 0; i < both; ++i) {
    const Mesh& one = a.meshes[i];
    const Mesh& other = b.meshes[i];
    const auto add = [&out, i](std::string text) {
      out.push_back({"mesh", fmt::format("mesh {}", i), std::move(text)});
    };
    if (one.name != other.name) {
      add(fmt::format("name {} -> {}", quoted(one.name), quoted(other.name)));
    }
    if (materialOf(a, one) != materialOf(b, other)) {
      add(fmt::format("material {} -> {}", materialOf(a, one), materialOf(b, other)));
    }
    if (one.triangles.size() != other.triangles.size()) {
      add(fmt::format("{} -> {} triangles", one.triangles.size() / 3, other.triangles.size() / 3));
    } else if (one.triangles != other.triangles || one.hidden_edges != other.hidden_edges) {
      add("other faces between its vertices");
    }
    if (one.vertexCount() != other.vertexCount()) {
      add(fmt::format("{} -> {} vertices", one.vertexCount(), other.vertexCount()));
    } else if (std::string text = vertexChanges(a, b, i, bones_a, bones_b); !text.empty()) {
      add(std::move(text));
    }
  }
}

std::string metresOf(double scale) {
  return scale > 0.0 ? fmt::format("{:.4g} m", 1.0 / scale - 1.0) : "no limit";
}

void addLevelChanges(Changes& out, const Model& a, const Model& b) {
  const std::size_t both = std::min(a.lods.size(), b.lods.size());
  for (std::size_t i = both; i < a.lods.size(); ++i)
    out.push_back({"level", fmt::format("level {}", i), "removed"});
  for (std::size_t i = both; i < b.lods.size(); ++i)
    out.push_back({"level", fmt::format("level {}", i), "added"});
  const auto meshes = [](const Lod& lod) {
    return lod.all_drawn ? std::string("all drawn")
                         : fmt::format("{} from {}", lod.mesh_count, lod.first_mesh);
  };
  for (std::size_t i = 0; i < both; ++i) {
    const Lod& one = a.lods[i];
    const Lod& other = b.lods[i];
    const std::string subject = fmt::format("level {}", i);
    if (one.min_scale != other.min_scale) {
      out.push_back(
          {"level", subject,
           fmt::format("threshold {:.6g} -> {:.6g}, it serves to {} -> {}", one.min_scale,
                       other.min_scale, metresOf(one.min_scale), metresOf(other.min_scale))});
    }
    if (meshes(one) != meshes(other)) {
      out.push_back({"level", subject, fmt::format("meshes {} -> {}", meshes(one), meshes(other))});
    }
  }
}

void addSolidChanges(Changes& out, const Model& a, const Model& b, const BoneIds& ids) {
  if (a.solids.size() != b.solids.size()) {
    out.push_back({"solid", "solids", fmt::format("{} -> {}", a.solids.size(), b.solids.size())});
    return;
  }
  const std::vector<std::string> bones_a = influenceNames(a, ids.a);
  const std::vector<std::string> bones_b = influenceNames(b, ids.b);
  for (std::size_t i = 0; i < a.solids.size(); ++i) {
    const Solid& one = a.solids[i];
    const Solid& other = b.solids[i];
    const bool same_bone =
        (one.influence == kNone) == (other.influence == kNone) &&
        (one.influence == kNone || bones_a[one.influence] == bones_b[other.influence]);
    if (one.mesh == other.mesh && same_bone) continue;
    out.push_back({"solid", fmt::format("solid {}", i), "bounds another bone or has another mesh"});
  }
}

}  // namespace

double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  // The chord between unit quaternions an angle t apart is 2 sin(t / 4); exact for small angles,
  // where the arc cosine of their product is not. q and -q are one rotation.
  const auto chord = [](const glm::dquat& d) { return std::sqrt(glm::dot(d, d)); };
  const double shorter = std::min(chord(a - b), chord(a + b));
  return 4.0 * std::asin(std::min(shorter / 2.0, 1.0)) * 180.0 / std::numbers::pi;
}

Matching matchNames(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::map<std::string_view, std::queue<std::uint32_t>> places;
  for (std::size_t j = 0; j < b.size(); ++j)
    places[b[j]].push(static_cast<std::uint32_t>(j));
  Matching out;
  std::vector<bool> taken(b.size(), false);
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    const auto found = places.find(a[i]);
    if (found == places.end() || found->second.empty()) {
      out.removed.push_back(i);
      continue;
    }
    out.pairs.emplace_back(i, found->second.front());
    taken[found->second.front()] = true;
    found->second.pop();
  }
  for (std::uint32_t j = 0; j < b.size(); ++j) {
    if (!taken[j]) out.added.push_back(j);
  }
  const bool in_order = out.removed.size() == out.added.size();
  std::vector<std::uint32_t> removed;
  std::vector<std::uint32_t> added = out.added;
  for (std::size_t k = 0; k < out.removed.size(); ++k) {
    const std::uint32_t i = out.removed[k];
    const auto other = in_order ? std::find(added.begin(), added.end(), out.added[k])
                                : std::find(added.begin(), added.end(), i);
    if (other == added.end()) {
      removed.push_back(i);
      continue;
    }
    out.pairs.emplace_back(i, *other);
    added.erase(other);
  }
  out.removed = std::move(removed);
  out.added = std::move(added);
  std::sort(out.pairs.begin(), out.pairs.end());
  return out;
}

std::vector<ModelChange> structuralChanges(const Model& a, const Model& b) {
  Changes out;
  const BoneIds ids = boneIds(a, b);
  addBoneChanges(out, a, b);
  addPseudoBoneChanges(out, a, b, ids);
  addMeshChanges(out, a, b, ids);
  addLevelChanges(out, a, b);
  addSolidChanges(out, a, b, ids);
  const Matching clips = matchClips(a, b);
  addNameChanges(out, "clip", clips, namesOf(a.clips), namesOf(b.clips));
  const Changes in_clips = clipChanges(a, b);
  out.insert(out.end(), in_clips.begin(), in_clips.end());
  return out;
}

}  // namespace sinew::app::regress
