// Surfaces in pixels, with expected colours worked out by hand.

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

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
    shot.display.shading = Shading::Unlit;
    change(shot, *gpu);
    return draw(shot.frame(), side, side, samples_);
  }
  Image shoot(const Model& model, int side) {
    return shoot(model, side, [](Shot&, GpuModel&) {});
  }
  int samples_ = 1;
};

TEST_F(SurfaceTest, FlatColorUnlitIsExact) {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(0x12, 0x80, 0xFE));
  const Image image = shoot(model, 8);
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
    const Image image = shoot(model, 2);
    EXPECT_EQ(pixelAt(image, 1, 1), (Pixel{grey, grey, grey, 255}));
  }
}

// ---------------------------------------------------------------- textures

Image imageOf(int width, int height, const std::vector<Pixel>& pixels) {
  Image image;
  image.width = width;
  image.height = height;
  for (const Pixel& pixel : pixels) {
    for (const int channel : pixel)
      image.rgba.push_back(static_cast<std::uint8_t>(channel));
  }
  return image;
}

constexpr Pixel kRed{255, 0, 0, 255};
constexpr Pixel kGreen{0, 255, 0, 255};
constexpr Pixel kBlue{0, 0, 255, 255};
constexpr Pixel kWhite{255, 255, 255, 255};
constexpr Pixel kBlack{0, 0, 0, 255};

TEST_F(SurfaceTest, TheTexturesTopRowIsAtTZero) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "four");
  addMesh(model, texturedSquare(), material);
  const Image four = imageOf(2, 2, {kRed, kGreen, kBlue, kWhite});
  const Image image = shoot(model, 8, [&](Shot& shot, GpuModel& gpu) {
    gpu.setTexture(0, &four);
    shot.display.texture_filter = TextureFilter::Nearest;
  });
  EXPECT_EQ(pixelAt(image, 1, 1), kRed);
  EXPECT_EQ(pixelAt(image, 6, 1), kGreen);
  EXPECT_EQ(pixelAt(image, 1, 6), kBlue);
  EXPECT_EQ(pixelAt(image, 6, 6), kWhite);
}

// S runs from -2 to 2 over eight pixels: -1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 1.75 at
// their centres. The texture is red for S below 0.5 and green above.
TEST_F(SurfaceTest, WrapModesFollowTheMaterial) {
  MeshParts parts;
  parts.form = PackedForm::Bits96;
  for (const auto& [x, y] : {std::pair{-100, -100}, {100, -100}, {100, 100}, {-100, 100}}) {
    // 11-bit S with exponent 1: (v / 1024 - 0.5) * 4, so 0 is -2 and 1024 is 2.
    const std::uint32_t s = x < 0 ? 0 : 1024;
    parts.words.push_back(packedPosition(x, y, 0));
    parts.words.push_back(0xFB000000U | 1U << 22 | s);
    parts.words.push_back(packedNormal(0, 0, 1));
  }
  parts.triangles = {0, 1, 2, 0, 2, 3};
  const Image halves = imageOf(2, 1, {kRed, kGreen});
  const std::array<std::pair<Wrap, std::string>, 3> expected{
      {{Wrap::Repeat, "RGRGRGRG"}, {Wrap::Clamp, "RRRRRGGG"}, {Wrap::Mirror, "RGGRRGGR"}}};
  for (const auto& [wrap, colors] : expected) {
    Model model = emptyModel();
    Material material = texturedMaterial(model, "halves");
    material.layers[0].wrap = {wrap, wrap};
    addMesh(model, parts, material);
    const Image image = shoot(model, 8, [&](Shot& shot, GpuModel& gpu) {
      gpu.setTexture(0, &halves);
      shot.display.texture_filter = TextureFilter::Nearest;
    });
    for (int x = 0; x < 8; ++x) {
      EXPECT_EQ(pixelAt(image, x, 4), colors[static_cast<std::size_t>(x)] == 'R' ? kRed : kGreen)
          << colors << " at " << x;
    }
  }
}

TEST_F(SurfaceTest, MissingTexturesShowAChecker) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "nowhere");
  addMesh(model, texturedSquare(), material);
  const Image image = shoot(model, 32);
  int bright = 0;
  int dark = 0;
  for (int i = 0; i < 32 * 32; ++i) {
    bright += pixelAt(image, i % 32, i / 32) == Pixel{230, 60, 200, 255} ? 1 : 0;
    dark += pixelAt(image, i % 32, i / 32) == Pixel{38, 34, 42, 255} ? 1 : 0;
  }
  EXPECT_EQ(bright, 512);
  EXPECT_EQ(dark, 512);
}

TEST_F(SurfaceTest, TexturesCanBeTakenAwayAndSwitchedOff) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "red");
  addMesh(model, texturedSquare(), material);
  const Image red = imageOf(1, 1, {kRed});
  EXPECT_EQ(pixelAt(shoot(model, 4, [&](Shot&, GpuModel& gpu) { gpu.setTexture(0, &red); }), 1, 1),
            kRed);
  EXPECT_EQ(pixelAt(shoot(model, 4,
                          [&](Shot& shot, GpuModel& gpu) {
                            gpu.setTexture(0, &red);
                            shot.display.textures = false;
                          }),
                    1, 1),
            kWhite);
  EXPECT_NE(pixelAt(shoot(model, 4,
                          [&](Shot&, GpuModel& gpu) {
                            gpu.setTexture(0, &red);
                            gpu.setTexture(0, nullptr);
                          }),
                    1, 1),
            kRed);
}

// Half black, half white is 0.5 in linear light, which is 188 encoded (a mean of encoded values
// would be 128).
TEST_F(SurfaceTest, MipmapsAverageInLinearLight) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "fine");
  addMesh(model, texturedSquare(), material);
  std::vector<Pixel> pixels;
  for (int i = 0; i < 64 * 64; ++i)
    pixels.push_back((i % 64 + i / 64) % 2 == 0 ? kBlack : kWhite);
  const Image fine = imageOf(64, 64, pixels);
  const Image image = shoot(model, 8, [&](Shot&, GpuModel& gpu) { gpu.setTexture(0, &fine); });
  EXPECT_NEAR(pixelAt(image, 4, 4)[0], 188, 3);
}

// ---------------------------------------------------------------- colours

/// The square as 96-bit F8 records, which carry a Color/Shade byte.
MeshParts shadedSquare(std::uint32_t shade, bool flat) {
  MeshParts parts = texturedSquare();
  parts.flat_normals = flat;
  for (std::size_t i = 1; i < parts.words.size(); i += 3) {
    parts.words[i] = (parts.words[i] & 0x00FFFFFFU) | 0xF8000000U;
    parts.words[i + 1] |= shade << 24;
  }
  return parts;
}

TEST_F(SurfaceTest, VertexColorsAreShown) {
  Model model = emptyModel();
  Material white;
  // Hue 4 is FF5555 and intensity 15 keeps it.
  addMesh(model, shadedSquare(0x4F, false), white);
  EXPECT_EQ(pixelAt(shoot(model, 4), 1, 1), (Pixel{255, 85, 85, 255}));
  // Hue 1 is 5555FF; intensity 7: 0x55 * 8 >> 4 = 42, 0xFF * 8 >> 4 = 127.
  Model dim = emptyModel();
  addMesh(dim, shadedSquare(0x17, false), white);
  EXPECT_EQ(pixelAt(shoot(dim, 4), 1, 1), (Pixel{42, 42, 127, 255}));
}

TEST_F(SurfaceTest, VertexColorsAreMultipliedByTheMaterials) {
  Model model = emptyModel();
  addMesh(model, shadedSquare(0x4F, true), flatMaterial(0x80, 0x80, 0x80));
  // 255 * 128 / 255 = 128; 85 * 128 / 255 = 42.7.
  EXPECT_EQ(pixelAt(shoot(model, 4), 1, 1), (Pixel{128, 43, 43, 255}));
}

// Half of white over black in linear light: 0.5, encoded 188.
TEST_F(SurfaceTest, BlendedMaterialsMixInLinearLight) {
  Model model = emptyModel();
  Material glass = flatMaterial(255, 255, 255);
  glass.color.a = 0.5f;
  glass.alpha = AlphaMode::Blend;
  addMesh(model, flatSquare(), glass);
  EXPECT_NEAR(pixelAt(shoot(model, 4), 1, 1)[0], 188, 1);
}

TEST_F(SurfaceTest, MaskedTexelsLeaveHoles) {
  Model model = emptyModel();
  Material material = texturedMaterial(model, "leaf");
  material.alpha = AlphaMode::Mask;
  addMesh(model, texturedSquare(), material);
  const Image leaf = imageOf(2, 1, {{255, 0, 0, 255}, {0, 255, 0, 100}});
  const Image image = shoot(model, 8, [&](Shot& shot, GpuModel& gpu) {
    gpu.setTexture(0, &leaf);
    shot.display.texture_filter = TextureFilter::Nearest;
  });
  EXPECT_EQ(pixelAt(image, 1, 4), kRed);
  EXPECT_EQ(pixelAt(image, 6, 4), kBlack);
}

// ---------------------------------------------------------------- faces

/// Seen from below: the square's back.
View bottomView() {
  View view = topView();
  view.eye = {0.0f, 0.0f, -300.0f};
  view.view_from_world = glm::lookAt(view.eye, glm::vec3(0.0f), glm::vec3(0.0f, 1.0f, 0.0f));
  return view;
}

TEST_F(SurfaceTest, BackFacesAreHiddenAsTheMaterialSays) {
  struct Case {
    CullMode cull;
    Backface backface;
    bool from_below;
    bool shown;
  };
  for (const Case& c : {Case{CullMode::Back, Backface::Auto, false, true},
                        Case{CullMode::Back, Backface::Auto, true, false},
                        Case{CullMode::Front, Backface::Auto, false, false},
                        Case{CullMode::Front, Backface::Auto, true, true},
                        Case{CullMode::None, Backface::Auto, true, true},
                        Case{CullMode::All, Backface::Auto, false, false},
                        Case{CullMode::Back, Backface::Visible, true, true},
                        Case{CullMode::None, Backface::Hidden, true, false},
                        Case{CullMode::None, Backface::Hidden, false, true}}) {
    Model model = emptyModel();
    Material material = flatMaterial(255, 0, 0);
    material.cull = c.cull;
    addMesh(model, flatSquare(), material);
    const Image image = shoot(model, 4, [&](Shot& shot, GpuModel&) {
      shot.display.backface = c.backface;
      if (c.from_below) shot.view = bottomView();
    });
    EXPECT_EQ(pixelAt(image, 1, 1), c.shown ? kRed : kBlack)
        << static_cast<int>(c.cull) << static_cast<int>(c.backface) << c.from_below;
  }
}

Mat34f mirroredX() {
  Mat34f m;
  m.m[0] = -1.0f;
  return m;
}

/// Two influences; the square hangs on the second.
Model modelOnSecondInfluence() {
  Model model = emptyModel();
  model.influences.first = {0, 0, 0};
  MeshParts parts = flatSquare();
  for (std::size_t i = 1; i < parts.words.size(); i += 2)
    parts.words[i] |= 1U << 24;
  addMesh(model, parts, flatMaterial(200, 120, 60));
  return model;
}

// Scenario 19: a bone that mirrors turns the winding of its faces: what faced the viewer still
// does, and is lit as before.
TEST_F(SurfaceTest, MirroredBonesKeepFrontFacesAndLight) {
  const Model model = modelOnSecondInfluence();
  const auto lit = [](Shot& shot) { shot.display.shading = Shading::Textured; };
  const Image plain = shoot(model, 8, [&](Shot& shot, GpuModel&) { lit(shot); });
  EXPECT_NE(pixelAt(plain, 4, 4), kBlack);
  const Image one = shoot(model, 8, [&](Shot& shot, GpuModel&) {
    lit(shot);
    shot.influences = {Mat34f{}, mirroredX()};
  });
  const Image all = shoot(model, 8, [&](Shot& shot, GpuModel&) {
    lit(shot);
    shot.influences = {mirroredX(), mirroredX()};
  });
  EXPECT_EQ(countDifferent(plain, one, 1), 0);
  EXPECT_EQ(countDifferent(plain, all, 1), 0);
}

TEST_F(SurfaceTest, MirroredBonesHideBackFaces) {
  const Model model = modelOnSecondInfluence();
  for (const Mat34f& first : {Mat34f{}, mirroredX()}) {
    const Image image = shoot(model, 8, [&](Shot& shot, GpuModel&) {
      shot.influences = {first, mirroredX()};
      shot.view = bottomView();
    });
    EXPECT_EQ(pixelAt(image, 4, 4), kBlack);
  }
}

// Scale 1:1:4 on a slope: the normal of the plane z = x is (-1, 0, 1); after z' = 4 z the plane is
// z' = 4 x with normal
// (-4, 0, 1) / sqrt(17).
TEST_F(SurfaceTest, UnevenScaleTurnsNormalsByTheInverseTranspose) {
  Model model = emptyModel();
  MeshParts parts;
  parts.flat_normals = true;
  for (const auto& [x, y] : {std::pair{-50, -50}, {50, -50}, {50, 50}, {-50, 50}}) {
    parts.words.push_back(packedPosition(x, y, x));
    parts.words.push_back(packedNormal(-1, 0, 1));
  }
  parts.triangles = {0, 1, 2, 0, 2, 3};
  addMesh(model, parts, flatMaterial(255, 255, 255));
  const Image image = shoot(model, 16, [](Shot& shot, GpuModel&) {
    shot.display.shading = Shading::Normals;
    shot.influences[0].m[10] = 4.0f;
    shot.view.clip_from_view = glm::ortho(-50.0f, 50.0f, -50.0f, 50.0f, 1.0f, 1000.0f);
  });
  // (-4 / 4.123 + 1) / 2 * 255 = 3.8, 127.5, (1 / 4.123 + 1) / 2 * 255 = 158.4
  const Pixel got = pixelAt(image, 8, 8);
  EXPECT_NEAR(got[0], 4, 1);
  EXPECT_NEAR(got[1], 128, 1);
  EXPECT_NEAR(got[2], 158, 1);
}

TEST_F(SurfaceTest, NearerSurfacesHideFartherOnes) {
  Model model = emptyModel();
  MeshParts near_square = flatSquare();
  for (std::size_t i = 0; i < near_square.words.size(); i += 2)
    near_square.words[i] |= 20U << 18;  // z = 20
  addMesh(model, near_square, flatMaterial(255, 0, 0));
  addMesh(model, flatSquare(), flatMaterial(0, 0, 255));
  EXPECT_EQ(pixelAt(shoot(model, 4), 1, 1), kRed);
  EXPECT_EQ(pixelAt(shoot(model, 4, [](Shot& shot, GpuModel&) { shot.view = bottomView(); }), 1, 1),
            kBlack);
}

// ---------------------------------------------------------------- transparent pictures

TEST_F(SurfaceTest, TransparentPicturesHoldNoBackground) {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(255, 0, 0));
  for (const int samples : {1, 4}) {
    samples_ = samples;
    // A view that is a little larger than the square, and turned, so that edges cross pixels.
    const auto zoomed = [](Shot& shot) {
      shot.view.clip_from_view = glm::ortho(-171.0f, 171.0f, -171.0f, 171.0f, 1.0f, 600.0f);
      shot.view.view_from_world =
          glm::lookAt(shot.view.eye, glm::vec3(0.0f), glm::vec3(0.3f, 1.0f, 0.0f));
    };
    const Image clear = shoot(model, 32, [&](Shot& shot, GpuModel&) {
      zoomed(shot);
      shot.display.background = {0.0f, 1.0f, 0.0f, 0.0f};  // green must not come through
    });
    const Image opaque = shoot(model, 32, [&](Shot& shot, GpuModel&) { zoomed(shot); });
    EXPECT_EQ(pixelAt(clear, 0, 0), (Pixel{0, 0, 0, 0}));
    int partial = 0;
    for (int i = 0; i < 32 * 32; ++i) {
      const Pixel p = pixelAt(clear, i % 32, i / 32);
      if (p[3] == 255) {
        EXPECT_EQ(p, pixelAt(opaque, i % 32, i / 32));
      }
      if (p[3] > 0) {
        EXPECT_EQ((Pixel{p[0], p[1], p[2], 0}), (Pixel{255, 0, 0, 0}));
      }
      partial += p[3] > 0 && p[3] < 255 ? 1 : 0;
    }
    EXPECT_EQ(partial > 0, samples > 1);
  }
}

// Alpha is coverage and not encoded: two of four samples are 128.
TEST_F(SurfaceTest, AlphaCountsCoveredSamples) {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(255, 255, 255));
  samples_ = 4;
  // The square's left edge lies in the middle of a column of pixels.
  const Image image = shoot(model, 8, [](Shot& shot, GpuModel&) {
    shot.view.clip_from_view = glm::ortho(-112.5f, 87.5f, -100.0f, 100.0f, 1.0f, 600.0f);
    shot.display.background.a = 0.0f;
  });
  EXPECT_NEAR(pixelAt(image, 0, 4)[3], 128, 1);
  EXPECT_EQ(pixelAt(image, 1, 4)[3], 255);
}

TEST_F(SurfaceTest, PicturesAreRepeatable) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "nowhere");
  addMesh(model, texturedSquare(), material);
  samples_ = 4;
  const auto change = [](Shot& shot, GpuModel&) {
    shot.display.shading = Shading::Textured;
    shot.display.grid = shot.display.axes = shot.display.edges = true;
    shot.display.background_gradient = true;
    shot.display.background = {0.3f, 0.3f, 0.35f, 1.0f};
  };
  const Image first = shoot(model, 64, change);
  const Image second = shoot(model, 64, change);
  EXPECT_EQ(first.rgba, second.rgba);
}

}  // namespace

}  // namespace sinew::renderer::test
