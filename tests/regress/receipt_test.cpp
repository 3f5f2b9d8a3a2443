// Receipts in PNG files: written, read back, and read from files that mean harm.

#include "app/receipt.h"

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/png.h"
#include "app/regress/read_picture.h"
#include "app/repeat_shot.h"
#include "app/sha256.h"
#include "app/shell_words.h"
#include "tests/app/temp_folder.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

renderer::Image picture(int width = 64, int height = 48) {
  renderer::Image image;
  image.width = width;
  image.height = height;
  image.rgba.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 255);
  return image;
}

std::vector<std::uint8_t> pngWith(const PngText& text, const renderer::Image& image = picture()) {
  const auto png = encodePng(image, text);
  EXPECT_TRUE(png);
  return png ? *png : std::vector<std::uint8_t>{};
}

Bytes asBytes(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

const std::string kDigest(64, 'a');

PngText receipt(const std::string& command) {
  return {{"sinew:command", command}, {"sinew:sha256", kDigest}, {"sinew:renderer", "R; V"}};
}

std::string problemOf(const PngText& text) {
  const auto read = readReceipt(asBytes(pngWith(text)));
  return read ? "none" : read.error().message;
}

TEST(Sha256, KnownValues) {
  // FIPS 180-4's own examples.
  EXPECT_EQ(sha256Hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::string abc = "abc";
  EXPECT_EQ(sha256Hex(std::as_bytes(std::span(abc))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ShellWords, AreReadBackAsTheyWere) {
  const std::vector<std::string> words{"sinew", "a b",   "it's",      "",         "--view=front",
                                       "#0",    "$HOME", "new\nline", "\xFF\xFE", "тест",
                                       "\\",    "'",     "$'x",       "\x7F",     "\xC2\x9B"};
  const std::string line = shellLine(words);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = splitShellLine(line);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, words);
  EXPECT_EQ(shellWord("it's"), R"('it'\''s')");
  EXPECT_EQ(shellWord("a\nb"), R"($'a\x0ab')");
}

TEST(ShellWords, AShellReadsThemTheSame) {
  const std::vector<std::string> words{"a b", "it's", "$(id)", "`id`", "new\nline", "\xFF", "*"};
  const std::string command = "exec bash -c 'for w in " + [&] {
    std::string quoted;
    for (const char c : shellLine(words))
      c == '\'' ? quoted += "'\\''" : quoted += c;
    return quoted;
  }() + "; do printf \"%s|\" \"$w\"; done'";
  FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string out(256, '\0');
  out.resize(std::fread(out.data(), 1, out.size(), pipe));
  ::pclose(pipe);
  EXPECT_EQ(out, "a b|it's|$(id)|`id`|new\nline|\xFF|*|");
}

TEST(ShellWords, WhatAShellWouldActOnIsRefused) {
  for (const char* line :
       {"a;b", "$(id)", "a|b", "'open", "$'open", R"($'\q')", "a>b", "\"a\"", "a\nb"}) {
    EXPECT_FALSE(splitShellLine(line)) << line;
  }
}

TEST(LookArguments, LeaveOutWhatDoesNotShow) {
  EXPECT_THAT(lookArguments({"--input=x", "--view=front", "--output=y.png", "--quiet", "--edges",
                             "--texture-path=rel", "--texture-path=/abs", "--reference=r.png",
                             "--max-size=1", "--from=z.png"}),
              ElementsAre("--view=front", "--edges", "--texture-path=rel"));
  EXPECT_EQ(receiptPath("models/fox.bmd"), "models/fox.bmd");
  EXPECT_EQ(receiptPath("/somewhere/fox.bmd"), "fox.bmd");
  EXPECT_EQ(receiptPath("-"), "");
}

TEST(Receipt, IsReadBack) {
  const auto read = readReceipt(asBytes(
      pngWith(receipt("sinew shot 'mo dels/fox.bmd' --view=front '--animation=#0' --edges"))));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->file, "mo dels/fox.bmd");
  EXPECT_THAT(read->arguments, ElementsAre("--view=front", "--animation=#0", "--edges"));
  EXPECT_EQ(read->sha256, kDigest);
  EXPECT_EQ(read->renderer, "R; V");
  EXPECT_THAT(read->size, ElementsAre(64u, 48u));
}

TEST(Receipt, SurvivesTextThatIsNotAscii) {
  const auto read = readReceipt(asBytes(pngWith(receipt("sinew shot 'тест.bmd' --edges"))));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->file, "тест.bmd");
}

TEST(Receipt, HostileOnesAreRefused) {
  EXPECT_THAT(problemOf({}), HasSubstr("no receipt"));
  EXPECT_THAT(problemOf(receipt("rm -rf x")), HasSubstr("no command of sinew"));
  EXPECT_THAT(problemOf(receipt("sinew view a.bmd")), HasSubstr("no command of sinew"));
  EXPECT_THAT(problemOf(receipt("sinew shot a.bmd; id")), HasSubstr("no command of sinew"));
  EXPECT_THAT(problemOf(receipt("sinew shot a.bmd b.bmd")), HasSubstr("one model"));
  EXPECT_THAT(problemOf(receipt("sinew shot --edges ''")), HasSubstr("one model"));
  for (const char* argument :
       {"--output=x.png", "--overwrite", "--from=x.png", "--input=b.bmd", "--reference=x.png",
        "--texture-path=/etc", "--mask=x", "--verbose=quiet", "--list-gl-devices", "--help",
        "--max-size=1", "--no-such", "--", "--keep-going"}) {
    EXPECT_THAT(problemOf(receipt(std::string("sinew shot a.bmd ") + argument)),
                HasSubstr("which no receipt may have"))
        << argument;
  }
  PngText bad = receipt("sinew shot a.bmd");
  bad[1].second = std::string(64, 'G');
  EXPECT_THAT(problemOf(bad), HasSubstr("SHA-256"));
  std::string many = "sinew shot a.bmd";
  for (int i = 0; i < 300; ++i)
    many += " --edges";
  EXPECT_THAT(problemOf(receipt(many)), HasSubstr("no command of sinew"));
}

TEST(Receipt, DamagedFilesDoNoHarm) {
  const std::vector<std::uint8_t> whole = pngWith(receipt("sinew shot a.bmd --view=front"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::uint8_t> part(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto read = readReceipt(asBytes(part));
    // Texts stand before the pixels: a file cut behind them still has its receipt.
    if (read) {
      EXPECT_EQ(read->file, "a.bmd");
    }
  }
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint8_t> bytes = whole;
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    const auto read = readReceipt(asBytes(bytes));
    if (read) {
      EXPECT_EQ(read->file, "a.bmd");
    }  // checksums tell of every changed byte
  }
}

class ReceiptFiles : public testing::Test {
 protected:
  static Receipt wanting(const std::string& file, const std::string& content) {
    Receipt out;
    out.file = file;
    out.sha256 = sha256Hex(std::as_bytes(std::span(content)));
    return out;
  }
  std::string find(const Receipt& receipt, const std::string& png) {
    const auto found = findReceiptFile(receipt, png, 1 << 20);
    return found ? fs::path(found->path).lexically_relative(folder_.path()).string()
                 : found.error().message;
  }
  TempFolder folder_;
};

TEST_F(ReceiptFiles, AreFoundBesideAndAboveThePicture) {
  const std::string png = folder_.write("p/baselines/key/x.png", "");
  folder_.write("p/models/a.bmd", "A");
  EXPECT_EQ(find(wanting("models/a.bmd", "A"), png), "p/models/a.bmd");
  folder_.write("p/baselines/key/a.bmd", "A");  // moved together
  EXPECT_EQ(find(wanting("models/a.bmd", "A"), png), "p/baselines/key/a.bmd");
}

TEST_F(ReceiptFiles, TheOneWithTheHashIsTaken) {
  const std::string png = folder_.write("p/q/x.png", "");
  folder_.write("p/q/a.bmd", "changed");
  folder_.write("p/a.bmd", "A");
  EXPECT_EQ(find(wanting("a.bmd", "A"), png), "p/a.bmd");
  fs::remove(folder_ / "p/a.bmd");
  EXPECT_THAT(find(wanting("a.bmd", "A"), png), HasSubstr("another SHA-256"));
  fs::remove(folder_ / "p/q/a.bmd");
  EXPECT_THAT(find(wanting("a.bmd", "A"), png), HasSubstr("was not found: give the FILE"));
  EXPECT_THAT(find(wanting("", "A"), png), HasSubstr("standard input"));
}

TEST_F(ReceiptFiles, OnlyRegularFilesAreRead) {
  const std::string png = folder_.write("x.png", "");
  ASSERT_EQ(::mkfifo((folder_ / "a.bmd").c_str(), 0600), 0);
  EXPECT_THAT(find(wanting("a.bmd", "A"), png), HasSubstr("was not found"));
}

class RepeatShot : public testing::Test {
 protected:
  Result<RepeatedShot> repeat(const PngText& text, const renderer::Image& image = picture()) {
    const auto png = pngWith(text, image);
    options_.from = folder_.write("x.png", std::string(png.begin(), png.end()));
    options_.command = Command::Shot;
    return repeatShot(options_);
  }
  PngText receiptFor(const std::string& command) {
    const std::string content = "model";
    folder_.write("a.bmd", content);
    PngText text = receipt(command);
    text[1].second = sha256Hex(std::as_bytes(std::span(content)));
    return text;
  }
  TempFolder folder_;
  Options options_;
};

TEST_F(RepeatShot, OptionsOfTheCommandLineComeOnTop) {
  options_.given = {"--from=x.png", "--view=left", "--output=y.png"};
  const auto shot = repeat(receiptFor("sinew shot a.bmd --view=front --edges --resolution=64,48"));
  ASSERT_TRUE(shot) << shot.error().message;
  EXPECT_EQ(shot->options.files, std::vector<std::string>{folder_ / "a.bmd"});
  EXPECT_THAT(shot->options.camera.views, ElementsAre(NamedView::Left));
  EXPECT_TRUE(shot->options.view.display.edges);
  EXPECT_EQ(shot->options.output, "y.png");
  EXPECT_EQ(shot->renderer, "R; V");
}

TEST_F(RepeatShot, AFileOfTheCommandLineReplacesTheReceipts) {
  options_.files = {"other.bmd"};
  const auto shot = repeat(receiptFor("sinew shot a.bmd --resolution=64,48"));
  ASSERT_TRUE(shot) << shot.error().message;
  EXPECT_EQ(shot->options.files, std::vector<std::string>{"other.bmd"});
}

TEST_F(RepeatShot, DamagedReceiptsAreSaid) {
  auto shot = repeat(receiptFor("sinew shot a.bmd --resolution=64,49"));
  ASSERT_FALSE(shot);
  EXPECT_EQ(shot.error().code, "receipt");
  EXPECT_THAT(shot.error().message, HasSubstr("64x48 pixels, but the receipt tells of 64x49"));
  shot = repeat(receiptFor("sinew shot a.bmd --resolution=64,48 --view=nowhere"));
  ASSERT_FALSE(shot);
  EXPECT_THAT(shot.error().message, HasSubstr("is damaged: --view: 'nowhere' is not one of"));
  shot = repeat(receiptFor("sinew shot a.bmd"));
  ASSERT_FALSE(shot);
  EXPECT_THAT(shot.error().message, HasSubstr("the receipt tells of no size"));
}

}  // namespace
}  // namespace sinew::app
