#include <fmt/format.h>

#include "format/affine.h"
#include "format/gltf/builder.h"

namespace sinew::gltf {
namespace {

/// Nodes of the scene that is shown, parents first.
std::vector<bool> shownNodes(const File& file) {
  std::vector<bool> shown(file.nodes.size(), false);
  for (const std::uint32_t root : file.roots)
    shown[root] = true;
  const auto spread = [&] {
    for (const std::uint32_t node : file.order) {
      const std::uint32_t parent = file.nodes[node].parent;
      if (parent != kNone && shown[parent]) shown[node] = true;
    }
  };
  spread();
  // Levels of detail below those roots, and solids, are in no scene and yet wanted.
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    for (const std::uint32_t level : file.nodes[n].lods)
      shown[level] = shown[level] || shown[n];
  }
  spread();
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    if (file.nodes[n].is_solid && file.nodes[n].parent == kNone) shown[n] = true;
  }
  return shown;
}

std::vector<bool> neededBones(const File& file, const std::vector<bool>& shown) {
  std::vector<bool> needed(file.nodes.size(), false);
  std::vector<bool> is_joint(file.nodes.size(), false);
  for (std::uint32_t n = 0; n < file.nodes.size(); ++n) {
    const Node& node = file.nodes[n];
    if (!shown[n] || node.mesh == kNone || node.skin == kNone) continue;
    for (const std::uint32_t joint : file.skins[node.skin].joints)
      needed[joint] = is_joint[joint] = true;
  }
  for (std::size_t n = 0; n < file.bones; ++n)
    needed[n] = shown[n];
  for (const Animation& animation : file.animations) {
    for (const Channel& channel : animation.channels) {
      if (channel.path != Path::Weights && shown[channel.node]) needed[channel.node] = true;
    }
  }
  // What our own writer added goes again, unless a clip moves it.
  std::vector<bool> moved(file.nodes.size(), false);
  for (const Animation& animation : file.animations) {
    for (const Channel& channel : animation.channels)
      moved[channel.node] = true;
  }
  for (auto it = file.order.rbegin(); it != file.order.rend(); ++it) {
    const Node& node = file.nodes[*it];
    if (needed[*it] && node.parent != kNone) needed[node.parent] = true;
    if (moved[*it]) continue;
    const bool second_joint =
        node.is_blend && node.parent != kNone && !file.nodes[node.parent].is_wrapper;
    if (second_joint || (node.is_wrapper && !is_joint[*it])) needed[*it] = false;
  }
  return needed;
}

void hookNodes(Builder& builder) {
  const File& file = builder.file;
  builder.hooks.resize(file.nodes.size());
  for (const std::uint32_t n : file.order) {
    Builder::Hook& hook = builder.hooks[n];
    hook.bone = builder.bone_of_node[n];
    if (hook.bone != kNone) continue;
    const std::uint32_t parent = file.nodes[n].parent;
    if (parent != kNone) hook = builder.hooks[parent];
    hook.bone_from_node = hook.bone_from_node * matrixOf(file.nodes[n].local);
  }
}

}  // namespace

void buildSkeleton(Builder& builder) {
  const File& file = builder.file;
  builder.shown = shownNodes(file);
  const std::vector<bool> needed = neededBones(file, builder.shown);
  builder.bone_of_node.assign(file.nodes.size(), kNone);
  Skeleton& skeleton = builder.model.skeleton;
  std::vector<std::uint32_t> nearest(file.nodes.size(), kNone);  ///< bone at or above a node
  for (const std::uint32_t n : file.order) {
    const Node& node = file.nodes[n];
    if (node.parent != kNone) nearest[n] = nearest[node.parent];
    if (!needed[n]) continue;
    builder.bone_of_node[n] = static_cast<std::uint32_t>(skeleton.bones.size());
    Bone& bone = skeleton.bones.emplace_back();
    bone.name = node.name;
    bone.parent = node.parent == kNone ? kNone : nearest[node.parent];
    bone.rest = node.local;
    nearest[n] = builder.bone_of_node[n];
  }
  (void)finishSkeleton(skeleton);
  hookNodes(builder);
}

void buildAttachments(Builder& builder) {
  const File& file = builder.file;
  for (const std::uint32_t n : file.order) {
    const Node& node = file.nodes[n];
    if (!builder.shown[n] || node.mesh != kNone || builder.bone_of_node[n] != kNone) continue;
    if (node.name.empty() || (!node.children.empty() && node.kind.empty())) continue;
    const Builder::Hook& hook = builder.hooks[n];
    Attachment& out = builder.model.attachments.emplace_back();
    out.name = node.name;
    out.kind = node.kind.empty() ? "helper" : node.kind;
    out.bone = hook.bone;
    out.local = decompose(hook.bone_from_node).transform;
  }
}

}  // namespace sinew::gltf
