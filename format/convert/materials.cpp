#include "format/convert/materials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "format/convert/source.h"
#include "format/utf8.h"

namespace sinew::convert {
namespace {

constexpr std::size_t kMaxNameBytes = 255;
constexpr std::size_t kMaxFileNameBytes = 200;  // leaves room for a folder's name and an extension

std::string withoutExtension(std::string name) {
  static constexpr std::array<std::string_view, 9> kKnown = {
      ".png", ".jpg", ".jpeg", ".tga", ".bmp", ".dds", ".ktx2", ".webp", ".gif"};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return name;
  std::string ending = name.substr(dot);
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (std::find(kKnown.begin(), kKnown.end(), ending) != kKnown.end()) name.resize(dot);
  return name;
}

/// A name that is a file's in any folder on any system.
std::string fileName(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.' || c == ' ';
    out += plain ? c : '_';
  }
  while (!out.empty() && (out.front() == '.' || out.front() == ' '))
    out.erase(0, 1);
  while (!out.empty() && (out.back() == '.' || out.back() == ' '))
    out.pop_back();
  return out;
}

const TextureLayer* baseLayer(const Model& model, const Material& material) {
  for (const TextureLayer& layer : material.layers) {
    if (layer.role == "base" && layer.texture < model.textures.size()) return &layer;
  }
  return nullptr;
}

std::string colorName(const glm::vec4& color) {
  const auto byte = [](float c) {
    return static_cast<int>(
        std::lround(255.0f * std::clamp(std::isfinite(c) ? c : 1.0f, 0.0f, 1.0f)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.r), byte(color.g), byte(color.b));
}

std::string lowerHex(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

class Namer {
 public:
  explicit Namer(const Model& model) : model_(model) {}

  /// The name of a texture, the same for each of its uses.
  const std::string& nameOf(std::uint32_t index, const Material& user) {
    const auto found = names_.find(index);
    if (found != names_.end()) return found->second;
    const Texture& texture = model_.textures[index];
    std::string name = withoutExtension(toUtf8(texture.name));
    if (texture.encoded) {
      name = fileName(name);
      if (name.empty()) name = fileName(toUtf8(user.name));
      if (name.empty()) name = fmt::format("texture_{}", index);
    } else if (name.empty()) {
      name = fmt::format("texture_{}", index);
    }
    const std::size_t most = texture.encoded ? kMaxFileNameBytes : kMaxNameBytes;
    if (name.size() > most) name = fmt::format("texture_{}", index);
    if (name.front() == '#') name.front() = '_';  // not a colour
    // Textures without data of their own may well be one file under one name.
    const std::string wanted = name;
    for (int n = 2; texture.encoded && taken_.count(name) > 0; ++n)
      name = fmt::format("{}_{}", wanted, n);
    if (taken_.insert(name).second) files_.push_back({name, texture.encoded});
    return names_[index] = name;
  }
  [[nodiscard]] std::vector<TextureFile> take() { return std::move(files_); }

 private:
  const Model& model_;
  std::map<std::uint32_t, std::string> names_;
  std::set<std::string> taken_;
  std::vector<TextureFile> files_;
};

void noteLosses(const Model& model, const Material& material, EncodeReport& report) {
  const std::string who = fmt::format("material '{}': ", toUtf8(material.name));
  if (material.alpha != AlphaMode::Opaque) noteDropped(report, who + "transparency", 1);
  if (material.cull == CullMode::Front) noteDropped(report, who + "faces seen from behind only", 1);
  const TextureLayer* base = baseLayer(model, material);
  std::uint64_t others = 0;
  for (const TextureLayer& layer : material.layers)
    others += &layer == base ? 0 : 1;
  if (others > 0) noteDropped(report, who + "textures beside the base colour", others);
  const glm::vec4& c = material.color;
  if (base != nullptr && (c.r != 1.0f || c.g != 1.0f || c.b != 1.0f))
    noteDropped(report, who + "colour that multiplies the texture", 1);
  if (base != nullptr && base->uv_set != 0)
    noteDropped(report, who + "texture coordinates of another set", 1);
}

}  // namespace

Materials planMaterials(const Model& model, EncodeReport& report) {
  Materials out;
  Namer namer(model);
  for (const Material& material : model.materials) {
    noteLosses(model, material, report);
    PlannedMaterial planned;
    if (const TextureLayer* base = baseLayer(model, material)) {
      planned.flat = false;
      planned.name = namer.nameOf(base->texture, material);
      planned.wrap = base->wrap;
    } else {
      planned.name = colorName(material.color);
      // The same colour in the source's own spelling.
      const std::string own = toUtf8(material.name);
      if (lowerHex(own) == planned.name) planned.name = own;
    }
    out.of.push_back(std::move(planned));
  }
  out.of.push_back({"#ffffff", true, {}});
  out.textures = namer.take();
  return out;
}

}  // namespace sinew::convert
