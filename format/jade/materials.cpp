#include "format/jade/materials.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace sinew::jade {
namespace {

using namespace layout;

scene::Value::List numbers(const std::array<float, 3>& values) {
  return {values[0], values[1], values[2]};
}

}  // namespace

std::uint32_t Materials::of(const MeshHeader& mesh, const std::string& path) {
  const bool has_mab = mesh.material >= 0;
  if (!has_mab && namesNothing(mesh.texture)) return kNone;
  const std::string key =
      has_mab ? fmt::format("1 {}", mesh.material) : "2 " + lowerCase(mesh.texture);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  if (mesh.material < -1) {
    context_.findings.add(Kind::Value, Effect::Oddity, mesh.at + mesh::kMaterial, path,
                          fmt::format("material id {} is taken for none", mesh.material));
  }
  model_.materials.push_back(has_mab ? fromMab(mesh.material, mesh.at + mesh::kMaterial)
                                     : fromTexture(mesh.texture, mesh.at + mesh::kTexture));
  const auto index = static_cast<std::uint32_t>(model_.materials.size() - 1);
  known_.emplace(key, index);
  return index;
}

std::optional<Materials::Found> Materials::find(const std::string& name) {
  for (const char* folder : {"", "override/"}) {
    const std::string path = folder + name;
    if (SharedBytes bytes = context_.beside(path)) return Found{std::move(bytes), path};
  }
  return std::nullopt;
}

scene::Material Materials::fromMab(std::int32_t id, std::uint64_t field_at) {
  scene::Material out;
  out.name = fmt::format("{}", id);
  out.cull = CullMode::Back;
  const std::string name = out.name + ".mab";
  const std::optional<Found> file = find(name);
  if (file) {
    readMab(*file, out);
    return out;
  }
  context_.findings.add(Kind::Missing, Effect::Repair, field_at, "materials/" + name,
                        fmt::format("material \"{}\" is not beside the model, nor in override/; "
                                    "the mesh is drawn grey",
                                    name));
  out.extra = {{"jade", scene::Value::Object{{"from", "mab"}, {"found", false}}}};
  return out;
}

scene::Material Materials::fromTexture(std::string_view name, std::uint64_t field_at) {
  scene::Material out;
  out.name = scene::printableName(name);
  out.cull = CullMode::Back;
  out.extra = {{"jade", scene::Value::Object{{"from", "texture"}, {"found", false}}}};
  addLayer(name, 0, field_at, "materials/" + out.name, out);
  return out;
}

void Materials::readMab(const Found& file, scene::Material& out) {
  const View view(*file.bytes);
  const std::string path = "materials/" + file.name;
  out.extra = {{"jade", scene::Value::Object{{"from", "mab"}, {"found", false}}}};
  if (!view.has(0, mab::kTexturesEnd)) {
    context_.findings.add(
        Kind::Truncated, Effect::Loss, view.size(), path,
        fmt::format("the material ends after {} of {} bytes", view.size(), mab::kSize));
    return;
  }
  if (view.size() < mab::kSize) {
    context_.findings.add(
        Kind::Truncated, Effect::Repair, view.size(), path,
        fmt::format("the material ends after {} of {} bytes; what is missing is not known",
                    view.size(), mab::kSize));
  }
  if (view.u32(0) != mab::kSize) {
    context_.findings.add(
        Kind::Value, Effect::Repair, 0, path,
        fmt::format("the material's size is given as {}, expected {}", view.u32(0), mab::kSize));
  }
  std::array<float, 3> diffuse{};
  std::array<float, 3> ambient{};
  for (std::size_t c = 0; c < 3; ++c) {
    diffuse[c] = context_.finite(view, mab::kDiffuse + 4 * c, path);
    ambient[c] = context_.finite(view, mab::kAmbient + 4 * c, path);
  }
  out.color = glm::dvec4(255.0 * diffuse[0], 255.0 * diffuse[1], 255.0 * diffuse[2], 255.0);
  if (view.u8(mab::kTwoSided) != 0) out.cull = CullMode::None;
  out.extra = {{"jade", scene::Value::Object{
                            {"from", "mab"},
                            {"found", true},
                            {"ambient", numbers(ambient)},
                            {"blending", scene::Value::List{view.u32(mab::kBlending),
                                                            view.u32(mab::kBlending + 4)}}}}};
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    const std::uint64_t at = mab::kTextures + kNameSize * slot;
    addLayer(view.field(at, kNameSize), slot, at, path, out);
  }
}

void Materials::addLayer(std::string_view name, std::uint32_t slot, std::uint64_t at,
                         const std::string& path, scene::Material& out) {
  if (namesNothing(name)) return;
  scene::Layer layer;
  layer.name = scene::printableName(name);
  layer.map = slot;
  layer.uv = slot;
  if (slot == 0) layer.role = "base";
  layer.texture = textureOf(name, at, path);
  out.layers.push_back(std::move(layer));
}

std::uint32_t Materials::textureOf(std::string_view name, std::uint64_t at,
                                   const std::string& path) {
  const auto [entry, is_new] = textures_.emplace(
      lowerCase(name), static_cast<std::uint32_t>(context_.scene.textures.size()));
  if (!is_new) return entry->second;
  scene::Texture texture;
  texture.name = scene::printableName(name);
  findTexture(std::string(name), at, path, texture);
  context_.scene.textures.push_back(std::move(texture));
  return entry->second;
}

void Materials::findTexture(const std::string& name, std::uint64_t at, const std::string& path,
                            scene::Texture& out) {
  if (!isPlainName(name)) {
    context_.findings.add(
        Kind::Path, Effect::Repair, at, path,
        fmt::format("texture \"{}\" is no plain file name and is not looked up", out.name));
    return;
  }
  for (const char* folder : {"", "override/"}) {
    for (const char* suffix : {".txb", ".txb2"}) {
      const std::string file = folder + name + suffix;
      const SharedBytes bytes = context_.beside(file);
      if (!bytes) continue;
      readTxb(context_, bytes, "textures/" + scene::printableName(file), out);
      return;
    }
    // Pictures of common formats are left to whoever draws the model.
    for (const char* suffix : {".tga", ".dds"}) {
      if (context_.beside(folder + name + suffix)) return;
    }
  }
  context_.findings.add(Kind::Missing, Effect::Repair, at, "textures/" + out.name,
                        fmt::format("texture \"{}\" is not beside the model, nor in override/, as "
                                    ".txb, .txb2, .tga or .dds",
                                    out.name));
}

}  // namespace sinew::jade
