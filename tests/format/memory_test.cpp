// Opening any file takes at most 16 bytes for each of its bytes and for each byte of all its lists
// together, 256 a diagnostic, and a constant (docs/format-bmd1.md, section 9). The heap is counted
// by operator new of this program.

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "format/load.h"
#include "tests/format/corpus.h"
#include "tests/format/raw_file.h"

namespace {

std::atomic<std::size_t> g_used{0};
std::atomic<std::size_t> g_peak{0};

/// Every block has its size in front of it.
constexpr std::size_t kPrefix = alignof(std::max_align_t);

void* countedAlloc(std::size_t size) {
  auto* block = static_cast<char*>(std::malloc(size + kPrefix));
  if (block == nullptr) std::abort();
  std::memcpy(block, &size, sizeof size);
  const std::size_t used = g_used += size;
  std::size_t peak = g_peak;
  while (used > peak && !g_peak.compare_exchange_weak(peak, used)) {
  }
  return block + kPrefix;
}

void countedFree(void* pointer) {
  if (pointer == nullptr) return;
  auto* block = static_cast<char*>(pointer) - kPrefix;
  std::size_t size = 0;
  std::memcpy(&size, block, sizeof size);
  g_used -= size;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  return countedAlloc(size);
}
void* operator new[](std::size_t size) {
  return countedAlloc(size);
}
void operator delete(void* block) noexcept {
  countedFree(block);
}
void operator delete[](void* block) noexcept {
  countedFree(block);
}
void operator delete(void* block, std::size_t) noexcept {
  countedFree(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  countedFree(block);
}

namespace sinew {
namespace {

constexpr std::size_t kBytesPerByte = 16;
constexpr std::size_t kBytesPerDiagnostic = 256;
/// 256 bones with names of 255 bytes and their influences, and the reader's own state.
constexpr std::size_t kConstant = std::size_t{256} << 10;

/// The sizes of all lists that were read, shared ones each time.
std::size_t listBytes(const bmd1::File& file) {
  std::size_t sum = 0;
  for (const bmd1::MeshDef& mesh : file.meshes) {
    if (mesh.vertices_read) sum += mesh.vertex_list.size;
    if (mesh.faces_read) sum += mesh.face_list.size;
  }
  for (const bmd1::AnimDef& anim : file.anims) {
    if (anim.walked) sum += anim.frames.size;
  }
  return sum;
}

void expectBounded(const SharedBytes& bytes) {
  const std::size_t before = g_used;
  g_peak = before;
  const auto loaded = loadModel(bytes, {});
  const std::size_t peak = g_peak - before + bytes->size();
  if (!loaded) {
    EXPECT_LE(peak, kConstant);
    return;
  }
  const std::size_t basis = bytes->size() + listBytes(*loaded->bmd1);
  const std::size_t allowed =
      kBytesPerByte * basis + kBytesPerDiagnostic * loaded->diagnostics.size() + kConstant;
  EXPECT_LE(peak, allowed) << bytes->size() << " bytes, " << basis << " with lists, "
                           << loaded->diagnostics.size() << " diagnostics";
}

TEST(Memory, CorpusStaysInBounds) {
  for (const char* folder : {"valid", "invalid"}) {
    for (const auto& file : test::filesIn(test::corpusDir() / folder, ".bmd")) {
      SCOPED_TRACE(file.filename().string());
      expectBounded(test::readBytes(file));
    }
  }
}

using test::RawFile;

/// `count` strings of at most `length` bytes, each starting a byte later than the one before: the
/// cheapest way to give every record a long name of its own.
std::vector<std::uint32_t> slidingNames(RawFile& raw, std::size_t count, std::size_t length,
                                        std::size_t used) {
  std::vector<std::uint32_t> offsets;
  for (std::size_t block = 0; offsets.size() < count; ++block) {
    std::string text = std::to_string(block) + "/";
    text.insert(0, length - text.size(), 'a');
    const std::uint32_t at = raw.text(text);
    for (std::uint32_t k = 0; k < used && offsets.size() < count; ++k)
      offsets.push_back(at + k);
  }
  return offsets;
}

TEST(Memory, ManyMeshesWithNamesOfTheirOwn) {
  for (const std::size_t used : {250u, 60u}) {
    RawFile raw;
    std::vector<RawFile::Mesh> meshes(50000);
    const auto names = slidingNames(raw, meshes.size(), 255, used);
    for (std::size_t m = 0; m < meshes.size(); ++m)
      meshes[m].material = names[m];
    raw.meshes(meshes);
    expectBounded(raw.share());
  }
}

TEST(Memory, ManyMeshesSharingOneName) {
  RawFile raw;
  const std::uint32_t name = raw.text(std::string(255, 'x'));
  raw.meshes(std::vector<RawFile::Mesh>(50000, {.material = name}));
  expectBounded(raw.share());
}

TEST(Memory, ManyMeshesWithNamesThatAreTooLong) {
  RawFile raw;
  const std::uint32_t name = raw.text(std::string(50300, '#'));
  std::vector<RawFile::Mesh> meshes(50000);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    meshes[m].material = name + static_cast<std::uint32_t>(m);
  }
  raw.meshes(meshes);
  expectBounded(raw.share());
}

TEST(Memory, ManyMeshesSharingTheirLists) {
  RawFile raw;
  const std::uint32_t name = raw.text("skin");
  raw.align();
  const std::uint32_t vertices = raw.size();
  for (int v = 0; v < 1000; ++v)
    raw.words({0, 0});
  const std::uint32_t faces = raw.size();
  for (std::uint32_t f = 0; f < 1000; ++f)
    raw.words({1u | 1u << 2 | 2u << 9 | 3u << 16 | 4u << 23});
  raw.meshes(std::vector<RawFile::Mesh>(400, {vertices, 8000, 1000, faces, 4000, 2000, name, 4}));
  expectBounded(raw.share());
}

TEST(Memory, ManyMeshesWithOneQuadAndMixedVertices) {
  RawFile raw;
  const std::uint32_t name = raw.text("skin");
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0xF8000000, 0, 0, 0, 0, 0});
  const std::uint32_t faces = raw.words({1u | 1u << 9 | 2u << 16 | 2u << 23});
  raw.meshes(std::vector<RawFile::Mesh>(20000, {vertices, 36, 4, faces, 4, 2, name, 5}));
  expectBounded(raw.share());
}

TEST(Memory, OneMeshOfQuads) {
  RawFile raw;
  const std::uint32_t name = raw.text("skin");
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0, 0, 0, 0, 0});
  const std::uint32_t faces = raw.size();
  for (int f = 0; f < 100000; ++f)
    raw.words({1u | 1u << 9 | 2u << 16 | 3u << 23});
  raw.meshes({{vertices, 32, 4, faces, 400000, 65535, name, 4}});
  expectBounded(raw.share());
}

TEST(Memory, OneSolidOfQuads) {
  // Not closed: the check's own work is what is measured.
  RawFile raw;
  raw.align();
  const std::uint32_t vertices = raw.words({0, 0, 0, 0, 0, 0, 0, 0});
  const std::uint32_t faces = raw.size();
  for (int f = 0; f < 100000; ++f)
    raw.words({1u | 1u << 9 | 2u << 16 | 3u << 23});
  raw.meshes({{}, {vertices, 32, 4, faces, 400000, 65535, 0, 4}});
  raw.bones({{0, 1}});
  expectBounded(raw.share());
}

TEST(Memory, ManyLevels) {
  RawFile raw;
  raw.meshes({{}});
  raw.align();
  const std::uint32_t lods = raw.size();
  for (int l = 0; l < 100000; ++l)
    raw.words({0x00700000});
  raw.setArray(RawFile::kLods, lods, raw.size() - lods);
  expectBounded(raw.share());
}

void expectAnimsBounded(std::size_t names_used, bool one_name, std::uint32_t frame_step,
                        std::initializer_list<int> frames) {
  RawFile raw;
  std::vector<RawFile::Anim> anims(50000);
  std::vector<std::uint32_t> names;
  if (one_name) {
    names.assign(anims.size(), raw.text(std::string(255, 'n')));
  } else {
    names = slidingNames(raw, anims.size(), 255, names_used);
  }
  raw.align();
  std::uint32_t at = raw.data(frames);
  if (frame_step != 0) {
    for (std::size_t a = 1; a < anims.size(); ++a)
      raw.data(frames);
  }
  for (std::size_t a = 0; a < anims.size(); ++a) {
    anims[a] = {names[a], 4 + static_cast<std::uint32_t>(a % 250), 40, at,
                static_cast<std::uint32_t>(frames.size())};
    at += frame_step;
  }
  raw.bones({{}, {}});
  raw.anims(anims);
  expectBounded(raw.share());
}

TEST(Memory, ManyAnimationsOfTwoBytes) {
  expectAnimsBounded(250, false, 0, {0, 0});
  expectAnimsBounded(60, false, 0, {0, 0});
  expectAnimsBounded(0, true, 0, {0, 0});
}

TEST(Memory, ManyAnimationsWithOneKey) {
  expectAnimsBounded(250, false, 0, {0, 0x80, 0, 0, 0, 0x70, 0});
  expectAnimsBounded(250, false, 7, {0, 0x80, 0, 0, 0, 0x70, 0});
  expectAnimsBounded(60, false, 7, {0, 0x20, 0, 0, 0, 0x70, 0});
}

TEST(Memory, OneAnimationOfManyKeys) {
  RawFile raw;
  const std::uint32_t name = raw.text("n");
  const std::uint32_t frames = raw.data({0});
  constexpr std::uint32_t kBones = 255;
  for (std::uint32_t b = 0; b < kBones; ++b) {
    for (int f = 0; f < 255; ++f)
      raw.data({0x80, 0, 0, 0, 0x70});
    raw.data({0});
  }
  const std::uint32_t frame_bytes = raw.size() - frames;
  raw.bones(std::vector<RawFile::Bone>(kBones + 1));
  raw.anims({{name, 255, 40, frames, frame_bytes}});
  expectBounded(raw.share());
}

TEST(Memory, ManyDiagnostics) {
  RawFile raw;
  const std::uint32_t bad = raw.text("\xFF");
  // Every mesh: name, flags, both counts and both lists are wrong.
  raw.meshes(std::vector<RawFile::Mesh>(30000, {3, 5, 1, 7, 5, 1, bad, 0xF0}));
  expectBounded(raw.share());
}

}  // namespace
}  // namespace sinew
