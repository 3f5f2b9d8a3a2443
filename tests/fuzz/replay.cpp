// Feeds the fuzz entry every file below the folders named on the command line, and mutated variants
// of it: bits turned over, the end cut off, 32-bit fields overwritten with edge values. The same
// every time.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using File = std::vector<std::uint8_t>;

constexpr int kVariants = 150;

File readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return File(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

/// In a block of exactly its size, so that a sanitizer sees the first byte read beyond it.
void run(const File& file) {
  const std::vector<std::uint8_t> exact(file.begin(), file.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  File mutate(File file) {
    if (file.empty()) return file;
    const std::uint32_t changes = 1 + below(4);
    for (std::uint32_t c = 0; c < changes && !file.empty(); ++c) {
      switch (below(5)) {
        case 0:
          file[below(file.size())] ^= static_cast<std::uint8_t>(1u << below(8));
          break;
        case 1:
          file.resize(below(file.size() + 1));
          break;
        case 2:
          overwrite(file, below(std::min<std::size_t>(file.size(), 0x30)) / 4 * 4);
          break;
        case 3:
          overwrite(file, below(file.size()) / 4 * 4);
          break;
        default:
          file[below(file.size())] = static_cast<std::uint8_t>(below(256));
          break;
      }
    }
    return file;
  }

 private:
  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(random_() % bound);  // the same numbers with every library
  }

  void overwrite(File& file, std::size_t at) {
    const std::array<std::uint32_t, 10> edges{0,
                                              1,
                                              0x30,
                                              0x7FFFFFFF,
                                              0x80000000,
                                              0xFFFFFFF0,
                                              0xFFFFFFFF,
                                              static_cast<std::uint32_t>(file.size()),
                                              static_cast<std::uint32_t>(file.size()) - 1,
                                              below(file.size())};
    const std::uint32_t value = edges[below(edges.size())];
    for (std::size_t b = 0; b < 4 && at + b < file.size(); ++b) {
      file[at + b] = static_cast<std::uint8_t>(value >> (8 * b));
    }
  }

  std::mt19937 random_;
};

void replay(const std::filesystem::path& path, std::uint32_t seed) {
  const File file = readFile(path);
  run(file);
  Mutator mutator(seed);
  for (int v = 0; v < kVariants; ++v)
    run(mutator.mutate(file));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int a = 1; a < argc; ++a) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[a])) {
      if (entry.is_regular_file() && entry.path().extension() != ".json") {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::fprintf(stderr, "usage: bmd1_fuzz_replay FOLDER..., with files in them\n");
    return 2;
  }
  for (std::size_t f = 0; f < files.size(); ++f) {
    std::printf("%s\n", files[f].filename().c_str());  // the last line names the file of a crash
    std::fflush(stdout);
    replay(files[f], static_cast<std::uint32_t>(f + 1));
  }
  std::printf("%zu files, %d variants each\n", files.size(), kVariants);
  return 0;
}
