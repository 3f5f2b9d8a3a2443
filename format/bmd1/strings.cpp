// Names (docs/format-bmd1.md, section 2).

#include <algorithm>
#include <cstring>

#include "format/bmd1/reader.h"
#include "format/utf8.h"

namespace sinew::bmd1 {

StoredString readString(Reader& reader, std::uint32_t offset, std::uint64_t field,
                        const Path& path) {
  StoredString out{offset, {}};
  if (offset == 0) return out;
  const std::size_t file_size = reader.bytes.size();
  if (offset < layout::kHeaderSize || offset >= file_size) {
    reader.add(Rule::StringRange, field, path, offset, file_size);
    return out;
  }
  const auto* start = reinterpret_cast<const char*>(reader.bytes.data() + offset);
  const std::size_t room = file_size - offset;
  const std::size_t limit = std::min<std::size_t>(room, layout::kMaxStringBytes + 1);
  const void* nul = std::memchr(start, 0, limit);
  std::string_view text;
  if (nul != nullptr) {
    text = {start, static_cast<std::size_t>(static_cast<const char*>(nul) - start)};
  } else if (room <= layout::kMaxStringBytes) {
    reader.add(Rule::StringUnterminated, offset, path);
    return out;
  } else {
    reader.add(Rule::StringLong, offset, path, layout::kMaxStringBytes);
    text = dropCutUtf8({start, layout::kMaxStringBytes});
  }
  const std::size_t bad = findIllFormedUtf8(text);
  if (bad != text.size()) {
    reader.add(Rule::StringUtf8, offset + bad, path, static_cast<unsigned char>(text[bad]));
  }
  out.text = text;
  return out;
}

}  // namespace sinew::bmd1
