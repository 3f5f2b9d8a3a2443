#include "format/bbm/tagged.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "format/affine.h"

namespace sinew::bbm {
namespace {

constexpr float kLargestTransform = 10000.0f;

/// What of a PRIM chunk is gathered before a mesh is made of it.
struct TaggedPrimitive {
  std::size_t mesh = 0;
  std::int32_t material = -1;
  std::uint64_t offset = 0;
  std::uint32_t bone = kNone;
  std::vector<std::array<std::uint16_t, 3>> triangles;
  std::uint64_t triangles_offset = 0;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec2> uvs;
  scene::Value::List groups;
  std::string path;
};

/// A parent whose children are being read. An explicit stack: files nest as deep as they like.
struct Level {
  ChunkWalk walk;
  std::string path;
  std::uint32_t submesh = kNone;         ///< bone of the SUBM around
  std::optional<std::size_t> primitive;  ///< of the PRIM around
};

class TaggedReader {
 public:
  TaggedReader(const std::string& name, const std::optional<std::string>& member, Context& context)
      : context_(context), path_(name) {
    model_.name = name;
    model_.member = member;
    model_.lod = 0;
    model_.has_attachments = true;
  }

  void run(const Image& image) {
    std::vector<Level> stack;
    stack.push_back({ChunkWalk(image.chunks, image.base, path_, context_), path_, kNone, {}});
    while (!stack.empty()) {
      const std::optional<Chunk> chunk = stack.back().walk.next();
      if (!chunk) {
        stack.pop_back();
        continue;
      }
      std::optional<Level> inner = read(*chunk, stack.back());
      if (!inner) continue;
      if (stack.size() >= kMaxDepth) {
        context_.tell(Kind::Limit, Effect::Loss, chunk->offset, path_,
                      fmt::format("chunks in each other deeper than {}", kMaxDepth));
        continue;
      }
      stack.push_back(std::move(*inner));
    }
    finish();
  }

 private:
  /// Reads a chunk's own fields. \return the level of its children where it has any
  std::optional<Level> read(const Chunk& chunk, const Level& parent) {
    const std::string path = fmt::format("{}/{}", parent.path, scene::printableName(chunk.tag));
    Cursor in(chunk.payload, chunk.payloadOffset());
    Level inner{ChunkWalk({}, 0, path, context_), path, parent.submesh, parent.primitive};
    const std::string_view tag = chunk.tag;
    if (tag == "3DRT" || tag == "MTLS" || tag == "HLPR" || tag == "GRUP") {
    } else if (tag == "MTRL") {
      material(in);
    } else if (tag == "SUBM") {
      inner.submesh = submesh(in);
      if (in.ok())
        inner.path = fmt::format("{}/{}", parent.path, model_.bones.back().name.substr(0, 64));
    } else if (tag == "PRIM") {
      inner.primitive = primitive(in, parent.submesh, path);
    } else {
      leaf(chunk, in, parent, path);
      return std::nullopt;
    }
    if (!in.ok()) {
      lost(in, path);
      return std::nullopt;
    }
    inner.walk = ChunkWalk(in.rest(), in.offset(), inner.path, context_);
    return inner;
  }

  void leaf(const Chunk& chunk, Cursor& in, const Level& parent, const std::string& path) {
    const std::string_view tag = chunk.tag;
    TaggedPrimitive* primitive = parent.primitive ? &primitives_[*parent.primitive] : nullptr;
    if (tag == "TRFM") {
      transform(in, parent.submesh, path);
    } else if (tag == "TRIS" && primitive != nullptr) {
      triangles(in, *primitive, path);
    } else if (tag == "VERT" && primitive != nullptr) {
      vertices(in, *primitive, path);
    } else if (tag == "VGRP" && primitive != nullptr) {
      group(in, *primitive, path);
    } else if (tag == "EMTL") {
      engineMaterial(in);
    } else if (tag == "BONE") {
      bone(in, path);
    } else if (tag == "HPNT") {
      helper(in, path);
    } else if (tag == "HDMY") {
      dummy(in, path);
    } else if (tag == "HCVL") {
      volume(in, path);
    } else if (!isPassedOver(tag)) {
      context_.tell(Kind::Unsupported, Effect::Oddity, chunk.offset, path,
                    fmt::format("chunk {} is not known", scene::printableName(tag)));
    }
    if (!in.ok()) lost(in, path);
  }

  /// Chunks that are known and hold nothing a viewer shows.
  static bool isPassedOver(std::string_view tag) {
    constexpr std::array<std::string_view, 10> kTags{"SMTH", "UNIV", "MTLE", "MMAP", "XBDB",
                                                     "XVBD", "XTST", "XUVT", "CLTH", "TRIS"};
    return std::find(kTags.begin(), kTags.end(), tag) != kTags.end();
  }

  void lost(const Cursor& in, const std::string& path) {
    context_.tell(in.failure(), Effect::Loss, in.offset(), path,
                  fmt::format("{} in the chunk", failureText(in.failure())));
  }

  /// Whether `count` records of `size` bytes are there; fails and tells where not.
  bool fits(Cursor& in, std::uint64_t count, std::uint64_t size, const std::string& path) {
    if (count <= in.remaining() / size) return true;
    context_.tell(
        Kind::Count, Effect::Loss, in.offset() - 4, path,
        fmt::format("{} records of {} bytes, {} bytes are left", count, size, in.remaining()));
    return false;
  }

  scene::Material newMaterial(std::string_view name, bool two_sided, AlphaMode alpha) const {
    scene::Material out;
    out.name = scene::printableName(name);
    out.cull = two_sided ? CullMode::None : CullMode::Back;
    out.alpha = alpha;
    return out;
  }

  void material(Cursor& in) {
    const std::string_view name = in.text();
    const std::int32_t index = in.i32();
    const bool two_sided = in.u8() != 0;
    in.skip(12);  // ambient, diffuse, specular
    const auto numbers = in.floats<3>();
    if (!in.ok()) return;
    scene::Material out = newMaterial(name, two_sided, AlphaMode::Opaque);
    out.extra.emplace_back(
        "bbm",
        scene::Value::Object{{"index", index},
                             {"engine", false},
                             {"files", scene::Value::List{}},
                             {"transparency", std::isfinite(numbers[2]) ? numbers[2] : 0.0f}});
    addMaterial(std::move(out), index);
  }

  void engineMaterial(Cursor& in) {
    in.skip(4);  // version
    const std::int32_t index = in.i32();
    const std::string_view name = in.text();
    const std::uint32_t map_flags = in.u32();
    std::array<std::int32_t, 4> ids{};
    for (std::int32_t& id : ids)
      id = in.i32();
    scene::Value::List files;
    if (in.u8() != 0) {
      for (int i = 0; i < 4; ++i)
        files.emplace_back(scene::printableName(in.text()));
    }
    const std::uint32_t glow = in.u32();
    const bool two_sided = in.u8() != 0;
    const bool transparent = in.u8() != 0;
    const bool boolean_alpha = in.u8() != 0;
    const bool degenerate = in.u8() != 0;
    if (!in.ok()) return;
    scene::Material out = newMaterial(
        name, two_sided,
        transparent ? AlphaMode::Blend : (boolean_alpha ? AlphaMode::Mask : AlphaMode::Opaque));
    if (boolean_alpha) out.alpha_cutoff = 0.5;
    constexpr std::array<std::string_view, 4> kRoles{"base", "normal", "reflection", "emissive"};
    for (std::size_t i = 0; i < ids.size(); ++i)
      addLayer(out, ids[i], kRoles[i], context_);
    out.extra.emplace_back("bbm", scene::Value::Object{{"index", index},
                                                       {"engine", true},
                                                       {"files", std::move(files)},
                                                       {"map_flags", map_flags},
                                                       {"glow", glow},
                                                       {"degenerate", degenerate}});
    addMaterial(std::move(out), index);
  }

  void addMaterial(scene::Material material, std::int32_t index) {
    material_indices_.push_back(index);
    model_.materials.push_back(std::move(material));
  }

  std::uint32_t submesh(Cursor& in) {
    const std::uint64_t offset = in.offset();
    const std::string_view name = in.text();
    in.skip(16);  // index, parent, first child, next sibling
    if (!in.ok()) return kNone;
    scene::Bone out;
    out.name = scene::printableName(name);
    out.source_offset = offset;
    model_.bones.push_back(std::move(out));
    return static_cast<std::uint32_t>(model_.bones.size() - 1);
  }

  void transform(Cursor& in, std::uint32_t submesh, const std::string& path) {
    const std::uint64_t offset = in.offset();
    const auto rows = in.floats<12>();
    if (!in.ok()) return;
    if (submesh == kNone) {
      context_.tell(Kind::Mismatch, Effect::Oddity, offset, path,
                    "a transform outside of a sub-mesh");
      return;
    }
    std::uint32_t not_finite = 0;
    const Mat34d matrix = fromRows(rows, not_finite);
    const bool large = std::any_of(rows.begin(), rows.end(),
                                   [](float v) { return std::abs(v) > kLargestTransform; });
    if (not_finite > 0 || large) {
      context_.tell(not_finite > 0 ? Kind::NotFinite : Kind::Value, Effect::Repair, offset, path,
                    "the transform has numbers that are not finite or beyond 10000; it is ignored");
      return;
    }
    model_.bones[submesh].rest = decompose(matrix).transform;
    model_.bones[submesh].world = matrix;
  }

  std::optional<std::size_t> primitive(Cursor& in, std::uint32_t submesh, const std::string& path) {
    TaggedPrimitive out;
    out.offset = in.offset();
    out.bone = submesh;
    out.path = path;
    out.material = in.i32();
    if (out.material < 0 && out.material != -1) {
      const std::uint32_t count = static_cast<std::uint32_t>(out.material) & 0x7FFFFFFFU;
      if (!fits(in, count, 4, path)) {
        in.fail(Kind::Truncated);
        return std::nullopt;
      }
      out.material = count == 0 ? -1 : in.i32();
      in.skip(count == 0 ? 0 : 4 * (std::uint64_t{count} - 1));
    }
    if (!in.ok()) return std::nullopt;
    primitives_.push_back(std::move(out));
    return primitives_.size() - 1;
  }

  void triangles(Cursor& in, TaggedPrimitive& out, const std::string& path) {
    const std::uint32_t count = in.u32();
    out.triangles_offset = in.offset();
    if (!in.ok() || !fits(in, count, 6, path)) return;
    out.triangles.clear();
    for (std::uint32_t i = 0; i < count; ++i)
      out.triangles.push_back({in.u16(), in.u16(), in.u16()});
  }

  void vertices(Cursor& in, TaggedPrimitive& out, const std::string& path) {
    const std::uint32_t count = in.u32();
    if (!in.ok() || count == 0) return;
    const std::uint64_t offset = in.offset();
    const std::uint64_t stride = in.remaining() / count;
    if (stride < 12) {
      (void)fits(in, count, 12, path);
      return;
    }
    out.positions.clear();
    out.normals.clear();
    out.uvs.clear();
    std::uint32_t not_finite = 0;
    const auto number = [&not_finite](float value) {
      return static_cast<float>(finiteOr(value, 0.0, not_finite));
    };
    for (std::uint32_t i = 0; i < count; ++i) {
      Cursor vertex(in.bytes(stride));
      const auto p = vertex.floats<3>();
      out.positions.emplace_back(number(p[0]), number(p[1]), number(p[2]));
      if (stride < 24) continue;
      const auto n = vertex.floats<3>();
      out.normals.emplace_back(number(n[0]), number(n[1]), number(n[2]));
      if (stride < 32) continue;
      const auto t = vertex.floats<2>();
      out.uvs.emplace_back(number(t[0]), number(t[1]));
    }
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, offset, path,
                    fmt::format("{} numbers of the vertices are not finite", not_finite));
    }
    if (stride != 12 && stride != 24 && stride != 32) {
      context_.tell(Kind::Value, Effect::Oddity, offset, path,
                    fmt::format("vertices of {} bytes, expected 32", stride));
    }
  }

  void group(Cursor& in, TaggedPrimitive& out, const std::string& path) {
    const std::int32_t bone = in.i32();
    const std::uint32_t count = in.u32();
    if (!in.ok() || !fits(in, count, 6, path)) return;
    std::uint32_t not_finite = 0;
    scene::Value::List weights;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t vertex = in.u16();
      const double weight = finiteOr(in.f32(), 0.0, not_finite);
      weights.emplace_back(scene::Value::List{vertex, weight});
    }
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, in.offset(), path,
                    fmt::format("{} weights are not finite", not_finite));
    }
    out.groups.emplace_back(scene::Value::Object{{"bone", bone}, {"weights", std::move(weights)}});
  }

  scene::Value matrixValue(const Mat34d& matrix) const {
    scene::Value::List out;
    for (const double value : matrix.m)
      out.emplace_back(value);
    return out;
  }

  void tellNotFinite(std::uint32_t count, std::uint64_t offset, const std::string& path) {
    if (count == 0) return;
    context_.tell(Kind::NotFinite, Effect::Repair, offset, path,
                  fmt::format("{} numbers are not finite", count));
  }

  void bone(Cursor& in, const std::string& path) {
    const std::uint64_t offset = in.offset();
    const std::int32_t index = in.i32();
    const std::int32_t parent = in.i32();
    in.skip(8);
    const auto rows = in.floats<12>();
    const std::string_view name = in.text();
    if (!in.ok()) return;
    std::uint32_t not_finite = 0;
    const Mat34d matrix = fromRows(rows, not_finite);
    tellNotFinite(not_finite, offset, path);
    bones_.emplace_back(
        scene::Value::Object{{"name", scene::printableName(name)},
                             {"parent", parent < 0 ? scene::Value() : scene::Value(int{parent})},
                             {"matrix", matrixValue(matrix)},
                             {"index", index}});
  }

  void attach(std::string_view kind, std::string_view name, const Mat34d& matrix,
              std::int32_t submesh, std::int32_t bone) {
    scene::SceneAttachment out;
    out.kind = kind;
    out.name = scene::printableName(name);
    out.matrix = matrix;
    out.extra.emplace_back("sub_mesh", submesh);
    out.extra.emplace_back("stored_bone", bone);
    model_.attachments.push_back(std::move(out));
  }

  void helper(Cursor& in, const std::string& path) {
    const std::uint64_t offset = in.offset();
    const auto position = in.floats<3>();
    const std::int32_t submesh = in.i32();
    const std::int32_t bone = in.i32();
    const std::string_view name = in.text();
    if (!in.ok()) return;
    std::uint32_t not_finite = 0;
    Mat34d matrix;
    for (std::size_t i = 0; i < 3; ++i)
      matrix.m[4 * i + 3] = finiteOr(position[i], 0.0, not_finite);
    tellNotFinite(not_finite, offset, path);
    attach("helper", name, matrix, submesh, bone);
  }

  void dummy(Cursor& in, const std::string& path) {
    const std::uint64_t offset = in.offset();
    const std::uint32_t version = in.u32();
    in.skip(12);  // direction
    std::array<float, 12> rows{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    if (version >= 2) rows = in.floats<12>();
    if (version >= 3) in.skip(1);  // uses its own origin
    const auto position = in.floats<3>();
    const std::int32_t submesh = in.i32();
    const std::int32_t bone = in.i32();
    const std::string_view name = in.text();
    if (!in.ok()) return;
    std::copy(position.begin(), position.end(), rows.begin() + 9);
    std::uint32_t not_finite = 0;
    const Mat34d matrix = fromRows(rows, not_finite);
    tellNotFinite(not_finite, offset, path);
    attach("dummy", name, matrix, submesh, bone);
  }

  void volume(Cursor& in, const std::string& path) {
    RawVolume out;
    out.id = in.u32();
    out.name = in.text();
    const std::uint32_t count = in.u32();
    const std::uint64_t offset = in.offset();
    if (!in.ok() || !fits(in, count, 16, path)) return;
    std::uint32_t not_finite = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      out.planes.push_back(in.floats<4>());
      for (float& value : out.planes.back())
        value = static_cast<float>(finiteOr(value, 0.0, not_finite));
    }
    tellNotFinite(not_finite, offset, path);
    volumes_.push_back(std::move(out));
  }

  /// By the number a material states, else by its place.
  std::uint32_t materialOf(const TaggedPrimitive& primitive) {
    if (primitive.material == -1) return kNone;
    const auto at =
        std::find(material_indices_.begin(), material_indices_.end(), primitive.material);
    if (at != material_indices_.end())
      return static_cast<std::uint32_t>(at - material_indices_.begin());
    if (primitive.material >= 0 &&
        static_cast<std::size_t>(primitive.material) < model_.materials.size())
      return static_cast<std::uint32_t>(primitive.material);
    context_.tell(Kind::Index, Effect::Repair, primitive.offset, primitive.path,
                  fmt::format("material {} of {}", primitive.material, model_.materials.size()));
    return kNone;
  }

  void finish() {
    InfluenceTable influences(no_binds_);
    const auto file_bones = model_.bones.size();
    bool root = false;
    for (const TaggedPrimitive& primitive : primitives_) {
      std::uint32_t bone = primitive.bone;
      if (bone == kNone) {
        root = true;
        bone = static_cast<std::uint32_t>(file_bones);
      }
      buildMesh(primitive, bone == file_bones ? "root" : model_.bones[bone].name,
                influences.rigid(bone));
    }
    if (root) model_.bones.push_back(madeRoot());
    model_.influences = influences.take();
    sortDraws(model_.draws);
    model_.source = {
        {"form", "tagged"}, {"bones", std::move(bones_)}, {"volumes", volumesValue(volumes_)}};
    context_.scene.models.push_back(std::move(model_));
  }

  void buildMesh(const TaggedPrimitive& primitive, const std::string& name,
                 std::uint32_t influence) {
    scene::Mesh mesh;
    mesh.name = name;
    mesh.source_offset = primitive.offset;
    mesh.extra.emplace_back("groups", primitive.groups);
    if (!context_.takeUnpacked(12 * primitive.triangles.size())) {
      context_.tell(Kind::Limit, Effect::Loss, primitive.triangles_offset, primitive.path,
                    fmt::format("the triangles go over the limit of {} MiB",
                                context_.options.max_unpacked_bytes >> 20));
      return;
    }
    std::vector<std::uint32_t> place(primitive.positions.size(), kNone);
    if (!primitive.uvs.empty()) mesh.uvs.resize(1);
    std::uint32_t bad = 0;
    for (const auto& [a, b, c] : primitive.triangles) {
      if (a == b || b == c || a == c) continue;
      if (std::max({a, b, c}) >= primitive.positions.size()) {
        ++bad;
        continue;
      }
      for (const std::size_t corner : {std::size_t{a}, std::size_t{c}, std::size_t{b}}) {
        if (place[corner] == kNone) {
          place[corner] = static_cast<std::uint32_t>(mesh.positions.size());
          mesh.positions.push_back(primitive.positions[corner]);
          if (!primitive.normals.empty()) mesh.normals.push_back(primitive.normals[corner]);
          if (!primitive.uvs.empty()) mesh.uvs[0].push_back(primitive.uvs[corner]);
          mesh.influence.push_back(influence);
        }
        mesh.triangles.push_back(place[corner]);
      }
    }
    if (bad > 0) {
      context_.tell(Kind::Index, Effect::Repair, primitive.triangles_offset, primitive.path,
                    fmt::format("{} triangles name vertices past the {} there are", bad,
                                primitive.positions.size()),
                    bad);
    }
    scene::Draw draw;
    draw.mesh = static_cast<std::uint32_t>(model_.meshes.size());
    draw.material = materialOf(primitive);
    draw.translucent =
        draw.material != kNone && model_.materials[draw.material].alpha == AlphaMode::Blend;
    model_.meshes.push_back(std::move(mesh));
    model_.draws.push_back(draw);
  }

  Context& context_;
  std::string path_;
  scene::SceneModel model_;
  std::vector<std::int32_t> material_indices_;
  std::vector<TaggedPrimitive> primitives_;
  scene::Value::List bones_;
  std::vector<RawVolume> volumes_;
  std::vector<Mat34d> no_binds_;
};

}  // namespace

void readTagged(const Image& image, const std::string& name,
                const std::optional<std::string>& member, Context& context) {
  TaggedReader(name, member, context).run(image);
}

}  // namespace sinew::bbm
