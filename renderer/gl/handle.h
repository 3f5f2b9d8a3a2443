#pragma once

#include <utility>

#include <glad/gl.h>

namespace sinew::renderer::gl {

/// Owns one GL object name. Empty until created; destroyed before its context.
template <class Policy>
class Handle {
 public:
  Handle() = default;
  ~Handle() { reset(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, 0);
    }
    return *this;
  }

  [[nodiscard]] static Handle create() {
    Handle out;
    out.id_ = Policy::create();
    return out;
  }
  /// Takes over a name that the caller made, such as glCreateShader's.
  [[nodiscard]] static Handle adopt(GLuint id) {
    Handle out;
    out.id_ = id;
    return out;
  }
  void reset() {
    if (id_ != 0) Policy::destroy(id_);
    id_ = 0;
  }
  [[nodiscard]] GLuint id() const { return id_; }
  [[nodiscard]] explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

struct BufferPolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenBuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
};

struct TexturePolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};

struct SamplerPolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenSamplers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteSamplers(1, &id); }
};

struct VertexArrayPolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
};

struct FramebufferPolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};

struct RenderbufferPolicy {
  static GLuint create() {
    GLuint id = 0;
    glGenRenderbuffers(1, &id);
    return id;
  }
  static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
};

struct ShaderPolicy {
  static void destroy(GLuint id) { glDeleteShader(id); }
};

struct ProgramPolicy {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint id) { glDeleteProgram(id); }
};

using Buffer = Handle<BufferPolicy>;
using Texture = Handle<TexturePolicy>;
using Sampler = Handle<SamplerPolicy>;
using VertexArray = Handle<VertexArrayPolicy>;
using Framebuffer = Handle<FramebufferPolicy>;
using Renderbuffer = Handle<RenderbufferPolicy>;
using Shader = Handle<ShaderPolicy>;
using Program = Handle<ProgramPolicy>;

}  // namespace sinew::renderer::gl
