// How much memory the program takes for files made to take much: at most 16 times the bytes of the
// file and of the lists in it (each time one is named), 256 bytes a diagnostic, and a constant
// (docs/format-bmd1.md, section 9).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile_files.h"
#include "sinew_process.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr std::size_t kMiB = std::size_t{1} << 20;
/// Above what a command takes for the same kind of file, made small.
constexpr std::size_t kConstantBytes = 8 * kMiB;
/// What waits for the software rasteriser (renderer/pacer.h).
constexpr std::size_t kQueueBytes = 64 * kMiB;
/// Elements in a small file.
constexpr std::uint32_t kSmall = 3;

struct Outcome {
  int exit_code = -1;
  std::size_t peak_bytes = 0;
};

Outcome run(const std::vector<std::string>& arguments, const std::string& output) {
  std::vector<std::string> command = {SINEW_BINARY};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : command)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(out, 1);
    dup2(null, 2);
    alarm(120);  // a run that hangs ends by SIGALRM
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

std::size_t countOf(const std::string& path, const std::string& word) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

struct Command {
  std::vector<std::string> arguments;
  bool draws = false;
};

std::vector<Command> commands() {
  return {
      {{"check", "--strict"}},
      {{"check", "--json"}},
      {{"info"}},
      {{"info", "--json"}},
      {{"dump"}},
      {{"pose", "--json", "--vertices"}},
      {{"shot", "-o-"}, true},
      {{"shot", "-o-", "--lod=all", "--edges", "--normals", "--solids=fill", "--armature"}, true}};
}

class Memory : public ::testing::TestWithParam<HostileCase> {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "AddressSanitizer's own memory hides the program's";
    const std::string base = ::testing::TempDir() + "sinew_memory_" + std::to_string(getpid());
    small_ = base + "_small.bmd";
    large_ = base + ".bmd";
    listing_ = base + ".json";
  }
  void TearDown() override {
    for (const std::string& path : {small_, large_, listing_})
      std::remove(path.c_str());
  }

  static void write(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(stream);
  }

  /// The peak of a command that must end as it should.
  static std::size_t peak(const Command& command, const std::string& path) {
    std::vector<std::string> arguments = command.arguments;
    arguments.push_back(path);
    const Outcome result = run(arguments, "/dev/null");
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1)
        << arguments[0] << " ended with " << result.exit_code;
    return result.peak_bytes;
  }

  std::string small_;
  std::string large_;
  std::string listing_;
};

TEST_P(Memory, StaysWithinTheBound) {
  const HostileCase& tested = GetParam();
  write(small_, tested.make(std::min(kSmall, tested.size)).bytes());
  const HostileFile file = tested.make(tested.size);
  ASSERT_LE(file.listBytes(), 8 * file.bytes().size());
  write(large_, file.bytes());
  run({"check", "--json", large_}, listing_);
  const std::size_t diagnostics = countOf(listing_, "\"rule\"");
  EXPECT_GE(diagnostics, tested.least_diagnostics);
  run({"dump", large_}, listing_);
  EXPECT_GE(fs::file_size(listing_), tested.least_dump_bytes);
  const std::size_t allowed = 16 * (file.bytes().size() + file.listBytes()) + 256 * diagnostics;
  for (const Command& command : commands()) {
    const std::size_t constant =
        peak(command, small_) + kConstantBytes + (command.draws ? kQueueBytes : 0);
    const std::size_t taken = peak(command, large_);
    const std::string& first = command.arguments.front();
    const std::string& last = command.arguments.back();
    EXPECT_LE(taken, allowed + constant) << first << " " << last;
    std::printf("%-6s %-10s %5zu KiB file, %5zu KiB lists, %6zu diagnostics: %7zu of %7zu KiB\n",
                first.c_str(), last == first ? "" : last.c_str(), file.bytes().size() / 1024,
                file.listBytes() / 1024, diagnostics, taken / 1024, (allowed + constant) / 1024);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Memory, ::testing::ValuesIn(hostileCases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(MemoryLimit, IsRealAndReported) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer needs more than any limit";
  const fs::path path =
      fs::temp_directory_path() / (std::string("sinew-limit-") + std::to_string(getpid()));
  const auto cases = hostileCases();
  const auto faces = std::find_if(cases.begin(), cases.end(),
                                  [](const HostileCase& c) { return c.name == "ManyFaces"; });
  ASSERT_NE(faces, cases.end());
  const std::vector<std::uint8_t> bytes = faces->make(faces->size).bytes();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const Finished run = runSinewWithin(1024, {"info", path});
  EXPECT_TRUE(run.exit == 3 || run.exit == 70) << run.exit;  // while reading, or later
  EXPECT_NE(run.err, "");
  fs::remove(path);
}

}  // namespace
}  // namespace sinew::e2e
