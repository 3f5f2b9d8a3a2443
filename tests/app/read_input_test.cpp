#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/document.h"
#include "temp_folder.h"

namespace sinew::app {
namespace {

std::string text(const Result<SharedBytes>& bytes) {
  if (!bytes) return "error: " + bytes.error().message;
  return {reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size()};
}

/// Puts a file in place of standard input.
class StandardInput {
 public:
  explicit StandardInput(int file) : saved_(::dup(STDIN_FILENO)) { ::dup2(file, STDIN_FILENO); }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST(ReadInput, ReadsFilesOfEverySize) {
  const TempFolder folder;
  for (const std::size_t size : {0u, 1u, 4096u, 65536u, 200000u}) {
    std::string content(size, 'x');
    for (std::size_t i = 0; i < size; ++i)
      content[i] = static_cast<char>(i * 31);
    EXPECT_EQ(text(readInput(folder.write("f", content), 1u << 20)), content) << size;
  }
}

TEST(ReadInput, RefusesBeyondTheLimit) {
  const TempFolder folder;
  const std::string file = folder.write("f", std::string(1001, 'x'));
  EXPECT_TRUE(readInput(file, 1001));
  const auto refused = readInput(file, 1000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "input.size");
  EXPECT_NE(refused.error().message.find("has 1001 bytes, but at most 1000"), std::string::npos);
}

TEST(ReadInput, SaysWhyNot) {
  const TempFolder folder;
  const auto message = [](const std::string& path) { return readInput(path, 100).error().message; };
  EXPECT_NE(message(folder / "none").find("No such file"), std::string::npos);
  EXPECT_NE(message(folder.path().string()).find("is a folder"), std::string::npos);
  EXPECT_NE(message("/dev/zero").find("is a device"), std::string::npos);
  EXPECT_NE(message("/dev/null").find("is a device"), std::string::npos);
  const std::string secret = folder.write("secret", "x");
  ASSERT_EQ(::chmod(secret.c_str(), 0), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  const uid_t user = ::geteuid();
  if (user == 0) {
    ASSERT_EQ(::seteuid(65534), 0);  // root reads everything
  }
  const auto refused = readInput(secret, 100);
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("Permission denied"), std::string::npos);
}

TEST(ReadInput, StandardInputFromAFileAndAPipe) {
  const TempFolder folder;
  {
    const int file = ::open(folder.write("f", "from a file").c_str(), O_RDONLY);
    const StandardInput input(file);
    EXPECT_EQ(text(readInput("-", 100)), "from a file");
    ::close(file);
  }
  const std::string content(300000, 'p');
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::thread writer([&content, &ends] {
    std::size_t done = 0;
    while (done < content.size()) {
      const ssize_t n = ::write(ends[1], content.data() + done, content.size() - done);
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    ::close(ends[1]);
  });
  {
    const StandardInput input(ends[0]);
    EXPECT_EQ(text(readInput("-", 1u << 20)), content);
  }
  writer.join();
  ::close(ends[0]);
}

TEST(ReadInput, AnEndlessStandardInputIsLeftAlone) {
  const int zero = ::open("/dev/zero", O_RDONLY);
  const StandardInput input(zero);
  EXPECT_FALSE(readInput("-", std::uint64_t{1} << 40));
  ::close(zero);
  // A pipe is read to one byte beyond the limit and no further.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "0123456789", 10), 10);
  {
    const StandardInput pipe_input(ends[0]);
    const auto refused = readInput("-", 4);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "input.size");
  }
  char rest[10];
  EXPECT_EQ(::read(ends[0], rest, sizeof rest), 5);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace sinew::app
