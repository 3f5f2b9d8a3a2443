#include <cmath>
#include <limits>
#include <string>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/json_stream.h"
#include "app/output.h"
#include "app/sarif.h"
#include "app/text.h"
#include "format/utf8.h"

namespace sinew::app {
namespace {

const std::string kReplacement = "\xEF\xBF\xBD";

struct Utf8Case {
  std::string bytes;
  std::string expected;
};

// Unicode 15, section 3.9, tables 3-8 to 3-11, and the edges of table 3-7.
TEST(Text, EachMaximalIllFormedPartBecomesOneReplacement) {
  const std::string& r = kReplacement;
  const std::vector<Utf8Case> cases = {
      {"abc", "abc"},
      {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
      // Table 3-8: non-shortest forms.
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", r + r + r + r + r + r + r + r + "A"},
      // Table 3-9: surrogates.
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", r + r + r + r + r + r + r + r + "A"},
      // Table 3-10: beyond U+10FFFF and bytes that never occur.
      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", r + r + r + r + r + "A" + r + r + "B"},
      // Table 3-11: truncated sequences, each one part.
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", r + r + r + r + "A"},
      {"\xC3", r},
      {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
      {"\xF4\x90\x80\x80", r + r + r + r},
      {"\xE0\xA0\x80", "\xE0\xA0\x80"},
      {"\xED\x9F\xBF", "\xED\x9F\xBF"},
  };
  for (const Utf8Case& test : cases)
    EXPECT_EQ(toUtf8(test.bytes), test.expected);
}

TEST(Text, ControlCharactersNeverReachTheTerminal) {
  EXPECT_EQ(quoted("a\x1B[2J\n\"\\\x7F"), "\"a\\x1b[2J\\x0a\\\"\\\\\\x7f\"");
  EXPECT_EQ(printable("a\"\xC2\x9B\xC3\xA9"), "a\"\\u009b\xC3\xA9");
}

TEST(Text, DigitsAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

/// What a JsonStream writes, through a pipe.
template <class Write>
std::string written(JsonStream::Layout layout, Write write) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  {
    Output output(ends[1]);
    JsonStream json(output, layout);
    write(json);
    EXPECT_TRUE(output.flush());
  }
  close(ends[1]);
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(read(ends[0], text.data(), text.size())));
  close(ends[0]);
  return text;
}

TEST(JsonStream, LayoutsAndNesting) {
  const auto write = [](JsonStream& json) {
    json.beginObject().field("a", 1).key("list").beginArray();
    json.beginObject(true).field("b", true).numbers("n", std::array{1.0, 2.5}).endObject();
    json.value("x");
    json.endArray().key("none").beginArray().endArray().null("c").endObject().finish();
  };
  EXPECT_EQ(
      written(JsonStream::Layout::Lines, write),
      "{\n  \"a\": 1,\n  \"list\": [\n    {\"b\": true, \"n\": [1.0, 2.5]},\n    \"x\"\n  ],\n"
      "  \"none\": [],\n  \"c\": null\n}\n");
  EXPECT_EQ(written(JsonStream::Layout::Compact, write),
            "{\"a\":1,\"list\":[{\"b\":true,\"n\":[1.0,2.5]},\"x\"],\"none\":[],\"c\":null}\n");
}

TEST(JsonStream, Numbers) {
  const auto one = [](auto number) {
    return written(JsonStream::Layout::Compact, [number](JsonStream& json) { json.value(number); });
  };
  EXPECT_EQ(one(0.1), "0.1");
  EXPECT_EQ(one(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(one(-0.0), "-0.0");
  EXPECT_EQ(one(1e300), "1e+300");
  EXPECT_EQ(one(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(one(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(one(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(one(std::uint8_t{200}), "200");
  EXPECT_EQ(one(std::int64_t{-5}), "-5");
}

TEST(JsonStream, TextIsEscapedAndWellFormed) {
  EXPECT_EQ(written(JsonStream::Layout::Compact,
                    [](JsonStream& json) { json.value("a\"\\\n\x01\xFF\xC3\xA9"); }),
            "\"a\\\"\\\\\\n\\u0001" + kReplacement + "\xC3\xA9\"");
}

TEST(Output, AFailedWriteSticks) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  Output output(full);
  output.write("x");
  EXPECT_FALSE(output.flush());
  EXPECT_TRUE(output.failed());
  EXPECT_THAT(output.problem(), testing::HasSubstr("space"));
  output.write(std::string(200000, 'y'));
  EXPECT_FALSE(output.flush());
  close(full);
}

TEST(Sarif, PathsBecomeUris) {
  EXPECT_EQ(uriOf("a/b.bmd"), "a/b.bmd");
  EXPECT_EQ(uriOf("/a b.bmd"), "file:///a%20b.bmd");
  EXPECT_EQ(uriOf("100%#?.bmd"), "100%25%23%3F.bmd");
  EXPECT_EQ(uriOf("\xC3\xA9"), "%C3%A9");
}

}  // namespace
}  // namespace sinew::app
