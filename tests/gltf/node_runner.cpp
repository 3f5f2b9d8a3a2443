#include "tests/gltf/node_runner.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sinew::oracles {
namespace {

std::string quoted(const std::string& text) {
  std::string out(1, '\'');
  for (const char c : text) {
    if (c == '\'') {
      out.append("'\\''");
    } else {
      out.push_back(c);
    }
  }
  out.push_back('\'');
  return out;
}

Finished run(const std::string& script, const std::vector<std::string>& arguments) {
  // Sanitizers of the tests are no concern of node.
  std::string line = fmt::format("SINEW_ORACLES={} {} {}", quoted(SINEW_ORACLES),
                                 quoted(SINEW_NODE), quoted(script));
  for (const std::string& argument : arguments)
    line.append(1, ' ').append(quoted(argument));
  line += " 2>&1";
  Finished out;
  std::FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe))
    out.out.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) out.exit = WEXITSTATUS(status);
  return out;
}

}  // namespace

std::string missing() {
  if (std::string(SINEW_NODE).find("NOTFOUND") != std::string::npos) {
    return "node is not installed";
  }
  for (const char* package : {"three", "gltf-validator", "gltfpack"}) {
    if (!std::filesystem::exists(std::string(SINEW_ORACLES) + "/node_modules/" + package)) {
      return std::string("the npm package ") + package + " is not installed in " + SINEW_ORACLES;
    }
  }
  return {};
}

Finished runScript(const std::string& script, const std::vector<std::string>& arguments) {
  return run(std::string(SINEW_SOURCE_DIR) + "/tests/oracles/" + script, arguments);
}

Finished runPackage(const std::string& program, const std::vector<std::string>& arguments) {
  return run(std::string(SINEW_ORACLES) + "/node_modules/" + program, arguments);
}

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "sinew-oracle-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) folder_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

}  // namespace sinew::oracles
