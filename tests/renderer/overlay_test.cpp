// Overlays: what they change in the picture, and what they leave alone.

#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

class OverlayTest : public GlTest {
 protected:
  template <class Change>
  Image shoot(const Model& model, int side, Change&& change, int samples = 1) {
    auto gpu = renderer().upload(model);
    EXPECT_TRUE(gpu.has_value());
    Shot shot(*gpu, model);
    shot.display.shading = Shading::Unlit;
    shot.view.clip_from_view = glm::ortho(-125.0f, 125.0f, -125.0f, 125.0f, 1.0f, 600.0f);
    change(shot);
    return draw(shot.frame(), side, side, samples);
  }
};

Model squareModel() {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(255, 255, 255));
  return model;
}

bool differs(const Image& a, const Image& b, int x, int y) {
  return pixelAt(a, x, y) != pixelAt(b, x, y);
}

// 100 pixels for 250 units: the square's border runs at pixels 10 and 90, its diagonal through the
// middle.
TEST_F(OverlayTest, EdgesFollowTheBorderButNotAQuadsDiagonal) {
  Model model = squareModel();
  const Image plain = shoot(model, 100, [](Shot&) {});
  const Image triangles = shoot(model, 100, [](Shot& shot) { shot.display.edges = true; });
  // Triangles (0, 1, 2) and (0, 2, 3): the diagonal is the first one's edge 2 and the second one's
  // edge 0.
  model.meshes[0].hidden_edges = {1U << 2, 1U << 0};
  const Image quad = shoot(model, 100, [](Shot& shot) { shot.display.edges = true; });
  EXPECT_TRUE(differs(plain, triangles, 50, 49) || differs(plain, triangles, 49, 49));
  for (int i = 15; i < 85; ++i)
    EXPECT_FALSE(differs(plain, quad, i, 99 - i)) << i;
  const auto borderDiffers = [&](const Image& image) {
    return differs(plain, image, 50, 89) || differs(plain, image, 50, 90);
  };
  EXPECT_TRUE(borderDiffers(quad));
  EXPECT_TRUE(borderDiffers(triangles));
  EXPECT_FALSE(differs(plain, quad, 30, 30));
  EXPECT_FALSE(differs(plain, quad, 2, 2));
}

TEST_F(OverlayTest, EdgesShowWithoutSurface) {
  const Image image = shoot(squareModel(), 100, [](Shot& shot) {
    shot.display.surface = false;
    shot.display.edges = true;
  });
  EXPECT_EQ(pixelAt(image, 30, 40), (Pixel{0, 0, 0, 255}));
  EXPECT_GT(std::max(pixelAt(image, 50, 89)[0], pixelAt(image, 50, 90)[0]), 80);
}

TEST_F(OverlayTest, VerticesAreDots) {
  const Model model = squareModel();
  const Image plain = shoot(model, 100, [](Shot&) {});
  const Image dots = shoot(model, 100, [](Shot& shot) { shot.display.vertices = true; });
  EXPECT_TRUE(differs(plain, dots, 10, 90) || differs(plain, dots, 11, 89));
  EXPECT_FALSE(differs(plain, dots, 50, 50));
  EXPECT_FALSE(differs(plain, dots, 50, 90));
  const int changed = countDifferent(plain, dots);
  EXPECT_GE(changed, 4 * 9);
  EXPECT_LE(changed, 4 * 16);
}

// Seen from the side the normals stand up 16 pixels from the corners, and nothing else changes.
TEST_F(OverlayTest, NormalsStandOnVertices) {
  const Model model = squareModel();
  const auto aside = [](Shot& shot) {
    shot.view.eye = {0.0f, -300.0f, 0.0f};
    shot.view.view_from_world =
        glm::lookAt(shot.view.eye, glm::vec3(0.0f), glm::vec3(0.0f, 0.0f, 1.0f));
  };
  const Image plain = shoot(model, 100, aside);
  const Image lines = shoot(model, 100, [&](Shot& shot) {
    aside(shot);
    shot.display.normals = true;
  });
  EXPECT_TRUE(differs(plain, lines, 10, 40) || differs(plain, lines, 9, 40));
  EXPECT_FALSE(differs(plain, lines, 10, 20) || differs(plain, lines, 9, 20));
  EXPECT_FALSE(differs(plain, lines, 10, 60) || differs(plain, lines, 9, 60));
  EXPECT_FALSE(differs(plain, lines, 50, 40));
}

/// A root at the origin, a bone 60 up the x axis, and the square.
Model boneModel() {
  Model model = squareModel();
  model.influences.first = {0, 1, 2};
  model.influences.bones = {0, 1};
  model.influences.weights = {1.0f, 1.0f};
  model.skeleton.bones.resize(2);
  model.skeleton.bones[1].parent = 0;
  model.skeleton.bones[1].rest.translation = {60.0, 0.0, 0.0};
  (void)finishSkeleton(model.skeleton);
  return model;
}

// 60 units are 24 pixels: the bone runs from pixel 50 to 74 in the middle row, in front of the
// square.
TEST_F(OverlayTest, ArmatureLiesOnTop) {
  const Model model = boneModel();
  const auto below = [](Shot& shot) {  // from behind the square, which hides nothing of the bones
    shot.display.backface = Backface::Visible;
    shot.view.eye = {0.0f, 0.0f, -300.0f};
    shot.view.view_from_world =
        glm::lookAt(shot.view.eye, glm::vec3(0.0f), glm::vec3(0.0f, 1.0f, 0.0f));
  };
  const Image plain = shoot(model, 100, below);
  const Image bones = shoot(model, 100, [&](Shot& shot) {
    below(shot);
    shot.display.armature = true;
  });
  EXPECT_TRUE(differs(plain, bones, 50, 50));
  EXPECT_TRUE(differs(plain, bones, 46, 50));  // x runs to the left from behind
  EXPECT_TRUE(differs(plain, bones, 26, 50));
  EXPECT_FALSE(differs(plain, bones, 70, 50));
  EXPECT_FALSE(differs(plain, bones, 40, 60));
}

TEST_F(OverlayTest, SelectedBonesAreHighlighted) {
  const Model model = boneModel();
  const auto bones = [&](std::uint32_t selected) {
    return shoot(model, 100, [&](Shot& shot) {
      shot.display.armature = true;
      shot.instance.selected_bone = selected;
    });
  };
  const Image none = bones(kNone);
  const Image tip = bones(1);
  const Pixel p = pixelAt(tip, 74, 50);
  EXPECT_NE(pixelAt(none, 74, 50), p);
  EXPECT_GT(p[0], p[2] + 60);  // amber
  const Pixel link = pixelAt(bones(0), 55, 50);
  EXPECT_GT(link[0], link[2] + 60);  // the link moves with the root
}

TEST_F(OverlayTest, BoneAxesKeepTheirSizeOnScreen) {
  const Model model = boneModel();
  for (const float half : {125.0f, 600.0f}) {
    const auto zoom = [&](Shot& shot) {
      shot.view.clip_from_view = glm::ortho(-half, half, -half, half, 1.0f, 600.0f);
      shot.display.surface = false;
    };
    const Image axes = shoot(model, 200, [&](Shot& shot) {
      zoom(shot);
      shot.display.bone_axes = true;
    });
    // The root's Y axis: 14 pixels up from the middle, green.
    const Pixel inside = pixelAt(axes, 100, 90);
    const Pixel other = pixelAt(axes, 99, 90);
    EXPECT_GT(std::max(inside[1], other[1]), 90);
    EXPECT_EQ(pixelAt(axes, 100, 80), (Pixel{0, 0, 0, 255}));
  }
}

/// An undrawn box of half side 20 around its bone's origin, stored on bone 0, serving influence 1.
Model solidModel() {
  Model model = boneModel();
  MeshParts parts;
  for (int i = 0; i < 8; ++i) {
    parts.words.push_back(
        packedPosition((i & 1) != 0 ? 20 : -20, (i & 2) != 0 ? 20 : -20, (i & 4) != 0 ? 20 : -20));
    parts.words.push_back(0);
  }
  parts.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  const std::uint32_t mesh = addMesh(model, parts, Material{});
  model.meshes[mesh].drawn = false;
  model.solids.push_back({mesh, 1});
  return model;
}

// The box stands at x = 60, which is pixel 74; 20 units are 8 pixels.
TEST_F(OverlayTest, SolidsStandAtTheBoneTheyServe) {
  const Model model = solidModel();
  const Image plain = shoot(model, 100, [](Shot&) {});
  for (const SolidMode mode : {SolidMode::Wire, SolidMode::Fill}) {
    const Image solids = shoot(model, 100, [&](Shot& shot) { shot.display.solids = mode; });
    EXPECT_EQ(differs(plain, solids, 71, 52), mode == SolidMode::Fill);
    EXPECT_TRUE(differs(plain, solids, 66, 47) ||
                differs(plain, solids, 65, 47));  // its left border
    EXPECT_FALSE(differs(plain, solids, 50, 50));
    EXPECT_FALSE(differs(plain, solids, 90, 50));
  }
}

TEST_F(OverlayTest, SolidsDoNotDependOnTheirOrder) {
  Model model = solidModel();
  model.solids.push_back({model.solids[0].mesh, 0});
  const auto view = [](Shot& shot) {
    shot.display.solids = SolidMode::Fill;
    shot.influences[0].m[3] = 40.0f;  // the boxes overlap
    shot.influences[0].m[11] = 5.0f;
    shot.meshes = {};
    shot.display.background = {0.5f, 0.3f, 0.2f, 1.0f};
  };
  const Image one = shoot(model, 100, view);
  std::swap(model.solids[0], model.solids[1]);
  const Image other = shoot(model, 100, view);
  EXPECT_EQ(countDifferent(one, other, 2), 0);
  EXPECT_GT(countDifferent(one, shoot(model, 100,
                                      [&](Shot& shot) {
                                        view(shot);
                                        shot.display.solids = SolidMode::Off;
                                      })),
            300);
}

TEST_F(OverlayTest, TheGridLiesBehindTheModelAndFades) {
  const Model model = squareModel();
  const auto above = [](Shot& shot) {
    shot.view.eye = {0.0f, -300.0f, 200.0f};
    shot.view.view_from_world =
        glm::lookAt(shot.view.eye, glm::vec3(0.0f), glm::vec3(0.0f, 0.0f, 1.0f));
    shot.view.clip_from_view = glm::perspective(1.4f, 1.0f, 10.0f, 900.0f);
    shot.view.units_per_metre = 40.0f;
    for (std::size_t i = 0; i < 1; ++i)
      shot.influences[i].m[11] = 5.0f;  // over the ground
  };
  const Image plain = shoot(model, 200, above);
  const Image grid = shoot(model, 200, [&](Shot& shot) {
    above(shot);
    shot.display.grid = true;
  });
  const int changed = countDifferent(plain, grid, 4);
  EXPECT_GT(changed, 1000);
  EXPECT_LT(changed, 30000);
  EXPECT_FALSE(differs(plain, grid, 100, 100));  // the square hides it
  for (int x = 0; x < 200; ++x)
    EXPECT_FALSE(differs(plain, grid, x, 0));  // nothing above the horizon
}

TEST_F(OverlayTest, TheGridFollowsTheUpAxis) {
  const Model model = emptyModel();
  const auto shot_with_up = [&](const glm::vec3& up) {
    return shoot(model, 100, [&](Shot& shot) {
      shot.display.grid = true;
      shot.view.up = up;
      shot.view.units_per_metre = 10.0f;
    });
  };
  const Image blank = shoot(model, 100, [](Shot&) {});
  // From above only the ground of Z shows its face; the ground of Y is seen from its edge.
  EXPECT_GT(countDifferent(shot_with_up({0, 0, 1}), blank, 4), 500);
  EXPECT_LT(countDifferent(shot_with_up({0, 1, 0}), blank, 4), 200);
}

TEST_F(OverlayTest, TheGizmoStaysInItsCorner) {
  const Model model = squareModel();
  const Image plain = shoot(model, 300, [](Shot&) {});
  const Image axes = shoot(model, 300, [](Shot& shot) { shot.display.axes = true; });
  EXPECT_GT(countDifferent(plain, axes), 60);
  for (int i = 0; i < 300 * 300; ++i) {
    if (i % 300 > 120 || i / 300 < 180) {
      ASSERT_FALSE(differs(plain, axes, i % 300, i / 300));
    }
  }
}

// Any combination on any kind of background: no errors, and the corner of the picture stays
// background.
TEST_F(OverlayTest, AllCombinationsDraw) {
  const Model model = solidModel();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  auto target = RenderTarget::create(renderer().info(), 40, 40, 4);
  ASSERT_TRUE(target.has_value());
  for (unsigned bits = 0; bits < 1024; ++bits) {
    Shot shot(*gpu, model);
    Display& display = shot.display;
    display.surface = (bits & 1U) != 0;
    display.edges = (bits & 2U) != 0;
    display.vertices = (bits & 4U) != 0;
    display.normals = (bits & 8U) != 0;
    display.grid = (bits & 16U) != 0;
    display.axes = (bits & 32U) != 0;
    display.armature = (bits & 64U) != 0;
    display.bone_axes = (bits & 128U) != 0;
    display.solids = (bits & 256U) != 0 ? SolidMode::Fill : SolidMode::Off;
    display.background.a = (bits & 512U) != 0 ? 0.0f : 1.0f;
    const auto drawn = renderer().draw(shot.frame(), *target);
    ASSERT_TRUE(drawn.has_value()) << describe(drawn.error());
    ASSERT_TRUE(renderer().takeGlErrors().empty()) << bits;
  }
}

TEST_F(OverlayTest, PixelScaleWidensOverlays) {
  const Model model = boneModel();
  const auto bones = [&](float scale) {
    return shoot(model, 200, [&](Shot& shot) {
      shot.display.surface = false;
      shot.display.bone_axes = true;
      shot.view.pixel_scale = scale;
    });
  };
  const Image blank = shoot(model, 200, [](Shot& shot) { shot.display.surface = false; });
  // Twice as long and twice as wide.
  const int one = countDifferent(bones(1.0f), blank);
  const int two = countDifferent(bones(2.0f), blank);
  EXPECT_GT(two, 2 * one);
  EXPECT_LT(two, 6 * one);
}

}  // namespace

}  // namespace sinew::renderer::test
