// Feeds the glTF fuzz entry every file of the folders named on the command line, and mutated
// variants of it: numbers of the JSON replaced by edge values, and bits of the binary part turned
// over. The same every time.

#include <algorithm>
#include <array>
#include <cctype>
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

constexpr int kVariants = 60;

struct File {
  std::string json;
  std::string binary;
  bool glb = false;
};

std::uint32_t wordAt(const std::string& text, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4 && at + i < text.size(); ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])) << (8 * i);
  return value;
}

void append(std::string& to, std::size_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    to += static_cast<char>(value >> (8 * i) & 0xFF);
}

File split(const std::string& bytes) {
  if (bytes.substr(0, 4) != "glTF" || bytes.size() < 20) return {bytes, {}, false};
  const std::size_t size = std::min<std::size_t>(wordAt(bytes, 12), bytes.size() - 20);
  const std::string rest = bytes.substr(20 + size);
  return {bytes.substr(20, size), rest.size() > 8 ? rest.substr(8) : std::string(), true};
}

std::string join(const File& file) {
  if (!file.glb) return file.json;
  std::string json = file.json;
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string out = "glTF";
  append(out, 2);
  append(out, 28 + json.size() + file.binary.size());
  append(out, json.size());
  out += "JSON" + json;
  append(out, file.binary.size());
  out.append("BIN\0", 4);
  return out + file.binary;
}

/// In a block of exactly its size, so that a sanitizer sees the first byte read beyond it.
void run(const std::string& bytes) {
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  File mutate(File file) {
    const std::uint32_t changes = 1 + below(3);
    for (std::uint32_t c = 0; c < changes; ++c) {
      const std::uint32_t kind = below(8);
      if (kind < 6) {
        replaceNumber(file.json);
      } else if (kind == 6 && !file.binary.empty()) {
        file.binary[below(file.binary.size())] ^= static_cast<char>(1U << below(8));
      } else if (!file.json.empty()) {
        file.json[below(file.json.size())] = static_cast<char>(below(128));
      }
    }
    return file;
  }

 private:
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  void replaceNumber(std::string& json) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 1; i < json.size(); ++i) {
      const bool digit = std::isdigit(static_cast<unsigned char>(json[i])) != 0;
      if (digit &&
          (json[i - 1] == ' ' || json[i - 1] == ':' || json[i - 1] == '[' || json[i - 1] == ',')) {
        starts.push_back(i);
      }
    }
    if (starts.empty()) return;
    const std::size_t at = starts[below(starts.size())];
    const std::size_t end = json.find_first_not_of("0123456789.eE+-", at);
    constexpr std::array<const char*, 14> kEdges{
        "0",    "1",  "2",          "3",          "5126",       "5125", "-1",
        "1e30", "65", "4294967295", "4294967294", "2147483648", "0.5",  "9007199254740991"};
    json.replace(at, end == json.npos ? end : end - at, kEdges[below(kEdges.size())]);
  }

  std::mt19937 random_;
};

std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int a = 1; a < argc; ++a) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[a])) {
      const std::string kind = entry.path().extension();
      if (kind == ".gltf" || kind == ".glb") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::fprintf(stderr, "usage: gltf_fuzz_replay FOLDER..., with files in them\n");
    return 2;
  }
  for (std::size_t f = 0; f < files.size(); ++f) {
    std::printf("%s\n", files[f].filename().c_str());  // the last line names the file of a crash
    std::fflush(stdout);
    const std::string bytes = readFile(files[f]);
    run(bytes);
    const File file = split(bytes);
    Mutator mutator(static_cast<std::uint32_t>(f + 1));
    for (int v = 0; v < kVariants; ++v)
      run(join(mutator.mutate(file)));
  }
  std::printf("%zu files, %d variants each\n", files.size(), kVariants);
  return 0;
}
