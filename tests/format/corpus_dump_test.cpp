// Records decoded through the C++ interface, against the dumps that another decoder made.

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/bmd1/decode.h"
#include "format/quantize.h"
#include "format/utf8.h"
#include "tests/format/corpus.h"

namespace sinew::bmd1 {
namespace {

using nlohmann::json;

struct Case {
  std::filesystem::path file;
  std::filesystem::path dump;
  Mode mode = Mode::Lenient;
  Readings readings;
};

/// NAME.bmd with NAME.dump.json, and NAME.dump.st128-offset.json and the like.
std::vector<Case> allCases() {
  std::vector<Case> cases;
  for (const std::string folder : {"valid", "invalid"}) {
    for (const auto& file : test::filesIn(test::corpusDir() / folder, ".bmd")) {
      const auto named = [&file](const std::string& suffix) {
        return file.parent_path() / (file.stem().string() + suffix);
      };
      Case base{file, named(".dump.json"), Mode::Lenient, {}};
      if (std::filesystem::exists(base.dump)) cases.push_back(base);
      for (const St128 st128 : {St128::Spec, St128::Offset, St128::Legacy16}) {
        Case c{file,
               named(".dump.st128-" + std::string(toString(st128)) + ".json"),
               Mode::Lenient,
               {st128, Shade::Rgb}};
        if (std::filesystem::exists(c.dump)) cases.push_back(c);
      }
      Case bgr{file, named(".dump.shade-bgr.json"), Mode::Lenient, {St128::Auto, Shade::Bgr}};
      if (std::filesystem::exists(bgr.dump)) cases.push_back(bgr);
    }
  }
  return cases;
}

/// Within 1e-5 of the larger of 1 and the vector's largest component; null stands for a number that
/// is not finite.
template <class Vector>
void expectVector(const Vector& actual, const json& expected, std::size_t size) {
  ASSERT_EQ(expected.size(), size);
  double largest = 1.0;
  for (const json& number : expected) {
    if (number.is_number()) largest = std::max(largest, std::abs(number.get<double>()));
  }
  for (std::size_t k = 0; k < size; ++k) {
    const auto value = static_cast<double>(actual[static_cast<int>(k)]);
    if (expected[k].is_null()) {
      EXPECT_FALSE(std::isfinite(value));
    } else {
      EXPECT_NEAR(value, expected[k].get<double>(), 1e-5 * largest);
    }
  }
}

void expectText(const StoredString& actual, const json& expected) {
  ASSERT_EQ(actual.present(), !expected.is_null());
  if (actual.present()) {
    EXPECT_EQ(toUtf8(actual.text), expected.get<std::string>());
  }
}

template <class Color>
void expectColor(const Color& actual, const json& expected) {
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_EQ(actual[c], expected[c].get<int>());
}

void expectVertices(const File& file, const MeshDef& mesh, const json& expected) {
  ASSERT_EQ(mesh.vertex_count, expected.size());
  std::uint32_t seen = 0;
  const PackedVertices list = packedVertices(file, mesh);
  forEachVertex(*file.bytes, list, [&](std::uint32_t v, const Vertex& vertex) {
    ASSERT_EQ(v, seen++);
    const json& e = expected[v];
    EXPECT_EQ(vertex.offset, e["offset"].get<std::uint64_t>());
    const std::string form = vertex.form == PackedForm::Bits64   ? "64"
                             : vertex.form == PackedForm::Bits96 ? "96"
                                                                 : "128";
    EXPECT_EQ(form, e["form"].get<std::string>());
    EXPECT_EQ(vertex.tag, e["tag"].get<int>());
    EXPECT_EQ(vertex.bone, e["bone"].get<int>());
    expectVector(vertex.position, e["position"], 3);
    ASSERT_EQ(vertex.has_normal, !e["normal"].is_null());
    if (vertex.has_normal) expectVector(vertex.normal, e["normal"], 3);
    expectVector(vertex.st, e["st"], 2);
    expectColor(vertex.color, e["color"]);
  });
  EXPECT_EQ(seen, expected.size());
}

void expectFaces(const File& file, const MeshDef& mesh, const json& expected) {
  static const std::vector<std::string> kForms{"tri32", "quad32", "tri64", "quad64"};
  ASSERT_EQ(mesh.face_count, expected.size());
  std::uint32_t seen = 0;
  forEachFace(file, mesh, [&](std::uint32_t f, const Face& face) {
    ASSERT_EQ(f, seen++);
    const json& e = expected[f];
    EXPECT_EQ(face.offset, e["offset"].get<std::uint64_t>());
    EXPECT_EQ(kForms[static_cast<std::size_t>(face.form)], e["form"].get<std::string>());
    ASSERT_EQ(face.corners(), e["indices"].size());
    for (std::size_t c = 0; c < face.corners(); ++c) {
      EXPECT_EQ(face.indices[c], e["indices"][c].get<std::uint32_t>());
    }
  });
  EXPECT_EQ(seen, expected.size());
}

void expectRange(const StoredRange& actual, const json& expected) {
  EXPECT_EQ(actual.offset, expected["offset"].get<std::uint32_t>());
  EXPECT_EQ(actual.size, expected["size"].get<std::uint32_t>());
}

void expectMesh(const File& file, const MeshDef& mesh, const json& e) {
  EXPECT_EQ(mesh.offset, e["offset"].get<std::uint32_t>());
  expectText(mesh.material, e["material"]);
  ASSERT_EQ(mesh.flat, !e["color"].is_null());
  if (mesh.flat) expectColor(mesh.color, e["color"]);
  EXPECT_EQ(mesh.drawn, e["drawn"].get<bool>());
  EXPECT_EQ(mesh.flags, e["flags"].get<std::uint32_t>());
  EXPECT_EQ(mesh.n_vtx, e["n_vtx"].get<int>());
  EXPECT_EQ(mesh.n_tris, e["n_tris"].get<int>());
  expectRange(mesh.vertex_list, e["vertex_list"]);
  expectRange(mesh.face_list, e["face_list"]);
  expectVertices(file, mesh, e["vertices"]);
  expectFaces(file, mesh, e["faces"]);
}

void expectIndex(std::uint32_t actual, const json& expected) {
  ASSERT_EQ(actual == kNone, expected.is_null());
  if (actual != kNone) {
    EXPECT_EQ(actual, expected.get<std::uint32_t>());
  }
}

void expectBone(const File& file, std::uint32_t b, const Model& model, const json& e) {
  const BoneDef& bone = file.bones[b];
  EXPECT_EQ(bone.offset, e["offset"].get<std::uint32_t>());
  expectText(bone.name, e["name"]);
  expectIndex(bone.parent, e["parent"]);
  expectIndex(bone.solid, e["solid"]);
  if (e["kind"] == "pseudo") {
    ASSERT_EQ(bone.kind, BoneKind::Pseudo);
    for (unsigned s = 0; s < 4; ++s) {
      EXPECT_EQ(bone.xform_low >> (8 * s) & 0xFF, e["ids"][s].get<std::uint32_t>());
      EXPECT_EQ(decodeF8a(static_cast<std::uint8_t>(bone.xform_high >> (8 * s))),
                e["weights"][s].get<double>());
    }
    return;
  }
  ASSERT_EQ(bone.kind, BoneKind::Bone);
  // The common model holds the base transform.
  const Transform& rest = model.skeleton.bones[b].rest;
  expectVector(rest.translation, e["translation"], 3);
  const std::vector<double> q{rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(q[k], e["rotation"][k].get<double>(), 1e-5);
}

void expectKey(const Key& key, const json& e) {
  EXPECT_EQ(key.frame, e["frame"].get<std::uint32_t>());
  const auto expectValue = [&e](const auto& value, const char* name) {
    ASSERT_EQ(value.has_value(), e.contains(name)) << name;
    if (!value) return;
    ASSERT_EQ(value->size(), e[name].size());
    for (std::size_t k = 0; k < value->size(); ++k) {
      EXPECT_NEAR((*value)[k], e[name][k].template get<double>(), 1e-5) << name;
    }
  };
  expectValue(key.rotation, "rotation");
  expectValue(key.translation, "translation");
  expectValue(key.scale, "scale");
}

void expectAnim(const File& file, const AnimDef& anim, const json& e) {
  EXPECT_EQ(anim.offset, e["offset"].get<std::uint32_t>());
  expectText(anim.name, e["name"]);
  EXPECT_EQ(anim.n_frames, e["frames"].get<int>());
  EXPECT_EQ(anim.hz(), e["hz"].get<double>());
  EXPECT_EQ(anim.loop(), e["loop"].get<bool>());
  const json& tracks = e["tracks"];
  ASSERT_EQ(tracks.size(), anim.walked ? file.normal_bone_count : 0u);
  std::vector<std::size_t> seen(tracks.size(), 0);
  forEachKey(file, anim, [&](std::uint32_t bone, const Key& key) {
    ASSERT_LT(bone, seen.size());
    EXPECT_EQ(tracks[bone]["bone"].get<std::uint32_t>(), bone);
    const std::size_t k = seen[bone]++;
    ASSERT_LT(k, tracks[bone]["keys"].size());
    expectKey(key, tracks[bone]["keys"][k]);
  });
  for (std::size_t b = 0; b < seen.size(); ++b)
    EXPECT_EQ(seen[b], tracks[b]["keys"].size());
}

TEST(CorpusDump, RecordsDecodeToTheSameValues) {
  const std::vector<Case> cases = allCases();
  ASSERT_GE(cases.size(), 100u);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.dump.filename().string());
    const json expected = test::readJson(c.dump);
    const auto file = read(test::readBytes(c.file), c.mode, c.readings);
    ASSERT_TRUE(file.has_value());
    const Model model = toModel(*file);
    EXPECT_EQ(toString(file->readings.st128), expected["reading"]["st128"].get<std::string>());
    EXPECT_EQ(toString(file->readings.shade), expected["reading"]["shade"].get<std::string>());
    ASSERT_EQ(file->meshes.size(), expected["meshes"].size());
    ASSERT_EQ(file->lods.size(), expected["lods"].size());
    ASSERT_EQ(file->bones.size(), expected["bones"].size());
    ASSERT_EQ(file->anims.size(), expected["anims"].size());
    for (std::size_t m = 0; m < file->meshes.size(); ++m) {
      SCOPED_TRACE("mesh " + std::to_string(m));
      expectMesh(*file, file->meshes[m], expected["meshes"][m]);
    }
    for (std::size_t l = 0; l < file->lods.size(); ++l) {
      EXPECT_EQ(file->lods[l].offset, expected["lods"][l]["offset"].get<std::uint32_t>());
      EXPECT_EQ(file->lods[l].id_mesh, expected["lods"][l]["id_mesh"].get<int>());
      EXPECT_EQ(file->lods[l].n_mesh, expected["lods"][l]["n_mesh"].get<int>());
      EXPECT_EQ(file->lods[l].ld_sc, expected["lods"][l]["ld_sc"].get<int>());
    }
    for (std::uint32_t b = 0; b < file->bones.size(); ++b) {
      SCOPED_TRACE("bone " + std::to_string(b));
      expectBone(*file, b, model, expected["bones"][b]);
    }
    for (std::size_t a = 0; a < file->anims.size(); ++a) {
      SCOPED_TRACE("animation " + std::to_string(a));
      expectAnim(*file, file->anims[a], expected["anims"][a]);
    }
  }
}

}  // namespace
}  // namespace sinew::bmd1
