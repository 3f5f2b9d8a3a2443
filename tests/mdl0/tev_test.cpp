#include "format/gx/tev.h"

#include <gtest/gtest.h>

namespace sinew::gx {
namespace {

constexpr auto kAdd = TevOp::Add;
constexpr auto kSub = TevOp::Sub;
constexpr auto kNoBias = TevBias::Zero;
constexpr auto kOnce = TevScale::One;

TEST(TevCombine, MixesByEighthBits) {
  // c = 220 weighs 221: (200 * 221 + 128) / 256 = 173.15
  EXPECT_EQ(combine(kAdd, kNoBias, kOnce, true, 0, 200, 220, 0), 173);
  // c below 128 weighs itself: (100 * 60 + 128) / 256 = 23.9
  EXPECT_EQ(combine(kAdd, kNoBias, kOnce, true, 0, 100, 60, 0), 23);
  // c = 255 takes b whole, c = 0 takes a whole.
  EXPECT_EQ(combine(kAdd, kNoBias, kOnce, true, 7, 249, 255, 0), 249);
  EXPECT_EQ(combine(kAdd, kNoBias, kOnce, true, 7, 249, 0, 0), 7);
}

TEST(TevCombine, RoundsHalvesUpWhenAddingAndDownWhenSubtracting) {
  // 2 * (256 - 64) + 4 * 64 = 640 = 2.5 * 256
  EXPECT_EQ(combine(kAdd, kNoBias, kOnce, false, 2, 4, 64, 0), 3);
  EXPECT_EQ(combine(kSub, kNoBias, kOnce, false, 2, 4, 64, 0), -2);
}

TEST(TevCombine, SubtractsFromD) {
  EXPECT_EQ(combine(kSub, kNoBias, kOnce, false, 0, 255, 255, 100), -155);
  EXPECT_EQ(combine(kSub, kNoBias, kOnce, true, 0, 255, 255, 100), 0);
}

TEST(TevCombine, Biases) {
  EXPECT_EQ(combine(kAdd, TevBias::AddHalf, kOnce, true, 0, 0, 0, 10), 138);
  EXPECT_EQ(combine(kAdd, TevBias::SubHalf, kOnce, false, 0, 0, 0, 10), -118);
  EXPECT_EQ(combine(kAdd, TevBias::SubHalf, kOnce, true, 0, 0, 0, 10), 0);
}

TEST(TevCombine, Scales) {
  // 255 * 129 * 2 = 65790, + 128, / 256 = 257
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Two, false, 0, 255, 128, 0), 257);
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Two, true, 0, 255, 128, 0), 255);
  EXPECT_EQ(combine(kAdd, TevBias::SubHalf, TevScale::Four, false, 0, 0, 0, 200), 288);
  // (101 + 50) / 2, downwards
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Half, true, 50, 0, 0, 101), 75);
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Half, false, 0, 0, 0, -3), -2);
  // Halving does not round the mix: 1 * 129 / 256.
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Half, false, 1, 0, 127, 1), 0);
}

TEST(TevCombine, RegistersHoldElevenBits) {
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Four, false, 0, 0, 0, 300), 1023);
  EXPECT_EQ(combine(kAdd, kNoBias, TevScale::Four, false, 0, 0, 0, -300), -1024);
}

TEST(TevKonst, Selections) {
  const std::array<RegisterColor, 4> konst{
      {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}};
  constexpr std::array<std::int32_t, 8> kFractions{255, 223, 191, 159, 128, 96, 64, 32};
  for (std::uint8_t code = 0; code < 8; ++code)
    EXPECT_EQ(konstAlpha(code, konst), kFractions[code]);
  EXPECT_EQ(konstColor(13, konst), (Rgba{5, 6, 7, 8}));
  EXPECT_EQ(konstAlpha(13, konst), 0);
  EXPECT_EQ(konstColor(18, konst), (Rgba{9, 9, 9, 9}));      // K2 red
  EXPECT_EQ(konstAlpha(23, konst), 14);                      // K3 green
  EXPECT_EQ(konstAlpha(24, konst), 3);                       // K0 blue
  EXPECT_EQ(konstColor(31, konst), (Rgba{16, 16, 16, 16}));  // K3 alpha
  for (std::uint8_t code = 8; code < 12; ++code)
    EXPECT_EQ(konstColor(code, konst), Rgba{});
}

/// One stage that shows a comparison of C0 with C1, taking C2, onto PREV.
Material comparison(TevOp op, CompareWidth width) {
  Material material;
  material.registers[0] = {1, 2, 3, 4};
  material.registers[3] = {50, 60, 70, 80};
  Stage stage;
  stage.color = {ColorArg::C0, ColorArg::C1, ColorArg::C2, ColorArg::Prev};
  stage.alpha = {AlphaArg::C0, AlphaArg::C1, AlphaArg::C2, AlphaArg::Prev};
  stage.color.op = stage.alpha.op = op;
  stage.color.width = stage.alpha.width = width;
  material.stages = {stage};
  return material;
}

TEST(TevCompare, EachWidth) {
  const auto result = [](TevOp op, CompareWidth width, RegisterColor a, RegisterColor b) {
    Material material = comparison(op, width);
    material.registers[1] = a;
    material.registers[2] = b;
    return evaluate(material, {});
  };
  const Rgba taken{51, 62, 73, 84};
  const Rgba left{1, 2, 3, 4};
  // Red alone; 300 counts as 300 & 255 = 44.
  EXPECT_EQ(result(TevOp::CompareGt, CompareWidth::R8, {45, 0, 0, 0}, {300, 9, 9, 9}), taken);
  EXPECT_EQ(result(TevOp::CompareGt, CompareWidth::R8, {44, 99, 0, 0}, {300, 9, 9, 9}), left);
  EXPECT_EQ(result(TevOp::CompareEq, CompareWidth::R8, {44, 99, 0, 0}, {300, 9, 9, 9}), taken);
  // Green above red; blue above both.
  EXPECT_EQ(result(TevOp::CompareGt, CompareWidth::Gr16, {10, 20, 0, 0}, {200, 19, 9, 9}), taken);
  EXPECT_EQ(result(TevOp::CompareGt, CompareWidth::Bgr24, {10, 20, 0, 0}, {200, 19, 9, 9}), left);
  EXPECT_EQ(result(TevOp::CompareEq, CompareWidth::Bgr24, {1, 2, 3, 0}, {1, 2, 3, 9}), taken);
  // Each component by itself.
  EXPECT_EQ(result(TevOp::CompareGt, CompareWidth::PerComponent, {9, 1, 9, 1}, {5, 5, 5, 5}),
            (Rgba{51, 2, 73, 4}));
  EXPECT_EQ(result(TevOp::CompareEq, CompareWidth::PerComponent, {5, 1, 9, 5}, {5, 5, 5, 5}),
            (Rgba{51, 2, 3, 84}));
}

TEST(TevEvaluate, StagesReadBeforeTheyWriteAndWrapAtTheEnd) {
  Material material;
  material.registers[1] = {-100, 300, 0, 0};  // 156 and 44 as a, b or c
  Stage first;
  first.color = {ColorArg::C0, ColorArg::Zero, ColorArg::Zero, ColorArg::C0};
  first.color.out = TevOut::C0;
  first.alpha.d = AlphaArg::Konst;
  first.konst_alpha = 4;
  Stage second;
  second.color.d = ColorArg::C0;
  second.alpha.d = AlphaArg::Prev;
  material.stages = {first, second};
  // -100 + 156 = 56; 300 + 44 = 344, which shows as 344 & 255.
  EXPECT_EQ(evaluate(material, {}), (Rgba{56, 88, 0, 128}));
}

TEST(TevEvaluate, SwapsTexelsAndChannels) {
  Material material;
  Stage stage;
  stage.map = 0;
  stage.channel = RasterChannel::Color1;
  stage.texture_swap = {2, 1, 0, 3};
  stage.raster_swap = {3, 3, 3, 0};
  stage.color.a = ColorArg::Tex;
  stage.color.b = ColorArg::Ras;
  stage.color.c = ColorArg::Half;
  stage.color.clamp = true;
  stage.alpha.d = AlphaArg::Ras;
  material.stages = {stage};
  // Texel (100, 150, 200, 180), channel (40, 40, 40, 10); Half weighs 129:
  // 100 * 127 + 40 * 129 = 17860, 150: 24210, 200: 30560; + 128, / 256
  EXPECT_EQ(evaluate(material, probeInputs()), (Rgba{70, 95, 119, 10}));
}

TEST(TevEvaluate, WithoutATextureTheTexelIsWhite) {
  Material material;
  Stage stage;
  stage.color.d = ColorArg::Tex;
  stage.alpha.d = AlphaArg::Tex;
  material.stages = {stage};
  EXPECT_EQ(evaluate(material, probeInputs()), (Rgba{255, 255, 255, 255}));
  material.stages[0].map = 3;
  EXPECT_EQ(evaluate(material, probeInputs()), (Rgba{200, 150, 100, 180}));
}

TEST(TevWords, OfTexturePassedThroughTheRasterColor) {
  // Colour 08F8AF and alpha 08F2F0: a 0, b texture, c raster, d 0, clamped.
  Registers registers;
  registers.bp[0xC0] = 0x08F8AF;
  registers.bp[0xC1] = 0x08F2F0;
  registers.bp[0x28] = 0x40;  // even stage: map 0, coordinate 0, on, channel 0
  const std::vector<Stage> stages = stagesOf(registers, 1);
  ASSERT_EQ(stages.size(), 1u);
  EXPECT_EQ(stages[0].color.a, ColorArg::Zero);
  EXPECT_EQ(stages[0].color.b, ColorArg::Tex);
  EXPECT_EQ(stages[0].color.c, ColorArg::Ras);
  EXPECT_EQ(stages[0].color.d, ColorArg::Zero);
  EXPECT_EQ(stages[0].alpha.a, AlphaArg::Zero);
  EXPECT_EQ(stages[0].alpha.b, AlphaArg::Tex);
  EXPECT_EQ(stages[0].alpha.c, AlphaArg::Ras);
  EXPECT_EQ(stages[0].alpha.d, AlphaArg::Zero);
  EXPECT_TRUE(stages[0].color.clamp && stages[0].alpha.clamp);
  EXPECT_EQ(stages[0].map, 0);
}

Bytes view(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

TEST(CommandStream, MasksTheNextWriteOnly) {
  Registers registers;
  const std::vector<std::uint8_t> stream{
      0x61, 0x41, 0x12, 0x34, 0x56,  // BP 41 = 123456
      0x61, 0xFE, 0x00, 0x00, 0xFF,  // the next write changes the low byte
      0x61, 0x41, 0xAB, 0xCD, 0xEF,  //
      0x00,                          //
      0x61, 0x40, 0x00, 0x00, 0x17};
  EXPECT_EQ(execute(view(stream), registers).end, StreamResult::End::Done);
  EXPECT_EQ(registers.bp[0x41], 0x1234EFu);
  EXPECT_EQ(registers.bp[0x40], 0x17u);
}

TEST(CommandStream, TellsWhereItStops) {
  Registers registers;
  const std::vector<std::uint8_t> unknown{0x00, 0x08, 0x50, 0, 0, 0x7E, 0x00, 0x47};
  const StreamResult result = execute(view(unknown), registers);
  EXPECT_EQ(result.end, StreamResult::End::UnknownCommand);
  EXPECT_EQ(result.offset, 7u);
  EXPECT_EQ(registers.cp[0x50], 0x7E00u);
  const std::vector<std::uint8_t> cut{0x10, 0x00, 0x01, 0x10, 0x40, 0, 0, 0, 1, 0, 0};
  EXPECT_EQ(execute(view(cut), registers).end, StreamResult::End::Truncated);
}

TEST(CommandStream, SplitsColorRegisters) {
  Registers registers;
  // C0: red -100 (79C), alpha -1 (7FF); blue 40, green 300. K1: red 12, alpha 99.
  const std::vector<std::uint8_t> stream{0x61, 0xE2, 0x7F, 0xF7, 0x9C, 0x61, 0xE3, 0x12,
                                         0xC0, 0x28, 0x61, 0xE2, 0x86, 0x30, 0x0C};
  EXPECT_EQ(execute(view(stream), registers).end, StreamResult::End::Done);
  EXPECT_EQ(registers.color[1], (RegisterColor{-100, 300, 40, -1}));
  EXPECT_EQ(registers.konst[1], (RegisterColor{12, 0, 0, 99}));
}

}  // namespace
}  // namespace sinew::gx
