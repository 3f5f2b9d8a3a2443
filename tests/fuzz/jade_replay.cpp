// Feeds the Jade fuzz entry every model below the folders named on the command line together with
// the files beside it, and mutated variants of them: words replaced by edge values, bits turned
// over, files cut. The same every time.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

constexpr int kVariants = 150;

using Files = std::array<std::string, 5>;  // .mdl, .mdx, .mab, .txb, super-model

std::string readFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The model with the first file of each other kind beside it.
Files gather(const fs::path& model) {
  Files out;
  out[0] = readFile(model);
  std::vector<fs::path> beside;
  for (const auto& entry : fs::directory_iterator(model.parent_path()))
    beside.push_back(entry.path());
  std::sort(beside.rbegin(), beside.rend());
  for (const fs::path& path : beside) {
    const std::string kind = path.extension();
    if (path.stem() == model.stem() && (kind == ".mdx" || kind == ".MDX2")) out[1] = readFile(path);
    if (kind == ".mab") out[2] = readFile(path);
    if (kind == ".txb") out[3] = readFile(path);
    if (kind == ".mdl" && path != model) out[4] = readFile(path);
  }
  return out;
}

/// In a block of exactly its size, so that a sanitizer sees the first byte read beyond it.
void run(const Files& files) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& file : files) {
    for (std::size_t i = 0; i < 4; ++i)
      bytes.push_back(static_cast<std::uint8_t>(file.size() >> (8 * i)));
    bytes.insert(bytes.end(), file.begin(), file.end());
  }
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  Files mutate(Files files) {
    const std::uint32_t changes = 1 + below(4);
    for (std::uint32_t c = 0; c < changes; ++c) {
      std::string& file = files[below(4) == 0 ? below(files.size()) : 0];
      if (file.size() < 8) continue;
      const std::uint32_t kind = below(10);
      if (kind < 6) {
        replaceWord(file);
      } else if (kind < 9) {
        file[below(file.size())] ^= static_cast<char>(1U << below(8));
      } else {
        file.resize(below(file.size()));
      }
    }
    return files;
  }

 private:
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  void replaceWord(std::string& file) {
    constexpr std::array<std::uint32_t, 16> kEdges{0,          1,          2,          20,
                                                   60,         240,        0x7F,       0xFFFF,
                                                   0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFEC,
                                                   0x7F800000, 0x7FC00000, 0x7F7FFFFF, 0x40000001};
    const std::size_t at = below(file.size() / 4) * 4;
    std::uint32_t value = kEdges[below(kEdges.size())];
    // Pointers within the file, at any of its words.
    if (below(3) == 0) value = 4 * below(file.size() / 4);
    for (std::size_t i = 0; i < 4 && at + i < file.size(); ++i)
      file[at + i] = static_cast<char>(value >> (8 * i));
  }

  std::mt19937 random_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> models;
  for (int a = 1; a < argc; ++a) {
    for (const auto& entry : fs::recursive_directory_iterator(argv[a])) {
      if (entry.path().extension() == ".mdl") models.push_back(entry.path());
    }
  }
  std::sort(models.begin(), models.end());
  if (models.empty()) {
    std::fprintf(stderr, "usage: jade_fuzz_replay FOLDER..., with models in them\n");
    return 2;
  }
  for (std::size_t m = 0; m < models.size(); ++m) {
    std::printf("%s\n", models[m].filename().c_str());  // the last line names the file of a crash
    std::fflush(stdout);
    const Files files = gather(models[m]);
    run(files);
    Mutator mutator(static_cast<std::uint32_t>(m + 1));
    for (int v = 0; v < kVariants; ++v)
      run(mutator.mutate(files));
  }
  std::printf("%zu models, %d variants each\n", models.size(), kVariants);
  return 0;
}
