// How much memory the program takes for files made to take much: at most 16 times the bytes of the
// file and of the lists in it (each time one is named), 256 bytes a diagnostic, and what it takes
// for an empty file plus 8 MiB. (docs/format-bmd1.md, section 9.)

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// A file put together word by word; arrays are named in the header by `array`.
class FileBytes {
 public:
  FileBytes() {
    for (char c : std::string("BMD1"))
      bytes_.push_back(static_cast<std::uint8_t>(c));
    bytes_.resize(0x30);
  }

  void u8(std::uint32_t value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void u32(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      u8(value >> shift & 0xFF);
  }
  void align() { bytes_.resize((bytes_.size() + 15) / 16 * 16); }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(bytes_.size()); }

  /// The array that the header names at `field` (0x10 meshes, 0x18 LODs, 0x20 bones, 0x28
  /// animations) starts at `start` and ends here.
  void array(std::size_t field, std::uint32_t start) {
    setU32(field, start);
    setU32(field + 4, here() - start);
  }

  /// A list that is named `times` times counts that often.
  void countLists(std::size_t bytes, std::size_t times) { lists_ += bytes * times; }

  [[nodiscard]] std::size_t listBytes() const { return lists_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  void setU32(std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[at + i] = static_cast<std::uint8_t>(value >> (8 * i) & 0xFF);
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t lists_ = 0;
};

struct List {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t count = 0;
};

List putList(FileBytes& file, std::uint32_t count, const std::function<void(std::uint32_t)>& put) {
  file.align();
  List list{file.here(), 0, count};
  for (std::uint32_t i = 0; i < count; ++i)
    put(i);
  list.size = file.here() - list.offset;
  return list;
}

void putMesh(FileBytes& file, const List& vertices, const List& faces, std::uint32_t material) {
  file.u32(vertices.offset);
  file.u32(faces.offset);
  file.u32(material);
  file.u32((vertices.count & 0xFFFF) | (faces.count & 0xFFFF) << 16);
  file.u32(vertices.size);
  file.u32(faces.size);
  file.u32(1 | 1 << 2);  // mixed vertices, mixed faces
  file.u32(0);
}

void vertex64(FileBytes& file, std::uint32_t number) {
  file.u32(15U << 27 | (number & 127) | (number >> 7 & 127) << 9);
  file.u32(0x00200400);
}

/// `copies` meshes that share one vertex list and one face list.
FileBytes sharedLists(std::uint32_t copies,
                      const std::function<void(FileBytes&, std::uint32_t)>& vertex,
                      const std::function<void(FileBytes&, std::uint32_t)>& face) {
  FileBytes file;
  const List vertices = putList(file, 30000, [&](std::uint32_t i) { vertex(file, i); });
  const List faces = putList(file, 60000, [&](std::uint32_t i) { face(file, i); });
  const std::uint32_t name = file.here();
  for (char c : std::string("skin"))
    file.u8(static_cast<std::uint8_t>(c));
  file.u8(0);
  file.align();
  const std::uint32_t meshes = file.here();
  for (std::uint32_t i = 0; i < copies; ++i)
    putMesh(file, vertices, faces, name);
  file.array(0x10, meshes);
  file.countLists(vertices.size + faces.size, copies);
  return file;
}

void triangle32(FileBytes& file, std::uint32_t number) {
  const std::uint32_t v = number % 1000;
  file.u32(v << 2 | (v + 1) << 12 | (v + 2) << 22);
}

void quad32(FileBytes& file, std::uint32_t number) {
  const std::uint32_t v = number % 120;
  file.u32(1 | v << 2 | (v + 1) << 9 | (v + 2) << 16 | (v + 3) << 23);
}

void mixedVertex(FileBytes& file, std::uint32_t number) {
  if (number % 2 == 0) return vertex64(file, number);
  file.u32(0x3C003C00);
  file.u32(0xFD0F3C00);
  file.u32(0x00400100);
  file.u32(0x00700000);
}

/// As many records of an array as a MiB holds, all alike.
FileBytes records(std::size_t field, const std::vector<std::uint32_t>& words) {
  FileBytes file;
  const std::uint32_t start = file.here();
  for (std::size_t i = 0; i < kMiB / (4 * words.size()); ++i) {
    for (std::uint32_t word : words)
      file.u32(word);
  }
  file.array(field, start);
  return file;
}

FileBytes smallMeshes() {
  FileBytes file;
  const List vertices = putList(file, 3, [&](std::uint32_t i) { vertex64(file, i); });
  const List faces = putList(file, 1, [&](std::uint32_t i) { triangle32(file, i); });
  const std::uint32_t name = file.here();
  for (char c : std::string("#80FF00"))
    file.u8(static_cast<std::uint8_t>(c));
  file.u8(0);
  file.align();
  const std::uint32_t meshes = file.here();
  for (std::uint32_t i = 0; i < 32768; ++i)
    putMesh(file, vertices, faces, name);
  file.array(0x10, meshes);
  file.countLists(vertices.size + faces.size, 32768);
  return file;
}

/// Animations that share the keys of 250 bones, 255 on every channel of each.
FileBytes sharedKeys(std::uint32_t anims) {
  constexpr std::uint32_t kBones = 250;
  FileBytes file;
  const std::uint32_t bones = file.here();
  for (std::uint32_t i = 0; i < 4 * kBones; ++i)
    file.u32(0);
  file.array(0x20, bones);
  const List frames = putList(file, kBones * 256, [&](std::uint32_t i) {
    if (i % 256 == 255) return file.u8(0);
    file.u8(0xE0);
    file.u32(0x6B00E300 + i % 256);
    file.u32(15U << 27 | i % 256);
    file.u32(16U << 27 | 128 | 128 << 9 | 128 << 18);
  });
  file.align();
  const std::uint32_t start = file.here();
  for (std::uint32_t i = 0; i < anims; ++i) {
    file.u32(0);
    file.u32(0x10FF);
    file.u32(frames.offset);
    file.u32(frames.size);
  }
  file.array(0x28, start);
  file.countLists(frames.size, anims);
  return file;
}

/// Animations whose frame data is one terminator.
FileBytes emptyAnims() {
  FileBytes file;
  const std::uint32_t bones = file.here();
  for (int i = 0; i < 4; ++i)
    file.u32(0);
  file.array(0x20, bones);
  const std::uint32_t frames = file.here();
  file.u32(0);
  file.align();
  const std::uint32_t start = file.here();
  for (std::uint32_t i = 0; i < 65536; ++i) {
    file.u32(0);
    file.u32(0x0401);
    file.u32(frames);
    file.u32(1);
  }
  file.array(0x28, start);
  file.countLists(1, 65536);
  return file;
}

struct Outcome {
  int exit_code = -1;
  std::size_t peak_bytes = 0;
};

Outcome run(const std::vector<std::string>& arguments, const std::string& output) {
  std::vector<std::string> command = {SINEW_BINARY};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : command)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(out, 1);
    dup2(null, 2);
    alarm(120);  // a run that hangs ends by SIGALRM
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

std::size_t countOf(const std::string& path, const std::string& word) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

struct Case {
  std::string name;
  std::function<FileBytes()> make;
  std::size_t least_diagnostics = 0;
  std::size_t least_dump_bytes = 0;
};

/// For ctest's listing.
void PrintTo(const Case& tested, std::ostream* stream) {
  *stream << tested.name;
}

class Memory : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
#ifdef SINEW_SANITIZED
    GTEST_SKIP() << "AddressSanitizer's own memory hides the program's";
#endif
    const std::string base = ::testing::TempDir() + "sinew_memory_" + std::to_string(getpid());
    path_ = base + ".bmd";
    listing_ = base + ".json";
  }
  void TearDown() override {
    std::remove(path_.c_str());
    std::remove(listing_.c_str());
  }

  void write(const std::vector<std::uint8_t>& bytes) const {
    std::ofstream stream(path_, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(stream);
  }

  std::string path_;
  std::string listing_;
};

TEST_P(Memory, StaysWithinTheBound) {
  const std::vector<std::vector<std::string>> commands = {
      {"check", "--strict"}, {"check", "--json"}, {"info"}, {"info", "--json"}, {"dump"}};
  write(FileBytes().bytes());
  std::vector<std::size_t> empty;
  for (std::vector<std::string> command : commands) {
    command.push_back(path_);
    const Outcome result = run(command, "/dev/null");
    ASSERT_EQ(result.exit_code, 0) << command[0];
    empty.push_back(result.peak_bytes);
  }

  const FileBytes file = GetParam().make();
  ASSERT_LE(file.listBytes(), 8 * file.bytes().size());
  write(file.bytes());
  run({"check", "--json", path_}, listing_);
  const std::size_t diagnostics = countOf(listing_, "\"rule\"");
  EXPECT_GE(diagnostics, GetParam().least_diagnostics);
  run({"dump", path_}, listing_);
  EXPECT_GE(std::filesystem::file_size(listing_), GetParam().least_dump_bytes);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::vector<std::string> command = commands[i];
    command.push_back(path_);
    const Outcome result = run(command, "/dev/null");
    const std::size_t bound =
        16 * (file.bytes().size() + file.listBytes()) + 256 * diagnostics + empty[i] + 8 * kMiB;
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1)
        << command[0] << " ended with " << result.exit_code;
    EXPECT_LE(result.peak_bytes, bound) << command[0] << " " << command[1];
    std::printf("%-6s %-9s %5zu KiB file, %5zu KiB lists, %6zu diagnostics: %7zu of %7zu KiB\n",
                command[0].c_str(), command.size() > 2 ? command[1].c_str() : "",
                file.bytes().size() / 1024, file.listBytes() / 1024, diagnostics,
                result.peak_bytes / 1024, bound / 1024);
  }
}

const std::vector<Case>& cases() {
  // A vertex, a face, a mesh or a key takes at least 20 bytes of JSON; an LOD 10.
  static const std::vector<Case> kCases = {
      {"Triangles", [] { return sharedLists(7, vertex64, triangle32); }, 0, 7 * 90000 * 20},
      {"Quads", [] { return sharedLists(7, vertex64, quad32); }, 0, 7 * 90000 * 20},
      {"MixedVertices", [] { return sharedLists(7, mixedVertex, triangle32); }, 0, 7 * 90000 * 20},
      {"SmallMeshes", smallMeshes, 0, 32768 * 5 * 20},
      {"EmptyMeshes",
       [] {
         return records(0x10, {0, 0, 0x01, 0, 0, 0, 0, 0});
       },
       32768, 32768 * 20},
      {"FaultyMeshes",
       [] {
         return records(0x10, {~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U});
       },
       4 * 32768, 32768 * 20},
      {"Lods", [] { return records(0x18, {0x00000000}); }, 0, 262144 * 10},
      {"FaultyLods", [] { return records(0x18, {0x01FF0101}); }, 2 * 262144, 262144 * 10},
      {"FaultyBones",
       [] {
         return records(0x20, {~0U, ~0U, ~0U, ~0U});
       },
       256, 256 * 20},
      {"Keys", [] { return sharedKeys(7); }, 0, 7 * 250 * 255 * 20},
      {"Anims", emptyAnims, 0, 65536 * 20},
  };
  return kCases;
}

INSTANTIATE_TEST_SUITE_P(Files, Memory, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
