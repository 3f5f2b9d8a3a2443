#include "format/bmd1/layout.h"
#include "format/byte_reader.h"
#include "format/load.h"

namespace sinew {

std::string_view toString(FileFormat format) {
  switch (format) {
    case FileFormat::Bmd1:
      return "bmd1";
  }
  return "bmd1";
}

std::optional<FileFormat> detectFormat(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint32_t magic = in.u32();
  if (in.ok() && magic == bmd1::layout::kMagic) return FileFormat::Bmd1;
  return std::nullopt;
}

}  // namespace sinew
