#include "app/regress/png_chunks.h"

#include <cstring>

#include <libdeflate.h>

namespace sinew::app::regress {

bool isPng(Bytes file) {
  return file.size() >= kPngSignature.size() &&
         std::memcmp(file.data(), kPngSignature.data(), kPngSignature.size()) == 0;
}

std::uint32_t bigEndian(Bytes bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word = word << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return word;
}

std::optional<PngChunk> readPngChunk(Bytes bytes) {
  if (bytes.size() < 12) return std::nullopt;
  const std::size_t length = bigEndian(bytes, 0);
  if (length > bytes.size() - 12) return std::nullopt;
  if (libdeflate_crc32(0, &bytes[4], length + 4) != bigEndian(bytes, 8 + length)) {
    return std::nullopt;
  }
  return PngChunk{
      {reinterpret_cast<const char*>(&bytes[4]), 4}, bytes.subspan(8, length), length + 12};
}

}  // namespace sinew::app::regress
