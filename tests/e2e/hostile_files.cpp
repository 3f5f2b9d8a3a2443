#include "hostile_files.h"

namespace sinew::e2e {
namespace {

constexpr std::uint32_t kMiB = 1U << 20;

struct List {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t count = 0;
};

List putList(HostileFile& file, std::uint32_t count,
             const std::function<void(std::uint32_t)>& put) {
  file.align();
  List list{file.here(), 0, count};
  for (std::uint32_t i = 0; i < count; ++i)
    put(i);
  list.size = file.here() - list.offset;
  return list;
}

void putMesh(HostileFile& file, const List& vertices, const List& faces, std::uint32_t material) {
  file.u32(vertices.offset);
  file.u32(faces.offset);
  file.u32(material);
  file.u32((vertices.count & 0xFFFF) | (faces.count & 0xFFFF) << 16);
  file.u32(vertices.size);
  file.u32(faces.size);
  file.u32(1 | 1 << 2);  // mixed vertices, mixed faces
  file.u32(0);
}

using PutElement = void (*)(HostileFile&, std::uint32_t);

/// The vertices fill a cube, and most faces are too small or turned away, so that drawing them
/// costs memory and hardly any time.
void vertex64(HostileFile& file, std::uint32_t number) {
  file.u32(15U << 27 | (number & 127) | (number >> 7 & 127) << 9);
  file.u32(0x00200400);
}

/// Vertices so far apart that every face covers much of the picture.
void farVertex64(HostileFile& file, std::uint32_t number) {
  file.u32(20U << 27 | (number * 37 & 0x1FF) | (number * 101 & 0x1FF) << 9 |
           (number * 53 & 0x1FF) << 18);
  file.u32(0x00200400);
}

void triangle32(HostileFile& file, std::uint32_t number) {
  const std::uint32_t v = number % 1000;
  file.u32(v << 2 | (v + 1) << 12 | (v + 2) << 22);
}

void quad32(HostileFile& file, std::uint32_t number) {
  const std::uint32_t v = number % 120;
  file.u32(1 | v << 2 | (v + 1) << 9 | (v + 2) << 16 | (v + 3) << 23);
}

void mixedVertex(HostileFile& file, std::uint32_t number) {
  if (number % 2 == 0) return vertex64(file, number);
  file.u32(0x3C003C00);
  file.u32(0xFD0F3C00);
  file.u32(0x00400100);
  file.u32(0x00700000);
}

/// Seven meshes that share one vertex list and one face list of `faces`: an eighth is refused.
HostileFile sharedLists(std::uint32_t faces, PutElement vertex, PutElement face) {
  constexpr std::uint32_t kCopies = 7;
  HostileFile file;
  const List vertex_list =
      putList(file, 1024 + faces / 2, [&](std::uint32_t i) { vertex(file, i); });
  const List face_list = putList(file, faces, [&](std::uint32_t i) { face(file, i); });
  const std::uint32_t name = file.here();
  file.text("#80FF00");
  file.align();
  const std::uint32_t meshes = file.here();
  for (std::uint32_t i = 0; i < kCopies; ++i)
    putMesh(file, vertex_list, face_list, name);
  file.array(0x10, meshes);
  file.countLists(vertex_list.size + face_list.size, kCopies);
  return file;
}

/// One mesh of few vertices and many faces.
HostileFile manyFaces(std::uint32_t faces, PutElement vertex, PutElement face) {
  HostileFile file;
  const List vertex_list = putList(file, 1024, [&](std::uint32_t i) { vertex(file, i); });
  const List face_list = putList(file, faces, [&](std::uint32_t i) { face(file, i); });
  const std::uint32_t name = file.here();
  file.text("#80FF00");
  file.align();
  const std::uint32_t meshes = file.here();
  putMesh(file, vertex_list, face_list, name);
  file.array(0x10, meshes);
  file.countLists(vertex_list.size + face_list.size, 1);
  return file;
}

/// Meshes of one triangle.
HostileFile smallMeshes(std::uint32_t meshes) {
  HostileFile file;
  const List vertices = putList(file, 3, [&](std::uint32_t i) { vertex64(file, i); });
  const List faces = putList(file, 1, [&](std::uint32_t i) { triangle32(file, i); });
  const std::uint32_t name = file.here();
  file.text("#80FF00");
  file.align();
  const std::uint32_t start = file.here();
  for (std::uint32_t i = 0; i < meshes; ++i)
    putMesh(file, vertices, faces, name);
  file.array(0x10, start);
  file.countLists(vertices.size + faces.size, meshes);
  return file;
}

/// Meshes of one triangle, each with a vertex list and a material of its own that overlap the
/// next ones'.
HostileFile distinctMeshes(std::uint32_t meshes) {
  HostileFile file;
  const std::uint32_t vertices = file.here();
  for (std::uint32_t i = 0; i < meshes + 2; ++i)
    vertex64(file, i);
  const List faces = putList(file, 1, [&](std::uint32_t i) { triangle32(file, i); });
  const std::uint32_t name = file.here();
  std::string letters;
  for (std::uint32_t i = 0; i < meshes; ++i)
    letters.push_back(static_cast<char>('a' + i * 7919 % 26));
  file.text(letters);
  file.align();
  const std::uint32_t start = file.here();
  for (std::uint32_t i = 0; i < meshes; ++i)
    putMesh(file, {vertices + 8 * i, 24, 3}, faces, name + i);
  file.array(0x10, start);
  file.countLists(24 + faces.size, meshes);
  return file;
}

/// Records of an array, all alike.
HostileFile records(std::uint32_t count, std::size_t field,
                    const std::vector<std::uint32_t>& words) {
  HostileFile file;
  const std::uint32_t start = file.here();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint32_t word : words)
      file.u32(word);
  }
  file.array(field, start);
  return file;
}

/// Levels of 255 empty meshes.
HostileFile fullLods(std::uint32_t count) {
  constexpr std::uint32_t kMeshes = 255;
  HostileFile file;
  const std::uint32_t name = file.here();
  file.text("m");
  file.align();
  const std::uint32_t meshes = file.here();
  for (std::uint32_t i = 0; i < kMeshes; ++i)
    putMesh(file, {}, {}, name);
  file.array(0x10, meshes);
  const std::uint32_t lods = file.here();
  for (std::uint32_t i = 0; i < count; ++i)
    file.u32(0xFF00);
  file.array(0x18, lods);
  return file;
}

/// Animations that share the keys of 250 bones, 255 on every channel of each.
HostileFile sharedKeys(std::uint32_t anims) {
  constexpr std::uint32_t kBones = 250;
  HostileFile file;
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
HostileFile emptyAnims(std::uint32_t anims) {
  HostileFile file;
  const std::uint32_t bones = file.here();
  for (int i = 0; i < 4; ++i)
    file.u32(0);
  file.array(0x20, bones);
  const std::uint32_t frames = file.here();
  file.u32(0);
  file.align();
  const std::uint32_t start = file.here();
  for (std::uint32_t i = 0; i < anims; ++i) {
    file.u32(0);
    file.u32(0x0401);
    file.u32(frames);
    file.u32(1);
  }
  file.array(0x28, start);
  file.countLists(1, anims);
  return file;
}

std::vector<HostileCase> makeCases() {
  const auto shared = [](PutElement vertex, PutElement face) {
    return [=](std::uint32_t faces) { return sharedLists(faces, vertex, face); };
  };
  const auto many = [](PutElement vertex, PutElement face) {
    return [=](std::uint32_t faces) { return manyFaces(faces, vertex, face); };
  };
  const auto alike = [](std::size_t field, std::vector<std::uint32_t> words) {
    return [=](std::uint32_t count) { return records(count, field, words); };
  };
  constexpr std::uint32_t kAllOnes = ~0U;
  // A vertex, a face, a mesh or a key takes at least 20 bytes of JSON; an LOD 10.
  return {
      {"Triangles", 60000, shared(vertex64, triangle32), 0, 7 * 90000 * 20},
      {"Quads", 60000, shared(vertex64, quad32), 0, 7 * 90000 * 20},
      {"MixedVertices", 60000, shared(mixedVertex, triangle32), 0, 7 * 90000 * 20},
      {"ManyFaces", 500000, many(vertex64, quad32), 0, 500000 * 20},
      {"LargeFaces", 60000, many(farVertex64, quad32), 0, 60000 * 20},
      {"SmallMeshes", 32768, smallMeshes, 0, 32768 * 5 * 20},
      {"DistinctMeshes", 16384, distinctMeshes, 0, 16384 * 5 * 20},
      {"EmptyMeshes", kMiB / 32, alike(0x10, {0, 0, 0x01, 0, 0, 0, 0, 0}), 32768, 32768 * 20},
      {"FaultyMeshes", kMiB / 32, alike(0x10, std::vector<std::uint32_t>(8, kAllOnes)), 4 * 32768,
       32768 * 20},
      {"Lods", kMiB / 4, alike(0x18, {0x00000000}), 0, 262144 * 10},
      {"FullLods", 5000, fullLods, 0, 5000 * 10},
      {"FaultyLods", kMiB / 4, alike(0x18, {0x01FF0101}), 2 * 262144, 262144 * 10},
      {"FaultyBones", kMiB / 16, alike(0x20, std::vector<std::uint32_t>(4, kAllOnes)), 256,
       256 * 20},
      {"Keys", 7, sharedKeys, 0, 7 * 250 * 255 * 20},
      {"Anims", 65536, emptyAnims, 0, 65536 * 20},
  };
}

}  // namespace

HostileFile::HostileFile() {
  for (const char c : {'B', 'M', 'D', '1'})
    u8(static_cast<std::uint8_t>(c));
  bytes_.resize(0x30);
}

void HostileFile::text(const std::string& value) {
  for (const char c : value)
    u8(static_cast<std::uint8_t>(c));
  u8(0);
}

void HostileFile::array(std::size_t field, std::uint32_t start) {
  setU32(field, start);
  setU32(field + 4, here() - start);
}

void HostileFile::setU32(std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes_[at + i] = static_cast<std::uint8_t>(value >> (8 * i) & 0xFF);
}

void PrintTo(const HostileCase& tested, std::ostream* stream) {
  *stream << tested.name;
}

const std::vector<HostileCase>& hostileCases() {
  static const std::vector<HostileCase> kCases = makeCases();
  return kCases;
}

}  // namespace sinew::e2e
