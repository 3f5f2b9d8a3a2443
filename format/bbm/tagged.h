#pragma once

#include "format/bbm/build.h"
#include "format/bbm/chunks.h"

namespace sinew::bbm {

/// Reads a tagged model and puts it into the scene. \param name of the entry or the file
void readTagged(const Image& image, const std::string& name,
                const std::optional<std::string>& member, Context& context);

}  // namespace sinew::bbm
