// Cut, extended and nonsensical files.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/load.h"
#include "format/utf8.h"
#include "tests/format/corpus.h"
#include "tests/format/raw_file.h"

namespace sinew {
namespace {

using test::RawFile;

// Every prefix in a heap block of its own: a sanitizer sees the first byte read beyond it.
TEST(Robust, EveryPrefixFailsCleanly) {
  for (const char* name : {"character", "v_mixed", "faces_all", "anim_channels", "pseudo_bones",
                           "solids", "lods_three", "strings", "solid_mesh0"}) {
    SCOPED_TRACE(name);
    const SharedBytes whole =
        test::readBytes(test::corpusDir() / "valid" / (std::string(name) + ".bmd"));
    for (std::size_t size = 0; size < whole->size(); ++size) {
      const auto prefix = std::make_shared<const std::vector<std::byte>>(
          whole->begin(), whole->begin() + static_cast<std::ptrdiff_t>(size));
      const auto loaded = loadModel(prefix, {.mode = Mode::Strict});
      if (size < 0x30) {
        ASSERT_FALSE(loaded.has_value()) << size;
        EXPECT_EQ(loaded.error().code, "header.truncated");
        EXPECT_EQ(loaded.error().offset, size);
        EXPECT_FALSE(describe(loaded.error()).empty());
        continue;
      }
      ASSERT_TRUE(loaded.has_value()) << size;
      // Only zero bytes behind the last list (slack) may go unnoticed.
      bool slack = true;
      for (std::size_t k = size; k < whole->size(); ++k)
        slack &= (*whole)[k] == std::byte{0};
      if (!slack) {
        EXPECT_NE(countBySeverity(loaded->diagnostics).errors, 0u) << size;
      }
    }
  }
}

TEST(Robust, BytesBehindTheLastListAreNobodysBusiness) {
  for (const auto& path : test::filesIn(test::corpusDir() / "valid", ".bmd")) {
    SCOPED_TRACE(path.filename().string());
    const SharedBytes whole = test::readBytes(path);
    auto longer = *whole;
    longer.resize(longer.size() + 64, std::byte{0xEE});
    const auto before = loadModel(whole, {});
    const auto after = loadModel(std::make_shared<const std::vector<std::byte>>(longer), {});
    ASSERT_TRUE(before && after);
    ASSERT_EQ(before->diagnostics.size(), after->diagnostics.size());
    for (std::size_t d = 0; d < after->diagnostics.size(); ++d) {
      EXPECT_EQ(describe(before->diagnostics[d]), describe(after->diagnostics[d]));
    }
  }
}

// Scenario 14: counts larger than the list. One mesh is broken, the other one still shows.
TEST(Robust, ABrokenMeshLeavesTheOthersAlone) {
  RawFile raw;
  const std::uint32_t name = raw.text("skin");
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0, 0, 0});
  const std::uint32_t faces = raw.words({1u << 12 | 2u << 22});
  raw.meshes({{vertices, 0xFFFFFFF0, 65535, faces, 0x7FFFFFFF, 65535, name, 0},
              {vertices, 24, 3, faces, 4, 1, name, 0}});
  const auto loaded = loadModel(raw.share(), {});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->diagnostics.size(), 2u);
  EXPECT_EQ(loaded->model.meshes[0].vertexCount(), 0u);
  EXPECT_TRUE(loaded->model.meshes[0].triangles.empty());
  EXPECT_EQ(loaded->model.meshes[1].vertexCount(), 3u);
  EXPECT_EQ(loaded->model.meshes[1].triangles.size(), 3u);
}

// Scenario 15: offsets that point at themselves, and cycles.
TEST(Robust, NonsenseReturnsInTime) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::byte> bytes(1 << 20, std::byte{0x30});
  for (std::size_t k = 0; k < 16; ++k)
    bytes[k] = std::byte{0};
  bytes[0] = std::byte{'B'};
  bytes[1] = std::byte{'M'};
  bytes[2] = std::byte{'D'};
  bytes[3] = std::byte{'1'};
  // Every array is the whole file, and every record names offset 0x30.
  for (std::size_t array = 0x10; array < 0x30; array += 8) {
    const std::uint32_t size = (1 << 20) - 0x30;
    for (std::size_t b = 0; b < 4; ++b) {
      bytes[array + b] = static_cast<std::byte>(0x30u >> (8 * b));
      bytes[array + 4 + b] = static_cast<std::byte>(size >> (8 * b));
    }
  }
  const auto loaded =
      loadModel(std::make_shared<const std::vector<std::byte>>(std::move(bytes)), {});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_FALSE(loaded->diagnostics.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

/// A closed pyramid fan with many triangles whose boxes all overlap: the worst case of the crossing
/// test.
TEST(Robust, TheLargestTestedSolidReturnsInTime) {
  const auto start = std::chrono::steady_clock::now();
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.size();
  constexpr std::uint32_t kRim = 512;
  const auto vertex = [&raw](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    raw.words({22u << 27 | (z & 0x1FF) << 18 | (y & 0x1FF) << 9 | (x & 0x1FF), 0x01000000});
  };
  vertex(0, 0, 0xFF);
  vertex(0, 0, 0x100);
  // A square rim, seen from above counter-clockwise.
  for (std::uint32_t k = 0; k < kRim; ++k) {
    const std::uint32_t side = k / 128;
    const auto along = static_cast<std::int32_t>(k % 128) - 64;
    const std::int32_t x = side == 0 ? along : side == 1 ? 64 : side == 2 ? -along : -64;
    const std::int32_t y = side == 0 ? -64 : side == 1 ? along : side == 2 ? 64 : -along;
    vertex(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0);
  }
  const std::uint32_t faces = raw.size();
  for (std::uint32_t k = 0; k < kRim; ++k) {
    const std::uint32_t a = 2 + k;
    const std::uint32_t b = 2 + (k + 1) % kRim;
    raw.words({0u << 2 | a << 12 | b << 22, 1u << 2 | b << 12 | a << 22});
  }
  raw.meshes({{}, {vertices, (kRim + 2) * 8, kRim + 2, faces, kRim * 8, kRim * 2, 0, 0}});
  raw.bones({{}, {0, 1}});
  const auto loaded = loadModel(raw.share(), {});
  ASSERT_TRUE(loaded.has_value());
  for (const Diagnostic& d : loaded->diagnostics)
    ADD_FAILURE() << describe(d);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(DetectFormat, GoesByContent) {
  RawFile raw;
  EXPECT_EQ(detectFormat(*raw.share()), FileFormat::Bmd1);
  EXPECT_EQ(detectFormat(Bytes(*raw.share()).first(4)), FileFormat::Bmd1);
  EXPECT_EQ(detectFormat(Bytes(*raw.share()).first(3)), std::nullopt);
  raw.put8(0, 'b');
  EXPECT_EQ(detectFormat(*raw.share()), std::nullopt);
  const auto loaded = loadModel(raw.share(), {});
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(describe(loaded.error()),
            "header.magic at 0x0: magic 62 4d 44 31, expected 42 4d 44 31");
}

TEST(Utf8, WellFormedness) {
  using namespace std::string_view_literals;
  EXPECT_EQ(findIllFormedUtf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), 10u);
  // One U+FFFD for each maximal ill-formed part (Unicode 15, table 3-8).
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(toUtf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"),
            mark + mark + mark + mark + mark + mark + mark + mark + "A");
  EXPECT_EQ(toUtf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), mark + mark + mark + mark + "A");
  EXPECT_EQ(findIllFormedUtf8("ab\xED\xA0\x80"), 2u);      // a surrogate
  EXPECT_EQ(findIllFormedUtf8("ab\xF4\x90\x80\x80"), 2u);  // past U+10FFFF
  EXPECT_EQ(dropCutUtf8("ab\xE2\x82"), "ab");
  EXPECT_EQ(dropCutUtf8("ab\xE2\x82\xAC"), "ab\xE2\x82\xAC");
  EXPECT_EQ(dropCutUtf8("ab\x82\x82"), "ab\x82\x82");  // ill-formed, but not cut
}

}  // namespace
}  // namespace sinew
