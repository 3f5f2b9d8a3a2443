#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "format/affine.h"
#include "format/gltf/exporter.h"

namespace sinew::gltf {
namespace {

Mat34d doubled(const Mat34f& m) {
  Mat34d out;
  std::copy(m.m.begin(), m.m.end(), out.m.begin());
  return out;
}

}  // namespace

Joints::Joints(const Model& model, const Axes& axes, out::File& file)
    : model_(model),
      axes_(axes),
      file_(file),
      bindings_(model.influences.size()),
      main_joints_(model.skeleton.bones.size()) {
  for (const Mat34d& world : restWorlds(model.skeleton))
    worlds_.push_back(axes.matrix(world));
}

const Joints::Binding& Joints::bind(std::uint32_t influence) {
  std::optional<Binding>& binding = bindings_[influence];
  if (!binding) binding = bindTerms(influence);
  return *binding;
}

Joints::Binding Joints::bindTerms(std::uint32_t influence) {
  const Influences& all = model_.influences;
  const std::uint32_t first = all.first[influence];
  const std::uint32_t last = all.first[influence + 1];
  Binding out;
  if (first == last) {
    out.joints = {stillJoint()};
    out.weights = {1.0f};
    return out;
  }
  const auto offset = [&](std::uint32_t k) {
    return all.offsets.empty() ? Mat34d{} : axes_.matrix(doubled(all.offsets[k]));
  };
  // Without offsets, as for single bones and BMD1's blends, vertices are written where they are at
  // rest, whatever frame they are stored in: all bones of the blend then share one inverse of that
  // frame. Skins with offsets have a bind space, and stay in it.
  bool plain = true;
  for (std::uint32_t k = first; k < last; ++k)
    plain = plain && (all.offsets.empty() || all.offsets[k] == Mat34f{});
  // glTF's weights are not negative: what is left of such a blend stands where it should at rest,
  // and moves a little differently.
  double sum = 0.0;
  for (std::uint32_t k = first; k < last; ++k)
    sum += std::max(0.0, double{all.weights[k]});
  const auto weight = [&](std::uint32_t k) {
    return sum > 0.0 ? std::max(0.0, double{all.weights[k]}) / sum : k == first ? 1.0 : 0.0;
  };
  Mat34d shared;
  if (plain) {
    Mat34d stored{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    Mat34d written = stored;
    for (std::uint32_t k = first; k < last; ++k) {
      for (std::size_t i = 0; i < 12; ++i) {
        stored.m[i] += double{all.weights[k]} * worlds_[all.bones[k]].m[i];
        written.m[i] += weight(k) * worlds_[all.bones[k]].m[i];
      }
    }
    const std::optional<Mat34d> back = inverseOf(written);
    shared = back.value_or(Mat34d{});
    if (back) out.file_from_stored = stored;
  }
  const bool negative = std::any_of(all.weights.begin() + first, all.weights.begin() + last,
                                    [](float value) { return value < 0.0f; });
  negative_ += negative ? 1 : 0;
  for (std::uint32_t k = first; k < last; ++k) {
    if (weight(k) == 0.0) continue;
    const std::uint32_t number = joint(all.bones[k], plain ? shared : offset(k));
    const auto known = std::find(out.joints.begin(), out.joints.end(), number);
    if (known == out.joints.end()) {
      out.joints.push_back(number);
      out.weights.push_back(static_cast<float>(weight(k)));
    } else {
      out.weights[static_cast<std::size_t>(known - out.joints.begin())] +=
          static_cast<float>(weight(k));
    }
  }
  return out;
}

std::uint32_t Joints::joint(std::uint32_t bone, const Mat34d& inverse_bind) {
  // As floats, because that is what is written: matrices that come out equal share a joint.
  std::array<double, 12> key{};
  std::transform(inverse_bind.m.begin(), inverse_bind.m.end(), key.begin(),
                 [](double value) { return double{static_cast<float>(value)} + 0.0; });
  const auto number = static_cast<std::uint32_t>(file_.joints.size());
  const auto [at, is_new] = joints_.emplace(std::pair(bone, key), number);
  if (!is_new) return at->second;
  inverse_binds_.push_back(inverse_bind);
  if (!main_joints_[bone]) {
    main_joints_[bone] = number;
    file_.joints.push_back(bone);
    return number;
  }
  const auto node = static_cast<std::uint32_t>(file_.nodes.size());
  out::Node& added = file_.nodes.emplace_back();
  added.name = model_.skeleton.bones[bone].name + ".blend" + std::to_string(number);
  added.role = "blend";
  file_.nodes[bone].children.push_back(node);
  file_.joints.push_back(node);
  return number;
}

std::uint32_t Joints::stillJoint() {
  if (still_) return *still_;
  const auto node = static_cast<std::uint32_t>(file_.nodes.size());
  out::Node& added = file_.nodes.emplace_back();
  added.name = "still";
  added.role = "still";
  file_.roots.push_back(node);
  still_ = static_cast<std::uint32_t>(file_.joints.size());
  file_.joints.push_back(node);
  inverse_binds_.push_back({});
  return *still_;
}

void Joints::nameBlends() {
  for (const PseudoBone& pseudo : model_.pseudo_bones) {
    if (pseudo.influence >= bindings_.size() || !bindings_[pseudo.influence]) continue;
    const Binding& binding = *bindings_[pseudo.influence];
    const std::uint32_t first = model_.influences.first[pseudo.influence];
    const std::uint32_t last = model_.influences.first[pseudo.influence + 1];
    const bool exact =
        std::none_of(model_.influences.weights.begin() + first,
                     model_.influences.weights.begin() + last, [](float w) { return w < 0.0f; });
    if (exact) file_.blends.push_back({pseudo.name, binding.joints, binding.weights});
  }
}

void Joints::finish() {
  if (negative_ > 0) {
    file_.notes.push_back(fmt::format(
        "{} blends of bones have negative weights, which glTF lacks: they are right at rest only",
        negative_));
  }
  if (file_.joints.empty()) return;
  nameBlends();
  std::vector<float> values;
  for (const Mat34d& m : inverse_binds_) {
    for (std::size_t col = 0; col < 4; ++col) {
      for (std::size_t row = 0; row < 3; ++row)
        values.push_back(static_cast<float>(m.m[4 * row + col]));
      values.push_back(col == 3 ? 1.0f : 0.0f);
    }
  }
  file_.inverse_bind = file_.addFloats(values, "MAT4", 16, 0, false);
}

void exportBones(const Model& model, const Axes& axes, out::File& file) {
  file.bones = model.skeleton.bones.size();
  for (const Bone& bone : model.skeleton.bones) {
    out::Node& node = file.nodes.emplace_back();
    node.name = bone.name;
    node.local = axes.transform(bone.rest);
  }
  for (std::uint32_t b = 0; b < model.skeleton.bones.size(); ++b) {
    const std::uint32_t parent = model.skeleton.bones[b].parent;
    (parent == kNone ? file.roots : file.nodes[parent].children).push_back(b);
  }
}

void exportAttachments(Exporter& exporter) {
  out::File& file = exporter.file;
  for (const Attachment& attachment : exporter.model.attachments) {
    const auto number = static_cast<std::uint32_t>(file.nodes.size());
    out::Node& node = file.nodes.emplace_back();
    node.name = attachment.name;
    node.local = exporter.axes.transform(attachment.local);
    const std::uint32_t bone = attachment.bone;
    (bone < exporter.model.skeleton.bones.size() ? file.nodes[bone].children : file.roots)
        .push_back(number);
  }
}

}  // namespace sinew::gltf
