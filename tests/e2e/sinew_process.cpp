#include "sinew_process.h"

#include <stdexcept>

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

std::string contents(const Descriptor& file) {
  std::string text(static_cast<std::size_t>(lseek(file.get(), 0, SEEK_END)), '\0');
  const ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

Finished runWords(int output, std::vector<std::string> words, const std::string& input) {
  const Descriptor in(memoryFile());
  const Descriptor err(memoryFile());
  if (write(in.get(), input.data(), input.size()) != static_cast<ssize_t>(input.size())) {
    throw std::runtime_error("standard input could not be prepared");
  }
  lseek(in.get(), 0, SEEK_SET);
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.get(), STDERR_FILENO);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, argv.front(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot run " + words.front());
  int status = 0;
  waitpid(pid, &status, 0);
  Finished finished;
  finished.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  finished.err = contents(err);
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
  finished.out = contents(out);
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

}  // namespace sinew::e2e
