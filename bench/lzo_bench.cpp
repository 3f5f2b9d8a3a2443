// Decompressing LZO1X against liblzo2, which is the judge here and never part of the program: the
// same streams, packed by liblzo2's fast compressor and by the best one, as Fable's files are.
// Arguments are Google Benchmark's.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <lzo/lzo1x.h>

#include "bench/ratios.h"
#include "format/lzo.h"

namespace {

/// What is packed, made anew and always the same.
std::vector<unsigned char> makeVertices() {
  // 28-byte skinned vertices of a tube: floats, palette bytes, weights, packed normal and uv.
  std::vector<unsigned char> out;
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const float position[3] = {static_cast<float>(i % 40), static_cast<float>(i / 40) * 0.25f,
                               static_cast<float>(random() % 64) / 16.0f};
    const auto* bytes = reinterpret_cast<const unsigned char*>(position);
    out.insert(out.end(), bytes, bytes + 12);
    const auto bone = static_cast<unsigned char>(3 * (i / 1500));
    for (const unsigned char b : {bone, static_cast<unsigned char>(bone + 3), bone, bone})
      out.push_back(b);
    const auto weight = static_cast<unsigned char>(random() % 2 == 0 ? 255 : 128);
    for (const unsigned char b : {weight, static_cast<unsigned char>(255 - weight),
                                  static_cast<unsigned char>(0), static_cast<unsigned char>(0)})
      out.push_back(b);
    for (int b = 0; b < 8; ++b)
      out.push_back(static_cast<unsigned char>(b < 4 ? i % 40 : random() % 16));
  }
  return out;
}

std::vector<unsigned char> makeIndices() {
  std::vector<unsigned char> out;
  for (unsigned i = 0; i < 20000; ++i) {
    for (const unsigned index : {i, i + 1, i + 40, i + 1, i + 41, i + 40}) {
      out.push_back(static_cast<unsigned char>(index & 0xFF));
      out.push_back(static_cast<unsigned char>(index >> 8));
    }
  }
  return out;
}

std::vector<unsigned char> makeImage() {
  // A DXT1 image: plain regions, gradients and noise.
  std::vector<unsigned char> out;
  std::mt19937 random(2);
  for (unsigned block = 0; block < 65536; ++block) {
    const unsigned kind = block / 4096 % 3;
    for (unsigned b = 0; b < 8; ++b) {
      const unsigned value = kind == 0 ? 0x5A : kind == 1 ? block / 16 + b : random() & 0xFF;
      out.push_back(static_cast<unsigned char>(value & 0xFF));
    }
  }
  return out;
}

struct Stream {
  std::string name;
  std::vector<unsigned char> packed;
  std::size_t size = 0;
};

Stream pack(const std::string& name, const std::vector<unsigned char>& data, bool best) {
  std::vector<unsigned char> work(best ? LZO1X_999_MEM_COMPRESS : LZO1X_1_MEM_COMPRESS);
  Stream out{name + (best ? "/999" : "/1"), {}, data.size()};
  out.packed.resize(data.size() + data.size() / 16 + 128);
  lzo_uint size = out.packed.size();
  const auto compress = best ? lzo1x_999_compress : lzo1x_1_compress;
  if (compress(data.data(), data.size(), out.packed.data(), &size, work.data()) != LZO_E_OK)
    std::exit(1);
  out.packed.resize(size);
  return out;
}

void addBenchmarks(const Stream& stream) {
  auto shared = std::make_shared<const Stream>(stream);
  const auto fill = [shared](benchmark::State& state) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * shared->size));
  };
  benchmark::RegisterBenchmark(("sinew/" + stream.name).c_str(), [=](benchmark::State& state) {
    std::vector<std::byte> out(shared->size);
    const auto in = std::as_bytes(std::span(shared->packed));
    for (auto _ : state) {
      const sinew::LzoResult result = sinew::decompressLzo(in, out);
      if (result.status != sinew::LzoStatus::Done || result.produced != out.size()) std::abort();
      benchmark::ClobberMemory();
    }
    fill(state);
  });
  benchmark::RegisterBenchmark(("liblzo2/" + stream.name).c_str(), [=](benchmark::State& state) {
    std::vector<unsigned char> out(shared->size);
    for (auto _ : state) {
      lzo_uint size = out.size();
      if (lzo1x_decompress_safe(shared->packed.data(), shared->packed.size(), out.data(), &size,
                                nullptr) != LZO_E_OK)
        std::abort();
      benchmark::ClobberMemory();
    }
    fill(state);
  });
  // At least 0.7 times as fast.
  sinew::bench::declareRatio(stream.name, "sinew/" + stream.name, "liblzo2/" + stream.name,
                             1.0 / 0.7);
}

}  // namespace

int main(int argc, char** argv) {
  if (lzo_init() != LZO_E_OK) return 1;
  for (const bool best : {false, true}) {
    addBenchmarks(pack("vertices", makeVertices(), best));
    addBenchmarks(pack("indices", makeIndices(), best));
    addBenchmarks(pack("image", makeImage(), best));
  }
  return sinew::bench::runWithRatios(argc, argv);
}
