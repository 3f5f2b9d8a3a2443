#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "renderer/passes.h"

namespace sinew::renderer {

namespace {

/// Shading::Smooth's surface, sRGB-encoded.
constexpr glm::vec3 kNeutral{0.72f, 0.71f, 0.70f};
constexpr glm::vec3 kSelectedLight{0.055f, 0.036f, 0.006f};

/// DATA_ constants of shaders/mesh.vert.
int dataMode(Shading shading) {
  switch (shading) {
    case Shading::Lod:
      return 1;
    case Shading::Bone:
      return 2;
    case Shading::Weights:
      return 3;
    case Shading::Record:
      return 4;
    case Shading::Exponent:
      return 5;
    case Shading::Error:
      return 6;
    default:
      return 0;
  }
}

Surface surfaceOf(Shading shading) {
  switch (shading) {
    case Shading::Textured:
    case Shading::Smooth:
      return Surface::Smooth;
    case Shading::Flat:
      return Surface::Faceted;
    case Shading::Unlit:
      return Surface::Unlit;
    case Shading::Uv:
      return Surface::Uv;
    default:
      return Surface::Data;
  }
}

bool showsMaterial(Shading shading) {
  return shading == Shading::Textured || shading == Shading::Flat || shading == Shading::Unlit;
}

/// A mesh's material as this frame shows it.
struct ShownMaterial {
  glm::vec4 color{1.0f};  ///< sRGB-encoded
  const TextureLayer* layer = nullptr;
  AlphaMode alpha = AlphaMode::Opaque;
  float alpha_cutoff = 0.0f;
  CullMode cull = CullMode::Back;
};

ShownMaterial shownMaterial(const Model& model, const Mesh& mesh, const Display& display) {
  ShownMaterial out;
  if (mesh.material < model.materials.size()) {
    const Material& material = model.materials[mesh.material];
    out.cull = material.cull;
    if (showsMaterial(display.shading)) {
      out.color = material.color;
      out.alpha = material.alpha;
      out.alpha_cutoff = material.alpha == AlphaMode::Mask ? material.alpha_cutoff : 0.0f;
      for (const TextureLayer& layer : material.layers) {
        if (display.textures && layer.role == "base" && out.layer == nullptr) out.layer = &layer;
      }
    }
  }
  if (!showsMaterial(display.shading)) out.color = glm::vec4(kNeutral, 1.0f);
  if (display.backface == Backface::Visible) out.cull = CullMode::None;
  if (display.backface == Backface::Hidden) out.cull = CullMode::Back;
  return out;
}

RenderState surfaceState(const ShownMaterial& material, Mirror mirror) {
  RenderState state;
  if (mirror != Mirror::Some) {
    state.cull = material.cull == CullMode::Back    ? Cull::Back
                 : material.cull == CullMode::Front ? Cull::Front
                                                    : Cull::Off;
    state.front_is_clockwise = mirror == Mirror::All;
  }
  if (material.alpha == AlphaMode::Blend) {
    state.blend = Blend::Over;
    state.depth = Depth::Test;
  }
  return state;
}

void bindTexture(const PassContext& context, const GpuModel::Impl& model,
                 const TextureLayer& layer) {
  const gl::Texture* texture = &model.checker;
  TextureFilter filter = TextureFilter::Nearest;
  if (layer.texture < model.textures.size() && model.textures[layer.texture]) {
    texture = &model.textures[layer.texture];
    filter = context.frame->display.texture_filter;
  }
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitTexture));
  glBindTexture(GL_TEXTURE_2D, texture->id());
  glBindSampler(static_cast<GLuint>(kUnitTexture),
                context.samplers->get(filter, layer.wrap, *context.info));
  glActiveTexture(GL_TEXTURE0);
}

Result<void> drawSurface(const PassContext& context, const ModelInstance& instance,
                         std::uint32_t index, const ShownMaterial& material, Mirror mirror) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  const GpuMesh& mesh = gpu.meshes[index];
  const Shading shading = context.frame->display.shading;
  ProgramKey key = keyOf(ProgramKind::Mesh, mesh);
  key.surface = surfaceOf(shading);
  key.textured = material.layer != nullptr;
  key.colored = mesh.colored && showsMaterial(shading);
  key.alpha = material.alpha != AlphaMode::Opaque;
  key.mirrored = mirror == Mirror::Some;
  auto program = context.shaders->get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  RenderState state = surfaceState(material, mirror);
  state.srgb =
      showsMaterial(shading) || shading == Shading::Smooth;  // data colours are encoded already
  apply(state);
  const LinkedProgram& p = **program;
  bindMesh(p, gpu, mesh);
  glUniform3f(p.at(Uniform::FlatColor), 1.0f, 1.0f,
              1.0f);  // the material's colour comes from u_color
  const glm::vec3 linear = toLinear(glm::vec3(material.color));
  glUniform4f(p.at(Uniform::Color), linear.x, linear.y, linear.z, material.color.a);
  glUniform3fv(p.at(Uniform::ColorSrgb), 1, glm::value_ptr(material.color));
  const glm::vec3 light = index == instance.selected_mesh ? kSelectedLight : glm::vec3(0.0f);
  glUniform3fv(p.at(Uniform::Highlight), 1, glm::value_ptr(light));
  glUniform1f(p.at(Uniform::AlphaCutoff), material.alpha_cutoff);
  glUniform1f(p.at(Uniform::AlphaBlend), material.alpha == AlphaMode::Blend ? 1.0f : 0.0f);
  glUniform1i(p.at(Uniform::Cull), material.cull == CullMode::Back    ? 1
                                   : material.cull == CullMode::Front ? 2
                                                                      : 0);
  glUniform1i(p.at(Uniform::Data), dataMode(shading));
  glUniform1ui(p.at(Uniform::Lod), instance.lod);
  glUniform1ui(p.at(Uniform::SelectedInfluence), instance.selected_influence);
  if (material.layer != nullptr) bindTexture(context, gpu, *material.layer);
  glDrawElements(GL_TRIANGLES, mesh.triangles.count, GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(mesh.triangles.offset_bytes));
  return {};
}

float determinant(const Mat34f& matrix) {
  const auto& m = matrix.m;
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
         m[2] * (m[4] * m[9] - m[5] * m[8]);
}

GLint glWrap(Wrap wrap) {
  return wrap == Wrap::Clamp    ? GL_CLAMP_TO_EDGE
         : wrap == Wrap::Mirror ? GL_MIRRORED_REPEAT
                                : GL_REPEAT;
}

}  // namespace

float toLinear(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

glm::vec3 toLinear(const glm::vec3& encoded) {
  return {toLinear(encoded.x), toLinear(encoded.y), toLinear(encoded.z)};
}

GLuint SamplerCache::get(TextureFilter filter, const std::array<Wrap, 2>& wrap,
                         const GpuInfo& info) {
  gl::Sampler& sampler =
      samplers_[static_cast<std::size_t>(filter) * 9 + static_cast<std::size_t>(wrap[0]) * 3 +
                static_cast<std::size_t>(wrap[1])];
  if (sampler) return sampler.id();
  sampler = gl::Sampler::create();
  const GLuint id = sampler.id();
  const bool nearest = filter == TextureFilter::Nearest;
  glSamplerParameteri(id, GL_TEXTURE_WRAP_S, glWrap(wrap[0]));
  glSamplerParameteri(id, GL_TEXTURE_WRAP_T, glWrap(wrap[1]));
  glSamplerParameteri(id, GL_TEXTURE_MAG_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
  glSamplerParameteri(id, GL_TEXTURE_MIN_FILTER,
                      nearest                           ? GL_NEAREST
                      : filter == TextureFilter::Linear ? GL_LINEAR
                                                        : GL_LINEAR_MIPMAP_LINEAR);
  // Software rasterisers pay for every anisotropic tap.
  if (filter == TextureFilter::Trilinear && info.max_anisotropy > 1.0f && !info.software) {
    glSamplerParameterf(id, GL_TEXTURE_MAX_ANISOTROPY_EXT, std::min(info.max_anisotropy, 8.0f));
  }
  return id;
}

Mirror mirrorOf(const ModelInstance& instance) {
  std::size_t mirrored = 0;
  for (const Mat34f& matrix : instance.influence_matrices) {
    if (determinant(matrix) < 0.0f) ++mirrored;
  }
  return mirrored == 0                                    ? Mirror::None
         : mirrored == instance.influence_matrices.size() ? Mirror::All
                                                          : Mirror::Some;
}

ProgramKey keyOf(ProgramKind kind, const GpuMesh& mesh) {
  ProgramKey key;
  key.kind = kind;
  key.input = mesh.input;
  key.flat_normals = mesh.flat_normals;
  return key;
}

bool isDrawable(const ModelInstance& instance, std::uint32_t mesh) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  return mesh < gpu.meshes.size() && gpu.meshes[mesh].drawable;
}

void bindMesh(const LinkedProgram& program, const GpuModel::Impl& model, const GpuMesh& mesh) {
  // Two bits a hue (section 1): what the channel's base is as a multiple of 0x55.
  constexpr std::array<GLuint, 3> kShade{0xFFA9FF57, 0x7AFAB5F7, 0xAEEF5DDF};
  // How the three 128-bit S/T readings differ (section 4): bits flipped, S shift, T shift with
  // right shift, exponent mask.
  constexpr std::array<std::array<GLuint, 4>, 3> kSt128{
      {{0, 18, 4 | 18 << 8, 15},
       {0x2000 | 0x2000 << 14, 18, 4 | 18 << 8, 15},
       {0, 16, 0 | 16 << 8, 0}}};
  glUseProgram(program.program.id());
  if (mesh.input == MeshInput::Stream) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitWords));
    glBindTexture(GL_TEXTURE_BUFFER, model.chunks[mesh.chunk].words.id());
  }
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitInfluences));
  glBindTexture(GL_TEXTURE_BUFFER, model.influence_texels.id());
  glActiveTexture(GL_TEXTURE0);
  const std::size_t count = std::max<std::size_t>(model.model->influences.size(), 1);
  glUniform1ui(program.at(Uniform::InfluenceCount), static_cast<GLuint>(count));
  glUniform1i(program.at(Uniform::InfluenceBase), 0);
  glUniform3ui(program.at(Uniform::Shade), kShade[mesh.shade_bgr ? 2 : 0], kShade[1],
               kShade[mesh.shade_bgr ? 0 : 2]);
  glUniform4uiv(program.at(Uniform::St128), 1, kSt128[static_cast<std::size_t>(mesh.st128)].data());
  glUniform3fv(program.at(Uniform::FlatColor), 1, glm::value_ptr(mesh.flat_color));
  glBindVertexArray(mesh.vertices.id());
}

void drawMeshPoints(const GpuMesh& mesh) {
  glBindVertexArray(mesh.point_vertices.id());
  if (mesh.points) {
    glDrawElements(GL_POINTS, mesh.points->count, GL_UNSIGNED_INT, nullptr);
  } else {
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(mesh.vertex_count));
  }
}

Result<void> drawSurfaces(const PassContext& context, const ModelInstance& instance) {
  const Model& model = *instance.gpu->impl().model;
  const Mirror mirror = mirrorOf(instance);
  // What hides nothing comes last.
  for (const bool blended : {false, true}) {
    for (const std::uint32_t index : instance.meshes) {
      if (!isDrawable(instance, index)) continue;
      const ShownMaterial material =
          shownMaterial(model, model.meshes[index], context.frame->display);
      if (material.cull == CullMode::All || (material.alpha == AlphaMode::Blend) != blended)
        continue;
      if (auto done = drawSurface(context, instance, index, material, mirror); !done) return done;
    }
  }
  return {};
}

}  // namespace sinew::renderer
