#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew::app {

/// A file that is about to be written: all are made before the first one is touched.
struct OutputFile {
  std::string path;
  std::vector<std::uint8_t> bytes;
};

}  // namespace sinew::app
