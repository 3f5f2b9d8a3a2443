#include "format/convert/advise.h"

#include <algorithm>
#include <cmath>

#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

/// A board of 1 m that swings about changing axes.
Model swinging() {
  Model model = emptyModel();
  addChain(model, {{0, 0, 0}});
  addInfluence(model, {0}, {1.0f});
  VertexArrays arrays;
  arrays.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  arrays.normals.assign(4, {0, 0, 1});
  addMesh(model, arrays, {0, 1, 2, 0, 2, 3});
  // Something large that rests, so that the limits are not beyond what codes can do.
  addInfluence(model, {}, {});
  arrays.positions = {{-6, 0, 0}, {6, 0, 0}, {6, 6, 0}, {-6, 6, 0}};
  arrays.influences.assign(4, 1);
  addMesh(model, arrays, {0, 1, 2, 0, 2, 3});
  std::vector<std::pair<std::uint16_t, glm::quat>> keys;
  for (std::uint16_t f = 0; f <= 200; ++f) {
    const float t = static_cast<float>(f);
    keys.emplace_back(f, glm::normalize(about({0, 0, 1}, 60.0f * std::sin(0.11f * t)) *
                                        about({1, 0, 0}, 40.0f * std::cos(0.13f * t))));
  }
  model.clips.push_back(rotationClip("swing", 0, keys, 24.0, 201.0, false));
  return model;
}

TEST(Advise, NamesWhatSavesBytesAndWhatSavesError) {
  const auto report = advise(swinging(), {});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->advice, Contains(testing::AllOf(Field(&Advice::choice, "--size=smallest"),
                                                      Field(&Advice::fewer_bytes, true),
                                                      Field(&Advice::less_error, false))));
  EXPECT_THAT(report->advice, Contains(testing::AllOf(Field(&Advice::choice, "--size=best"),
                                                      Field(&Advice::fewer_bytes, false),
                                                      Field(&Advice::less_error, true))));
  for (std::size_t i = 1; i < report->advice.size(); ++i)
    EXPECT_LE(report->advice[i - 1].bytes, report->advice[i].bytes);
}

TEST(Advise, TellsTheTruth) {
  const Model model = swinging();
  const auto report = advise(model, {});
  ASSERT_TRUE(report);
  EncodeOptions smallest;
  smallest.size = SizeGoal::Smallest;
  const auto now = encodeBmd1(model, {});
  const auto then = encodeBmd1(model, smallest);
  ASSERT_TRUE(now && then);
  const auto at = std::find_if(report->advice.begin(), report->advice.end(),
                               [](const Advice& a) { return a.choice == "--size=smallest"; });
  ASSERT_NE(at, report->advice.end());
  EXPECT_EQ(at->bytes, static_cast<std::int64_t>(then->bytes.size()) -
                           static_cast<std::int64_t>(now->bytes.size()));
  EXPECT_THAT(at->sentence, HasSubstr("--size=smallest"));
}

TEST(Advise, PassesErrorsOn) {
  EXPECT_FALSE(advise(emptyModel(), {}));
}

}  // namespace
}  // namespace sinew::convert
