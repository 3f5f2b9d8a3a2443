#include "format/mdl0/source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/big_endian.h"
#include "format/scene/scene.h"

namespace sinew::mdl0 {
namespace {

/// Names in files are short; without a limit, thousands of entries could copy one endless name.
constexpr std::uint64_t kMaxNameBytes = 1024;

constexpr std::uint64_t kEntryBytes = 16;

std::string numbered(std::uint32_t index) {
  return fmt::format("#{}", index);
}

}  // namespace

Bytes Source::part(std::uint64_t offset, std::uint64_t size) const {
  if (offset >= bytes_.size()) return {};
  return bytes_.subspan(static_cast<std::size_t>(offset),
                        static_cast<std::size_t>(std::min(size, bytes_.size() - offset)));
}

std::uint8_t Source::u8(std::uint64_t offset) const {
  return has(offset, 1) ? std::to_integer<std::uint8_t>(bytes_[offset]) : std::uint8_t{0};
}

std::uint16_t Source::u16(std::uint64_t offset) const {
  return has(offset, 2) ? loadBe<std::uint16_t>(bytes_.data() + offset) : std::uint16_t{0};
}

std::uint32_t Source::u32(std::uint64_t offset) const {
  return has(offset, 4) ? loadBe<std::uint32_t>(bytes_.data() + offset) : 0;
}

std::int16_t Source::s16(std::uint64_t offset) const {
  return static_cast<std::int16_t>(u16(offset));
}

std::int32_t Source::s32(std::uint64_t offset) const {
  return static_cast<std::int32_t>(u32(offset));
}

float Source::f32(std::uint64_t offset) const {
  return has(offset, 4) ? loadBeFloat(bytes_.data() + offset) : 0.0f;
}

float Source::finite(std::uint64_t offset, float instead, std::string_view path) const {
  const float value = f32(offset);
  if (std::isfinite(value)) return value;
  report(Kind::NotFinite, Effect::Repair, offset, path,
         fmt::format("{} is no number to work with; {} is used", value, instead));
  return instead;
}

std::optional<std::uint64_t> Source::target(std::uint64_t base, std::int64_t relative) const {
  const std::int64_t to = static_cast<std::int64_t>(base) + relative;
  if (to < 0 || static_cast<std::uint64_t>(to) >= bytes_.size()) return std::nullopt;
  return static_cast<std::uint64_t>(to);
}

std::optional<std::uint64_t> Source::follow(std::uint64_t base, std::uint64_t field, Effect effect,
                                            std::string_view path) const {
  const std::int32_t relative = s32(field);
  std::optional<std::uint64_t> to = target(base, relative);
  if (!to) {
    report(Kind::Range, effect, field, path,
           fmt::format("the offset {} from 0x{:x} leads outside the {} bytes", relative, base,
                       bytes_.size()));
  }
  return to;
}

std::optional<std::string> Source::readName(std::uint64_t base, std::uint64_t field,
                                            std::string_view path) const {
  const std::int32_t relative = s32(field);
  const std::optional<std::uint64_t> start =
      has(field, 4) && relative != 0 ? target(base, relative) : std::nullopt;
  if (!start) {
    report(Kind::Range, Effect::Repair, field, path,
           fmt::format("the name at {} from 0x{:x} lies outside the {} bytes", relative, base,
                       bytes_.size()));
    return std::nullopt;
  }
  const Bytes rest = part(*start, kMaxNameBytes);
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  if (end == rest.end()) {
    report(Kind::Name, Effect::Repair, field, path,
           fmt::format("the name at 0x{:x} has no end", *start));
    return std::nullopt;
  }
  const auto length = static_cast<std::size_t>(end - rest.begin());
  if (!spend(length, field, path)) return std::nullopt;
  std::string stored(length, '\0');
  std::transform(rest.begin(), end, stored.begin(),
                 [](std::byte b) { return static_cast<char>(b); });
  return scene::printableName(stored);
}

std::string Source::name(std::uint64_t base, std::uint64_t field, std::uint32_t index,
                         std::string_view path) const {
  return readName(base, field, path).value_or(numbered(index));
}

std::optional<std::string> Source::optionalName(std::uint64_t base, std::uint64_t field,
                                                std::uint32_t index, std::string_view path) const {
  if (s32(field) == 0) return std::nullopt;
  return name(base, field, index, path);
}

void Source::report(Kind kind, Effect effect, std::uint64_t offset, std::string_view path,
                    std::string message, std::uint32_t count) const {
  findings_->setLayer(place_.layer);
  findings_->setMember(place_.member);
  findings_->add(kind, effect, offset, path, std::move(message), count);
}

bool Source::spend(std::uint64_t bytes, std::uint64_t offset, std::string_view path) const {
  if (budget_->spend(bytes)) return true;
  report(Kind::Limit, Effect::Loss, offset, path,
         "the file's parts together are many times larger than the file; the rest is left out");
  return false;
}

std::optional<std::vector<Entry>> readDictionary(const Source& source, std::uint64_t group,
                                                 std::string_view path) {
  if (!source.has(group, 8)) {
    source.report(Kind::Range, Effect::Loss, group, path,
                  fmt::format("no room for a dictionary behind 0x{:x}", group));
    return std::nullopt;
  }
  const std::uint64_t count = source.u32(group + 4);
  const std::uint64_t room = (source.size() - group - 8) / kEntryBytes;
  if (count >= room && !(count == 0 && room == 0)) {
    source.report(
        Kind::Count, Effect::Loss, group + 4, path,
        fmt::format("{} entries announced, there is room for {}", count, room == 0 ? 0 : room - 1));
    return std::nullopt;
  }
  if (!source.spend(count * kEntryBytes, group, path)) return std::nullopt;
  std::vector<Entry> entries(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries[i];
    entry.at = group + 8 + (i + 1) * kEntryBytes;
    const std::string number = numbered(static_cast<std::uint32_t>(i));
    const std::optional<std::string> name =
        source.readName(group, entry.at + 8, fmt::format("{}/{}", path, number));
    entry.named = name.has_value();
    entry.name = name.value_or(number);
    const std::optional<std::uint64_t> to =
        source.follow(group, entry.at + 12, Effect::Loss, fmt::format("{}/{}", path, entry.name));
    entry.readable = to.has_value();
    entry.offset = to.value_or(0);
  }
  return entries;
}

}  // namespace sinew::mdl0
