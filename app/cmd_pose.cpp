#include "app/cmd_pose.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/dump/scene_json.h"
#include "app/file_command.h"
#include "app/moment.h"
#include "app/scene.h"
#include "app/text.h"
#include "format/bmd1/file.h"
#include "format/pose/pose.h"
#include "format/pose/scene_pose.h"
#include "format/scene/formats.h"

namespace sinew::app {

namespace {

/// The vertices of one mesh in model space.
struct PosedMesh {
  std::vector<glm::dvec3> positions;
  std::vector<glm::dvec3> normals;
};

PosedMesh poseMesh(const Model& model, const Mesh& mesh, const pose::ExactPose& pose) {
  PosedMesh posed;
  posed.positions.resize(mesh.vertexCount());
  posed.normals.resize(mesh.vertexCount());
  pose::skin(model, mesh, pose.influences, posed.positions, posed.normals);
  return posed;
}

// ---------------------------------------------------------------- JSON

void writeJsonVectors(JsonStream& json, std::string_view name,
                      const std::vector<glm::dvec3>& vectors) {
  json.key(name).beginArray();
  for (const glm::dvec3& v : vectors)
    json.numbers(std::array{v.x, v.y, v.z});
  json.endArray();
}

/// A row of the listing: one a bone, in the order of the influences that are just them.
struct ListedBone {
  std::optional<std::string> name;
  bool pseudo = false;
};

std::vector<ListedBone> listedBones(const LoadedModel& loaded) {
  std::vector<ListedBone> out;
  if (loaded.bmd1) {
    for (const bmd1::BoneDef& bone : loaded.bmd1->bones) {
      ListedBone& row = out.emplace_back();
      if (bone.name.present()) row.name = std::string(bone.name.text);
      row.pseudo = bone.kind != bmd1::BoneKind::Bone;
    }
    return out;
  }
  for (const Bone& bone : loaded.model.skeleton.bones) {
    ListedBone& row = out.emplace_back();
    if (!bone.name.empty()) row.name = bone.name;
  }
  return out;
}

std::optional<std::string> clipName(const LoadedModel& loaded, std::uint32_t clip) {
  if (!loaded.bmd1) return std::string(loaded.model.clips[clip].name);
  const bmd1::StoredString& name = loaded.bmd1->anims[clip].name;
  return name.present() ? std::optional(std::string(name.text)) : std::nullopt;
}

void writeJsonMoment(JsonStream& json, const LoadedModel& loaded, const Moment& moment) {
  const auto name = moment.clip ? clipName(loaded, *moment.clip) : std::nullopt;
  if (name) {
    json.field("anim", *name);
  } else {
    json.null("anim");
  }
  if (moment.clip) {
    json.field("anim_index", *moment.clip);
  } else {
    json.null("anim_index");
  }
  if (moment.frame) {
    json.field("frame", *moment.frame);
  } else {
    json.null("frame");
  }
  if (moment.blend.empty()) return;
  json.key("blend").beginArray();
  for (std::size_t i = 0; i < moment.blend.size(); ++i) {
    const BlendLayer& layer = moment.blend[i];
    json.beginObject(true);
    if (const auto blended = clipName(loaded, layer.clip)) {
      json.field("anim", *blended);
    } else {
      json.null("anim");
    }
    json.field("anim_index", layer.clip).field("weight", layer.weight);
    json.field("frame", moment.parts[i + 1].frame).endObject();
  }
  json.endArray();
}

void writeJsonBones(JsonStream& json, const LoadedModel& loaded, const pose::ExactPose& pose) {
  const std::vector<ListedBone> bones = listedBones(loaded);
  json.key("bones").beginArray();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    json.beginObject(true);
    if (bones[i].name) {
      json.field("name", *bones[i].name);
    } else {
      json.null("name");
    }
    json.field("kind", bones[i].pseudo ? "pseudo" : "bone");
    json.numbers("matrix", pose.influences[i].m).endObject();
  }
  json.endArray();
}

void writeJson(JsonStream& json, const Options& options, const InputFile& input,
               const LoadedModel& loaded, const Moment& moment, const pose::ExactPose& pose) {
  json.beginObject();
  writeJsonHead(json, "pose", input, loaded.format, loaded.mode);
  writeJsonMoment(json, loaded, moment);
  writeJsonBones(json, loaded, pose);
  if (options.vertices) {
    json.key("meshes").beginArray();
    for (const Mesh& mesh : loaded.model.meshes) {
      const PosedMesh posed = poseMesh(loaded.model, mesh, pose);
      json.beginObject();
      writeJsonVectors(json, "positions", posed.positions);
      writeJsonVectors(json, "normals", posed.normals);
      json.endObject();
    }
    json.endArray();
  }
  writeJsonDiagnostics(json, loaded.diagnostics);
  json.endObject().finish();
}

// ---------------------------------------------------------------- text

std::string momentText(const Model& model, const Moment& moment) {
  if (!moment.clip) return "at rest";
  const Clip& clip = model.clips[*moment.clip];
  std::string text = fmt::format("clip #{} {}", *moment.clip, quoted(clip.name));
  if (!moment.frame) return text + ", which has no frames: at rest";
  text += fmt::format(", frame {:.9g} of {:g}", *moment.frame, clip.frame_count);
  if (clip.rate_hz > 0.0) text += fmt::format(" ({:.6g} s)", *moment.frame / clip.rate_hz);
  for (std::size_t i = 0; i < moment.blend.size(); ++i) {
    const BlendLayer& layer = moment.blend[i];
    text += fmt::format(", {:g} of #{} {} at frame {:.9g}", layer.weight, layer.clip,
                        quoted(model.clips[layer.clip].name), moment.parts[i + 1].frame);
  }
  return text;
}

std::string vectorText(const glm::dvec3& v) {
  return fmt::format("{:>12.6g}{:>12.6g}{:>12.6g}", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

void writeTextBones(Output& output, const LoadedModel& loaded, const pose::ExactPose& pose) {
  const std::vector<ListedBone> bones = listedBones(loaded);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const std::optional<std::string>& name = bones[i].name;
    output.write(fmt::format("{} {}{}{}\n", bones[i].pseudo ? "pseudo-bone" : "bone", i,
                             name ? " " : "", name ? quoted(*name) : ""));
    const auto& m = pose.influences[i].m;
    for (std::size_t row = 0; row < 12; row += 4) {
      output.write(fmt::format("  {}{:>14.6g}\n", vectorText({m[row], m[row + 1], m[row + 2]}),
                               m[row + 3] + 0.0));
    }
  }
}

void writeText(Output& output, const Options& options, const InputFile& input,
               const LoadedModel& loaded, const Moment& moment, const pose::ExactPose& pose) {
  const Model& model = loaded.model;
  writeHeading(output, input);
  output.write(fmt::format("{}: {}\n", input.path, momentText(model, moment)));
  writeTextBones(output, loaded, pose);
  for (std::size_t i = 0; options.vertices && i < model.meshes.size(); ++i) {
    const PosedMesh posed = poseMesh(model, model.meshes[i], pose);
    output.write(fmt::format("mesh {}: position, normal\n", i));
    for (std::size_t v = 0; v < posed.positions.size(); ++v) {
      output.write(fmt::format("  {:>6}{}  {}\n", v, vectorText(posed.positions[v]),
                               vectorText(posed.normals[v])));
    }
  }
}

}  // namespace

namespace {

/// The clip of kind bones that `name` means: the first of exactly that name, else # and an index.
std::optional<std::uint32_t> findSceneClip(const scene::Scene& scene, const std::string& name) {
  const auto moves = [&](std::uint32_t i) { return scene.clips[i].kind == scene::ClipKind::Bones; };
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    if (moves(i) && scene.clips[i].name == name) return i;
  }
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    if (moves(i) && name == fmt::format("#{}", i)) return i;
  }
  return std::nullopt;
}

Result<dump::SceneMoment> sceneMoment(const Options& options, const scene::Scene& scene) {
  dump::SceneMoment moment;
  if (options.animation.empty()) return moment;
  moment.clip = findSceneClip(scene, options.animation);
  if (!moment.clip) {
    return fail("usage", fmt::format("no animation of bones {}", quoted(options.animation)));
  }
  const scene::Clip& clip = scene.clips[*moment.clip];
  if (clip.frames == 0) return moment;
  const double frame =
      options.time_s ? *options.time_s * clip.rate_hz : options.frame.value_or(0.0);
  moment.frame = pose::resolveFrame(clip, frame);
  return moment;
}

ExitCode poseScene(const Options& options, const InputFile& file, const LoadOptions& load,
                   FileFormat format, const scene::ReadScene& read, Output& output) {
  const Result<dump::SceneMoment> moment = sceneMoment(options, read.scene);
  if (!moment && !read.unreadable) {
    say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, moment.error().message));
    return ExitCode::Usage;
  }
  JsonStream json(output, layoutFor(file));
  dump::printScenePose(json, toString(format), load.mode, read,
                       moment ? *moment : dump::SceneMoment{}, options.vertices);
  if (read.unreadable) return ExitCode::Unreadable;
  return countBySeverity(read.diagnostics).errors > 0 ? ExitCode::Invalid : ExitCode::Ok;
}

ExitCode poseModel(const Options& options, const InputFile& file, const Result<LoadedModel>& loaded,
                   Output& output) {
  if (!loaded) return refuse(options, file, loaded.error());
  const Result<Moment> moment = findMoment(options, loaded->model);
  if (!moment) {
    say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, moment.error().message));
    return ExitCode::Usage;
  }
  const pose::ExactPose pose = pose::evaluateExact(loaded->model, moment->parts);
  if (options.json) {
    JsonStream json(output, layoutFor(file));
    writeJson(json, options, file, *loaded, *moment, pose);
  } else {
    writeText(output, options, file, *loaded, *moment, pose);
    sayDiagnostics(options, file, *loaded);
  }
  return exitCodeOf(*loaded);
}

}  // namespace

ExitCode runPose(const Options& options) {
  return runOverBytes(options, [&options](const InputFile& file, const SharedBytes& bytes,
                                          const LoadOptions& load, Output& output) {
    // Scene formats have one form for all of their models; as text, the model that is shown.
    if (options.json) {
      if (const auto read = scene::readScene(bytes, load))
        return poseScene(options, file, load, formatFor(*bytes, load), *read, output);
    }
    return poseModel(options, file, loadModel(bytes, load), output);
  });
}

}  // namespace sinew::app
