// BMD1 records -> the common model.

#include <algorithm>
#include <numeric>
#include <utility>

#include "format/bmd1/clip_keys.h"
#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"
#include "format/bmd1/layout.h"
#include "format/bmd1/walk.h"
#include "format/quantize.h"
#include "format/utf8.h"

namespace sinew::bmd1 {
namespace {

constexpr double kUnitsPerMetre = 40.0;  // section 1

/// A name that lives in the file where a NUL follows it there; a name cut at 255 bytes is copied.
/// Ill-formed UTF-8 stays (string.utf8): replacing it would make names three times as long as the
/// file has them.
Text textOf(const File& file, const StoredString& name) {
  if (name.text.empty()) return {};
  const std::size_t end = name.offset + name.text.size();
  if (end < file.bytes->size() && (*file.bytes)[end] == std::byte{0}) {
    return Text::inFile(file.bytes, name.text);
  }
  return Text(name.text);
}

// ---------------------------------------------------------------- skeleton

void addSkeleton(const File& file, Model& model) {
  model.skeleton.bones.reserve(file.normal_bone_count);
  for (std::uint32_t b = 0; b < file.normal_bone_count; ++b) {
    const BoneDef& def = file.bones[b];
    Bone bone;
    bone.name = toUtf8(def.name.text);
    bone.source_offset = def.offset;
    if (b != 0) {
      bone.parent = def.parent;
      bone.rest.translation = decodePackedVec3(def.xform_low);
      bone.rest.rotation = decodeRotation(def.xform_high);
    }
    model.skeleton.bones.push_back(std::move(bone));
  }
  finishSkeleton(model.skeleton);
}

PseudoBone pseudoBoneOf(const BoneDef& def, std::uint32_t b) {
  PseudoBone pseudo;
  pseudo.name = toUtf8(def.name.text);
  pseudo.influence = b;
  pseudo.source_offset = def.offset;
  for (std::uint32_t s = 0; s < 4; ++s) {
    const double weight = decodeF8a(static_cast<std::uint8_t>(def.xform_high >> (8 * s)));
    if (weight == 0.0) continue;
    pseudo.bones[s] = def.xform_low >> (8 * s) & 0xFF;
    pseudo.weights[s] = static_cast<float>(weight);
  }
  return pseudo;
}

/// Section 6: weights divided by their sum. A blend that cannot be made (pseudo.ids,
/// pseudo.weights) is left to the caller.
bool addBlend(const PseudoBone& pseudo, std::uint32_t bones, Influences& influences) {
  double sum = 0.0;
  for (std::size_t s = 0; s < 4; ++s) {
    if (pseudo.bones[s] == kNone) continue;
    if (pseudo.bones[s] >= bones) return false;
    sum += pseudo.weights[s];
  }
  if (sum == 0.0) return false;
  for (std::size_t s = 0; s < 4; ++s) {
    if (pseudo.bones[s] == kNone) continue;
    influences.bones.push_back(pseudo.bones[s]);
    influences.weights.push_back(static_cast<float>(pseudo.weights[s] / sum));
  }
  return true;
}

/// Influence i is BMD1 bone i. Bones that cannot be posed move with bone 0.
void addInfluences(const File& file, Model& model) {
  Influences& influences = model.influences;
  const auto addBone = [&influences](std::uint32_t bone) {
    influences.bones.push_back(bone);
    influences.weights.push_back(1.0f);
  };
  const auto close = [&influences] {
    influences.first.push_back(static_cast<std::uint32_t>(influences.bones.size()));
  };
  if (file.bones.empty()) {
    close();  // the identity
    return;
  }
  for (std::uint32_t b = 0; b < file.bones.size(); ++b) {
    const BoneDef& def = file.bones[b];
    if (def.kind == BoneKind::Pseudo) {
      model.pseudo_bones.push_back(pseudoBoneOf(def, b));
      if (!addBlend(model.pseudo_bones.back(), file.normal_bone_count, influences)) addBone(0);
    } else {
      addBone(b < file.normal_bone_count ? b : 0);
    }
    close();
  }
}

// ---------------------------------------------------------------- materials

std::string_view materialName(const MeshDef& mesh) {
  return mesh.material.present() ? mesh.material.text : std::string_view();
}

Material materialOf(const File& file, const MeshDef& mesh, std::vector<Texture>& textures) {
  Material material;
  material.name = textOf(file, mesh.material);
  if (mesh.flat) {
    material.flat = true;
    material.color = {static_cast<float>(mesh.color[0]) / 255.0f,
                      static_cast<float>(mesh.color[1]) / 255.0f,
                      static_cast<float>(mesh.color[2]) / 255.0f, 1.0f};
  } else if (!material.name.empty()) {
    TextureLayer layer;
    layer.texture = static_cast<std::uint32_t>(textures.size());
    textures.push_back({material.name, nullptr});
    material.layers.reserve(1);
    material.layers.push_back(layer);
  }
  return material;
}

/// One material for each name of a drawn mesh, in the order of their first meshes. Drawn meshes
/// whose name is empty or cannot be read get a plain one.
void addMaterials(const File& file, Model& model) {
  std::vector<std::uint32_t> order;
  const auto meshes = static_cast<std::uint32_t>(file.meshes.size());
  order.reserve(meshes);
  for (std::uint32_t m = 0; m < meshes; ++m) {
    if (file.meshes[m].drawn) order.push_back(m);
  }
  std::sort(order.begin(), order.end(), [&file](std::uint32_t a, std::uint32_t b) {
    const std::string_view x = materialName(file.meshes[a]);
    const std::string_view y = materialName(file.meshes[b]);
    if (x.data() != y.data() || x.size() != y.size()) {
      if (const int compared = x.compare(y); compared != 0) return compared < 0;
    }
    return a < b;
  });
  // Marks each mesh with the first one of its name, then numbers those in file order.
  std::size_t materials = 0;
  std::size_t textures = 0;
  for (std::size_t o = 0; o < order.size(); ++o) {
    const MeshDef& mesh = file.meshes[order[o]];
    std::uint32_t& mark = model.meshes[order[o]].material;
    if (o != 0 && materialName(file.meshes[order[o - 1]]) == materialName(mesh)) {
      mark = model.meshes[order[o - 1]].material;
    } else {
      mark = order[o];
      ++materials;
      textures += mesh.flat || mesh.material.text.empty() ? 0 : 1;
    }
  }
  order = {};
  model.materials.reserve(materials);
  model.textures.reserve(textures);
  for (std::uint32_t m = 0; m < meshes; ++m) {
    std::uint32_t& mark = model.meshes[m].material;
    if (mark == kNone) continue;
    if (mark == m) {
      mark = static_cast<std::uint32_t>(model.materials.size());
      model.materials.push_back(materialOf(file, file.meshes[m], model.textures));
    } else {
      mark = model.meshes[mark].material;  // an earlier mesh: already numbered
    }
  }
}

// ---------------------------------------------------------------- meshes

void addWordOffsets(Bytes file, PackedVertices& list) {
  list.word_offsets.resize(list.count);
  std::uint32_t* out = list.word_offsets.data();
  std::uint32_t at = 0;
  walkVertices(listBytes(file, list.list.offset, list.list.size),
               [&](std::uint32_t, const std::byte*, std::uint64_t word) {
                 *out++ = at;
                 at += vertexSize(static_cast<std::uint8_t>(word >> 56)) / 4;
               });
}

/// Edge bits of a quad's two triangles (Mesh::hidden_edges): the diagonal ends the first and begins
/// the second.
constexpr std::uint8_t kFirstHalf = 1 << 2;
constexpr std::uint8_t kSecondHalf = 1 << 0;

/// Expands faces into blocks on the stack and appends whole blocks: a list of its final size that
/// is filled in place would be written twice.
class TriangleList {
 public:
  TriangleList(Mesh& mesh, const MeshDef& def)
      : mesh_(mesh),
        vertices_(def.vertex_count),
        in_range_(def.faces_in_range),
        quads_(def.triangle_count != def.face_count) {
    mesh_.triangles.reserve(std::size_t{3} * def.triangle_count);
    if (quads_) mesh_.hidden_edges.reserve(def.triangle_count);
  }

  /// Adds a run of faces of one form. Those with an index that the mesh lacks are left out
  /// (mesh.index-range).
  template <class Word, std::size_t kCorners>
  void addRun(const std::byte* run, std::uint32_t count, const BitField (&fields)[kCorners]) {
    constexpr std::uint32_t kTriangles = kCorners - 2;
    constexpr std::uint32_t kBlock = 512 / kTriangles;
    std::array<std::uint32_t, std::size_t{3} * 512> corners;
    for (std::uint32_t done = 0; done < count;) {
      const std::uint32_t block = std::min(kBlock, count - done);
      const std::byte* const records = run + std::size_t{done} * sizeof(Word);
      const std::uint32_t* const end =
          in_range_ ? expand<Word, kCorners, false>(records, block, fields, corners.data())
                    : expand<Word, kCorners, true>(records, block, fields, corners.data());
      append<kTriangles>(corners.data(), end);
      done += block;
    }
  }

 private:
  template <class Word, std::size_t kCorners, bool kCheck>
  std::uint32_t* expand(const std::byte* records, std::uint32_t count,
                        const BitField (&fields)[kCorners], std::uint32_t* out) const {
    const Word mask = (Word{1} << fields[0].width()) - 1;
    for (std::uint32_t f = 0; f < count; ++f) {
      const auto word = loadLe<Word>(records + std::size_t{f} * sizeof(Word));
      std::array<std::uint32_t, kCorners> v;
      for (std::size_t c = 0; c < kCorners; ++c) {
        v[c] = static_cast<std::uint32_t>((word >> fields[c].low) & mask);
      }
      if constexpr (kCheck) {
        if (std::any_of(v.begin(), v.end(), [this](auto i) { return i >= vertices_; })) continue;
      }
      out[0] = v[0];
      out[1] = v[1];
      out[2] = v[2];
      if constexpr (kCorners == 4) {
        out[3] = v[0];
        out[4] = v[2];
        out[5] = v[3];
      }
      out += 3 * (kCorners - 2);
    }
    return out;
  }

  template <std::uint32_t kTriangles>
  void append(const std::uint32_t* begin, const std::uint32_t* end) {
    const std::size_t first = mesh_.hidden_edges.size();
    mesh_.triangles.insert(mesh_.triangles.end(), begin, end);
    if (!quads_) return;
    mesh_.hidden_edges.resize(first + static_cast<std::size_t>(end - begin) / 3);
    if constexpr (kTriangles == 2) {
      for (std::size_t t = first; t < mesh_.hidden_edges.size(); t += 2) {
        mesh_.hidden_edges[t] = kFirstHalf;
        mesh_.hidden_edges[t + 1] = kSecondHalf;
      }
    }
  }

  Mesh& mesh_;
  std::uint32_t vertices_;
  bool in_range_;
  bool quads_;
};

void addTriangles(const File& file, const MeshDef& def, Mesh& mesh) {
  if (def.face_count == 0) return;
  TriangleList out(mesh, def);
  const bool all_tri32 =
      def.triangle_count == def.face_count && def.face_bytes / 4 == def.face_count;
  if (all_tri32) {
    const Bytes list = listBytes(*file.bytes, def.face_list.offset, def.face_bytes);
    out.addRun<std::uint32_t>(list.data(), def.face_count, layout::kTri32);
    return;
  }
  walkFaceRuns(listBytes(*file.bytes, def.face_list.offset, def.face_bytes),
               [&](std::uint32_t, const std::byte* run, std::uint32_t count, FaceForm form) {
                 switch (form) {
                   case FaceForm::Tri32:
                     return out.addRun<std::uint32_t>(run, count, layout::kTri32);
                   case FaceForm::Quad32:
                     return out.addRun<std::uint32_t>(run, count, layout::kQuad32);
                   case FaceForm::Tri64:
                     return out.addRun<std::uint64_t>(run, count, layout::kTri64);
                   case FaceForm::Quad64:
                     return out.addRun<std::uint64_t>(run, count, layout::kQuad64);
                 }
               });
}

void addMeshes(const File& file, Model& model) {
  model.meshes.resize(file.meshes.size());
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    const MeshDef& def = file.meshes[m];
    Mesh& mesh = model.meshes[m];
    mesh.drawn = def.drawn;
    mesh.source_offset = def.offset;
    PackedVertices list = packedVertices(file, def);
    if (list.form == PackedForm::Mixed) addWordOffsets(*file.bytes, list);
    mesh.vertices = std::move(list);
    addTriangles(file, def, mesh);
  }
}

// ---------------------------------------------------------------- levels, solids

void addLods(const File& file, Model& model) {
  const auto meshes = static_cast<std::uint32_t>(file.meshes.size());
  model.lods.reserve(file.lods.size());
  for (const LodDef& def : file.lods) {
    Lod lod;
    lod.first_mesh = std::min<std::uint32_t>(def.id_mesh, meshes);
    lod.mesh_count = std::min<std::uint32_t>(def.n_mesh, meshes - lod.first_mesh);
    lod.min_scale = decodeF8a(def.ld_sc);
    lod.all_drawn = file.lods.size() == 1 && def.id_mesh == 0 && def.n_mesh == 0;
    lod.source_offset = def.offset;
    model.lods.push_back(lod);
  }
}

void addSolids(const File& file, Model& model) {
  for (std::uint32_t b = 0; b < file.bones.size(); ++b) {
    if (file.bones[b].solid != kNone) model.solids.push_back({file.bones[b].solid, b});
  }
}

// ---------------------------------------------------------------- clips

/// Whether two animations decode to the same keys: they share their frame data and lose none of it.
bool shareKeys(const AnimDef& a, const AnimDef& b) {
  return a.frames.offset == b.frames.offset && a.frames.size == b.frames.size &&
         (a.n_frames == b.n_frames || (a.keys_in_range && b.keys_in_range));
}

void addKeys(const File& file, Model& model) {
  ClipKeysBuilder builder(file, model.skeleton);
  std::vector<std::uint32_t> order;
  order.reserve(file.anims.size());
  for (std::uint32_t a = 0; a < file.anims.size(); ++a) {
    if (file.anims[a].walked) order.push_back(a);
  }
  // Animations with the same frame data come together and share one set of keys.
  std::sort(order.begin(), order.end(), [&file](std::uint32_t a, std::uint32_t b) {
    const AnimDef& x = file.anims[a];
    const AnimDef& y = file.anims[b];
    if (x.frames.offset != y.frames.offset) return x.frames.offset < y.frames.offset;
    if (x.frames.size != y.frames.size) return x.frames.size < y.frames.size;
    if (x.keys_in_range != y.keys_in_range) return x.keys_in_range;
    if (x.n_frames != y.n_frames) return x.n_frames < y.n_frames;
    return a < b;
  });
  for (std::size_t o = 0; o < order.size(); ++o) {
    Clip& clip = model.clips[order[o]];
    if (o != 0 && shareKeys(file.anims[order[o - 1]], file.anims[order[o]])) {
      clip.keys = model.clips[order[o - 1]].keys;
    } else {
      clip.keys = builder.build(file.anims[order[o]]);
    }
  }
}

void addClips(const File& file, Model& model, bool tracks) {
  model.clips.reserve(file.anims.size());
  for (const AnimDef& def : file.anims) {
    Clip clip;
    clip.name = textOf(file, def.name);
    clip.frame_count = def.n_frames;
    clip.rate_hz = def.hz();
    clip.loop = def.loop();
    clip.source_offset = def.offset;
    model.clips.push_back(std::move(clip));
  }
  if (tracks) addKeys(file, model);
}

}  // namespace

Model toModel(const File& file, const ModelOptions& options) {
  Model model;
  model.conventions.up = UpAxis::Z;
  model.conventions.front = {0.0f, 1.0f, 0.0f};
  model.conventions.units_per_metre = kUnitsPerMetre;
  model.bytes = file.bytes;
  addSkeleton(file, model);
  addInfluences(file, model);
  addMeshes(file, model);
  addMaterials(file, model);
  addLods(file, model);
  addSolids(file, model);
  addClips(file, model, options.tracks);
  return model;
}

}  // namespace sinew::bmd1
