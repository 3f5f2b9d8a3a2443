#pragma once

// The words of a scene dump.

#include <string_view>

#include "format/scene/scene.h"

namespace sinew::app::dump {

[[nodiscard]] std::string_view wordFor(ScaleInheritance inherit);
[[nodiscard]] std::string_view wordFor(CullMode cull);
[[nodiscard]] std::string_view wordFor(AlphaMode alpha);
[[nodiscard]] std::string_view wordFor(Wrap wrap);
[[nodiscard]] std::string_view wordFor(scene::Compare compare);
[[nodiscard]] std::string_view wordFor(scene::AlphaOp op);
[[nodiscard]] std::string_view wordFor(scene::BlendFactor factor);
[[nodiscard]] std::string_view wordFor(scene::Filter filter);
[[nodiscard]] std::string_view wordFor(scene::Mapping mapping);
[[nodiscard]] std::string_view wordFor(scene::ClipKind kind);
/// Not for Billboard::None, which has no word.
[[nodiscard]] std::string_view wordFor(Billboard billboard);

}  // namespace sinew::app::dump
