#pragma once

// Every rule about BMD1 files, in one table (docs/format-bmd1.md, "Diagnostics").

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "format/diagnostics.h"

namespace sinew::bmd1 {

/// In the order of the ids, so that comparing rules compares ids.
enum class Rule : std::uint8_t {
  AnimFramesZero,
  AnimHzZero,
  AnimKeyRange,
  AnimNameDuplicate,
  AnimNameMissing,
  AnimNoBones,
  AnimReserved,
  AnimRootKeys,
  AnimSkipRange,
  AnimTerminator,
  AnimTrailing,
  AnimTruncated,
  AnimValueOnes,
  BoneCount,
  BoneParentOrder,
  BoneParentReserved,
  BonePseudoOrder,
  BoneReserved,
  BoneRoot,
  HeaderMagic,
  HeaderReserved,
  HeaderTruncated,
  LodEmpty,
  LodRange,
  LodReserved,
  LodScale,
  LodUndrawn,
  LodUnreachable,
  MaterialColor,
  MeshFaceCount,
  MeshFaceCountVariant,
  MeshFaceForm,
  MeshFaceTag2,
  MeshFaceTruncated,
  MeshFlags,
  MeshIndexRange,
  MeshReserved,
  MeshVertexCount,
  MeshVertexForm,
  MeshVertexTag,
  MeshVertexTruncated,
  PseudoIds,
  PseudoWeightNegative,
  PseudoWeightSum,
  PseudoWeights,
  RotationZero,
  SectionAlign,
  SectionAlignNominal,
  SectionEmpty,
  SectionOverlap,
  SectionRange,
  SectionSize,
  SectionTotal,
  SolidBone,
  SolidEmpty,
  SolidInsideOut,
  SolidOpenEdge,
  SolidRange,
  SolidSelfIntersection,
  SolidUnchecked,
  StringLong,
  StringRange,
  StringUnterminated,
  StringUtf8,
  VertexBone,
  VertexNonFinite,
  VertexSt128Legacy,
};

/// What a rule's two numbers mean in its sentence.
enum class Arguments : std::uint8_t {
  Integers,    ///< {0} and {1} are integers, {2} is the file's size
  Real,        ///< {0} is a double's bits
  Magic,       ///< {0} is the four bytes
  Coordinate,  ///< {0} is 0..2 for x, y, z, {1} the half's bits
  Value,       ///< {0} is the tag bit of the value
  VertexForm,  ///< {0} is the record's bits, {1} the mesh's flags
  FaceForm,    ///< {0} is a FaceForm, {1} the mesh's flags
  Excerpt,     ///< a string of {1} bytes at {0}
  Region,      ///< {0} is start << 32 | size, {1} is Place << 32 | index of the overlapped region
};

struct RuleInfo {
  std::string_view id;
  Severity strict = Severity::Error;
  Severity lenient = Severity::Error;
  Arguments arguments = Arguments::Integers;
  std::string_view
      sentence;  ///< fmt's syntax, after path and offset; kept short, files can earn many

  [[nodiscard]] constexpr Severity severity(Mode mode) const {
    return mode == Mode::Strict ? strict : lenient;
  }
};

namespace detail {
inline constexpr Severity kE = Severity::Error;
inline constexpr Severity kW = Severity::Warning;
inline constexpr Severity kN = Severity::Note;
}  // namespace detail

inline constexpr std::array<RuleInfo, 67> kRules{{
    {"anim.frames-zero", detail::kE, detail::kW, Arguments::Integers, "no frames"},
    {"anim.hz-zero", detail::kN, detail::kN, Arguments::Integers, "rate 0, holds its first frame"},
    {"anim.key-range", detail::kE, detail::kE, Arguments::Integers,
     "key at frame {0}, but the animation has {1}"},
    {"anim.name-duplicate", detail::kW, detail::kW, Arguments::Excerpt, "name '{0}' is taken"},
    {"anim.name-missing", detail::kW, detail::kW, Arguments::Integers, "no name"},
    {"anim.no-bones", detail::kE, detail::kW, Arguments::Integers, "{0} animations, but no bones"},
    {"anim.reserved", detail::kE, detail::kW, Arguments::Integers,
     "reserved byte {0:#04x}, expected 0"},
    {"anim.root-keys", detail::kW, detail::kW, Arguments::Integers, "keys of the root are ignored"},
    {"anim.skip-range", detail::kW, detail::kW, Arguments::Integers,
     "skips past frame {0}, but the animation has {1}"},
    {"anim.terminator", detail::kE, detail::kE, Arguments::Integers,
     "frame data ends without the bone's 00 tag"},
    {"anim.trailing", detail::kW, detail::kW, Arguments::Integers,
     "{0} bytes after the last bone's end"},
    {"anim.truncated", detail::kE, detail::kE, Arguments::Integers,
     "the tag's values need {0} bytes, {1} are left"},
    {"anim.value-ones", detail::kW, detail::kW, Arguments::Value, "a {0} word of all ones"},
    {"bone.count", detail::kE, detail::kE, Arguments::Integers, "{0} bones, at most {1}"},
    {"bone.parent-order", detail::kE, detail::kE, Arguments::Integers,
     "parent {0}, expected less than {1}"},
    {"bone.parent-reserved", detail::kE, detail::kE, Arguments::Integers,
     "parent {0:#04x} is reserved"},
    {"bone.pseudo-order", detail::kE, detail::kE, Arguments::Integers,
     "a normal bone after pseudo-bone {0}"},
    {"bone.reserved", detail::kE, detail::kW, Arguments::Integers,
     "reserved byte {0:#04x}, expected 0"},
    {"bone.root", detail::kE, detail::kW, Arguments::Integers, "{0:#x}, expected 0 for the root"},
    {"header.magic", detail::kE, detail::kE, Arguments::Magic, "magic {0}, expected 42 4d 44 31"},
    {"header.reserved", detail::kE, detail::kW, Arguments::Integers,
     "reserved word {0:#x}, expected 0"},
    {"header.truncated", detail::kE, detail::kE, Arguments::Integers,
     "file ends at {2:#x} inside the {1}-byte header"},
    {"lod.empty", detail::kW, detail::kW, Arguments::Integers, "no drawn mesh"},
    {"lod.range", detail::kE, detail::kW, Arguments::Integers,
     "meshes up to {0} needed, but the file has {1}"},
    {"lod.reserved", detail::kE, detail::kW, Arguments::Integers,
     "reserved byte {0:#04x}, expected 0"},
    {"lod.scale", detail::kW, detail::kW, Arguments::Real, "scale {0} is negative"},
    {"lod.undrawn", detail::kW, detail::kW, Arguments::Integers,
     "mesh {0} has no material and is not drawn"},
    {"lod.unreachable", detail::kW, detail::kW, Arguments::Real, "scale {0} is never chosen"},
    {"material.color", detail::kW, detail::kW, Arguments::Integers,
     "name starts with # but is not #RRGGBB"},
    {"mesh.face-count", detail::kE, detail::kW, Arguments::Integers,
     "n_tris {0}, but the list counts {1}"},
    {"mesh.face-count-variant", detail::kW, detail::kW, Arguments::Integers,
     "n_tris {0} counts quads otherwise, expected {1}"},
    {"mesh.face-form", detail::kE, detail::kW, Arguments::FaceForm,
     "a {0}, but flags {1:#x} promise {2}"},
    {"mesh.face-tag2", detail::kE, detail::kW, Arguments::Integers,
     "top two bits are {0}, expected 0"},
    {"mesh.face-truncated", detail::kE, detail::kE, Arguments::Integers,
     "the list ends at {0:#x} inside this face"},
    {"mesh.flags", detail::kW, detail::kW, Arguments::Integers,
     "flags {0:#x}, only bits 3:0 have a meaning"},
    {"mesh.index-range", detail::kE, detail::kE, Arguments::Integers,
     "vertex {0}, but the mesh has {1}"},
    {"mesh.reserved", detail::kE, detail::kW, Arguments::Integers,
     "reserved word {0:#x}, expected 0"},
    {"mesh.vertex-count", detail::kE, detail::kW, Arguments::Integers,
     "n_vtx {0}, but the list holds {1} vertices"},
    {"mesh.vertex-form", detail::kE, detail::kW, Arguments::VertexForm,
     "a {0}-bit vertex, but flags {1:#x} promise {2}-bit ones"},
    {"mesh.vertex-tag", detail::kE, detail::kW, Arguments::Integers,
     "reserved vertex tag {0:#04x}"},
    {"mesh.vertex-truncated", detail::kE, detail::kE, Arguments::Integers,
     "the list ends at {0:#x} inside this vertex"},
    {"pseudo.ids", detail::kE, detail::kE, Arguments::Integers,
     "blends bone {0}, but normal bones end at {1}"},
    {"pseudo.weight-negative", detail::kW, detail::kW, Arguments::Real, "weight {0} is negative"},
    {"pseudo.weight-sum", detail::kW, detail::kW, Arguments::Real,
     "weights add up to {0}, expected 1"},
    {"pseudo.weights", detail::kE, detail::kE, Arguments::Integers, "weights add up to 0"},
    {"rotation.zero", detail::kW, detail::kW, Arguments::Integers,
     "rotation {0:#x} has length 0, read as identity"},
    {"section.align", detail::kE, detail::kW, Arguments::Integers,
     "offset {0:#x} is not a multiple of 4"},
    {"section.align-nominal", detail::kN, detail::kN, Arguments::Integers,
     "offset {0:#x} is not a multiple of 8"},
    {"section.empty", detail::kN, detail::kN, Arguments::Integers, "offset {0:#x} with size 0"},
    {"section.overlap", detail::kW, detail::kW, Arguments::Region,
     "bytes {0:#x} to {1:#x} overlap {2}"},
    {"section.range", detail::kE, detail::kE, Arguments::Integers,
     "{1} bytes at {0:#x}, but the file has data from 0x30 to {2:#x}"},
    {"section.size", detail::kE, detail::kW, Arguments::Integers,
     "size {0} is not a multiple of {1}"},
    {"section.total", detail::kE, detail::kE, Arguments::Integers,
     "all lists up to here take {0} bytes, more than 8 times the file's {2}"},
    {"solid.bone", detail::kE, detail::kW, Arguments::Integers,
     "vertex {0} of the solid is on bone {1}"},
    {"solid.empty", detail::kE, detail::kW, Arguments::Integers, "solid mesh {0} has no faces"},
    {"solid.inside-out", detail::kW, detail::kW, Arguments::Integers,
     "no positive volume, faces should look outward"},
    {"solid.open-edge", detail::kE, detail::kW, Arguments::Integers,
     "edge {0}-{1} is not shared by two opposite triangles"},
    {"solid.range", detail::kE, detail::kW, Arguments::Integers,
     "solid {0}, but the file has {1} meshes"},
    {"solid.self-intersection", detail::kE, detail::kW, Arguments::Integers, "crosses face {0}"},
    {"solid.unchecked", detail::kN, detail::kN, Arguments::Integers,
     "{0} triangles, crossings are tested up to {1}"},
    {"string.long", detail::kE, detail::kW, Arguments::Integers,
     "more than {0} bytes before the NUL"},
    {"string.range", detail::kE, detail::kE, Arguments::Integers,
     "offset {0:#x}, but strings lie from 0x30 to {2:#x}"},
    {"string.unterminated", detail::kE, detail::kE, Arguments::Integers,
     "the file ends before the string's NUL"},
    {"string.utf8", detail::kE, detail::kW, Arguments::Integers,
     "byte {0:#04x} does not fit UTF-8"},
    {"vertex.bone", detail::kE, detail::kW, Arguments::Integers, "bone {0}, but the file has {1}"},
    {"vertex.non-finite", detail::kE, detail::kE, Arguments::Coordinate, "coordinate {0} is {1}"},
    {"vertex.st128-legacy", detail::kN, detail::kN, Arguments::Integers,
     "S/T exponent {0}: 128-bit S/T are read as legacy16"},
}};

[[nodiscard]] constexpr const RuleInfo& infoOf(Rule rule) {
  return kRules[static_cast<std::size_t>(rule)];
}

}  // namespace sinew::bmd1
