// Writer and reader together: what is written reads back as described, without a fault, and every
// valid corpus file survives toSpec and write.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"
#include "format/bmd1/write.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

namespace fs = std::filesystem;
using Form = VertexSpec::Form;

SharedBytes share(std::vector<std::byte> bytes) {
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

SharedBytes slurp(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> raw((std::istreambuf_iterator<char>(stream)),
                              std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes;
  for (const char c : raw)
    bytes.push_back(static_cast<std::byte>(c));
  return share(std::move(bytes));
}

std::vector<fs::path> validFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(SINEW_TEST_DATA) / "bmd1/valid")) {
    if (entry.path().extension() == ".bmd") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string listOf(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics)
    text += std::string(d.rule) + " " + describe(d) + "\n";
  return text;
}

std::vector<Vertex> verticesOf(const File& file, const MeshDef& mesh) {
  std::vector<Vertex> out;
  forEachVertex(*file.bytes, packedVertices(file, mesh),
                [&](std::uint32_t, const Vertex& vertex) { out.push_back(vertex); });
  return out;
}

std::vector<Face> facesOf(const File& file, const MeshDef& mesh) {
  std::vector<Face> out;
  forEachFace(file, mesh, [&](std::uint32_t, const Face& face) { out.push_back(face); });
  return out;
}

std::vector<std::pair<std::uint32_t, Key>> keysOf(const File& file, const AnimDef& anim) {
  std::vector<std::pair<std::uint32_t, Key>> out;
  forEachKey(file, anim, [&](std::uint32_t bone, const Key& key) { out.emplace_back(bone, key); });
  return out;
}

void expectSameVertices(const File& a, const File& b, std::size_t mesh) {
  const auto before = verticesOf(a, a.meshes[mesh]);
  const auto after = verticesOf(b, b.meshes[mesh]);
  ASSERT_EQ(before.size(), after.size());
  // S/T of the legacy layout have 1/4096 everywhere, the spec's have it up to 2 and half of that up
  // to 8.
  const float st_error = a.readings.st128 == St128::Spec ? 0.0f : 2.0f / 4096.0f;
  for (std::size_t i = 0; i < before.size(); ++i) {
    SCOPED_TRACE("vertex " + std::to_string(i));
    EXPECT_EQ(before[i].form, after[i].form);
    EXPECT_EQ(before[i].tag, after[i].tag);
    EXPECT_EQ(before[i].bone, after[i].bone);
    EXPECT_EQ(before[i].position, after[i].position);
    EXPECT_EQ(before[i].has_normal, after[i].has_normal);
    EXPECT_EQ(before[i].normal, after[i].normal);
    EXPECT_LE(std::abs(before[i].st.x - after[i].st.x), st_error);
    EXPECT_LE(std::abs(before[i].st.y - after[i].st.y), st_error);
    EXPECT_EQ(before[i].color, after[i].color);
  }
}

void expectSameMeshes(const File& a, const File& b) {
  ASSERT_EQ(a.meshes.size(), b.meshes.size());
  for (std::size_t m = 0; m < a.meshes.size(); ++m) {
    SCOPED_TRACE("mesh " + std::to_string(m));
    EXPECT_EQ(a.meshes[m].drawn, b.meshes[m].drawn);
    EXPECT_EQ(a.meshes[m].material.text, b.meshes[m].material.text);
    EXPECT_EQ(a.meshes[m].triangle_count, b.meshes[m].triangle_count);
    expectSameVertices(a, b, m);
    const auto before = facesOf(a, a.meshes[m]);
    const auto after = facesOf(b, b.meshes[m]);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(before[i].corners(), after[i].corners()) << "face " << i;
      for (std::uint32_t c = 0; c < before[i].corners(); ++c) {
        EXPECT_EQ(before[i].indices[c], after[i].indices[c]) << "face " << i;
      }
    }
  }
}

void expectSameBones(const File& a, const File& b) {
  EXPECT_EQ(a.normal_bone_count, b.normal_bone_count);
  ASSERT_EQ(a.bones.size(), b.bones.size());
  for (std::size_t i = 0; i < a.bones.size(); ++i) {
    SCOPED_TRACE("bone " + std::to_string(i));
    const BoneDef& before = a.bones[i];
    const BoneDef& after = b.bones[i];
    EXPECT_EQ(before.name.text, after.name.text);
    EXPECT_EQ(before.kind, after.kind);
    EXPECT_EQ(before.parent, after.parent);
    EXPECT_EQ(before.solid, after.solid);
    if (before.kind == BoneKind::Bone) {
      EXPECT_EQ(decodePackedVec3(before.xform_low), decodePackedVec3(after.xform_low));
      EXPECT_EQ(decodeRotation(before.xform_high), decodeRotation(after.xform_high));
      continue;
    }
    for (unsigned slot = 0; slot < 4; ++slot) {
      const auto byte = [slot](std::uint32_t word) {
        return static_cast<std::uint8_t>(word >> (8 * slot));
      };
      const double weight = decodeF8a(byte(before.xform_high));
      EXPECT_EQ(weight, decodeF8a(byte(after.xform_high)));
      if (weight == 0.0) continue;  // its id means nothing
      EXPECT_EQ(byte(before.xform_low), byte(after.xform_low));
    }
  }
}

void expectSameLodsAndAnims(const File& a, const File& b) {
  ASSERT_EQ(a.lods.size(), b.lods.size());
  for (std::size_t i = 0; i < a.lods.size(); ++i) {
    EXPECT_EQ(a.lods[i].id_mesh, b.lods[i].id_mesh);
    EXPECT_EQ(a.lods[i].n_mesh, b.lods[i].n_mesh);
    EXPECT_EQ(decodeF8a(a.lods[i].ld_sc), decodeF8a(b.lods[i].ld_sc));
  }
  ASSERT_EQ(a.anims.size(), b.anims.size());
  for (std::size_t i = 0; i < a.anims.size(); ++i) {
    SCOPED_TRACE("anim " + std::to_string(i));
    EXPECT_EQ(a.anims[i].name.text, b.anims[i].name.text);
    EXPECT_EQ(a.anims[i].n_frames, b.anims[i].n_frames);
    EXPECT_EQ(a.anims[i].fl_hz, b.anims[i].fl_hz);
    const auto before = keysOf(a, a.anims[i]);
    const auto after = keysOf(b, b.anims[i]);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
      EXPECT_EQ(before[k].first, after[k].first) << "key " << k;
      EXPECT_EQ(before[k].second.frame, after[k].second.frame) << "key " << k;
      EXPECT_EQ(before[k].second.rotation, after[k].second.rotation) << "key " << k;
      EXPECT_EQ(before[k].second.translation, after[k].second.translation) << "key " << k;
      EXPECT_EQ(before[k].second.scale, after[k].second.scale) << "key " << k;
    }
  }
}

TEST(WriteRead, EveryValidCorpusFileSurvives) {
  const auto files = validFiles();
  ASSERT_GE(files.size(), 44u);
  for (const fs::path& path : files) {
    SCOPED_TRACE(path.filename().string());
    const auto original = read(slurp(path), Mode::Strict, {});
    ASSERT_TRUE(original.has_value());
    const auto spec = toSpec(*original);
    ASSERT_TRUE(spec.has_value()) << describe(spec.error());
    auto bytes = write(*spec);
    ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
    const auto again = read(share(std::move(*bytes)), Mode::Strict, {});
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(countBySeverity(again->diagnostics).errors, 0u) << listOf(again->diagnostics);
    expectSameMeshes(*original, *again);
    expectSameBones(*original, *again);
    expectSameLodsAndAnims(*original, *again);
  }
}

TEST(WriteRead, WritingTwiceGivesTheSameBytes) {
  for (const fs::path& path : validFiles()) {
    SCOPED_TRACE(path.filename().string());
    const auto original = read(slurp(path), Mode::Strict, {});
    ASSERT_TRUE(original.has_value());
    const auto spec = toSpec(*original);
    ASSERT_TRUE(spec.has_value());
    const auto once = write(*spec);
    ASSERT_TRUE(once.has_value());
    const auto reread = read(share(*once), Mode::Strict, {});
    ASSERT_TRUE(reread.has_value());
    const auto spec_again = toSpec(*reread);
    ASSERT_TRUE(spec_again.has_value());
    const auto twice = write(*spec_again);
    ASSERT_TRUE(twice.has_value());
    EXPECT_EQ(*once, *twice);
  }
}

// ---------------------------------------------------------------- random descriptions

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_()) % limit; }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / 4294967295.0);
  }
  glm::dvec3 point(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

 private:
  std::mt19937 random_;
};

VertexSpec randomVertex(Dice& dice, std::uint32_t bone_count) {
  VertexSpec v;
  v.form = static_cast<Form>(dice.below(6));
  const bool on_root = v.form == Form::F8 || v.form == Form::F9;
  v.bone = static_cast<std::uint8_t>(
      on_root ? 0 : dice.below(v.form == Form::V64 ? std::min(bone_count, 240u) : bone_count));
  v.position = dice.point(std::pow(10.0, dice.between(-3, 4)));
  v.normal = dice.point(1.0);
  v.st = {dice.between(-0.4, 1.4), dice.between(-0.4, 1.4)};
  if (on_root || v.form == Form::FD) v.shade = static_cast<std::uint8_t>(dice.below(256));
  return v;
}

MeshSpec randomMesh(Dice& dice, std::uint32_t bone_count) {
  constexpr const char* kMaterials[] = {"skin", "a/b", "#12aBcD", "", "#nope"};
  MeshSpec mesh;
  if (!dice.chance(5)) mesh.material = kMaterials[dice.below(4)];
  const std::uint32_t count = dice.chance(4) ? dice.below(3000) : dice.below(90);
  for (std::uint32_t i = 0; i < count; ++i)
    mesh.vertices.push_back(randomVertex(dice, bone_count));
  const std::uint32_t faces = count == 0 ? 0 : dice.below(2 * count);
  for (std::uint32_t i = 0; i < faces; ++i) {
    mesh.faces.push_back(
        {{dice.below(count), dice.below(count), dice.below(count), dice.below(count)},
         dice.chance(2)});
  }
  mesh.wide_faces = dice.chance(4);
  return mesh;
}

FileSpec randomFile(Dice& dice) {
  FileSpec spec;
  const std::uint32_t bones = dice.chance(5) ? 0 : 1 + dice.below(250);
  const std::uint32_t blends = bones == 0 ? 0 : dice.below(256 - bones + 1);
  for (std::uint32_t i = 0; i < bones; ++i) {
    BoneSpec bone;
    if (dice.chance(2)) bone.name = "bone" + std::to_string(dice.below(9));
    if (i > 0) {
      bone.parent = static_cast<std::uint8_t>(dice.below(i));
      bone.translation = dice.point(100);
      bone.rotation = glm::dquat(dice.between(0.1, 1), dice.between(-1, 1), dice.between(-1, 1), 0);
    }
    spec.bones.push_back(bone);
  }
  for (std::uint32_t i = 0; i < blends; ++i) {
    const double w = dice.between(0.1, 0.9);
    spec.pseudo_bones.push_back({"",
                                 {static_cast<std::uint8_t>(dice.below(bones)),
                                  static_cast<std::uint8_t>(dice.below(bones)), 0, 0},
                                 {w, 1 - w, 0, 0},
                                 0});
  }
  const std::uint32_t meshes = dice.below(6);
  for (std::uint32_t i = 0; i < meshes; ++i) {
    spec.meshes.push_back(randomMesh(dice, std::max(bones + blends, 1u)));
  }
  if (meshes > 0 && dice.chance(2))
    spec.lods = {{0, 1, 0.5}, {0, static_cast<std::uint8_t>(meshes), 0}};
  const std::uint32_t anims = bones == 0 ? 0 : dice.below(4);
  for (std::uint32_t i = 0; i < anims; ++i) {
    AnimSpec anim;
    anim.name = "clip" + std::to_string(i);
    anim.frames = static_cast<std::uint8_t>(1 + dice.below(255));
    anim.hz = dice.between(0, 31.75);
    anim.loop = dice.chance(2);
    anim.tracks.resize(dice.below(bones + 1));
    for (auto& track : anim.tracks) {
      for (std::uint32_t frame = dice.below(120); frame < anim.frames;
           frame += 1 + dice.below(90)) {
        KeySpec key;
        key.frame = frame;
        if (dice.chance(2)) key.rotation = glm::dquat(0.5, dice.between(-1, 1), 0.25, 0);
        if (dice.chance(2)) key.translation = dice.point(50);
        if (dice.chance(3) || !(key.rotation || key.translation)) key.scale = dice.point(2);
        track.push_back(key);
      }
    }
    spec.anims.push_back(anim);
  }
  return spec;
}

/// Half a step of the packed grid that the largest component asks for: exponents rise with
/// magnitude, and a step is at most 1/128 of it (255 steps hold at least 127.75 of the next
/// exponent).
double positionError(const glm::dvec3& p) {
  return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z), 1e-4}) / 127.0 / 2.0;
}

void expectDescribed(const FileSpec& spec, const File& file) {
  ASSERT_EQ(file.meshes.size(), spec.meshes.size());
  for (std::size_t m = 0; m < spec.meshes.size(); ++m) {
    const auto vertices = verticesOf(file, file.meshes[m]);
    ASSERT_EQ(vertices.size(), spec.meshes[m].vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const VertexSpec& wanted = spec.meshes[m].vertices[i];
      ASSERT_EQ(vertices[i].bone, wanted.bone);
      const glm::dvec3 error = glm::dvec3(vertices[i].position) - wanted.position;
      ASSERT_LE(std::max({std::abs(error.x), std::abs(error.y), std::abs(error.z)}),
                positionError(wanted.position));
    }
    const auto faces = facesOf(file, file.meshes[m]);
    ASSERT_EQ(faces.size(), spec.meshes[m].faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
      ASSERT_EQ(faces[i].corners() == 4, spec.meshes[m].faces[i].quad);
      for (std::uint32_t c = 0; c < faces[i].corners(); ++c) {
        ASSERT_EQ(faces[i].indices[c], spec.meshes[m].faces[i].indices[c]);
      }
    }
  }
  ASSERT_EQ(file.anims.size(), spec.anims.size());
  for (std::size_t a = 0; a < spec.anims.size(); ++a) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;
    for (std::size_t b = 0; b < spec.anims[a].tracks.size(); ++b) {
      for (const KeySpec& key : spec.anims[a].tracks[b]) {
        wanted.emplace_back(static_cast<std::uint32_t>(b), key.frame);
      }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& [bone, key] : keysOf(file, file.anims[a]))
      found.emplace_back(bone, key.frame);
    ASSERT_EQ(found, wanted);
  }
}

TEST(WriteRead, RandomDescriptionsReadBackWithoutErrors) {
  Dice dice(20240817);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const FileSpec spec = randomFile(dice);
    auto bytes = write(spec);
    ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
    const auto file = read(share(std::move(*bytes)), Mode::Strict, {});
    ASSERT_TRUE(file.has_value());
    ASSERT_EQ(countBySeverity(file->diagnostics).errors, 0u) << listOf(file->diagnostics);
    expectDescribed(spec, *file);
  }
}

TEST(WriteRead, ListsNamedVeryOftenStayReadable) {
  FileSpec spec;
  MeshSpec mesh;
  mesh.material = "#808080";
  for (int i = 0; i < 400; ++i) {
    VertexSpec vertex;
    vertex.position = {i, 0, 0};
    mesh.vertices.push_back(vertex);
  }
  mesh.faces = {{{0, 1, 2, 0}, false}};
  spec.meshes.assign(60, mesh);
  auto bytes = write(spec);
  ASSERT_TRUE(bytes.has_value());
  const auto file = read(share(std::move(*bytes)), Mode::Strict, {});
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->diagnostics.empty()) << listOf(file->diagnostics);
}

}  // namespace
}  // namespace sinew::bmd1
