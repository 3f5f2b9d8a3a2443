#pragma once

#include <string>
#include <vector>

namespace sinew::oracles {

/// Why the programs of tests/oracles cannot run here; empty: they can.
[[nodiscard]] std::string missing();

/// What a finished script left behind.
struct Finished {
  int exit = -1;
  std::string out;  ///< standard output and error
};
/// Runs a script of tests/oracles in node.
[[nodiscard]] Finished runScript(const std::string& script,
                                 const std::vector<std::string>& arguments);
/// Runs a program of an npm package, e.g. "gltfpack/cli.js".
[[nodiscard]] Finished runPackage(const std::string& program,
                                  const std::vector<std::string>& arguments);

/// A folder that goes away with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

}  // namespace sinew::oracles
