#pragma once

// Materials as the file can name them: a texture by name, or a colour.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "format/convert/encode.h"
#include "format/model.h"

namespace sinew::convert {

struct PlannedMaterial {
  std::string name;  ///< as stored: a texture's name without extension, or `#RRGGBB`
  bool flat = true;
  std::array<Wrap, 2> wrap{Wrap::Repeat, Wrap::Repeat};
};

struct Materials {
  std::vector<PlannedMaterial>
      of;  ///< by index into Model::materials; the last is for meshes without
  std::vector<TextureFile> textures;  ///< each named by at least one material, each name once
  [[nodiscard]] const PlannedMaterial& at(std::uint32_t material) const {
    return material < of.size() ? of[material] : of.back();
  }
};

/// Names for all materials. What they lose is noted in the report.
[[nodiscard]] Materials planMaterials(const Model& model, EncodeReport& report);

}  // namespace sinew::convert
