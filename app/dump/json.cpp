#include "app/dump/print.h"
#include "format/quantize.h"

namespace sinew::app::dump {

namespace {

class Writer {
 public:
  Writer(JsonStream& json, const bmd1::File& file, const Plan& plan)
      : json_(json), file_(file), plan_(plan) {}

  void header();
  void meshes();
  void lods();
  void bones();
  void anims();

 private:
  void begin(std::uint32_t index, std::uint64_t offset, std::uint64_t size, bool inlined);
  void range(std::string_view name, const bmd1::StoredRange& stored);
  void text(std::string_view name, const bmd1::StoredString& stored);
  void vertex(std::uint32_t index, const bmd1::Vertex& vertex);
  void vertices(std::uint32_t mesh);
  void faces(std::uint32_t mesh);
  void bone(std::uint32_t index);
  void key(const bmd1::Key& key);
  void tracks(const bmd1::AnimDef& anim);

  JsonStream& json_;
  const bmd1::File& file_;
  const Plan& plan_;
};

/// Opens a record's object.
void Writer::begin(std::uint32_t index, std::uint64_t offset, std::uint64_t size, bool inlined) {
  json_.beginObject(inlined);
  if (!plan_.everything()) json_.field("index", index);
  json_.field("offset", offset);
  if (plan_.hex()) json_.field("hex", hexBytes(file_, offset, size));
}

void Writer::range(std::string_view name, const bmd1::StoredRange& stored) {
  json_.key(name).beginObject(true).field("offset", stored.offset).field("size", stored.size);
  json_.endObject();
}

void Writer::text(std::string_view name, const bmd1::StoredString& stored) {
  if (stored.present()) {
    json_.field(name, stored.text);
  } else {
    json_.null(name);
  }
}

void Writer::header() {
  const bmd1::Header& header = file_.header;
  json_.key("header").beginObject().field("file_size", header.file_size);
  if (plan_.hex()) json_.field("hex", hexBytes(file_, 0, 0x30));
  json_.numbers("reserved", header.reserved);
  range("meshes", header.meshes);
  range("lods", header.lods);
  range("bones", header.bones);
  range("anims", header.anims);
  json_.endObject();
}

void Writer::vertex(std::uint32_t index, const bmd1::Vertex& vertex) {
  begin(index, vertex.offset, bmd1::vertexSize(vertex.tag), true);
  json_.field("form", formName(vertex.form)).field("tag", vertex.tag).field("bone", vertex.bone);
  json_.numbers("position", std::array{vertex.position.x, vertex.position.y, vertex.position.z});
  if (vertex.has_normal) {
    json_.numbers("normal", std::array{vertex.normal.x, vertex.normal.y, vertex.normal.z});
  } else {
    json_.null("normal");
  }
  json_.numbers("st", std::array{vertex.st.x, vertex.st.y});
  json_.numbers("color", vertex.color);
  json_.endObject();
}

void Writer::vertices(std::uint32_t mesh) {
  json_.key("vertices").beginArray();
  if (plan_.wantsVertices(mesh)) {
    bmd1::forEachVertex(*file_.bytes, bmd1::packedVertices(file_, file_.meshes[mesh]),
                        [this](std::uint32_t index, const bmd1::Vertex& found) {
                          if (plan_.wantsVertex(index)) vertex(index, found);
                        });
  }
  json_.endArray();
}

void Writer::faces(std::uint32_t mesh) {
  json_.key("faces").beginArray();
  if (plan_.wantsFaces(mesh)) {
    bmd1::forEachFace(file_, file_.meshes[mesh],
                      [this](std::uint32_t index, const bmd1::Face& face) {
                        if (!plan_.wantsFace(index)) return;
                        begin(index, face.offset, faceBytes(face.form), true);
                        json_.field("form", formName(face.form));
                        json_.numbers("indices", std::span(face.indices).first(face.corners()));
                        json_.endObject();
                      });
  }
  json_.endArray();
}

void Writer::meshes() {
  json_.key("meshes").beginArray();
  for (std::uint32_t i = 0; i < file_.meshes.size(); ++i) {
    if (!plan_.wantsMesh(i)) continue;
    const bmd1::MeshDef& mesh = file_.meshes[i];
    begin(i, mesh.offset, 32, false);
    text("material", mesh.material);
    if (mesh.flat) {
      json_.numbers("color", mesh.color);
    } else {
      json_.null("color");
    }
    json_.field("drawn", mesh.drawn).field("flags", mesh.flags);
    json_.field("n_vtx", mesh.n_vtx).field("n_tris", mesh.n_tris);
    range("vertex_list", mesh.vertex_list);
    range("face_list", mesh.face_list);
    vertices(i);
    faces(i);
    json_.endObject();
  }
  json_.endArray();
}

void Writer::lods() {
  json_.key("lods").beginArray();
  for (std::uint32_t i = 0; plan_.everything() && i < file_.lods.size(); ++i) {
    const bmd1::LodDef& lod = file_.lods[i];
    begin(i, lod.offset, 4, true);
    json_.field("id_mesh", lod.id_mesh).field("n_mesh", lod.n_mesh).field("ld_sc", lod.ld_sc);
    json_.field("scale", decodeF8a(lod.ld_sc)).endObject();
  }
  json_.endArray();
}

void Writer::bone(std::uint32_t index) {
  const bmd1::BoneDef& bone = file_.bones[index];
  begin(index, bone.offset, 16, true);
  text("name", bone.name);
  json_.field("kind", bone.kind == bmd1::BoneKind::Bone ? "bone" : "pseudo");
  if (bone.parent == kNone) {
    json_.null("parent");
  } else {
    json_.field("parent", bone.parent);
  }
  const std::optional<std::uint32_t> solid = solidOf(file_, bone);
  if (solid) {
    json_.field("solid", *solid);
  } else {
    json_.null("solid");
  }
  if (bone.kind == bmd1::BoneKind::Bone) {
    const BaseTransform base = baseTransform(file_, index);
    json_.numbers("translation", base.translation).numbers("rotation", base.rotation);
  } else {
    const Blend blend = blendOf(bone);
    json_.numbers("ids", blend.ids).numbers("weights", blend.weights);
  }
  json_.endObject();
}

void Writer::bones() {
  json_.key("bones").beginArray();
  for (std::uint32_t i = 0; i < file_.bones.size(); ++i) {
    if (plan_.wantsBone(i)) bone(i);
  }
  json_.endArray();
}

void Writer::key(const bmd1::Key& key) {
  json_.beginObject(true).field("frame", key.frame);
  if (plan_.hex()) {
    json_.field("offset", key.offset);
    json_.field("hex", hexBytes(file_, key.offset, keyBytes(file_, key)));
  }
  if (key.rotation) json_.numbers("rotation", *key.rotation);
  if (key.translation) json_.numbers("translation", *key.translation);
  if (key.scale) json_.numbers("scale", *key.scale);
  json_.endObject();
}

void Writer::tracks(const bmd1::AnimDef& anim) {
  json_.key("tracks").beginArray();
  // Keys come bone after bone; a track opens when its bone's turn comes, whether or not it has
  // keys.
  std::uint32_t next = 0;
  bool open = false;
  const auto openUpTo = [&](std::uint32_t end) {
    for (; next < end; ++next) {
      if (open) json_.endArray().endObject();
      open = plan_.wantsTrack(next);
      if (open) json_.beginObject().field("bone", next).key("keys").beginArray();
    }
  };
  bmd1::forEachKey(file_, anim, [&](std::uint32_t bone, const bmd1::Key& found) {
    openUpTo(bone + 1);
    if (open && plan_.wantsKey(found.frame)) key(found);
  });
  openUpTo(anim.track_count);
  if (open) json_.endArray().endObject();
  json_.endArray();
}

void Writer::anims() {
  json_.key("anims").beginArray();
  for (std::uint32_t i = 0; i < file_.anims.size(); ++i) {
    if (!plan_.wantsAnim(i)) continue;
    const bmd1::AnimDef& anim = file_.anims[i];
    begin(i, anim.offset, 16, false);
    text("name", anim.name);
    json_.field("frames", anim.n_frames).field("hz", anim.hz()).field("loop", anim.loop());
    tracks(anim);
    json_.endObject();
  }
  json_.endArray();
}

}  // namespace

void printJson(JsonStream& json, const InputFile& input, const LoadedModel& loaded,
               const Plan& plan) {
  const bmd1::File& file = *loaded.bmd1;
  json.beginObject();
  writeJsonHead(json, "dump", input, loaded.format, loaded.mode);
  json.key("reading").beginObject(true);
  json.field("st128", bmd1::toString(file.readings.st128));
  json.field("shade", bmd1::toString(file.readings.shade)).endObject();
  Writer writer(json, file, plan);
  writer.header();
  writer.meshes();
  writer.lods();
  writer.bones();
  writer.anims();
  writeJsonDiagnostics(json, loaded.diagnostics);
  json.endObject().finish();
}

}  // namespace sinew::app::dump
