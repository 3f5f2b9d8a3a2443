#include "format/gltf/read.h"

#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "format/byte_reader.h"
#include "format/gltf/accessors.h"
#include "format/gltf/builder.h"
#include "format/gltf/json_value.h"
#include "format/gltf/parse.h"

namespace sinew::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;  // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::size_t kMostJsonBytes = std::size_t{512} << 20;

/// The two parts of a file.
struct Parts {
  std::string_view json;
  Bytes binary;
};

std::string_view textOf(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Walks the chunks of a GLB (glTF 2.0, 4.4).
bool splitGlb(Context& context, Bytes bytes, Parts& out) {
  ByteReader header(bytes);
  (void)header.u32();
  const std::uint32_t version = header.u32();
  const std::uint32_t length = header.u32();
  if (!header.ok()) {
    return context.fail("gltf.truncated", "header",
                        fmt::format("{} bytes, but the header takes 12", bytes.size()), 0);
  }
  if (version != 2) {
    return context.fail("gltf.version", "header.version",
                        fmt::format("version {}, but only 2 is read", version), 4);
  }
  if (length > bytes.size()) {
    return context.fail("gltf.truncated", "header.length",
                        fmt::format("{} bytes, but the file has {}", length, bytes.size()), 8);
  }
  if (length < bytes.size()) {
    context.warn("gltf.slack", "header.length",
                 fmt::format("{} bytes lie behind the end", bytes.size() - length), 1, true);
  }
  std::size_t at = kHeaderBytes;
  for (std::size_t chunk = 0; at + kChunkHeaderBytes <= length; ++chunk) {
    ByteReader in(bytes, at);
    const std::uint32_t size = in.u32();
    const std::uint32_t type = in.u32();
    at += kChunkHeaderBytes;
    if (size > length - at) {
      return context.fail("gltf.truncated", fmt::format("chunks[{}]", chunk),
                          fmt::format("{} bytes, but {} are left", size, length - at),
                          at - kChunkHeaderBytes);
    }
    const Bytes content = bytes.subspan(at, size);
    if (chunk == 0 && type != kJsonChunk) {
      return context.fail("gltf.chunk", "chunks[0]", "the first chunk is not JSON", at - 4);
    }
    if (chunk == 0) out.json = textOf(content);
    if (chunk > 0 && type == kBinaryChunk && out.binary.empty()) out.binary = content;
    at += size;
  }
  if (out.json.empty()) {
    return context.fail("gltf.chunk", "chunks", "there is no JSON chunk", kHeaderBytes);
  }
  return true;
}

bool isGlb(Bytes bytes) {
  ByteReader in(bytes);
  return in.u32() == kMagic && in.ok();
}

void buildModel(Builder& builder, bool tracks) {
  Model& model = builder.model;
  model.conventions.up = UpAxis::Y;
  model.conventions.front = {0.0f, 0.0f, 1.0f};
  model.conventions.units_per_metre = 1.0;
  buildSkeleton(builder);
  buildMaterials(builder);
  if (builder.context.ok()) buildMeshes(builder);
  if (builder.context.ok()) buildAttachments(builder);
  if (builder.context.ok()) buildClips(builder, tracks);
}

Result<ReadModel> readChecked(const SharedBytes& shared, const ReadOptions& options) {
  const Bytes bytes = *shared;
  Context context(options.mode);
  context.growBy(bytes.size());
  Parts parts;
  const bool glb = isGlb(bytes);
  if (!glb) parts.json = textOf(bytes);
  if (glb && !splitGlb(context, bytes, parts)) return tl::unexpected<Error>(context.error());
  if (parts.json.size() > kMostJsonBytes) {
    return fail("gltf.too-large", fmt::format("{} bytes of JSON, but at most {} are read",
                                              parts.json.size(), kMostJsonBytes));
  }
  Result<JsonText> text = JsonText::parse(parts.json);
  if (!text) {
    Error error = text.error();
    if (glb) error.offset = error.offset.value_or(0) + kHeaderBytes + kChunkHeaderBytes;
    return tl::unexpected<Error>(std::move(error));
  }
  File file;
  parseFile(context, text->root(), file);
  if (!context.ok()) return tl::unexpected<Error>(context.error());
  ReadModel out;
  out.model.bytes = shared;
  Store store(context, file, parts.binary, options.resolver);
  Builder builder{context, file, store, out.model, {}, {}, {}, kNone, {}};
  buildModel(builder, options.tracks);
  if (!context.ok()) return tl::unexpected<Error>(context.error());
  out.diagnostics = std::move(context.diagnostics());
  sortDiagnostics(out.diagnostics);
  return out;
}

}  // namespace

bool looksLikeGltf(Bytes bytes) {
  if (isGlb(bytes)) return true;
  std::string_view text = textOf(bytes.first(std::min<std::size_t>(bytes.size(), 4096)));
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && text[start] == '{';
}

Result<ReadModel> read(const SharedBytes& bytes, const ReadOptions& options) {
  try {
    return readChecked(bytes, options);
  } catch (const std::bad_alloc&) {
    return fail("gltf.memory", "the file's content does not fit into memory");
  }
}

}  // namespace sinew::gltf
