// LZO1X streams with what they hold, made by hand and by the library's compressors.

#include "format/lzo.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/format/bbm_vectors.h"

namespace sinew {
namespace {

using test::fromHex;

std::string unpack(const std::vector<std::byte>& stream, std::size_t room, LzoResult& result) {
  std::vector<std::byte> out(room);
  result = decompressLzo(stream, out);
  std::string text;
  for (std::size_t i = 0; i < result.produced; ++i)
    text += static_cast<char>(out[i]);
  return text;
}

/// CRC-32 as zlib has it.
std::uint32_t crc(const std::string& text) {
  std::uint32_t value = 0xFFFFFFFFU;
  for (const char c : text) {
    value ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      value = value >> 1 ^ ((value & 1) != 0 ? 0xEDB88320U : 0U);
  }
  return ~value;
}

void expectUnpacks(const std::vector<std::byte>& stream, const std::string& expected) {
  // Exactly enough room, and more of it: both ways of copying.
  for (const std::size_t more : {std::size_t{0}, std::size_t{64}}) {
    LzoResult result;
    EXPECT_EQ(unpack(stream, expected.size() + more, result), expected);
    EXPECT_EQ(result.status, LzoStatus::Done);
    EXPECT_EQ(result.consumed, stream.size());
  }
  const LzoResult measured = measureLzo(stream, expected.size());
  EXPECT_EQ(measured.status, LzoStatus::Done);
  EXPECT_EQ(measured.produced, expected.size());
}

std::string zeros(std::size_t count) {
  return std::string(2 * count, '0');
}

TEST(Lzo, ShortMatchOfTwo) {
  expectUnpacks(fromHex("12410000110000"), "AAA");
}

TEST(Lzo, ShortMatchOfTwoWithLiteral) {
  expectUnpacks(fromHex("124120060000110000"), std::string(40, 'A'));
}

TEST(Lzo, OverlappingMatch) {
  std::string expected;
  for (int i = 0; i < 64; ++i)
    expected += static_cast<char>(i % 7);
  expectUnpacks(fromHex("18000102030405062018180011 0000"), expected);
}

TEST(Lzo, LengthsOfSeveralBytes) {
  expectUnpacks(fromHex("1200200000 00C90000110000"), std::string(1000, '\0'));
}

TEST(Lzo, ManyForms) {
  expectUnpacks(fromHex("18616363616263625400 5d00620d00616c01a00169016181016268035401940055016166"
                        "026362110000"),
                "accabcbccacabbcaacbccbbcaacacbcacaacababbccbcbbccbabaaababcb");
}

TEST(Lzo, FarMatch) {
  LzoResult result;
  const auto stream = fromHex("154142434420" + zeros(66) + "850C00139C09110000");
  ASSERT_EQ(stream.size(), 81U);
  const std::string text = unpack(stream, 17005, result);
  EXPECT_EQ(result.status, LzoStatus::Done);
  EXPECT_EQ(text.size(), 17005U);
  EXPECT_EQ(text.substr(17000), "BCDAB");
  EXPECT_EQ(crc(text), 0x5B771850U);
}

TEST(Lzo, MatchOfThreeAfterLiterals) {
  LzoResult result;
  const auto stream = fromHex("154142434420" + zeros(11) + "A20C0001" + "7778797A" + "0000110000");
  ASSERT_EQ(stream.size(), 30U);
  const std::string text = unpack(stream, 4000, result);
  EXPECT_EQ(result.status, LzoStatus::Done);
  EXPECT_EQ(text.substr(3000), "ABCDwxyzDAB");
  EXPECT_EQ(crc(text), 0x87E951BFU);
}

TEST(Lzo, EveryCutEndsEarly) {
  const auto stream = fromHex("154142434420" + zeros(11) + "A20C0001" + "7778797A" + "0000110000");
  for (std::size_t size = 0; size < stream.size(); ++size) {
    const std::vector<std::byte> cut(stream.begin(),
                                     stream.begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<std::byte> out(4000);
    EXPECT_EQ(decompressLzo(cut, out).status, LzoStatus::InputEnds) << size;
    EXPECT_EQ(measureLzo(cut, 4000).status, LzoStatus::InputEnds) << size;
  }
}

TEST(Lzo, EveryRoomThatIsTooSmallIsFilled) {
  const auto stream = fromHex("124120060000110000");
  for (std::size_t room = 0; room < 40; ++room) {
    std::vector<std::byte> out(room);
    const LzoResult result = decompressLzo(stream, out);
    EXPECT_EQ(result.status, LzoStatus::OutputFull) << room;
    EXPECT_EQ(result.produced, room);
    EXPECT_TRUE(
        std::all_of(out.begin(), out.end(), [](std::byte b) { return b == std::byte{65}; }));
  }
}

TEST(Lzo, LookBehindIsRefused) {
  std::vector<std::byte> out(100);
  // One literal, then a match of 3 at distance 2.
  EXPECT_EQ(decompressLzo(fromHex("1241210400110000"), out).status, LzoStatus::LookBehind);
}

TEST(Lzo, FourGibibytesCostNothingToMeasure) {
  // A literal, and a match whose length is 255 for each of 16,843,009 zero bytes.
  std::vector<std::byte> stream{std::byte{0x12}, std::byte{0x41}, std::byte{0x20}};
  stream.resize(3 + 16843009);
  for (const int byte : {1, 0, 0, 0x11, 0, 0})
    stream.push_back(static_cast<std::byte>(byte));
  const LzoResult result = measureLzo(stream, std::size_t{1} << 40);
  EXPECT_EQ(result.status, LzoStatus::Done);
  EXPECT_EQ(result.produced, 1 + std::size_t{255} * 16843009 + 31 + 1 + 2);
}

}  // namespace
}  // namespace sinew
