#include "app/convert/encode_report.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/text.h"

namespace sinew::app {
namespace {

using convert::EncodeReport;
using convert::ErrorSummary;

struct Row {
  std::string_view name;
  std::uint64_t bytes;
};

std::array<Row, 8> rowsOf(const convert::SectionBytes& bytes) {
  return {{{"header", bytes.header},
           {"meshes", bytes.mesh_defs},
           {"lods", bytes.lod_defs},
           {"bones", bytes.bone_defs},
           {"anims", bytes.anim_defs},
           {"vertices", bytes.vertices},
           {"faces", bytes.faces},
           {"frames", bytes.frames}}};
}

std::string errorText(const ErrorSummary& error) {
  return fmt::format(
      "max {:.4g} ({:.3g} %), p99 {:.4g} ({:.3g} %), rms {:.4g} ({:.3g} %), normals max {:.3g} deg",
      error.max, error.max_percent, error.p99, error.p99_percent, error.rms, error.rms_percent,
      error.normal_max_deg);
}

void writeJsonError(JsonStream& json, std::string_view name, const ErrorSummary& error) {
  json.key(name)
      .beginObject(true)
      .field("samples", error.samples)
      .field("max", error.max)
      .field("p99", error.p99)
      .field("rms", error.rms)
      .field("max_percent", error.max_percent)
      .field("p99_percent", error.p99_percent)
      .field("rms_percent", error.rms_percent)
      .field("normal_max_deg", error.normal_max_deg)
      .field("normal_rms_deg", error.normal_rms_deg)
      .endObject();
}

void writeTextBones(Output& output, const EncodeReport& report) {
  const convert::BoneReport& bones = report.bones;
  output.write(fmt::format(
      "  bones      {} of {} kept, {} helpers, {} pseudo-bones for {} blends (clustering moves a "
      "vertex by at most {:.4g}, {:.3g} %)\n",
      bones.kept, bones.source, bones.helpers, bones.pseudo, bones.weight_sets, bones.cluster_max,
      bones.cluster_max_percent));
  const convert::RecordReport& records = report.records;
  output.write(fmt::format(
      "  records    {} vertices: {} of 64 bits, {} of 96, {} of 128; {} triangles, {} quads; {} "
      "open seams\n",
      grouped(records.source_vertices), grouped(records.v64), grouped(records.v96),
      grouped(records.v128), grouped(records.triangles), grouped(records.quads),
      records.open_seams));
}

void writeTextClips(Output& output, const EncodeReport& report) {
  for (const convert::ClipReport& clip : report.clip_reports) {
    output.write(fmt::format(
        "  clip       {}: {} frames at {:g} Hz{}, {} keys of {}, {} bytes; max {:.4g} ({:.3g} %)\n",
        quoted(clip.name), clip.frames, clip.hz, clip.loop ? ", loops" : "",
        grouped(clip.rotation_keys + clip.translation_keys + clip.scale_keys),
        grouped(clip.source_keys), grouped(clip.bytes), clip.error.max, clip.error.max_percent));
  }
}

void writeJsonClips(JsonStream& json, const EncodeReport& report) {
  json.key("clips").beginArray();
  for (const convert::ClipReport& clip : report.clip_reports) {
    json.beginObject(true)
        .field("name", clip.name)
        .field("frames", clip.frames)
        .field("hz", clip.hz)
        .field("loop", clip.loop)
        .field("rotation_keys", clip.rotation_keys)
        .field("translation_keys", clip.translation_keys)
        .field("scale_keys", clip.scale_keys)
        .field("source_keys", clip.source_keys)
        .field("bytes", clip.bytes);
    writeJsonError(json, "error", clip.error);
    json.endObject();
  }
  json.endArray();
}

}  // namespace

void writeReportText(Output& output, const EncodeReport& report, std::uint64_t source_bytes) {
  output.write(fmt::format("  bytes      {} of a source of {} ({:.1f} %)\n",
                           grouped(report.bytes.file), grouped(source_bytes),
                           source_bytes == 0 ? 0.0
                                             : 100.0 * static_cast<double>(report.bytes.file) /
                                                   static_cast<double>(source_bytes)));
  for (const Row& row : rowsOf(report.bytes))
    output.write(fmt::format("    {:<9}{:>12}\n", row.name, grouped(row.bytes)));
  output.write(
      fmt::format("    {:<9}{:>12}\n", "strings", grouped(report.bytes.strings_and_padding)));
  if (report.rest) output.write(fmt::format("  at rest    {}\n", errorText(*report.rest)));
  if (report.clips) output.write(fmt::format("  in clips   {}\n", errorText(*report.clips)));
  if (report.rotations.keys > 0) {
    output.write(
        fmt::format("  rotations  {} keys, rms {:.4g} deg (plain rounding: {:.4g}, adding up along "
                    "bones: {:.4g})\n",
                    grouped(report.rotations.keys), report.rotations.rms_deg,
                    report.rotations.plain_rms_deg, report.rotations.plain_chain_rms_deg));
  }
  writeTextBones(output, report);
  writeTextClips(output, report);
  for (const convert::Dropped& dropped : report.dropped)
    output.write(fmt::format("  dropped    {}: {}\n", dropped.feature, grouped(dropped.count)));
}

void writeReportJson(JsonStream& json, const EncodeReport& report, std::uint64_t source_bytes) {
  json.field("diagonal", report.diagonal).field("source_bytes", source_bytes);
  json.key("bytes").beginObject(true).field("file", report.bytes.file);
  for (const Row& row : rowsOf(report.bytes))
    json.field(row.name, row.bytes);
  json.field("strings", report.bytes.strings_and_padding).endObject();
  if (report.rest) writeJsonError(json, "rest", *report.rest);
  if (report.clips) writeJsonError(json, "in_clips", *report.clips);
  json.key("rotations")
      .beginObject(true)
      .field("keys", report.rotations.keys)
      .field("rms_deg", report.rotations.rms_deg)
      .field("plain_rms_deg", report.rotations.plain_rms_deg)
      .field("plain_chain_rms_deg", report.rotations.plain_chain_rms_deg)
      .endObject();
  json.key("bones")
      .beginObject(true)
      .field("source", report.bones.source)
      .field("kept", report.bones.kept)
      .field("helpers", report.bones.helpers)
      .field("pseudo", report.bones.pseudo)
      .field("weight_sets", report.bones.weight_sets)
      .field("cluster_max", report.bones.cluster_max)
      .field("cluster_max_percent", report.bones.cluster_max_percent)
      .endObject();
  json.key("records")
      .beginObject(true)
      .field("source_vertices", report.records.source_vertices)
      .field("v64", report.records.v64)
      .field("v96", report.records.v96)
      .field("v128", report.records.v128)
      .field("triangles", report.records.triangles)
      .field("quads", report.records.quads)
      .field("open_seams", report.records.open_seams)
      .endObject();
  writeJsonClips(json, report);
  json.key("dropped").beginArray();
  for (const convert::Dropped& dropped : report.dropped)
    json.beginObject(true)
        .field("feature", dropped.feature)
        .field("count", dropped.count)
        .endObject();
  json.endArray();
}

}  // namespace sinew::app
