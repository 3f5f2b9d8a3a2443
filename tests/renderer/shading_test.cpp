// Each shading mode draws what it says.

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

class ShadingTest : public GlTest {
 protected:
  template <class Change>
  Image shoot(const Model& model, Shading shading, Change&& change, int side = 16) {
    auto gpu = renderer().upload(model);
    EXPECT_TRUE(gpu.has_value());
    Shot shot(*gpu, model);
    shot.display.shading = shading;
    change(shot);
    return draw(shot.frame(), side, side);
  }
  Image shoot(const Model& model, Shading shading) {
    return shoot(model, shading, [](Shot&) {});
  }
  Pixel center(const Model& model, Shading shading) { return pixelAt(shoot(model, shading), 8, 8); }
};

/// The square with corner records of one form, all white, bone 0.
MeshParts squareOf(PackedForm form) {
  if (form == PackedForm::Bits64) return flatSquare();
  if (form == PackedForm::Bits96) return texturedSquare();
  MeshParts out;
  out.form = PackedForm::Bits128;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    // 100 is 0x5640 in binary16: 1.5625 * 2^6, exponent 21, fraction 0.5625 * 1024 = 0x240.
    const std::uint32_t half_x = x < 0 ? 0xD640 : 0x5640;
    const std::uint32_t half_y = y < 0 ? 0xD640 : 0x5640;
    out.words.push_back(half_x | half_y << 16);
    out.words.push_back(0xFD0F0000U);
    out.words.push_back(0);
    out.words.push_back(packedNormal(0, 0, 1));
  }
  out.triangles = {0, 1, 2, 0, 2, 3};
  return out;
}

Model squareModel(PackedForm form, const Material& material) {
  Model model = emptyModel();
  addMesh(model, squareOf(form), material);
  return model;
}

TEST_F(ShadingTest, NormalsAreColors) {
  // (0, 0, 1) is (0.5, 0.5, 1) * 255, rounded.
  const Model model = squareModel(PackedForm::Bits64, flatMaterial(10, 20, 30));
  EXPECT_EQ(center(model, Shading::Normals), (Pixel{128, 128, 255, 255}));
}

TEST_F(ShadingTest, DataIsDrawnOverAPlainBackground) {
  const Model model = emptyModel();
  const auto gradient = [](Shot& shot) {
    shot.display.background = {0.4f, 0.4f, 0.4f, 1.0f};
    shot.display.background_gradient = true;
  };
  EXPECT_EQ(pixelAt(shoot(model, Shading::Bone, gradient), 0, 0), (Pixel{102, 102, 102, 255}));
  const Image lit = shoot(model, Shading::Textured, gradient);
  EXPECT_NE(pixelAt(lit, 0, 0), pixelAt(lit, 8, 8));
}

TEST_F(ShadingTest, SmoothShowsNeitherMaterialNorTexture) {
  Model red = squareModel(PackedForm::Bits96, flatMaterial(255, 0, 0));
  Model textured = emptyModel();
  const Material material = texturedMaterial(textured, "nowhere");
  addMesh(textured, texturedSquare(), material);
  const Image a = shoot(red, Shading::Smooth);
  EXPECT_EQ(countDifferent(a, shoot(textured, Shading::Smooth)), 0);
  const Pixel p = pixelAt(a, 8, 8);
  EXPECT_LT(std::abs(p[0] - p[2]), 25);  // neutral
  EXPECT_GT(p[0], 120);
}

// Vertex normals that point aside change the smooth shadings and leave the flat one alone.
TEST_F(ShadingTest, FlatGoesByTheFace) {
  Model straight = squareModel(PackedForm::Bits64, flatMaterial(200, 200, 200));
  Model aside = emptyModel();
  MeshParts parts = flatSquare();
  for (std::size_t i = 1; i < parts.words.size(); i += 2)
    parts.words[i] = packedNormal(1, 0, 0);
  addMesh(aside, parts, flatMaterial(200, 200, 200));
  EXPECT_EQ(countDifferent(shoot(straight, Shading::Flat), shoot(aside, Shading::Flat)), 0);
  EXPECT_GT(countDifferent(shoot(straight, Shading::Textured), shoot(aside, Shading::Textured), 8),
            200);
  EXPECT_EQ(countDifferent(shoot(straight, Shading::Flat), shoot(straight, Shading::Textured), 1),
            0);
}

// Light must show shape: two faces of a ridge differ, and nothing is burnt out or lost in black.
TEST_F(ShadingTest, LightTellsSlopesApart) {
  Model model = emptyModel();
  MeshParts parts;
  parts.flat_normals = true;
  const auto quad = [&](int x0, int z0, int x1, int z1, std::uint32_t normal) {
    const auto first = static_cast<std::uint32_t>(parts.words.size() / 2);
    for (const auto& [x, y, z] : {std::array{x0, -100, z0}, std::array{x1, -100, z1},
                                  std::array{x1, 100, z1}, std::array{x0, 100, z0}}) {
      parts.words.push_back(packedPosition(x, y, z));
      parts.words.push_back(normal);
    }
    for (const std::uint32_t i : {0U, 1U, 2U, 0U, 2U, 3U})
      parts.triangles.push_back(first + i);
  };
  quad(-100, 0, 0, 100, packedNormal(-1, 0, 1));
  quad(0, 100, 100, 0, packedNormal(1, 0, 1));
  addMesh(model, parts, flatMaterial(230, 230, 230));
  const Image image = shoot(model, Shading::Textured);
  const Pixel left = pixelAt(image, 4, 8);
  const Pixel right = pixelAt(image, 12, 8);
  EXPECT_GT(std::abs(left[0] - right[0]), 25);
  for (const Pixel& p : {left, right}) {
    EXPECT_GT(p[0], 60);
    EXPECT_LT(p[0], 254);
  }
}

// A vertex without direction (a zero normal) is shaded evenly: finite, between black and the lit
// face.
TEST_F(ShadingTest, ZeroNormalsAreShadedEvenly) {
  Model model = emptyModel();
  MeshParts parts = flatSquare();
  for (std::size_t i = 1; i < parts.words.size(); i += 2)
    parts.words[i] = 0;
  addMesh(model, parts, flatMaterial(255, 255, 255));
  const Image image = shoot(model, Shading::Textured);
  EXPECT_EQ(countDifferent(image, shoot(model, Shading::Textured,
                                        [](Shot& shot) {
                                          shot.view.eye = {0.0f, 30.0f, 200.0f};
                                        })),
            0);
  const Pixel p = pixelAt(image, 8, 8);
  EXPECT_GT(p[0], 60);
  EXPECT_LT(p[0], 220);
}

TEST_F(ShadingTest, UvIsAPatternOfSAndT) {
  const Model model = squareModel(PackedForm::Bits96, Material{});
  const Image image = shoot(
      model, Shading::Uv, [](Shot&) {}, 128);
  // S is red and grows to the right; T is green and grows downwards. Average of 16 x 16 pixels, one
  // cell.
  const auto mean = [&](int column, int row, std::size_t channel) {
    int sum = 0;
    for (int i = 0; i < 256; ++i)
      sum += pixelAt(image, column * 16 + i % 16, row * 16 + i / 16)[channel];
    return sum / 256;
  };
  EXPECT_GT(mean(6, 0, 0), mean(0, 0, 0) + 60);
  EXPECT_GT(mean(0, 6, 1), mean(0, 0, 1) + 60);
  EXPECT_NEAR(mean(6, 0, 1), mean(0, 0, 1), 20);
  // The labels differ from cell to cell, so cells of one diagonal are no copies of each other.
  EXPECT_NE(pixelAt(image, 4, 5), pixelAt(image, 4, 9));
}

TEST_F(ShadingTest, LevelsHaveColors) {
  const Model model = squareModel(PackedForm::Bits64, flatMaterial(1, 2, 3));
  std::vector<Pixel> colors;
  for (std::uint32_t lod = 0; lod < 4; ++lod) {
    colors.push_back(
        pixelAt(shoot(model, Shading::Lod, [&](Shot& shot) { shot.instance.lod = lod; }), 8, 8));
  }
  for (std::size_t a = 0; a < colors.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_NE(colors[a], colors[b]);
  }
}

/// Three influences: bone 0, bone 1, and a blend of 0.75 bone 1 with 0.25 bone 0. The square hangs
/// on `influence`.
Model blendModel(std::uint32_t influence) {
  Model model;
  model.influences.first = {0, 1, 2, 4};
  model.influences.bones = {0, 1, 1, 0};
  model.influences.weights = {1.0f, 1.0f, 0.75f, 0.25f};
  model.skeleton.bones.resize(2);
  model.skeleton.bones[1].parent = 0;
  (void)finishSkeleton(model.skeleton);
  MeshParts parts = flatSquare();
  for (std::size_t i = 1; i < parts.words.size(); i += 2)
    parts.words[i] |= influence << 24;
  addMesh(model, parts, flatMaterial(255, 255, 255));
  return model;
}

TEST_F(ShadingTest, InfluencesHaveColors) {
  const Pixel a = center(blendModel(0), Shading::Bone);
  const Pixel b = center(blendModel(1), Shading::Bone);
  const Pixel c = center(blendModel(2), Shading::Bone);
  EXPECT_NE(a, b);
  EXPECT_NE(b, c);
  EXPECT_NE(a, c);
}

// Heat stops of shaders/common_color.glsl: weight 1 is (0.99, 0.95, 0.70), 0.75 is (0.95, 0.65,
// 0.24), 0 is (0.11, 0.13, 0.36), 0.25 is (0.23, 0.45, 0.74).
TEST_F(ShadingTest, WeightsAreHeat) {
  const auto heat = [&](std::uint32_t influence, std::uint32_t selected) {
    return pixelAt(shoot(blendModel(influence), Shading::Weights,
                         [&](Shot& shot) { shot.instance.selected_bone = selected; }),
                   8, 8);
  };
  EXPECT_TRUE(isNear(heat(0, 0), Pixel{252, 242, 179, 255}));
  EXPECT_TRUE(isNear(heat(1, 0), Pixel{28, 33, 92, 255}));
  EXPECT_TRUE(isNear(heat(2, 1), Pixel{242, 166, 61, 255}));
  EXPECT_TRUE(isNear(heat(2, 0), Pixel{59, 115, 189, 255}));
  EXPECT_TRUE(isNear(heat(2, kNone), Pixel{28, 33, 92, 255}));
}

TEST_F(ShadingTest, RecordsHaveColors) {
  // (0.30, 0.69, 0.49), (0.93, 0.73, 0.29), (0.84, 0.37, 0.30)
  const Material material = flatMaterial(9, 9, 9);
  EXPECT_TRUE(isNear(center(squareModel(PackedForm::Bits64, material), Shading::Record),
                     Pixel{77, 176, 125, 255}));
  EXPECT_TRUE(isNear(center(squareModel(PackedForm::Bits96, material), Shading::Record),
                     Pixel{237, 186, 74, 255}));
  EXPECT_TRUE(isNear(center(squareModel(PackedForm::Bits128, material), Shading::Record),
                     Pixel{214, 94, 77, 255}));
}

TEST_F(ShadingTest, ExponentsHaveColors) {
  Model fine = emptyModel();
  MeshParts parts = flatSquare();
  for (std::size_t i = 0; i < parts.words.size(); i += 2) {
    // E = 21 halves the cell: 200 halves are 100 as before.
    const auto field = [&](unsigned shift) {
      return (parts.words[i] >> shift & 0x1FFU) * 2U & 0x1FFU;
    };
    parts.words[i] = 21U << 27 | field(18) << 18 | field(9) << 9 | field(0);
  }
  addMesh(fine, parts, flatMaterial(255, 255, 255));
  const Model coarse = squareModel(PackedForm::Bits64, flatMaterial(255, 255, 255));
  EXPECT_NE(center(fine, Shading::Exponent), center(coarse, Shading::Exponent));
  EXPECT_EQ(countDifferent(shoot(fine, Shading::Unlit), shoot(coarse, Shading::Unlit)), 0);
}

// The largest cell of the model is the hottest colour. Packed E = 22 has cells of 1; 100 in
// binary16 has exponent 21, so cells of 2^-4.
TEST_F(ShadingTest, ErrorIsHottestForTheLargestCell) {
  const Pixel hottest{252, 242, 179, 255};
  Model model = squareModel(PackedForm::Bits128, flatMaterial(255, 255, 255));
  EXPECT_TRUE(isNear(center(model, Shading::Error), hottest));
  addMesh(model, flatSquare(), flatMaterial(255, 255, 255));
  const auto only = [](std::uint32_t mesh) { return [mesh](Shot& shot) { shot.meshes = {mesh}; }; };
  EXPECT_TRUE(isNear(pixelAt(shoot(model, Shading::Error, only(1)), 8, 8), hottest));
  EXPECT_FALSE(isNear(pixelAt(shoot(model, Shading::Error, only(0)), 8, 8), hottest));
}

TEST_F(ShadingTest, SelectedMeshesAreBrighter) {
  const Model model = squareModel(PackedForm::Bits64, flatMaterial(90, 90, 90));
  const Pixel plain = center(model, Shading::Textured);
  const Pixel selected = pixelAt(
      shoot(model, Shading::Textured, [](Shot& shot) { shot.instance.selected_mesh = 0; }), 8, 8);
  EXPECT_GT(selected[0], plain[0] + 10);
}

}  // namespace

}  // namespace sinew::renderer::test
