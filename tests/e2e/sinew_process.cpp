#include "sinew_process.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sinew::e2e {

namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {
    if (number < 0) throw std::runtime_error("no file descriptor");
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

/// A file in memory: no pipe that fills up, nothing left on the disk.
int memoryFile() {
  return memfd_create("sinew-e2e", MFD_CLOEXEC);
}

std::string contents(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

int exitOf(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Starts a program with these standard streams.
pid_t spawn(std::vector<std::string>& words, int in, int out, int err) {
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, argv.front(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot run " + words.front());
  return pid;
}

Finished runWords(int output, std::vector<std::string> words, const std::string& input) {
  const Descriptor in(memoryFile());
  const Descriptor err(memoryFile());
  if (write(in.get(), input.data(), input.size()) != static_cast<ssize_t>(input.size())) {
    throw std::runtime_error("standard input could not be prepared");
  }
  lseek(in.get(), 0, SEEK_SET);
  const pid_t pid = spawn(words, in.get(), output, err.get());
  int status = 0;
  waitpid(pid, &status, 0);
  Finished finished;
  finished.exit = exitOf(status);
  finished.err = contents(err.get());
  return finished;
}

Finished runWith(int output, const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> words{SINEW_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return runWords(output, std::move(words), input);
}

}  // namespace

Finished runSinew(const std::vector<std::string>& arguments, const std::string& input) {
  const Descriptor out(memoryFile());
  Finished finished = runWith(out.get(), arguments, input);
  finished.out = contents(out.get());
  return finished;
}

Finished runSinewInto(const std::string& output_path, const std::vector<std::string>& arguments) {
  const Descriptor out(open(output_path.c_str(), O_WRONLY | O_CLOEXEC));
  return runWith(out.get(), arguments, {});
}

Finished runSinewWithin(std::size_t data_kib, const std::vector<std::string>& arguments) {
  const Descriptor out(open("/dev/null", O_WRONLY | O_CLOEXEC));
  std::vector<std::string> words{"/bin/sh", "-c", "ulimit -d \"$0\" && exec \"$@\"",
                                 std::to_string(data_kib), SINEW_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return runWords(out.get(), std::move(words), {});
}

Finished runSinewIntoClosedPipe(const std::vector<std::string>& arguments) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  close(ends[0]);
  const Descriptor out(ends[1]);
  return runWith(out.get(), arguments, {});
}

Running::Running(const std::vector<std::string>& arguments)
    : out_(memoryFile()), err_(memoryFile()) {
  const Descriptor in(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<std::string> words{SINEW_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pid_ = spawn(words, in.get(), out_, err_);
}

Running::~Running() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

void Running::signal(int number) const {
  kill(pid_, number);
}

bool Running::isOver() const {
  siginfo_t info{};
  const int failed = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return failed != 0 || info.si_pid == pid_;
}

std::vector<pid_t> Running::children() const {
  std::vector<pid_t> out;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream stat(entry.path() / "stat");
    std::string text{std::istreambuf_iterator<char>(stat), {}};
    // "PID (NAME) STATE PARENT …": the name may hold anything.
    const std::size_t end = text.rfind(')');
    char state = 'Z';
    pid_t parent = 0;
    if (end == std::string::npos) continue;
    std::istringstream(text.substr(end + 1)) >> state >> parent;
    if (parent == pid_ && state != 'Z') out.push_back(std::atoi(text.c_str()));
  }
  return out;
}

Finished Running::wait(double seconds) {
  int status = 0;
  for (int i = 0; i < static_cast<int>(seconds * 100.0); ++i) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return {exitOf(status), contents(out_), contents(err_)};
    }
    usleep(10'000);
  }
  kill(pid_, SIGKILL);
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return {exitOf(status), contents(out_), contents(err_)};
}

bool hasOpen(pid_t process, const std::string& path) {
  std::error_code ignored;
  const std::string folder = "/proc/" + std::to_string(process) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (std::filesystem::read_symlink(entry.path(), ignored) == path) return true;
  }
  return false;
}

}  // namespace sinew::e2e
