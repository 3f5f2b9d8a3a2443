#include "tests/renderer/gl_fixture.h"

#include <algorithm>
#include <cstdlib>

#include <glm/gtc/matrix_transform.hpp>

#include "app/png.h"
#include "format/pose/pose.h"

namespace sinew::renderer::test {

void GlTest::SetUp() {
  std::vector<app::GlAttempt> attempts;
  auto context = app::createHeadlessContext(app::GlDeviceChoice{}, attempts);
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  context_ = std::move(*context);
  RendererOptions options;
  options.debug_output = true;
  renderer_ = std::make_unique<Renderer>(makeRenderer(options));
}

void GlTest::TearDown() {
  if (renderer_) {
    for (const std::string& message : renderer_->takeGlErrors())
      ADD_FAILURE() << message;
  }
  renderer_.reset();
  context_.reset();
}

Renderer GlTest::makeRenderer(const RendererOptions& options) const {
  auto renderer = Renderer::create(context_->loader(), options);
  if (!renderer) {
    ADD_FAILURE() << describe(renderer.error());
    std::abort();
  }
  return std::move(*renderer);
}

Image GlTest::draw(const Frame& frame, int width, int height, int samples) {
  auto target = RenderTarget::create(renderer_->info(), width, height, samples);
  if (!target) {
    ADD_FAILURE() << describe(target.error());
    return {};
  }
  const auto drawn = renderer_->draw(frame, *target);
  EXPECT_TRUE(drawn.has_value()) << describe(drawn.error());
  Image image = target->readPixels();
  for (const std::string& message : renderer_->takeGlErrors())
    ADD_FAILURE() << message;
  return image;
}

Pixel pixelAt(const Image& image, int x, int y) {
  const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x)) *
                         4;
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

::testing::AssertionResult isNear(const Pixel& got, const Pixel& expected) {
  for (std::size_t c = 0; c < 4; ++c) {
    if (std::abs(got[c] - expected[c]) > 1) {
      return ::testing::AssertionFailure() << ::testing::PrintToString(got) << " instead of "
                                           << ::testing::PrintToString(expected);
    }
  }
  return ::testing::AssertionSuccess();
}

int countDifferent(const Image& a, const Image& b, int tolerance) {
  int count = 0;
  for (std::size_t i = 0; i + 3 < std::min(a.rgba.size(), b.rgba.size()); i += 4) {
    bool differs = false;
    for (std::size_t c = i; c < i + 4; ++c) {
      differs = differs || std::abs(int{a.rgba[c]} - int{b.rgba[c]}) > tolerance;
    }
    count += differs ? 1 : 0;
  }
  return count;
}

void keepPicture(const Image& image, const std::string& name) {
  const char* folder = std::getenv("SINEW_PICTURES");
  if (folder == nullptr) return;
  const auto png = app::encodePng(image);
  ASSERT_TRUE(png.has_value());
  const auto written = app::writeFileAtomically(std::string(folder) + "/" + name + ".png", *png);
  EXPECT_TRUE(written.has_value()) << describe(written.error());
}

std::uint32_t packedPosition(int x, int y, int z) {
  const auto field = [](int value) { return static_cast<std::uint32_t>(value) & 0x1FFU; };
  return 22U << 27 | field(z) << 18 | field(y) << 9 | field(x);
}

std::uint32_t packedNormal(int x, int y, int z) {
  const auto code = [](int value) { return value > 0 ? 0x70U : value < 0 ? 0xF0U : 0x00U; };
  return code(z) << 16 | code(y) << 8 | code(x);
}

std::uint32_t addMesh(Model& model, const MeshParts& parts, const Material& material) {
  std::vector<std::byte> bytes = model.bytes ? *model.bytes : std::vector<std::byte>();
  PackedVertices list;
  list.form = parts.form;
  list.flat_normals = parts.flat_normals;
  list.list = {bytes.size(), parts.words.size() * 4};
  for (const std::uint32_t word : parts.words) {
    for (unsigned i = 0; i < 4; ++i)
      bytes.push_back(std::byte((word >> (8 * i)) & 0xFFU));
  }
  const std::size_t words_each = parts.form == PackedForm::Bits64   ? 2
                                 : parts.form == PackedForm::Bits96 ? 3
                                                                    : 4;
  list.count =
      static_cast<std::uint32_t>(parts.form == PackedForm::Mixed ? parts.word_offsets.size()
                                                                 : parts.words.size() / words_each);
  list.word_offsets = parts.word_offsets;
  if (material.flat) {
    for (std::size_t c = 0; c < 3; ++c) {
      list.flat_color[c] = static_cast<std::uint8_t>(
          std::lround(material.color[static_cast<glm::length_t>(c)] * 255.0f));
    }
  }
  Mesh mesh;
  mesh.material = static_cast<std::uint32_t>(model.materials.size());
  model.materials.push_back(material);
  mesh.triangles = parts.triangles;
  mesh.vertices = std::move(list);
  model.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  model.meshes.push_back(std::move(mesh));
  return static_cast<std::uint32_t>(model.meshes.size() - 1);
}

Model emptyModel() {
  Model model;
  model.influences.first = {0, 0};
  return model;
}

Material flatMaterial(int r, int g, int b) {
  Material material;
  material.flat = true;
  material.color =
      glm::vec4(static_cast<float>(r), static_cast<float>(g), static_cast<float>(b), 255.0f) /
      255.0f;
  return material;
}

Material texturedMaterial(Model& model, const std::string& name) {
  Material material;
  TextureLayer layer;
  layer.texture = static_cast<std::uint32_t>(model.textures.size());
  material.layers.push_back(layer);
  Texture texture;
  texture.name = name;
  model.textures.push_back(texture);
  return material;
}

MeshParts flatSquare() {
  MeshParts out;
  out.flat_normals = true;
  const std::uint32_t up = packedNormal(0, 0, 1);
  for (const auto& [x, y] : {std::pair{-100, -100}, {100, -100}, {100, 100}, {-100, 100}}) {
    out.words.push_back(packedPosition(x, y, 0));
    out.words.push_back(up);
  }
  out.triangles = {0, 1, 2, 0, 2, 3};
  return out;
}

MeshParts texturedSquare() {
  MeshParts out;
  out.form = PackedForm::Bits96;
  // 12-bit S/T are v / 2048 - 0.5: 0 is 1024, 1 is 3072. T = 0 is the image's top row.
  const auto vertex = [&](int x, int y, std::uint32_t s, std::uint32_t t) {
    out.words.push_back(packedPosition(x, y, 0));
    out.words.push_back(0xFA000000U | t << 12 | s);
    out.words.push_back(packedNormal(0, 0, 1));
  };
  vertex(-100, -100, 1024, 3072);
  vertex(100, -100, 3072, 3072);
  vertex(100, 100, 3072, 1024);
  vertex(-100, 100, 1024, 1024);
  out.triangles = {0, 1, 2, 0, 2, 3};
  return out;
}

View topView() {
  View view;
  view.eye = {0.0f, 0.0f, 300.0f};
  view.view_from_world = glm::lookAt(view.eye, glm::vec3(0.0f), glm::vec3(0.0f, 1.0f, 0.0f));
  view.clip_from_view = glm::ortho(-100.0f, 100.0f, -100.0f, 100.0f, 1.0f, 600.0f);
  return view;
}

Shot::Shot(const GpuModel& gpu, const Model& model) {
  pose::Poser poser(model);
  poser.evaluate(0.0);
  influences.assign(poser.influenceMatrices().begin(), poser.influenceMatrices().end());
  bones.assign(poser.boneMatrices().begin(), poser.boneMatrices().end());
  for (std::uint32_t i = 0; i < model.meshes.size(); ++i) {
    if (model.meshes[i].drawn) meshes.push_back(i);
  }
  instance.gpu = &gpu;
  display.background = {0.0f, 0.0f, 0.0f, 1.0f};
  display.background_gradient = false;
}

Frame Shot::frame() {
  instance.influence_matrices = influences;
  instance.bone_matrices = bones;
  instance.meshes = meshes;
  Frame out;
  out.view = view;
  out.display = display;
  out.models = std::span(&instance, 1);
  return out;
}

}  // namespace sinew::renderer::test
