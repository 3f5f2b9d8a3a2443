#pragma once

// Which pictures a project wants to keep an eye on. docs/screenshot-tests.md describes the file.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"
#include "app/regress/manifest_tree.h"
#include "format/result.h"

namespace sinew::app::regress {

/// One picture to draw and to compare.
struct TestCase {
  std::string name;        ///< unique but for case, and safe as a file name
  std::string model;       ///< path as the manifest has it
  std::string model_path;  ///< the same from the working folder
  std::string shot;        ///< what is drawn, in words
  /// Arguments of `shot` ("--name=value") that draw and compare it; paths from the working folder.
  std::vector<std::string> arguments;
  std::vector<std::string> judging;  ///< of these the ones that say how it is compared
  /// What the picture's receipt has: see lookArguments; paths as the manifest has them.
  std::vector<std::string> receipt;
  bool exact = true;  ///< no metric or limit is given: on one renderer no pixel may differ
  Place place;        ///< of the shot in the manifest
};

struct Manifest {
  std::string path;    ///< the file; of a folder without a manifest the folder
  std::string folder;  ///< where it lies, never empty
  std::optional<GlDeviceChoice> gl_device;
  std::string gl_device_text;  ///< as `--gl-device` takes it; empty: not given
  std::vector<TestCase> cases;
};

/// Where baselines of all renderers lie.
[[nodiscard]] std::string baselineFolder(const Manifest& manifest);

inline constexpr std::string_view kTomlManifest = "sinew-test.toml";
inline constexpr std::string_view kJsonManifest = "sinew-test.json";

/// Reads a manifest file (*.toml, *.json), or that of a folder. A folder without one makes a case
/// of every model in it (by its extension). \return an Error: "manifest" with its place, "input.…"
/// where there is nothing to read.
[[nodiscard]] Result<Manifest> readManifest(const std::string& path);

/// A text as a case's name: letters, digits, `_ - .` and everything beyond ASCII stay, all else
/// becomes `_`.
[[nodiscard]] std::string safeName(std::string_view text);

/// What is wrong with a case's name; empty: nothing.
[[nodiscard]] std::string nameProblem(std::string_view name);

}  // namespace sinew::app::regress
