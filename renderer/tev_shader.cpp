#include "renderer/tev_shader.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace sinew::renderer {
namespace {

std::string_view colorExpression(gx::ColorArg arg) {
  constexpr std::array<std::string_view, 16> kExpressions{
      "reg[0].rgb", "ivec3(reg[0].a)", "reg[1].rgb", "ivec3(reg[1].a)",
      "reg[2].rgb", "ivec3(reg[2].a)", "reg[3].rgb", "ivec3(reg[3].a)",
      "tex.rgb",    "ivec3(tex.a)",    "ras.rgb",    "ivec3(ras.a)",
      "ivec3(255)", "ivec3(128)",      "konst.rgb",  "ivec3(0)"};
  return kExpressions[static_cast<std::size_t>(arg)];
}

std::string_view alphaExpression(gx::AlphaArg arg) {
  constexpr std::array<std::string_view, 8> kExpressions{
      "reg[0].a", "reg[1].a", "reg[2].a", "reg[3].a", "tex.a", "ras.a", "konst.a", "0"};
  return kExpressions[static_cast<std::size_t>(arg)];
}

std::string swizzle(const gx::Swap& swap) {
  constexpr std::string_view kComponents = "rgba";
  std::string text(".");
  for (const std::uint8_t component : swap)
    text += kComponents[component];
  return text;
}

/// A konst selection's expression for one component of a colour, or for alpha.
std::string konstExpression(std::uint8_t code, bool alpha) {
  constexpr std::array<int, 8> kFractions{255, 223, 191, 159, 128, 96, 64, 32};
  const std::string_view wrap = alpha ? "{}" : "ivec3({})";
  std::string value = "0";
  if (code < 8) value = fmt::format("{}", kFractions[code]);
  if (code >= 12 && code < 16 && !alpha) return fmt::format("u_tev_konst[{}].rgb", code - 12);
  if (code >= 16 && code < 32) {
    constexpr std::string_view kComponents = "rgba";
    value = fmt::format("u_tev_konst[{}].{}", code % 4, kComponents[(code - 16u) / 4]);
  }
  return fmt::format(fmt::runtime(wrap), value);
}

int biasOf(gx::TevBias bias) {
  return bias == gx::TevBias::AddHalf ? 128 : bias == gx::TevBias::SubHalf ? -128 : 0;
}

std::string_view word(bool value) {
  return value ? "true" : "false";
}

template <class Arg>
std::string arithmetic(const gx::Combiner<Arg>& c, std::string_view a, std::string_view b,
                       std::string_view with, std::string_view d) {
  return fmt::format("tevCombine(tevByte({}), tevByte({}), tevByte({}), {}, {}, {}, {})", a, b,
                     with, d, word(c.op == gx::TevOp::Sub), biasOf(c.bias),
                     static_cast<int>(c.scale));
}

/// "HOLDS ? c : 0" behind d, over the colour inputs joined to one number.
std::string wideComparison(const gx::Combiner<gx::ColorArg>& color, gx::CompareWidth width,
                           bool equal) {
  return fmt::format("tevHolds(tevJoin(tevByte({}), {}), tevJoin(tevByte({}), {}), {})",
                     colorExpression(color.a), static_cast<int>(width), colorExpression(color.b),
                     static_cast<int>(width), word(equal));
}

std::string colorHalf(const gx::Combiner<gx::ColorArg>& color) {
  const auto a = colorExpression(color.a);
  const auto b = colorExpression(color.b);
  const auto c = colorExpression(color.c);
  const auto d = colorExpression(color.d);
  const bool equal = color.op == gx::TevOp::CompareEq;
  if (!color.compares()) return arithmetic(color, a, b, c, d);
  if (color.width == gx::CompareWidth::PerComponent) {
    return fmt::format("tevCompareEach(tevByte({}), tevByte({}), tevByte({}), {}, {})", a, b, c, d,
                       word(equal));
  }
  return fmt::format("{} + ({} ? tevByte({}) : ivec3(0))", d,
                     wideComparison(color, color.width, equal), c);
}

std::string alphaHalf(const gx::Stage& stage) {
  const gx::Combiner<gx::AlphaArg>& alpha = stage.alpha;
  const auto a = alphaExpression(alpha.a);
  const auto b = alphaExpression(alpha.b);
  const auto c = alphaExpression(alpha.c);
  const auto d = alphaExpression(alpha.d);
  const bool equal = alpha.op == gx::TevOp::CompareEq;
  if (!alpha.compares()) return arithmetic(alpha, a, b, c, d);
  const std::string holds =
      alpha.width == gx::CompareWidth::PerComponent
          ? fmt::format("tevHolds(tevByte({}), tevByte({}), {})", a, b, word(equal))
          : wideComparison(stage.color, alpha.width, equal);
  return fmt::format("{} + ({} ? tevByte({}) : 0)", d, holds, c);
}

std::string_view rasterExpression(gx::RasterChannel channel) {
  switch (channel) {
    case gx::RasterChannel::Color0:
      return "color0";
    case gx::RasterChannel::Color1:
      return "color1";
    default:
      return "ivec4(0)";
  }
}

std::string stageText(const gx::Stage& stage, std::size_t number) {
  const std::string texel =
      stage.map ? fmt::format("texel[{}]", static_cast<int>(*stage.map)) : "ivec4(255)";
  std::string text = fmt::format("  {{  // stage {}\n", number);
  text += fmt::format("    ivec4 tex = {}{};\n", texel, swizzle(stage.texture_swap));
  text += fmt::format("    ivec4 ras = {}{};\n", rasterExpression(stage.channel),
                      swizzle(stage.raster_swap));
  text +=
      fmt::format("    ivec4 konst = ivec4({}, {});\n", konstExpression(stage.konst_color, false),
                  konstExpression(stage.konst_alpha, true));
  text += fmt::format("    ivec3 color = tevClamp({}, {});\n", colorHalf(stage.color),
                      word(stage.color.clamp));
  text +=
      fmt::format("    int alpha = tevClamp({}, {});\n", alphaHalf(stage), word(stage.alpha.clamp));
  text += fmt::format("    reg[{}].rgb = color;\n", static_cast<int>(stage.color.out));
  text += fmt::format("    reg[{}].a = alpha;\n", static_cast<int>(stage.alpha.out));
  text += "    pixel = ivec4(color, alpha);\n  }\n";
  return text;
}

}  // namespace

std::string tevFunction(const gx::Material& material) {
  std::string text =
      "ivec4 tev(ivec4 texel[8], ivec4 color0, ivec4 color1) {\n"
      "  ivec4 reg[4] = u_tev_register;\n"
      "  ivec4 pixel = ivec4(0);\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(material.stages.size(), 16); ++i)
    text += stageText(material.stages[i], i);
  return text + "  return pixel & 255;\n}\n";
}

}  // namespace sinew::renderer
