#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sinew::app {

/// Looks file names up whatever their case, the exact one first: models come from systems that do
/// not tell cases apart. Each folder is read once.
class AnyCaseFolders {
 public:
  /// The entry of `folder` that `name` means; empty: none.
  [[nodiscard]] std::optional<std::filesystem::path> entry(const std::filesystem::path& folder,
                                                           const std::string& name);

  /// The folder that is reached from `base`; empty: none.
  [[nodiscard]] std::optional<std::filesystem::path> folder(std::filesystem::path base,
                                                            std::span<const std::string> folders);

 private:
  struct Folder {
    std::vector<std::string> names;             ///< sorted
    std::map<std::string, std::string> folded;  ///< to the first name in byte order
  };

  const Folder& list(const std::filesystem::path& folder);

  std::map<std::string, Folder> folders_;
};

}  // namespace sinew::app
