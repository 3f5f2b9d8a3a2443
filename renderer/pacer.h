#pragma once

#include <chrono>
#include <cstddef>

#include <glad/gl.h>

#include "renderer/renderer.h"

namespace sinew::renderer {

/// Draws in pieces and keeps a software rasteriser from falling behind: what llvmpipe still has to
/// fill in it keeps in memory, some hundred bytes a triangle and eight for every 64 x 64 tile that
/// the triangle touches, and it lets gigabytes of that pile up before it makes the caller wait.
///
/// It also ends a frame that takes too long: millions of faces that each fill the picture are few
/// bytes of a file, but hours of work for any rasteriser, and one call for all of them makes a
/// graphics driver reset the device.
class Pacer {
 public:
  Pacer() = default;
  ~Pacer();
  Pacer(const Pacer&) = delete;
  Pacer& operator=(const Pacer&) = delete;

  /// A frame of this size begins; what is drawn of it once `seconds` are over is left out.
  void begin(const GpuInfo& info, int width, int height, double seconds);
  /// Whether something of the frame was left out.
  [[nodiscard]] bool gaveUp() const { return gave_up_; }
  /// Draws `count` 32-bit indices of the bound element buffer: GL_TRIANGLES, GL_LINES or GL_POINTS.
  void drawElements(GLenum mode, std::size_t offset_bytes, std::size_t count);
  /// Draws the first `count` vertices.
  void drawArrays(GLenum mode, std::size_t count);

 private:
  void note(std::size_t primitives);

  std::size_t limit_ = std::size_t{1} << 20;  ///< primitives between two fences
  std::size_t pending_ = 0;                   ///< primitives since the last fence
  GLsync fence_ = nullptr;                    ///< of the piece before
  std::chrono::steady_clock::time_point end_;
  bool gave_up_ = false;
};

}  // namespace sinew::renderer
