#pragma once

// What lies in a folder, as the open dialog and the keys for the next and previous file see it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/result.h"

namespace sinew::app {

struct FolderEntry {
  std::string name;  ///< as the file system has it, UTF-8 or not
  bool is_folder = false;
  bool is_model = false;  ///< by its extension
  std::uint64_t size_bytes = 0;
};

/// True where a name's extension is one of a format that can be read, in any case.
[[nodiscard]] bool hasModelExtension(std::string_view name);

/// True where `a` comes before `b`: letters without case, numbers by value ("a2" before "a10").
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

/// Folders first, each kind in natural order; names that start with a dot only where `hidden`.
/// Links count as what they lead to. Nothing but regular files and folders is listed.
/// \return an Error with the system's reason.
[[nodiscard]] Result<std::vector<FolderEntry>> listFolder(const std::string& folder, bool hidden);

/// The models beside `path`, itself among them though its extension may be unusual, in natural
/// order, each as the folder of `path` and its name.
[[nodiscard]] std::vector<std::string> modelsBeside(const std::string& path);

/// A typed path made whole: a leading `~` is the home folder, what is relative starts at `folder`.
[[nodiscard]] std::string expandPath(std::string_view typed, const std::string& folder);

/// What a typed path may go on to: the entries of its folder whose name starts with its last part
/// (in any case), folders with a slash behind them, at most `most`. `typed` is whole (expandPath).
[[nodiscard]] std::vector<std::string> completePath(const std::string& typed, bool hidden,
                                                    std::size_t most);

}  // namespace sinew::app
