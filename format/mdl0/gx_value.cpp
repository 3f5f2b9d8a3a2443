#include "format/mdl0/gx_value.h"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "format/gx/tev.h"

namespace sinew::mdl0 {
namespace {

using scene::Value;

template <class Container>
Value listOf(const Container& numbers) {
  Value::List list;
  for (const auto number : numbers)
    list.emplace_back(static_cast<std::int64_t>(number));
  return list;
}

std::string_view nameOf(gx::ColorArg arg) {
  constexpr std::array<std::string_view, 16> kNames{
      "prev", "prev_a", "c0",  "c0_a",  "c1",  "c1_a", "c2",    "c2_a",
      "tex",  "tex_a",  "ras", "ras_a", "one", "half", "konst", "zero"};
  return kNames[static_cast<std::size_t>(arg)];
}

std::string_view nameOf(gx::AlphaArg arg) {
  constexpr std::array<std::string_view, 8> kNames{"prev", "c0",  "c1",    "c2",
                                                   "tex",  "ras", "konst", "zero"};
  return kNames[static_cast<std::size_t>(arg)];
}

std::string_view nameOf(gx::RasterChannel channel) {
  constexpr std::array<std::string_view, 5> kNames{"color0", "color1", "bump", "bump_normalized",
                                                   "zero"};
  return kNames[static_cast<std::size_t>(channel)];
}

/// A konst selection; null for a code that means nothing.
Value konstName(std::uint8_t code, bool alpha) {
  constexpr std::array<std::string_view, 8> kFractions{"1",   "7/8", "3/4", "5/8",
                                                       "1/2", "3/8", "1/4", "1/8"};
  if (code < 8) return kFractions[code];
  if (code >= 12 && code < 16 && !alpha) return fmt::format("k{}", code - 12);
  if (code >= 16 && code < 32) {
    constexpr std::string_view kComponents = "rgba";
    return fmt::format("k{}_{}", code % 4, kComponents[(code - 16u) / 4]);
  }
  return nullptr;
}

std::string swapName(const gx::Swap& swap) {
  constexpr std::string_view kComponents = "rgba";
  std::string name;
  for (const std::uint8_t component : swap)
    name += kComponents[component];
  return name;
}

Value widthName(gx::CompareWidth width, bool alpha) {
  switch (width) {
    case gx::CompareWidth::R8:
      return "r8";
    case gx::CompareWidth::Gr16:
      return "gr16";
    case gx::CompareWidth::Bgr24:
      return "bgr24";
    case gx::CompareWidth::PerComponent:
      break;
  }
  return alpha ? "a8" : "rgb8";
}

template <class Arg>
Value describeCombiner(const gx::Combiner<Arg>& combiner, bool alpha) {
  constexpr std::array<std::string_view, 4> kOps{"add", "sub", "compare_gt", "compare_eq"};
  constexpr std::array<double, 3> kBiases{0.0, 0.5, -0.5};
  constexpr std::array<double, 4> kScales{1.0, 2.0, 4.0, 0.5};
  constexpr std::array<std::string_view, 4> kOuts{"prev", "c0", "c1", "c2"};
  return Value::Object{
      {"a", nameOf(combiner.a)},
      {"b", nameOf(combiner.b)},
      {"c", nameOf(combiner.c)},
      {"d", nameOf(combiner.d)},
      {"op", kOps[static_cast<std::size_t>(combiner.op)]},
      {"bias", kBiases[static_cast<std::size_t>(combiner.bias)]},
      {"scale", kScales[static_cast<std::size_t>(combiner.scale)]},
      {"compare_width", combiner.compares() ? widthName(combiner.width, alpha) : Value(nullptr)},
      {"clamp", combiner.clamp},
      {"out", kOuts[static_cast<std::size_t>(combiner.out)]}};
}

Value numberOr(const std::optional<std::uint8_t>& number) {
  return number ? Value(std::int64_t{*number}) : Value(nullptr);
}

Value describeStage(const gx::Stage& stage) {
  return Value::Object{{"map", numberOr(stage.map)},
                       {"coord", numberOr(stage.coord)},
                       {"channel", nameOf(stage.channel)},
                       {"color", describeCombiner(stage.color, false)},
                       {"alpha", describeCombiner(stage.alpha, true)},
                       {"konst_color", konstName(stage.konst_color, false)},
                       {"konst_alpha", konstName(stage.konst_alpha, true)},
                       {"raster_swap", swapName(stage.raster_swap)},
                       {"texture_swap", swapName(stage.texture_swap)}};
}

Value describeChannel(const gx::Channel& channel) {
  const auto source = [](std::uint32_t control) {
    return gx::Channel::fromVertex(control) ? "vertex" : "register";
  };
  return Value::Object{{"material", listOf(channel.material)},
                       {"ambient", listOf(channel.ambient)},
                       {"color_source", source(channel.color_control)},
                       {"alpha_source", source(channel.alpha_control)},
                       {"lit", gx::Channel::lit(channel.color_control)}};
}

}  // namespace

Value describe(const gx::Material& material) {
  Value::List channels;
  for (const gx::Channel& channel : material.channels)
    channels.push_back(describeChannel(channel));
  Value::Object registers;
  for (std::size_t i = 1; i < 4; ++i)
    registers.emplace_back(fmt::format("c{}", i - 1), listOf(material.registers[i]));
  for (std::size_t i = 0; i < 4; ++i)
    registers.emplace_back(fmt::format("k{}", i), listOf(material.konst[i]));
  Value::List stages;
  for (const gx::Stage& stage : material.stages)
    stages.push_back(describeStage(stage));
  Value probe = nullptr;
  if (!material.stages.empty()) probe = listOf(gx::evaluate(material, gx::probeInputs()));
  return Value::Object{{"translucent", material.translucent},
                       {"channels", std::move(channels)},
                       {"registers", std::move(registers)},
                       {"stages", std::move(stages)},
                       {"probe", std::move(probe)}};
}

}  // namespace sinew::mdl0
