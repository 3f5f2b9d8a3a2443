#include "format/pose/local_pose.h"

#include <algorithm>

#include "format/hierarchy.h"
#include "format/pose/lanes.h"

namespace sinew::pose {
namespace {

constexpr std::size_t kLanes = 4;

/// Four bones' quaternions, of any length, and translations.
struct LaneRotations {
  Lanes x, y, z, w;
  Lanes tx, ty, tz;
};

/// Four matrices [R | t]. Dividing by the squared length normalises without a root.
std::array<LaneMatrix, kLanes> rigidMatrices(const LaneRotations& q) {
  const Lanes twice = 2.0f / (q.x * q.x + q.y * q.y + (q.z * q.z + q.w * q.w));
  const Lanes x = q.x * twice, y = q.y * twice, z = q.z * twice;
  const Lanes xx = q.x * x, yy = q.y * y, zz = q.z * z;
  const Lanes xy = q.x * y, xz = q.x * z, yz = q.y * z;
  const Lanes wx = q.w * x, wy = q.w * y, wz = q.w * z;
  Lanes a0 = 1.0f - (yy + zz), a1 = xy - wz, a2 = xz + wy, a3 = q.tx;
  Lanes b0 = xy + wz, b1 = 1.0f - (xx + zz), b2 = yz - wx, b3 = q.ty;
  Lanes c0 = xz - wy, c1 = yz + wx, c2 = 1.0f - (xx + yy), c3 = q.tz;
  transpose(a0, a1, a2, a3);
  transpose(b0, b1, b2, b3);
  transpose(c0, c1, c2, c3);
  return {{{a0, b0, c0}, {a1, b1, c1}, {a2, b2, c2}, {a3, b3, c3}}};
}

}  // namespace

void LocalPose::reset(std::span<const Transform> constant, const MovingChannels& channels) {
  const std::size_t count = constant.size();
  rigid_.resize(count);
  scales_.resize(count);
  rotations_.resize(count);
  scaled_ = !channels.scales.empty();
  for (std::size_t b = 0; b < count; ++b) {
    const Transform& local = constant[b];
    rotations_[b] = glm::quat(local.rotation);
    rigid_[b] = convertMatrix<float>(rigidMatrix(local.rotation, local.translation));
    const glm::vec3 scale(local.scale);
    scales_[b] = {scale.x, scale.y, scale.z, 1.0f};
    scaled_ = scaled_ || scale != glm::vec3(1.0f);
  }
  rotated_.clear();
  for (const MovingChannel& channel : channels.rotations)
    rotated_.push_back(channel.bone);
  resized_.clear();
  for (const MovingChannel& channel : channels.scales)
    resized_.push_back(channel.bone);
  translation_start_ = channels.translationStart();
  scale_start_ = channels.scaleStart();
  placeOrigins(constant, channels);
}

void LocalPose::placeOrigins(std::span<const Transform> constant, const MovingChannels& channels) {
  const std::size_t count = rotated_.size();
  origins_.assign(3 * count + kSampleSlack, 0.0f);
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec3 origin(constant[rotated_[i]].translation);
    origins_[i] = origin.x;
    origins_[count + i] = origin.y;
    origins_[2 * count + i] = origin.z;
  }
  moved_.clear();
  for (const MovingChannel& channel : channels.translations) {
    // Both lists ascend by bone.
    const auto at = std::lower_bound(rotated_.begin(), rotated_.end(), channel.bone);
    if (at != rotated_.end() && *at == channel.bone) {
      moved_.push_back({origins_.data() + (at - rotated_.begin()), count});
    } else {
      moved_.push_back({rigid_[channel.bone].m.data() + 3, 4});
    }
  }
}

void LocalPose::update(const float* sample) {
  const std::size_t moved_count = moved_.size();
  const float* translations = sample + translation_start_;
  for (std::size_t i = 0; i < moved_count; ++i) {
    const Target& to = moved_[i];
    to.first[0] = translations[i];
    to.first[to.step] = translations[moved_count + i];
    to.first[2 * to.step] = translations[2 * moved_count + i];
  }
  const std::size_t count = rotated_.size();
  for (std::size_t i = 0; i < count; i += kLanes) {
    const float* q = sample + i;
    const float* t = origins_.data() + i;
    // The last group reads other numbers in its spare lanes, and does not store them.
    const auto matrices = rigidMatrices(
        {loadLanes(q), loadLanes(q + count), loadLanes(q + 2 * count), loadLanes(q + 3 * count),
         loadLanes(t), loadLanes(t + count), loadLanes(t + 2 * count)});
    const std::size_t used = std::min(kLanes, count - i);
    for (std::size_t k = 0; k < used; ++k)
      storeMatrix(rigid_[rotated_[i + k]], matrices[k]);
  }
  const std::size_t resized_count = resized_.size();
  const float* scales = sample + scale_start_;
  for (std::size_t i = 0; i < resized_count; ++i) {
    scales_[resized_[i]] = {scales[i], scales[resized_count + i], scales[2 * resized_count + i],
                            1.0f};
  }
}

void LocalPose::set(std::span<const LocalTransform<float>> locals) {
  scaled_ = false;
  for (std::size_t b = 0; b < locals.size(); ++b) {
    const LocalTransform<float>& local = locals[b];
    rigid_[b] = rigidMatrix(local.rotation, local.translation);
    scales_[b] = {local.scale.x, local.scale.y, local.scale.z, 1.0f};
    rotations_[b] = local.rotation;
    scaled_ = scaled_ || local.scale != glm::vec3(1.0f);
  }
}

void LocalPose::updateRotations(const float* sample) {
  const std::size_t count = rotated_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const glm::quat q(sample[3 * count + i], sample[i], sample[count + i], sample[2 * count + i]);
    rotations_[rotated_[i]] = glm::normalize(q);
  }
}

}  // namespace sinew::pose
