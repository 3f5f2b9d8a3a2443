#include "format/bmd1/layout.h"
#include "format/byte_reader.h"
#include "format/gltf/read.h"
#include "format/load.h"
#include "format/scene/formats.h"

namespace sinew {

std::string_view toString(FileFormat format) {
  switch (format) {
    case FileFormat::Bmd1:
      return "bmd1";
    case FileFormat::Gltf:
      return "gltf";
  }
  return "bmd1";
}

std::optional<FileFormat> detectFormat(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint32_t magic = in.u32();
  if (in.ok() && magic == bmd1::layout::kMagic) return FileFormat::Bmd1;
  if (gltf::looksLikeGltf(bytes)) return FileFormat::Gltf;
  for (const scene::SceneFormat& format : scene::sceneFormats()) {
    if (format.looks_like(bytes)) return format.format;
  }
  return std::nullopt;
}

}  // namespace sinew
