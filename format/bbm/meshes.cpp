#include <algorithm>

#include <fmt/format.h>

#include "format/bbm/build.h"

namespace sinew::bbm {
namespace {

constexpr std::uint16_t kRestart = 0xFFFF;

/// A mesh of triangles by the numbers of a primitive's vertices, each taken over at its first use.
class MeshMaker {
 public:
  explicit MeshMaker(const DecodedVertices& vertices)
      : vertices_(vertices), place_(vertices.positions.size(), kNone) {}

  /// `influence` is called once for each vertex that is used.
  template <class F>
  void add(const std::array<std::uint32_t, 3>& corners, F influence) {
    for (const std::uint32_t corner : corners) {
      std::uint32_t& place = place_[corner];
      if (place == kNone) {
        place = static_cast<std::uint32_t>(mesh.positions.size());
        used_.push_back(corner);
        mesh.positions.push_back(vertices_.positions[corner]);
        mesh.normals.push_back(vertices_.normals[corner]);
        mesh.uvs[0].push_back(vertices_.uvs[corner]);
        mesh.influence.push_back(influence(corner));
      }
      mesh.triangles.push_back(place);
    }
  }

  void begin() {
    mesh = {};
    mesh.uvs.resize(1);
    for (const std::uint32_t corner : used_)
      place_[corner] = kNone;
    used_.clear();
  }

  scene::Mesh mesh;

 private:
  const DecodedVertices& vertices_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> used_;
};

/// The index buffer as the file has it.
class Indices {
 public:
  explicit Indices(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const { return bytes_.size() / 2; }
  [[nodiscard]] std::uint16_t operator[](std::size_t i) const {
    return loadLe<std::uint16_t>(bytes_.data() + 2 * i);
  }

 private:
  Bytes bytes_;
};

/// What went wrong in one block.
struct Faults {
  std::uint32_t index = 0;
  std::uint32_t palette = 0;
  std::uint32_t no_weight = 0;
  std::uint32_t weight_sum = 0;
};

class PrimitiveMeshes {
 public:
  PrimitiveMeshes(const RawPrimitive& primitive, std::size_t index, const DecodedVertices& vertices,
                  MeshTarget& target, Context& context)
      : primitive_(primitive),
        index_(index),
        vertices_(vertices),
        target_(target),
        context_(context),
        maker_(vertices),
        indices_(primitive.indices.bytes) {
    path_ = fmt::format("{}/primitive {}", target.path, index);
    for (std::size_t b = 0; b < primitive.blocks.size(); ++b) {
      if (!primitive.blocks[b].animated) continue;
      const std::uint64_t first = owned_.empty() ? 0 : owned_.back().end;
      owned_.push_back({first + primitive.blocks[b].vertices, b});
    }
  }

  void run() {
    if (primitive_.repeats > 1) return oneCopy();
    if (primitive_.blocks.empty()) return withoutBlocks();
    std::uint64_t drawn = 0;
    for (std::size_t b = 0; b < primitive_.blocks.size() && !full_; ++b) {
      const RawDrawBlock& block = primitive_.blocks[b];
      span_ = spanOf(block);
      drawn += span_;
      // Blocks share the buffer out; ones that draw it over and over only cost time.
      if (drawn > 4 * indices_.size() + 65536) {
        context_.tell(
            Kind::Limit, Effect::Loss, block.offset, fmt::format("{}/block {}", path_, b),
            fmt::format("the blocks draw the {} indices more than four times", indices_.size()));
        return;
      }
      begin();
      block.strip ? strip(block) : list(block.start, block.triangles, block.offset, b);
      finish(b, block.animated
                    ? material(primitive_.material, primitive_.file_offset)
                    : material(static_cast<std::uint32_t>(block.material), block.offset + 11));
    }
  }

 private:
  struct Owned {
    std::uint64_t end;  ///< behind the last vertex
    std::size_t block;
  };

  /// Indices of a block that lie in the buffer.
  [[nodiscard]] std::uint64_t spanOf(const RawDrawBlock& block) const {
    if (block.start >= indices_.size()) return 0;
    const std::uint64_t wanted =
        block.strip ? std::uint64_t{block.triangles} + 2 : std::uint64_t{3} * block.triangles;
    return std::min<std::uint64_t>(wanted, indices_.size() - block.start);
  }

  void begin() {
    maker_.begin();
    faults_ = {};
  }

  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (a == b || b == c || a == c || full_) return;
    const std::size_t count = vertices_.positions.size();
    if (a >= count || b >= count || c >= count) {
      ++faults_.index;
      return;
    }
    // Counted ahead in steps; a mesh never has more than its indices make.
    constexpr std::size_t kStep = 65536;
    const std::size_t corners = maker_.mesh.triangles.size();
    if (corners % (3 * kStep) == 0 && !take(12 * std::min<std::uint64_t>(kStep, span_))) return;
    // The file's front faces are clockwise.
    maker_.add({a, c, b}, [this](std::uint32_t vertex) { return influence(vertex); });
  }

  /// What is made counts as unpacked: hostile indices and blocks pack well.
  bool take(std::uint64_t bytes) {
    if (full_) return false;
    full_ = !context_.takeUnpacked(bytes);
    if (full_) {
      context_.tell(Kind::Limit, Effect::Loss, primitive_.file_offset, path_,
                    fmt::format("its meshes go over the limit of {} MiB",
                                context_.options.max_unpacked_bytes >> 20));
    }
    return !full_;
  }

  void list(std::uint64_t start, std::uint64_t triangles, std::uint64_t offset, std::size_t b) {
    checkRange(start, 3 * triangles, offset, b);
    for (std::uint64_t t = 0; t < triangles && !full_; ++t) {
      const std::uint64_t at = start + 3 * t;
      if (at >= indices_.size() || indices_.size() - at < 3) break;
      const auto i = static_cast<std::size_t>(at);
      triangle(indices_[i], indices_[i + 1], indices_[i + 2]);
    }
  }

  void strip(const RawDrawBlock& block) {
    const auto number = static_cast<std::size_t>(&block - primitive_.blocks.data());
    checkRange(block.start, std::uint64_t{block.triangles} + 2, block.offset, number);
    bool odd = false;
    for (std::uint64_t t = 0; t < block.triangles && !full_; ++t) {
      const std::uint64_t at = block.start + t;
      if (at >= indices_.size() || indices_.size() - at < 3) break;
      const auto i = static_cast<std::size_t>(at);
      const std::uint32_t a = indices_[i];
      const std::uint32_t b = indices_[i + 1];
      const std::uint32_t c = indices_[i + 2];
      if (restarts(a) || restarts(b) || restarts(c)) {
        // The strip begins again behind the mark.
        if (restarts(a)) odd = true;
        odd = !odd;
        continue;
      }
      odd ? triangle(a, c, b) : triangle(a, b, c);
      odd = !odd;
    }
  }

  [[nodiscard]] bool restarts(std::uint32_t index) {
    if (index != kRestart || kRestart < vertices_.positions.size()) return false;
    const bool on = context_.readings.strip_restart == StripRestart::On;
    context_.noteReading("strip-restart", on ? "on" : "off",
                         "a strip has the index FFFFh, which some readers take for a restart");
    return on;
  }

  void checkRange(std::uint64_t start, std::uint64_t count, std::uint64_t offset, std::size_t b) {
    if (start <= indices_.size() && count <= indices_.size() - start) return;
    context_.tell(
        Kind::Index, Effect::Repair, offset, fmt::format("{}/block {}", path_, b),
        fmt::format("{} indices from {} on, the buffer has {}", count, start, indices_.size()));
  }

  void withoutBlocks() {
    span_ = indices_.size();
    begin();
    list(0, indices_.size() / 3, primitive_.file_offset, 0);
    finish(0, material(primitive_.material, primitive_.file_offset));
  }

  /// Several copies lie in the buffers: the first is taken as a list.
  void oneCopy() {
    span_ = indices_.size();
    begin();
    const std::uint64_t triangles = primitive_.triangle_count;
    checkRange(0, 3 * triangles, primitive_.file_offset + 40, 0);
    const auto used =
        static_cast<std::size_t>(std::min<std::uint64_t>(3 * triangles, indices_.size()) / 3 * 3);
    std::uint32_t least = kRestart;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < used; ++i) {
      least = std::min<std::uint32_t>(least, indices_[i]);
      most = std::max<std::uint32_t>(most, indices_[i]);
    }
    const std::uint32_t moved = most >= primitive_.vertex_count ? least : 0;
    for (std::size_t i = 0; i < used && !full_; i += 3)
      triangle(indices_[i] - moved, indices_[i + 1] - moved, indices_[i + 2] - moved);
    const bool own = !primitive_.blocks.empty() && !primitive_.blocks.front().animated;
    finish(0, own ? material(static_cast<std::uint32_t>(primitive_.blocks.front().material),
                             primitive_.blocks.front().offset + 11)
                  : material(primitive_.material, primitive_.file_offset));
  }

  /// By index, else by id.
  std::uint32_t material(std::uint32_t number, std::uint64_t offset) {
    const std::vector<RawMaterial>& all = target_.lod.materials;
    if (number < all.size()) return number;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (static_cast<std::uint32_t>(all[i].id) == number) return static_cast<std::uint32_t>(i);
    }
    if (number != kNone) {
      context_.tell(Kind::Index, Effect::Repair, offset, path_,
                    fmt::format("material {} of {}", number, all.size()));
    }
    return kNone;
  }

  std::uint32_t influence(std::uint32_t vertex) {
    if (!vertices_.layout.skinned || target_.bones == 0) return rigid();
    const auto owner = std::upper_bound(
        owned_.begin(), owned_.end(), vertex,
        [](std::uint64_t number, const Owned& owned) { return number < owned.end; });
    const std::vector<std::uint8_t>* groups =
        owner == owned_.end() ? nullptr : &primitive_.blocks[owner->block].groups;
    const Bytes bytes = primitive_.vertices.bytes.subspan(
        std::size_t{vertex} * vertices_.step + vertices_.layout.skin_at, 8);
    std::vector<InfluenceTable::Share> shares;
    std::uint32_t sum = 0;
    for (std::size_t k = 4; k < 8; ++k)
      sum += std::to_integer<std::uint32_t>(bytes[k]);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto place = std::to_integer<std::size_t>(bytes[k]) / 3;
      const auto weight = std::to_integer<std::uint32_t>(bytes[4 + k]);
      std::uint32_t slot = 0;
      const bool counts = weight > 0 || (sum == 0 && k == 0);
      if (groups != nullptr && place < groups->size() && (*groups)[place] < target_.bones) {
        slot = (*groups)[place];
      } else if (counts) {
        ++faults_.palette;
      }
      shares.emplace_back(slot, weight);
    }
    if (sum == 0) ++faults_.no_weight;
    if (sum != 0 && sum != 255) ++faults_.weight_sum;
    return target_.influences.of(shares);
  }

  std::uint32_t rigid() {
    if (target_.root == kNone) target_.root = static_cast<std::uint32_t>(target_.bones);
    if (vertices_.layout.skinned) ++faults_.palette;
    return target_.influences.rigid(target_.root);
  }

  void finish(std::size_t b, std::uint32_t material_index) {
    if (!take(512 + target_.name.size())) return;
    // A rigid block hangs on the made bone, even one without a triangle.
    if (!vertices_.layout.skinned && target_.root == kNone)
      target_.root = static_cast<std::uint32_t>(target_.bones);
    report(fmt::format("{}/block {}", path_, b));
    scene::Mesh mesh = std::move(maker_.mesh);
    mesh.name = fmt::format("{}/{}/{}", target_.name, index_, b);
    mesh.source_offset = primitive_.file_offset;
    mesh.extra.emplace_back("primitive", static_cast<std::uint32_t>(index_));
    scene::Draw draw;
    draw.mesh = static_cast<std::uint32_t>(target_.model.meshes.size());
    draw.material = material_index;
    draw.translucent = material_index != kNone &&
                       target_.model.materials[material_index].alpha == AlphaMode::Blend;
    target_.model.meshes.push_back(std::move(mesh));
    target_.model.draws.push_back(draw);
  }

  void report(const std::string& path) {
    const std::uint64_t indices = primitive_.indices.place(0);
    const std::uint64_t vertices = primitive_.vertices.place(0);
    if (faults_.index > 0) {
      context_.tell(Kind::Index, Effect::Repair, indices, path,
                    fmt::format("{} triangles name vertices past the {} there are; they are left "
                                "out",
                                faults_.index, vertices_.positions.size()),
                    faults_.index);
    }
    if (faults_.palette > 0) {
      context_.tell(Kind::Index, Effect::Repair, vertices, path,
                    fmt::format("{} shares of vertices name no place of the palette or no bone; "
                                "bone 0 stands in",
                                faults_.palette),
                    faults_.palette);
    }
    if (faults_.no_weight > 0) {
      context_.tell(Kind::Value, Effect::Repair, vertices, path,
                    fmt::format("{} vertices have no weight; they follow their first bone",
                                faults_.no_weight),
                    faults_.no_weight);
    }
    if (faults_.weight_sum > 0) {
      context_.tell(Kind::Value, Effect::Repair, vertices, path,
                    fmt::format("the weights of {} vertices do not add up to 255; they are scaled",
                                faults_.weight_sum),
                    faults_.weight_sum);
    }
  }

  const RawPrimitive& primitive_;
  std::size_t index_;
  const DecodedVertices& vertices_;
  MeshTarget& target_;
  Context& context_;
  MeshMaker maker_;
  Indices indices_;
  std::string path_;
  std::vector<Owned> owned_;
  Faults faults_;
  std::uint64_t span_ = 0;  ///< indices that the present mesh is made of, at most
  bool full_ = false;
};

}  // namespace

void buildMeshes(const RawPrimitive& primitive, std::size_t index, const DecodedVertices& vertices,
                 MeshTarget& target, Context& context) {
  PrimitiveMeshes(primitive, index, vertices, target, context).run();
}

}  // namespace sinew::bbm
