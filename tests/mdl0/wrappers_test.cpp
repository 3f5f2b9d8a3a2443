#include <string>

#include <gtest/gtest.h>

#include "format/archive/lz.h"
#include "format/archive/u8.h"
#include "format/mdl0/read.h"

namespace sinew::archive {
namespace {

Bytes view(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string bytesOf(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values)
    out += static_cast<char>(value);
  return out;
}

/// What a file unpacks to, or the kind of its fault.
std::string unpacked(const std::string& file, std::uint64_t max = 1 << 20) {
  const auto packed = sniffPacked(view(file));
  if (!packed) return "not packed";
  const auto out = unpack(view(file), *packed, max);
  if (!out) return "fault " + std::string(toString(out.error().kind));
  std::string text;
  for (const std::byte b : *out)
    text += static_cast<char>(b);
  return text;
}

const std::string kYaz0 =
    "Yaz0" + bytesOf({0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0}) + "abc" + bytesOf({0x40, 0x02});
const std::string kLz10 = bytesOf({0x10, 9, 0, 0, 0x10}) + "abc" + bytesOf({0x30, 0x02});
const std::string kLz11 = bytesOf({0x11, 9, 0, 0, 0x10}) + "abc" + bytesOf({0x50, 0x02});

TEST(Wrappers, SmallVectors) {
  EXPECT_EQ(unpacked(kYaz0), "abcabcabc");
  EXPECT_EQ(unpacked(kLz10), "abcabcabc");
  EXPECT_EQ(unpacked(kLz11), "abcabcabc");
  EXPECT_EQ(unpacked("LZ77" + kLz10), "abcabcabc");
  // Yay0: flags at 16 (three literals, one link), links at 20, literals at 22.
  EXPECT_EQ(
      unpacked("Yay0" + bytesOf({0, 0, 0, 9, 0, 0, 0, 20, 0, 0, 0, 22, 0xE0, 0, 0, 0, 0x40, 0x02}) +
               "abc"),
      "abcabcabc");
}

TEST(Wrappers, LongReferences) {
  // Yaz0 with an extra length byte: 12h + 2 copies of `a`.
  EXPECT_EQ(unpacked("Yaz0" + bytesOf({0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}) + "a" +
                     bytesOf({0, 0, 2})),
            std::string(21, 'a'));
  // LZ11's three-byte form (length 11h + 2) and four-byte form (111h + 1).
  EXPECT_EQ(unpacked(bytesOf({0x11, 20, 0, 0, 0x40}) + "a" + bytesOf({0x00, 0x20, 0x00})),
            std::string(20, 'a'));
  EXPECT_EQ(unpacked(bytesOf({0x11, 0x13, 1, 0, 0x40}) + "a" + bytesOf({0x10, 0x00, 0x10, 0x00})),
            std::string(0x113, 'a'));
  // A size of 0 in three bytes: the size follows in four.
  EXPECT_EQ(unpacked(bytesOf({0x10, 0, 0, 0, 2, 0, 0, 0, 0}) + "ab"), "ab");
}

TEST(Wrappers, FaultsOfEveryPrefix) {
  for (const std::string& file : {kYaz0, kLz10, kLz11}) {
    for (std::size_t size = 4; size < file.size(); ++size)
      EXPECT_EQ(unpacked(file.substr(0, size)), "fault truncated") << size;
  }
}

TEST(Wrappers, OtherFaults) {
  std::string before = kYaz0;
  before[before.size() - 1] = 0x03;  // four bytes back, there are three
  EXPECT_EQ(unpacked(before), "fault range");
  EXPECT_EQ(unpacked(kYaz0, 8), "fault limit");
  std::string lie = kYaz0;
  lie[4] = static_cast<char>(0xFF);
  EXPECT_EQ(unpacked(lie), "fault limit");
  EXPECT_EQ(unpacked(lie, std::uint64_t{1} << 40), "fault truncated");
}

TEST(Wrappers, ASingleByteIsNoSignature) {
  const auto looks = [](const std::string& file) { return mdl0::looksLikeMdl0(view(file)); };
  EXPECT_FALSE(looks(kLz10));  // unpacks to nothing that is read
  EXPECT_TRUE(looks(bytesOf({0x10, 16, 0, 0, 0}) + "bres" + bytesOf({0xFE, 0xFF, 0, 0, 0, 0, 0})));
  EXPECT_TRUE(looks("bres"));
  EXPECT_TRUE(looks("CHR0"));
  EXPECT_FALSE(looks("bre"));
  EXPECT_FALSE(looks(""));
}

/// An archive node.
std::string node(int kind, int name, std::uint32_t a, std::uint32_t b) {
  const auto word = [](std::uint32_t value) {
    return bytesOf({static_cast<int>(value >> 24), static_cast<int>(value >> 16 & 255),
                    static_cast<int>(value >> 8 & 255), static_cast<int>(value & 255)});
  };
  return bytesOf({kind, 0, 0, name}) + word(a) + word(b);
}

/// Nodes behind a root, and their names; the header leads to byte 32.
std::string archiveOf(const std::string& nodes, const std::string& names) {
  std::string header = bytesOf({0x55, 0xAA, 0x38, 0x2D, 0, 0, 0, 32});
  header.resize(32, '\0');
  return header + node(1, 0, 0, static_cast<std::uint32_t>(nodes.size() / 12 + 1)) + nodes + names;
}

TEST(U8, FoldersAndFiles) {
  const std::string names = std::string("\0.\0a\0x\0b\0", 9);
  // ./a/x, then b beside a
  const std::string file =
      archiveOf(node(1, 1, 0, 5) + node(1, 3, 1, 4) + node(0, 5, 0, 4) + node(0, 7, 8, 2), names);
  scene::Findings findings(Mode::Lenient);
  const auto members = readU8(view(file), findings);
  ASSERT_TRUE(members.has_value());
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].path, "a/x");
  EXPECT_EQ((*members)[1].path, "b");
  EXPECT_EQ((*members)[1].range.offset, 8u);
  EXPECT_TRUE(findings.empty());
}

TEST(U8, BrokenNodesCostThemselvesOnly) {
  const std::string names = std::string("\0..\0x\0", 6);
  const std::string file = archiveOf(
      node(1, 1, 0, 1) + node(0, 4, 0xFFFFFF00, 0x200) + node(0, 4, 0, 4) + node(0, 90, 0, 1),
      names);
  scene::Findings findings(Mode::Lenient);
  const auto members = readU8(view(file), findings);
  ASSERT_TRUE(members.has_value());
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].path, "x");
  EXPECT_EQ((*members)[1].path, "#4");
  std::string kinds;
  for (const Diagnostic& found : findings.take())
    kinds += std::string(found.rule) + "@" + std::to_string(found.offset) + " ";
  EXPECT_EQ(kinds, "path@44 loop@52 range@60 range@80 ");
}

}  // namespace
}  // namespace sinew::archive
