// Skins: weights and bone ids of vertices, and the palette or mapping that says which bones they
// mean.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/hierarchy.h"
#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

using namespace layout;

using Slots = std::array<std::uint32_t, skin::kSlots>;  ///< node indices, kNone: unused

bool anyUsed(const Slots& slots) {
  return std::any_of(slots.begin(), slots.end(), [](std::uint32_t s) { return s != kNone; });
}

class SkinReader {
 public:
  SkinReader(Context& context, const Mdl& mdl, const View& mdx, const Node& node,
             const MeshHeader& mesh, std::string_view path)
      : context_(context),
        mdl_(mdl),
        mdx_(mdx),
        mesh_(mesh),
        path_(path),
        at_(node.offset + node.info.skin) {}

  std::optional<Skin> read(SkinReadings& readings) {
    const View& view = mdl_.view;
    const auto weights = attributeAt(context_, view.i32(at_ + skin::kWeightsAt), 16, mesh_.stride,
                                     at_ + skin::kWeightsAt, path_, "the weights");
    const auto ids = attributeAt(context_, view.i32(at_ + skin::kIdsAt), 8, mesh_.stride,
                                 at_ + skin::kIdsAt, path_, "the bone ids");
    mapping_ = readMapping();
    if (!weights || !ids) {
      context_.findings.add(Kind::Mismatch, Effect::Repair, at_ + skin::kWeightsAt, path_,
                            "a skin without weights or bone ids hangs on its own node");
      return std::nullopt;
    }
    weights_at_ = *weights;
    ids_at_ = *ids;
    ++readings.skins;
    chooseSlots(readings);
    chooseIds(readings);
    Skin out;
    out.first.reserve(mesh_.vertex_count + 1ULL);
    for (std::uint32_t v = 0; v < mesh_.vertex_count; ++v) {
      addVertex(v, out.shares);
      out.first.push_back(static_cast<std::uint32_t>(out.shares.size()));
    }
    report();
    if (out.shares.empty()) return std::nullopt;
    out.stored_binds = storedBinds();
    return out;
  }

 private:
  std::uint64_t vertexAt(std::uint32_t vertex) const {
    return mesh_.vertices + std::uint64_t{mesh_.stride} * vertex;
  }

  /// The slot of each node in depth-first order; empty where it is not in the file.
  std::vector<std::int16_t> readMapping() {
    const View& view = mdl_.view;
    const ArrayDef mapping = view.array(at_ + skin::kMapping);
    if (mapping.count == 0) return {};
    const std::uint64_t room = mapping.offset == 0 ? 0 : view.room(mapping.offset, 2);
    if (mapping.count > room) {
      const bool outside = mapping.offset == 0 || mapping.offset >= view.size();
      // Only a skin without a palette needs it.
      context_.findings.add(outside ? Kind::Range : Kind::Count,
                            anyUsed(readPalette()) ? Effect::Repair : Effect::Loss,
                            at_ + skin::kMapping, path_,
                            fmt::format("a bone mapping of {} nodes at {}, where the file has room "
                                        "for {}; it is not used",
                                        mapping.count, mapping.offset, room));
      return {};
    }
    std::vector<std::int16_t> out(std::min<std::size_t>(mapping.count, mdl_.nodes.size()));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = view.i16(mapping.offset + 2 * i);
    return out;
  }

  Slots readPalette() const {
    Slots palette;
    for (std::uint32_t s = 0; s < skin::kSlots; ++s) {
      const std::int16_t number = mdl_.view.i16(at_ + skin::kPalette + 2ULL * s);
      palette[s] = number < 0 ? kNone : mdl_.nodeOf(static_cast<std::uint32_t>(number));
    }
    return palette;
  }

  void chooseSlots(SkinReadings& readings) {
    const Slots palette = readPalette();
    Slots mapped;
    mapped.fill(kNone);
    for (std::size_t i = 0; i < mapping_.size(); ++i) {
      const std::int16_t slot = mapping_[i];
      if (slot < 0 || slot >= static_cast<std::int16_t>(skin::kSlots)) continue;
      std::uint32_t& entry = mapped[static_cast<std::size_t>(slot)];
      if (entry == kNone) entry = static_cast<std::uint32_t>(i);
    }
    const std::string_view chosen = context_.chosen("palette");
    const bool by_mapping =
        chosen.empty() ? !anyUsed(palette) && anyUsed(mapped) : chosen == "mapping";
    slots_ = by_mapping ? mapped : palette;
    if (by_mapping) ++readings.by_mapping;
  }

  /// Ids are slots where none of them is a register and all could be slots.
  void chooseIds(SkinReadings& readings) {
    const std::string_view chosen = context_.chosen("bone_ids");
    bool any = false;
    bool registers = false;
    bool small = true;
    for (std::uint32_t v = 0; v < mesh_.vertex_count; ++v) {
      for (std::uint64_t i = 0; i < 4; ++i) {
        const float weight = mdx_.f32(vertexAt(v) + weights_at_ + 4 * i);
        if (!std::isfinite(weight) || weight <= 0.0f) continue;
        const std::uint32_t id = mdx_.u16(vertexAt(v) + ids_at_ + 2 * i);
        any = true;
        registers = registers || slotOfRegister(id) != kNone;
        small = small && id < skin::kSlots;
      }
    }
    direct_ = chosen.empty() ? any && !registers && small : chosen == "slots";
    if (direct_) ++readings.direct_ids;
  }

  std::uint32_t boneOf(std::uint32_t id) const {
    const std::uint32_t slot = direct_ ? (id < skin::kSlots ? id : kNone) : slotOfRegister(id);
    return slot == kNone ? kNone : slots_[slot];
  }

  void addVertex(std::uint32_t vertex, std::vector<Share>& shares) {
    const std::size_t first = shares.size();
    double sum = 0.0;
    for (std::uint64_t i = 0; i < 4; ++i) {
      const std::uint64_t weight_at = vertexAt(vertex) + weights_at_ + 4 * i;
      const float weight = mdx_.f32(weight_at);
      if (!std::isfinite(weight)) {
        not_finite_.add(weight_at);
        continue;
      }
      if (weight < 0.0f) negative_.add(weight_at);
      if (weight <= 0.0f) continue;
      const std::uint64_t id_at = vertexAt(vertex) + ids_at_ + 2 * i;
      const std::uint32_t bone = boneOf(mdx_.u16(id_at));
      if (bone == kNone) {
        unknown_.add(id_at);
        continue;
      }
      sum += weight;
      addShare(shares, first, {bone, weight});
    }
    if (shares.size() == first || std::abs(sum - 1.0) <= 1e-3) return;
    uneven_.add(vertexAt(vertex) + weights_at_);
    for (std::size_t s = first; s < shares.size(); ++s)
      shares[s].weight /= sum;
  }

  /// A bone named twice by a vertex gets both weights.
  static void addShare(std::vector<Share>& shares, std::size_t first, Share share) {
    for (std::size_t s = first; s < shares.size(); ++s) {
      if (shares[s].bone != share.bone) continue;
      shares[s].weight += share.weight;
      return;
    }
    shares.push_back(share);
  }

  void report() {
    const std::string path = "mdx/" + std::string(path_);
    const auto add = [&](const Tally& tally, Kind kind, const char* message) {
      if (tally.count > 0) {
        context_.findings.add(kind, Effect::Repair, tally.first, path, message, tally.count);
      }
    };
    add(not_finite_, Kind::NotFinite, "weights are not finite; they count as none");
    add(negative_, Kind::Value, "weights are below 0; they count as none");
    add(unknown_, Kind::Index, "bone ids of weighted shares name no bone; the shares are left out");
    add(uneven_, Kind::Value, "the weights of vertices do not add up to 1; they are scaled");
  }

  /// Matrices of the stored pairs, which lie in the order of the nodes.
  std::vector<std::optional<Mat34d>> storedBinds() const {
    const View& view = mdl_.view;
    const ArrayDef turns = view.array(at_ + skin::kQuaternions);
    const ArrayDef moves = view.array(at_ + skin::kVectors);
    if (turns.offset == 0 || moves.offset == 0) return {};
    const std::uint64_t count = std::min({std::uint64_t{turns.count}, std::uint64_t{moves.count},
                                          view.room(turns.offset, 16), view.room(moves.offset, 12),
                                          std::uint64_t{mdl_.nodes.size()}});
    std::vector<std::optional<Mat34d>> out(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t q = turns.offset + 16 * i;
      const std::uint64_t t = moves.offset + 12 * i;
      const glm::dquat turn(view.f32(q), view.f32(q + 4), view.f32(q + 8), view.f32(q + 12));
      const glm::dvec3 move(view.f32(t), view.f32(t + 4), view.f32(t + 8));
      const double length = glm::length(turn);
      const double reach = glm::length(move);
      if (!std::isfinite(length) || !std::isfinite(reach) || length == 0.0) continue;
      out[static_cast<std::size_t>(i)] = rigidMatrix(turn / length, move);
    }
    return out;
  }

  Context& context_;
  const Mdl& mdl_;
  const View& mdx_;
  const MeshHeader& mesh_;
  std::string_view path_;
  std::uint64_t at_;
  std::uint64_t weights_at_ = 0;
  std::uint64_t ids_at_ = 0;
  std::vector<std::int16_t> mapping_;
  Slots slots_{};
  bool direct_ = false;
  Tally not_finite_, negative_, unknown_, uneven_;
};

}  // namespace

std::uint32_t slotOfRegister(std::uint32_t id) {
  if (id >= 0x12 && id <= 0x42 && (id - 0x12) % 3 == 0) return (id - 0x12) / 3;
  if (id >= 0xFFA2 && id <= 0xFFFC && (id - 0xFFA2) % 3 == 0) return 17 + (id - 0xFFA2) / 3;
  return kNone;
}

std::optional<Skin> readSkin(Context& context, const Mdl& mdl, const View& mdx, const Node& node,
                             const MeshHeader& mesh, std::string_view path,
                             SkinReadings& readings) {
  if (!mdl.view.has(node.offset + node.info.skin, payload::kSkin)) return std::nullopt;
  return SkinReader(context, mdl, mdx, node, mesh, path).read(readings);
}

}  // namespace sinew::jade
