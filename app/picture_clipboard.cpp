#include "app/picture_clipboard.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sinew::app {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);
constexpr auto kLook = std::chrono::milliseconds(5);

struct Tool {
  const char* display;  ///< works where this variable is set
  std::vector<std::string> arguments;
};

std::vector<Tool> tools() {
  return {{"WAYLAND_DISPLAY", {"wl-copy", "--type", "image/png"}},
          {"DISPLAY", {"xclip", "-selection", "clipboard", "-t", "image/png", "-i"}}};
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A file without a name that holds the bytes, read from its start. A pipe would block where a
/// tool does not read.
File fileWith(std::span<const std::uint8_t> bytes) {
  File file(std::tmpfile());
  const bool kept = file &&
                    std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                    std::fflush(file.get()) == 0;
  return kept ? std::move(file) : nullptr;
}

/// Starts a tool with the file as its input. \return its process; 0 where it cannot be run.
pid_t start(const Tool& tool, std::FILE* input) {
  if (::lseek(::fileno(input), 0, SEEK_SET) != 0) return 0;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
  // What goes on to serve the picture must not keep our pipes open.
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> texts = tool.arguments;
  std::vector<char*> argv;
  for (std::string& text : texts)
    argv.push_back(text.data());
  argv.push_back(nullptr);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? process : 0;
}

/// Waits for a tool to have taken the picture; what serves it then is another process.
Result<void> wait(pid_t process, const std::string& name) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    if (ended != 0) {
      return fail("clipboard.failed", fmt::format("{} did not take the picture", name));
    }
    std::this_thread::sleep_for(kLook);
  }
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  return fail("clipboard.failed", fmt::format("{} did not take the picture within {} s", name,
                                              std::chrono::seconds(kPatience).count()));
}

}  // namespace

Result<void> copyPng(std::span<const std::uint8_t> png) {
  const File input = fileWith(png);
  if (!input) {
    return fail("clipboard.failed", fmt::format("the picture cannot be kept for the clipboard: {}",
                                                std::strerror(errno)));
  }
  Result<void> done;
  bool ran = false;
  for (const Tool& tool : tools()) {
    if (std::getenv(tool.display) == nullptr) continue;
    const pid_t process = start(tool, input.get());
    if (process == 0) continue;
    ran = true;
    done = wait(process, tool.arguments[0]);
    if (done) return done;
  }
  if (ran) return done;
  return fail("clipboard.tool",
              "pictures get to the clipboard by xclip (X11) or wl-copy (Wayland), and neither can "
              "be run: install one, or take the file that F12 writes");
}

}  // namespace sinew::app
