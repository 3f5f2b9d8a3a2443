#pragma once

#include <string>
#include <vector>

#include "app/options.h"
#include "format/bytes.h"
#include "format/model.h"

namespace sinew::app {

/// A texture's picture as a file of its own.
struct PictureFile {
  SharedBytes bytes;      ///< PNG or JPEG; null: there is none
  std::string mime_type;  ///< "image/png" or "image/jpeg"
  std::string problem;    ///< a sentence where there is none
};

/// The pictures of all of a model's textures: from the file itself, or found beside it
/// (app/texture_finder.h). PNG and JPEG stay as they are, others become PNG.
[[nodiscard]] std::vector<PictureFile> gatherPictures(const Model& model,
                                                      const std::string& model_path,
                                                      const Options& options);

/// Gives every texture whose pixels the model's file holds a PNG file (Texture::encoded), as what
/// is written elsewhere needs one. \return what went wrong, one line a texture.
[[nodiscard]] std::vector<std::string> encodePixels(Model& model);

/// One picture as PNG: `encoded`, or where that is null the file found beside the model by `name`.
/// Neither bytes nor problem: it lies in the folder of `out_path` already.
[[nodiscard]] PictureFile pngPicture(const SharedBytes& encoded, const std::string& name,
                                     const std::string& model_path, const std::string& out_path,
                                     const Options& options);

}  // namespace sinew::app
