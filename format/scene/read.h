#pragma once

// What the readers of scene formats have in common. Each format has
//     bool looksLike…(Bytes bytes);
//     ReadScene read(const SharedBytes& bytes, const ReadOptions& options);
// and no exception leaves it.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "format/bytes.h"
#include "format/diagnostics.h"
#include "format/resolver.h"
#include "format/scene/scene.h"

namespace sinew::scene {

/// Everything unpacked from wrappers and compressed blocks together, unless said otherwise.
inline constexpr std::uint64_t kMaxUnpackedBytes = std::uint64_t{256} << 20;

/// A file read along with the model, such as an animation.
struct NamedBytes {
  std::string name;  ///< of the file, without folder
  SharedBytes bytes;
};

struct ReadOptions {
  Mode mode = Mode::Lenient;
  std::string file_name;  ///< without folder; names what the file does not
  FileResolver resolver;  ///< for files beside; empty: there are none
  std::uint64_t max_unpacked_bytes = kMaxUnpackedBytes;
  /// Doubtful facts that the user decided: "positions" -> "delta". The command line has checked
  /// names and values against the format's list.
  std::map<std::string, std::string> readings;
  std::vector<NamedBytes> anim_files;  ///< further animations for the models of this file
};

struct ReadScene {
  Scene scene;
  std::vector<Diagnostic> diagnostics;
  bool unreadable = false;  ///< nothing at all could be read; `diagnostics` says why
};

}  // namespace sinew::scene
