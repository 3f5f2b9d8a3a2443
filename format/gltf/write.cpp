#include "format/gltf/write.h"

#include <algorithm>
#include <limits>
#include <new>

#include <fmt/format.h>

#include "format/gltf/exporter.h"

namespace sinew::gltf {
namespace {

/// Joints hang below one node, as glTF asks.
void joinRoots(const Model& model, out::File& file) {
  if (file.joints.empty()) return;
  std::vector<std::uint32_t> bones;
  std::vector<std::uint32_t> others;
  for (const std::uint32_t root : file.roots) {
    const bool holds_joints =
        root < model.skeleton.bones.size() || file.nodes[root].role == "still";
    (holds_joints ? bones : others).push_back(root);
  }
  if (bones.size() < 2) return;
  others.insert(others.begin(), static_cast<std::uint32_t>(file.nodes.size()));
  out::Node& wrapper = file.nodes.emplace_back();
  wrapper.name = "skeleton";
  wrapper.role = "wrapper";
  wrapper.children = std::move(bones);
  file.roots = std::move(others);
}

void noteLosses(const Model& model, out::File& file) {
  const auto uneven =
      std::count_if(model.skeleton.bones.begin(), model.skeleton.bones.end(),
                    [](const Bone& bone) { return bone.inherit_scale != ScaleInheritance::Full; });
  if (uneven > 0) {
    file.notes.push_back(fmt::format(
        "{} bones do not inherit their parent's scale as glTF's nodes do: where it is not 1, they "
        "look different",
        uneven));
  }
  std::size_t events = 0;
  for (const Clip& clip : model.clips)
    events += clip.events.size();
  if (events > 0) file.notes.push_back(fmt::format("{} events of clips are left out", events));
}

Result<Written> writeChecked(const Model& model, const WriteOptions& options) {
  out::File file;
  const Axes axes(model.conventions);
  exportBones(model, axes, file);
  Joints joints(model, axes, file);
  Exporter exporter{model, options, axes, file, joints, {}, {}};
  exporter.materials.assign(model.materials.size(), kNone);
  exporter.white_materials.assign(model.materials.size(), kNone);
  exportMeshes(exporter);
  exportAttachments(exporter);
  exportClips(exporter);
  joints.finish();
  joinRoots(model, file);
  noteLosses(model, file);
  if (file.nodes.empty()) return fail("gltf.empty", "the model has neither meshes nor bones");
  if (file.binary.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
    return fail("gltf.too-large",
                fmt::format("{} bytes of data are more than a file takes", file.binary.size()));
  }
  Written out;
  out.bytes = options.binary ? out::toGlb(file) : out::toJson(file);
  out.notes = std::move(file.notes);
  return out;
}

}  // namespace

Result<Written> write(const Model& model, const WriteOptions& options) {
  try {
    return writeChecked(model, options);
  } catch (const std::bad_alloc&) {
    return fail("gltf.memory", "the file does not fit into memory");
  }
}

}  // namespace sinew::gltf
