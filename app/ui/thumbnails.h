#pragma once

// Small pictures of textures for lists. They live in the window's OpenGL context.

#include <cstdint>
#include <map>
#include <memory>

#include <imgui.h>

#include "renderer/image.h"

namespace sinew::app::ui {

class Thumbnails {
 public:
  Thumbnails() = default;
  ~Thumbnails();
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  /// A small picture of an image, for ImGui::Image; made when first asked for, and kept with the
  /// image until `forget`.
  [[nodiscard]] ImTextureID of(const std::shared_ptr<const renderer::Image>& image);
  void forget();

 private:
  std::map<std::shared_ptr<const renderer::Image>, unsigned> textures_;
};

}  // namespace sinew::app::ui
