#include "app/cmd_info.h"

#include <cmath>

#include <fmt/format.h>

#include "app/file_command.h"
#include "app/info/facts.h"
#include "app/info/scene_info.h"
#include "app/text.h"
#include "format/bmd1/file.h"

namespace sinew::app {

namespace {

// ---------------------------------------------------------------- JSON

std::array<double, 3> components(const glm::dvec3& vector) {
  return {vector.x, vector.y, vector.z};
}

void writeJsonCounts(JsonStream& json, const InfoCounts& counts) {
  json.key("counts")
      .beginObject()
      .field("meshes", counts.meshes)
      .field("drawn_meshes", counts.drawn_meshes)
      .field("vertices", counts.vertices)
      .field("faces", counts.faces)
      .field("triangles", counts.triangles)
      .field("lods", counts.lods)
      .field("bones", counts.bones)
      .field("pseudo_bones", counts.pseudo_bones)
      .field("solids", counts.solids)
      .field("anims", counts.anims)
      .field("keys", counts.keys)
      .endObject();
}

void writeJsonBytes(JsonStream& json, const InfoFacts& facts) {
  json.key("bytes").beginObject().field("file", facts.bytes.file);
  if (facts.has_byte_kinds) {
    for (const InfoBytes::Row& row : facts.bytes.rows())
      json.field(row.name, row.bytes);
  }
  json.endObject();
}

void writeJsonLod(JsonStream& json, const InfoLod& lod) {
  json.beginObject(true).field("stored", lod.stored).numbers("meshes", lod.meshes);
  json.field("scale", lod.scale)
      .field("reachable", lod.reachable)
      .field("near_m", lod.near_m)
      .field("far_m", lod.far_m)
      .field("vertices", lod.vertices)
      .field("faces", lod.faces)
      .field("triangles", lod.triangles)
      .endObject();
}

void writeJsonAnim(JsonStream& json, const InfoAnim& anim) {
  json.beginObject(true).field("name", anim.name);
  if (anim.frames == std::floor(anim.frames)) {
    json.field("frames", static_cast<std::uint64_t>(anim.frames));
  } else {
    json.field("frames", anim.frames);
  }
  json.field("hz", anim.hz)
      .field("loop", anim.loop)
      .field("duration_s", anim.duration_s)
      .field("keys", anim.keys)
      .endObject();
}

void writeJson(JsonStream& json, const InputFile& file, const LoadedModel& loaded,
               const InfoFacts& facts) {
  json.beginObject();
  writeJsonHead(json, "info", file, loaded.format, loaded.mode);
  writeJsonCounts(json, facts.counts);
  writeJsonBytes(json, facts);
  if (facts.bounds) {
    json.key("bounds").beginObject(true).numbers("min", components(facts.bounds->min));
    json.numbers("max", components(facts.bounds->max)).endObject();
  } else {
    json.null("bounds");
  }
  json.key("lods").beginArray();
  forEachLod(loaded, [&json](const InfoLod& lod) { writeJsonLod(json, lod); });
  json.endArray().key("anims").beginArray();
  forEachAnim(loaded, [&json](const InfoAnim& anim) { writeJsonAnim(json, anim); });
  json.endArray();
  if (loaded.scene) writeSceneJson(json, *loaded.scene);
  writeJsonDiagnostics(json, loaded.diagnostics);
  json.endObject().finish();
}

// ---------------------------------------------------------------- text

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

void writeTextCounts(Output& output, const InfoCounts& counts) {
  output.write(fmt::format(
      "  meshes      {} ({} drawn): {}, {}, {}\n", grouped(counts.meshes),
      grouped(counts.drawn_meshes), plural(counts.vertices, "vertex", "vertices"),
      plural(counts.faces, "face", "faces"), plural(counts.triangles, "triangle", "triangles")));
  output.write(fmt::format("  skeleton    {}, {}, {}\n", plural(counts.bones, "bone", "bones"),
                           plural(counts.pseudo_bones, "pseudo-bone", "pseudo-bones"),
                           plural(counts.solids, "solid", "solids")));
  output.write(fmt::format("  animations  {}, {}\n", grouped(counts.anims),
                           plural(counts.keys, "key", "keys")));
}

std::string point(const glm::dvec3& p) {
  return fmt::format("({:g}, {:g}, {:g})", p.x, p.y, p.z);
}

void writeTextBounds(Output& output, const InfoFacts& facts, const Conventions& conventions) {
  if (!facts.bounds) {
    output.write("  bounds      none, no vertices are drawn\n");
    return;
  }
  const glm::dvec3 size = (facts.bounds->max - facts.bounds->min) / conventions.units_per_metre;
  output.write(fmt::format("  bounds      {} to {}, {:.3g} x {:.3g} x {:.3g} m\n",
                           point(facts.bounds->min), point(facts.bounds->max), size.x, size.y,
                           size.z));
}

void writeTextBytes(Output& output, const InfoBytes& bytes) {
  output.write(fmt::format("\n{:<12}{:>12}{:>9}\n", "memory", "bytes", "share"));
  for (const InfoBytes::Row& row : bytes.rows()) {
    const double share =
        bytes.file == 0 ? 0.0 : static_cast<double>(row.bytes) / static_cast<double>(bytes.file);
    output.write(
        fmt::format("  {:<10}{:>12}{:>8.1f}%\n", row.name, grouped(row.bytes), 100.0 * share));
  }
  output.write(fmt::format("  {:<10}{:>12}\n", "file", grouped(bytes.file)));
}

/// "0, 2-4, 7"
std::string ranges(const std::vector<std::uint32_t>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i + 1;
    while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1)
      ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", ascending[i]);
    if (end - i > 1) text += fmt::format("-{}", ascending[end - 1]);
    i = end;
  }
  return text.empty() ? "none" : text;
}

std::string distances(const InfoLod& lod) {
  if (!lod.reachable) return "never";
  const bool is_first = *lod.near_m == 0.0;
  if (!lod.far_m) return is_first ? "always" : fmt::format("beyond {:.4g} m", *lod.near_m);
  return is_first ? fmt::format("up to {:.4g} m", *lod.far_m)
                  : fmt::format("{:.4g} m to {:.4g} m", *lod.near_m, *lod.far_m);
}

void writeTextLods(Output& output, const LoadedModel& loaded) {
  output.write(fmt::format("\n{:<8}{:<26}{:>8}{:>10}{:>10}  {}\n", "level", "shown", "scale",
                           "vertices", "triangles", "meshes"));
  std::size_t index = 0;
  forEachLod(loaded, [&](const InfoLod& lod) {
    output.write(fmt::format("  {:<6}{:<26}{:>8}{:>10}{:>10}  {}\n",
                             lod.stored ? std::to_string(index) : "-", distances(lod),
                             lod.scale ? fmt::format("{:.4g}", *lod.scale) : "-",
                             grouped(lod.vertices), grouped(lod.triangles), ranges(lod.meshes)));
    ++index;
  });
}

void writeTextAnims(Output& output, const LoadedModel& loaded) {
  if (loaded.model.clips.empty()) return;
  output.write(fmt::format("\n{:<8}{:>6}{:>11}{:>11}{:>8}  {:<6}{}\n", "clip", "frames", "rate",
                           "duration", "keys", "loop", "name"));
  std::size_t index = 0;
  forEachAnim(loaded, [&](const InfoAnim& anim) {
    output.write(fmt::format("  #{:<5}{:>6g}{:>8} Hz{:>11}{:>8}  {:<6}{}\n", index, anim.frames,
                             fmt::format("{:g}", anim.hz),
                             anim.duration_s ? fmt::format("{:.3f} s", *anim.duration_s) : "-",
                             grouped(anim.keys), anim.loop ? "yes" : "no",
                             anim.name ? quoted(*anim.name) : "-"));
    ++index;
  });
}

void writeText(Output& output, const InputFile& file, const LoadedModel& loaded,
               const InfoFacts& facts) {
  writeHeading(output, file);
  const DiagnosticCounts found = countBySeverity(loaded.diagnostics);
  output.write(fmt::format("{}: {}, {} bytes\n", file.path, toString(loaded.format),
                           grouped(facts.bytes.file)));
  writeTextCounts(output, facts.counts);
  writeTextBounds(output, facts, loaded.model.conventions);
  if (loaded.bmd1) {
    output.write(fmt::format("  readings    st128={}, shade={}\n",
                             bmd1::toString(loaded.bmd1->readings.st128),
                             bmd1::toString(loaded.bmd1->readings.shade)));
  }
  output.write(fmt::format("  findings    {} ({})\n",
                           found.errors + found.warnings + found.notes == 0
                               ? "none"
                               : fmt::format("{}, {}, {}", plural(found.errors, "error", "errors"),
                                             plural(found.warnings, "warning", "warnings"),
                                             plural(found.notes, "note", "notes")),
                           toString(loaded.mode)));
  if (facts.has_byte_kinds) writeTextBytes(output, facts.bytes);
  writeTextLods(output, loaded);
  writeTextAnims(output, loaded);
  if (loaded.scene) writeSceneText(output, *loaded.scene);
}

}  // namespace

ExitCode runInfo(const Options& options) {
  return runOverFiles(options, [&options](const InputFile& file, const Result<LoadedModel>& loaded,
                                          Output& output) {
    if (!loaded) return refuse(options, file, loaded.error());
    const InfoFacts facts = gatherFacts(*loaded);
    if (options.json) {
      JsonStream json(output, layoutFor(file));
      writeJson(json, file, *loaded, facts);
    } else {
      writeText(output, file, *loaded, facts);
      sayDiagnostics(options, file, *loaded);
    }
    return exitCodeOf(*loaded);
  });
}

}  // namespace sinew::app
