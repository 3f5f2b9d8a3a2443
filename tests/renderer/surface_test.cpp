// Surfaces in pixels, with expected colours worked out by hand.

#include <cmath>

#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

class SurfaceTest : public GlTest {
 protected:
  /// Uploads, draws with one display change, and returns the picture.
  template <class Change>
  Image shoot(const Model& model, int side, Change&& change) {
    auto gpu = renderer().upload(model);
    EXPECT_TRUE(gpu.has_value());
    Shot shot(*gpu, model);
    change(shot, *gpu);
    return draw(shot.frame(), side, side);
  }
};

TEST_F(SurfaceTest, FlatColorUnlitIsExact) {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(0x12, 0x80, 0xFE));
  const Image image =
      shoot(model, 8, [](Shot& shot, GpuModel&) { shot.display.shading = Shading::Unlit; });
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(pixelAt(image, i, i), (Pixel{0x12, 0x80, 0xFE, 255}));
}

TEST_F(SurfaceTest, EveryGreyOfTheBackgroundIsExact) {
  const Model model = emptyModel();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  for (int grey = 0; grey < 256; ++grey) {
    Shot shot(*gpu, model);
    const float encoded = static_cast<float>(grey) / 255.0f;
    shot.display.background = {encoded, encoded, encoded, 1.0f};
    const Image image = draw(shot.frame(), 4, 4);
    EXPECT_EQ(pixelAt(image, 1, 1), (Pixel{grey, grey, grey, 255}));
  }
}

TEST_F(SurfaceTest, EveryGreyOfAMaterialIsExact) {
  for (int grey = 0; grey < 256; grey += 5) {
    Model model = emptyModel();
    addMesh(model, flatSquare(), flatMaterial(grey, grey, grey));
    const Image image =
        shoot(model, 2, [](Shot& shot, GpuModel&) { shot.display.shading = Shading::Unlit; });
    EXPECT_EQ(pixelAt(image, 1, 1), (Pixel{grey, grey, grey, 255}));
  }
}

}  // namespace

}  // namespace sinew::renderer::test
