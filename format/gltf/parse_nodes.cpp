// Nodes, skins, scenes.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "format/affine.h"
#include "format/gltf/fields.h"
#include "format/gltf/parse.h"

namespace sinew::gltf {
namespace {

constexpr double kShearTolerance = 1e-4;
constexpr std::size_t kMostSteps = 10'000'000;
constexpr std::size_t kMostBlends = 4096;  ///< named ones of a skin

Transform matrixField(const Place& place) {
  double m[16];
  if (!numbersField(place, "matrix", m, 16)) return {};
  Mat34d matrix;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t col = 0; col < 4; ++col)
      matrix.m[4 * row + col] = m[4 * col + row];
  }
  const Decomposed parts = decompose(matrix);
  if (parts.shear > kShearTolerance) {
    place.context->warn(
        "gltf.shear", place.member("matrix").path,
        fmt::format("the matrix shears by {:.3g} of its size, which is left out", parts.shear), 1,
        true);
  }
  return parts.transform;
}

Transform transformField(const Place& place) {
  Transform out;
  double v[4];
  if (numbersField(place, "translation", v, 3)) out.translation = {v[0], v[1], v[2]};
  if (numbersField(place, "scale", v, 3)) out.scale = {v[0], v[1], v[2]};
  if (numbersField(place, "rotation", v, 4)) {
    const glm::dquat q(v[3], v[0], v[1], v[2]);
    const double length = glm::length(q);
    if (length < 1e-6) {
      place.member("rotation").fail("gltf.rotation", "a quaternion of length 0 is no rotation");
    } else {
      out.rotation = q / length;
    }
  }
  return out;
}

Node parseNode(const Place& place, Value root, const File& file) {
  const std::size_t node_count = root["nodes"].size();
  Node out;
  out.name = textField(place, "name");
  const Place children = place.member("children");
  for (std::size_t i = 0; i < children.value.size(); ++i)
    out.children.push_back(indexOf(children.element(i), node_count, "nodes"));
  out.mesh = indexField(place, "mesh", file.meshes.size(), "meshes");
  out.skin = indexField(place, "skin", root["skins"].size(), "skins");
  out.has_matrix = place.value["matrix"].present();
  out.local = out.has_matrix ? matrixField(place) : transformField(place);
  if (place.value["camera"].present()) out.kind = "camera";
  if (place.value["extensions"]["KHR_lights_punctual"].present()) out.kind = "light";
  // Only where they change nothing: anybody may write these names.
  const bool still = out.local.translation == glm::dvec3(0.0) &&
                     out.local.rotation == glm::dquat(1.0, 0.0, 0.0, 0.0) &&
                     out.local.scale == glm::dvec3(1.0) && out.mesh == kNone;
  const std::optional<std::string_view> role = place.value["extras"]["sinew"]["role"].string();
  out.is_blend = still && out.children.empty() && role == "blend";
  out.is_wrapper = still && role == "wrapper";
  out.is_solid = role == "solid" && out.children.empty();
  const Place lods = place.member("extensions").member("MSFT_lod").member("ids");
  for (std::size_t i = 0; i < lods.value.size(); ++i)
    out.lods.push_back(indexOf(lods.element(i), node_count, "nodes"));
  const Value coverage = place.value["extras"]["MSFT_screencoverage"];
  for (std::size_t i = 0; i < coverage.size() && i <= out.lods.size(); ++i)
    out.coverage.push_back(coverage.at(i).number().value_or(0.0));
  out.min_scale = place.value["extras"]["sinew"]["min_scale"].number();
  out.order = place.value["extras"]["sinew"]["mesh"].whole();
  return out;
}

void linkParents(Context& context, File& file) {
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    for (const std::uint32_t child : file.nodes[n].children) {
      std::uint32_t& parent = file.nodes[child].parent;
      if (parent != kNone) {
        context.fail("gltf.tree", fmt::format("nodes[{}].children", n),
                     fmt::format("node {} is a child of node {} already", child, parent));
        return;
      }
      parent = n;
    }
  }
}

/// Nodes that some scene lists.
std::vector<bool> listedNodes(Value root, std::size_t node_count) {
  std::vector<bool> out(node_count, false);
  const Value scenes = root["scenes"];
  for (std::size_t s = 0; s < scenes.size(); ++s) {
    const Value nodes = scenes.at(s)["nodes"];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto node = nodes.at(i).whole();
      if (node && *node < node_count) out[static_cast<std::size_t>(*node)] = true;
    }
  }
  return out;
}

/// Levels of detail stand where the node stands that names them. Those that some scene shows, that
/// hang elsewhere or above it, or that several nodes name, are no levels.
void placeLevels(Context& context, Value root, File& file) {
  std::vector<bool> taken = listedNodes(root, file.nodes.size());
  std::size_t steps = 0;  // up the tree, which may yet turn out to be none
  std::uint32_t dropped = 0;
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t level : file.nodes[n].lods) {
      bool fits = !taken[level] && file.nodes[level].parent == kNone && level != n;
      for (std::uint32_t up = file.nodes[n].parent; fits && up != kNone;
           up = file.nodes[up].parent) {
        fits = up != level && ++steps <= kMostSteps;
      }
      if (!fits) {
        ++dropped;
        continue;
      }
      taken[level] = true;
      file.nodes[level].lower_level = true;
      kept.push_back(level);
      const std::uint32_t parent = file.nodes[n].parent;
      if (parent == kNone) continue;
      file.nodes[level].parent = parent;
      file.nodes[parent].children.push_back(level);
    }
    file.nodes[n].lods = std::move(kept);
  }
  if (dropped == 0) return;
  context.warn(
      "gltf.lod", "nodes",
      fmt::format("{} levels of MSFT_lod are left out: their nodes are shown elsewhere, or "
                  "named twice",
                  dropped),
      dropped, true);
}

/// Appends a node and all below it, parents first, in the order of the lists of children. Every
/// node has at most one parent, so that nothing is met twice below a node without parent.
void appendSubtree(const File& file, std::uint32_t start, std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> open{start};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    order.push_back(node);
    const std::vector<std::uint32_t>& children = file.nodes[node].children;
    open.insert(open.end(), children.rbegin(), children.rend());
  }
}

void orderNodes(Context& context, File& file) {
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    if (file.nodes[n].parent == kNone) appendSubtree(file, n, file.order);
  }
  if (file.order.size() == file.nodes.size()) return;
  std::vector<bool> reached(file.nodes.size(), false);
  for (const std::uint32_t node : file.order)
    reached[node] = true;
  std::size_t first = 0;
  while (reached[first])
    ++first;
  context.fail("gltf.tree", fmt::format("nodes[{}]", first),
               fmt::format("a cycle: the node is below itself ({} of {} nodes hang on none)",
                           file.nodes.size() - file.order.size(), file.nodes.size()));
}

void parseScene(Context& context, Value root, File& file) {
  const Place top{&context, root, ""};
  const Place scenes = top.member("scenes");
  const std::uint32_t named = indexField(top, "scene", scenes.value.size(), "scenes");
  if (scenes.value.size() == 0) {
    for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
      if (file.nodes[n].parent == kNone) file.roots.push_back(n);
    }
    return;
  }
  if (scenes.value.size() > 1) {
    context.note("gltf.scenes", "scenes",
                 fmt::format("{} scenes, of which number {} is shown", scenes.value.size(),
                             named == kNone ? 0 : named));
  }
  const Place nodes = scenes.element(named == kNone ? 0 : named).member("nodes");
  std::vector<bool> listed(file.nodes.size(), false);
  for (std::size_t i = 0; i < nodes.value.size() && context.ok(); ++i) {
    const std::uint32_t node = indexOf(nodes.element(i), file.nodes.size(), "nodes");
    if (!context.ok()) return;
    if (file.nodes[node].parent != kNone || listed[node]) {
      nodes.element(i).fail("gltf.tree",
                            listed[node] ? fmt::format("node {} is listed twice", node)
                                         : fmt::format("node {} is a child of node {}, and scenes "
                                                       "list nodes without parent",
                                                       node, file.nodes[node].parent));
      return;
    }
    listed[node] = true;
    file.roots.push_back(node);
  }
}

/// What our own writer says of pseudo-bones; whatever does not fit the skin is passed over.
std::vector<BlendName> parseBlends(Value blends, std::size_t joint_count) {
  std::vector<BlendName> out;
  for (std::size_t i = 0; i < blends.size() && i < kMostBlends; ++i) {
    const Value joints = blends.at(i)["joints"];
    const Value weights = blends.at(i)["weights"];
    BlendName blend;
    blend.name = blends.at(i)["name"].string().value_or("");
    const bool fits = joints.size() == weights.size() && joints.size() >= 1 && joints.size() <= 4;
    for (std::size_t k = 0; fits && k < joints.size(); ++k) {
      const auto joint = joints.at(k).whole();
      const auto weight = weights.at(k).number();
      if (!joint || *joint >= joint_count || !weight || !(*weight > 0.0 && *weight <= 1.0)) break;
      blend.joints.push_back(static_cast<std::uint32_t>(*joint));
      blend.weights.push_back(static_cast<float>(*weight));
    }
    if (fits && blend.joints.size() == joints.size()) out.push_back(std::move(blend));
  }
  return out;
}

}  // namespace

void parseNodes(Context& context, Value root, File& file) {
  const Place nodes{&context, root["nodes"], "nodes"};
  for (std::size_t i = 0; i < nodes.value.size() && context.ok(); ++i)
    file.nodes.push_back(parseNode(nodes.element(i), root, file));
  const std::uint64_t bones = root["extras"]["sinew"]["bones"].whole().value_or(0);
  file.bones = static_cast<std::size_t>(std::min<std::uint64_t>(bones, file.nodes.size()));
  if (context.ok()) linkParents(context, file);
  if (context.ok()) placeLevels(context, root, file);
  if (context.ok()) orderNodes(context, file);
  if (context.ok()) parseScene(context, root, file);
  const Place skins{&context, root["skins"], "skins"};
  for (std::size_t i = 0; i < skins.value.size() && context.ok(); ++i) {
    const Place place = skins.element(i);
    Skin& out = file.skins.emplace_back();
    const Place joints = place.member("joints");
    for (std::size_t j = 0; j < joints.value.size(); ++j)
      out.joints.push_back(indexOf(joints.element(j), file.nodes.size(), "nodes"));
    if (out.joints.empty()) joints.fail("gltf.missing", "a skin needs joints");
    out.inverse_bind = indexField(place, "inverseBindMatrices", file.accessors.size(), "accessors");
    out.blends = parseBlends(place.value["extras"]["sinew"]["blends"], out.joints.size());
  }
}

}  // namespace sinew::gltf
