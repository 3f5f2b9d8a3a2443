// make_peers FOLDER [FILE.bmd…]: writes what bench/compare_peers measures: 20k.bmd and 200k.bmd
// with as many triangles, or copies of the files given, and the same geometry as GLB.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bench/glb.h"
#include "bench/models.h"
#include "format/load.h"

namespace {

bool writeFile(const std::string& path, const std::vector<std::byte>& bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  if (!stream) std::fprintf(stderr, "%s cannot be written\n", path.c_str());
  return static_cast<bool>(stream);
}

bool writePair(const std::string& base, std::vector<std::byte> bytes) {
  auto shared = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const sinew::Result<sinew::LoadedModel> loaded = sinew::loadModel(shared, {});
  if (!loaded) {
    std::fprintf(stderr, "%s: %s\n", base.c_str(), sinew::describe(loaded.error()).c_str());
    return false;
  }
  return writeFile(base + ".bmd", *shared) &&
         writeFile(base + ".glb", sinew::bench::toGlb(*loaded));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: make_peers FOLDER [FILE.bmd...]\n");
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  if (argc == 2) {
    return writePair(folder + "20k", sinew::bench::makeModelFile({10, 50, 4})) &&
                   writePair(folder + "200k", sinew::bench::makeModelFile({100, 50, 4}))
               ? 0
               : 1;
  }
  for (int i = 2; i < argc; ++i) {
    const std::string path = argv[i];
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    const std::size_t slash = path.rfind('/') + 1;
    const std::string name = path.substr(slash, path.rfind('.') - slash);
    if (!writePair(folder + name, {first, first + text.size()})) return 1;
  }
  return 0;
}
