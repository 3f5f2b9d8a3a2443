// Feeds a fuzz entry every file of the folders named on the command line, variants of it with
// words and bytes changed to edge values, and prefixes of it. The same every time.

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

constexpr int kVariants = 24;
constexpr int kPrefixes = 16;

using FileBytes = std::vector<std::uint8_t>;

/// In a block of exactly its size, so that a sanitizer sees the first byte read beyond it.
void run(FileBytes bytes) {
  bytes.shrink_to_fit();
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  FileBytes mutate(FileBytes bytes) {
    const std::uint32_t changes = 1 + below(4);
    for (std::uint32_t c = 0; c < changes && bytes.size() >= 4; ++c) {
      if (below(3) == 0) {
        bytes[below(bytes.size())] = static_cast<std::uint8_t>(random_());
      } else {
        changeWord(bytes);
      }
    }
    return bytes;
  }

 private:
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  void changeWord(FileBytes& bytes) {
    constexpr std::array<std::uint32_t, 12> kEdges{0,          1,          2,          0x7F,
                                                   0xFFFF,     0x10000,    0x7FFFFFFF, 0x80000000,
                                                   0xFFFFFFFF, 0xFFFFFFF0, 0x7F800000, 0x00010000};
    const std::uint32_t value = kEdges[below(kEdges.size())];
    const std::size_t at = below(bytes.size() / 4) * std::size_t{4};
    for (std::size_t i = 0; i < 4; ++i)
      bytes[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  }

  std::mt19937 random_;
};

FileBytes readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int a = 1; a < argc; ++a) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[a])) {
      const std::string kind = entry.path().extension();
      if (entry.is_regular_file() && kind != ".json" && kind != ".md")
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::fprintf(stderr, "usage: replay FOLDER..., with files in them\n");
    return 2;
  }
  for (std::size_t f = 0; f < files.size(); ++f) {
    std::printf("%s\n", files[f].filename().c_str());  // the last line names the file of a crash
    std::fflush(stdout);
    const FileBytes bytes = readFile(files[f]);
    run(bytes);
    Mutator mutator(static_cast<std::uint32_t>(f + 1));
    for (int v = 0; v < kVariants; ++v)
      run(mutator.mutate(bytes));
    for (std::size_t p = 0; p < kPrefixes; ++p)
      run(FileBytes(bytes.begin(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * p / kPrefixes)));
  }
  std::printf("%zu files\n", files.size());
  return 0;
}
