// Generated TEV shaders against the CPU's integers, bit for bit: all arithmetic modes of a stage,
// and materials of random stages.

#include "format/gx/tev.h"

#include <array>
#include <random>
#include <string>

#include <glad/gl.h>

#include "renderer/gl/handle.h"
#include "renderer/shader_source.h"
#include "renderer/tev_shader.h"
#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {
namespace {

using gx::Rgba;

/// A program's pixel as integers.
class TevTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32I, 1, 1, 0, GL_RGBA_INTEGER, GL_INT, nullptr);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    ASSERT_EQ(glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glGenVertexArrays(1, &vertices_);
    glBindVertexArray(vertices_);
    glViewport(0, 0, 1, 1);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
  }

  void TearDown() override {
    glDeleteVertexArrays(1, &vertices_);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
    GlTest::TearDown();
  }

  static GLuint compile(GLenum stage, const std::string& text) {
    const GLuint shader = glCreateShader(stage);
    const char* source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint fine = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    if (fine == 0) {
      std::array<char, 2000> log{};
      glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
      ADD_FAILURE() << log.data() << "\n" << text;
    }
    return shader;
  }

  /// The program of a material with these inputs.
  Rgba onGpu(const gx::Material& material, const gx::TevInputs& inputs) {
    const auto vertex = expandShader("screen.vert", {});
    const auto fragment = expandShader("tev_probe.frag", {});
    EXPECT_TRUE(vertex.has_value() && fragment.has_value());
    const GLuint v = compile(GL_VERTEX_SHADER, vertex->text);
    const GLuint f = compile(GL_FRAGMENT_SHADER, fragment->text + tevFunction(material));
    const GLuint program = glCreateProgram();
    glAttachShader(program, v);
    glAttachShader(program, f);
    glLinkProgram(program);
    glDeleteShader(v);
    glDeleteShader(f);
    glUseProgram(program);
    const auto set = [program](const char* name, const Rgba* values, GLsizei count) {
      glUniform4iv(glGetUniformLocation(program, name), count, values->data());
    };
    std::array<Rgba, 8> texels;
    texels.fill(inputs.texels[0]);
    set("u_texel", texels.data(), 8);
    set("u_color0", &inputs.color0, 1);
    set("u_color1", &inputs.color1, 1);
    set("u_tev_register", material.registers.data(), 4);
    set("u_tev_konst", material.konst.data(), 4);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    Rgba pixel{-1, -1, -1, -1};
    glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_INT, pixel.data());
    glUseProgram(0);
    glDeleteProgram(program);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    return pixel;
  }

 private:
  GLuint texture_ = 0;
  GLuint framebuffer_ = 0;
  GLuint vertices_ = 0;
};

gx::Material withRegisters() {
  gx::Material material;
  material.registers = {
      {{10, -20, 300, 40}, {-100, 300, 40, -1}, {255, 0, 1023, 5}, {1, 2, 3, 200}}};
  material.konst = {{{10, 20, 30, 40}, {50, 60, 70, 80}, {90, 100, 110, 120}, {13, 140, 150, 180}}};
  return material;
}

TEST_F(TevTest, EveryArithmeticModeGivesTheCpusIntegers) {
  gx::Material material = withRegisters();
  for (const auto op : {gx::TevOp::Add, gx::TevOp::Sub}) {
    for (const auto bias : {gx::TevBias::Zero, gx::TevBias::AddHalf, gx::TevBias::SubHalf}) {
      for (int scale = 0; scale < 4; ++scale) {
        gx::Stage stage;
        stage.map = 0;
        stage.color = {gx::ColorArg::C1, gx::ColorArg::Tex, gx::ColorArg::Ras, gx::ColorArg::C0};
        stage.alpha = {gx::AlphaArg::C1, gx::AlphaArg::Tex, gx::AlphaArg::Ras, gx::AlphaArg::C0};
        stage.channel = gx::RasterChannel::Color0;
        stage.color.op = stage.alpha.op = op;
        stage.color.bias = stage.alpha.bias = bias;
        stage.color.scale = stage.alpha.scale = static_cast<gx::TevScale>(scale);
        stage.color.clamp = scale % 2 == 0;
        stage.alpha.clamp = scale < 2;
        material.stages = {stage};
        EXPECT_EQ(onGpu(material, gx::probeInputs()), gx::evaluate(material, gx::probeInputs()))
            << tevFunction(material);
      }
    }
  }
}

TEST_F(TevTest, HandComputedPixels) {
  // Texture times raster colour: (200 * 221 + 128) >> 8 = 173 and so on, alpha (180 * 241 + 128)
  // >> 8 = 169.
  gx::Material material;
  gx::Stage stage;
  stage.map = 2;
  stage.channel = gx::RasterChannel::Color0;
  stage.color = {gx::ColorArg::Zero, gx::ColorArg::Tex, gx::ColorArg::Ras, gx::ColorArg::Zero};
  stage.alpha = {gx::AlphaArg::Zero, gx::AlphaArg::Tex, gx::AlphaArg::Ras, gx::AlphaArg::Zero};
  stage.color.clamp = stage.alpha.clamp = true;
  material.stages = {stage};
  EXPECT_EQ(onGpu(material, gx::probeInputs()), (Rgba{173, 77, 23, 169}));
}

TEST_F(TevTest, RandomMaterialsGiveTheCpusIntegers) {
  std::mt19937 random(7);
  const auto below = [&random](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  for (int m = 0; m < 60; ++m) {
    // Any words at all: every code of every field occurs.
    gx::Registers registers;
    for (std::uint32_t& word : registers.bp)
      word = static_cast<std::uint32_t>(random()) & 0xFFFFFF;
    gx::Material material = withRegisters();
    material.stages = gx::stagesOf(registers, 1 + below(6));
    gx::TevInputs inputs = gx::probeInputs();
    inputs.texels.fill({static_cast<int>(below(256)), static_cast<int>(below(256)),
                        static_cast<int>(below(256)), static_cast<int>(below(256))});
    EXPECT_EQ(onGpu(material, inputs), gx::evaluate(material, inputs)) << tevFunction(material);
  }
}

}  // namespace
}  // namespace sinew::renderer::test
