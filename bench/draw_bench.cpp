// Drawing packed lists against the same geometry as 36-byte floats (position 12, normal 12, S/T 8,
// bone 4), by the program's own renderer: the vertex stage alone (the rasteriser switched off) and
// the whole frame. 99,856 vertices, 198,450 triangles, 50 bones, one texture.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <glad/gl.h>

#include "app/gl_context.h"
#include "bench/ratios.h"
#include "format/quantize.h"
#include "renderer/renderer.h"

namespace {

using namespace sinew;

constexpr std::uint32_t kSide = 316;
constexpr std::uint32_t kBones = 50;
constexpr std::uint8_t kTag96 = 0xFA;
constexpr std::uint8_t kTag128 = 0xFD;

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

template <class T>
T need(Result<T> result) {
  if (!result) stop(describe(result.error()));
  return std::move(*result);
}

/// A wavy sheet on whole numbers, which all forms hold exactly.
glm::ivec3 gridPosition(std::uint32_t i) {
  const int x = static_cast<int>(i % kSide) - static_cast<int>(kSide / 2);
  const int y = static_cast<int>(i / kSide) - static_cast<int>(kSide / 2);
  const double wave = 40.0 * std::sin(x * 0.045) * std::cos(y * 0.06);
  return {x, y, static_cast<int>(std::lround(wave)) + 50};
}

std::uint32_t packNormal(const glm::ivec3& p) {
  const glm::dvec3 n =
      glm::normalize(glm::dvec3(-1.8 * std::cos(p.x * 0.045), std::sin(p.y * 0.06), 1.0));
  std::uint32_t out = 0;
  for (glm::length_t c = 0; c < 3; ++c)
    out |= std::uint32_t{encodeF8a(n[c]).value_or(0)} << (8 * c);
  return out;
}

std::uint32_t gridBone(std::uint32_t i) {
  return i / kSide * kBones / kSide;
}

glm::dvec2 gridSt(std::uint32_t i) {
  return {i % kSide / double{kSide - 1}, i / kSide / double{kSide - 1}};
}

std::uint32_t half(int value) {
  return encodeHalf(value).value_or(0);
}

void addRecord(std::vector<std::uint32_t>& words, PackedForm form, std::uint32_t i) {
  const glm::ivec3 p = gridPosition(i);
  const std::uint32_t bone = gridBone(i);
  const glm::dvec2 st = gridSt(i);
  const std::uint32_t position = encodePackedVec3(glm::dvec3(p)).value_or(0);
  if (form == PackedForm::Bits64) {
    words.push_back(position);
    words.push_back(bone << 24 | encodeSt11(st).value_or(0));
  } else if (form == PackedForm::Bits96) {
    words.push_back(position);
    words.push_back(std::uint32_t{kTag96} << 24 | encodeSt12(st).value_or(0));
    words.push_back(bone << 24 | packNormal(p));
  } else {
    words.push_back(half(p.x) | half(p.y) << 16);
    words.push_back(std::uint32_t{kTag128} << 24 | 0x0FU << 16 | half(p.z));
    words.push_back(encodeSt14(st).value_or(0));
    words.push_back(bone << 24 | packNormal(p));
  }
}

void addGridTriangles(std::vector<std::uint32_t>& triangles) {
  for (std::uint32_t y = 0; y + 1 < kSide; ++y) {
    for (std::uint32_t x = 0; x + 1 < kSide; ++x) {
      const std::uint32_t a = y * kSide + x;
      triangles.insert(triangles.end(), {a, a + 1, a + kSide + 1, a, a + kSide + 1, a + kSide});
    }
  }
}

Model baseModel() {
  Model model;
  model.influences.first.clear();
  for (std::uint32_t i = 0; i <= kBones; ++i)
    model.influences.first.push_back(i);
  for (std::uint32_t i = 0; i < kBones; ++i) {
    model.influences.bones.push_back(0);
    model.influences.weights.push_back(1.0f);
  }
  Material material;
  TextureLayer layer;
  layer.texture = 0;
  material.layers.push_back(layer);
  model.materials.push_back(material);
  model.textures.emplace_back();
  return model;
}

/// `form` Mixed: a third of the records each.
Model packedModel(PackedForm form, bool as_mixed) {
  constexpr std::array<PackedForm, 3> kForms{PackedForm::Bits64, PackedForm::Bits96,
                                             PackedForm::Bits128};
  Model model = baseModel();
  std::vector<std::uint32_t> words;
  PackedVertices list;
  list.form = as_mixed ? PackedForm::Mixed : form;
  list.count = kSide * kSide;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (as_mixed) list.word_offsets.push_back(static_cast<std::uint32_t>(words.size()));
    addRecord(words, form == PackedForm::Mixed ? kForms[i * 7 % 3] : form, i);
  }
  std::vector<std::byte> bytes;
  for (const std::uint32_t word : words) {
    for (unsigned b = 0; b < 4; ++b)
      bytes.push_back(std::byte(word >> (8 * b) & 0xFFU));
  }
  list.list = {0, bytes.size()};
  model.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  Mesh mesh;
  mesh.material = 0;
  mesh.vertices = std::move(list);
  addGridTriangles(mesh.triangles);
  model.meshes.push_back(std::move(mesh));
  return model;
}

/// The same sheet in the 36-byte layout.
Model floatModel() {
  auto arrays = std::make_shared<VertexArrays>();
  arrays->uvs.emplace_back();
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const glm::ivec3 p = gridPosition(i);
    const std::uint32_t code = packNormal(p);
    const glm::dvec3 n(decodeF8a(static_cast<std::uint8_t>(code)),
                       decodeF8a(static_cast<std::uint8_t>(code >> 8)),
                       decodeF8a(static_cast<std::uint8_t>(code >> 16)));
    arrays->positions.emplace_back(p);
    arrays->normals.emplace_back(glm::normalize(n));
    arrays->uvs[0].push_back(gridSt(i));
    arrays->influences.push_back(gridBone(i));
  }
  Model model = baseModel();
  Mesh mesh;
  mesh.material = 0;
  mesh.vertices = std::shared_ptr<const VertexArrays>(std::move(arrays));
  addGridTriangles(mesh.triangles);
  model.meshes.push_back(std::move(mesh));
  return model;
}

renderer::Image checker() {
  renderer::Image image;
  image.width = image.height = 64;
  for (int i = 0; i < 64 * 64; ++i) {
    const std::uint8_t v = ((i / 8 + i / 512) & 1) != 0 ? 200 : 120;
    image.rgba.insert(image.rgba.end(), {v, v, v, 255});
  }
  return image;
}

/// Everything that one way of drawing needs.
struct Way {
  std::string name;
  renderer::Renderer* renderer = nullptr;
  std::unique_ptr<Model> model;
  std::unique_ptr<renderer::GpuModel> gpu;
};

struct World {
  std::unique_ptr<app::GlContext> context;
  std::unique_ptr<renderer::Renderer> renderer;
  std::unique_ptr<renderer::Renderer>
      small_renderer;  ///< texture buffers too small: overlapping attributes
  std::unique_ptr<renderer::RenderTarget> target;
  std::vector<Way> ways;
  std::vector<Mat34f> matrices;
  renderer::View view;
};

World makeWorld() {
  World world;
  std::vector<app::GlAttempt> attempts;
  world.context = need(app::createHeadlessContext({}, attempts));
  const auto loader = world.context->loader();
  world.renderer =
      std::make_unique<renderer::Renderer>(need(renderer::Renderer::create(loader, false)));
  renderer::RendererOptions small;
  small.max_texture_buffer_texels = 65536;
  world.small_renderer =
      std::make_unique<renderer::Renderer>(need(renderer::Renderer::create(loader, small)));
  world.target = std::make_unique<renderer::RenderTarget>(
      need(renderer::RenderTarget::create(world.renderer->info(), 640, 480, 1)));
  const auto add = [&](const char* name, renderer::Renderer& renderer, Model model) {
    Way way;
    way.name = name;
    way.renderer = &renderer;
    way.model = std::make_unique<Model>(std::move(model));
    way.gpu = std::make_unique<renderer::GpuModel>(need(renderer.upload(*way.model)));
    const renderer::Image image = checker();
    way.gpu->setTexture(0, &image);
    if (const PackedVertices* list = way.model->meshes[0].packed()) {
      if (way.gpu->packedVertexBytes() != list->list.size)
        stop("not exactly the file's bytes went up");
      fmt::print("{:<18} {:>9} vertex bytes\n", name, list->list.size);
    }
    world.ways.push_back(std::move(way));
  };
  renderer::Renderer& normal = *world.renderer;
  add("float", normal, floatModel());
  add("64", normal, packedModel(PackedForm::Bits64, false));
  add("96", normal, packedModel(PackedForm::Bits96, false));
  add("128", normal, packedModel(PackedForm::Bits128, false));
  add("mixed", normal, packedModel(PackedForm::Mixed, true));
  // Other ways to read the same records, for comparison.
  add("64 as words", normal, packedModel(PackedForm::Bits64, true));
  add("96 as words", normal, packedModel(PackedForm::Bits96, true));
  add("mixed overlapping", *world.small_renderer, packedModel(PackedForm::Mixed, true));
  for (std::uint32_t i = 0; i < kBones; ++i) {
    Mat34f m;
    const float angle = 0.02f * static_cast<float>(i);
    m.m = {std::cos(angle),  0, std::sin(angle), 0, 0, 1, 0, 0,
           -std::sin(angle), 0, std::cos(angle), 0};
    world.matrices.push_back(m);
  }
  world.view.eye = {0.0f, -330.0f, 260.0f};
  world.view.view_from_world = glm::lookAt(world.view.eye, glm::vec3(0, 0, 20), glm::vec3(0, 0, 1));
  world.view.clip_from_view = glm::perspective(0.8f, 4.0f / 3.0f, 10.0f, 2000.0f);
  return world;
}

/// Software rasterisers work on the CPU: their processor time does not count what other programs
/// took. Everywhere else time is what passes.
double seconds(bool software) {
  timespec now{};
  clock_gettime(software ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void benchDraw(benchmark::State& state, World& world, std::size_t index, bool vertex_stage_only) {
  const Way& way = world.ways[index];
  renderer::ModelInstance instance;
  instance.gpu = way.gpu.get();
  instance.influence_matrices = world.matrices;
  const std::uint32_t mesh = 0;
  instance.meshes = std::span(&mesh, 1);
  renderer::Frame frame;
  frame.view = world.view;
  frame.display.background = {0.2f, 0.2f, 0.2f, 1.0f};
  frame.display.background_gradient = false;
  frame.models = std::span(&instance, 1);
  const auto draw = [&] {
    if (auto drawn = way.renderer->draw(frame, *world.target); !drawn)
      stop(describe(drawn.error()));
    glFinish();
  };
  draw();  // compiles
  if (vertex_stage_only) glEnable(GL_RASTERIZER_DISCARD);
  const bool software = way.renderer->info().software;
  for (auto _ : state) {
    const double start = seconds(software);
    draw();
    state.SetIterationTime(seconds(software) - start);
  }
  glDisable(GL_RASTERIZER_DISCARD);
}

}  // namespace

int main(int argc, char** argv) {
  World world = makeWorld();
  fmt::print("{}\n", world.renderer->info().renderer);
  for (std::size_t i = 0; i < world.ways.size(); ++i) {
    const std::string name = world.ways[i].name;
    for (const bool vertex : {true, false}) {
      const std::string full = (vertex ? "vertex/" : "frame/") + name;
      benchmark::RegisterBenchmark(
          full.c_str(),
          [&world, i, vertex](benchmark::State& state) { benchDraw(state, world, i, vertex); })
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
    if (i == 0) continue;
    bench::declareRatio("vertex stage, " + name + " / float", "vertex/" + name, "vertex/float",
                        1.1);
    bench::declareRatio("whole frame, " + name + " / float", "frame/" + name, "frame/float", 1.1);
  }
  return bench::runWithRatios(argc, argv);
}
