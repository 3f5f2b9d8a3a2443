// What the BMD1 writer refuses, with the place and the sentence.

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/bmd1/write.h"
#include "tests/format/spec_builders.h"

namespace sinew::bmd1 {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Form = VertexSpec::Form;

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

}  // namespace
}  // namespace sinew::bmd1
