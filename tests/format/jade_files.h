#pragma once

// The Jade Empire test files, and folders in memory to change them in.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "format/jade/read.h"

namespace sinew::test {

/// A folder in memory: names in lower case, bytes.
using Folder = std::map<std::string, std::vector<std::byte>>;

inline std::string lower(std::string text) {
  for (char& c : text)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// All files of a case of the corpus, by name.
inline Folder jadeFolder(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(SINEW_TEST_DATA) / "jade" / name;
  Folder out;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    std::ifstream in(entry.path(), std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + entry.path().string());
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    out[lower(entry.path().filename())].assign(first, first + text.size());
  }
  return out;
}

/// Reads a model of the folder, with the others beside it.
inline scene::ReadScene readJade(const Folder& folder, const std::string& file,
                                 scene::ReadOptions options = {}) {
  options.file_name = file;
  options.resolver = [&folder](const std::string& path) -> Result<SharedBytes> {
    const auto found = folder.find(lower(path));
    if (found == folder.end()) return fail("file.missing", "no such file");
    return std::make_shared<const std::vector<std::byte>>(found->second);
  };
  return jade::read(std::make_shared<const std::vector<std::byte>>(folder.at(lower(file))),
                    options);
}

inline void put16(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 2; ++i)
    bytes.at(at + i) = static_cast<std::byte>(value >> (8 * i));
}
inline void put32(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes.at(at + i) = static_cast<std::byte>(value >> (8 * i));
}
inline void putFloat(std::vector<std::byte>& bytes, std::size_t at, float value) {
  put32(bytes, at, std::bit_cast<std::uint32_t>(value));
}
inline std::uint32_t get32(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value |= std::to_integer<std::uint32_t>(bytes.at(at + i)) << (8 * i);
  return value;
}

/// The first finding of a kind, or null.
inline const Diagnostic* findKind(const scene::ReadScene& read, std::string_view kind) {
  for (const Diagnostic& diagnostic : read.diagnostics) {
    if (diagnostic.rule == kind) return &diagnostic;
  }
  return nullptr;
}

inline std::size_t countErrors(const scene::ReadScene& read) {
  return countBySeverity(read.diagnostics).errors;
}

}  // namespace sinew::test
