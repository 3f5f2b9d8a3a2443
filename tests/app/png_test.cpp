#include "app/png.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <png.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

renderer::Image gradient(int width, int height, bool opaque) {
  renderer::Image image;
  image.width = width;
  image.height = height;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.rgba.push_back(static_cast<std::uint8_t>(x * 7));
      image.rgba.push_back(static_cast<std::uint8_t>(y * 5));
      image.rgba.push_back(static_cast<std::uint8_t>(x ^ y));
      image.rgba.push_back(opaque ? std::uint8_t{255} : static_cast<std::uint8_t>(x + y));
    }
  }
  return image;
}

/// libpng's simplified reader, which shares no code with the encoder under test.
renderer::Image decode(const std::vector<std::uint8_t>& bytes, bool& has_alpha) {
  png_image header;
  std::memset(&header, 0, sizeof header);
  header.version = PNG_IMAGE_VERSION;
  renderer::Image image;
  if (png_image_begin_read_from_memory(&header, bytes.data(), bytes.size()) == 0) return image;
  has_alpha = (header.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  header.format = PNG_FORMAT_RGBA;
  image.width = static_cast<int>(header.width);
  image.height = static_cast<int>(header.height);
  image.rgba.resize(PNG_IMAGE_SIZE(header));
  if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0)
    image.rgba.clear();
  return image;
}

bool contains(const std::vector<std::uint8_t>& bytes, std::string_view text) {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(text) !=
         std::string_view::npos;
}

class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "sinew-png-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
};

const std::vector<std::uint8_t> kBytes{'n', 'e', 'w'};

TEST(Png, RoundTripsRgbAndRgba) {
  for (const bool opaque : {true, false}) {
    const renderer::Image image = gradient(37, 19, opaque);
    const auto bytes = encodePng(image);
    ASSERT_TRUE(bytes) << describe(bytes.error());
    bool has_alpha = opaque;
    const renderer::Image back = decode(*bytes, has_alpha);
    EXPECT_EQ(has_alpha, !opaque);
    EXPECT_EQ(back.width, 37);
    EXPECT_EQ(back.height, 19);
    EXPECT_EQ(back.rgba, image.rgba);  // straight alpha: colours survive where alpha is 0
  }
}

TEST(Png, RoundTripsInStripsOfAnyHeight) {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 15}, {5, 31}, {3, 32}, {2, 66}, {300, 259}, {1, 1000}}) {
    const renderer::Image image = gradient(width, height, width != 3);
    const auto bytes = encodePng(image, {{"Title", "strips"}});
    ASSERT_TRUE(bytes) << describe(bytes.error());
    bool has_alpha = false;
    EXPECT_EQ(decode(*bytes, has_alpha).rgba, image.rgba) << width << 'x' << height;
  }
}

TEST(Png, EqualInputGivesEqualBytes) {
  const auto first = encodePng(gradient(64, 64, true), {{"Software", "sinew"}});
  const auto second = encodePng(gradient(64, 64, true), {{"Software", "sinew"}});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
}

TEST(Png, IsTaggedSrgbAndCarriesText) {
  const auto bytes = encodePng(gradient(4, 4, true), {{"Title", "plain"}, {"Source", "тест"}});
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(contains(*bytes, "sRGB"));
  EXPECT_TRUE(contains(*bytes, "tEXtTitle"));
  EXPECT_TRUE(contains(*bytes, "iTXtSource"));
  EXPECT_TRUE(contains(*bytes, "тест"));
}

TEST(Png, RefusesWhatIsNoImage) {
  EXPECT_FALSE(encodePng({}));
  renderer::Image short_image = gradient(4, 4, true);
  short_image.rgba.pop_back();
  EXPECT_FALSE(encodePng(short_image));
  EXPECT_FALSE(encodePng(gradient(4, 4, true), {{"", "no key"}}));
  EXPECT_FALSE(encodePng(gradient(4, 4, true), {{std::string(80, 'k'), "long key"}}));
}

TEST_F(FolderTest, WritesAndReplaces) {
  ASSERT_TRUE(writeFileAtomically(path("a.png"), {'o', 'l', 'd'}));
  ASSERT_TRUE(writeFileAtomically(path("a.png"), kBytes));
  EXPECT_EQ(content(path("a.png")), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FolderTest, KeepsAnExistingFileWhenAsked) {
  ASSERT_TRUE(writeFileAtomically(path("a.png"), {'o', 'l', 'd'}, false));
  const auto again = writeFileAtomically(path("a.png"), kBytes, false);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, "output.exists");
  EXPECT_EQ(content(path("a.png")), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FolderTest, FollowsASymbolicLink) {
  ASSERT_TRUE(writeFileAtomically(path("real.png"), {'o', 'l', 'd'}));
  fs::create_symlink("real.png", folder_ / "link.png");
  ASSERT_TRUE(writeFileAtomically(path("link.png"), kBytes));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.png"));
  EXPECT_EQ(content(path("real.png")), "new");
}

TEST_F(FolderTest, KeepsPermissions) {
  ASSERT_TRUE(writeFileAtomically(path("a.png"), {'o', 'l', 'd'}));
  ASSERT_EQ(::chmod(path("a.png").c_str(), 0640), 0);
  ASSERT_TRUE(writeFileAtomically(path("a.png"), kBytes));
  struct stat status {};
  ASSERT_EQ(::stat(path("a.png").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0640u);
}

TEST_F(FolderTest, StepsOverWhatAKilledProcessLeft) {
  // Another process with this process's id, as containers have them, and names counted from 0.
  for (int n = 0; n < 20; ++n) {
    std::ofstream(path(fmt::format(".sinew-{}-{}.tmp", ::getpid(), n).c_str())) << "part";
  }
  ASSERT_TRUE(writeFileAtomically(path("a.png"), kBytes));
  EXPECT_EQ(content(path("a.png")), "new");
  EXPECT_EQ(entries(), 21u);
}

TEST_F(FolderTest, NeverReplacesADevice) {
  ASSERT_TRUE(writeFileAtomically("/dev/null", kBytes));
  struct stat status {};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST_F(FolderTest, FailuresLeaveNothingBehind) {
  const auto missing = writeFileAtomically(path("no/such/a.png"), kBytes);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, "output.write");
  EXPECT_NE(missing.error().message.find("No such file or directory"), std::string::npos);
  fs::create_directory(folder_ / "dir.png");
  EXPECT_FALSE(writeFileAtomically(path("dir.png"), kBytes));
  EXPECT_FALSE(writeFileAtomically(path(std::string(300, 'x').c_str()), kBytes));
  EXPECT_EQ(entries(), 1u);
  // /dev/full fails each write as a full disk does.
  const auto full = writeFileAtomically("/dev/full", kBytes);
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().message.find("No space left"), std::string::npos);
}

TEST_F(FolderTest, UnwritableFolderIsAnError) {
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                               fs::perms::others_exec);
  const uid_t user = ::geteuid();
  if (user == 0) {
    ASSERT_EQ(::seteuid(65534), 0);
  }  // root writes everywhere
  const auto written = writeFileAtomically(path("a.png"), kBytes);
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("Permission denied"), std::string::npos);
  EXPECT_EQ(entries(), 0u);
}

}  // namespace
}  // namespace sinew::app
