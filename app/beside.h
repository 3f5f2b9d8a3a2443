#pragma once

#include <cstdint>
#include <string>

#include "format/resolver.h"
#include "format/load.h"

namespace sinew::app {

/// Reads files that lie beside a model, each of at most `max_size_bytes`. Empty for standard input
/// ("-"), which has no folder.
[[nodiscard]] FileResolver resolverBeside(const std::string& model_path,
                                            std::uint64_t max_size_bytes);

/// The options with a resolver for this file.
[[nodiscard]] LoadOptions loadOptionsFor(const LoadOptions& options, const std::string& model_path,
                                         std::uint64_t max_size_bytes);

}  // namespace sinew::app
