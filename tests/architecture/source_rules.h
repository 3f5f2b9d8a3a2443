#pragma once

// Rules about source files, each a function from one file to what breaks the rule there. The tests
// run them over the checkout, and over planted faults.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::architecture {

struct SourceFile {
  std::string path;  ///< from the checkout's folder, with `/`
  std::string text;
};

/// What is wrong, each "PATH:LINE: sentence" or "PATH: sentence".
using Faults = std::vector<std::string>;

/// All text files of a checkout but those of build folders and version control, ordered by path.
[[nodiscard]] std::vector<SourceFile> readCheckout(const std::filesystem::path& root);

/// Written by us in C or C++ (headers too).
[[nodiscard]] bool isCpp(std::string_view path);
[[nodiscard]] bool isHeader(std::string_view path);

/// third_party <- format <- pose <- renderer <- app, and which libraries each layer may include.
[[nodiscard]] Faults checkIncludes(const SourceFile& file);

/// Folders and files are snake_case.
[[nodiscard]] Faults checkName(std::string_view path);

/// Source files stay below 600 lines.
[[nodiscard]] Faults checkSize(const SourceFile& file);

/// No shader text in C++, no `using namespace` in headers, no file patterns in CMake.
[[nodiscard]] Faults checkHabits(const SourceFile& file);

/// Nothing names a folder of somebody's machine.
[[nodiscard]] Faults checkMachinePaths(const SourceFile& file);

/// Every C++ source is named in the CMakeLists.txt of its folder or of one above it.
[[nodiscard]] Faults checkListedInCMake(const SourceFile& file,
                                        const std::vector<SourceFile>& checkout);

}  // namespace sinew::architecture
