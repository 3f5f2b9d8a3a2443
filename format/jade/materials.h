#pragma once

// Materials and textures beside the model (docs/format-jade.md, section 9).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "format/jade/context.h"
#include "format/jade/mesh.h"
#include "format/scene/scene.h"

namespace sinew::jade {

/// Makes the materials of a model by first use, and the scene's textures with them.
class Materials {
 public:
  Materials(Context& context, scene::SceneModel& model) : context_(context), model_(model) {}

  /// The mesh's material, kNone where it names none. `path` is the mesh's.
  [[nodiscard]] std::uint32_t of(const MeshHeader& mesh, const std::string& path);

 private:
  struct Found {
    SharedBytes bytes;
    std::string name;  ///< with suffix, and folder where it is not the model's own
  };

  /// A file in the model's folder or in `override` there.
  std::optional<Found> find(const std::string& name);
  scene::Material fromMab(std::int32_t id, std::uint64_t field_at);
  scene::Material fromTexture(std::string_view name, std::uint64_t field_at);
  void readMab(const Found& file, scene::Material& out);
  void addLayer(std::string_view name, std::uint32_t slot, std::uint64_t at,
                const std::string& path, scene::Material& out);
  std::uint32_t textureOf(std::string_view name, std::uint64_t at, const std::string& path);
  void findTexture(const std::string& name, std::uint64_t at, const std::string& path,
                   scene::Texture& out);

  Context& context_;
  scene::SceneModel& model_;
  std::map<std::string, std::uint32_t> known_;     ///< materials by "1 ID" or "2 NAME"
  std::map<std::string, std::uint32_t> textures_;  ///< by name in lower case
};

/// Where in a swizzled image of the given size, both sides powers of two, the texel (x, y) lies:
/// the bits of x and y in turn, x first, each while it has bits left.
[[nodiscard]] std::uint32_t swizzledIndex(std::uint32_t x, std::uint32_t y, std::uint32_t width,
                                          std::uint32_t height);

/// Reads a TXB file into `out`, which keeps its name. Where it cannot be read `out` stays as it is,
/// and a finding says why.
void readTxb(Context& context, const SharedBytes& bytes, const std::string& path,
             scene::Texture& out);

}  // namespace sinew::jade
