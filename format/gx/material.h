#pragma once

// A material as the Wii's graphics processor sees it: light channels, coordinate generators, TEV
// stages and their registers. The evaluation on the CPU is tev.h; shaders are generated from the
// same. docs/format-mdl0.md, "Materials" and "TEV".

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "format/gx/command_stream.h"

namespace sinew::gx {

enum class ColorArg : std::uint8_t {
  Prev,
  PrevA,
  C0,
  C0A,
  C1,
  C1A,
  C2,
  C2A,
  Tex,
  TexA,
  Ras,
  RasA,
  One,
  Half,
  Konst,
  Zero
};
enum class AlphaArg : std::uint8_t { Prev, C0, C1, C2, Tex, Ras, Konst, Zero };
enum class TevOp : std::uint8_t { Add, Sub, CompareGt, CompareEq };
enum class TevBias : std::uint8_t { Zero, AddHalf, SubHalf };
enum class TevScale : std::uint8_t { One, Two, Four, Half };
/// What a comparison looks at; PerComponent: each colour component by itself, or alpha.
enum class CompareWidth : std::uint8_t { R8, Gr16, Bgr24, PerComponent };
enum class TevOut : std::uint8_t { Prev, C0, C1, C2 };

/// Half a TEV stage. Arithmetic: (d +- lerp(a, b, c) + bias) * scale. Comparison: d + (a > b or
/// a == b ? c : 0), without bias and scale.
template <class Arg>
struct Combiner {
  Arg a = Arg::Zero;
  Arg b = Arg::Zero;
  Arg c = Arg::Zero;
  Arg d = Arg::Zero;
  TevOp op = TevOp::Add;
  TevBias bias = TevBias::Zero;
  TevScale scale = TevScale::One;
  CompareWidth width = CompareWidth::R8;  ///< of comparisons
  bool clamp = false;
  TevOut out = TevOut::Prev;

  [[nodiscard]] bool compares() const { return op == TevOp::CompareGt || op == TevOp::CompareEq; }
};

enum class RasterChannel : std::uint8_t { Color0, Color1, Bump, BumpNormalized, Zero };

/// Where each of red, green, blue, alpha comes from, 0..3.
using Swap = std::array<std::uint8_t, 4>;

struct IndirectUse {
  std::uint8_t stage = 0;
  std::uint8_t format = 0;  ///< 0..3: 8, 5, 4, 3 bits
  std::uint8_t bias = 0;    ///< bits: S, T, U
  std::uint8_t bump_alpha = 0;
  std::uint8_t matrix = 0;  ///< 0 off; 1..3 matrix; 5..7 scaled by S; 9..11 scaled by T
  std::uint8_t wrap_s = 0;
  std::uint8_t wrap_t = 0;
  bool original_lod = false;
  bool add_previous = false;
};

struct Stage {
  std::optional<std::uint8_t> map;  ///< empty: without a texture, the texel is white
  std::optional<std::uint8_t> coord;
  RasterChannel channel = RasterChannel::Zero;
  Combiner<ColorArg> color;
  Combiner<AlphaArg> alpha;
  std::uint8_t konst_color = 0;  ///< code, see konstColor
  std::uint8_t konst_alpha = 0;
  Swap raster_swap{0, 1, 2, 3};
  Swap texture_swap{0, 1, 2, 3};
  IndirectUse indirect;
};

/// A texture coordinate generator (XF 1040+i and 1050+i).
struct CoordGenerator {
  bool projected = false;     ///< divide by the third component
  bool three_inputs = false;  ///< A B C 1 instead of A B 1 1
  std::uint8_t type = 0;      ///< 0 regular, 1 emboss, 2 colour 0, 3 colour 1
  std::uint8_t source = 0;    ///< 0 position, 1 normal, 5..12 UV 0..7
  std::uint8_t post_matrix = 0;
  bool normalize = false;
};

/// A light channel's numbers; the controls are the file's words (docs/format-mdl0.md).
struct Channel {
  std::array<std::uint8_t, 4> material{255, 255, 255, 255};
  std::array<std::uint8_t, 4> ambient{};
  std::uint32_t color_control = 0;
  std::uint32_t alpha_control = 0;

  [[nodiscard]] static bool fromVertex(std::uint32_t control) { return (control & 1) != 0; }
  [[nodiscard]] static bool lit(std::uint32_t control) { return (control & 2) != 0; }
};

/// How a layer's coordinates are made and moved.
struct LayerMapping {
  std::array<float, 5> srt{1, 1, 0, 0, 0};  ///< scale s, t, rotation (degrees), translation s, t
  std::uint8_t mode = 0;                    ///< 0 coordinates, 1 environment, 2 projection, …
  std::int8_t camera = -1;
  std::int8_t light = -1;
  bool effect_identity = true;
  std::array<float, 12> effect{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

struct IndirectStage {
  std::uint8_t map = 0;
  std::uint8_t coord = 0;
  std::uint8_t scale_s = 0;  ///< coordinates times 2^-scale
  std::uint8_t scale_t = 0;
};

struct Material {
  bool translucent = false;  ///< the material's own flag; the draw list wins
  std::vector<Channel> channels;
  std::vector<CoordGenerator> generators;
  std::array<LayerMapping, 8> mappings{};
  std::uint8_t matrix_mode = 0;              ///< of the layers' matrices: 0 Maya, 1 XSI, 2 3ds Max
  std::array<RegisterColor, 4> registers{};  ///< PREV, C0, C1, C2
  std::array<RegisterColor, 4> konst{};      ///< K0..K3
  std::vector<Stage> stages;
  std::vector<IndirectStage> indirect_stages;
  std::array<std::array<float, 6>, 3> indirect_matrices{};
};

/// The first `count` stages of what a shader's list set; at most 16.
[[nodiscard]] std::vector<Stage> stagesOf(const Registers& registers, std::uint32_t count);

/// Generators, registers and indirect parts of a material's and its shader's list.
void fillFromLists(Material& material, const Registers& registers, std::uint32_t generators,
                   std::uint32_t indirect_stages);

}  // namespace sinew::gx
