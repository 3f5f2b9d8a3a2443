#pragma once

#include <string>

#include "app/options.h"
#include "format/result.h"

namespace sinew::app {

/// A shot that a picture's receipt tells of.
struct RepeatedShot {
  Options options;       ///< the receipt's, and those of the command line on top
  std::string sha256;    ///< of the model that the picture shows
  std::string file;      ///< the model as the receipt has it; empty: standard input
  std::string renderer;  ///< that drew it
};

/// Reads the receipt of `options.from`. Of a hostile one nothing is taken but options that `shot`
/// has and that say what a picture looks like; nothing in it is run, and it cannot say where
/// anything is written.
/// \return an Error: "input.…" where a file cannot be read or is not found, "receipt" for a bad
/// receipt, "usage" where the options on top do not fit.
[[nodiscard]] Result<RepeatedShot> repeatShot(const Options& options);

}  // namespace sinew::app
