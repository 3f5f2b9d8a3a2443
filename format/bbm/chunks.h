#pragma once

// The chunks of tagged models and animations (docs/format-bbm.md, section 7).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "format/bbm/context.h"

namespace sinew::bbm {

/// Chunks inside each other; more is hostile.
inline constexpr std::size_t kMaxDepth = 16;

/// What a tagged file is, by the tag behind its mark.
enum class ImageKind : std::uint8_t { Model, Animation };

/// Whether the bytes are an image, plain or packed; by content alone.
struct ImageForm {
  ImageKind kind = ImageKind::Model;
  bool packed = false;
};
[[nodiscard]] std::optional<ImageForm> sniffImage(Bytes bytes);

/// A chunk's fields and children.
struct Chunk {
  std::string_view tag;  ///< four characters in the image
  Bytes payload;
  std::uint64_t offset = 0;  ///< of the tag, in the image
  [[nodiscard]] std::uint64_t payloadOffset() const { return offset + 8; }
};

/// Goes through the chunks of a parent one after another.
class ChunkWalk {
 public:
  /// \param base where `bytes` begin in the image
  ChunkWalk(Bytes bytes, std::uint64_t base, std::string path, Context& context)
      : bytes_(bytes), base_(base), path_(std::move(path)), context_(&context) {}

  /// The next chunk, or nothing at the end. A chunk that leads past the parent is cut there, and
  /// that is told.
  [[nodiscard]] std::optional<Chunk> next();

  /// Skips bytes that belong to no chunk until one of the tags, `/`-separated, begins.
  void skipTo(std::string_view tags);

 private:
  Bytes bytes_;
  std::uint64_t base_;
  std::string path_;
  Context* context_;
  std::size_t at_ = 0;
};

/// An image without its wrapping.
struct Image {
  ImageKind kind = ImageKind::Model;
  Bytes chunks;            ///< behind the header
  std::uint64_t base = 0;  ///< where they begin in the image
  SharedBytes storage;     ///< of a packed image
};

/// Unpacks and checks the header. Findings count from the image where it was packed: the layer is
/// set accordingly, and the caller sets it back.
[[nodiscard]] std::optional<Image> openImage(Bytes bytes, const ImageForm& form,
                                             const std::string& path, Context& context);

}  // namespace sinew::bbm
