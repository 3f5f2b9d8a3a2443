// Posing must not allocate.

#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"
#include "tests/pose/counting_new.h"

namespace sinew::pose {
namespace {

std::size_t allocationsOf(Poser& poser, LoopMode mode) {
  const std::size_t before = test::allocationCount();
  for (double frame = -10.0; frame < 60.0; frame += 0.3)
    poser.evaluate(frame, mode);
  return test::allocationCount() - before;
}

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = test::allocationCount();
  int* volatile number = new int(3);  // volatile: a compiler may leave out an unseen allocation
  EXPECT_EQ(test::allocationCount() - before, 1u);
  delete number;
}

TEST(Allocation, EvaluateDoesNotAllocate) {
  for (const bool any_inheritance : {false, true}) {
    for (const bool fine : {false, true}) {
      test::RandomKind kind;
      kind.any_inheritance = any_inheritance;
      kind.fine_frames = fine;
      test::RandomModel random(any_inheritance ? 1 : 2);
      const Model model = random.make(30, 20, kind);
      Poser poser(model);
      EXPECT_EQ(allocationsOf(poser, LoopMode::File), 0u);
      for (const std::size_t limit : {std::size_t{64} << 20, std::size_t{0}}) {
        poser.setClip(0, limit);
        for (const LoopMode mode : {LoopMode::File, LoopMode::On, LoopMode::Off}) {
          EXPECT_EQ(allocationsOf(poser, mode), 0u);
        }
        poser.setBlendMode(BlendMode::Nlerp);
        EXPECT_EQ(allocationsOf(poser, LoopMode::File), 0u);
        poser.setBlendMode(BlendMode::Matrix);
      }
    }
  }
}

TEST(Allocation, MixingDoesNotAllocate) {
  test::RandomModel random(3);
  const Model model = random.make(30, 20, {});
  Poser poser(model);
  const auto mix = [&](double frame, float weight) {
    const std::array parts{MixPart{0, frame, 1.0f - weight}, MixPart{1, frame * 0.7, weight},
                           MixPart{std::nullopt, 0.0, 0.1f}};
    poser.evaluateMix(parts);
  };
  mix(0.0, 0.5f);  // the clips are made ready
  const std::size_t before = test::allocationCount();
  for (double frame = 0.0; frame < 60.0; frame += 0.3)
    mix(frame, static_cast<float>(frame / 61.0) + 0.001f);
  EXPECT_EQ(test::allocationCount() - before, 0u);
}

}  // namespace
}  // namespace sinew::pose
