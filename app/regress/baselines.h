#pragma once

// Baselines: FOLDER/RENDERER-KEY/CASE.png. Drivers draw edges and shades a little differently, so
// each has pictures of its own.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/regress/manifest.h"
#include "format/result.h"

namespace sinew::app::regress {

/// What a driver says of itself.
struct RendererName {
  std::string vendor;
  std::string renderer;
  std::string version;
  bool software = false;
};

/// "mesa_llvmpipe-llvm-15.0.6-256-bits_mesa-22.3.6_software": vendor, renderer and driver version
/// in lower-case letters, digits, dots and dashes. The OpenGL version that was asked for is left
/// out: it is no property of the driver.
[[nodiscard]] std::string rendererKey(const RendererName& name);

/// A baseline that can be compared with.
struct Baseline {
  std::string path;
  std::string key;
};

/// The baselines that lie there, listed once.
class Baselines {
 public:
  /// A folder that does not exist holds none.
  /// \return an Error (code "input.read") where it cannot be listed.
  [[nodiscard]] static Result<Baselines> list(const std::string& folder);

  /// The case's baseline of this renderer, else that of the most similar one: software beside
  /// software, then the same vendor, renderer, and as much of the version as there is.
  [[nodiscard]] std::optional<Baseline> find(const std::string& name, const std::string& key) const;

  /// Where this renderer's belongs.
  [[nodiscard]] std::string pathFor(const std::string& name, const std::string& key) const;

  /// Paths of baselines that belong to no case, in order.
  [[nodiscard]] std::vector<std::string> stale(const Manifest& manifest) const;

 private:
  struct Renderer {
    std::string key;
    std::vector<std::string> names;  ///< sorted
  };
  std::string folder_;
  std::vector<Renderer> renderers_;  ///< sorted by key
};

}  // namespace sinew::app::regress
