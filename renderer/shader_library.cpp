#include "renderer/shader_library.h"

#include <utility>

#include <fmt/core.h>

#include "renderer/shader_source.h"

namespace sinew::renderer {

namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Uniform::Count)> kUniformNames{
    "u_words",
    "u_influences",
    "u_influence_count",
    "u_influence_base",
    "u_shade",
    "u_st128",
    "u_flat_color",
    "u_data",
    "u_lod",
    "u_selected_influence",
    "u_cull",
    "u_color",
    "u_color_srgb",
    "u_highlight",
    "u_texture",
    "u_alpha_cutoff",
    "u_alpha_blend",
    "u_width",
    "u_length",
    "u_round",
    "u_clip_from_line",
    "u_center",
    "u_right",
    "u_forward",
    "u_extent",
    "u_strength",
    "u_axis_color",
    "u_color_samples",
    "u_sample_count",
    "u_st_rect",
    "u_channels"};

constexpr std::array<MeshInput, 6> kInputs{MeshInput::Stream,  MeshInput::Overlap,
                                           MeshInput::Bits64,  MeshInput::Bits96,
                                           MeshInput::Bits128, MeshInput::Arrays};

const char* inputDefine(MeshInput input) {
  switch (input) {
    case MeshInput::Stream:
      return "INPUT_STREAM";
    case MeshInput::Overlap:
      return "INPUT_OVERLAP";
    case MeshInput::Bits64:
      return "INPUT_64";
    case MeshInput::Bits96:
      return "INPUT_96";
    case MeshInput::Bits128:
      return "INPUT_128";
    case MeshInput::Arrays:
      break;
  }
  return "INPUT_ARRAYS";
}

/// Which inputs can hold 64-bit records.
bool mayHold64(MeshInput input) {
  return input == MeshInput::Stream || input == MeshInput::Overlap || input == MeshInput::Bits64;
}

/// Vertex colours: never in 64-bit records.
bool mayBeColored(MeshInput input, bool colored) {
  return !colored || input != MeshInput::Bits64;
}

void addSurfaces(ProgramKey key, std::vector<ProgramKey>& out) {
  for (const Surface surface :
       {Surface::Smooth, Surface::Faceted, Surface::Unlit, Surface::Uv, Surface::Data}) {
    const bool has_material = surface != Surface::Uv && surface != Surface::Data;
    for (unsigned bits = 0; bits < 16; ++bits) {
      ProgramKey full = key;
      full.surface = surface;
      full.textured = (bits & 1U) != 0;
      full.colored = (bits & 2U) != 0;
      full.alpha = (bits & 4U) != 0;
      full.mirrored = (bits & 8U) != 0;
      if (!has_material && (bits & 7U) != 0) continue;
      // Shading::Smooth shows neither material nor colour.
      const bool plain = surface == Surface::Smooth && (bits & 7U) == 0;
      if (has_material && !plain && !mayBeColored(key.input, full.colored)) continue;
      out.push_back(full);
    }
  }
}

void mapSurfaceDefines(const ProgramKey& key, std::vector<std::string>& defines) {
  switch (key.surface) {
    case Surface::Smooth:
      defines.emplace_back("LIT");
      break;
    case Surface::Faceted:
      defines.emplace_back("FACETED");
      defines.emplace_back("WITH_POSITION");
      break;
    case Surface::Unlit:
      break;
    case Surface::Uv:
      defines.emplace_back("UV");
      break;
    case Surface::Data:
      defines.emplace_back("DATA");
      break;
  }
}

Result<gl::Shader> compileStage(GLenum stage, const std::string& name,
                                const std::vector<std::string>& defines) {
  auto expanded = expandShader(name, defines);
  if (!expanded) return tl::unexpected<Error>(expanded.error());
  gl::Shader shader = gl::Shader::adopt(glCreateShader(stage));
  const char* text = expanded->text.c_str();
  glShaderSource(shader.id(), 1, &text, nullptr);
  glCompileShader(shader.id());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  GLint length = 0;
  glGetShaderiv(shader.id(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length > 0 ? length : 0), '\0');
  if (length > 0) glGetShaderInfoLog(shader.id(), length, nullptr, log.data());
  return fail("shader.compile", fmt::format("{} does not compile: {}", name,
                                            nameFilesInLog(log.c_str(), expanded->files)));
}

Result<LinkedProgram> build(const ProgramKey& key) {
  const ProgramSource source = sourceOf(key);
  LinkedProgram out;
  out.program = gl::Program::create();
  const std::array<std::pair<GLenum, const std::string*>, 3> stages{
      {{GL_VERTEX_SHADER, &source.vertex},
       {GL_GEOMETRY_SHADER, &source.geometry},
       {GL_FRAGMENT_SHADER, &source.fragment}}};
  for (const auto& [stage, name] : stages) {
    if (name->empty()) continue;
    auto shader = compileStage(stage, *name, source.defines);
    if (!shader) return tl::unexpected<Error>(shader.error());
    glAttachShader(out.program.id(), shader->id());  // freed with the program
  }
  if (key.kind == ProgramKind::Capture) {
    constexpr std::array<const char*, 4> kCaptured{"capture_position", "capture_normal",
                                                   "capture_st", "capture_color"};
    glTransformFeedbackVaryings(out.program.id(), static_cast<GLsizei>(kCaptured.size()),
                                kCaptured.data(), GL_INTERLEAVED_ATTRIBS);
  }
  glLinkProgram(out.program.id());
  GLint linked = GL_FALSE;
  glGetProgramiv(out.program.id(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    std::array<char, 2048> log{};
    glGetProgramInfoLog(out.program.id(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    return fail("shader.link", fmt::format("{} with {} does not link: {}", source.vertex,
                                           source.fragment, log.data()));
  }
  return out;
}

void bindFixedUnits(LinkedProgram& program) {
  const GLuint id = program.program.id();
  for (std::size_t i = 0; i < kUniformNames.size(); ++i) {
    program.locations[i] = glGetUniformLocation(id, kUniformNames[i]);
  }
  const GLuint block = glGetUniformBlockIndex(id, "FrameBlock");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(id, block, kFrameBlockBinding);
  glUseProgram(id);
  glUniform1i(program.at(Uniform::Words), kUnitWords);
  glUniform1i(program.at(Uniform::Influences), kUnitInfluences);
  glUniform1i(program.at(Uniform::Texture), kUnitTexture);
  glUniform1i(program.at(Uniform::ColorSamples), kUnitTexture);
}

}  // namespace

std::uint32_t ProgramKey::packed() const {
  const auto bit = [](bool value, unsigned at) { return static_cast<std::uint32_t>(value) << at; };
  return static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(input) << 8 |
         static_cast<std::uint32_t>(surface) << 16 | bit(flat_normals, 24) | bit(textured, 25) |
         bit(colored, 26) | bit(alpha, 27) | bit(mirrored, 28) | bit(samples, 29);
}

std::vector<ProgramKey> legalKeys() {
  std::vector<ProgramKey> out;
  for (const MeshInput input : kInputs) {
    for (const bool flat : {false, true}) {
      if (flat && !mayHold64(input)) continue;
      ProgramKey key;
      key.input = input;
      key.flat_normals = flat;
      addSurfaces(key, out);
      for (const ProgramKind kind :
           {ProgramKind::Solid, ProgramKind::Edges, ProgramKind::Points, ProgramKind::NormalLines,
            ProgramKind::UvEdges, ProgramKind::Capture}) {
        key.kind = kind;
        out.push_back(key);
      }
      if (input == MeshInput::Arrays) {  // the capture of plain colours
        key.colored = true;
        out.push_back(key);
      }
    }
  }
  for (const ProgramKind kind : {ProgramKind::Lines, ProgramKind::Bone, ProgramKind::Background,
                                 ProgramKind::Grid, ProgramKind::Picture}) {
    ProgramKey key;
    key.kind = kind;
    out.push_back(key);
  }
  for (const bool samples : {false, true}) {
    ProgramKey key;
    key.kind = ProgramKind::Resolve;
    key.samples = samples;
    out.push_back(key);
  }
  return out;
}

ProgramSource sourceOf(const ProgramKey& key) {
  ProgramSource out;
  if (key.kind <= ProgramKind::Capture) {
    out.defines.emplace_back(inputDefine(key.input));
    if (key.flat_normals) out.defines.emplace_back("FLAT_NORMALS");
    if (key.input == MeshInput::Arrays && key.colored) out.defines.emplace_back("VERTEX_COLOR");
  }
  switch (key.kind) {
    case ProgramKind::Mesh:
      out.vertex = "mesh.vert";
      out.fragment = "mesh.frag";
      mapSurfaceDefines(key, out.defines);
      if (key.textured) out.defines.emplace_back("TEXTURED");
      if (key.colored) out.defines.emplace_back("COLORED");
      if (key.alpha) out.defines.emplace_back("ALPHA");
      if (key.mirrored) out.defines.emplace_back("MIRRORED");
      break;
    case ProgramKind::Solid:
      out.vertex = "mesh.vert";
      out.fragment = "solid.frag";
      out.defines.emplace_back("WITH_POSITION");
      break;
    case ProgramKind::Edges:
    case ProgramKind::NormalLines:
    case ProgramKind::UvEdges:
      out.vertex = "trace.vert";
      out.geometry = "trace.geom";
      out.fragment = "plain.frag";
      if (key.kind == ProgramKind::NormalLines) out.defines.emplace_back("NORMAL_LINES");
      if (key.kind == ProgramKind::UvEdges) out.defines.emplace_back("UV_PLANE");
      break;
    case ProgramKind::Points:
      out.vertex = "trace.vert";
      out.fragment = "plain.frag";
      out.defines.emplace_back("POINTS");
      break;
    case ProgramKind::Capture:
      out.vertex = "capture.vert";
      break;
    case ProgramKind::Lines:
      out.vertex = "lines.vert";
      out.fragment = "lines.frag";
      break;
    case ProgramKind::Bone:
      out.vertex = "bone.vert";
      out.fragment = "bone.frag";
      break;
    case ProgramKind::Background:
      out.vertex = "screen.vert";
      out.fragment = "background.frag";
      break;
    case ProgramKind::Grid:
      out.vertex = "grid.vert";
      out.fragment = "grid.frag";
      break;
    case ProgramKind::Picture:
      out.vertex = "screen.vert";
      out.fragment = "picture.frag";
      break;
    case ProgramKind::Resolve:
      out.vertex = "screen.vert";
      out.fragment = "resolve.frag";
      if (key.samples) out.defines.emplace_back("SAMPLES");
      break;
  }
  return out;
}

Result<const LinkedProgram*> ShaderLibrary::get(const ProgramKey& key) {
  const std::uint32_t packed = key.packed();
  if (const auto found = programs_.find(packed); found != programs_.end()) return &found->second;
  auto built = build(key);
  if (!built) return tl::unexpected<Error>(built.error());
  bindFixedUnits(*built);
  return &programs_.emplace(packed, std::move(*built)).first->second;
}

}  // namespace sinew::renderer
