#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "format/result.h"
#include "renderer/gl/handle.h"

namespace sinew::renderer {

enum class ProgramKind : std::uint8_t {
  Mesh,
  Solid,
  Edges,
  Points,
  NormalLines,
  UvEdges,
  Capture,
  Lines,
  Bone,
  Background,
  Grid,
  Picture,
  Resolve
};

/// Where the vertex shader gets records from (shaders/common_input.glsl).
enum class MeshInput : std::uint8_t {
  Stream,   ///< mixed records in a texture buffer, gl_VertexID is the first word
  Overlap,  ///< mixed records as attributes of four words with a stride of one
  Bits64,
  Bits96,
  Bits128,
  Arrays  ///< plain floats
};

/// What the fragment shader does with a surface; the data shadings share one.
enum class Surface : std::uint8_t { Smooth, Faceted, Unlit, Uv, Data };

/// One program: which files, and the flags that become #define lines. Only keys of `legalKeys` may
/// be asked for.
struct ProgramKey {
  ProgramKind kind = ProgramKind::Mesh;
  MeshInput input = MeshInput::Stream;
  Surface surface = Surface::Smooth;
  bool flat_normals = false;  ///< 64-bit records hold normals
  bool textured = false;
  bool colored = false;   ///< vertex colours count
  bool alpha = false;     ///< material is masked or blended
  bool mirrored = false;  ///< faces may be turned inside out by their influence
  bool samples = false;   ///< resolves a multisampled target

  friend bool operator==(const ProgramKey&, const ProgramKey&) = default;
  [[nodiscard]] std::uint32_t packed() const;
};

[[nodiscard]] std::vector<ProgramKey> legalKeys();

/// The stages of a program as they are compiled: file names and #define lines.
struct ProgramSource {
  std::string vertex;
  std::string geometry;  ///< empty: none
  std::string fragment;  ///< empty: none
  std::vector<std::string> defines;
};
[[nodiscard]] ProgramSource sourceOf(const ProgramKey& key);

enum class Uniform : std::uint8_t {
  Words,
  Influences,
  InfluenceCount,
  InfluenceBase,
  Shade,
  St128,
  FlatColor,
  Data,
  Lod,
  SelectedInfluence,
  Cull,
  Color,
  ColorSrgb,
  Highlight,
  Texture,
  AlphaCutoff,
  AlphaBlend,
  Width,
  Length,
  Round,
  ClipFromLine,
  Center,
  Right,
  Forward,
  Extent,
  Strength,
  AxisColor,
  ColorSamples,
  SampleCount,
  StRect,
  Channels,
  Count
};

/// A linked program; uniforms that it does not have are at location -1, which GL ignores.
struct LinkedProgram {
  gl::Program program;
  std::array<GLint, static_cast<std::size_t>(Uniform::Count)> locations{};
  [[nodiscard]] GLint at(Uniform uniform) const {
    return locations[static_cast<std::size_t>(uniform)];
  }
};

/// Texture units, fixed for all programs.
inline constexpr GLint kUnitWords = 0;
inline constexpr GLint kUnitInfluences = 1;
inline constexpr GLint kUnitTexture = 2;
inline constexpr GLuint kFrameBlockBinding = 0;

/// Compiles programs when they are first needed and keeps them.
class ShaderLibrary {
 public:
  /// \return an Error with the driver's log, its lines named by file, where a stage does not
  /// compile or link.
  [[nodiscard]] Result<const LinkedProgram*> get(const ProgramKey& key);
  [[nodiscard]] std::size_t size() const { return programs_.size(); }

 private:
  std::unordered_map<std::uint32_t, LinkedProgram> programs_;
};

}  // namespace sinew::renderer
