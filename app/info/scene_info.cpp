#include "app/info/scene_info.h"

#include <string>

#include <fmt/format.h>

#include "app/dump/scene_words.h"
#include "app/text.h"
#include "format/scene/to_model.h"

namespace sinew::app {
namespace {

/// Lists of a text are cut off behind so many lines: archives hold thousands of things.
constexpr std::size_t kMostLines = 40;

void writeTexts(JsonStream& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).beginArray(true);
  for (const std::string& text : texts)
    json.value(text);
  json.endArray();
}

std::size_t verticesOf(const scene::SceneModel& model) {
  std::size_t count = 0;
  for (const scene::Mesh& mesh : model.meshes)
    count += mesh.positions.size();
  return count;
}

/// A line of a list, or of what is left of it. \return false behind the last line.
bool writeLine(Output& output, std::size_t index, std::size_t count, const std::string& line) {
  if (index < kMostLines) {
    output.write(line + "\n");
    return true;
  }
  output.write(fmt::format("  … {} more (--json lists all)\n", count - index));
  return false;
}

void writeModels(Output& output, const scene::Scene& scene) {
  const auto groups = scene::levelGroups(scene);
  if (groups.size() < 2 && scene.members.empty()) return;
  output.write(fmt::format("\n{:<8}{:>8}{:>8}{:>10}{:>8}  {}\n", "model", "bones", "meshes",
                           "vertices", "levels", "name"));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const scene::SceneModel& model = scene.models[groups[i].front()];
    const std::string line = fmt::format(
        "  #{:<5}{:>8}{:>8}{:>10}{:>8}  {}{}", i, model.bones.size(), model.meshes.size(),
        verticesOf(model), model.lod ? std::to_string(groups[i].size()) : "-", quoted(model.name),
        model.member ? fmt::format(" in {}", quoted(*model.member)) : "");
    if (!writeLine(output, i, groups.size(), line)) return;
  }
}

void writeTextures(Output& output, const scene::Scene& scene) {
  if (scene.textures.empty()) return;
  output.write(
      fmt::format("\n{:<10}{:<10}{:>12}{:>8}  {}\n", "image", "format", "size", "levels", "name"));
  for (std::size_t i = 0; i < scene.textures.size(); ++i) {
    const scene::Texture& texture = scene.textures[i];
    const std::string size =
        texture.format.empty() ? "-" : fmt::format("{} x {}", texture.width, texture.height);
    const std::string line = fmt::format(
        "  #{:<7}{:<10}{:>12}{:>8}  {}{}", i, texture.format.empty() ? "missing" : texture.format,
        size, texture.pixels ? texture.pixels->levelCount() : 0, quoted(texture.name),
        texture.palette ? fmt::format(" palette {}", quoted(*texture.palette)) : "");
    if (!writeLine(output, i, scene.textures.size(), line)) return;
  }
}

void writeOtherClips(Output& output, const scene::Scene& scene) {
  std::size_t shown = 0;
  for (const scene::Clip& clip : scene.clips) {
    if (clip.kind == scene::ClipKind::Bones) continue;
    if (shown++ == 0) {
      output.write(fmt::format("\n{:<12}{:>7}{:>10}  {:<6}{}\n", "other clip", "frames", "targets",
                               "loop", "name"));
    }
    const std::string line =
        fmt::format("  {:<10}{:>7}{:>10}  {:<6}{}", dump::wordFor(clip.kind), clip.frames,
                    clip.targets.size(), clip.loop ? "yes" : "no", quoted(clip.name));
    if (!writeLine(output, shown - 1, scene.clips.size(), line)) return;
  }
}

}  // namespace

void writeSceneJson(JsonStream& json, const scene::Scene& scene) {
  json.key("scene").beginObject();
  writeTexts(json, "wrappers", scene.wrappers);
  writeTexts(json, "members", scene.members);
  json.key("models").beginArray();
  for (const auto& group : scene::levelGroups(scene)) {
    const scene::SceneModel& model = scene.models[group.front()];
    json.beginObject(true).field("name", model.name).field("member", model.member);
    json.field("bones", model.bones.size()).field("meshes", model.meshes.size());
    json.field("vertices", verticesOf(model)).field("levels", group.size()).endObject();
  }
  json.endArray().key("textures").beginArray();
  for (const scene::Texture& texture : scene.textures) {
    json.beginObject(true).field("name", texture.name).field("format", texture.format);
    json.field("width", texture.width).field("height", texture.height);
    json.field("levels", texture.pixels ? texture.pixels->levelCount() : 0);
    json.field("palette", texture.palette).endObject();
  }
  json.endArray().key("clips").beginArray();
  for (const scene::Clip& clip : scene.clips) {
    json.beginObject(true).field("name", clip.name).field("kind", dump::wordFor(clip.kind));
    json.field("frames", clip.frames).field("targets", clip.targets.size()).endObject();
  }
  json.endArray().key("readings").beginArray();
  for (const scene::Reading& reading : scene.readings) {
    json.beginObject(true).field("name", reading.name).field("value", reading.value);
    json.field("why", reading.why).endObject();
  }
  json.endArray().endObject();
}

void writeSceneText(Output& output, const scene::Scene& scene) {
  std::string wrappers;
  for (const std::string& wrapper : scene.wrappers)
    wrappers += fmt::format("{}{}", wrappers.empty() ? "" : " in ", wrapper);
  if (!wrappers.empty()) output.write(fmt::format("  wrappers    {}\n", wrappers));
  for (const scene::Reading& reading : scene.readings) {
    output.write(fmt::format("  reading     {}.{}={} ({})\n", scene.format, reading.name,
                             reading.value, reading.why));
  }
  writeModels(output, scene);
  writeTextures(output, scene);
  writeOtherClips(output, scene);
}

}  // namespace sinew::app
