#include "format/bmd1/write.h"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "format/bmd1/write_lists.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

constexpr std::size_t kHeaderSize = 0x30;
constexpr std::size_t kAlignment = 16;
constexpr std::size_t kListPadding = 8;  // the author's reader reads past a list's end (section 2)
constexpr std::size_t kMaxBones = 256;
constexpr std::size_t kMaxTextBytes = 255;
constexpr std::uint64_t kMaxTotalFactor = 8;  // section 9: all lists together, in file sizes

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none (Unicode 15,
/// table 3-7).
std::size_t utf8Length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and what lies above U+10FFFF show in the second byte.
  const unsigned second = byte(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  return length;
}

Result<void> checkText(std::string_view text, const std::string& path) {
  if (text.size() > kMaxTextBytes) {
    return writeError("write.text", path,
                      fmt::format("{} bytes, at most {}", text.size(), kMaxTextBytes));
  }
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text[i] == '\0' ? 0 : utf8Length(text.substr(i));
    if (length == 0) {
      return writeError("write.text", path,
                        fmt::format("byte 0x{:02x} at {} is a NUL or does not fit UTF-8",
                                    static_cast<unsigned char>(text[i]), i));
    }
    i += length;
  }
  return {};
}

/// All strings one after another, equal ones once. Offsets are relative to the pool.
class StringPool {
 public:
  std::uint32_t add(const std::string& text) {
    const auto [entry, is_new] =
        offsets_.try_emplace(text, static_cast<std::uint32_t>(data_.size()));
    if (is_new) {
      data_ += text;
      data_ += '\0';
    }
    return entry->second;
  }
  [[nodiscard]] const std::string& data() const { return data_; }

 private:
  std::map<std::string, std::uint32_t> offsets_;
  std::string data_;
};

/// Lists of one kind, each at a multiple of 16 with zeros after it. Offsets are relative to the
/// pool.
class ListPool {
 public:
  explicit ListPool(bool share) : share_(share) {}

  std::uint64_t add(const std::vector<std::byte>& list) {
    total_ += list.size();
    // A string as the key: GCC 12 warns of the library's own comparison of byte vectors.
    std::string key;
    if (share_) {
      key.assign(reinterpret_cast<const char*>(list.data()), list.size());
      const auto found = offsets_.find(key);
      if (found != offsets_.end()) return found->second;
    }
    const std::uint64_t offset = out_.size();
    out_.bytes(list);
    out_.data().resize(out_.size() + kListPadding);
    out_.align(kAlignment);
    if (share_) offsets_.emplace(std::move(key), offset);
    return offset;
  }
  /// Sizes of all lists, each time one is named.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] const std::vector<std::byte>& data() { return out_.data(); }

 private:
  bool share_;
  std::uint64_t total_ = 0;
  std::map<std::string, std::uint64_t> offsets_;
  ByteWriter out_;
};

/// Every list of the file, encoded and not yet placed.
struct EncodedFile {
  std::vector<EncodedList> vertices;
  std::vector<EncodedList> faces;
  std::vector<std::vector<std::byte>> frames;
};

Result<void> checkMesh(const MeshSpec& mesh, const std::string& path) {
  return mesh.material ? checkText(*mesh.material, path + ".material") : Result<void>{};
}

Result<void> checkAnim(const AnimSpec& anim, const std::string& path) {
  if (anim.frames == 0) return writeError("write.value", path + ".n_frames", "no frames");
  if (!(anim.hz >= 0.0 && anim.hz < 31.875)) {  // rounds to at most 127 quarters; NaN fails
    return writeError("write.value", path + ".hz",
                      fmt::format("{} frames a second, expected 0 to 31.75", anim.hz));
  }
  return checkText(anim.name, path + ".name");
}

Result<EncodedFile> encodeLists(const FileSpec& spec) {
  EncodedFile out;
  const std::size_t all_bones = spec.bones.size() + spec.pseudo_bones.size();
  for (std::size_t i = 0; i < spec.meshes.size(); ++i) {
    const std::string path = fmt::format("meshes[{}]", i);
    const auto checked = checkMesh(spec.meshes[i], path);
    if (!checked) return tl::unexpected(checked.error());
    auto vertices = encodeVertices(spec.meshes[i], all_bones, path);
    if (!vertices) return tl::unexpected(vertices.error());
    auto faces = encodeFaces(spec.meshes[i], path);
    if (!faces) return tl::unexpected(faces.error());
    out.vertices.push_back(std::move(*vertices));
    out.faces.push_back(std::move(*faces));
  }
  if (!spec.anims.empty() && spec.bones.empty()) {
    return writeError("write.reference", "anims",
                      fmt::format("{} animations, but no bones", spec.anims.size()));
  }
  for (std::size_t i = 0; i < spec.anims.size(); ++i) {
    const std::string path = fmt::format("anims[{}]", i);
    const auto checked = checkAnim(spec.anims[i], path);
    if (!checked) return tl::unexpected(checked.error());
    auto frames = encodeFrames(spec.anims[i], spec.bones.size(), path);
    if (!frames) return tl::unexpected(frames.error());
    out.frames.push_back(std::move(*frames));
  }
  return out;
}

Result<void> checkSolid(std::uint8_t solid, std::size_t mesh_count, const std::string& path) {
  if (solid == 0 || solid < mesh_count) return {};
  return writeError("write.reference", path + ".solid",
                    fmt::format("solid {}, but the file has {} meshes", solid, mesh_count));
}

Result<void> putBoneXform(const BoneSpec& bone, std::size_t index, const std::string& path,
                          ByteWriter& out) {
  const bool identity = bone.rotation == glm::dquat(1.0, 0.0, 0.0, 0.0);
  if (index == 0) {
    if (!identity || bone.translation != glm::dvec3(0.0) || bone.parent != 0) {
      return writeError("write.value", path, "the root has a transform or a parent");
    }
    out.u64(0);
    return {};
  }
  if (bone.parent >= index) {
    return writeError("write.reference", path + ".parent",
                      fmt::format("parent {}, expected less than {}", bone.parent, index));
  }
  const auto origin = encodePackedVec3(bone.translation);
  if (!origin) {
    return writeError("write.value", path + ".xform",
                      fmt::format("origin ({}, {}, {}) is outside -131072 to 130560",
                                  bone.translation.x, bone.translation.y, bone.translation.z));
  }
  const auto rotation = encodeRotation(bone.rotation);
  if (!rotation) {
    return writeError(
        "write.value", path + ".rotation",
        fmt::format("rotation ({}, {}, {}, {}) has no code of a length above 0", bone.rotation.x,
                    bone.rotation.y, bone.rotation.z, bone.rotation.w));
  }
  out.u32(*origin);
  out.u32(*rotation);
  return {};
}

Result<void> putPseudoXform(const PseudoBoneSpec& bone, std::size_t bone_count,
                            const std::string& path, ByteWriter& out) {
  std::uint32_t ids = 0;
  std::uint32_t weights = 0;
  double sum = 0.0;
  for (unsigned slot = 0; slot < 4; ++slot) {
    const auto code =
        encodeUnit(bone.weights[slot], fmt::format("{}.weights[{}]", path, slot), "weight");
    if (!code) return tl::unexpected(code.error());
    if (*code == 0) continue;  // unused: the id too
    if (bone.bones[slot] >= bone_count) {
      return writeError(
          "write.reference", fmt::format("{}.ids[{}]", path, slot),
          fmt::format("blends bone {}, but normal bones end at {}", bone.bones[slot], bone_count));
    }
    ids |= std::uint32_t{bone.bones[slot]} << (8 * slot);
    weights |= std::uint32_t{*code} << (8 * slot);
    sum += decodeF8a(*code);
  }
  if (sum == 0.0) return writeError("write.value", path + ".weights", "weights add up to 0");
  out.u32(ids);
  out.u32(weights);
  return {};
}

/// Offsets of the pools in the file, and the pools.
struct Layout {
  explicit Layout(bool share) : vertices(share), faces(share), frames(share) {}
  ListPool vertices;
  ListPool faces;
  ListPool frames;
  StringPool strings;
  std::uint64_t ofs_meshes = 0;
  std::uint64_t ofs_lods = 0;
  std::uint64_t ofs_bones = 0;
  std::uint64_t ofs_anims = 0;
  std::uint64_t ofs_vertices = 0;
  std::uint64_t ofs_faces = 0;
  std::uint64_t ofs_frames = 0;
  std::uint64_t ofs_strings = 0;
  std::uint64_t file_size = 0;
};

/// Where one list lies in its pool; size 0 is an absent list.
struct PlacedList {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  /// The field for a pool that starts at `pool`.
  [[nodiscard]] std::uint32_t field(std::uint64_t pool) const {
    return size == 0 ? 0u : static_cast<std::uint32_t>(pool + offset);
  }
};

PlacedList place(const std::vector<std::byte>& list, ListPool& pool) {
  if (list.empty()) return {};
  return {pool.add(list), static_cast<std::uint32_t>(list.size())};
}

struct Placed {
  std::vector<PlacedList> vertices;
  std::vector<PlacedList> faces;
  std::vector<PlacedList> frames;
};

constexpr std::uint64_t aligned(std::uint64_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

Placed placeAll(const FileSpec& spec, const EncodedFile& lists, Layout& layout) {
  Placed placed;
  for (std::size_t i = 0; i < spec.meshes.size(); ++i) {
    placed.vertices.push_back(place(lists.vertices[i].bytes, layout.vertices));
    placed.faces.push_back(place(lists.faces[i].bytes, layout.faces));
    if (spec.meshes[i].material) layout.strings.add(*spec.meshes[i].material);
  }
  for (const auto& frames : lists.frames)
    placed.frames.push_back(place(frames, layout.frames));
  for (const BoneSpec& bone : spec.bones) {
    if (!bone.name.empty()) layout.strings.add(bone.name);
  }
  for (const PseudoBoneSpec& bone : spec.pseudo_bones) {
    if (!bone.name.empty()) layout.strings.add(bone.name);
  }
  for (const AnimSpec& anim : spec.anims) {
    if (!anim.name.empty()) layout.strings.add(anim.name);
  }
  const std::uint64_t bones = spec.bones.size() + spec.pseudo_bones.size();
  layout.ofs_meshes = kHeaderSize;
  layout.ofs_lods = layout.ofs_meshes + 32 * spec.meshes.size();
  layout.ofs_bones = aligned(layout.ofs_lods + 4 * spec.lods.size());
  layout.ofs_anims = layout.ofs_bones + 16 * bones;
  layout.ofs_vertices = layout.ofs_anims + 16 * spec.anims.size();
  layout.ofs_faces = layout.ofs_vertices + layout.vertices.data().size();
  layout.ofs_frames = layout.ofs_faces + layout.faces.data().size();
  layout.ofs_strings = layout.ofs_frames + layout.frames.data().size();
  layout.file_size = layout.ofs_strings + layout.strings.data().size();
  return placed;
}

std::uint32_t nameField(const std::string& name, Layout& layout) {
  if (name.empty()) return 0;
  return static_cast<std::uint32_t>(layout.ofs_strings + layout.strings.add(name));
}

void putHeader(const FileSpec& spec, const Layout& layout, ByteWriter& out) {
  out.text("BMD1");
  for (int i = 0; i < 3; ++i)
    out.u32(0);
  const auto array = [&out](std::uint64_t offset, std::size_t count, std::size_t stride) {
    out.u32(count == 0 ? 0u : static_cast<std::uint32_t>(offset));
    out.u32(static_cast<std::uint32_t>(count * stride));
  };
  array(layout.ofs_meshes, spec.meshes.size(), 32);
  array(layout.ofs_lods, spec.lods.size(), 4);
  array(layout.ofs_bones, spec.bones.size() + spec.pseudo_bones.size(), 16);
  array(layout.ofs_anims, spec.anims.size(), 16);
}

void putMeshes(const FileSpec& spec, const EncodedFile& lists, const Placed& placed, Layout& layout,
               ByteWriter& out) {
  for (std::size_t i = 0; i < spec.meshes.size(); ++i) {
    const auto& material = spec.meshes[i].material;
    out.u32(placed.vertices[i].field(layout.ofs_vertices));
    out.u32(placed.faces[i].field(layout.ofs_faces));
    out.u32(material
                ? static_cast<std::uint32_t>(layout.ofs_strings + layout.strings.add(*material))
                : 0u);
    out.u16(lists.vertices[i].count);
    out.u16(lists.faces[i].count);
    out.u32(placed.vertices[i].size);
    out.u32(placed.faces[i].size);
    out.u32(lists.vertices[i].subtype | (lists.faces[i].subtype << 2));
    out.u32(0);
  }
}

Result<void> putLods(const FileSpec& spec, ByteWriter& out) {
  for (std::size_t i = 0; i < spec.lods.size(); ++i) {
    const LodSpec& lod = spec.lods[i];
    const std::string path = fmt::format("lods[{}]", i);
    const std::size_t end = std::size_t{lod.first_mesh} + lod.mesh_count;
    if (end > spec.meshes.size()) {
      return writeError("write.reference", path,
                        fmt::format("meshes {} to {}, but the file has {}", lod.first_mesh, end,
                                    spec.meshes.size()));
    }
    const auto scale = encodeUnit(lod.scale, path + ".ld_sc", "scale");
    if (!scale) return tl::unexpected(scale.error());
    out.u8(lod.first_mesh);
    out.u8(lod.mesh_count);
    out.u8(*scale);
    out.u8(0);
  }
  out.align(kAlignment);
  return {};
}

Result<void> putBones(const FileSpec& spec, Layout& layout, ByteWriter& out) {
  const auto tail = [&](const std::string& name, std::uint8_t parent, std::uint8_t solid) {
    out.u32(nameField(name, layout));
    out.u8(parent);
    out.u8(solid);
    out.u16(0);
  };
  for (std::size_t i = 0; i < spec.bones.size() + spec.pseudo_bones.size(); ++i) {
    const std::string path = fmt::format("bones[{}]", i);
    const bool pseudo = i >= spec.bones.size();
    const PseudoBoneSpec* blend = pseudo ? &spec.pseudo_bones[i - spec.bones.size()] : nullptr;
    const std::string& name = pseudo ? blend->name : spec.bones[i].name;
    const std::uint8_t solid = pseudo ? blend->solid : spec.bones[i].solid;
    auto done = checkText(name, path + ".name");
    if (done) done = checkSolid(solid, spec.meshes.size(), path);
    if (done) {
      done = pseudo ? putPseudoXform(*blend, spec.bones.size(), path, out)
                    : putBoneXform(spec.bones[i], i, path, out);
    }
    if (!done) return done;
    tail(name, pseudo ? std::uint8_t{0xFF} : spec.bones[i].parent, solid);
  }
  return {};
}

void putAnims(const FileSpec& spec, const Placed& placed, Layout& layout, ByteWriter& out) {
  for (std::size_t i = 0; i < spec.anims.size(); ++i) {
    const AnimSpec& anim = spec.anims[i];
    out.u32(nameField(anim.name, layout));
    out.u8(anim.frames);
    out.u8(static_cast<std::uint32_t>(std::nearbyint(anim.hz * 4.0)) | (anim.loop ? 0u : 0x80u));
    out.u16(0);
    out.u32(placed.frames[i].field(layout.ofs_frames));
    out.u32(placed.frames[i].size);
  }
}

Result<void> checkSizes(const FileSpec& spec, const Layout& layout) {
  if (spec.bones.size() + spec.pseudo_bones.size() > kMaxBones) {
    return writeError("write.limit", "bones",
                      fmt::format("{} bones and {} pseudo-bones, at most {} together",
                                  spec.bones.size(), spec.pseudo_bones.size(), kMaxBones));
  }
  if (layout.file_size > std::numeric_limits<std::uint32_t>::max()) {
    return writeError("write.limit", "header",
                      fmt::format("{} bytes, but offsets reach 4 GiB", layout.file_size));
  }
  return {};
}

}  // namespace

Result<std::vector<std::byte>> write(const FileSpec& spec) {
  const auto lists = encodeLists(spec);
  if (!lists) return tl::unexpected(lists.error());
  auto layout = std::make_unique<Layout>(true);
  Placed placed = placeAll(spec, *lists, *layout);
  const std::uint64_t total =
      layout->vertices.total() + layout->faces.total() + layout->frames.total();
  if (total > kMaxTotalFactor * layout->file_size) {
    // Shared so often that readers would refuse the later lists (section 9): store each one.
    layout = std::make_unique<Layout>(false);
    placed = placeAll(spec, *lists, *layout);
  }
  auto done = checkSizes(spec, *layout);
  if (!done) return tl::unexpected(done.error());

  ByteWriter out;
  putHeader(spec, *layout, out);
  putMeshes(spec, *lists, placed, *layout, out);
  done = putLods(spec, out);
  if (done) done = putBones(spec, *layout, out);
  if (!done) return tl::unexpected(done.error());
  putAnims(spec, placed, *layout, out);
  out.bytes(layout->vertices.data());
  out.bytes(layout->faces.data());
  out.bytes(layout->frames.data());
  out.text(layout->strings.data());
  return std::move(out.data());
}

}  // namespace sinew::bmd1
