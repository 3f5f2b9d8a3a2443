#include "format/gx/material.h"

#include <algorithm>
#include <cmath>

#include "format/bit_fields.h"

namespace sinew::gx {
namespace {

constexpr std::size_t kIndirectScales = 0x25;
constexpr std::size_t kIndirectRefs = 0x27;
constexpr std::size_t kTextureOrder = 0x28;
constexpr std::size_t kKonstSelect = 0xF6;
constexpr std::size_t kGenerators = 0x40;  // of the XF registers kept
constexpr std::size_t kPostMatrices = 0x50;

std::uint8_t byteBits(std::uint32_t word, unsigned high, unsigned low) {
  return static_cast<std::uint8_t>(bits(word, {high, low}));
}

/// The fields that the colour and alpha words share, bits 16 to 23.
template <class Arg>
void readCommon(std::uint32_t word, Combiner<Arg>& combiner) {
  const std::uint32_t bias = bits(word, {17, 16});
  const bool subtract = bits(word, {18, 18}) != 0;
  combiner.clamp = bits(word, {19, 19}) != 0;
  combiner.out = static_cast<TevOut>(bits(word, {23, 22}));
  const std::uint32_t scale = bits(word, {21, 20});
  if (bias == 3) {
    combiner.op = subtract ? TevOp::CompareEq : TevOp::CompareGt;
    combiner.width = static_cast<CompareWidth>(scale);
    return;
  }
  combiner.op = subtract ? TevOp::Sub : TevOp::Add;
  combiner.bias = static_cast<TevBias>(bias);
  combiner.scale = static_cast<TevScale>(scale);
}

Combiner<ColorArg> colorCombiner(std::uint32_t word) {
  Combiner<ColorArg> color;
  color.d = static_cast<ColorArg>(bits(word, {3, 0}));
  color.c = static_cast<ColorArg>(bits(word, {7, 4}));
  color.b = static_cast<ColorArg>(bits(word, {11, 8}));
  color.a = static_cast<ColorArg>(bits(word, {15, 12}));
  readCommon(word, color);
  return color;
}

Combiner<AlphaArg> alphaCombiner(std::uint32_t word) {
  Combiner<AlphaArg> alpha;
  alpha.d = static_cast<AlphaArg>(bits(word, {6, 4}));
  alpha.c = static_cast<AlphaArg>(bits(word, {9, 7}));
  alpha.b = static_cast<AlphaArg>(bits(word, {12, 10}));
  alpha.a = static_cast<AlphaArg>(bits(word, {15, 13}));
  readCommon(word, alpha);
  return alpha;
}

Swap swapTable(const Registers& registers, std::size_t table) {
  const std::uint32_t red_green = registers.bp[kKonstSelect + 2 * table];
  const std::uint32_t blue_alpha = registers.bp[kKonstSelect + 2 * table + 1];
  return {byteBits(red_green, 1, 0), byteBits(red_green, 3, 2), byteBits(blue_alpha, 1, 0),
          byteBits(blue_alpha, 3, 2)};
}

RasterChannel rasterChannel(std::uint32_t code) {
  switch (code) {
    case 0:
      return RasterChannel::Color0;
    case 1:
      return RasterChannel::Color1;
    case 5:
      return RasterChannel::Bump;
    case 6:
      return RasterChannel::BumpNormalized;
    default:
      return RasterChannel::Zero;
  }
}

IndirectUse indirectUse(std::uint32_t word) {
  IndirectUse use;
  use.stage = byteBits(word, 1, 0);
  use.format = byteBits(word, 3, 2);
  use.bias = byteBits(word, 6, 4);
  use.bump_alpha = byteBits(word, 8, 7);
  use.matrix = byteBits(word, 12, 9);
  use.wrap_s = byteBits(word, 15, 13);
  use.wrap_t = byteBits(word, 18, 16);
  use.original_lod = bits(word, {19, 19}) != 0;
  use.add_previous = bits(word, {20, 20}) != 0;
  return use;
}

Stage stageOf(const Registers& registers, std::size_t i) {
  const bool odd = i % 2 != 0;
  const std::uint32_t order = registers.bp[kTextureOrder + i / 2] >> (odd ? 12 : 0);
  const std::uint32_t konst = registers.bp[kKonstSelect + i / 2] >> (odd ? 14 : 4);
  const std::uint32_t alpha = registers.bp[0xC1 + 2 * i];
  Stage stage;
  if (bits(order, {6, 6}) != 0) {
    stage.map = byteBits(order, 2, 0);
    stage.coord = byteBits(order, 5, 3);
  }
  stage.channel = rasterChannel(bits(order, {9, 7}));
  stage.color = colorCombiner(registers.bp[0xC0 + 2 * i]);
  stage.alpha = alphaCombiner(alpha);
  stage.konst_color = byteBits(konst, 4, 0);
  stage.konst_alpha = byteBits(konst, 9, 5);
  stage.raster_swap = swapTable(registers, bits(alpha, {1, 0}));
  stage.texture_swap = swapTable(registers, bits(alpha, {3, 2}));
  stage.indirect = indirectUse(registers.bp[0x10 + i]);
  return stage;
}

CoordGenerator generatorOf(std::uint32_t word, std::uint32_t post) {
  CoordGenerator generator;
  generator.projected = bits(word, {1, 1}) != 0;
  generator.three_inputs = bits(word, {3, 2}) == 1;
  generator.type = byteBits(word, 6, 4);
  generator.source = byteBits(word, 11, 7);
  generator.post_matrix = byteBits(post, 7, 0);
  generator.normalize = bits(post, {8, 8}) != 0;
  return generator;
}

/// Entry = raw * 2^(exponent - 17 - 10).
std::array<float, 6> indirectMatrix(const Registers& registers, std::size_t which) {
  const std::uint32_t a = registers.bp[6 + 3 * which];
  const std::uint32_t b = registers.bp[7 + 3 * which];
  const std::uint32_t c = registers.bp[8 + 3 * which];
  const std::uint32_t exponent =
      bits(a, {23, 22}) | bits(b, {23, 22}) << 2 | bits(c, {22, 22}) << 4;
  const auto entry = [&](std::uint32_t word, BitField field) {
    return std::ldexp(static_cast<float>(signedBits(word, field)), static_cast<int>(exponent) - 27);
  };
  constexpr BitField kRow0{10, 0};
  constexpr BitField kRow1{21, 11};
  return {entry(a, kRow0), entry(b, kRow0), entry(c, kRow0),
          entry(a, kRow1), entry(b, kRow1), entry(c, kRow1)};
}

}  // namespace

std::vector<Stage> stagesOf(const Registers& registers, std::uint32_t count) {
  std::vector<Stage> stages;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 16); ++i)
    stages.push_back(stageOf(registers, i));
  return stages;
}

void fillFromLists(Material& material, const Registers& registers, std::uint32_t generators,
                   std::uint32_t indirect_stages) {
  material.registers = registers.color;
  material.konst = registers.konst;
  for (std::size_t i = 0; i < std::min<std::size_t>(generators, 8); ++i) {
    material.generators.push_back(
        generatorOf(registers.xf[kGenerators + i], registers.xf[kPostMatrices + i]));
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(indirect_stages, 4); ++i) {
    const std::uint32_t refs = registers.bp[kIndirectRefs] >> (6 * i);
    const std::uint32_t scales = registers.bp[kIndirectScales + i / 2] >> (8 * (i % 2));
    material.indirect_stages.push_back({byteBits(refs, 2, 0), byteBits(refs, 5, 3),
                                        byteBits(scales, 3, 0), byteBits(scales, 7, 4)});
  }
  for (std::size_t i = 0; i < 3; ++i)
    material.indirect_matrices[i] = indirectMatrix(registers, i);
}

}  // namespace sinew::gx
