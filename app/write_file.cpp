#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/png.h"

namespace sinew::app {
namespace {

constexpr int kMostLeftovers = 1000;  ///< files of killed processes that are stepped over

tl::unexpected<Error> outputFail(const std::string& path, const char* what, int error) {
  return fail("output.write", fmt::format("\"{}\" {}: {}", path, what, std::strerror(error)));
}

/// Zero, or errno of the write that failed.
int writeAll(int file, const std::vector<std::uint8_t>& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(file, bytes.data() + done, bytes.size() - done);
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    done += static_cast<std::size_t>(written);
  }
  return 0;
}

/// Pipes and devices cannot be replaced by a rename, and must not be.
Result<void> writeInPlace(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return outputFail(path, "cannot be opened for writing", errno);
  int error = writeAll(file, bytes);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) return outputFail(path, "cannot be written", error);
  return {};
}

/// Symbolic links are followed, so that the file they name is replaced and not the link.
std::string resolveLink(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string out = resolved;
  std::free(resolved);
  return out;
}

std::string temporaryBeside(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
  return fmt::format("{}.sinew-{}-{}.tmp", folder, ::getpid(), counter.fetch_add(1));
}

/// Makes a new file beside `path`. Returns its descriptor, or -1 with errno. A name may be taken by
/// what a killed process left behind: in containers every run has the same process id.
int createBeside(const std::string& path, std::string& temporary) {
  int file = -1;
  for (int tries = 0; file < 0 && tries < kMostLeftovers; ++tries) {
    temporary = temporaryBeside(path);
    file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  return file;
}

/// Zero, or errno. Without `overwrite` an existing file wins, also one made a moment ago.
int moveInto(const std::string& temporary, const std::string& path, bool overwrite) {
  if (overwrite) return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
  if (::link(temporary.c_str(), path.c_str()) != 0) return errno;
  ::unlink(temporary.c_str());
  return 0;
}

Result<void> replaceFile(const std::string& path, const std::vector<std::uint8_t>& bytes,
                         bool overwrite, const struct stat* existing) {
  std::string temporary;
  const int file = createBeside(path, temporary);
  if (file < 0) return outputFail(path, "cannot be written", errno);
  // Where this is not allowed the new file has the usual permissions: the content is what counts.
  if (existing != nullptr) ::fchmod(file, existing->st_mode & 07777);
  int error = writeAll(file, bytes);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0) error = moveInto(temporary, path, overwrite);
  if (error == 0) return {};
  ::unlink(temporary.c_str());
  if (error == EEXIST) return fail("output.exists", fmt::format("\"{}\" exists already", path));
  return outputFail(path, "cannot be written", error);
}

}  // namespace

Result<void> writeFileAtomically(const std::string& path, const std::vector<std::uint8_t>& bytes,
                                 bool overwrite) {
  if (path == "-") {
    std::fflush(stdout);
    const int error = writeAll(STDOUT_FILENO, bytes);
    if (error != 0) return outputFail("standard output", "cannot be written", error);
    return {};
  }
  const std::string target = resolveLink(path);
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) return replaceFile(target, bytes, overwrite, nullptr);
  if (S_ISDIR(status.st_mode)) return outputFail(path, "cannot be written", EISDIR);
  if (!S_ISREG(status.st_mode)) return writeInPlace(target, bytes);
  if (!overwrite) return fail("output.exists", fmt::format("\"{}\" exists already", path));
  if (::access(target.c_str(), W_OK) != 0) return outputFail(path, "cannot be written", errno);
  return replaceFile(target, bytes, overwrite, &status);
}

}  // namespace sinew::app
