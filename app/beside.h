#pragma once

#include <cstdint>
#include <string>

#include "app/options.h"
#include "format/load.h"
#include "format/resolver.h"

namespace sinew::app {

/// Reads files that lie beside a model, each of at most `max_size_bytes`. Empty for standard input
/// ("-"), which has no folder.
[[nodiscard]] FileResolver resolverBeside(const std::string& model_path,
                                          std::uint64_t max_size_bytes);

/// The options to load this file with: its name, a resolver for what lies beside it, the files of
/// --anim-file. \return an Error where one of those cannot be read.
[[nodiscard]] Result<LoadOptions> loadOptionsFor(const Options& options,
                                                 const std::string& model_path);

}  // namespace sinew::app
