#include "format/bmd1/layout.h"
#include "format/byte_reader.h"
#include "format/format_list.h"
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
    case FileFormat::Mdl0:
      return "mdl0";
    case FileFormat::Bbm:
      return "bbm";
    case FileFormat::Jade:
      return "jade";
  }
  return "bmd1";
}

const std::vector<FormatInfo>& formatInfos() {
  static const std::vector<FormatInfo> infos = [] {
    std::vector<FormatInfo> all{
        {FileFormat::Bmd1, "BMD1 packed skeletal model", {"bmd"}},
        {FileFormat::Gltf, "glTF 2.0", {"gltf", "glb"}},
    };
    for (const scene::SceneFormat& format : scene::sceneFormats())
      all.push_back({format.format, format.title, format.extensions});
    return all;
  }();
  return infos;
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

FileFormat formatFor(Bytes bytes, const LoadOptions& options) {
  if (options.format) return *options.format;
  if (const auto format = detectFormat(bytes)) return *format;
  if (const auto format = scene::formatOfName(options.file_name)) return *format;
  return FileFormat::Bmd1;
}

}  // namespace sinew
