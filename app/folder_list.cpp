#include "app/folder_list.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "format/format_list.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool sameLetters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// The digits at the front of `text`, which they leave; zeros in front count for nothing.
std::string_view takeNumber(std::string_view& text) {
  const auto zeros = std::min(text.find_first_not_of('0'), text.size());
  text.remove_prefix(zeros);
  std::size_t length = 0;
  while (length < text.size() && isDigit(text[length]))
    ++length;
  const std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  return number;
}

FolderEntry describeEntry(const fs::directory_entry& entry) {
  FolderEntry out;
  out.name = entry.path().filename().string();
  std::error_code error;
  out.is_folder = entry.is_directory(error);
  out.is_model = !out.is_folder && hasModelExtension(out.name);
  if (!out.is_folder) {
    const std::uintmax_t size = entry.file_size(error);
    out.size_bytes = error ? 0 : static_cast<std::uint64_t>(size);
  }
  return out;
}

}  // namespace

bool hasModelExtension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  return std::ranges::any_of(formatInfos(), [&](const FormatInfo& info) {
    return std::ranges::any_of(info.extensions, [&](std::string_view extension) {
      return sameLetters(name.substr(dot + 1), extension);
    });
  });
}

bool naturalLess(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const std::string_view x = takeNumber(a);
      const std::string_view y = takeNumber(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    const auto x = static_cast<unsigned char>(lower(a.front()));
    const auto y = static_cast<unsigned char>(lower(b.front()));
    if (x != y) return x < y;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;
}

Result<std::vector<FolderEntry>> listFolder(const std::string& folder, bool hidden) {
  std::error_code error;
  std::vector<FolderEntry> entries;
  fs::directory_iterator at(folder, fs::directory_options::none, error);
  while (!error && at != fs::directory_iterator()) {
    std::error_code ignored;
    const bool shown = hidden || at->path().filename().string().front() != '.';
    if (shown && (at->is_directory(ignored) || at->is_regular_file(ignored)))
      entries.push_back(describeEntry(*at));
    at.increment(error);
  }
  if (error) {
    return fail("input.read",
                fmt::format("the folder \"{}\" cannot be listed: {}", folder, error.message()));
  }
  std::ranges::sort(entries, [](const FolderEntry& a, const FolderEntry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    return naturalLess(a.name, b.name);
  });
  return entries;
}

std::vector<std::string> modelsBeside(const std::string& path) {
  const fs::path whole(path);
  const fs::path folder = whole.parent_path();
  const std::string own = whole.filename().string();
  std::vector<std::string> out;
  const auto entries = listFolder(folder.empty() ? "." : folder.string(), true);
  if (!entries) return {path};
  for (const FolderEntry& entry : *entries) {
    if (entry.is_model || (!entry.is_folder && entry.name == own))
      out.push_back((folder / entry.name).string());
  }
  return out;
}

std::string expandPath(std::string_view typed, const std::string& folder) {
  const char* home = std::getenv("HOME");
  if (!typed.empty() && typed.front() == '~' && home != nullptr &&
      (typed.size() == 1 || typed[1] == '/')) {
    return std::string(home) + std::string(typed.substr(1));
  }
  if (typed.empty() || typed.front() == '/') return std::string(typed);
  std::string out = folder.empty() ? std::string(".") : folder;
  if (out.back() != '/') out += '/';
  return out + std::string(typed);
}

std::vector<std::string> completePath(const std::string& typed, bool hidden, std::size_t most) {
  const std::size_t slash = typed.rfind('/');
  const std::string folder =
      slash == std::string::npos ? std::string() : typed.substr(0, slash + 1);
  const std::string begun = typed.substr(folder.size());
  // Who types the dot wants to see what is hidden.
  const auto entries =
      listFolder(folder.empty() ? "." : folder, hidden || begun.rfind('.', 0) == 0);
  std::vector<std::string> out;
  if (!entries) return out;
  for (const FolderEntry& entry : *entries) {
    if (out.size() == most) break;
    if (entry.name.size() < begun.size()) continue;
    if (!sameLetters(std::string_view(entry.name).substr(0, begun.size()), begun)) continue;
    if (entry.is_folder) out.push_back(folder + entry.name + '/');
    if (entry.is_model) out.push_back(folder + entry.name);
  }
  return out;
}

}  // namespace sinew::app
