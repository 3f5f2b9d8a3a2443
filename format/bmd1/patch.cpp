#include "format/bmd1/patch.h"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "format/bmd1/layout.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

constexpr double kLargestWeight = 1.9375;  // of F8A

tl::unexpected<Error> refuse(std::string_view code, const File& file, std::uint32_t bone,
                             std::string message) {
  Error error;
  error.code = code;
  if (bone < file.bones.size()) error.offset = file.bones[bone].offset;
  error.path = fmt::format("bones[{}]", bone);
  error.message = std::move(message);
  return tl::unexpected<Error>(std::move(error));
}

Result<void> patchRecord(const File& file, const PseudoBonePatch& patch,
                         std::vector<std::byte>& bytes) {
  const std::uint32_t bone = patch.bone;
  if (bone >= file.bones.size() || file.bones[bone].kind != BoneKind::Pseudo) {
    return refuse("patch.reference", file, bone, "it is no pseudo-bone, so it has no weights");
  }
  // Within the file: the reader took the record from there.
  const std::size_t record = file.bones[bone].offset;
  double sum = 0.0;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const double weight = patch.weights[slot];
    const auto code = encodeF8a(weight);
    if (!code || std::abs(weight) > kLargestWeight) {
      return refuse(
          "patch.value", file, bone,
          fmt::format("weight {} is {}, but the format holds -1.9375 to 1.9375", slot, weight));
    }
    const double stored = decodeF8a(*code);
    const std::uint32_t id = patch.bones[slot];
    const bool keeps_id = id == kNone && stored == 0.0;
    if (!keeps_id && id >= file.normal_bone_count) {
      return refuse("patch.reference", file, bone,
                    id == kNone
                        ? fmt::format("slot {} has weight {} but names no bone", slot, stored)
                        : fmt::format("slot {} names bone {}, but the file has {} normal bones",
                                      slot, id, file.normal_bone_count));
    }
    sum += stored;
    bytes[record + layout::kBoneWeights + slot] = static_cast<std::byte>(*code);
    if (!keeps_id) bytes[record + slot] = static_cast<std::byte>(id);
  }
  if (sum == 0.0) {
    return refuse("patch.value", file, bone, "its weights add up to 0, which blends nothing");
  }
  return {};
}

}  // namespace

Result<std::vector<std::byte>> withPseudoBones(const File& file,
                                               std::span<const PseudoBonePatch> patches) {
  std::vector<std::byte> bytes = *file.bytes;
  for (const PseudoBonePatch& patch : patches) {
    if (auto done = patchRecord(file, patch, bytes); !done) return tl::unexpected(done.error());
  }
  return bytes;
}

}  // namespace sinew::bmd1
