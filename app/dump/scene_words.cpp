#include "app/dump/scene_words.h"

#include <array>
#include <cstddef>

// Each table has its enumerators' words in their order.

namespace sinew::app::dump {

std::string_view wordFor(ScaleInheritance inherit) {
  constexpr std::array<std::string_view, 3> kWords{"full", "compensate", "componentwise"};
  return kWords[static_cast<std::size_t>(inherit)];
}

std::string_view wordFor(CullMode cull) {
  constexpr std::array<std::string_view, 4> kWords{"none", "front", "back", "all"};
  return kWords[static_cast<std::size_t>(cull)];
}

std::string_view wordFor(AlphaMode alpha) {
  constexpr std::array<std::string_view, 3> kWords{"opaque", "mask", "blend"};
  return kWords[static_cast<std::size_t>(alpha)];
}

std::string_view wordFor(Wrap wrap) {
  constexpr std::array<std::string_view, 3> kWords{"clamp", "repeat", "mirror"};
  return kWords[static_cast<std::size_t>(wrap)];
}

std::string_view wordFor(scene::Compare compare) {
  constexpr std::array<std::string_view, 8> kWords{"never",   "less",     "equal",  "lequal",
                                                   "greater", "notequal", "gequal", "always"};
  return kWords[static_cast<std::size_t>(compare)];
}

std::string_view wordFor(scene::AlphaOp op) {
  constexpr std::array<std::string_view, 4> kWords{"and", "or", "xor", "xnor"};
  return kWords[static_cast<std::size_t>(op)];
}

std::string_view wordFor(scene::BlendFactor factor) {
  constexpr std::array<std::string_view, 10> kWords{"zero",      "one",
                                                    "src_color", "one_minus_src_color",
                                                    "dst_color", "one_minus_dst_color",
                                                    "src_alpha", "one_minus_src_alpha",
                                                    "dst_alpha", "one_minus_dst_alpha"};
  return kWords[static_cast<std::size_t>(factor)];
}

std::string_view wordFor(scene::Filter filter) {
  constexpr std::array<std::string_view, 6> kWords{"nearest",
                                                   "linear",
                                                   "nearest_mip_nearest",
                                                   "linear_mip_nearest",
                                                   "nearest_mip_linear",
                                                   "linear_mip_linear"};
  return kWords[static_cast<std::size_t>(filter)];
}

std::string_view wordFor(scene::Mapping mapping) {
  constexpr std::array<std::string_view, 6> kWords{
      "uv",         "environment",    "environment_light", "environment_specular",
      "projection", "projection_game"};
  return kWords[static_cast<std::size_t>(mapping)];
}

std::string_view wordFor(scene::ClipKind kind) {
  constexpr std::array<std::string_view, 6> kWords{"bones", "uv",         "texture",
                                                   "color", "visibility", "shape"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string_view wordFor(Billboard billboard) {
  constexpr std::array<std::string_view, 7> kWords{
      "none", "standard",     "standard_perspective", "rotation", "rotation_perspective",
      "y",    "y_perspective"};
  return kWords[static_cast<std::size_t>(billboard)];
}

}  // namespace sinew::app::dump
