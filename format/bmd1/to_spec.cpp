// The stored terms of a file that was read (write.h, toSpec).

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "format/bmd1/write.h"
#include "format/bmd1/write_lists.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

/// A rotation word's components without normalising, so that encodeRotation finds the same word
/// again.
glm::dquat storedRotation(std::uint32_t word) {
  if (word == 0xFFFFFFFFu || rotationHasZeroLength(word)) return {1.0, 0.0, 0.0, 0.0};
  const auto part = [word](unsigned index) {
    return decodeF8a(static_cast<std::uint8_t>(word >> (8 * index)));
  };
  return {part(3), part(0), part(1), part(2)};
}

/// A little-endian word at `offset`, which the walk has found to lie in the file.
std::uint32_t wordAt(Bytes bytes, std::uint64_t offset) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) {
    word |= std::to_integer<std::uint32_t>(bytes[static_cast<std::size_t>(offset) + i]) << (8 * i);
  }
  return word;
}

VertexSpec::Form formOf(std::uint8_t tag) {
  using Form = VertexSpec::Form;
  if (tag < 0xF0) return Form::V64;
  if (tag >= 0xFC) return Form::FD;
  constexpr std::array<Form, 4> kForms96 = {Form::F8, Form::F9, Form::FA, Form::FB};
  return kForms96[tag & 3u];  // reserved F0..F7 too, as readers take them (section 4)
}

MeshSpec meshSpec(const File& file, const MeshDef& mesh) {
  MeshSpec spec;
  // A name that could not be read still draws; the empty name says so.
  if (mesh.drawn) spec.material = std::string(mesh.material.text);
  const std::size_t bone_count = std::max<std::size_t>(file.bones.size(), 1);
  const PackedVertices list = packedVertices(file, mesh);
  forEachVertex(*file.bytes, list, [&](std::uint32_t, const Vertex& vertex) {
    VertexSpec out;
    out.form = formOf(vertex.tag);
    out.bone = vertex.bone < bone_count ? vertex.bone : std::uint8_t{0};
    out.position = glm::dvec3(vertex.position);
    if (vertex.has_normal) out.normal = glm::dvec3(vertex.normal);
    out.st = glm::dvec2(vertex.st);
    if (out.form == VertexSpec::Form::F8 || out.form == VertexSpec::Form::F9 ||
        out.form == VertexSpec::Form::FD) {
      out.shade = encodeShade(vertex.color);
    }
    spec.vertices.push_back(out);
  });
  bool wide = false;
  bool narrow = false;
  forEachFace(file, mesh, [&](std::uint32_t, const Face& face) {
    for (std::uint32_t c = 0; c < face.corners(); ++c) {
      if (face.indices[c] >= spec.vertices.size()) return;  // mesh.index-range: left out
    }
    const bool is_wide = face.form == FaceForm::Tri64 || face.form == FaceForm::Quad64;
    (is_wide ? wide : narrow) = true;
    spec.faces.push_back({face.indices, face.corners() == 4});
  });
  spec.wide_faces = wide && !narrow;
  return spec;
}

PseudoBoneSpec pseudoSpec(const BoneDef& bone) {
  PseudoBoneSpec spec;
  for (unsigned slot = 0; slot < 4; ++slot) {
    spec.weights[slot] = decodeF8a(static_cast<std::uint8_t>(bone.xform_high >> (8 * slot)));
    if (spec.weights[slot] != 0.0) {
      spec.bones[slot] = static_cast<std::uint8_t>(bone.xform_low >> (8 * slot));
    }
  }
  return spec;
}

Result<void> addBones(const File& file, FileSpec& spec) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const BoneDef& bone = file.bones[i];
    const std::string name(bone.name.text);
    const std::uint8_t solid = bone.id_solid < file.meshes.size() ? bone.id_solid : std::uint8_t{0};
    if (bone.kind == BoneKind::Pseudo) {
      PseudoBoneSpec out = pseudoSpec(bone);
      out.name = name;
      out.solid = solid;
      spec.pseudo_bones.push_back(out);
      continue;
    }
    if (!spec.pseudo_bones.empty()) {
      return writeError("bone.pseudo-order", fmt::format("bones[{}]", i),
                        "a normal bone after pseudo-bones cannot be written");
    }
    BoneSpec out;
    out.name = name;
    out.solid = solid;
    if (i > 0) {
      out.parent = bone.parent == kNone ? std::uint8_t{0} : static_cast<std::uint8_t>(bone.parent);
      out.translation = decodePackedVec3(bone.xform_low);
      out.rotation = storedRotation(bone.xform_high);
    }
    spec.bones.push_back(out);
  }
  return {};
}

AnimSpec animSpec(const File& file, const AnimDef& anim) {
  AnimSpec spec;
  spec.name = std::string(anim.name.text);
  spec.frames = anim.n_frames;
  spec.hz = anim.hz();
  spec.loop = anim.loop();
  spec.tracks.resize(file.normal_bone_count);
  forEachKey(file, anim, [&](std::uint32_t bone, const Key& key) {
    KeySpec out;
    out.frame = key.frame;
    std::uint64_t offset = key.offset + 1;
    if (key.rotation) {
      out.rotation = storedRotation(wordAt(*file.bytes, offset));
      offset += 4;
    }
    if (key.translation) {
      out.translation = decodePackedVec3(wordAt(*file.bytes, offset));
      offset += 4;
    }
    if (key.scale) out.scale = decodePackedVec3(wordAt(*file.bytes, offset));
    spec.tracks[bone].push_back(out);
  });
  return spec;
}

}  // namespace

Result<FileSpec> toSpec(const File& file) {
  FileSpec spec;
  for (const MeshDef& mesh : file.meshes)
    spec.meshes.push_back(meshSpec(file, mesh));
  for (const LodDef& lod : file.lods) {
    // lod.range: clipped to the mesh list, as readers do.
    const std::size_t first = std::min<std::size_t>(lod.id_mesh, file.meshes.size());
    const std::size_t count = std::min<std::size_t>(lod.n_mesh, file.meshes.size() - first);
    spec.lods.push_back(
        {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(count), decodeF8a(lod.ld_sc)});
  }
  auto bones = addBones(file, spec);
  if (!bones) return tl::unexpected(bones.error());
  if (!file.bones.empty()) {  // without bones, animations are ignored (section 2)
    for (const AnimDef& anim : file.anims)
      spec.anims.push_back(animSpec(file, anim));
  }
  return spec;
}

}  // namespace sinew::bmd1
