#include "app/cmd_pose.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/file_command.h"
#include "app/scene.h"
#include "app/text.h"
#include "format/bmd1/file.h"
#include "format/pose/pose.h"

namespace sinew::app {

namespace {

/// What is posed and when.
struct Moment {
  std::optional<std::uint32_t> clip;
  std::optional<double> frame;  ///< resolved; empty at rest and for a clip without frames
};

Result<Moment> findMoment(const Options& options, const Model& model) {
  Moment moment;
  if (options.animation.empty()) return moment;
  moment.clip = findClip(model, options.animation);
  if (!moment.clip) {
    std::string names;
    for (const Clip& clip : model.clips) {
      if (names.size() > 200) break;
      names += fmt::format("{}{}", names.empty() ? ", the file has " : ", ", quoted(clip.name));
    }
    return fail("usage", fmt::format("no animation {}{}", quoted(options.animation), names));
  }
  const Clip& clip = model.clips[*moment.clip];
  if (clip.frame_count <= 0.0) return moment;
  const double frame =
      options.time_s ? pose::frameAtTime(clip, *options.time_s) : options.frame.value_or(0.0);
  moment.frame = pose::resolveFrame(clip, frame);
  return moment;
}

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

void writeJsonMoment(JsonStream& json, const bmd1::File& file, const Moment& moment) {
  const bmd1::StoredString* name = moment.clip ? &file.anims[*moment.clip].name : nullptr;
  if (name != nullptr && name->present()) {
    json.field("anim", name->text);
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
}

void writeJsonBones(JsonStream& json, const bmd1::File& file, const pose::ExactPose& pose) {
  json.key("bones").beginArray();
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const bmd1::BoneDef& bone = file.bones[i];
    json.beginObject(true);
    if (bone.name.present()) {
      json.field("name", bone.name.text);
    } else {
      json.null("name");
    }
    json.field("kind", bone.kind == bmd1::BoneKind::Bone ? "bone" : "pseudo");
    json.numbers("matrix", pose.influences[i].m).endObject();
  }
  json.endArray();
}

void writeJson(JsonStream& json, const Options& options, const InputFile& input,
               const LoadedModel& loaded, const Moment& moment, const pose::ExactPose& pose) {
  json.beginObject();
  writeJsonHead(json, "pose", input, loaded.format, loaded.mode);
  writeJsonMoment(json, *loaded.bmd1, moment);
  writeJsonBones(json, *loaded.bmd1, pose);
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
  return text;
}

std::string vectorText(const glm::dvec3& v) {
  return fmt::format("{:>12.6g}{:>12.6g}{:>12.6g}", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

void writeTextBones(Output& output, const bmd1::File& file, const pose::ExactPose& pose) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const bmd1::BoneDef& bone = file.bones[i];
    output.write(fmt::format(
        "{} {}{}{}\n", bone.kind == bmd1::BoneKind::Bone ? "bone" : "pseudo-bone", i,
        bone.name.present() ? " " : "", bone.name.present() ? quoted(bone.name.text) : ""));
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
  writeTextBones(output, *loaded.bmd1, pose);
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

ExitCode runPose(const Options& options) {
  return runOverFiles(options, [&options](const InputFile& file, const Result<LoadedModel>& loaded,
                                          Output& output) {
    if (!loaded) return refuse(options, file, loaded.error());
    const Result<Moment> moment = findMoment(options, loaded->model);
    if (!moment) {
      say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, moment.error().message));
      return ExitCode::Usage;
    }
    const pose::ExactPose pose =
        pose::evaluateExact(loaded->model, moment->clip, moment->frame.value_or(0.0));
    if (options.json) {
      JsonStream json(output, layoutFor(file));
      writeJson(json, options, file, *loaded, *moment, pose);
    } else {
      writeText(output, options, file, *loaded, *moment, pose);
      sayDiagnostics(options, file, *loaded);
    }
    return exitCodeOf(*loaded);
  });
}

}  // namespace sinew::app
