#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "format/mdl0/model_reader.h"

namespace sinew::mdl0 {
namespace {

enum Op : std::uint8_t {
  kNothing = 0,
  kEnd = 1,
  kNode = 2,
  kMix = 3,
  kDraw = 4,
  kAlias = 5,
  kCopy = 6
};

/// Bytes of a command; 0 for one that does not exist. A mix is longer by its parts.
std::uint64_t commandBytes(std::uint8_t op) {
  switch (op) {
    case kNothing:
      return 1;
    case kNode:
    case kAlias:
    case kCopy:
      return 5;
    case kMix:
      return 4;
    case kDraw:
      return 8;
    default:
      return 0;
  }
}

constexpr std::uint64_t kMixPartBytes = 6;

/// Runs the program of this name, if there is one: `visit(op, offset)` for each whole command but
/// nothing and end.
template <class Visit>
void runProgram(const ModelReader& reader, std::string_view name, Visit&& visit) {
  const auto program =
      std::find_if(reader.programs.begin(), reader.programs.end(),
                   [&](const Entry& entry) { return entry.readable && entry.name == name; });
  if (program == reader.programs.end()) return;
  const Source& source = reader.source;
  const std::string path = reader.sub("definitions", name);
  std::uint64_t at = program->offset;
  const std::uint64_t end = at < reader.part.end ? reader.part.end : source.size();
  if (!source.spend(end - at, program->at, path)) return;
  while (at < end) {
    const std::uint8_t op = source.u8(at);
    if (op == kEnd) return;
    std::uint64_t bytes = commandBytes(op);
    if (bytes == 0) {
      source.report(Kind::Opcode, Effect::Repair, at, path,
                    fmt::format("operation {:02x} does not exist; the program ends here", op));
      return;
    }
    if (op == kMix && end - at >= bytes) bytes += kMixPartBytes * source.u8(at + 3);
    if (end - at < bytes) break;
    if (op != kNothing) visit(op, at);
    at += bytes;
  }
  source.report(Kind::Truncated, Effect::Repair, at, path, "the program has no end");
}

void readNodeTable(ModelReader& reader) {
  const Source& source = reader.source;
  const std::string path = reader.path + "/node_table";
  const std::uint64_t field = reader.properties + 0x24;
  const std::uint64_t table = reader.properties + source.u32(field);
  if (!source.has(table, 4)) {
    source.report(Kind::Range, Effect::Repair, field, path, "the node table lies outside the file");
    return;
  }
  const std::uint64_t count = source.u32(table);
  if (count > (source.size() - table - 4) / 4 || count > 0x10000) {
    source.report(Kind::Count, Effect::Repair, table, path,
                  fmt::format("{} matrices announced, there is room for {}; the bones' own numbers "
                              "are used",
                              count, (source.size() - table - 4) / 4));
    return;
  }
  for (std::uint32_t id = 0; id < count; ++id) {
    const std::uint64_t at = table + 4 + std::uint64_t{4} * id;
    const std::int32_t bone = source.s32(at);
    if (bone == -1) continue;
    const bool known = bone >= 0 && static_cast<std::size_t>(bone) < reader.bone_of_entry.size();
    if (!known) {
      source.report(Kind::Index, Effect::Repair, at, path,
                    fmt::format("matrix {} is bone {}, the model has {}", id, bone,
                                reader.bone_of_entry.size()));
      continue;
    }
    const std::uint32_t index = reader.bone_of_entry[static_cast<std::size_t>(bone)];
    if (index != kNone) reader.matrix(id) = {MatrixRef::To::Bone, index, kNone};
  }
}

/// What the bones say themselves, where the table says nothing.
void addBoneMatrices(ModelReader& reader) {
  for (std::uint32_t b = 0; b < reader.bones.size(); ++b) {
    const std::uint32_t id = reader.bones[b].matrix;
    if (id > 0xFFFF) continue;
    MatrixRef& matrix = reader.matrix(id);
    if (matrix.to == MatrixRef::To::Nothing) matrix = {MatrixRef::To::Bone, b, kNone};
  }
}

/// One part of a blend; nothing where it weighs nothing.
std::optional<BlendPart> readPart(ModelReader& reader, std::uint64_t at, const std::string& path) {
  const std::uint32_t id = reader.source.u16(at);
  const double weight = reader.source.finite(at + 2, 0.0f, path);
  if (weight == 0.0) return std::nullopt;
  const MatrixRef matrix = reader.matrix(id);
  if (matrix.to != MatrixRef::To::Bone) {
    reader.source.report(Kind::Index, Effect::Repair, at, path,
                         fmt::format("matrix {} is no bone's; this part is left out", id));
    return std::nullopt;
  }
  return BlendPart{matrix.index, weight};
}

void readMix(ModelReader& reader, std::uint64_t at) {
  const Source& source = reader.source;
  const std::string path = reader.sub("definitions", "NodeMix");
  std::vector<BlendPart> parts;
  double sum = 0.0;
  for (std::uint64_t k = 0; k < source.u8(at + 3); ++k) {
    const auto part = readPart(reader, at + 4 + kMixPartBytes * k, path);
    if (!part) continue;
    sum += part->weight;
    parts.push_back(*part);
  }
  if (!(std::abs(sum - 1.0) <= 1e-3)) {
    source.report(Kind::Value, Effect::Repair, at, path,
                  fmt::format("the weights of matrix {} add up to {}", source.u16(at + 1), sum));
    if (!(std::abs(sum) > 1e-6)) return;
    for (BlendPart& part : parts)
      part.weight /= sum;
  }
  reader.matrix(source.u16(at + 1)) = {MatrixRef::To::Blend,
                                       static_cast<std::uint32_t>(reader.blends.size()), kNone};
  reader.blends.push_back(std::move(parts));
}

void readAlias(ModelReader& reader, std::uint64_t at) {
  const Source& source = reader.source;
  const std::uint32_t bone = source.u16(at + 3);
  const std::uint32_t index =
      bone < reader.bone_of_entry.size() ? reader.bone_of_entry[bone] : kNone;
  if (index == kNone) {
    source.report(Kind::Index, Effect::Repair, at + 3, reader.sub("definitions", "NodeMix"),
                  fmt::format("bone {}, the model has {}", bone, reader.bone_of_entry.size()));
    return;
  }
  reader.matrix(source.u16(at + 1)) = {MatrixRef::To::Bone, index, kNone};
}

/// An index of a draw command as the model counts; kNone where there is no such thing.
std::uint32_t resolve(const ModelReader& reader, const std::vector<std::uint32_t>& map,
                      std::uint64_t at, const std::string& path, std::string_view what) {
  const std::uint32_t index = reader.source.u16(at);
  if (index < map.size()) return map[index];
  reader.source.report(Kind::Index, Effect::Repair, at, path,
                       fmt::format("{} {}, the model has {}", what, index, map.size()));
  return kNone;
}

void readDrawList(ModelReader& reader, std::string_view name, bool translucent) {
  const std::string path = reader.sub("definitions", name);
  std::vector<scene::Draw>& draws = reader.model.draws;
  const auto first = static_cast<std::ptrdiff_t>(draws.size());
  runProgram(reader, name, [&](std::uint8_t op, std::uint64_t at) {
    if (op != kDraw) return;
    const std::uint32_t mesh = resolve(reader, reader.mesh_of_entry, at + 3, path, "object");
    if (mesh == kNone) return;
    draws.push_back({mesh, resolve(reader, reader.material_of_entry, at + 1, path, "material"),
                     resolve(reader, reader.bone_of_entry, at + 5, path, "bone"), translucent,
                     reader.source.u8(at + 7)});
  });
  std::stable_sort(
      draws.begin() + first, draws.end(),
      [](const scene::Draw& a, const scene::Draw& b) { return a.priority < b.priority; });
}

}  // namespace

MatrixRef& ModelReader::matrix(std::uint32_t id) {
  if (id >= matrices.size()) matrices.resize(id + std::size_t{1});
  return matrices[id];
}

std::uint32_t ModelReader::influenceOf(std::uint32_t id) {
  if (id >= matrices.size() || matrices[id].to == MatrixRef::To::Nothing) {
    if (unbound_influence == kNone) {
      unbound_influence = static_cast<std::uint32_t>(model.influences.size());
      model.influences.emplace_back();
    }
    return unbound_influence;
  }
  MatrixRef& matrix = matrices[id];
  if (matrix.influence != kNone) return matrix.influence;
  scene::Influence influence;
  if (matrix.to == MatrixRef::To::Bone) {
    influence.bones = {matrix.index};
    influence.weights = {1.0};
  } else {
    for (const BlendPart& share : blends[matrix.index]) {
      influence.bones.push_back(share.bone);
      influence.weights.push_back(share.weight);
      influence.offsets.push_back(bones[share.bone].inverse_bind);
    }
  }
  matrix.influence = static_cast<std::uint32_t>(model.influences.size());
  model.influences.push_back(std::move(influence));
  return matrix.influence;
}

void readMatrices(ModelReader& reader) {
  readNodeTable(reader);
  addBoneMatrices(reader);
  reader.programs = reader.entries(Section::Definitions, "definitions");
  runProgram(reader, "NodeMix", [&](std::uint8_t op, std::uint64_t at) {
    if (op == kMix) readMix(reader, at);
    if (op == kAlias) readAlias(reader, at);
    if (op == kCopy) {
      const MatrixRef from = reader.matrix(reader.source.u16(at + 3));
      reader.matrix(reader.source.u16(at + 1)) = from;
    }
  });
}

void readDraws(ModelReader& reader) {
  readDrawList(reader, "DrawOpa", false);
  readDrawList(reader, "DrawXlu", true);
}

}  // namespace sinew::mdl0
