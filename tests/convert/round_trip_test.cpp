// BMD1 -> glTF -> BMD1: what comes back is the same file but for what docs/convert.md lists.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "format/gltf/axes.h"
#include "format/gltf/write.h"
#include "format/pose/pose.h"
#include "format/unpack.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::ElementsAreArray;

std::vector<std::string> packedFiles() {
  std::vector<std::string> out;
  for (const std::string& folder :
       {std::string(SINEW_SOURCE_DIR) + "/assets", std::string(SINEW_TEST_DATA) + "/bmd1/valid"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".bmd") out.push_back(entry.path().string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

SharedBytes readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + text.size());
}

/// A model once around.
struct Trip {
  LoadedModel before;
  LoadedModel between;  ///< as glTF
  Outcome after;
};

bool isDrawn(const Mesh& mesh) {
  return mesh.drawn && !mesh.triangles.empty();
}

/// Meshes of each level that show something; one level where the model lists none.
std::vector<std::vector<std::uint32_t>> levelsOf(const Model& model) {
  std::vector<std::vector<std::uint32_t>> out;
  for (std::uint32_t l = 0; l < std::max<std::size_t>(model.lods.size(), 1); ++l) {
    std::vector<std::uint32_t>& level = out.emplace_back();
    for (const std::uint32_t m :
         pose::lodMeshes(model, model.lods.empty() ? std::nullopt : std::optional(l))) {
      if (isDrawn(model.meshes[m])) level.push_back(m);
    }
  }
  return out;
}

/// Levels that some distance chooses, by number.
std::vector<std::size_t> chosenLevels(const Model& model) {
  std::vector<std::size_t> out;
  const auto levels = levelsOf(model);
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const bool reached = model.lods.size() < 2 || pose::lodRange(model, l).reachable;
    if (reached && !levels[l].empty()) out.push_back(l);
  }
  return out;
}

/// Nothing to show, or blends that glTF cannot hold (docs/convert.md).
bool isLeftOut(const Model& model) {
  bool any = false;
  for (const auto& level : levelsOf(model))
    any = any || !level.empty();
  return !any || model.skeleton.bones.size() > 240 ||
         std::any_of(model.influences.weights.begin(), model.influences.weights.end(),
                     [](float weight) { return weight < 0.0f; });
}

class RoundTrip : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto before = loadModel(readFile(GetParam()), {});
    ASSERT_TRUE(before);
    trip_.before = std::move(*before);
    if (isLeftOut(trip_.before.model))
      GTEST_SKIP() << "nothing to show, negative weights, or more bones than are encoded";
    const auto written = gltf::write(trip_.before.model, {});
    ASSERT_TRUE(written) << describe(written.error());
    auto between = loadModel(std::make_shared<const std::vector<std::byte>>(written->bytes), {});
    ASSERT_TRUE(between) << describe(between.error());
    trip_.between = std::move(*between);
    EncodeOptions options;
    options.size = SizeGoal::Best;
    options.keep_bones = true;
    auto encoded = encodeBmd1(trip_.between.model, options);
    ASSERT_TRUE(encoded) << describe(encoded.error());
    trip_.after.encoded = std::move(*encoded);
    auto after = loadModel(
        std::make_shared<const std::vector<std::byte>>(trip_.after.encoded.bytes), strict());
    ASSERT_TRUE(after) << describe(after.error());
    trip_.after.loaded = std::move(*after);
    // Oddities of the source may stay; new ones may not come.
    const auto known = loadModel(readFile(GetParam()), strict());
    std::set<std::string> rules;
    for (const Diagnostic& d : known->diagnostics)
      rules.emplace(d.rule);
    for (const Diagnostic& d : trip_.after.loaded.diagnostics) {
      if (d.severity != Severity::Note && rules.count(std::string(d.rule)) == 0)
        ADD_FAILURE() << describe(d);
    }
  }
  [[nodiscard]] static LoadOptions strict() {
    LoadOptions options;
    options.mode = Mode::Strict;
    return options;
  }
  [[nodiscard]] const Model& before() const { return trip_.before.model; }
  [[nodiscard]] const Model& between() const { return trip_.between.model; }
  [[nodiscard]] const Model& after() const { return trip_.after.loaded.model; }
  Trip trip_;
};

/// Corners of a mesh's triangles under a pose.
std::vector<glm::dvec3> corners(const Model& model, const Mesh& mesh, const pose::ExactPose& pose) {
  std::vector<glm::dvec3> places(mesh.vertexCount());
  pose::skin(model, mesh, pose.influences, places, {});
  std::vector<glm::dvec3> out;
  for (const std::uint32_t v : mesh.triangles)
    out.push_back(places[v]);
  return out;
}

double sizeOf(const Model& model) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t m = 0; m < model.meshes.size(); ++m)
    if (isDrawn(model.meshes[m])) all.push_back(m);
  const auto bounds =
      pose::posedBounds(model, all, pose::evaluateExact(model, std::nullopt, 0.0).influences);
  return bounds ? glm::distance(bounds->min, bounds->max) : 1.0;
}

TEST_P(RoundTrip, GltfKeepsLevelsSolidsBlendsAndMaterials) {
  const auto levels = levelsOf(before());
  const auto kept = levelsOf(between());
  ASSERT_EQ(between().lods.size(), before().lods.size() > 1 ? before().lods.size() : 0);
  for (std::size_t l = 0; l < between().lods.size(); ++l) {
    EXPECT_EQ(kept[l].size(), levels[l].size()) << l;
    EXPECT_NEAR(between().lods[l].min_scale, before().lods[l].min_scale, 1e-12) << l;
  }
  std::size_t with_faces = 0;
  for (const Solid& solid : before().solids)
    with_faces += before().meshes[solid.mesh].triangles.empty() ? 0 : 1;
  EXPECT_EQ(between().solids.size(), with_faces);
  for (std::size_t l = 0; l < kept.size(); ++l) {
    for (std::size_t i = 0; i < kept[l].size() && i < levels[l].size(); ++i) {
      const Material& old = before().materials[before().meshes[levels[l][i]].material];
      const Material& now = between().materials[between().meshes[kept[l][i]].material];
      EXPECT_EQ(now.name, old.name);
      ASSERT_EQ(now.layers.size(), old.layers.size()) << "textures keep their names";
      if (!old.layers.empty()) {
        EXPECT_EQ(between().textures[now.layers[0].texture].name,
                  before().textures[old.layers[0].texture].name);
      }
    }
  }
}

/// Rest and clips, corner by corner, of every level and solid.
TEST_P(RoundTrip, GltfPosesAlike) {
  const gltf::Axes axes(before().conventions);
  const auto levels = levelsOf(before());
  const auto kept = levelsOf(between());
  const double allowed = 2e-4 * sizeOf(before()) / before().conventions.units_per_metre;
  std::vector<std::pair<std::optional<std::uint32_t>, double>> moments{{std::nullopt, 0.0}};
  for (std::uint32_t c = 0; c < before().clips.size(); ++c) {
    for (const double part : {0.0, 0.37, 0.9})
      moments.emplace_back(c, part * std::max(before().clips[c].frame_count - 1.0, 0.0));
  }
  for (const auto& [clip, frame] : moments) {
    std::optional<std::uint32_t> there;
    const auto sameName = [&, c = clip.value_or(0)](const Clip& one) {
      return one.name == before().clips[c].name;
    };
    // Two of one name cannot be told apart by it.
    if (clip && std::count_if(before().clips.begin(), before().clips.end(), sameName) > 1) continue;
    if (clip) {
      const auto& clips = between().clips;
      const auto same = std::find_if(clips.begin(), clips.end(), sameName);
      if (same == clips.end()) continue;  // moves nothing
      there = static_cast<std::uint32_t>(same - clips.begin());
      if (before().clips[*clip].rate_hz == 0.0 && frame > 0.0) continue;  // holds its frame 0
      EXPECT_TRUE(same->loop == before().clips[*clip].loop || same->duration_s() == 0.0);
      EXPECT_NEAR(same->duration_s(), before().clips[*clip].duration_s(), 1e-4);
    }
    const auto ours = pose::evaluateExact(before(), clip, frame);
    const double seconds =
        clip && before().clips[*clip].rate_hz > 0.0 ? frame / before().clips[*clip].rate_hz : 0.0;
    const double frame_there = there ? seconds * between().clips[*there].rate_hz : 0.0;
    const auto theirs = pose::evaluateExact(between(), there, frame_there);
    for (std::size_t l = 0; l < kept.size(); ++l) {
      for (std::size_t i = 0; i < kept[l].size() && i < levels[l].size(); ++i) {
        auto old = corners(before(), before().meshes[levels[l][i]], ours);
        const auto now = corners(between(), between().meshes[kept[l][i]], theirs);
        ASSERT_EQ(old.size(), now.size());
        for (std::size_t k = 0; k < old.size(); ++k)
          ASSERT_LT(glm::distance(axes.point(old[k]), now[k]), allowed)
              << (clip ? std::string(before().clips[*clip].name) : "rest") << " at " << frame;
      }
    }
  }
}

/// A material's name as it comes back: no extension, a colour instead of nothing.
std::string nameBack(std::string name) {
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && name.size() - dot == 4) name.resize(dot);
  const bool color = name.size() == 7 && name[0] == '#' &&
                     name.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!color && !name.empty() && name[0] == '#') name[0] = '_';
  return name.empty() ? "#ffffff" : name;
}

std::set<std::string> namesOfBones(const Model& model) {
  std::set<std::string> out;
  for (const Bone& bone : model.skeleton.bones)
    if (!bone.name.empty()) out.insert(bone.name);
  return out;
}

std::string nameOfInfluence(const Model& model, std::uint32_t influence) {
  for (const PseudoBone& pseudo : model.pseudo_bones)
    if (pseudo.influence == influence) return "blend " + pseudo.name;
  const std::uint32_t first = model.influences.first[influence];
  if (model.influences.first[influence + 1] == first) return "none";
  return model.skeleton.bones[model.influences.bones[first]].name;
}

TEST_P(RoundTrip, Bmd1ComesBackButForWhatIsDocumented) {
  // Bones: names, and who hangs on whom. Helpers may be new, and have no names.
  const auto old_names = namesOfBones(before());
  const auto new_names = namesOfBones(after());
  for (const std::string& name : old_names)
    EXPECT_TRUE(new_names.count(name) > 0) << "bone " << name;
  const auto parents = [](const Model& model) {
    std::map<std::string, std::string> out;
    for (const Bone& bone : model.skeleton.bones) {
      if (bone.name.empty() || bone.parent == kNone) continue;
      out[bone.name] = model.skeleton.bones[bone.parent].name;
    }
    return out;
  };
  const auto old_parents = parents(before());
  for (const auto& [bone, parent] : parents(after())) {
    const auto at = old_parents.find(bone);
    if (at == old_parents.end()) continue;
    EXPECT_EQ(parent, at->second) << bone;
  }
  // Levels, with materials and triangles.
  const auto all_levels = levelsOf(before());
  const std::vector<std::size_t> chosen = chosenLevels(before());
  const auto kept = levelsOf(after());
  ASSERT_EQ(kept.size(), chosen.size());
  for (std::size_t l = 0; l < chosen.size(); ++l) {
    const std::vector<std::uint32_t>& level = all_levels[chosen[l]];
    std::map<std::string, std::size_t> old_triangles;
    std::map<std::string, std::size_t> new_triangles;
    const auto realTriangles = [](const Mesh& mesh) {
      std::size_t count = 0;
      const auto& t = mesh.triangles;
      for (std::size_t i = 0; i + 3 <= t.size(); i += 3)
        count += t[i] != t[i + 1] && t[i + 1] != t[i + 2] && t[i] != t[i + 2] ? 1 : 0;
      return count;
    };
    for (const std::uint32_t m : level) {
      old_triangles[nameBack(std::string(before().materials[before().meshes[m].material].name))] +=
          realTriangles(before().meshes[m]);
    }
    for (const std::uint32_t m : kept[l]) {
      new_triangles[std::string(after().materials[after().meshes[m].material].name)] +=
          realTriangles(after().meshes[m]);
    }
    EXPECT_EQ(new_triangles, old_triangles) << "level " << l;
    if (chosen.size() > 1) {
      EXPECT_EQ(after().lods[l].min_scale, std::max(0.0, before().lods[chosen[l]].min_scale));
    }
  }
  // Solids by the bone that they are about.
  std::multiset<std::string> old_solids;
  std::multiset<std::string> new_solids;
  for (const Solid& solid : before().solids)
    old_solids.insert(nameOfInfluence(before(), solid.influence));
  for (const Solid& solid : after().solids)
    new_solids.insert(nameOfInfluence(after(), solid.influence));
  EXPECT_EQ(new_solids.size(), old_solids.size());
  // Clips: names, loops, lengths in seconds.
  for (const Clip& clip : after().clips) {
    const auto same = std::find_if(before().clips.begin(), before().clips.end(),
                                   [&](const Clip& one) { return one.name == clip.name; });
    if (same == before().clips.end()) {
      // One without a name gets one, and a part of a long one gets its number.
      const std::string name(clip.name);
      const bool part =
          std::any_of(before().clips.begin(), before().clips.end(), [&](const Clip& c) {
            return !c.name.empty() &&
                   name.compare(0, c.name.size() + 1, std::string(c.name) + '_') == 0;
          });
      EXPECT_TRUE(part || name.compare(0, 5, "clip_") == 0) << name;
      continue;
    }
    EXPECT_TRUE(clip.loop == same->loop || same->duration_s() == 0.0) << clip.name.c_str();
    EXPECT_NEAR(clip.duration_s(), same->duration_s(), 0.51 / std::max(clip.rate_hz, 0.25));
  }
  const EncodeReport& report = trip_.after.encoded.report;
  EXPECT_LE(report.rest->max_percent, 0.1);
}

/// Pseudo-bones that some vertex hangs on keep their names.
TEST_P(RoundTrip, BlendsKeepTheirNames) {
  std::set<std::uint32_t> used;
  for (const auto& level : levelsOf(before())) {
    for (const std::uint32_t m : level) {
      std::vector<UnpackedVertex> vertices(before().meshes[m].vertexCount());
      unpackVertices(before(), before().meshes[m], vertices);
      for (const std::uint32_t v : before().meshes[m].triangles)
        used.insert(vertices[v].influence);
    }
  }
  std::set<std::string> wanted;
  for (const PseudoBone& pseudo : before().pseudo_bones) {
    const auto& first = before().influences.first;
    const bool mixes = first[pseudo.influence + 1] - first[pseudo.influence] > 1;
    if (used.count(pseudo.influence) > 0 && mixes && !pseudo.name.empty())
      wanted.insert(pseudo.name);
  }
  std::set<std::string> there;
  std::set<std::string> back;
  for (const PseudoBone& pseudo : between().pseudo_bones)
    there.insert(pseudo.name);
  for (const PseudoBone& pseudo : after().pseudo_bones)
    back.insert(pseudo.name);
  for (const std::string& name : wanted) {
    EXPECT_EQ(there.count(name), 1u) << name;
    EXPECT_EQ(back.count(name), 1u) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, RoundTrip, ::testing::ValuesIn(packedFiles()),
                         [](const ::testing::TestParamInfo<std::string>& file) {
                           return std::filesystem::path(file.param).stem().string();
                         });

}  // namespace
}  // namespace sinew::convert
