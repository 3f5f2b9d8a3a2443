#pragma once

// Where the fields of a BMD1 file are (docs/format-bmd1.md, sections 1 to 8). Offsets are bytes
// from the start of the file or record, bit fields are (high:low).

#include <cstdint>

#include "format/bit_fields.h"

namespace sinew::bmd1::layout {

inline constexpr std::uint32_t kMagic = 0x31444D42;  // "BMD1"
inline constexpr std::uint32_t kHeaderSize = 0x30;

// Header
inline constexpr std::uint32_t kHeaderReserved = 0x04;  // three words
inline constexpr std::uint32_t kHeaderMeshes = 0x10;    // offset, then size
inline constexpr std::uint32_t kHeaderLods = 0x18;
inline constexpr std::uint32_t kHeaderBones = 0x20;
inline constexpr std::uint32_t kHeaderAnims = 0x28;
inline constexpr std::uint32_t kSizeField = 4;  // from an array's offset field

// Records
inline constexpr std::uint32_t kMeshSize = 32;
inline constexpr std::uint32_t kMeshVertices = 0x00;
inline constexpr std::uint32_t kMeshFaces = 0x04;
inline constexpr std::uint32_t kMeshMaterial = 0x08;
inline constexpr std::uint32_t kMeshVertexCount = 0x0C;
inline constexpr std::uint32_t kMeshTriangleCount = 0x0E;
inline constexpr std::uint32_t kMeshVerticesSize = 0x10;
inline constexpr std::uint32_t kMeshFacesSize = 0x14;
inline constexpr std::uint32_t kMeshFlags = 0x18;
inline constexpr std::uint32_t kMeshReserved = 0x1C;

inline constexpr BitField kFlagsVertexForm{1, 0};
inline constexpr BitField kFlagsFaceForm{3, 2};
inline constexpr std::uint32_t kFlagsKnown = 0xF;

inline constexpr std::uint32_t kLodSize = 4;
inline constexpr std::uint32_t kLodScale = 2;
inline constexpr std::uint32_t kLodReserved = 3;

inline constexpr std::uint32_t kBoneSize = 16;
inline constexpr std::uint32_t kBoneRotation = 0x04;
inline constexpr std::uint32_t kBoneWeights = 0x04;
inline constexpr std::uint32_t kBoneName = 0x08;
inline constexpr std::uint32_t kBoneParent = 0x0C;
inline constexpr std::uint32_t kBoneSolid = 0x0D;
inline constexpr std::uint32_t kBoneReserved = 0x0E;  // two bytes
inline constexpr std::uint32_t kMaxBones = 256;
inline constexpr std::uint8_t kParentPseudo = 0xFF;
inline constexpr std::uint8_t kParentReserved = 0xF0;  // F0..FE

inline constexpr std::uint32_t kAnimSize = 16;
inline constexpr std::uint32_t kAnimName = 0x00;
inline constexpr std::uint32_t kAnimFrameCount = 0x04;
inline constexpr std::uint32_t kAnimRate = 0x05;
inline constexpr std::uint32_t kAnimReserved = 0x06;  // two bytes
inline constexpr std::uint32_t kAnimFrames = 0x08;
inline constexpr std::uint32_t kAnimFramesSize = 0x0C;
inline constexpr std::uint8_t kRateNoLoop = 0x80;
inline constexpr std::uint8_t kRateMask = 0x7F;
inline constexpr double kRateUnitHz = 0.25;

inline constexpr std::uint32_t kMaxStringBytes = 255;  // before the NUL

// Vertices: byte 7 of every form is the tag.
inline constexpr std::uint32_t kVertexTag = 7;
inline constexpr std::uint32_t kVertex96Bone = 11;  // or colour
inline constexpr std::uint32_t kVertex128Color = 6;
inline constexpr std::uint32_t kVertex128Exponent = 11;
inline constexpr std::uint32_t kVertex128Bone = 15;
inline constexpr std::uint8_t kTag96 = 0xF0;   // first tag of 12-byte records
inline constexpr std::uint8_t kTag128 = 0xFC;  // first tag of 16-byte records
inline constexpr std::uint8_t kTagF8 = 0xF8;
inline constexpr std::uint8_t kTagFd = 0xFD;
inline constexpr std::uint8_t kTag96Exponent = 1;  // low bits of F8..FB: S/T with exponent
inline constexpr std::uint8_t kTag96HasBone = 2;   // a bone instead of a colour

inline constexpr BitField kVertexPosition{31, 0};
inline constexpr BitField kVertexSt{55, 32};
inline constexpr BitField kFlatNormalX{39, 32};
inline constexpr BitField kFlatNormalY{47, 40};
inline constexpr BitField kFlatNormalZ{55, 48};
inline constexpr BitField kNormal96X{7, 0};
inline constexpr BitField kNormal96Y{15, 8};
inline constexpr BitField kNormal96Z{23, 16};
inline constexpr BitField kHalfX{15, 0};
inline constexpr BitField kHalfY{31, 16};
inline constexpr BitField kHalfZ{47, 32};
inline constexpr BitField kNormal128X{39, 32};
inline constexpr BitField kNormal128Y{47, 40};
inline constexpr BitField kNormal128Z{55, 48};
inline constexpr BitField kSt128{31, 0};
inline constexpr BitField kSt128S{13, 0};
inline constexpr BitField kSt128T{27, 14};
inline constexpr BitField kSt128Exponent{31, 28};
inline constexpr BitField kLegacyS{15, 0};
inline constexpr BitField kLegacyT{31, 16};
inline constexpr std::uint32_t kLegacyMinExponent =
    8;  // no sane model repeats its texture so often

// Faces
inline constexpr BitField kFaceTag{1, 0};
inline constexpr BitField kTri32[3] = {{11, 2}, {21, 12}, {31, 22}};
inline constexpr BitField kQuad32[4] = {{8, 2}, {15, 9}, {22, 16}, {29, 23}};
inline constexpr BitField kTri64[3] = {{21, 2}, {41, 22}, {61, 42}};
inline constexpr BitField kQuad64[4] = {{16, 2}, {31, 17}, {46, 32}, {61, 47}};
inline constexpr BitField kTag2Of32{31, 30};
inline constexpr BitField kTag2Of64{63, 62};

// Frame data
inline constexpr std::uint8_t kKeyRotation = 0x80;
inline constexpr std::uint8_t kKeyTranslation = 0x40;
inline constexpr std::uint8_t kKeyScale = 0x20;
inline constexpr std::uint8_t kKeyValues = 0xE0;
inline constexpr std::uint8_t kKeySkip = 0x1F;
inline constexpr std::uint32_t kAbsentWord = 0xFFFFFFFF;

// Section 9
inline constexpr std::uint64_t kListBudget = 8;  // times the file size
// Section 6
inline constexpr std::uint32_t kMaxTestedTriangles = 1024;

}  // namespace sinew::bmd1::layout
