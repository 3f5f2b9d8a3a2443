// No file makes the program take more than 16 times (its size and what its lists add up to), 256
// bytes a finding, and a constant.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "sinew_process.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr std::size_t kConstantKib = 4 * 1024;

/// Bytes appended in file order, little-endian.
class Bytes {
 public:
  Bytes& u8(std::uint32_t value) {
    text_.push_back(static_cast<char>(value));
    return *this;
  }
  Bytes& u16(std::uint32_t value) { return u8(value & 0xFF).u8(value >> 8); }
  Bytes& u32(std::uint32_t value) { return u16(value & 0xFFFF).u16(value >> 16); }
  Bytes& zeros(std::size_t count) {
    text_.append(count, '\0');
    return *this;
  }
  /// The header; each array as offset and size, in the order meshes, lods, bones, anims.
  Bytes& header(const std::vector<std::uint32_t>& arrays) {
    text_ += "BMD1";
    zeros(12);
    for (const std::uint32_t word : arrays)
      u32(word);
    return *this;
  }
  Bytes& mesh(std::uint32_t vertices, std::uint32_t faces, std::uint32_t material,
              std::uint32_t vertex_bytes, std::uint32_t face_bytes, std::uint32_t flags = 0) {
    u32(vertices).u32(faces).u32(material).u16(0).u16(0);
    return u32(vertex_bytes).u32(face_bytes).u32(flags).u32(0);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Hostile {
  std::string name;
  std::string bytes;
  std::size_t list_bytes = 0;
};

constexpr std::uint32_t kRecords = 30'000;

std::string recordsOfMeshes() {
  Bytes bytes;
  bytes.header({0x30, kRecords * 32, 0, 0, 0, 0, 0, 0});
  return bytes.zeros(kRecords * 32).text();
}

/// Every record breaks a rule of its own.
std::string recordsWithFaults() {
  Bytes bytes;
  bytes.header({0x30, kRecords * 32, 0, 0, 0, 0, 0, 0});
  for (std::uint32_t i = 0; i < kRecords; ++i)
    bytes.mesh(0, 0, 0, 0, 0, 0x80);
  return bytes.text();
}

/// Levels of 255 meshes each.
std::string recordsOfLods() {
  constexpr std::uint32_t kMeshes = 255;
  constexpr std::uint32_t kLods = 5'000;
  const std::uint32_t lods = 0x40 + kMeshes * 32;
  Bytes bytes;
  bytes.header({0x40, kMeshes * 32, lods, kLods * 4, 0, 0, 0, 0});
  bytes.u8('m').zeros(15);
  for (std::uint32_t i = 0; i < kMeshes; ++i)
    bytes.mesh(0, 0, 0x30, 0, 0);
  for (std::uint32_t i = 0; i < kLods; ++i)
    bytes.u8(0).u8(255).u8(0).u8(0);
  return bytes.text();
}

/// Clips that share one byte of frame data.
std::string recordsOfAnims() {
  Bytes bytes;
  bytes.header({0, 0, 0, 0, 0x40, 16, 0x50, kRecords * 16});
  bytes.zeros(16).zeros(16);
  for (std::uint32_t i = 0; i < kRecords; ++i) {
    bytes.u32(0).u8(1).u8(4).u8(0).u8(0).u32(0x30).u32(1);
  }
  return bytes.text();
}

/// One list of the smallest vertices, all of it faces too.
std::string oneLargeList() {
  constexpr std::uint32_t kBytes = 1'000'000;
  Bytes bytes;
  bytes.header({0x40, 32, 0, 0, 0, 0, 0, 0});
  bytes.u8('m').zeros(15).mesh(0x60, 0x60, 0x30, kBytes, kBytes);
  return bytes.zeros(kBytes).text();
}

/// Seven meshes share the list: more would be refused (section.total).
std::string sharedLists() {
  constexpr std::uint32_t kBytes = 500'000;
  const std::uint32_t list = 0x40 + 7 * 32;
  Bytes bytes;
  bytes.header({0x40, 7 * 32, 0, 0, 0, 0, 0, 0});
  bytes.u8('m').zeros(15);
  for (int i = 0; i < 7; ++i)
    bytes.mesh(list, 0, 0x30, kBytes, 0, 1);
  return bytes.zeros(kBytes).text();
}

class Memory : public testing::TestWithParam<const char*> {
 protected:
  static std::vector<Hostile> files() {
    return {{"meshes", recordsOfMeshes()},
            {"faults", recordsWithFaults()},
            {"lods", recordsOfLods()},
            {"anims", recordsOfAnims()},
            {"list", oneLargeList(), 2 * 1'000'000},
            {"shared", sharedLists(), 7 * 500'000}};
  }
};

TEST_P(Memory, StaysWithinItsBounds) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer's own memory hides the program's";
  const fs::path path =
      fs::temp_directory_path() / (std::string("sinew-memory-") + std::to_string(getpid()));
  for (const Hostile& file : files()) {
    SCOPED_TRACE(file.name);
    std::ofstream(path, std::ios::binary) << file.bytes;
    const nlohmann::json counts =
        nlohmann::json::parse(runSinew({"check", path, "--json"}).out)["counts"];
    const std::size_t findings = counts["error"].get<std::size_t>() +
                                 counts["warning"].get<std::size_t>() +
                                 counts["note"].get<std::size_t>();
    const std::size_t allowed = 16 * (file.bytes.size() + file.list_bytes) + 256 * findings;
    const Finished run =
        runSinewWithin(kConstantKib + allowed / 1024, {GetParam(), path, "--json", "--lenient"});
    EXPECT_LE(run.exit, 1) << run.err;
  }
  fs::remove(path);
}

TEST(MemoryLimit, IsRealAndReported) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer needs more than any limit";
  const fs::path path =
      fs::temp_directory_path() / (std::string("sinew-limit-") + std::to_string(getpid()));
  std::ofstream(path, std::ios::binary) << oneLargeList();
  const Finished run = runSinewWithin(1024, {"info", path});
  EXPECT_TRUE(run.exit == 3 || run.exit == 70) << run.exit;  // while reading, or later
  EXPECT_NE(run.err, "");
  fs::remove(path);
}

INSTANTIATE_TEST_SUITE_P(Commands, Memory, testing::Values("check", "info", "dump", "pose"));

}  // namespace
}  // namespace sinew::e2e
