#include "format/gx/tev.h"

#include <algorithm>

namespace sinew::gx {
namespace {

constexpr std::int32_t kOne = 255;
constexpr std::int32_t kHalf = 128;
/// 1, 7/8, … 1/8 in 8 bits.
constexpr std::array<std::int32_t, 8> kFractions{255, 223, 191, 159, 128, 96, 64, 32};

std::int32_t clamped(std::int32_t value, bool to_byte) {
  return to_byte ? std::clamp(value, 0, 255) : std::clamp(value, -1024, 1023);
}

/// Everything a stage can choose from, before it writes.
struct StageState {
  std::array<RegisterColor, 4> registers;
  Rgba texel;
  Rgba raster;
  Rgba konst;
};

std::int32_t colorInput(const StageState& state, ColorArg arg, std::size_t component) {
  switch (arg) {
    case ColorArg::Tex:
      return state.texel[component];
    case ColorArg::TexA:
      return state.texel[3];
    case ColorArg::Ras:
      return state.raster[component];
    case ColorArg::RasA:
      return state.raster[3];
    case ColorArg::One:
      return kOne;
    case ColorArg::Half:
      return kHalf;
    case ColorArg::Konst:
      return state.konst[component];
    case ColorArg::Zero:
      return 0;
    default: {
      const auto code = static_cast<std::size_t>(arg);
      return state.registers[code / 2][code % 2 != 0 ? 3 : component];
    }
  }
}

std::int32_t alphaInput(const StageState& state, AlphaArg arg) {
  switch (arg) {
    case AlphaArg::Tex:
      return state.texel[3];
    case AlphaArg::Ras:
      return state.raster[3];
    case AlphaArg::Konst:
      return state.konst[3];
    case AlphaArg::Zero:
      return 0;
    default:
      return state.registers[static_cast<std::size_t>(arg)][3];
  }
}

std::int32_t byteOf(std::int32_t value) {
  return value & 0xFF;
}

/// a and b of the colour half as one number, for the wide comparisons, which the alpha half shares.
std::int32_t joined(const StageState& state, ColorArg arg, CompareWidth width) {
  const std::int32_t red = byteOf(colorInput(state, arg, 0));
  if (width == CompareWidth::R8) return red;
  const std::int32_t two = byteOf(colorInput(state, arg, 1)) << 8 | red;
  return width == CompareWidth::Gr16 ? two : byteOf(colorInput(state, arg, 2)) << 16 | two;
}

bool holds(TevOp op, std::int32_t a, std::int32_t b) {
  return op == TevOp::CompareEq ? a == b : a > b;
}

std::int32_t colorResult(const StageState& state, const Combiner<ColorArg>& color,
                         std::size_t component) {
  const std::int32_t a = byteOf(colorInput(state, color.a, component));
  const std::int32_t b = byteOf(colorInput(state, color.b, component));
  const std::int32_t c = byteOf(colorInput(state, color.c, component));
  const std::int32_t d = colorInput(state, color.d, component);
  if (!color.compares()) return combine(color.op, color.bias, color.scale, color.clamp, a, b, c, d);
  const bool taken = color.width == CompareWidth::PerComponent
                         ? holds(color.op, a, b)
                         : holds(color.op, joined(state, color.a, color.width),
                                 joined(state, color.b, color.width));
  return clamped(d + (taken ? c : 0), color.clamp);
}

std::int32_t alphaResult(const StageState& state, const Stage& stage) {
  const Combiner<AlphaArg>& alpha = stage.alpha;
  const std::int32_t a = byteOf(alphaInput(state, alpha.a));
  const std::int32_t b = byteOf(alphaInput(state, alpha.b));
  const std::int32_t c = byteOf(alphaInput(state, alpha.c));
  const std::int32_t d = alphaInput(state, alpha.d);
  if (!alpha.compares()) return combine(alpha.op, alpha.bias, alpha.scale, alpha.clamp, a, b, c, d);
  const bool taken = alpha.width == CompareWidth::PerComponent
                         ? holds(alpha.op, a, b)
                         : holds(alpha.op, joined(state, stage.color.a, alpha.width),
                                 joined(state, stage.color.b, alpha.width));
  return clamped(d + (taken ? c : 0), alpha.clamp);
}

Rgba swapped(const Rgba& color, const Swap& swap) {
  return {color[swap[0]], color[swap[1]], color[swap[2]], color[swap[3]]};
}

Rgba rasterColor(RasterChannel channel, const TevInputs& inputs) {
  switch (channel) {
    case RasterChannel::Color0:
      return inputs.color0;
    case RasterChannel::Color1:
      return inputs.color1;
    default:
      return {};
  }
}

}  // namespace

std::int32_t combine(TevOp op, TevBias bias, TevScale scale, bool clamp, std::int32_t a,
                     std::int32_t b, std::int32_t c, std::int32_t d) {
  const int shift = scale == TevScale::Two ? 1 : scale == TevScale::Four ? 2 : 0;
  const bool halve = scale == TevScale::Half;
  const bool subtract = op == TevOp::Sub;
  // c = 255 counts as 256, so that it takes b whole.
  const std::int32_t weight = c + (c >> 7);
  std::int32_t mixed = (a * (256 - weight) + b * weight) * (1 << shift);
  if (!halve) mixed += subtract ? 127 : 128;
  mixed >>= 8;
  const std::int32_t offset = bias == TevBias::AddHalf   ? kHalf
                              : bias == TevBias::SubHalf ? -kHalf
                                                         : 0;
  std::int32_t result = (d + offset) * (1 << shift) + (subtract ? -mixed : mixed);
  if (halve) result >>= 1;
  return clamped(result, clamp);
}

Rgba konstColor(std::uint8_t code, const std::array<RegisterColor, 4>& konst) {
  if (code < 8) {
    const std::int32_t value = kFractions[code];
    return {value, value, value, value};
  }
  if (code >= 12 && code < 16) return konst[code - 12u];
  if (code >= 16 && code < 32) {
    const std::int32_t value = konst[code % 4u][(code - 16u) / 4];
    return {value, value, value, value};
  }
  return {};
}

std::int32_t konstAlpha(std::uint8_t code, const std::array<RegisterColor, 4>& konst) {
  // Codes 12..15 are whole colours, which alpha cannot take.
  return code >= 12 && code < 16 ? 0 : konstColor(code, konst)[3];
}

Rgba evaluate(const Material& material, const TevInputs& inputs) {
  StageState state{material.registers, {}, {}, {}};
  Rgba result{};
  for (std::size_t i = 0; i < std::min<std::size_t>(material.stages.size(), 16); ++i) {
    const Stage& stage = material.stages[i];
    const Rgba texel = stage.map ? inputs.texels[i] : Rgba{kOne, kOne, kOne, kOne};
    state.texel = swapped(texel, stage.texture_swap);
    state.raster = swapped(rasterColor(stage.channel, inputs), stage.raster_swap);
    state.konst = konstColor(stage.konst_color, material.konst);
    state.konst[3] = konstAlpha(stage.konst_alpha, material.konst);
    for (std::size_t k = 0; k < 3; ++k)
      result[k] = colorResult(state, stage.color, k);
    result[3] = alphaResult(state, stage);
    // Both halves read before either writes.
    RegisterColor& color_out = state.registers[static_cast<std::size_t>(stage.color.out)];
    std::copy(result.begin(), result.begin() + 3, color_out.begin());
    state.registers[static_cast<std::size_t>(stage.alpha.out)][3] = result[3];
  }
  for (std::int32_t& component : result)
    component = byteOf(component);
  return result;
}

TevInputs probeInputs() {
  TevInputs inputs;
  inputs.texels.fill({200, 150, 100, 180});
  inputs.color0 = {220, 130, 60, 240};
  inputs.color1 = {10, 20, 30, 40};
  return inputs;
}

}  // namespace sinew::gx
