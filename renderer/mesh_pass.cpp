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
constexpr glm::vec3 kHoveredLight{0.03f, 0.07f, 0.11f};

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
  bool unlit = false;
};

ShownMaterial shownMaterial(const Model& model, const Mesh& mesh, const Display& display) {
  ShownMaterial out;
  if (mesh.material < model.materials.size()) {
    const Material& material = model.materials[mesh.material];
    out.cull = material.cull;
    if (showsMaterial(display.shading)) {
      out.color = material.color;
      out.alpha = material.alpha;
      out.unlit = material.unlit;
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
  state.depth_clamp = true;  // the near plane never cuts the model, however close the eye is
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
  key.surface =
      material.unlit && shading == Shading::Textured ? Surface::Unlit : surfaceOf(shading);
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
  const glm::vec3 light = index == instance.hovered_mesh    ? kHoveredLight
                          : index == instance.selected_mesh ? kSelectedLight
                                                            : glm::vec3(0.0f);
  glUniform3fv(p.at(Uniform::Highlight), 1, glm::value_ptr(light));
  glUniform1f(p.at(Uniform::AlphaCutoff), material.alpha_cutoff);
  glUniform1f(p.at(Uniform::AlphaBlend), material.alpha == AlphaMode::Blend ? 1.0f : 0.0f);
  glUniform1i(p.at(Uniform::Cull), material.cull == CullMode::Back    ? 1
                                   : material.cull == CullMode::Front ? 2
                                                                      : 0);
  glUniform1i(p.at(Uniform::Data), dataMode(shading));
  glUniform1ui(p.at(Uniform::Lod),
               index < instance.mesh_levels.size() ? instance.mesh_levels[index] : instance.lod);
  glUniform1ui(p.at(Uniform::SelectedInfluence), instance.selected_influence);
  if (material.layer != nullptr) bindTexture(context, gpu, *material.layer);
  drawIndexed(context, gpu, GL_TRIANGLES, mesh.triangles);
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
