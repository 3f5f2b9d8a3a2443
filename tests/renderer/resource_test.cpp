// Buffers, limits, targets: what goes up, what is refused, and that nothing is left behind.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include <glad/gl.h>

#include "renderer/gpu_model.h"
#include "renderer/renderer_impl.h"
#include "tests/renderer/count_new.h"
#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

class ResourceTest : public GlTest {};

/// A mixed list: the square's corners as 64-, 96-, 128- and 96-bit records.
MeshParts mixedSquare() {
  MeshParts out;
  out.form = PackedForm::Mixed;
  out.flat_normals = true;
  const std::uint32_t normal = packedNormal(0, 0, 1);
  const auto begin = [&] {
    out.word_offsets.push_back(static_cast<std::uint32_t>(out.words.size()));
  };
  begin();
  out.words.insert(out.words.end(), {packedPosition(-100, -100, 0), normal});
  begin();
  out.words.insert(out.words.end(), {packedPosition(100, -100, 0), 0xFA000000U, normal});
  begin();  // 100 in binary16 is 0x5640
  out.words.insert(out.words.end(), {0x56405640U, 0xFD0F0000U, 0, normal});
  begin();
  out.words.insert(out.words.end(), {packedPosition(-100, 100, 0), 0xFA000000U, normal});
  out.triangles = {0, 1, 2, 0, 2, 3};
  return out;
}

Model threeMeshes() {
  Model model = emptyModel();
  addMesh(model, mixedSquare(), flatMaterial(255, 0, 0));
  addMesh(model, flatSquare(), flatMaterial(0, 255, 0));
  addMesh(model, texturedSquare(), Material{});
  return model;
}

TEST_F(ResourceTest, ExactlyTheFilesVertexBytesGoUp) {
  Model model = threeMeshes();
  model.meshes.push_back(model.meshes[1]);  // shares a list
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  // 12 words mixed, 8 words of 64-bit records, 12 words of 96-bit records.
  EXPECT_EQ(gpu->packedVertexBytes(), 4U * (12 + 8 + 12));
  ASSERT_EQ(gpu->impl().chunks.size(), 1U);
  std::vector<std::byte> read(gpu->packedVertexBytes());
  glBindBuffer(GL_COPY_READ_BUFFER, gpu->impl().chunks[0].buffer.id());
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(read.size()), read.data());
  EXPECT_EQ(read, *model.bytes);
  GLint allocated = 0;
  glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &allocated);
  EXPECT_LE(static_cast<std::size_t>(allocated), read.size() + 8);
}

TEST_F(ResourceTest, ListsAtOddOffsetsGoUpUnchanged) {
  Model model = emptyModel();
  addMesh(model, flatSquare(), flatMaterial(0, 0, 255));
  std::vector<std::byte> shifted(3, std::byte{0xAB});
  shifted.insert(shifted.end(), model.bytes->begin(), model.bytes->end());
  model.bytes = std::make_shared<const std::vector<std::byte>>(std::move(shifted));
  std::get<PackedVertices>(model.meshes[0].vertices).list.offset = 3;
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  Shot shot(*gpu, model);
  shot.display.shading = Shading::Unlit;
  EXPECT_EQ(pixelAt(draw(shot.frame(), 4, 4), 1, 1), (Pixel{0, 0, 255, 255}));
}

// Too small for any list: chunks of their own, mixed records by overlapping attributes; the picture
// is the same.
TEST_F(ResourceTest, SmallTextureBuffersChangeNoPixel) {
  const Model model = threeMeshes();
  for (std::uint32_t mesh = 0; mesh < 3; ++mesh) {
    std::vector<Image> images;
    for (const int texels : {1 << 20, 14, 8}) {  // all together; one list each; none fits
      RendererOptions options;
      options.max_texture_buffer_texels = texels;
      Renderer small = makeRenderer(options);
      auto gpu = small.upload(model);
      ASSERT_TRUE(gpu.has_value());
      EXPECT_TRUE(gpu->warnings().empty());
      EXPECT_EQ(gpu->impl().chunks.size(), texels > 100 ? 1U : 3U);
      EXPECT_EQ(gpu->impl().meshes[0].input, texels == 8 ? MeshInput::Overlap : MeshInput::Stream);
      Shot shot(*gpu, model);
      shot.meshes = {mesh};
      auto target = RenderTarget::create(small.info(), 16, 16, 1);
      ASSERT_TRUE(target.has_value());
      ASSERT_TRUE(small.draw(shot.frame(), *target).has_value());
      images.push_back(target->readPixels());
    }
    EXPECT_NE(pixelAt(images[0], 8, 8), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(images[0].rgba, images[1].rgba);
    EXPECT_EQ(images[0].rgba, images[2].rgba);
  }
}

/// Half-transparent grids over the whole picture, one over the other: 80,000 triangles.
Model manyTriangles() {
  constexpr int kSide = 100;
  MeshParts grid;
  grid.flat_normals = true;
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x) {
      grid.words.insert(grid.words.end(),
                        {packedPosition(2 * x - 100, 2 * y - 100, 0), packedNormal(0, 0, 1)});
    }
  }
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t a = y * (kSide + 1) + x;
      const std::uint32_t b = a + kSide + 1;
      grid.triangles.insert(grid.triangles.end(), {a, a + 1, b + 1, a, b + 1, b});
    }
  }
  Model model = emptyModel();
  for (int i = 0; i < 4; ++i) {
    Material material = flatMaterial(60 * i, 255 - 60 * i, 128);
    material.color.a = 0.5f;
    material.alpha = AlphaMode::Blend;
    addMesh(model, grid, material);
  }
  return model;
}

// What is drawn in many calls with waits between looks as if it were drawn at once.
TEST_F(ResourceTest, PiecesChangeNoPixel) {
  const Model model = manyTriangles();
  std::vector<Image> images;
  for (const bool software : {true, false}) {
    RendererOptions options;
    Renderer renderer = makeRenderer(options);
    renderer.impl().info.software = software;  // else nothing is waited for
    auto gpu = renderer.upload(model);
    ASSERT_TRUE(gpu.has_value());
    Shot shot(*gpu, model);
    shot.display.shading = Shading::Unlit;
    shot.display.edges = shot.display.vertices = shot.display.normals = true;
    auto target = RenderTarget::create(renderer.info(), 64, 64, 1);
    ASSERT_TRUE(target.has_value());
    for (int frame = 0; frame < 2; ++frame)
      ASSERT_TRUE(renderer.draw(shot.frame(), *target).has_value());
    images.push_back(target->readPixels());
    EXPECT_TRUE(renderer.takeGlErrors().empty());
  }
  EXPECT_NE(pixelAt(images[0], 32, 32), (Pixel{0, 0, 0, 255}));
  EXPECT_EQ(images[0].rgba, images[1].rgba);
}

TEST_F(ResourceTest, AFrameThatTakesTooLongIsGivenUp) {
  const Model model = manyTriangles();
  Renderer renderer = makeRenderer(RendererOptions{});
  renderer.impl().info.software = true;  // small pieces
  auto gpu = renderer.upload(model);
  ASSERT_TRUE(gpu.has_value());
  Shot shot(*gpu, model);
  shot.display.vertices = shot.display.normals = true;
  auto target = RenderTarget::create(renderer.info(), 64, 64, 1);
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(renderer.timeLimit(), 60.0);
  renderer.setTimeLimit(0.0);
  ASSERT_TRUE(renderer.draw(shot.frame(), *target).has_value());
  EXPECT_TRUE(renderer.gaveUp());
  renderer.setTimeLimit(60.0);
  ASSERT_TRUE(renderer.draw(shot.frame(), *target).has_value());
  EXPECT_FALSE(renderer.gaveUp());
}

TEST_F(ResourceTest, TooManyInfluencesAreRefusedByName) {
  Model model = threeMeshes();
  model.influences.first.assign(101, 0);  // 100 influences: 300 texels and 25 of weights
  RendererOptions options;
  options.max_texture_buffer_texels = 324;
  Renderer small = makeRenderer(options);
  auto gpu = small.upload(model);
  ASSERT_TRUE(gpu.has_value());
  ASSERT_EQ(gpu->warnings().size(), 1U);
  EXPECT_EQ(gpu->warnings()[0],
            "no mesh is drawn: 100 influence matrices need a texture buffer of 325 texels and this "
            "driver "
            "allows 324");
  Shot shot(*gpu, model);
  auto target = RenderTarget::create(small.info(), 8, 8, 1);
  ASSERT_TRUE(target.has_value());
  ASSERT_TRUE(small.draw(shot.frame(), *target).has_value());
  EXPECT_EQ(pixelAt(target->readPixels(), 4, 4), (Pixel{0, 0, 0, 255}));
}

TEST_F(ResourceTest, TargetsBeyondTheLimitsAreErrors) {
  const GpuInfo& info = renderer().info();
  const int side = std::min(info.max_texture_size, info.max_renderbuffer_size);
  for (const auto& [width, height] :
       {std::pair{0, 4}, {4, 0}, {-1, 4}, {side + 1, 1}, {1, side + 1}, {1 << 30, 1 << 30}}) {
    const auto target = RenderTarget::create(info, width, height, 1);
    ASSERT_FALSE(target.has_value()) << width << " x " << height;
    EXPECT_NE(target.error().message.find(std::to_string(side)), std::string::npos);
  }
  EXPECT_FALSE(RenderTarget::create(info, 4, 4, info.max_samples + 1).has_value());
  EXPECT_FALSE(RenderTarget::create(info, 4, 4, -1).has_value());
  EXPECT_TRUE(RenderTarget::create(info, 4, 4, 0).has_value());
}

/// How many objects of all kinds exist. Drivers give names from 1 on.
int countGlObjects() {
  int count = 0;
  for (GLuint name = 1; name < 4000; ++name) {
    count += glIsBuffer(name) + glIsTexture(name) + glIsVertexArray(name) + glIsFramebuffer(name) +
             glIsRenderbuffer(name) + glIsProgram(name) + glIsShader(name) + glIsSampler(name);
  }
  return count;
}

TEST_F(ResourceTest, UploadingAndFreeingLeavesNothingBehind) {
  Model model = threeMeshes();
  model.textures.emplace_back();
  Image image;
  image.width = image.height = 4;
  image.rgba.assign(64, 200);
  int after_first = 0;
  for (int i = 0; i < 200; ++i) {
    {
      auto gpu = renderer().upload(model);
      ASSERT_TRUE(gpu.has_value());
      gpu->setTexture(0, &image);
      Shot shot(*gpu, model);
      shot.display.edges = shot.display.vertices = shot.display.armature = true;
      shot.display.background.a = 0.0f;
      auto target = RenderTarget::create(renderer().info(), 8, 8, 4);
      ASSERT_TRUE(target.has_value());
      ASSERT_TRUE(renderer().draw(shot.frame(), *target).has_value());
      EXPECT_EQ(target->readPixels().rgba.size(), 256U);
    }
    if (i == 0) after_first = countGlObjects();
  }
  EXPECT_EQ(countGlObjects(), after_first);
}

// A driver spends kilobytes on an object, a file 32 bytes on a mesh.
TEST_F(ResourceTest, MoreMeshesNeedNoMoreObjects) {
  std::vector<int> counts;
  for (const int copies : {1, 200}) {
    Model model = threeMeshes();
    for (int i = 1; i < copies; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        model.meshes.push_back(model.meshes[k]);
    }
    model.solids.push_back({0, 0});
    auto gpu = renderer().upload(model);
    ASSERT_TRUE(gpu.has_value());
    Shot shot(*gpu, model);
    shot.meshes.resize(model.meshes.size());
    std::iota(shot.meshes.begin(), shot.meshes.end(), 0U);
    shot.display.edges = shot.display.vertices = shot.display.normals = true;
    shot.display.solids = SolidMode::Fill;
    (void)draw(shot.frame(), 8, 8);
    counts.push_back(countGlObjects());
  }
  EXPECT_EQ(counts[0], counts[1]);
}

TEST_F(ResourceTest, FramesAllocateNothingAfterTheFirst) {
  if (!countsAllocations()) GTEST_SKIP() << "operator new belongs to the sanitizer";
  Model model = threeMeshes();
  model.skeleton.bones.resize(8);
  for (std::uint32_t i = 1; i < 8; ++i)
    model.skeleton.bones[i].parent = i - 1;
  (void)finishSkeleton(model.skeleton);
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  Shot shot(*gpu, model);
  Display& display = shot.display;
  display.edges = display.vertices = display.normals = display.grid = display.axes = true;
  display.armature = display.bone_axes = display.background_gradient = true;
  auto target = RenderTarget::create(renderer().info(), 32, 32, 4);
  ASSERT_TRUE(target.has_value());
  ASSERT_TRUE(renderer().draw(shot.frame(), *target).has_value());
  const Frame frame = shot.frame();
  const std::size_t before = allocationCount();
  const auto drawn = renderer().draw(frame, *target);
  EXPECT_EQ(allocationCount(), before);
  EXPECT_TRUE(drawn.has_value());
}

TEST_F(ResourceTest, ProgramsAreCompiledOnFirstUse) {
  const Model model = threeMeshes();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  EXPECT_EQ(renderer().programCount(), 0U);
  Shot shot(*gpu, model);
  shot.meshes = {1};
  (void)draw(shot.frame(), 8, 8);
  EXPECT_EQ(renderer().programCount(), 1U);  // one mesh on a plain background
}

TEST_F(ResourceTest, CopiesKeepTheirBytes) {
  const Model model = threeMeshes();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  for (const GLenum format : {GL_RGBA8, GL_SRGB8_ALPHA8}) {
    for (const int samples : {1, 4}) {
      Shot shot(*gpu, model);
      shot.display.background = {0.2f, 0.5f, 0.7f, 1.0f};
      shot.view.clip_from_view[0].x *= 0.7f;
      auto target = RenderTarget::create(renderer().info(), 16, 16, samples);
      ASSERT_TRUE(target.has_value());
      ASSERT_TRUE(renderer().draw(shot.frame(), *target).has_value());
      const Image expected = target->readPixels();
      gl::Texture texture = gl::Texture::create();
      glBindTexture(GL_TEXTURE_2D, texture.id());
      glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), 24, 24, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, nullptr);
      gl::Framebuffer framebuffer = gl::Framebuffer::create();
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
      target->blitTo(framebuffer.id(), 3, 5);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer.id());
      Image copied = expected;
      glReadPixels(3, 5, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, copied.rgba.data());
      for (int y = 0; y < 16; ++y) {
        const auto row = static_cast<std::size_t>(y) * 64;
        EXPECT_EQ(std::memcmp(copied.rgba.data() + row, expected.rgba.data() + (960 - row), 64), 0);
      }
    }
  }
}

TEST_F(ResourceTest, LargeTexturesAreShrunkWithAWarning) {
  Model model = emptyModel();
  const Material material = texturedMaterial(model, "wide");
  addMesh(model, texturedSquare(), material);
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  gpu->impl().info.max_texture_size = 4;
  Image wide;
  wide.width = 10;
  wide.height = 1;
  for (int i = 0; i < 10; ++i)
    wide.rgba.insert(wide.rgba.end(), {0, 128, 255, 255});
  gpu->setTexture(0, &wide);
  ASSERT_EQ(gpu->warnings().size(), 1U);
  EXPECT_EQ(gpu->warnings()[0],
            "texture \"wide\" of 10 x 1 pixels is shown smaller: this driver allows sides of 4");
  Shot shot(*gpu, model);
  shot.display.shading = Shading::Unlit;
  EXPECT_EQ(pixelAt(draw(shot.frame(), 4, 4), 1, 1), (Pixel{0, 128, 255, 255}));
}

TEST_F(ResourceTest, EmptyModelsAndStrayIndicesDraw) {
  const Model model = emptyModel();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  Shot shot(*gpu, model);
  shot.meshes = {0, 7, kNone};
  shot.influences.clear();
  shot.instance.selected_bone = 12;
  shot.display.armature = shot.display.bone_axes = shot.display.edges = true;
  shot.display.solids = SolidMode::Fill;
  EXPECT_EQ(pixelAt(draw(shot.frame(), 4, 4), 1, 1), (Pixel{0, 0, 0, 255}));
  gpu->setTexture(3, nullptr);
}

TEST_F(ResourceTest, DriversAreDescribed) {
  const GpuInfo& info = renderer().info();
  EXPECT_FALSE(info.renderer.empty());
  EXPECT_FALSE(info.glsl_version.empty());
  EXPECT_GE(info.max_texture_buffer_texels, 65536);
  EXPECT_GE(info.max_samples, 1);
  EXPECT_EQ(info.software, info.renderer.find("llvmpipe") != std::string::npos ||
                               info.renderer.find("softpipe") != std::string::npos);
}

TEST(RendererTest, NeedsFunctions) {
  EXPECT_FALSE(Renderer::create(nullptr, false).has_value());
}

}  // namespace

}  // namespace sinew::renderer::test
