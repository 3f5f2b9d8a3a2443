// From a file's bytes to checked data that is ready for the GPU, against assimp on the same
// geometry as GLB, and against reading the file at all. Arguments are Google Benchmark's; FILE.bmd
// arguments replace the made model.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/glb.h"
#include "bench/models.h"
#include "bench/ratios.h"
#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"
#include "format/load.h"

namespace {

using sinew::SharedBytes;

SharedBytes share(std::vector<std::byte> bytes) {
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

sinew::LoadedModel load(const SharedBytes& bytes) {
  sinew::Result<sinew::LoadedModel> loaded = sinew::loadModel(bytes, {});
  if (!loaded) {
    std::fprintf(stderr, "%s\n", sinew::describe(loaded.error()).c_str());
    std::exit(1);
  }
  return std::move(*loaded);
}

/// What every way of loading is given.
struct Input {
  std::string name;
  SharedBytes bytes;                 ///< with clips
  SharedBytes still;                 ///< without
  std::vector<std::byte> glb;        ///< `bytes` as GLB
  std::vector<std::byte> still_glb;  ///< `still` as GLB
  std::string path;                  ///< of `still` as a file
};

void benchLoad(benchmark::State& state, const SharedBytes& bytes) {
  for (auto _ : state) {
    sinew::Result<sinew::LoadedModel> loaded = sinew::loadModel(bytes, {});
    benchmark::DoNotOptimize(loaded);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes->size()));
}

void benchDecode(benchmark::State& state, const SharedBytes& bytes) {
  const sinew::LoadedModel loaded = load(bytes);
  for (auto _ : state) {
    float sum = 0.0f;
    for (const sinew::Mesh& mesh : loaded.model.meshes) {
      sinew::bmd1::forEachVertex(*bytes, *mesh.packed(),
                                 [&sum](std::uint32_t, const sinew::bmd1::Vertex& vertex) {
                                   sum += vertex.position.x + vertex.normal.y + vertex.st.x;
                                 });
    }
    benchmark::DoNotOptimize(sum);
  }
}

/// The whole check as `sinew check` does it, without the common model.
void benchCheck(benchmark::State& state, const SharedBytes& bytes) {
  for (auto _ : state) {
    auto file = sinew::bmd1::read(bytes, sinew::Mode::Strict, {});
    benchmark::DoNotOptimize(file);
  }
}

void benchAssimp(benchmark::State& state, const std::vector<std::byte>& glb) {
  for (auto _ : state) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb");
    if (scene == nullptr) {
      state.SkipWithError(importer.GetErrorString());
      return;
    }
    benchmark::DoNotOptimize(scene);
  }
}

/// Reads the file, which the system has in its cache, into memory that was not used before.
void benchReadFile(benchmark::State& state, const std::string& path) {
  for (auto _ : state) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const off_t size = lseek(file, 0, SEEK_END);
    lseek(file, 0, SEEK_SET);
    // Not from the heap, which hands out what the last iteration left warm.
    const auto length = static_cast<std::size_t>(size);
    void* memory =
        mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || read(file, memory, length) != size) {
      state.SkipWithError("the file cannot be read");
      return;
    }
    benchmark::DoNotOptimize(memory);
    munmap(memory, length);
    close(file);
  }
}

void addBenchmarks(const Input& input) {
  const auto add = [&](const std::string& what, auto function, const auto& argument) {
    benchmark::RegisterBenchmark(
        (what + "/" + input.name).c_str(),
        [function, &argument](benchmark::State& state) { function(state, argument); });
  };
  add("load", benchLoad, input.bytes);
  add("load_still", benchLoad, input.still);
  add("check", benchCheck, input.bytes);
  add("decode", benchDecode, input.bytes);
  add("assimp_glb", benchAssimp, input.glb);
  add("assimp_still_glb", benchAssimp, input.still_glb);
  add("read_file", benchReadFile, input.path);
  using sinew::bench::declareRatio;
  declareRatio("load / assimp GLB, " + input.name, "load/" + input.name, "assimp_glb/" + input.name,
               0.06);
  declareRatio("load without clips / assimp GLB without, " + input.name, "load_still/" + input.name,
               "assimp_still_glb/" + input.name, 0.06);
  declareRatio("load without clips / read file, " + input.name, "load_still/" + input.name,
               "read_file/" + input.name, 10.0);
}

/// A copy of the file that has no clips: the header's animation array is empty.
SharedBytes withoutClips(const SharedBytes& bytes) {
  std::vector<std::byte> copy = *bytes;
  for (std::size_t i = 0x28; i < 0x30 && i < copy.size(); ++i)
    copy[i] = std::byte{0};
  return share(std::move(copy));
}

Input makeInput(const std::string& name, std::vector<std::byte> file, const std::string& folder) {
  Input input;
  input.name = name;
  input.bytes = share(std::move(file));
  input.still = withoutClips(input.bytes);
  input.glb = sinew::bench::toGlb(load(input.bytes));
  input.still_glb = sinew::bench::toGlb(load(input.still));
  input.path = folder + "/" + name + ".bmd";
  std::ofstream stream(input.path, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(input.still->data()),
               static_cast<std::streamsize>(input.still->size()));
  if (!stream) {
    std::fprintf(stderr, "%s cannot be written\n", input.path.c_str());
    std::exit(1);
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  char folder[] = "/tmp/sinew-bench-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  std::vector<Input> inputs;
  std::vector<char*> rest = {argv[0]};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.size() < 4 || argument.substr(argument.size() - 4) != ".bmd") {
      rest.push_back(argv[i]);
      continue;
    }
    std::ifstream stream(argument, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    const std::size_t slash = argument.rfind('/') + 1;
    inputs.push_back(makeInput(argument.substr(slash, argument.size() - 4 - slash),
                               {first, first + text.size()}, folder));
  }
  if (inputs.empty()) {
    inputs.push_back(makeInput("20k", sinew::bench::makeModelFile({10, 50, 4}), folder));
    inputs.push_back(makeInput("200k", sinew::bench::makeModelFile({100, 50, 4}), folder));
  }
  for (const Input& input : inputs) {
    std::printf("%s: BMD1 %zu bytes, GLB %zu bytes\n", input.name.c_str(), input.bytes->size(),
                input.glb.size());
    addBenchmarks(input);
  }
  const int status = sinew::bench::runWithRatios(static_cast<int>(rest.size()), rest.data());
  for (const Input& input : inputs)
    unlink(input.path.c_str());
  rmdir(folder);
  return status;
}
