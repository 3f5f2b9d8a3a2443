#pragma once

// Where things lie in Jade Empire files (docs/format-jade.md), and the limits of this reader.
// Offsets count from the start of the structure.

#include <cstddef>
#include <cstdint>

namespace sinew::jade::layout {

// ---------------------------------------------------------------- MDL

inline constexpr std::uint32_t kMagicPc = 0x00870000;
inline constexpr std::uint32_t kMagicXbox = 0x00070000;
inline constexpr std::uint64_t kFileHeader = 20;  ///< pointers count from behind it
inline constexpr std::uint64_t kModelHeader = 0xDC;
inline constexpr std::uint64_t kAnimationHeader = 0x8C;
inline constexpr std::uint64_t kNodeHeader = 0x3C;
inline constexpr std::uint64_t kEvent = 40;
inline constexpr std::uint64_t kDescriptor = 16;
inline constexpr std::uint64_t kFaceRecord = 28;
inline constexpr std::size_t kNameSize = 32;

namespace file {
inline constexpr std::uint64_t kMdlSize = 4, kVertexSize = 8, kIndexSize = 12, kThirdSize = 16;
}
namespace geometry {
inline constexpr std::uint64_t kName = 0x08, kRoot = 0x28, kNodeCount = 0x2C;
}
namespace model {
inline constexpr std::uint64_t kAnimations = 0x58, kScale = 0x88, kSuperModel = 0x8C, kNames = 0xC0;
}
namespace node {
inline constexpr std::uint64_t kNumber = 0x06, kPosition = 0x10, kOrientation = 0x1C,
                               kChildren = 0x2C, kChildCount = 0x30, kScale = 0x34;
}

/// Bits of the class word, used where the whole word is no known class.
namespace bit {
inline constexpr std::uint32_t kLight = 0x2, kEmitter = 0x4, kCamera = 0x8, kReference = 0x10,
                               kMesh = 0x20, kSkin = 0x40, kAabb = 0x200, kTrail = 0x800,
                               kGob = 0x1000, kDangly = 0x20000, kControllers = 0x40000,
                               kUnknown = 0xFFF00000;
}
/// Sizes of the payloads behind a node header.
namespace payload {
inline constexpr std::uint64_t kLight = 0x9C, kEmitter = 0x1AC, kReference = 0x70, kMesh = 0xE4,
                               kSkin = 0xA0, kAabb = 0x28, kTrail = 0x20, kGob = 0x1C,
                               kDangly = 0x48, kControllers = 0x24, kCloth = 0x88, kSphere = 0x18,
                               kCapsule = 0x24, kLozenge = 0x30;
}
namespace mesh {
inline constexpr std::uint64_t kFaces = 0x00, kBoundsMin = 0x0C, kBoundsMax = 0x18, kHint = 0x34,
                               kFlags = 0x38, kShadow = 0x3A, kTexture = 0x3C, kIndexCount = 0x5C,
                               kIndices = 0x60, kPrimitive = 0x68, kStride = 0x78,
                               kPositionAt = 0x80, kNormalAt = 0x84, kColorAt = 0x88, kUvAt = 0x8C,
                               kVertexCount = 0xB0, kVertices = 0xB4, kMaterial = 0xBC,
                               kSelfIllumination = 0xC4, kAlpha = 0xD0, kChunks = 0xDC;
inline constexpr std::uint16_t kRenderFlag = 0x10;
}  // namespace mesh
namespace light {
inline constexpr std::uint64_t kColor = 0x5C, kRadius = 0x80;
}
namespace emitter {
inline constexpr std::uint64_t kTexture = 0x80;
}
namespace skin {
inline constexpr std::uint64_t kWeightsAt = 0x0C, kIdsAt = 0x10, kMapping = 0x14,
                               kMappingCount = 0x18, kQuaternions = 0x1C, kVectors = 0x28,
                               kPalette = 0x40;
inline constexpr std::uint32_t kSlots = 48;
}  // namespace skin
namespace animation {
inline constexpr std::uint64_t kLength = 0x50, kTransition = 0x54, kSecondName = 0x5A,
                               kEvents = 0x7C;
}
namespace controllers {
inline constexpr std::uint64_t kDescriptors = 0x04, kTimes = 0x10, kTimeCount = 0x14, kData = 0x18,
                               kDataCount = 0x1C;
inline constexpr std::uint32_t kPosition = 8, kOrientation = 20, kScale = 36;
}  // namespace controllers

// ---------------------------------------------------------------- MAB and TXB

namespace mab {
inline constexpr std::uint64_t kSize = 292, kTwoSided = 0x25, kDiffuse = 0x28, kAmbient = 0x34,
                               kBlending = 0x58, kTextures = 0x64, kTexturesEnd = 0xE4;
}
namespace txb {
inline constexpr std::uint64_t kHeader = 0x80;
}

// ---------------------------------------------------------------- limits

inline constexpr std::uint32_t kMaxDepth = 1024;     ///< nodes in each other
inline constexpr std::uint32_t kMaxNodes = 100'000;  ///< of a tree
inline constexpr std::uint32_t kMaxNames = 65'535;
inline constexpr std::uint64_t kMaxNameBytes = 1024;  ///< of one name
inline constexpr std::uint32_t kMaxStride = 4096;
inline constexpr std::uint32_t kMaxMeshIndices = 10'000'000;
inline constexpr std::uint32_t kMaxSuperModels = 16;  ///< in a chain
inline constexpr std::uint32_t kMaxTextureSide = 4096;
inline constexpr double kMaxLength_s = 2000.0;  ///< of a clip
inline constexpr double kRate_hz = 30.0;        ///< of the frames a clip is shown in

// Of a whole file with its super-models. Structures may share bytes, so a small file could ask for
// far more than it holds.
inline constexpr std::uint64_t kMostNameBytes = 16'000'000;
inline constexpr std::uint64_t kMostVertices = 1'000'000;
inline constexpr std::uint64_t kMostInfluences = 200'000;
inline constexpr std::uint64_t kMostIndices = 12'000'000;
inline constexpr std::uint64_t kMostAnimationNodes = 500'000;
inline constexpr std::uint64_t kMostReferences = 4'000'000;  ///< child pointers
inline constexpr std::uint64_t kMostDescriptors = 2'000'000;
inline constexpr std::uint64_t kMostKeys = 4'000'000;
inline constexpr std::uint64_t kMostClipKeys = 500'000;   ///< of one animation
inline constexpr std::uint64_t kMostSamples = 4'000'000;  ///< frames times moved bones
inline constexpr std::uint64_t kMostLookups = 4'096;      ///< for files that are not there

}  // namespace sinew::jade::layout
