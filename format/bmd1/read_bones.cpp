// Bones and pseudo-bones (docs/format-bmd1.md, section 6).

#include <cmath>

#include "format/bmd1/reader.h"
#include "format/byte_reader.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

constexpr double kWeightSumTolerance = 1.0 / 16.0;

void checkReserved(Reader& reader, const BoneDef& bone, std::uint32_t b, std::uint8_t first,
                   std::uint8_t second) {
  if (first == 0 && second == 0) return;
  const std::uint32_t at = first != 0 ? 0 : 1;
  reader.add(Rule::BoneReserved, bone.offset + layout::kBoneReserved + at,
             {Place::BoneReserved, b, at + 1}, first != 0 ? first : second);
}

/// Bone 0 is the root whatever its fields say.
void checkRoot(Reader& reader, const BoneDef& bone) {
  const std::uint64_t xform = std::uint64_t{bone.xform_high} << 32 | bone.xform_low;
  if (xform != 0) reader.add(Rule::BoneRoot, bone.offset, {Place::BoneXform, 0, 0}, xform);
  if (bone.id_parent != 0) {
    reader.add(Rule::BoneRoot, bone.offset + layout::kBoneParent, {Place::BoneParent, 0, 0},
               bone.id_parent);
  }
}

/// Resolves the parent of a bone other than 0, which hangs from bone 0 where its own word is no
/// good.
void readParent(Reader& reader, BoneDef& bone, std::uint32_t b) {
  File& file = reader.file;
  const std::uint64_t offset = bone.offset + layout::kBoneParent;
  const Path path{Place::BoneParent, b, 0};
  const std::uint32_t parent = bone.id_parent;
  bone.parent = 0;
  if (parent >= layout::kParentReserved) {
    reader.add(Rule::BoneParentReserved, offset, path, parent);
    reader.bones_sound = false;
  } else if (file.normal_bone_count < b) {
    reader.add(Rule::BonePseudoOrder, offset, path, file.normal_bone_count);
    reader.pseudo_order = true;
    reader.bones_sound = false;
    if (parent < file.normal_bone_count) bone.parent = parent;
  } else if (parent >= b) {
    reader.add(Rule::BoneParentOrder, offset, path, parent, b);
  } else {
    bone.parent = parent;
  }
}

void checkRotation(Reader& reader, const BoneDef& bone, std::uint32_t b) {
  if (bone.xform_high == 0 || !rotationHasZeroLength(bone.xform_high)) return;
  reader.add(Rule::RotationZero, bone.offset + layout::kBoneRotation, {Place::BoneRotation, b, 0},
             bone.xform_high);
}

/// A run of slots of a pseudo-bone that break one rule.
struct Slots {
  std::uint32_t count = 0;
  std::uint32_t first = 0;
  void add(std::uint32_t slot) {
    if (count++ == 0) first = slot;
  }
};

void checkPseudo(Reader& reader, const BoneDef& bone, std::uint32_t b, bool ids_known) {
  const std::uint32_t normal = reader.file.normal_bone_count;
  Slots bad_ids;
  Slots negative;
  std::array<double, 4> weights{};
  double sum = 0.0;
  for (std::uint32_t s = 0; s < 4; ++s) {
    const auto code = static_cast<std::uint8_t>(bone.xform_high >> (8 * s));
    weights[s] = decodeF8a(code);
    sum += weights[s];
    if (weights[s] < 0.0) negative.add(s);
    if (weights[s] != 0.0 && (bone.xform_low >> (8 * s) & 0xFF) >= normal) bad_ids.add(s);
  }
  if (ids_known && bad_ids.count != 0) {
    reader.add(Rule::PseudoIds, bone.offset + bad_ids.first, {Place::BoneId, b, bad_ids.first},
               bone.xform_low >> (8 * bad_ids.first) & 0xFF, normal, bad_ids.count);
  }
  const std::uint64_t offset = bone.offset + layout::kBoneWeights;
  if (negative.count != 0) {
    reader.findings.addReal(Rule::PseudoWeightNegative, offset + negative.first,
                            {Place::BoneWeight, b, negative.first}, weights[negative.first],
                            negative.count);
  }
  if (sum == 0.0) {
    reader.add(Rule::PseudoWeights, offset, {Place::BoneWeights, b, 0});
  } else if (std::abs(sum - 1.0) > kWeightSumTolerance) {
    reader.findings.addReal(Rule::PseudoWeightSum, offset, {Place::BoneWeights, b, 0}, sum);
  }
}

void readBone(Reader& reader, std::uint32_t b) {
  File& file = reader.file;
  BoneDef& bone = file.bones[b];
  bone.offset = file.header.bones.offset + b * layout::kBoneSize;
  ByteReader in(reader.bytes, bone.offset);
  bone.xform_low = in.u32();
  bone.xform_high = in.u32();
  const std::uint32_t name = in.u32();
  bone.id_parent = in.u8();
  bone.id_solid = in.u8();
  const std::uint8_t resv1 = in.u8();
  const std::uint8_t resv2 = in.u8();
  bone.name = readString(reader, name, bone.offset + layout::kBoneName, {Place::BoneName, b, 0});
  checkReserved(reader, bone, b, resv1, resv2);
  if (b == 0) {
    checkRoot(reader, bone);
  } else if (bone.id_parent == layout::kParentPseudo) {
    bone.kind = BoneKind::Pseudo;
  } else {
    readParent(reader, bone, b);
  }
  if (bone.kind == BoneKind::Pseudo) return;
  checkRotation(reader, bone, b);
  if (file.normal_bone_count == b) file.normal_bone_count = b + 1;
}

}  // namespace

void readBones(Reader& reader) {
  File& file = reader.file;
  const auto count = static_cast<std::uint32_t>(file.bones.size());
  // As long as no pseudo-bone was seen, normal_bone_count equals the bone's own index.
  for (std::uint32_t b = 0; b < count; ++b)
    readBone(reader, b);
  for (std::uint32_t b = 0; b < count; ++b) {
    if (file.bones[b].kind == BoneKind::Pseudo) {
      checkPseudo(reader, file.bones[b], b, !reader.pseudo_order);
    }
  }
}

}  // namespace sinew::bmd1
