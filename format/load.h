#pragma once

// The front door of `format`: any byte string in, a checked model or an error out.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/bmd1/file.h"
#include "format/bytes.h"
#include "format/diagnostics.h"
#include "format/model.h"
#include "format/resolver.h"
#include "format/result.h"
#include "format/scene/read.h"

namespace sinew {

enum class FileFormat : std::uint8_t { Bmd1, Gltf, Mdl0, Bbm, Jade };

/// "bmd1"; the `format` key of every JSON output and the value of `--format`.
[[nodiscard]] std::string_view toString(FileFormat format);

/// Which format the bytes are in, by content. A file that is no known format, or too short to tell,
/// is an empty optional.
[[nodiscard]] std::optional<FileFormat> detectFormat(Bytes bytes);

struct LoadOptions {
  Mode mode = Mode::Lenient;
  /// Empty: by content; where that tells nothing by file_name's extension, else BMD1.
  std::optional<FileFormat> format = std::nullopt;
  bmd1::Readings bmd1 = {};
  FileResolver resolver = {};  ///< reads glTF buffers in other files; empty: those are refused
  /// Scene formats (format/scene/read.h):
  std::string file_name = {};  ///< without folder
  std::uint64_t max_unpacked_bytes = scene::kMaxUnpackedBytes;
  std::map<std::string, std::string> readings = {};  ///< "bbm.NAME" -> value
  std::vector<scene::NamedBytes> anim_files = {};    ///< further animations
  /// Which of the file's models: exact name, else #INDEX; empty: the first.
  std::string model = {};
  bool tracks =
      true;  ///< false: clips get no keys (lists of files, thumbnails); all checks still run
};

/// Everything that came out of a file.
struct LoadedModel {
  FileFormat format = FileFormat::Bmd1;
  Mode mode = Mode::Lenient;
  Model model;
  std::vector<Diagnostic> diagnostics;  ///< sorted (see sortDiagnostics)
  /// The file's own records, for what shows or checks them: dump, info, the inspector. Null for
  /// other formats.
  std::shared_ptr<const bmd1::File> bmd1;
  /// All of the file, of which `model` is one model. Null for formats that hold one only.
  std::shared_ptr<const scene::Scene> scene;
};

/// The format that `loadModel` takes a file for.
[[nodiscard]] FileFormat formatFor(Bytes bytes, const LoadOptions& options);

/// Reads and checks a file. `bytes` must not be null.
/// \return an Error where nothing at all can be read (BMD1: `header.magic`, `header.truncated`), or
///         where what the model needs is broken (glTF: docs/architecture.md, "glTF"); every other
///         fault is in `diagnostics`, and what is sound is in the model.
[[nodiscard]] Result<LoadedModel> loadModel(SharedBytes bytes, const LoadOptions& options);

}  // namespace sinew
