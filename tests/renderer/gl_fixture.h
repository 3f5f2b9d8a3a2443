#pragma once

// A headless context and a renderer for each test that draws, and small models made of packed
// words.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <gtest/gtest.h>

#include "app/gl_context.h"
#include "format/model.h"
#include "renderer/renderer.h"

namespace sinew::renderer::test {

using Pixel = std::array<int, 4>;

class GlTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// A renderer of its own with other options.
  [[nodiscard]] Renderer makeRenderer(const RendererOptions& options) const;
  [[nodiscard]] Image draw(const Frame& frame, int width, int height, int samples = 1);
  [[nodiscard]] Renderer& renderer() { return *renderer_; }
  [[nodiscard]] GlProcLoader loader() const { return context_->loader(); }

 private:
  std::unique_ptr<app::GlContext> context_;
  std::unique_ptr<Renderer> renderer_;
};

[[nodiscard]] Pixel pixelAt(const Image& image, int x, int y);
/// Equal but for one step a channel, where an expected value lies on a half.
[[nodiscard]] ::testing::AssertionResult isNear(const Pixel& got, const Pixel& expected);
/// Pixels that differ by more than `tolerance` in a channel.
[[nodiscard]] int countDifferent(const Image& a, const Image& b, int tolerance = 0);
/// For looking at: written to $SINEW_PICTURES/NAME.png where that is set.
void keepPicture(const Image& image, const std::string& name);

// ---------------------------------------------------------------- models

/// Packed vec3 of small whole numbers (E = 22, so that a fraction is its value).
[[nodiscard]] std::uint32_t packedPosition(int x, int y, int z);
/// F8A codes of a normal along an axis: 0x70 is 1, 0xF0 is -1.
[[nodiscard]] std::uint32_t packedNormal(int x, int y, int z);

/// Adds a list of words to the model's bytes and a mesh over it.
struct MeshParts {
  PackedForm form = PackedForm::Bits64;
  bool flat_normals = false;
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> word_offsets;  ///< mixed lists: also counts the vertices
  std::vector<std::uint32_t> triangles;
};
std::uint32_t addMesh(Model& model, const MeshParts& parts, const Material& material);

/// A model with one identity influence and no meshes.
[[nodiscard]] Model emptyModel();
[[nodiscard]] Material flatMaterial(int r, int g, int b);
[[nodiscard]] Material texturedMaterial(Model& model, const std::string& name);

/// The square -100..100 in the plane z = 0 facing +Z, as 64-bit flat vertices.
[[nodiscard]] MeshParts flatSquare();
/// The same as 96-bit vertices (FA, bone 0) with S/T 0..1: S along x, T 0 at y = 100.
[[nodiscard]] MeshParts texturedSquare();

/// Looks down on the square from +Z with y up, orthographic: the square is exactly the picture.
[[nodiscard]] View topView();

/// A frame's parts with the lifetimes that Frame needs.
struct Shot {
  explicit Shot(const GpuModel& gpu, const Model& model);
  [[nodiscard]] Frame frame();
  View view = topView();
  Display display;
  std::vector<Mat34f> influences;
  std::vector<Mat34f> bones;
  std::vector<std::uint32_t> meshes;
  ModelInstance instance;
};

}  // namespace sinew::renderer::test
