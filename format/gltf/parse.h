#pragma once

#include "format/gltf/context.h"
#include "format/gltf/file.h"
#include "format/gltf/json_value.h"

namespace sinew::gltf {

/// Fills `file` from the JSON: every index, enum and number is checked, node cycles are refused,
/// and required extensions must be among those we read. Faults stick in `context`. Texts in `file`
/// that are views live as long as the JSON text.
void parseFile(Context& context, Value root, File& file);

// Its parts.
void parseBuffers(Context& context, Value root, File& file);
void parseNodes(Context& context, Value root, File& file);
void parseMeshes(Context& context, Value root, File& file);
void parseAnimations(Context& context, Value root, File& file);
void parseMaterials(Context& context, Value root, File& file);

}  // namespace sinew::gltf
