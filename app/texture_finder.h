#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document.h"

namespace sinew::app {

/// Finds the images of the textures that a model's materials name (docs/format-bmd1.md, section 3;
/// docs/cli.md, "Textures"). Looked in, in this order: the model's folder, those of its parents
/// that hold the name's first folder (up to the nearest such one), each of `texture_paths`; at last
/// the bare file name in the model's folder and in `texture_paths`. The name is tried as it is,
/// then without a leading `resource/`; with its own extension, then with png tga jpg jpeg bmp dds
/// in place of a three-letter one, then behind it. `\` counts as `/`, and every part may have
/// another case (exact case wins). Names with `..` and absolute names are refused. `model_path` "-"
/// has the working folder. Each folder is listed once, however many textures are looked for.
class TextureFinder {
 public:
  TextureFinder(const std::string& model_path, std::vector<std::string> texture_paths);
  ~TextureFinder();
  TextureFinder(const TextureFinder&) = delete;
  TextureFinder& operator=(const TextureFinder&) = delete;

  /// Finds and decodes. Textures that are one file share its image.
  [[nodiscard]] FoundTexture find(const std::string& name);
  /// Finds only: `image` stays null.
  [[nodiscard]] FoundTexture locate(const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads and decodes a picture file. \return an Error that names the file.
[[nodiscard]] Result<std::shared_ptr<const renderer::Image>> readTexture(const std::string& path);

/// A sentence for a texture without image: what is wrong and every path tried, with paths that
/// differ only in extension folded as "a/b.{png,tga}".
[[nodiscard]] std::string describeMissing(const FoundTexture& texture);

}  // namespace sinew::app
