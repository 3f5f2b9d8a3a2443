#include "format/gx/command_stream.h"

#include "format/big_endian.h"
#include "format/bit_fields.h"

namespace sinew::gx {
namespace {

constexpr std::uint8_t kNop = 0x00;
constexpr std::uint8_t kLoadCp = 0x08;
constexpr std::uint8_t kLoadXf = 0x10;
constexpr std::uint8_t kLoadBp = 0x61;
constexpr std::uint32_t kBpMask = 0xFE;
constexpr std::uint32_t kBpFirstColor = 0xE0;
constexpr std::uint32_t kBpLastColor = 0xE7;
constexpr std::uint32_t kXfFirst = 0x1000;

void writeColor(Registers& registers, std::uint32_t index, std::uint32_t value) {
  const std::size_t which = (index - kBpFirstColor) / 2;
  RegisterColor& color = (value & 0x800000) != 0 ? registers.konst[which] : registers.color[which];
  const bool high = (index & 1) != 0;
  color[high ? 2 : 0] = signedBits(value, {10, 0});
  color[high ? 1 : 3] = signedBits(value, {22, 12});
}

/// BP writes; register FE masks the next one only.
class BpWriter {
 public:
  explicit BpWriter(Registers& registers) : registers_(registers) {}

  void write(std::uint32_t index, std::uint32_t value) {
    if (index == kBpMask) {
      mask_ = value;
      return;
    }
    std::uint32_t& held = registers_.bp[index];
    held = (held & ~mask_) | (value & mask_);
    registers_.bp_written.set(index);
    mask_ = 0xFFFFFF;
    if (index >= kBpFirstColor && index <= kBpLastColor) writeColor(registers_, index, held);
  }

 private:
  Registers& registers_;
  std::uint32_t mask_ = 0xFFFFFF;
};

}  // namespace

StreamResult execute(Bytes stream, Registers& registers) {
  BpWriter bp(registers);
  std::size_t at = 0;
  const auto truncated = [&at] { return StreamResult{StreamResult::End::Truncated, at}; };
  while (at < stream.size()) {
    const std::size_t left = stream.size() - at - 1;
    const std::byte* body = stream.data() + at + 1;
    switch (std::to_integer<std::uint8_t>(stream[at])) {
      case kNop:
        ++at;
        break;
      case kLoadCp: {
        if (left < 5) return truncated();
        const auto index = std::to_integer<std::uint32_t>(body[0]);
        registers.cp[index] = loadBe<std::uint32_t>(body + 1);
        registers.cp_written.set(index);
        at += 6;
        break;
      }
      case kLoadXf: {
        if (left < 4) return truncated();
        const std::size_t count = loadBe<std::uint16_t>(body) + std::size_t{1};
        const std::uint32_t first = loadBe<std::uint16_t>(body + 2);
        if ((left - 4) / 4 < count) return truncated();
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t index = first + i - kXfFirst;
          if (first + i < kXfFirst || index >= registers.xf.size()) continue;
          registers.xf[index] = loadBe<std::uint32_t>(body + 4 + 4 * i);
          registers.xf_written.set(index);
        }
        at += 5 + 4 * count;
        break;
      }
      case kLoadBp: {
        if (left < 4) return truncated();
        const std::uint32_t word = loadBe<std::uint32_t>(body);
        bp.write(word >> 24, word & 0xFFFFFF);
        at += 5;
        break;
      }
      default:
        return {StreamResult::End::UnknownCommand, at};
    }
  }
  return {};
}

}  // namespace sinew::gx
