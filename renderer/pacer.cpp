#include "renderer/pacer.h"

#include <algorithm>

namespace sinew::renderer {

namespace {

/// What may wait to be filled in, of two pieces each.
constexpr std::size_t kPieceBytes = std::size_t{32} << 20;
constexpr std::size_t kPrimitiveBytes = 512;
constexpr std::size_t kTileBytes = 9;
constexpr std::size_t kTileSide = 64;
/// A call costs as much memory as some primitives: its uniforms and state are copied.
constexpr std::size_t kPrimitivesPerCall = 8;
constexpr std::size_t kLeastPiece = 1024;
/// Of a graphics card, which keeps no triangles: only so that a frame can be ended.
constexpr std::size_t kCardPiece = std::size_t{1} << 20;

std::size_t verticesPer(GLenum mode) {
  return mode == GL_TRIANGLES ? 3 : mode == GL_LINES ? 2 : 1;
}

std::size_t tiles(int side) {
  return (static_cast<std::size_t>(std::max(side, 1)) + kTileSide - 1) / kTileSide;
}

}  // namespace

Pacer::~Pacer() {
  if (fence_ != nullptr) glDeleteSync(fence_);
}

void Pacer::begin(const GpuInfo& info, int width, int height, double seconds) {
  using Clock = std::chrono::steady_clock;
  end_ = Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  gave_up_ = false;
  const std::size_t worst = kPrimitiveBytes + kTileBytes * tiles(width) * tiles(height);
  limit_ = info.software ? std::max(kPieceBytes / worst, kLeastPiece) : kCardPiece;
  pending_ = std::min(pending_, limit_ - 1);
}

void Pacer::drawElements(GLenum mode, std::size_t offset_bytes, std::size_t count) {
  const std::size_t per_primitive = verticesPer(mode);
  while (count > 0 && !gave_up_) {
    const std::size_t room = (limit_ - pending_) * per_primitive;
    const std::size_t piece = std::min(count, room);
    glDrawElements(mode, static_cast<GLsizei>(piece), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(offset_bytes));
    offset_bytes += piece * sizeof(GLuint);
    count -= piece;
    note(piece / per_primitive);
  }
}

void Pacer::drawArrays(GLenum mode, std::size_t count) {
  const std::size_t per_primitive = verticesPer(mode);
  for (std::size_t first = 0; first < count && !gave_up_;) {
    const std::size_t room = (limit_ - pending_) * per_primitive;
    const std::size_t piece = std::min(count - first, room);
    glDrawArrays(mode, static_cast<GLint>(first), static_cast<GLsizei>(piece));
    first += piece;
    note(piece / per_primitive);
  }
}

void Pacer::note(std::size_t primitives) {
  pending_ += primitives + kPrimitivesPerCall;
  if (pending_ < limit_) return;
  pending_ = 0;
  const GLsync next = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  // This piece is drawn while the next one is prepared; the one before must be done.
  if (fence_ != nullptr) {
    glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
    glDeleteSync(fence_);
  }
  fence_ = next;
  // Looked at behind a piece only, so that a frame of one piece is always whole.
  gave_up_ = std::chrono::steady_clock::now() > end_;
}

}  // namespace sinew::renderer
