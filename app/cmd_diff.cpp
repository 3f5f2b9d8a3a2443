#include "app/cmd_diff.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "app/beside.h"
#include "app/document.h"
#include "app/file_command.h"
#include "app/info/facts.h"
#include "app/regress/model_diff.h"
#include "app/text.h"

namespace sinew::app {

namespace {

using regress::MeshTravel;
using regress::ModelChange;

/// What git calls a file that is not there.
constexpr std::string_view kNoFile = "/dev/null";

/// One side; without a model where the file is not there.
struct Side {
  std::string path;
  SharedBytes bytes;
  std::optional<LoadedModel> loaded;
};

/// Everything that is said.
struct Report {
  const Side& a;
  const Side& b;
  bool same_bytes = false;
  std::vector<ModelChange> changes;
  regress::Travels travels;

  [[nodiscard]] bool bothThere() const { return a.loaded && b.loaded; }
  [[nodiscard]] bool same() const {
    return a.loaded.has_value() == b.loaded.has_value() && changes.empty() &&
           travels.meshes.empty();
  }
};

struct Row {
  const char* name;
  std::uint64_t InfoCounts::*count;
};
constexpr Row kRows[] = {{"meshes", &InfoCounts::meshes},
                         {"vertices", &InfoCounts::vertices},
                         {"triangles", &InfoCounts::triangles},
                         {"lods", &InfoCounts::lods},
                         {"bones", &InfoCounts::bones},
                         {"pseudo_bones", &InfoCounts::pseudo_bones},
                         {"solids", &InfoCounts::solids},
                         {"anims", &InfoCounts::anims},
                         {"keys", &InfoCounts::keys}};

InfoCounts countsOf(const Side& side) {
  return side.loaded ? gatherFacts(*side.loaded).counts : InfoCounts{};
}

std::uint64_t sizeOf(const Side& side) {
  return side.bytes ? side.bytes->size() : 0;
}

Result<Side> openSide(const Options& options, std::size_t index) {
  Side side;
  side.path = options.files[index];
  if (side.path == kNoFile) return side;
  const std::uint64_t max_size = options.max_size_mib << 20;
  Result<SharedBytes> bytes = readInput(side.path, max_size);
  if (!bytes) return tl::unexpected(bytes.error());
  side.bytes = *bytes;
  Result<LoadedModel> loaded =
      loadModel(std::move(*bytes), loadOptionsFor(options.load, side.path, max_size));
  if (!loaded) {
    loaded.error().message = fmt::format("{}: {}", side.path, loaded.error().message);
    return tl::unexpected(loaded.error());
  }
  sayDiagnostics(options, {side.path, index, 2}, *loaded);
  side.loaded = std::move(*loaded);
  return side;
}

std::string travelText(const Model& model, const MeshTravel& travel) {
  std::string text = fmt::format("its vertices move by up to {:.6g} units (vertex {}",
                                 travel.distance, travel.vertex);
  if (!travel.clip) return text + " at rest)";
  const Text& name = model.clips[*travel.clip].name;
  return text + fmt::format(" in clip {}, frame {})",
                            name.empty() ? fmt::format("{}", *travel.clip) : quoted(name),
                            travel.frame);
}

std::string headline(const Report& report) {
  const std::string names =
      fmt::format("{} -> {}: ", printable(report.a.path), printable(report.b.path));
  if (!report.bothThere()) {
    if (report.same()) return names + "no models\n";
    return names + (report.b.loaded ? "model added\n" : "model removed\n");
  }
  if (!report.same()) {
    const std::size_t count = report.changes.size() + report.travels.meshes.size();
    return names + fmt::format("{} difference{}\n", count, count == 1 ? "" : "s");
  }
  return names + (report.same_bytes ? "the same bytes\n" : "other bytes, the same model\n");
}

void writeText(Output& output, const Report& report) {
  output.write(headline(report));
  if (report.same()) return;
  if (sizeOf(report.a) != sizeOf(report.b)) {
    output.write(fmt::format("file: {} -> {} bytes\n", grouped(sizeOf(report.a)),
                             grouped(sizeOf(report.b))));
  }
  const InfoCounts before = countsOf(report.a);
  const InfoCounts after = countsOf(report.b);
  for (const Row& row : kRows) {
    if (before.*row.count == after.*row.count) continue;
    output.write(fmt::format("{}: {} -> {}\n", row.name, grouped(before.*row.count),
                             grouped(after.*row.count)));
  }
  for (const ModelChange& change : report.changes)
    output.write(fmt::format("{}: {}\n", change.subject, change.text));
  for (const MeshTravel& travel : report.travels.meshes) {
    output.write(
        fmt::format("mesh {}: {}\n", travel.mesh, travelText(report.a.loaded->model, travel)));
  }
  if (report.travels.poses < report.travels.all_poses) {
    output.write(fmt::format("poses compared: {} of {}\n", grouped(report.travels.poses),
                             grouped(report.travels.all_poses)));
  }
}

void writeSide(JsonStream& json, std::string_view key, const Side& side) {
  json.key(key).beginObject().field("file", side.path).field("model", side.loaded.has_value());
  json.field("bytes", sizeOf(side));
  const InfoCounts counts = countsOf(side);
  json.key("counts").beginObject(true);
  for (const Row& row : kRows)
    json.field(row.name, counts.*row.count);
  json.endObject().endObject();
}

void writeJson(Output& output, const Report& report) {
  JsonStream json(output);
  json.beginObject()
      .field("schema", 1)
      .field("command", "diff")
      .field("verdict", report.same() ? "same" : "different")
      .field("same_bytes", report.same_bytes);
  writeSide(json, "a", report.a);
  writeSide(json, "b", report.b);
  json.key("changes").beginArray();
  for (const ModelChange& change : report.changes) {
    json.beginObject(true)
        .field("kind", change.kind)
        .field("subject", change.subject)
        .field("text", change.text)
        .endObject();
  }
  json.endArray();
  json.key("travels").beginArray();
  for (const MeshTravel& travel : report.travels.meshes) {
    json.beginObject(true)
        .field("mesh", travel.mesh)
        .field("distance", travel.distance)
        .field("vertex", travel.vertex);
    travel.clip ? json.field("clip", *travel.clip) : json.null("clip");
    json.field("frame", travel.frame).endObject();
  }
  json.endArray()
      .field("poses", report.travels.poses)
      .field("all_poses", report.travels.all_poses)
      .endObject()
      .finish();
}

}  // namespace

ExitCode runDiff(const Options& options) {
  const Result<Side> a = openSide(options, 0);
  const Result<Side> b = a ? openSide(options, 1) : a;
  if (!b) {
    say(options, Verbosity::Quiet, describe(b.error()));
    return ExitCode::Unreadable;
  }
  Report report{*a, *b, false, {}, {}};
  if (report.bothThere()) {
    report.same_bytes = *a->bytes == *b->bytes;
    // Equal bytes are one model, however long it would take to pose it.
    if (!report.same_bytes) {
      report.changes = regress::structuralChanges(a->loaded->model, b->loaded->model);
      report.travels = regress::meshTravels(a->loaded->model, b->loaded->model);
    }
  }
  Output output(STDOUT_FILENO);
  options.json ? writeJson(output, report) : writeText(output, report);
  return std::max(report.same() ? ExitCode::Ok : ExitCode::Invalid, finish(output, options));
}

}  // namespace sinew::app
