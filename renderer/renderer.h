#pragma once

// CPU data -> pixels. Needs a current OpenGL 3.3 core context; knows nothing of windows, files or
// options.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/model.h"
#include "format/result.h"
#include "renderer/frame.h"
#include "renderer/image.h"
#include "renderer/picture.h"

namespace sinew::renderer {

/// Looks up a GL function: glfwGetProcAddress, eglGetProcAddress or OSMesaGetProcAddress.
using GlProcLoader = void (*(*)(const char*))();

/// What the driver is and can do, asked once. Sizes are never assumed.
struct GpuInfo {
  std::string vendor;
  std::string renderer;
  std::string version;
  std::string glsl_version;
  int max_texture_buffer_texels = 0;
  int max_texture_size = 0;
  int max_samples = 0;
  int max_renderbuffer_size = 0;
  float max_anisotropy = 1.0f;
  bool software = false;  ///< llvmpipe, softpipe, swrast
};

/// Pixels to draw into: colour (sRGB) and depth, with `samples` > 1 resolved on demand. Reading and
/// copying need the renderer that drew last.
class RenderTarget {
 public:
  /// \return an Error for a size or sample count beyond the driver's limits.
  [[nodiscard]] static Result<RenderTarget> create(const GpuInfo& info, int width, int height,
                                                   int samples);
  ~RenderTarget();
  RenderTarget(RenderTarget&&) noexcept;
  RenderTarget& operator=(RenderTarget&&) noexcept;

  [[nodiscard]] int width() const;
  [[nodiscard]] int height() const;
  /// Resolves and reads back: straight alpha, rows from the top.
  [[nodiscard]] Image readPixels();
  /// Resolves and copies to the window's framebuffer (0) at its lower left corner.
  void blitToWindow();
  /// The same to any framebuffer (0: the window's), with the image's lower left corner at x, y.
  /// Pixels keep their sRGB-encoded values.
  void blitTo(unsigned framebuffer, int x, int y);
  /// The framebuffer that is drawn into (multisampled or not), for overlays that others draw on top
  /// of a finished frame. Its pixels count as sRGB-encoded values: blend with GL_FRAMEBUFFER_SRGB
  /// disabled.
  [[nodiscard]] unsigned drawFramebuffer() const;
  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  explicit RenderTarget(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// One model's buffers and textures. The packed lists go up unchanged: the bytes of each distinct
/// list once.
class GpuModel {
 public:
  ~GpuModel();
  GpuModel(GpuModel&&) noexcept;
  GpuModel& operator=(GpuModel&&) noexcept;

  /// Gives a texture (index into Model::textures) its image; null shows the checker of a missing
  /// one.
  void setTexture(std::uint32_t texture, const Image* image);
  /// log2 of the largest rounding cell of all drawn packed positions, model units.
  [[nodiscard]] float largestCellLog2() const;
  /// Bytes of packed vertices in GPU buffers, and of everything else.
  [[nodiscard]] std::size_t packedVertexBytes() const;
  [[nodiscard]] std::size_t otherBytes() const;
  /// Meshes and textures that cannot be shown as they are because the driver's limits are too
  /// small, one sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const;
  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }
  explicit GpuModel(std::unique_ptr<Impl> impl);

 private:
  std::unique_ptr<Impl> impl_;
};

struct RendererOptions {
  bool debug_output = false;  ///< collect the driver's messages, synchronously
  /// Pretends that texture buffers hold no more than this, for tests of small drivers.
  std::optional<int> max_texture_buffer_texels;
};

class Renderer {
 public:
  /// Loads GL, asks the limits and prepares what every frame needs; programs are compiled on first
  /// use. \return an Error where GL 3.3 is missing or a shader does not compile (driver log
  /// included).
  [[nodiscard]] static Result<Renderer> create(GlProcLoader loader, const RendererOptions& options);
  [[nodiscard]] static Result<Renderer> create(GlProcLoader loader, bool debug_output);
  ~Renderer();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;

  [[nodiscard]] const GpuInfo& info() const;

  /// Uploads a model. It must outlive the result. Meshes beyond the driver's limits are left out
  /// and named in `warnings`. \return an Error when the driver has no memory left.
  [[nodiscard]] Result<GpuModel> upload(const Model& model);

  /// Draws a frame. Allocates nothing once the same kind of frame was drawn before.
  /// \return an Error where a program needed for it does not compile.
  [[nodiscard]] Result<void> draw(const Frame& frame, RenderTarget& target);
  /// Longest time that a frame may take, seconds; 60 unless set. What is left of a frame then is
  /// not drawn, and `gaveUp` tells until the next one.
  void setTimeLimit(double seconds);
  [[nodiscard]] double timeLimit() const;
  [[nodiscard]] bool gaveUp() const;

  /// Draws a texture seen flat. \return an Error where a program needed for it does not compile.
  [[nodiscard]] Result<void> drawPicture(const PictureFrame& frame, RenderTarget& target);

  /// Compiled programs so far.
  [[nodiscard]] std::size_t programCount() const;

  /// GL errors and debug messages of high severity since the last call; tests fail on any.
  [[nodiscard]] std::vector<std::string> takeGlErrors();

  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sinew::renderer
