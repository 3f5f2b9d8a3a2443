// The BMD1 writer. Bytes are worked out by hand from docs/format-bmd1.md; what the reader makes of
// written files is in write_read_test.cpp.

#include "format/bmd1/write.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/format/spec_builders.h"

namespace sinew::bmd1 {
namespace {

using Form = VertexSpec::Form;

std::vector<std::byte> bytesOf(const std::vector<unsigned>& values) {
  std::vector<std::byte> out;
  for (const unsigned value : values)
    out.push_back(static_cast<std::byte>(value));
  return out;
}

std::uint32_t wordAt(const std::vector<std::byte>& bytes, std::size_t offset) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    word |= std::to_integer<std::uint32_t>(bytes.at(offset + i)) << (8 * i);
  }
  return word;
}

std::vector<std::byte> slice(const std::vector<std::byte>& bytes, std::size_t offset,
                             std::size_t size) {
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

std::vector<std::byte> written(const FileSpec& spec) {
  const auto bytes = write(spec);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : describe(bytes.error()));
  return bytes ? *bytes : std::vector<std::byte>{};
}

/// Words of the MeshDef of mesh `index`: the array starts at 0x30.
std::uint32_t meshWord(const std::vector<std::byte>& bytes, std::size_t index, std::size_t word) {
  return wordAt(bytes, 0x30 + 32 * index + 4 * word);
}

TEST(Write, NothingIsAHeader) {
  std::vector<unsigned> expected(48, 0);
  expected[0] = 'B';
  expected[1] = 'M';
  expected[2] = 'D';
  expected[3] = '1';
  EXPECT_EQ(written({}), bytesOf(expected));
}

TEST(Write, OneTriangleByteForByte) {
  FileSpec spec;
  spec.meshes.push_back(triangle());
  const std::vector<unsigned> expected = {
      'B', 'M', 'D', '1', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // magic, reserved
      0x30, 0, 0, 0, 0x20, 0, 0, 0,                            // meshes: 32 bytes at 0x30
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      // MeshDef: vertices at 0x50, faces at 0x70, material at 0x80, 3 vertices, 1 triangle, 24 and
      // 4 bytes, flags 0
      0x50, 0, 0, 0, 0x70, 0, 0, 0, 0x80, 0, 0, 0, 3, 0, 1, 0,  //
      24, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      // Vertices: 1 is E 15, frac 128: 0x78000080 in x, 0x78010000 in y. Normal z 1 is 0x70 in bits
      // 55:48.
      0, 0, 0, 0, 0, 0, 0x70, 0,           //
      0x80, 0, 0, 0x78, 0, 0, 0x70, 0,     //
      0, 0, 0x01, 0x78, 0, 0, 0x70, 0,     //
      0, 0, 0, 0, 0, 0, 0, 0,              // 8 bytes after the list
      0x00, 0x10, 0x80, 0x00,              // 0 << 2 | 1 << 12 | 2 << 22
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 8 bytes after the list, up to a multiple of 16
      '#', 'F', 'F', '0', '0', '0', '0', 0};
  EXPECT_EQ(written(spec), bytesOf(expected));
}

/// The vertex list's bytes of a file with one textured mesh of one vertex.
std::vector<std::byte> oneVertex(const VertexSpec& vertex, std::size_t bone_count) {
  FileSpec spec = skeleton(bone_count);
  MeshSpec mesh;
  mesh.material = "skin";
  mesh.vertices = {vertex};
  spec.meshes.push_back(mesh);
  const auto bytes = written(spec);
  return slice(bytes, meshWord(bytes, 0, 0), meshWord(bytes, 0, 4));
}

TEST(Write, VertexForms) {
  VertexSpec vertex;
  vertex.position = {1, 1, 1};   // 0x7A010080
  vertex.normal = {1, -1, 0.5};  // F8A 70 F0 60
  vertex.st = {0, 0.5};
  vertex.form = Form::V64;  // S 512, T 1024: 0x200 | 0x400 << 11 = 0x200200
  vertex.bone = 3;
  EXPECT_EQ(oneVertex(vertex, 4), bytesOf({0x80, 0, 1, 0x7A, 0, 2, 0x20, 3}));
  vertex.form = Form::FA;  // S 1024, T 2048: 0x400 | 0x800 << 12 = 0x800400
  EXPECT_EQ(oneVertex(vertex, 4),
            bytesOf({0x80, 0, 1, 0x7A, 0, 4, 0x80, 0xFA, 0x70, 0xF0, 0x60, 3}));
  vertex.form = Form::FB;
  EXPECT_EQ(oneVertex(vertex, 4),
            bytesOf({0x80, 0, 1, 0x7A, 0, 2, 0x20, 0xFB, 0x70, 0xF0, 0x60, 3}));
  vertex.form = Form::FD;  // halves 3C00; S 0, T 2048 << 14 = 0x02000000
  vertex.shade = 0x4F;
  EXPECT_EQ(oneVertex(vertex, 4),
            bytesOf({0, 0x3C, 0, 0x3C, 0, 0x3C, 0x4F, 0xFD, 0, 0, 0, 2, 0x70, 0xF0, 0x60, 3}));
  vertex.bone = 0;
  vertex.form = Form::F8;
  EXPECT_EQ(oneVertex(vertex, 0),
            bytesOf({0x80, 0, 1, 0x7A, 0, 4, 0x80, 0xF8, 0x70, 0xF0, 0x60, 0x4F}));
  vertex.form = Form::F9;
  EXPECT_EQ(oneVertex(vertex, 0),
            bytesOf({0x80, 0, 1, 0x7A, 0, 2, 0x20, 0xF9, 0x70, 0xF0, 0x60, 0x4F}));
}

std::uint32_t flagsOf(const std::vector<Form>& forms) {
  FileSpec spec;
  MeshSpec mesh = triangle("skin");
  mesh.vertices.clear();
  for (const Form form : forms)
    mesh.vertices.push_back(vertexAt({0, 0, 0}, form));
  mesh.faces.clear();
  spec.meshes.push_back(mesh);
  return meshWord(written(spec), 0, 6);
}

TEST(Write, VertexFlagsTellTheForms) {
  EXPECT_EQ(flagsOf({}), 0u);
  EXPECT_EQ(flagsOf({Form::V64, Form::V64}), 0u);
  EXPECT_EQ(flagsOf({Form::F8, Form::FB}), 3u);
  EXPECT_EQ(flagsOf({Form::FD}), 2u);
  EXPECT_EQ(flagsOf({Form::V64, Form::F9}), 1u);
  EXPECT_EQ(flagsOf({Form::FD, Form::F9}), 1u);
}

/// A mesh of `vertex_count` vertices with `faces`: its face bytes, n_tris and triangle flags.
struct WrittenFaces {
  std::vector<std::byte> bytes;
  std::uint32_t n_tris = 0;
  std::uint32_t subtype = 0;
};
WrittenFaces writeFaces(std::size_t vertex_count, const std::vector<FaceSpec>& faces,
                        bool wide = false) {
  FileSpec spec;
  MeshSpec mesh = triangle();
  mesh.vertices.assign(vertex_count, vertexAt({0, 0, 0}));
  mesh.faces = faces;
  mesh.wide_faces = wide;
  spec.meshes.push_back(mesh);
  const auto bytes = written(spec);
  return {slice(bytes, meshWord(bytes, 0, 1), meshWord(bytes, 0, 5)), meshWord(bytes, 0, 3) >> 16,
          meshWord(bytes, 0, 6) >> 2};
}

TEST(Write, FaceForms) {
  const FaceSpec small{{1, 2, 3, 0}, false};
  const FaceSpec quad{{1, 2, 3, 4}, true};
  const FaceSpec large_quad{{1, 2, 3, 128}, true};
  // tri32: 1 << 2 | 2 << 12 | 3 << 22 = 0x00C02004.
  WrittenFaces faces = writeFaces(1024, {small});
  EXPECT_EQ(faces.bytes, bytesOf({0x04, 0x20, 0xC0, 0x00}));
  EXPECT_EQ(faces.subtype, 0u);
  // quad32: 1 | 1 << 2 | 2 << 9 | 3 << 16 | 4 << 23 = 0x02030405; counts two.
  faces = writeFaces(128, {quad, small});
  EXPECT_EQ(faces.bytes, bytesOf({0x05, 0x04, 0x03, 0x02, 0x04, 0x20, 0xC0, 0x00}));
  EXPECT_EQ(faces.n_tris, 3u);
  EXPECT_EQ(faces.subtype, 1u);
  // quad64: 3 | 1 << 2 | 2 << 17 | 3 << 32 | 128 << 47 = 0x0040000300040007; counts one.
  faces = writeFaces(200, {large_quad});
  EXPECT_EQ(faces.bytes, bytesOf({0x07, 0, 0x04, 0, 0x03, 0, 0x40, 0}));
  EXPECT_EQ(faces.n_tris, 1u);
  EXPECT_EQ(faces.subtype, 3u);
  EXPECT_EQ(writeFaces(200, {large_quad, small}).subtype, 1u);
  // tri64: 2 | 1 << 2 | 2 << 22 | 3 << 42 = 0x00000C0000800006, for a mesh of more than 1024
  // vertices or on demand.
  const auto tri64 = bytesOf({0x06, 0, 0x80, 0, 0, 0x0C, 0, 0});
  EXPECT_EQ(writeFaces(1025, {small}).bytes, tri64);
  faces = writeFaces(4, {small}, true);
  EXPECT_EQ(faces.bytes, tri64);
  EXPECT_EQ(faces.subtype, 2u);
  EXPECT_EQ(writeFaces(5, {small, quad}, true).subtype, 3u);
}

TEST(Write, ManyQuadsGoTo64BitsWhereTheCountWouldNotFit) {
  const FaceSpec quad{{0, 1, 2, 3}, true};
  const WrittenFaces fits = writeFaces(4, std::vector<FaceSpec>(32767, quad));
  EXPECT_EQ(fits.bytes.size(), 4u * 32767u);
  EXPECT_EQ(fits.n_tris, 65534u);
  const WrittenFaces wide = writeFaces(4, std::vector<FaceSpec>(32768, quad));
  EXPECT_EQ(wide.bytes.size(), 8u * 32768u);
  EXPECT_EQ(wide.n_tris, 32768u);
}

TEST(Write, EqualListsAndStringsAreStoredOnce) {
  FileSpec spec = skeleton(3);
  spec.meshes = {triangle("skin"), triangle("skin"), triangle("hide")};
  spec.meshes[2].vertices[0].position.x = 5;
  spec.bones[1].name = "skin";
  spec.bones[2].name = "tip";
  spec.bones[2].parent = 1;
  const auto bytes = written(spec);
  EXPECT_EQ(meshWord(bytes, 0, 0), meshWord(bytes, 1, 0));
  EXPECT_NE(meshWord(bytes, 0, 0), meshWord(bytes, 2, 0));
  EXPECT_EQ(meshWord(bytes, 0, 1), meshWord(bytes, 2, 1));
  EXPECT_EQ(meshWord(bytes, 0, 2), meshWord(bytes, 1, 2));
  const std::uint32_t bones = wordAt(bytes, 0x20);
  EXPECT_EQ(wordAt(bytes, bones + 16 + 8), meshWord(bytes, 0, 2));
  EXPECT_EQ(bytes.size() - meshWord(bytes, 0, 2), std::string("skin hide tip ").size());
}

TEST(Write, ListsSharedTooOftenAreStoredEach) {
  // 400 vertices are 3200 bytes. Sharing, 60 meshes name 192000 bytes of lists in a file of about 5
  // KiB: more than 8 times its size, which readers refuse (section 9).
  FileSpec spec;
  MeshSpec mesh = triangle();
  mesh.vertices.assign(400, vertexAt({1, 2, 3}));
  spec.meshes.assign(60, mesh);
  const auto bytes = written(spec);
  EXPECT_GT(bytes.size(), 192000u);
  EXPECT_NE(meshWord(bytes, 0, 0), meshWord(bytes, 1, 0));
}

TEST(Write, EverythingStartsAtAMultipleOf16WithZerosAfterLists) {
  FileSpec spec = skeleton(2);
  spec.meshes = {triangle("skin"), triangle("#00FF00")};
  spec.meshes[1].vertices.push_back(vertexAt({2, 2, 2}));
  spec.lods = {{0, 1, 0.5}, {1, 1, 0.25}, {0, 2, 0.0}};
  AnimSpec anim;
  anim.name = "turn";
  anim.frames = 4;
  spec.anims = {anim, anim};
  const auto bytes = written(spec);
  for (const std::size_t field : {0x10u, 0x18u, 0x20u, 0x28u}) {
    EXPECT_EQ(wordAt(bytes, field) % 16, 0u) << field;
    EXPECT_NE(wordAt(bytes, field), 0u) << field;
  }
  for (std::size_t mesh = 0; mesh < 2; ++mesh) {
    for (std::size_t list = 0; list < 2; ++list) {
      const std::uint32_t offset = meshWord(bytes, mesh, list);
      const std::uint32_t size = meshWord(bytes, mesh, 4 + list);
      EXPECT_EQ(offset % 16, 0u);
      EXPECT_EQ(slice(bytes, offset + size, 8), bytesOf({0, 0, 0, 0, 0, 0, 0, 0}));
    }
  }
  EXPECT_EQ(wordAt(bytes, wordAt(bytes, 0x28) + 8) % 16, 0u) << "frame data";
}

/// Frame data of a two-bone file whose bone 1 has `keys`.
std::vector<std::byte> framesOf(const std::vector<KeySpec>& keys, std::uint8_t frames) {
  FileSpec spec = skeleton(2);
  AnimSpec anim;
  anim.frames = frames;
  anim.tracks = {{}, keys};
  spec.anims = {anim};
  const auto bytes = written(spec);
  const std::uint32_t record = wordAt(bytes, 0x28);
  return slice(bytes, wordAt(bytes, record + 8), wordAt(bytes, record + 12));
}

TEST(Write, KeysAndFillers) {
  // Translation (1,0,0) is 0x78000080. The root's stream is a lone 00.
  EXPECT_EQ(framesOf({moveTo(0, 1)}, 1), bytesOf({0, 0x40, 0x80, 0, 0, 0x78, 0}));
  EXPECT_EQ(framesOf({moveTo(31, 1)}, 99), bytesOf({0, 0x5F, 0x80, 0, 0, 0x78, 0}));
  // Frame 32: a filler of skip 31 passes 32 frames. Frame 70: two fillers and skip 6.
  EXPECT_EQ(framesOf({moveTo(32, 1)}, 99), bytesOf({0, 0x1F, 0x40, 0x80, 0, 0, 0x78, 0}));
  EXPECT_EQ(framesOf({moveTo(70, 1)}, 99), bytesOf({0, 0x1F, 0x1F, 0x46, 0x80, 0, 0, 0x78, 0}));
  // Frame 5 after frame 2 skips two.
  EXPECT_EQ(framesOf({moveTo(2, 1), moveTo(5, 1)}, 6),
            bytesOf({0, 0x42, 0x80, 0, 0, 0x78, 0x42, 0x80, 0, 0, 0x78, 0}));
  KeySpec all = moveTo(0, 1);
  all.rotation = glm::dquat(0.84375, 0, -0.59375, 0);
  all.scale = glm::dvec3(1, 1, 1);
  EXPECT_EQ(framesOf({all}, 1),
            bytesOf({0, 0xE0, 0x00, 0xE3, 0x00, 0x6B, 0x80, 0, 0, 0x78, 0x80, 0, 0x01, 0x7A, 0}));
}

TEST(Write, BonesLodsAndAnims) {
  FileSpec spec = skeleton(2);
  spec.meshes = {triangle()};
  spec.bones[1].rotation = glm::dquat(0.84375, 0, -0.59375, 0);
  spec.bones[1].translation = {0, 0,
                               6};  // 6 is 192 * 2^-5: E 17, 17 << 27 | 192 << 18 = 0x8B000000
  spec.pseudo_bones.push_back({"", {1, 0, 9, 0}, {0.5, 0.5, 0.0, 0.001}, 0});
  spec.lods = {{0, 1, 0.25}};
  AnimSpec anim;
  anim.frames = 9;
  anim.hz = 12.1;  // 48 quarters
  anim.loop = false;
  spec.anims = {anim};
  const auto bytes = written(spec);
  const std::uint32_t bones = wordAt(bytes, 0x20);
  EXPECT_EQ(wordAt(bytes, 0x24), 48u);
  EXPECT_EQ(slice(bytes, bones, 16), std::vector<std::byte>(16));
  EXPECT_EQ(slice(bytes, bones + 16, 16),
            bytesOf({0, 0, 0, 0x8B, 0, 0xE3, 0, 0x6B, 0, 0, 0, 0, 0, 0, 0, 0}));
  // 0.001 rounds to weight 0: unused like slot 2, ids 0.
  EXPECT_EQ(slice(bytes, bones + 32, 16),
            bytesOf({1, 0, 0, 0, 0x60, 0x60, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0}));
  EXPECT_EQ(slice(bytes, wordAt(bytes, 0x18), 4), bytesOf({0, 1, 0x50, 0}));
  EXPECT_EQ(slice(bytes, wordAt(bytes, 0x28) + 4, 4), bytesOf({9, 0x80 | 48, 0, 0}));
}

TEST(Write, AcceptsEveryLengthOfUtf8) {
  FileSpec spec =
      withMaterial("a\xC2\x80\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
  const auto bytes = written(spec);
  EXPECT_EQ(bytes.back(), std::byte{0});
  EXPECT_EQ(written(withMaterial(std::string(255, 'x'))).size(), 0x80u + 256u);
}

}  // namespace
}  // namespace sinew::bmd1
