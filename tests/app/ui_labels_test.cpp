// Where names of bones go.

#include <algorithm>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/ui/bone_labels.h"
#include "app/ui/font.h"
#include "app/ui/theme.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ui::BoneLabel;

constexpr ui::Area kView{100.0f, 50.0f, 1200.0f, 900.0f};

class LabelTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1400.0f, 1000.0f};
    ui::applyTheme(1.0f);
    ui::loadFont(ui::kFontPoints);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    ImGui::NewFrame();
    viewer().viewport_width = 1200;
    viewer().viewport_height = 900;
    run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd"));
    run("pause");
  }
  void TearDown() override {
    ImGui::EndFrame();
    ImGui::DestroyContext(context_);
    ViewerTest::TearDown();
  }

  [[nodiscard]] std::vector<BoneLabel> place(const std::string& mode) {
    run("bone-names " + mode);
    viewer().update();
    return ui::placeBoneLabels(state(), *viewer().scene(), kView, 1.0f);
  }

 private:
  ImGuiContext* context_ = nullptr;
};

int overlapping(const std::vector<BoneLabel>& labels) {
  int count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const BoneLabel& a = labels[i];
      const BoneLabel& b = labels[j];
      const bool apart =
          a.high.x <= b.low.x || b.high.x <= a.low.x || a.high.y <= b.low.y || b.high.y <= a.low.y;
      count += apart ? 0 : 1;
    }
  }
  return count;
}

TEST_F(LabelTest, OffShowsNone) {
  EXPECT_TRUE(place("off").empty());
}

/// The creature's bones in sight of the default camera are all of them; many sit on one spot.
TEST_F(LabelTest, AllNamesEveryBoneAtAPlaceOfItsOwn) {
  const auto labels = place("all");
  EXPECT_EQ(labels.size(), boneIdCount(viewer().scene()->model()));
  EXPECT_EQ(overlapping(labels), 0);
  for (const BoneLabel& label : labels) {
    EXPECT_GE(label.low.x, kView.x) << label.text;
    EXPECT_LE(label.high.x, kView.x + kView.width) << label.text;
  }
}

TEST_F(LabelTest, NearLeavesOutWhatHasNoRoom) {
  const auto labels = place("near");
  EXPECT_GT(labels.size(), 10u);
  EXPECT_LT(labels.size(), boneIdCount(viewer().scene()->model()));
  EXPECT_EQ(overlapping(labels), 0);
  for (const BoneLabel& label : labels) {
    EXPECT_NEAR((label.low.y + label.high.y) * 0.5f, label.anchor.y, 0.5f) << "right at its bone";
  }
}

TEST_F(LabelTest, TheSelectedBoneComesFirst) {
  run("bone head");
  const auto near_labels = place("near");
  ASSERT_FALSE(near_labels.empty());
  EXPECT_EQ(near_labels.front().text, "head");
  EXPECT_TRUE(near_labels.front().selected);
  const auto only = place("selected");
  ASSERT_EQ(only.size(), 1u);
  EXPECT_EQ(only.front().text, "head");
}

TEST_F(LabelTest, BonesBehindTheEyeHaveNoNames) {
  run("view front");
  run("fly 0 0 3");  // through the model and beyond
  EXPECT_TRUE(place("all").empty());
}

TEST(Letters, OnlyUnusualOnesAreNoticed) {
  ui::Letters letters;
  ui::noticeLetters("Plain, тест, ş, →", letters);
  EXPECT_TRUE(letters.empty());
  ui::noticeLetters("(ノಠ益ಠ)ノ", letters);
  EXPECT_EQ(letters, (ui::Letters{u'\u0CA0', u'\u30CE', u'\u76CA'}));
  // What is no UTF-8, or cut off, is nobody's letter.
  ui::Letters none;
  ui::noticeLetters("\xff\x80\xe7\x9b", none);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace sinew::app::test
