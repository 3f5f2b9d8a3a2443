#pragma once

// TEX0 and PLT0: the images of all containers, and which palettes they are used with.
// docs/format-mdl0.md, "Textures".

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "format/gx/texels.h"
#include "format/mdl0/container.h"
#include "format/mdl0/model_reader.h"

namespace sinew::mdl0 {

class TextureLibrary {
 public:
  /// `decoded_bytes`: what all images together may decode to.
  explicit TextureLibrary(std::uint64_t decoded_bytes) : decoded_(decoded_bytes) {}

  /// A TEX0 or PLT0 of container `container`; faults are reported.
  void addTexture(const Source& source, const Part& part, std::size_t container);
  void addPalette(const Source& source, const Part& part, std::size_t container);

  /// Notes which images a model of `container` uses, and with which palettes; missing ones are
  /// reported. Call once for each model, in order, before `finish`.
  void resolve(const ModelReader& model, std::size_t container);

  /// The rows of Scene::textures: each image once for every palette it is used with, or with the
  /// palette of its own name. Reports images without a palette.
  [[nodiscard]] std::vector<scene::Texture> finish();

  /// The row of a layer, in the order in which `resolve` met them; kNone where there is none.
  [[nodiscard]] std::uint32_t rowOf(std::size_t layer) const;

 private:
  struct Image {
    const Source* source = nullptr;
    std::size_t container = 0;
    std::string name;
    std::string path;
    std::uint64_t at = 0;
    std::uint64_t data = 0;
    gx::TexelFormat format = gx::TexelFormat::I4;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t levels = 1;
  };
  struct Palette {
    const Source* source = nullptr;
    std::size_t container = 0;
    std::string name;
    std::uint64_t data = 0;
    std::uint32_t entries = 0;
    gx::PaletteFormat format = gx::PaletteFormat::Ia8;
  };
  /// An image with a palette, kNone for none.
  struct Use {
    std::uint32_t image = 0;
    std::uint32_t palette = kNone;
  };
  /// By name, in order; the first of the same container counts, else the first of all.
  using Names = std::multimap<std::string, std::uint32_t, std::less<>>;

  [[nodiscard]] bool readSize(const Source& source, Image& image, std::uint64_t field);
  [[nodiscard]] bool readLevels(const Source& source, const Part& part, Image& image,
                                std::uint64_t field);
  template <class Things>
  [[nodiscard]] static std::uint32_t find(const Things& things, const Names& names,
                                          std::string_view name, std::size_t container);
  [[nodiscard]] std::uint32_t paletteOf(const Image& image, const std::optional<std::string>& named,
                                        std::size_t container) const;
  [[nodiscard]] scene::Texture textureOf(const Use& use) const;

  Budget decoded_;
  std::vector<Image> images_;
  std::vector<Palette> palettes_;
  Names image_names_;
  Names palette_names_;
  std::vector<std::vector<std::uint32_t>> uses_of_image_;  ///< palettes, by first use
  std::vector<std::optional<Use>> layers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows_;
};

}  // namespace sinew::mdl0
