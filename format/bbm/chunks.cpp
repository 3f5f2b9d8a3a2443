#include "format/bbm/chunks.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "format/lzo.h"

namespace sinew::bbm {
namespace {

constexpr std::string_view kMark = ">>>>";
constexpr std::string_view kModel = "3DMF";
constexpr std::string_view kAnimation = "3DAF";

std::string_view textOf(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<ImageKind> kindOf(std::string_view start) {
  if (start.substr(0, 4) == kMark) start.remove_prefix(4);
  if (start.substr(0, 4) == kModel) return ImageKind::Model;
  if (start.substr(0, 4) == kAnimation) return ImageKind::Animation;
  return std::nullopt;
}

bool looksLikeTag(std::string_view text) {
  return text.size() >= 4 && std::all_of(text.begin(), text.begin() + 4, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

/// Unpacks an image behind its size word; null where that fails, which is told.
SharedBytes unpackImage(Bytes bytes, const std::string& path, Context& context) {
  const std::uint32_t size = loadLe<std::uint32_t>(bytes.data());
  const Bytes stream = bytes.subspan(4);
  const auto lost = [&](Kind kind, std::uint64_t offset, std::string message) {
    context.tell(kind, Effect::Loss, offset, path, std::move(message));
    return nullptr;
  };
  if (size > mostLzoHolds(stream.size())) {
    return lost(Kind::Count, 0,
                fmt::format("an image of {} bytes cannot be in {} bytes", size, stream.size()));
  }
  if (size > context.unpackedLeft()) {
    return lost(Kind::Limit, 0,
                fmt::format("unpacking an image of {} bytes goes over the limit of {} MiB", size,
                            context.options.max_unpacked_bytes >> 20));
  }
  // Nothing is taken for an image that the stream does not hold.
  const LzoResult measured = measureLzo(stream, size);
  if (measured.status != LzoStatus::Done || measured.produced != size) {
    const Kind kind = measured.status == LzoStatus::LookBehind  ? Kind::Range
                      : measured.status == LzoStatus::InputEnds ? Kind::Truncated
                                                                : Kind::Mismatch;
    return lost(kind, 4 + measured.consumed,
                fmt::format("{}, after {} of the image's {} bytes", toString(measured.status),
                            measured.produced, size));
  }
  (void)context.takeUnpacked(size);
  auto out = std::make_shared<std::vector<std::byte>>(size);
  (void)decompressLzo(stream, *out);
  if (measured.consumed < stream.size()) {
    context.tell(Kind::Mismatch, Effect::Oddity, 4 + measured.consumed, path,
                 fmt::format("{} bytes behind the image", stream.size() - measured.consumed));
  }
  return out;
}

}  // namespace

std::optional<ImageForm> sniffImage(Bytes bytes) {
  if (const auto kind = kindOf(textOf(bytes.first(std::min<std::size_t>(bytes.size(), 8)))))
    return ImageForm{*kind, false};
  if (bytes.size() < 5) return std::nullopt;
  std::array<std::byte, 8> start{};
  const LzoResult result = decompressLzo(bytes.subspan(4), start);
  const std::string_view text = textOf(Bytes(start).first(result.produced));
  if (text.size() < 8 || text.substr(0, 4) != kMark) return std::nullopt;
  if (const auto kind = kindOf(text)) return ImageForm{*kind, true};
  return std::nullopt;
}

std::optional<Image> openImage(Bytes bytes, const ImageForm& form, const std::string& path,
                               Context& context) {
  Image out;
  out.kind = form.kind;
  if (form.packed) {
    out.storage = unpackImage(bytes, path, context);
    if (!out.storage) return std::nullopt;
    context.findings.setLayer(static_cast<std::uint8_t>(context.findings.layer() + 1));
    bytes = *out.storage;
  }
  Cursor in(bytes);
  if (textOf(bytes.first(std::min<std::size_t>(bytes.size(), 4))) == kMark) in.skip(4);
  in.skip(4);
  const std::uint64_t version_offset = in.offset();
  const std::uint32_t version = in.u32();
  const std::uint64_t comment_offset = in.offset();
  (void)in.text();
  const std::uint64_t end = in.offset();
  if (!in.ok()) {
    context.tell(in.failure(), Effect::Loss, in.offset(), path,
                 fmt::format("{} in the image's header", failureText(in.failure())));
    return std::nullopt;
  }
  if (version != 100) {
    context.tell(Kind::Value, Effect::Oddity, version_offset, path,
                 fmt::format("version {} of the image, 100 is known", version));
  }
  in.skip((4 - end % 4) % 4);
  if (!in.ok()) {
    context.tell(Kind::Truncated, Effect::Loss, comment_offset, path,
                 "the data end in the image's header");
    return std::nullopt;
  }
  out.chunks = in.rest();
  out.base = in.offset();
  return out;
}

std::optional<Chunk> ChunkWalk::next() {
  const std::size_t left = bytes_.size() - at_;
  const std::uint64_t offset = base_ + at_;
  if (left < 8) {
    // Up to a word of zeros ends an image; some parents have a stray byte.
    const Bytes rest = bytes_.subspan(at_);
    at_ = bytes_.size();
    const bool zeros =
        std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == std::byte{0}; });
    if (!zeros) {
      context_->tell(Kind::Truncated, Effect::Loss, offset, path_,
                     fmt::format("{} bytes are no chunk", left));
    }
    return std::nullopt;
  }
  const std::string_view tag = textOf(bytes_.subspan(at_, 4));
  std::uint64_t size = loadLe<std::uint32_t>(bytes_.data() + at_ + 4);
  if (loadLe<std::uint32_t>(bytes_.data() + at_) == 0) {
    at_ = bytes_.size();
    return std::nullopt;
  }
  const std::uint64_t most = left - 8;
  const std::string shown = scene::printableName(tag);
  if (size > most) {
    // Some tools leave junk in the upper half of a size.
    const auto low = static_cast<std::size_t>(size & 0xFFFF);
    const bool junk = size != low && low <= most &&
                      (low == most || looksLikeTag(textOf(bytes_.subspan(at_ + 8 + low))));
    context_->tell(junk ? Kind::Value : Kind::Truncated, junk ? Effect::Repair : Effect::Loss,
                   offset + 4, fmt::format("{}/{}", path_, shown),
                   fmt::format("chunk {} of {} bytes, its parent has {} left", shown, size, most));
    size = junk ? low : most;
  }
  Chunk out{tag, bytes_.subspan(at_ + 8, static_cast<std::size_t>(size)), offset};
  at_ += 8 + static_cast<std::size_t>(size);
  return out;
}

void ChunkWalk::skipTo(std::string_view tags) {
  const std::string_view all = textOf(bytes_);
  for (std::size_t at = at_; at + 8 <= all.size(); ++at) {
    const std::string_view tag = all.substr(at, 4);
    if (looksLikeTag(tag) && tags.find(tag) != tags.npos) {
      at_ = at;
      return;
    }
  }
  at_ = bytes_.size();
}

}  // namespace sinew::bbm
