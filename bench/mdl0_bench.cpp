// Decoding the Wii's textures against a memcpy of the decoded texels, and its primitive lists
// against a memcpy of the decoded vertices and triangles. Arguments are Google Benchmark's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/ratios.h"
#include "format/gx/texels.h"
#include "format/mdl0/display_list.h"

namespace {

using namespace sinew;

constexpr std::uint32_t kSide = 1024;

std::vector<std::byte> noise(std::size_t size) {
  std::mt19937 random(1);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes)
    b = static_cast<std::byte>(random());
  return bytes;
}

void benchTexture(benchmark::State& state, gx::TexelFormat format) {
  const std::vector<std::byte> data =
      noise(static_cast<std::size_t>(gx::imageBytes(format, kSide, kSide)));
  const std::vector<gx::Texel> palette =
      gx::usesPalette(format) ? gx::decodePalette(gx::PaletteFormat::Rgb5A3, noise(2 * 16384))
                              : std::vector<gx::Texel>{};
  std::vector<gx::Texel> out(std::size_t{kSide} * kSide);
  for (auto _ : state) {
    gx::decodeImage(format, data, kSide, kSide, palette, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
}

void benchCopy(benchmark::State& state, std::size_t size) {
  const std::vector<std::byte> from = noise(size);
  std::vector<std::byte> to(size);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), size);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
}

/// Strips of 16-bit indices into position, normal and UV arrays, as game files have them.
class ListFile {
 public:
  static constexpr std::uint32_t kElements = 20000;
  static constexpr std::uint32_t kStrips = 2000;
  static constexpr std::uint32_t kStripVertices = 20;

  ListFile() {
    // Arrays first: 12 bytes an element, read as s16 x 3 at stride 6 and as s16 x 2 at stride 4.
    std::vector<std::byte> bytes = noise(std::size_t{kElements} * 6);
    begin_ = bytes.size();
    const auto put = [&bytes](std::uint32_t value, int size) {
      for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(value >> shift));
    };
    std::mt19937 random(2);
    for (std::uint32_t s = 0; s < kStrips; ++s) {
      put(0x98, 1);
      put(kStripVertices, 2);
      for (std::uint32_t v = 0; v < kStripVertices; ++v) {
        // A strip shares half of its vertices with the one before it.
        const std::uint32_t vertex = (s * kStripVertices / 2 + v) % kElements;
        put(vertex, 2);
        put(vertex / 3, 2);
        put(vertex, 2);
      }
    }
    bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  }

  void decode(scene::Mesh& mesh) const {
    scene::Findings findings(Mode::Lenient);
    mdl0::Budget budget(~std::uint64_t{0});
    const mdl0::Source source(bytes_, {0, bytes_->size()}, {}, findings, budget);
    mdl0::ModelReader reader(source, {mdl0::PartKind::Mdl0, "bench", 0, bytes_->size()});
    reader.model.bones.resize(1);
    reader.matrix(0) = {mdl0::MatrixRef::To::Bone, 0, kNone};
    mdl0::DisplayList list{begin_, bytes_->size(), {}, 0, "bench"};
    std::array<const mdl0::VertexArray*, mdl0::kAttributes> arrays{};
    std::array<mdl0::VertexArray, 3> known{array(1, 6), array(0, 6), array(1, 4)};
    const std::array<std::size_t, 3> attributes{0, mdl0::kNormalAttribute, mdl0::kFirstUv};
    for (std::size_t i = 0; i < 3; ++i) {
      auto& attribute = list.layout.attributes[attributes[i]];
      attribute.mode = mdl0::FieldMode::Index16;
      attribute.format = {known[i].components, known[i].type, known[i].divisor};
      attribute.offset = list.layout.bytes;
      list.layout.bytes += 2;
      arrays[attributes[i]] = &known[i];
    }
    mdl0::VertexDecoder decoder(source, list.layout, arrays, 0, "bench", mesh);
    readDisplayList(reader, list, decoder, mesh);
    decoder.finish();
  }

 private:
  static mdl0::VertexArray array(std::uint32_t components, std::uint32_t stride) {
    mdl0::VertexArray out;
    out.path = "bench";
    out.readable = true;
    out.components = components;
    out.type = 3;
    out.divisor = 8;
    out.stride = stride;
    out.count = out.available = kElements;
    return out;
  }

  SharedBytes bytes_;
  std::uint64_t begin_ = 0;
};

void benchList(benchmark::State& state, const ListFile& file) {
  for (auto _ : state) {
    scene::Mesh mesh;
    file.decode(mesh);
    benchmark::DoNotOptimize(mesh.positions.data());
  }
}

/// Bytes of what a list decodes to.
std::size_t meshBytes(const scene::Mesh& mesh) {
  return mesh.positions.size() *
             (2 * sizeof(glm::vec3) + sizeof(glm::vec2) + sizeof(std::uint32_t)) +
         mesh.triangles.size() * sizeof(std::uint32_t);
}

}  // namespace

int main(int argc, char** argv) {
  using gx::TexelFormat;
  constexpr std::array kFormats{TexelFormat::Cmpr,   TexelFormat::I4,    TexelFormat::I8,
                                TexelFormat::Ia4,    TexelFormat::Ia8,   TexelFormat::Rgb565,
                                TexelFormat::Rgb5A3, TexelFormat::Rgba8, TexelFormat::C4,
                                TexelFormat::C8,     TexelFormat::C14X2};
  const std::size_t texture_bytes = std::size_t{4} * kSide * kSide;
  benchmark::RegisterBenchmark("memcpy/texture",
                               [=](benchmark::State& state) { benchCopy(state, texture_bytes); });
  for (const TexelFormat format : kFormats) {
    const std::string name = "texture/" + std::string(toString(format));
    benchmark::RegisterBenchmark(
        name.c_str(), [format](benchmark::State& state) { benchTexture(state, format); });
    sinew::bench::declareRatio("decode " + std::string(toString(format)) + " / memcpy", name,
                               "memcpy/texture", format == TexelFormat::Cmpr ? 40.0 : 39.0);
  }
  const ListFile file;
  scene::Mesh mesh;
  file.decode(mesh);
  const std::size_t list_bytes = meshBytes(mesh);
  benchmark::RegisterBenchmark("memcpy/list",
                               [=](benchmark::State& state) { benchCopy(state, list_bytes); });
  benchmark::RegisterBenchmark("list/strips",
                               [&](benchmark::State& state) { benchList(state, file); });
  sinew::bench::declareRatio("decode a primitive list / memcpy", "list/strips", "memcpy/list",
                             150.0);
  return sinew::bench::runWithRatios(argc, argv);
}
