#include "app/text.h"

#include <fmt/format.h>

#include "app/dump/print.h"
#include "format/quantize.h"

namespace sinew::app::dump {

namespace {

std::string rangeText(const bmd1::StoredRange& range) {
  return range.size == 0 && range.offset == 0
             ? "none"
             : fmt::format("{} at 0x{:x}", range.size, range.offset);
}

std::string textOf(const bmd1::StoredString& stored) {
  return stored.present() ? quoted(stored.text) : "none";
}

/// Rotations and the like: six digits say all that eight stored bits hold.
template <class Numbers>
std::string tuple(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) {
    // Adding 0 turns the minus of a zero into a plain one.
    text += fmt::format("{}{:.6g}", text.empty() ? "(" : ", ", static_cast<double>(number) + 0.0);
  }
  return text + ")";
}

class Printer {
 public:
  Printer(Output& output, const bmd1::File& file, const Plan& plan)
      : output_(output), file_(file), plan_(plan) {}

  void header();
  void meshes();
  void lods();
  void bones();
  void anims();

 private:
  void line(int indent, const std::string& text, std::uint64_t offset, std::uint64_t size);
  void vertices(std::uint32_t mesh);
  void faces(std::uint32_t mesh);
  void bone(std::uint32_t index);
  void tracks(const bmd1::AnimDef& anim);

  Output& output_;
  const bmd1::File& file_;
  const Plan& plan_;
};

void Printer::line(int indent, const std::string& text, std::uint64_t offset, std::uint64_t size) {
  output_.write(fmt::format("{:{}}{}", "", indent, text));
  if (plan_.hex()) output_.write(fmt::format("  | {}", hexBytes(file_, offset, size)));
  output_.write("\n");
}

void Printer::header() {
  const bmd1::Header& header = file_.header;
  line(0,
       fmt::format("header at 0x0: reserved {} {} {}, meshes {}, lods {}, bones {}, anims {}",
                   header.reserved[0], header.reserved[1], header.reserved[2],
                   rangeText(header.meshes), rangeText(header.lods), rangeText(header.bones),
                   rangeText(header.anims)),
       0, 0x30);
}

void Printer::vertices(std::uint32_t mesh) {
  bmd1::forEachVertex(
      *file_.bytes, bmd1::packedVertices(file_, file_.meshes[mesh]),
      [this](std::uint32_t index, const bmd1::Vertex& v) {
        if (!plan_.wantsVertex(index)) return;
        const std::string normal =
            v.has_normal ? tuple(std::array{v.normal.x, v.normal.y, v.normal.z}) : "none";
        line(2,
             fmt::format("vertex {} at 0x{:x}: {}-bit, tag 0x{:02x}, bone {}, position {}, normal "
                         "{}, st {}, color #{:02x}{:02x}{:02x}",
                         index, v.offset, formName(v.form), v.tag, v.bone,
                         tuple(std::array{v.position.x, v.position.y, v.position.z}), normal,
                         tuple(std::array{v.st.x, v.st.y}), v.color[0], v.color[1], v.color[2]),
             v.offset, bmd1::vertexSize(v.tag));
      });
}

void Printer::faces(std::uint32_t mesh) {
  bmd1::forEachFace(file_, file_.meshes[mesh], [this](std::uint32_t index, const bmd1::Face& face) {
    if (!plan_.wantsFace(index)) return;
    std::string text =
        fmt::format("face {} at 0x{:x}: {}", index, face.offset, formName(face.form));
    for (std::uint32_t corner = 0; corner < face.corners(); ++corner) {
      text += fmt::format(" {}", face.indices[corner]);
    }
    line(2, text, face.offset, faceBytes(face.form));
  });
}

void Printer::meshes() {
  for (std::uint32_t i = 0; i < file_.meshes.size(); ++i) {
    if (!plan_.wantsMesh(i)) continue;
    const bmd1::MeshDef& mesh = file_.meshes[i];
    line(0,
         fmt::format("mesh {} at 0x{:x}: material {}{}, flags 0x{:x}, n_vtx {}, n_tris {}, "
                     "vertices {}, faces {}",
                     i, mesh.offset, textOf(mesh.material), mesh.drawn ? "" : " (not drawn)",
                     mesh.flags, mesh.n_vtx, mesh.n_tris, rangeText(mesh.vertex_list),
                     rangeText(mesh.face_list)),
         mesh.offset, 32);
    if (plan_.wantsVertices(i)) vertices(i);
    if (plan_.wantsFaces(i)) faces(i);
  }
}

void Printer::lods() {
  for (std::uint32_t i = 0; plan_.everything() && i < file_.lods.size(); ++i) {
    const bmd1::LodDef& lod = file_.lods[i];
    line(0,
         fmt::format("lod {} at 0x{:x}: id_mesh {}, n_mesh {}, ld_sc 0x{:02x} (scale {:g})", i,
                     lod.offset, lod.id_mesh, lod.n_mesh, lod.ld_sc, decodeF8a(lod.ld_sc)),
         lod.offset, 4);
  }
}

void Printer::bone(std::uint32_t index) {
  const bmd1::BoneDef& bone = file_.bones[index];
  const bool is_bone = bone.kind == bmd1::BoneKind::Bone;
  std::string text = fmt::format("{} {} at 0x{:x}: name {}", is_bone ? "bone" : "pseudo-bone",
                                 index, bone.offset, textOf(bone.name));
  if (bone.parent != kNone) text += fmt::format(", parent {}", bone.parent);
  if (const auto solid = solidOf(file_, bone)) text += fmt::format(", solid mesh {}", *solid);
  if (is_bone) {
    const BaseTransform base = baseTransform(file_, index);
    text +=
        fmt::format(", translation {}, rotation {}", tuple(base.translation), tuple(base.rotation));
  } else {
    const Blend blend = blendOf(bone);
    text += fmt::format(", ids {}, weights {}", tuple(blend.ids), tuple(blend.weights));
  }
  line(0, text, bone.offset, 16);
}

void Printer::bones() {
  for (std::uint32_t i = 0; i < file_.bones.size(); ++i) {
    if (plan_.wantsBone(i)) bone(i);
  }
}

void Printer::tracks(const bmd1::AnimDef& anim) {
  std::optional<std::uint32_t> track;
  bmd1::forEachKey(file_, anim, [&](std::uint32_t bone, const bmd1::Key& key) {
    if (!plan_.wantsTrack(bone) || !plan_.wantsKey(key.frame)) return;
    if (track != bone) {
      output_.write(fmt::format("  bone {} {}\n", bone, textOf(file_.bones[bone].name)));
      track = bone;
    }
    std::string text = fmt::format("key at 0x{:x}: frame {}", key.offset, key.frame);
    if (key.rotation) text += ", rotation " + tuple(*key.rotation);
    if (key.translation) text += ", translation " + tuple(*key.translation);
    if (key.scale) text += ", scale " + tuple(*key.scale);
    line(4, text, key.offset, keyBytes(file_, key));
  });
}

void Printer::anims() {
  for (std::uint32_t i = 0; i < file_.anims.size(); ++i) {
    if (!plan_.wantsAnim(i)) continue;
    const bmd1::AnimDef& anim = file_.anims[i];
    line(0,
         fmt::format("anim {} at 0x{:x}: name {}, {} frames, {:g} Hz, {}, frame data {}", i,
                     anim.offset, textOf(anim.name), anim.n_frames, anim.hz(),
                     anim.loop() ? "loop" : "no loop", rangeText(anim.frames)),
         anim.offset, 16);
    tracks(anim);
  }
}

}  // namespace

void printText(Output& output, const InputFile& input, const LoadedModel& loaded,
               const Plan& plan) {
  const bmd1::File& file = *loaded.bmd1;
  writeHeading(output, input);
  output.write(fmt::format("{}: {}, {} bytes, st128={}, shade={}\n", input.path,
                           toString(loaded.format), file.header.file_size,
                           bmd1::toString(file.readings.st128),
                           bmd1::toString(file.readings.shade)));
  Printer printer(output, file, plan);
  if (plan.everything()) printer.header();
  printer.meshes();
  printer.lods();
  printer.bones();
  printer.anims();
}

}  // namespace sinew::app::dump
