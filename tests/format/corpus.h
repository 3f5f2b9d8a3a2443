#pragma once

// The BMD1 test files and what they must give, for tests of format/.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "format/bytes.h"

namespace sinew::test {

inline std::filesystem::path corpusDir() {
  return std::filesystem::path(SINEW_TEST_DATA) / "bmd1";
}

inline SharedBytes readBytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<std::vector<std::byte>>(first, first + text.size());
}

inline nlohmann::json readJson(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return nlohmann::json::parse(in);
}

/// All files of a folder with that extension, sorted by name.
inline std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder,
                                                  const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace sinew::test
