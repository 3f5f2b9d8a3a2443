// The BMD1 writer. Bytes are worked out by hand from docs/format-bmd1.md; what the reader makes of
// written files is in write_read_test.cpp.

#include "format/bmd1/write.h"

#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew::bmd1 {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
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

VertexSpec vertexAt(const glm::dvec3& position, Form form = Form::V64) {
  VertexSpec vertex;
  vertex.form = form;
  vertex.position = position;
  vertex.normal = {0, 0, 1};
  return vertex;
}

MeshSpec triangle(const std::string& material = "#FF0000") {
  MeshSpec mesh;
  mesh.material = material;
  mesh.vertices = {vertexAt({0, 0, 0}), vertexAt({1, 0, 0}), vertexAt({0, 1, 0})};
  mesh.faces = {{{0, 1, 2, 0}, false}};
  return mesh;
}

FileSpec skeleton(std::size_t bone_count) {
  FileSpec spec;
  for (std::size_t i = 0; i < bone_count; ++i)
    spec.bones.push_back({});
  return spec;
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

KeySpec moveTo(std::uint32_t frame, double x) {
  KeySpec key;
  key.frame = frame;
  key.translation = glm::dvec3(x, 0, 0);
  return key;
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

// ---------------------------------------------------------------- what cannot be written

struct BadSpec {
  const char* name;
  FileSpec spec;
  const char* text;  ///< "code path: message"
};

FileSpec withVertex(const VertexSpec& vertex, std::size_t bone_count = 0) {
  FileSpec spec = skeleton(bone_count);
  spec.meshes = {triangle("skin"), triangle("skin")};
  spec.meshes[1].vertices[2] = vertex;
  return spec;
}

FileSpec withFace(std::size_t vertex_count, const FaceSpec& face) {
  FileSpec spec;
  spec.meshes = {triangle()};
  spec.meshes[0].vertices.assign(vertex_count, vertexAt({0, 0, 0}));
  spec.meshes[0].faces.push_back(face);
  return spec;
}

FileSpec withAnim(const AnimSpec& anim) {
  FileSpec spec = skeleton(2);
  spec.anims = {anim};
  return spec;
}

FileSpec withKeys(const std::vector<KeySpec>& keys) {
  AnimSpec anim;
  anim.frames = 8;
  anim.tracks = {{}, keys};
  return withAnim(anim);
}

FileSpec withBone(const BoneSpec& bone, std::size_t index) {
  FileSpec spec = skeleton(3);
  spec.bones[index] = bone;
  return spec;
}

FileSpec withPseudo(const PseudoBoneSpec& bone) {
  FileSpec spec = skeleton(2);
  spec.pseudo_bones = {bone};
  return spec;
}

FileSpec withMaterial(const std::string& material) {
  FileSpec spec;
  spec.meshes = {triangle(material)};
  return spec;
}

FileSpec withLod(const LodSpec& lod) {
  FileSpec spec;
  spec.meshes = {triangle()};
  spec.lods = {lod};
  return spec;
}

std::vector<BadSpec> badVertices() {
  std::vector<BadSpec> cases;
  VertexSpec v = vertexAt({131000, 0, 0});
  cases.push_back(
      {"position", withVertex(v),
       "write.value meshes[1].vertices[2]: position (131000, 0, 0) is outside -131072 to 130560"});
  v = vertexAt({0, 70000, 0}, Form::FD);
  cases.push_back({"half", withVertex(v),
                   "write.value meshes[1].vertices[2]: position (0, 70000, 0) is outside "
                   "binary16's -65504 to 65504"});
  v = vertexAt({kNan, 0, 0}, Form::F9);
  cases.push_back(
      {"nan position", withVertex(v),
       "write.value meshes[1].vertices[2]: position (nan, 0, 0) is outside -131072 to 130560"});
  v = vertexAt({0, 0, 0}, Form::F9);
  v.normal = {0, kNan, 0};
  cases.push_back({"nan normal", withVertex(v),
                   "write.value meshes[1].vertices[2]: normal (0, nan, 0) is not finite"});
  v = vertexAt({0, 0, 0});
  v.st = {100, 0};
  cases.push_back({"st 11", withVertex(v),
                   "write.value meshes[1].vertices[2]: S/T (100, 0) is outside -32 to 95.9375"});
  v.form = Form::FA;
  v.st = {1.5, 0};
  cases.push_back({"st 12", withVertex(v),
                   "write.value meshes[1].vertices[2]: S/T (1.5, 0) is outside -0.5 to 1.49951"});
  v.form = Form::FD;
  v.st = {0, 300};
  cases.push_back(
      {"st 14", withVertex(v),
       "write.value meshes[1].vertices[2]: S/T (0, 300) is outside -256 to 255.96875, beyond which "
       "readers take the file for the legacy layout"});
  v = vertexAt({0, 0, 0});
  v.bone = 2;
  cases.push_back({"bone", withVertex(v, 2),
                   "write.reference meshes[1].vertices[2]: bone 2, but the file has 2"});
  v.bone = 1;
  cases.push_back({"static bone", withVertex(v, 0),
                   "write.reference meshes[1].vertices[2]: bone 1, but the file has 0"});
  v.bone = 240;
  cases.push_back(
      {"tag bone", withVertex(v, 256),
       "write.value meshes[1].vertices[2]: bone 240, but a 64-bit vertex reaches bones 0 to 239"});
  v.form = Form::F8;
  v.bone = 1;
  cases.push_back({"no bone field", withVertex(v, 2),
                   "write.value meshes[1].vertices[2]: bone 1, but this form is always on bone 0"});
  v = vertexAt({0, 0, 0}, Form::FB);
  v.shade = 0x1F;
  cases.push_back(
      {"no shade field", withVertex(v),
       "write.value meshes[1].vertices[2]: shade 0x1f, but this form is always white (0x0f)"});
  return cases;
}

std::vector<BadSpec> badMeshes() {
  std::vector<BadSpec> cases;
  cases.push_back({"index", withFace(3, {{0, 1, 3, 0}, false}),
                   "write.reference meshes[0].faces[1]: vertex 3, but the mesh has 3"});
  cases.push_back({"quad index", withFace(40000, {{0, 1, 2, 32768}, true}),
                   "write.value meshes[0].faces[1]: vertex 32768, but a quad reaches 32767: give "
                   "two triangles"});
  cases.push_back({"vertices", withFace(65536, {{0, 1, 2, 0}, false}),
                   "write.limit meshes[0].vertices: 65536 vertices, at most 65535"});
  FileSpec faces = withFace(3, {{0, 1, 2, 0}, false});
  faces.meshes[0].faces.assign(65536, {{0, 1, 2, 0}, false});
  cases.push_back(
      {"faces", faces, "write.limit meshes[0].faces: n_tris would be 65536, at most 65535"});
  cases.push_back({"long text", withMaterial(std::string(256, 'x')),
                   "write.text meshes[0].material: 256 bytes, at most 255"});
  cases.push_back({"nul", withMaterial(std::string("a\0b", 3)),
                   "write.text meshes[0].material: byte 0x00 at 1 is a NUL or does not fit UTF-8"});
  cases.push_back({"overlong", withMaterial("ab\xC0\xAF"),
                   "write.text meshes[0].material: byte 0xc0 at 2 is a NUL or does not fit UTF-8"});
  cases.push_back({"surrogate", withMaterial("\xED\xA0\x80"),
                   "write.text meshes[0].material: byte 0xed at 0 is a NUL or does not fit UTF-8"});
  cases.push_back({"cut", withMaterial("\xE2\x82"),
                   "write.text meshes[0].material: byte 0xe2 at 0 is a NUL or does not fit UTF-8"});
  cases.push_back({"lod range", withLod({0, 2, 0.5}),
                   "write.reference lods[0]: meshes 0 to 2, but the file has 1"});
  cases.push_back({"lod scale", withLod({0, 1, 2.0}),
                   "write.value lods[0].ld_sc: scale 2 is outside -1.9375 to 1.9375"});
  cases.push_back({"lod nan", withLod({0, 1, kNan}),
                   "write.value lods[0].ld_sc: scale nan is outside -1.9375 to 1.9375"});
  return cases;
}

std::vector<BadSpec> badBones() {
  std::vector<BadSpec> cases;
  BoneSpec bone;
  bone.translation = {0, 0, 1};
  cases.push_back(
      {"root", withBone(bone, 0), "write.value bones[0]: the root has a transform or a parent"});
  bone.translation = {0, 2e5, 0};
  cases.push_back(
      {"origin", withBone(bone, 1),
       "write.value bones[1].xform: origin (0, 200000, 0) is outside -131072 to 130560"});
  bone = {};
  bone.parent = 2;
  cases.push_back({"parent", withBone(bone, 2),
                   "write.reference bones[2].parent: parent 2, expected less than 2"});
  bone = {};
  bone.rotation = glm::dquat(0, 0, 0, 0);
  cases.push_back(
      {"rotation", withBone(bone, 1),
       "write.value bones[1].rotation: rotation (0, 0, 0, 0) has no code of a length above 0"});
  bone = {};
  bone.solid = 1;
  cases.push_back({"solid", withBone(bone, 1),
                   "write.reference bones[1].solid: solid 1, but the file has 0 meshes"});
  bone = {};
  bone.name = "\xFF";
  cases.push_back({"name", withBone(bone, 2),
                   "write.text bones[2].name: byte 0xff at 0 is a NUL or does not fit UTF-8"});
  cases.push_back({"bones", skeleton(257),
                   "write.limit bones: 257 bones and 0 pseudo-bones, at most 256 together"});
  cases.push_back({"weights", withPseudo({"", {0, 1, 0, 0}, {0.5, -0.5, 0, 0}, 0}),
                   "write.value bones[2].weights: weights add up to 0"});
  cases.push_back({"weight", withPseudo({"", {0, 1, 0, 0}, {0.5, 2.5, 0, 0}, 0}),
                   "write.value bones[2].weights[1]: weight 2.5 is outside -1.9375 to 1.9375"});
  cases.push_back({"ids", withPseudo({"", {0, 2, 0, 0}, {0.5, 0.5, 0, 0}, 0}),
                   "write.reference bones[2].ids[1]: blends bone 2, but normal bones end at 2"});
  return cases;
}

std::vector<BadSpec> badAnims() {
  std::vector<BadSpec> cases;
  AnimSpec anim;
  anim.frames = 0;
  cases.push_back({"frames", withAnim(anim), "write.value anims[0].n_frames: no frames"});
  anim.frames = 8;
  anim.hz = 31.9;
  cases.push_back(
      {"hz", withAnim(anim), "write.value anims[0].hz: 31.9 frames a second, expected 0 to 31.75"});
  anim.hz = -1;
  cases.push_back({"negative hz", withAnim(anim),
                   "write.value anims[0].hz: -1 frames a second, expected 0 to 31.75"});
  anim.hz = 4;
  anim.tracks.resize(3);
  cases.push_back(
      {"tracks", withAnim(anim), "write.reference anims[0]: 3 tracks, but the file has 2 bones"});
  FileSpec no_bones;
  no_bones.anims.push_back({});
  cases.push_back({"no bones", no_bones, "write.reference anims: 1 animations, but no bones"});
  cases.push_back({"key range", withKeys({moveTo(8, 0)}),
                   "write.value anims[0].tracks[1].keys[0]: key at frame 8, expected 0 to 7"});
  cases.push_back({"key order", withKeys({moveTo(3, 0), moveTo(3, 0)}),
                   "write.value anims[0].tracks[1].keys[1]: key at frame 3, expected 4 to 7"});
  cases.push_back({"no values", withKeys({KeySpec{}}),
                   "write.value anims[0].tracks[1].keys[0]: a key without values"});
  cases.push_back({"translation", withKeys({moveTo(0, 1e6)}),
                   "write.value anims[0].tracks[1].keys[0]: translation (1000000, 0, 0) is outside "
                   "-131072 to 130560"});
  KeySpec key;
  key.rotation = glm::dquat(kNan, 0, 0, 0);
  cases.push_back({"rotation", withKeys({key}),
                   "write.value anims[0].tracks[1].keys[0]: rotation (0, 0, 0, nan) has no code of "
                   "a length above 0"});
  return cases;
}

void expectRefused(const std::vector<BadSpec>& cases) {
  for (const BadSpec& bad : cases) {
    const auto bytes = write(bad.spec);
    ASSERT_FALSE(bytes.has_value()) << bad.name;
    EXPECT_EQ(bytes.error().code + " " + describe(bytes.error()), bad.text) << bad.name;
  }
}

TEST(WriteRefuses, Vertices) {
  expectRefused(badVertices());
}
TEST(WriteRefuses, MeshesAndLods) {
  expectRefused(badMeshes());
}
TEST(WriteRefuses, Bones) {
  expectRefused(badBones());
}
TEST(WriteRefuses, Anims) {
  expectRefused(badAnims());
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
