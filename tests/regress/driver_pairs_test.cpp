// Pairs that differ only by what drew them: they must pass at the default tolerance.

#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew_process.h"
#include "tests/app/temp_folder.h"

namespace sinew::e2e {
namespace {

using app::TempFolder;

/// Sets a variable for the programs that are run while it lives.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { ::unsetenv(name_); }

 private:
  const char* name_;
};

/// What the driver calls itself under the present settings.
std::string driver() {
  return runSinew({"doctor", "--gl-device=software"}).out;
}

struct Shot {
  const char* name;
  const char* model;
  std::vector<std::string> arguments;
};

/// What has most edges: outlines, wires, lines, bones, and averaged samples.
const std::vector<Shot>& shots() {
  static const std::vector<Shot> kShots = {
      {"outline", "creature.bmd", {}},
      {"edges", "creature.bmd", {"--edges", "--camera-zoom-factor=2"}},
      {"smooth", "creature.bmd", {"--supersample=2", "--view=right"}},
      {"shapes", "shapes.bmd", {"--view=front", "--edges"}},
      {"solids",
       "solid_box.bmd",
       {"--solids=wire", "--animation=#0", "--animation-time=0.5", "--grid"}}};
  return kShots;
}

/// The same, with samples and everything that can be drawn over a model.
const std::vector<Shot>& busyShots() {
  static const std::vector<Shot> kShots = {
      {"samples", "creature.bmd", {"--msaa=4", "--animation=walk", "--animation-time=0.3"}},
      {"lines",
       "creature.bmd",
       {"--msaa=4", "-egx", "--armature", "--bone-axes", "--normals", "--solids=wire"}}};
  return kShots;
}

class DriverPairs : public testing::Test {
 protected:
  /// Draws under the present settings; the pictures' names end with `tag`.
  void draw(const std::vector<Shot>& list, const std::string& tag) const {
    for (const Shot& shot : list) {
      std::vector<std::string> arguments = {
          "shot", std::string(SINEW_SOURCE_DIR) + "/assets/" + shot.model, "--gl-device=software",
          "--resolution=320,240", "--output=" + pathOf(shot, tag)};
      arguments.insert(arguments.end(), shot.arguments.begin(), shot.arguments.end());
      const Finished run = runSinew(arguments);
      ASSERT_EQ(run.exit, 0) << run.err;
    }
  }

  void expectPass(const std::vector<Shot>& list, const std::string& a, const std::string& b) const {
    for (const Shot& shot : list) {
      const Finished run = runSinew({"compare", pathOf(shot, a), pathOf(shot, b)});
      EXPECT_EQ(run.exit, 0) << shot.name << ": " << run.out << run.err;
    }
  }

  /// How many of the pairs are not the same pixel by pixel.
  [[nodiscard]] int countDifferent(const std::vector<Shot>& list, const std::string& a,
                                   const std::string& b) const {
    int count = 0;
    for (const Shot& shot : list)
      count += runSinew({"compare", pathOf(shot, a), pathOf(shot, b), "--metric=exact"}).exit;
    return count;
  }

 private:
  [[nodiscard]] std::string pathOf(const Shot& shot, const std::string& tag) const {
    return folder_ / (std::string(shot.name) + "." + tag + ".png");
  }

  TempFolder folder_;
};

TEST_F(DriverPairs, VectorWidthsPass) {
  std::vector<std::string> drawn;
  for (const char* bits : {"128", "256", "512"}) {
    const Setting width("LP_NATIVE_VECTOR_WIDTH", bits);
    // A processor that lacks a width, or another driver, goes on with its own.
    if (driver().find(std::string(bits) + " bits") == std::string::npos) continue;
    ASSERT_NO_FATAL_FAILURE(draw(shots(), bits));
    ASSERT_NO_FATAL_FAILURE(draw(busyShots(), bits));
    drawn.emplace_back(bits);
  }
  if (drawn.size() < 2) GTEST_SKIP() << "there is only one vector width here";
  for (std::size_t i = 1; i < drawn.size(); ++i) {
    expectPass(shots(), drawn[0], drawn[i]);
    expectPass(busyShots(), drawn[0], drawn[i]);
  }
}

TEST_F(DriverPairs, OlderProcessorsPass) {
  if (driver().find("llvmpipe") == std::string::npos) GTEST_SKIP() << "needs llvmpipe";
  ASSERT_NO_FATAL_FAILURE(draw(busyShots(), "own"));
  {
    // Without fused multiplication and addition some shades are rounded to the other side.
    const Setting caps("GALLIUM_OVERRIDE_CPU_CAPS", "sse2");
    ASSERT_NO_FATAL_FAILURE(draw(busyShots(), "sse2"));
  }
  expectPass(busyShots(), "own", "sse2");
}

TEST_F(DriverPairs, AnotherRasteriserPasses) {
  ASSERT_NO_FATAL_FAILURE(draw(shots(), "own"));
  {
    const Setting other("GALLIUM_DRIVER", "softpipe");
    if (driver().find("softpipe") == std::string::npos) GTEST_SKIP() << "there is no softpipe";
    ASSERT_NO_FATAL_FAILURE(draw(shots(), "softpipe"));
  }
  // It puts edges up to a pixel elsewhere and shades a level otherwise.
  EXPECT_EQ(countDifferent(shots(), "own", "softpipe"), 5);
  expectPass(shots(), "own", "softpipe");
}

}  // namespace
}  // namespace sinew::e2e
