#pragma once

// Packed scalars <-> numbers (docs/format-bmd1.md, section 1). Decoders accept every code; encoders
// round to the nearest decodable value, ties to the even code, saturate only where stated, and
// never wrap.

#include <array>
#include <cstdint>
#include <optional>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// F8A: S.E3.F4, unit range. 0x70 is 1; 0x00 and 0x80 are 0; no denormals.
[[nodiscard]] double decodeF8a(std::uint8_t code);
/// Saturates at ±1.9375. NaN: no code. Zero is always 0x00.
[[nodiscard]] std::optional<std::uint8_t> encodeF8a(double value);

/// Packed vec3: E(31:27), Z(26:18), Y(17:9), X(8:0); value = frac * 2^(E-22).
[[nodiscard]] glm::dvec3 decodePackedVec3(std::uint32_t word);
/// The smallest exponent at which all three round into -256..255. Beyond the range, or not finite:
/// no code.
[[nodiscard]] std::optional<std::uint32_t> encodePackedVec3(const glm::dvec3& value);

/// Rotation: F8A x (7:0), y, z, w (31:24). Normalised; all-zero, all-ones and zero-length words:
/// identity.
[[nodiscard]] glm::dquat decodeRotation(std::uint32_t word);
/// True where the word's components all decode to 0 (rule rotation.zero).
[[nodiscard]] bool rotationHasZeroLength(std::uint32_t word);
/// Each component rounded as given, without normalising: the word of any decoded length stays
/// reachable. Not finite, or rounding to a word that readers take for the identity (all zero, all
/// ones): no code.
[[nodiscard]] std::optional<std::uint32_t> encodeRotation(const glm::dquat& rotation);

/// IEEE binary16, denormals, signed zero, Inf and NaN included.
[[nodiscard]] double decodeHalf(std::uint16_t code);
/// Ties to even. Not finite, or beyond 65504 after rounding: no code.
[[nodiscard]] std::optional<std::uint16_t> encodeHalf(double value);

/// Color/Shade byte -> r, g, b (order of reading `rgb`).
[[nodiscard]] std::array<std::uint8_t, 3> decodeShade(std::uint8_t code);
/// The code whose colour is nearest by squared distance; ties to the smaller code.
[[nodiscard]] std::uint8_t encodeShade(const std::array<std::uint8_t, 3>& rgb);

/// 11-bit S, T and exponent 0..3 in bits (10:0), (21:11), (23:22): (v/1024 - 0.5) * 4^e.
[[nodiscard]] glm::dvec2 decodeSt11(std::uint32_t bits);
/// The smallest exponent at which both round into 0..2047, ties to even. Beyond the range, or NaN:
/// no code.
[[nodiscard]] std::optional<std::uint32_t> encodeSt11(const glm::dvec2& st);

/// 12-bit S and T in bits (11:0), (23:12): v/2048 - 0.5.
[[nodiscard]] glm::dvec2 decodeSt12(std::uint32_t bits);
/// Ties to even. Beyond -0.5..1.49951, or NaN: no code.
[[nodiscard]] std::optional<std::uint32_t> encodeSt12(const glm::dvec2& st);

/// Q2.12 S (13:0), T (27:14), two's complement / 4096, times 2^e, e (31:28) unsigned.
[[nodiscard]] glm::dvec2 decodeSt14(std::uint32_t bits);
/// The smallest exponent at which both round into -8192..8191, ties to even. Beyond the range, or
/// NaN: no code. Exponents of 8 and more make readers take a whole file for the legacy layout
/// (section 4).
[[nodiscard]] std::optional<std::uint32_t> encodeSt14(const glm::dvec2& st);

}  // namespace sinew
