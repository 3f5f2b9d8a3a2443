#include "bench/pose_clips.h"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>

namespace sinew::bench {
namespace {

struct ClipShape {
  const char* name;
  std::uint32_t bones;
  std::uint32_t frames;
  std::uint32_t rotation_step;  ///< mean frames between keys; 0: none
  std::uint32_t translation_step;
  std::uint32_t scale_step;
  std::uint32_t translated_share;  ///< every how many bones translations move
};

constexpr std::array<ClipShape, 6> kShapes{{
    {"walk_dense", 48, 30, 1, 1, 0, 8},
    {"walk_sparse", 48, 60, 6, 6, 0, 8},
    {"talk_long_sparse", 60, 250, 12, 20, 0, 12},
    {"fight_dense", 60, 120, 1, 1, 0, 1},
    {"all_channels_dense", 40, 100, 1, 1, 1, 1},
    {"all_channels_sparse", 40, 200, 8, 8, 8, 1},
}};

class ClipMaker {
 public:
  explicit ClipMaker(const ClipShape& shape) : shape_(shape), random_(shape.frames) {}

  Model make() {
    Model model;
    for (std::uint32_t b = 0; b < shape_.bones; ++b) {
      Bone bone;
      // Limbs: chains of about five that hang on earlier bones.
      if (b > 0) bone.parent = b % 5 == 0 ? below(b) : b - 1;
      bone.rest.translation = glm::dvec3(vector());
      bone.rest.rotation = glm::dquat(rotation());
      model.skeleton.bones.push_back(bone);
      model.influences.bones.push_back(b);
      model.influences.weights.push_back(1.0f);
      model.influences.first.push_back(b + 1);
    }
    finishSkeleton(model.skeleton);
    model.clips.push_back(clip());
    return model;
  }

 private:
  std::uint32_t below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }
  float number() { return std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_); }
  glm::vec3 vector() {
    const float x = number(), y = number(), z = number();
    return {x, y, z};
  }
  glm::quat rotation() {
    const glm::vec3 v = vector() * 0.5f;
    return glm::normalize(glm::quat(1.0f, v.x, v.y, v.z));
  }

  template <class V, class Make>
  void keys(KeyPool<V>& pool, std::uint32_t step, Make&& make) {
    if (step == 0) return;
    for (std::uint32_t f = 0; f < shape_.frames; f += step == 1 ? 1 : 1 + below(2 * step - 1)) {
      pool.whole_frames.push_back(static_cast<std::uint16_t>(f));
      pool.values.push_back(make());
    }
  }

  Clip clip() {
    auto all = std::make_shared<ClipKeys>();
    const auto mark = [&](std::uint32_t bone) {
      all->tracks.push_back({bone, static_cast<std::uint32_t>(all->rotations.values.size()),
                             static_cast<std::uint32_t>(all->translations.values.size()),
                             static_cast<std::uint32_t>(all->scales.values.size())});
    };
    for (std::uint32_t b = 0; b < shape_.bones; ++b) {
      mark(b);
      keys(all->rotations, shape_.rotation_step, [&] { return rotation(); });
      if (b % shape_.translated_share == 0) {
        keys(all->translations, shape_.translation_step, [&] { return vector(); });
      }
      keys(all->scales, shape_.scale_step, [&] { return vector() * 0.2f + 1.0f; });
    }
    mark(kNone);
    Clip made;
    made.name = shape_.name;
    made.frame_count = shape_.frames;
    made.rate_hz = 24.0;
    made.keys = std::move(all);
    return made;
  }

  ClipShape shape_;
  std::mt19937 random_;
};

}  // namespace

std::vector<Model> makeClipModels() {
  std::vector<Model> out;
  for (const ClipShape& shape : kShapes)
    out.push_back(ClipMaker(shape).make());
  return out;
}

}  // namespace sinew::bench
