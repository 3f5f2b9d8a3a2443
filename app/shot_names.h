#pragma once

// Where the pictures of one run of `shot` go: no two may have one name, and none may replace an
// input: a model, a texture of one, or a picture that is read.

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/options.h"
#include "app/output_name.h"
#include "format/result.h"

namespace sinew::app {

class ShotNames {
 public:
  /// Checks the options' template, or takes `{model}.png` (with several views
  /// `{model}_{view}.png`, with a range of frames `{model}_{frame:4}.png`), and refuses what is
  /// sure to give one name twice before anything is drawn. \return an Error (code "usage").
  [[nodiscard]] static Result<ShotNames> create(const Options& options);

  /// Files that pictures must not replace from here on; `what` says what they are: "a texture of a
  /// model".
  void protect(const std::vector<std::string>& paths, const std::string& what);
  /// Textures of models that will be read later: asked for once, and only when an existing file is
  /// about to be replaced.
  void protectLater(std::function<std::vector<std::string>()> paths);

  /// The file for the next picture.
  /// \return an Error (code "usage") for a name that this run has written or reads,
  ///         (code "output.exists") for one that exists where the options forbid to replace it.
  [[nodiscard]] Result<std::string> next(const NameFields& fields);

  /// \return an Error (code "usage") where the path is a model or a protected file.
  [[nodiscard]] Result<void> checkNoInput(const std::string& path);

 private:
  ShotNames(const Options& options, NameTemplate name)
      : options_(&options), template_(std::move(name)) {}
  [[nodiscard]] Result<void> checkDistinct() const;

  const Options* options_;
  NameTemplate template_;
  std::set<std::string> taken_;
  struct Protected {
    std::string path;
    std::string what;
  };
  std::vector<Protected> protected_;
  std::function<std::vector<std::string>()> later_;
};

/// The views to draw: those of the options, else iso.
[[nodiscard]] std::vector<NamedView> viewsOf(const Options& options);

/// How many frames of a clip are drawn: those of `--frame-range`, else one.
[[nodiscard]] std::uint32_t framesOf(const Options& options);

}  // namespace sinew::app
