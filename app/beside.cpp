#include "app/beside.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "app/any_case.h"
#include "app/document.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

/// The file that `path` means below `folder` when case does not count; `path` itself without one.
std::string inAnyCase(AnyCaseFolders& folders, const std::string& folder, const std::string& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(path))
    parts.push_back(part.string());
  if (parts.empty()) return folder + path;
  const std::string name = parts.back();
  parts.pop_back();
  const auto holder = folders.folder(folder.empty() ? "." : folder, parts);
  const auto found = holder ? folders.entry(*holder, name) : std::nullopt;
  return found ? found->string() : folder + path;
}

}  // namespace

FileResolver resolverBeside(const std::string& model_path, std::uint64_t max_size_bytes) {
  if (model_path == "-") return {};
  const std::size_t slash = model_path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? std::string() : model_path.substr(0, slash + 1);
  // One load asks for many files: each folder is listed once.
  const auto folders = std::make_shared<AnyCaseFolders>();
  return [folder, folders, max_size_bytes](const std::string& path) {
    std::error_code ignored;
    const bool exact = fs::exists(folder + path, ignored);
    return readInput(exact ? folder + path : inAnyCase(*folders, folder, path), max_size_bytes);
  };
}

Result<LoadOptions> loadOptionsFor(const Options& options, const std::string& model_path) {
  const std::uint64_t max_size = maxSizeBytes(options);
  LoadOptions out = options.load;
  out.resolver = resolverBeside(model_path, max_size);
  out.file_name = fs::path(model_path).filename().string();
  for (const std::string& path : options.anim_files) {
    Result<SharedBytes> bytes = readInput(path, max_size);
    if (!bytes) return tl::unexpected(bytes.error());
    out.anim_files.push_back({fs::path(path).filename().string(), std::move(*bytes)});
  }
  return out;
}

}  // namespace sinew::app
