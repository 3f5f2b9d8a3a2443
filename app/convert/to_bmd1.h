#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/convert/output_file.h"
#include "app/options.h"
#include "format/convert/encode.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::app {

/// How far an encoding is, as EncodeOptions::progress has it.
using EncodeProgress = std::function<bool(const char* stage, double done)>;

/// The encoder's options for those of the command line.
[[nodiscard]] convert::EncodeOptions encodeOptions(const ConvertOptions& from);

/// The textures that an encoded file names, as PNG files where it looks for them: beside
/// `out_path`. What cannot be made is a sentence in `warnings`.
[[nodiscard]] std::vector<OutputFile> textureFiles(
    const std::vector<convert::TextureFile>& textures, const std::string& source_path,
    const std::string& out_path, const Options& options, std::vector<std::string>& warnings);

struct MadeBmd1 {
  std::vector<OutputFile> files;  ///< textures first, the model last
  convert::EncodeReport report;
  std::vector<std::string> warnings;
};

/// Encodes a model as the options ask, with its textures as PNG files beside OUT.
[[nodiscard]] Result<MadeBmd1> makeBmd1(const Model& model, const Options& options,
                                        EncodeProgress progress);

}  // namespace sinew::app
