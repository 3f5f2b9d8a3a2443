#include "app/any_case.h"

#include <algorithm>
#include <system_error>

#include "app/text_case.h"

namespace sinew::app {

namespace fs = std::filesystem;

std::optional<fs::path> AnyCaseFolders::entry(const fs::path& folder, const std::string& name) {
  const Folder& listed = list(folder);
  if (std::binary_search(listed.names.begin(), listed.names.end(), name)) return folder / name;
  const auto found = listed.folded.find(foldCase(name));
  if (found == listed.folded.end()) return std::nullopt;
  return folder / found->second;
}

std::optional<fs::path> AnyCaseFolders::folder(fs::path base,
                                               std::span<const std::string> folders) {
  for (const std::string& part : folders) {
    const std::optional<fs::path> next = entry(base, part);
    std::error_code ignored;
    if (!next || !fs::is_directory(*next, ignored)) return std::nullopt;
    base = *next;
  }
  return base;
}

const AnyCaseFolders::Folder& AnyCaseFolders::list(const fs::path& folder) {
  const auto [place, is_new] = folders_.try_emplace(folder.string());
  if (!is_new) return place->second;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    place->second.names.push_back(it->path().filename().string());
  }
  std::sort(place->second.names.begin(), place->second.names.end());
  for (const std::string& name : place->second.names) {
    place->second.folded.try_emplace(foldCase(name), name);
  }
  return place->second;
}

}  // namespace sinew::app
