#include "format/bmd1/write_lists.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

constexpr std::size_t kMaxListCount = 0xFFFF;      // n_vtx and n_tris are u16
constexpr std::uint32_t kMaxTagBone = 0xEF;        // a 64-bit vertex's tag is its bone
constexpr std::uint32_t kFirstLegacyExponent = 8;  // from here on `st128=auto` reads legacy16
constexpr std::size_t kMaxTri32Vertices = 1024;    // a mesh with more gets 64-bit faces
constexpr std::uint32_t kMaxTri32Index = 1023;
constexpr std::uint32_t kMaxQuad32Index = 127;
constexpr std::uint32_t kMaxQuad64Index = 32767;

/// The error of an element, with its path added: paths are built only where something is wrong.
tl::unexpected<Error> withPath(Error error, std::string path) {
  error.path = std::move(path);
  return tl::unexpected<Error>(std::move(error));
}

std::string point(const glm::dvec3& p) {
  return fmt::format("({}, {}, {})", p.x, p.y, p.z);
}
std::string point(const glm::dvec2& p) {
  return fmt::format("({}, {})", p.x, p.y);
}

Result<std::uint32_t> encodePosition(const glm::dvec3& position, std::string_view what) {
  const auto word = encodePackedVec3(position);
  if (word) return *word;
  return writeError("write.value", {},
                    fmt::format("{} {} is outside -131072 to 130560", what, point(position)));
}

/// F8A x, y, z in bits (7:0), (15:8), (23:16).
Result<std::uint32_t> encodeNormal(const glm::dvec3& normal) {
  std::uint32_t word = 0;
  for (int i = 0; i < 3; ++i) {
    const auto code = std::isfinite(normal[i]) ? encodeF8a(normal[i]) : std::nullopt;
    if (!code) {
      return writeError("write.value", {}, fmt::format("normal {} is not finite", point(normal)));
    }
    word |= std::uint32_t{*code} << (8 * i);
  }
  return word;
}

Result<std::uint32_t> encodeSt(const VertexSpec& vertex) {
  const bool twelve = vertex.form == VertexSpec::Form::F8 || vertex.form == VertexSpec::Form::FA;
  const auto bits = twelve ? encodeSt12(vertex.st) : encodeSt11(vertex.st);
  if (bits) return *bits;
  return writeError("write.value", {},
                    fmt::format("S/T {} is outside {}", point(vertex.st),
                                twelve ? "-0.5 to 1.49951" : "-32 to 95.9375"));
}

Result<void> encode64(const VertexSpec& vertex, bool flat, ByteWriter& out) {
  const auto position = encodePosition(vertex.position, "position");
  if (!position) return tl::unexpected(position.error());
  const auto upper = flat ? encodeNormal(vertex.normal) : encodeSt(vertex);
  if (!upper) return tl::unexpected(upper.error());
  out.u32(*position);
  out.u32(*upper | (std::uint32_t{vertex.bone} << 24));
  return {};
}

Result<void> encode96(const VertexSpec& vertex, ByteWriter& out) {
  const auto position = encodePosition(vertex.position, "position");
  if (!position) return tl::unexpected(position.error());
  const auto st = encodeSt(vertex);
  if (!st) return tl::unexpected(st.error());
  const auto normal = encodeNormal(vertex.normal);
  if (!normal) return tl::unexpected(normal.error());
  const bool colored = vertex.form == VertexSpec::Form::F8 || vertex.form == VertexSpec::Form::F9;
  const std::uint32_t tag = 0xF8u + static_cast<std::uint32_t>(vertex.form) -
                            static_cast<std::uint32_t>(VertexSpec::Form::F8);
  out.u32(*position);
  out.u32(*st | (tag << 24));
  out.u32(*normal | (std::uint32_t{colored ? vertex.shade : vertex.bone} << 24));
  return {};
}

Result<void> encode128(const VertexSpec& vertex, ByteWriter& out) {
  std::array<std::uint16_t, 3> halves{};
  for (int i = 0; i < 3; ++i) {
    const auto half = encodeHalf(vertex.position[i]);
    if (!half) {
      return writeError(
          "write.value", {},
          fmt::format("position {} is outside binary16's -65504 to 65504", point(vertex.position)));
    }
    halves[static_cast<std::size_t>(i)] = *half;
  }
  const auto st = encodeSt14(vertex.st);
  if (!st || (*st >> 28) >= kFirstLegacyExponent) {
    return writeError(
        "write.value", {},
        fmt::format("S/T {} is outside -256 to 255.96875, beyond which readers take the file for "
                    "the legacy layout",
                    point(vertex.st)));
  }
  const auto normal = encodeNormal(vertex.normal);
  if (!normal) return tl::unexpected(normal.error());
  for (const std::uint16_t half : halves)
    out.u16(half);
  out.u8(vertex.shade);
  out.u8(0xFD);
  out.u32(*st);
  out.u32(*normal | (std::uint32_t{vertex.bone} << 24));
  return {};
}

/// A bone or a shade that the form has no room for would be lost, so it is refused.
Result<void> checkFields(const VertexSpec& vertex, std::size_t bone_count) {
  using Form = VertexSpec::Form;
  if (vertex.bone >= std::max<std::size_t>(bone_count, 1)) {
    return writeError("write.reference", {},
                      fmt::format("bone {}, but the file has {}", vertex.bone, bone_count));
  }
  const bool has_shade =
      vertex.form == Form::F8 || vertex.form == Form::F9 || vertex.form == Form::FD;
  if (!has_shade && vertex.shade != 0x0F) {
    return writeError(
        "write.value", {},
        fmt::format("shade 0x{:02x}, but this form is always white (0x0f)", vertex.shade));
  }
  const bool on_root = vertex.form == Form::F8 || vertex.form == Form::F9;
  if (on_root && vertex.bone != 0) {
    return writeError("write.value", {},
                      fmt::format("bone {}, but this form is always on bone 0", vertex.bone));
  }
  if (vertex.form == Form::V64 && vertex.bone > kMaxTagBone) {
    return writeError("write.value", {},
                      fmt::format("bone {}, but a 64-bit vertex reaches bones 0 to {}", vertex.bone,
                                  kMaxTagBone));
  }
  return {};
}

std::uint32_t vertexSubtype(bool any64, bool any96, bool any128) {
  if (any64 + any96 + any128 > 1) return 1;
  return any96 ? 3 : any128 ? 2 : 0;
}

FaceForm chooseForm(const FaceSpec& face, bool wide) {
  const auto corners = face.quad ? 4 : 3;
  const std::uint32_t largest =
      *std::max_element(face.indices.begin(), face.indices.begin() + corners);
  if (face.quad) {
    return wide || largest > kMaxQuad32Index ? FaceForm::Quad64 : FaceForm::Quad32;
  }
  return wide || largest > kMaxTri32Index ? FaceForm::Tri64 : FaceForm::Tri32;
}

void putFace(const FaceSpec& face, FaceForm form, ByteWriter& out) {
  const auto& v = face.indices;
  const auto wide = [&v](std::size_t i, unsigned shift) { return std::uint64_t{v[i]} << shift; };
  switch (form) {
    case FaceForm::Tri32:
      out.u32((v[0] << 2) | (v[1] << 12) | (v[2] << 22));
      return;
    case FaceForm::Quad32:
      out.u32(1u | (v[0] << 2) | (v[1] << 9) | (v[2] << 16) | (v[3] << 23));
      return;
    case FaceForm::Tri64:
      out.u64(2u | wide(0, 2) | wide(1, 22) | wide(2, 42));
      return;
    case FaceForm::Quad64:
      out.u64(3u | wide(0, 2) | wide(1, 17) | wide(2, 32) | wide(3, 47));
      return;
  }
}

std::uint32_t faceSubtype(const std::array<bool, 4>& used) {
  const bool tri32 = used[static_cast<std::size_t>(FaceForm::Tri32)];
  const bool quad32 = used[static_cast<std::size_t>(FaceForm::Quad32)];
  const bool tri64 = used[static_cast<std::size_t>(FaceForm::Tri64)];
  const bool quad64 = used[static_cast<std::size_t>(FaceForm::Quad64)];
  if (quad32 || (tri32 && (tri64 || quad64))) return 1;
  if (quad64) return 3;
  return tri64 ? 2 : 0;
}

/// The skips that bring `next` to `frame`, as filler records (a tag without values and skip n
/// advances n + 1 frames), and the skip that is left for the key's own tag.
std::uint32_t putFillers(std::uint32_t next, std::uint32_t frame, ByteWriter& out) {
  std::uint32_t gap = frame - next;
  while (gap > 31) {
    out.u8(31);
    gap -= 32;
  }
  return gap;
}

Result<void> putKey(const KeySpec& key, std::uint32_t next, std::uint32_t frames, ByteWriter& out) {
  if (key.frame < next || key.frame >= frames) {
    return writeError(
        "write.value", {},
        fmt::format("key at frame {}, expected {} to {}", key.frame, next, frames - 1));
  }
  if (!key.rotation && !key.translation && !key.scale) {
    return writeError("write.value", {}, "a key without values");
  }
  const std::uint32_t skip = putFillers(next, key.frame, out);
  out.u8(skip | (key.rotation ? 0x80u : 0u) | (key.translation ? 0x40u : 0u) |
         (key.scale ? 0x20u : 0u));
  if (key.rotation) {
    const auto word = encodeRotation(*key.rotation);
    if (!word) {
      return writeError(
          "write.value", {},
          fmt::format("rotation ({}, {}, {}, {}) has no code of a length above 0", key.rotation->x,
                      key.rotation->y, key.rotation->z, key.rotation->w));
    }
    out.u32(*word);
  }
  if (key.translation) {
    const auto word = encodePosition(*key.translation, "translation");
    if (!word) return tl::unexpected(word.error());
    out.u32(*word);
  }
  if (key.scale) {
    const auto word = encodePosition(*key.scale, "scale");
    if (!word) return tl::unexpected(word.error());
    out.u32(*word);
  }
  return {};
}

}  // namespace

void ByteWriter::u8(std::uint32_t value) {
  data_.push_back(static_cast<std::byte>(value & 0xFFu));
}

void ByteWriter::u16(std::uint32_t value) {
  u8(value);
  u8(value >> 8);
}

void ByteWriter::u32(std::uint32_t value) {
  u16(value);
  u16(value >> 16);
}

void ByteWriter::u64(std::uint64_t value) {
  u32(static_cast<std::uint32_t>(value));
  u32(static_cast<std::uint32_t>(value >> 32));
}

void ByteWriter::bytes(const std::vector<std::byte>& data) {
  data_.insert(data_.end(), data.begin(), data.end());
}

void ByteWriter::text(std::string_view data) {
  for (const char c : data)
    u8(static_cast<unsigned char>(c));
}

void ByteWriter::align(std::size_t alignment) {
  data_.resize((data_.size() + alignment - 1) / alignment * alignment);
}

tl::unexpected<Error> writeError(std::string code, std::string path, std::string message) {
  return tl::unexpected<Error>(
      Error{std::move(code), std::nullopt, std::move(path), std::move(message)});
}

bool isFlatMaterial(std::string_view name) {
  return name.size() == 7 && name[0] == '#' &&
         name.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

Result<std::uint8_t> encodeUnit(double value, const std::string& path, std::string_view what) {
  const auto code = std::abs(value) <= decodeF8a(0x7F) ? encodeF8a(value) : std::nullopt;
  if (code) return *code;
  return writeError("write.value", path,
                    fmt::format("{} {} is outside -1.9375 to 1.9375", what, value));
}

Result<EncodedList> encodeVertices(const MeshSpec& mesh, std::size_t bone_count,
                                   const std::string& mesh_path) {
  if (mesh.vertices.size() > kMaxListCount) {
    return writeError("write.limit", mesh_path + ".vertices",
                      fmt::format("{} vertices, at most {}", mesh.vertices.size(), kMaxListCount));
  }
  const bool flat = mesh.material && isFlatMaterial(*mesh.material);
  ByteWriter out;
  bool any64 = false;
  bool any96 = false;
  bool any128 = false;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const VertexSpec& vertex = mesh.vertices[i];
    const bool is64 = vertex.form == VertexSpec::Form::V64;
    const bool is128 = vertex.form == VertexSpec::Form::FD;
    any64 |= is64;
    any128 |= is128;
    any96 |= !is64 && !is128;
    Result<void> done = checkFields(vertex, bone_count);
    if (done) {
      done = is64    ? encode64(vertex, flat, out)
             : is128 ? encode128(vertex, out)
                     : encode96(vertex, out);
    }
    if (!done) return withPath(done.error(), fmt::format("{}.vertices[{}]", mesh_path, i));
  }
  EncodedList list;
  list.count = static_cast<std::uint32_t>(mesh.vertices.size());
  list.subtype = vertexSubtype(any64, any96, any128);
  list.bytes = std::move(out.data());
  return list;
}

Result<EncodedList> encodeFaces(const MeshSpec& mesh, const std::string& mesh_path) {
  // A quad32 counts twice: a mesh whose count would not fit n_tris gets quad64 instead.
  const auto quads = static_cast<std::size_t>(std::count_if(
      mesh.faces.begin(), mesh.faces.end(), [](const FaceSpec& f) { return f.quad; }));
  const bool wide = mesh.wide_faces || mesh.vertices.size() > kMaxTri32Vertices ||
                    mesh.faces.size() + quads > kMaxListCount;
  std::array<bool, 4> used{};
  ByteWriter out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const FaceSpec& face = mesh.faces[i];
    const std::size_t corners = face.quad ? 4 : 3;
    for (std::size_t c = 0; c < corners; ++c) {
      if (face.indices[c] < mesh.vertices.size()) continue;
      return writeError(
          "write.reference", fmt::format("{}.faces[{}]", mesh_path, i),
          fmt::format("vertex {}, but the mesh has {}", face.indices[c], mesh.vertices.size()));
    }
    const FaceForm form = chooseForm(face, wide);
    if (form == FaceForm::Quad64) {
      const std::uint32_t largest = *std::max_element(face.indices.begin(), face.indices.end());
      if (largest > kMaxQuad64Index) {
        return writeError("write.value", fmt::format("{}.faces[{}]", mesh_path, i),
                          fmt::format("vertex {}, but a quad reaches {}: give two triangles",
                                      largest, kMaxQuad64Index));
      }
    }
    used[static_cast<std::size_t>(form)] = true;
    count += form == FaceForm::Quad32 ? 2 : 1;
    putFace(face, form, out);
  }
  if (count > kMaxListCount) {
    return writeError("write.limit", mesh_path + ".faces",
                      fmt::format("n_tris would be {}, at most {}", count, kMaxListCount));
  }
  EncodedList list;
  list.count = static_cast<std::uint32_t>(count);
  list.subtype = faceSubtype(used);
  list.bytes = std::move(out.data());
  return list;
}

Result<std::vector<std::byte>> encodeFrames(const AnimSpec& anim, std::size_t bone_count,
                                            const std::string& anim_path) {
  if (anim.tracks.size() > bone_count) {
    return writeError(
        "write.reference", anim_path,
        fmt::format("{} tracks, but the file has {} bones", anim.tracks.size(), bone_count));
  }
  ByteWriter out;
  for (std::size_t bone = 0; bone < bone_count; ++bone) {
    std::uint32_t next = 0;
    const std::size_t key_count = bone < anim.tracks.size() ? anim.tracks[bone].size() : 0;
    for (std::size_t k = 0; k < key_count; ++k) {
      const KeySpec& key = anim.tracks[bone][k];
      const auto done = putKey(key, next, anim.frames, out);
      if (!done) {
        return withPath(done.error(), fmt::format("{}.tracks[{}].keys[{}]", anim_path, bone, k));
      }
      next = key.frame + 1;
    }
    out.u8(0);
  }
  return std::move(out.data());
}

}  // namespace sinew::bmd1
