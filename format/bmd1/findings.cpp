#include "format/bmd1/findings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "format/bmd1/layout.h"
#include "format/quantize.h"
#include "format/utf8.h"

namespace sinew::bmd1 {
namespace {

constexpr bool rulesAreSorted() {
  for (std::size_t r = 1; r < kRules.size(); ++r) {
    if (kRules[r - 1].id >= kRules[r].id) return false;
  }
  return infoOf(Rule::VertexSt128Legacy).id == "vertex.st128-legacy";
}
static_assert(rulesAreSorted(), "the sort by rule id compares enumerators");

constexpr std::array<std::string_view, 34> kPathPatterns{
    "header",
    "header.magic",
    "header.resv{0}",
    "meshes",
    "lods",
    "bones",
    "anims",
    "meshes[{0}].material",
    "meshes[{0}].flags",
    "meshes[{0}].n_vtx",
    "meshes[{0}].n_tris",
    "meshes[{0}].resv3",
    "meshes[{0}].vertices",
    "meshes[{0}].vertices[{1}]",
    "meshes[{0}].faces",
    "meshes[{0}].faces[{1}]",
    "lods[{0}]",
    "lods[{0}].ld_sc",
    "lods[{0}].resv",
    "bones[{0}].name",
    "bones[{0}].xform",
    "bones[{0}].rotation",
    "bones[{0}].parent",
    "bones[{0}].solid",
    "bones[{0}].ids[{1}]",
    "bones[{0}].weights",
    "bones[{0}].weights[{1}]",
    "bones[{0}].resv{1}",
    "anims[{0}].name",
    "anims[{0}].n_frames",
    "anims[{0}].hz",
    "anims[{0}].resv{1}",
    "anims[{0}].frames",
    "anims[{0}].tracks[{1}]",
};
static_assert(kPathPatterns.size() == static_cast<std::size_t>(Place::AnimTrack) + 1);

/// A path on the stack: sorting compares many.
struct PathText {
  std::array<char, 64> chars;
  std::size_t size = 0;
  [[nodiscard]] std::string_view view() const { return {chars.data(), size}; }
};

PathText textOf(const Path& path) {
  PathText text;
  const std::string_view pattern = kPathPatterns[static_cast<std::size_t>(path.place)];
  const auto end =
      fmt::format_to_n(text.chars.data(), text.chars.size(), fmt::runtime(pattern), path.i, path.k);
  text.size = std::min(end.size, text.chars.size());
  return text;
}

bool comesBefore(const Finding& a, const Finding& b) {
  if (a.offset != b.offset) return a.offset < b.offset;
  if (a.rule != b.rule) return a.rule < b.rule;
  return textOf(a.path()).view() < textOf(b.path()).view();
}

std::string_view nameOfHalf(std::uint64_t half) {
  if ((half & 0x3FF) != 0) return "nan";
  return (half & 0x8000) != 0 ? "-inf" : "inf";
}

std::string_view nameOfValue(std::uint64_t tag_bit) {
  if (tag_bit == layout::kKeyRotation) return "rotation";
  return tag_bit == layout::kKeyTranslation ? "translation" : "scale";
}

/// At most this much of a name goes into a sentence.
constexpr std::size_t kExcerptBytes = 24;

std::string excerptOf(const Finding& finding, Bytes file) {
  const auto* start = reinterpret_cast<const char*>(file.data() + finding.first);
  const std::string_view text(start, static_cast<std::size_t>(finding.second));
  if (text.size() <= kExcerptBytes) return toUtf8(text);
  return toUtf8(dropCutUtf8(text.substr(0, kExcerptBytes))) + "...";
}

std::string regionMessage(std::string_view sentence, const Finding& finding) {
  const std::uint64_t start = finding.first >> 32;
  const std::uint64_t size = finding.first & 0xFFFFFFFF;
  const Path other{static_cast<Place>(finding.second >> 32),
                   static_cast<std::uint32_t>(finding.second), 0};
  const PathText text = textOf(other);
  return fmt::format(fmt::runtime(sentence), start, start + size, text.view());
}

}  // namespace

std::string toString(const Path& path) {
  return std::string(textOf(path).view());
}

std::string messageOf(const Finding& finding, Bytes file) {
  static constexpr std::array<std::string_view, 4> kFaceNames{"tri32", "quad32", "tri64", "quad64"};
  static constexpr std::array<std::string_view, 4> kPromisedFaces{"only tri32", "any", "only tri64",
                                                                  "64-bit faces"};
  static constexpr std::array<unsigned, 4> kPromisedVertices{64, 0, 128, 96};
  const RuleInfo& info = infoOf(finding.rule);
  const auto sentence = fmt::runtime(info.sentence);
  const std::uint64_t a = finding.first;
  const std::uint64_t b = finding.second;
  switch (info.arguments) {
    case Arguments::Integers:
      return fmt::format(sentence, a, b, file.size());
    case Arguments::Real:
      return fmt::format(sentence, std::bit_cast<double>(a));
    case Arguments::Magic:
      return fmt::format(sentence, fmt::format("{:02x} {:02x} {:02x} {:02x}", a & 0xFF,
                                               a >> 8 & 0xFF, a >> 16 & 0xFF, a >> 24 & 0xFF));
    case Arguments::Coordinate:
      return fmt::format(sentence, std::string_view("xyz").substr(a, 1), nameOfHalf(b));
    case Arguments::Value:
      return fmt::format(sentence, nameOfValue(a));
    case Arguments::VertexForm:
      return fmt::format(sentence, a, b, kPromisedVertices[bits(b, layout::kFlagsVertexForm)]);
    case Arguments::FaceForm:
      return fmt::format(sentence, kFaceNames[a], b,
                         kPromisedFaces[bits(b, layout::kFlagsFaceForm)]);
    case Arguments::Excerpt:
      return fmt::format(sentence, excerptOf(finding, file));
    case Arguments::Region:
      return regionMessage(info.sentence, finding);
  }
  return {};
}

std::vector<Diagnostic> Findings::take(Mode mode, Bytes file) {
  std::sort(findings_.begin(), findings_.end(), comesBefore);
  std::vector<Diagnostic> diagnostics;
  diagnostics.reserve(findings_.size());
  while (!findings_.empty()) {
    const Finding& finding = findings_.front();
    const RuleInfo& info = infoOf(finding.rule);
    diagnostics.push_back({info.id, info.severity(mode), 0, finding.count, finding.offset,
                           toString(finding.path()), messageOf(finding, file)});
    findings_.pop_front();  // frees its block as the other list grows
  }
  return diagnostics;
}

}  // namespace sinew::bmd1
