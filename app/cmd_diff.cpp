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
#include "app/regress/findings_text.h"
#include "app/regress/model_diff.h"
#include "app/regress/visual_diff.h"
#include "app/regress/visual_output.h"
#include "app/text.h"
#include "app/texture_finder.h"

namespace sinew::app {

namespace {

using regress::MeshTravel;
using regress::ModelChange;

/// What git calls a file that is not there.
constexpr std::string_view kNoFile = "/dev/null";

/// One side; without a document where the file is not there.
struct Side {
  std::string path;
  std::shared_ptr<const Document> document;

  [[nodiscard]] const Model& model() const { return document->model(); }
};

/// What was seen of one view.
struct VisualLine {
  std::string name;
  bool only_a = false;                        ///< there is no B
  std::optional<regress::Findings> findings;  ///< where both are there
};

/// Everything that is said.
struct Report {
  const Side& a;
  const Side& b;
  bool same_bytes = false;
  std::vector<ModelChange> changes;
  regress::Travels travels;
  std::vector<VisualLine> views;

  [[nodiscard]] bool bothThere() const { return a.document && b.document; }
  /// Whether the models are, whatever they look like.
  [[nodiscard]] bool sameModels() const {
    return (a.document != nullptr) == (b.document != nullptr) && changes.empty() &&
           travels.meshes.empty();
  }
  [[nodiscard]] bool same() const {
    return sameModels() && std::all_of(views.begin(), views.end(), [](const VisualLine& line) {
             return line.findings && line.findings->passes();
           });
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
  return side.document ? gatherFacts(side.document->loaded).counts : InfoCounts{};
}

std::uint64_t sizeOf(const Side& side) {
  return side.document ? side.document->file_size : 0;
}

Result<Side> openSide(const Options& options, std::size_t index) {
  Side side;
  side.path = options.files[index];
  if (side.path == kNoFile) return side;
  Result<std::shared_ptr<Document>> document = openDocument(side.path, options, options.visual);
  if (!document) {
    if (document.error().code.rfind("input.", 0) != 0) {
      document.error().message = fmt::format("{}: {}", side.path, document.error().message);
    }
    return tl::unexpected(document.error());
  }
  sayDiagnostics(options, {side.path, index, 2}, (*document)->loaded);
  for (const FoundTexture& texture : (*document)->textures) {
    if (texture.image) continue;
    say(options, Verbosity::Warning, fmt::format("{}: {}", side.path, describeMissing(texture)));
  }
  side.document = std::move(*document);
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
    if (report.sameModels()) return names + "no models\n";
    return names + (report.b.document ? "model added\n" : "model removed\n");
  }
  if (!report.sameModels()) {
    const std::size_t count = report.changes.size() + report.travels.meshes.size();
    return names + fmt::format("{} difference{}\n", count, count == 1 ? "" : "s");
  }
  return names + (report.same_bytes ? "the same bytes\n" : "other bytes, the same model\n");
}

/// The lines about the models, without their end.
std::vector<std::string> differencesOf(const Report& report) {
  std::vector<std::string> lines;
  for (const ModelChange& change : report.changes)
    lines.push_back(fmt::format("{}: {}", change.subject, change.text));
  for (const MeshTravel& travel : report.travels.meshes) {
    lines.push_back(fmt::format("mesh {}: {}", travel.mesh, travelText(report.a.model(), travel)));
  }
  return lines;
}

void writeCounts(Output& output, const Report& report) {
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
}

void writeViews(Output& output, const Report& report) {
  for (const VisualLine& line : report.views) {
    const std::string name = fmt::format("view {}", line.name);
    if (line.findings) {
      output.write(regress::verdictLine(name, *line.findings));
    } else {
      output.write(fmt::format("{}: only in {}\n", name,
                               printable(line.only_a ? report.a.path : report.b.path)));
    }
  }
}

void writeText(Output& output, const Report& report) {
  output.write(headline(report));
  if (!report.sameModels()) {
    writeCounts(output, report);
    for (const std::string& line : differencesOf(report))
      output.write(line + "\n");
    if (report.travels.poses < report.travels.all_poses) {
      output.write(fmt::format("poses compared: {} of {}\n", grouped(report.travels.poses),
                               grouped(report.travels.all_poses)));
    }
  }
  writeViews(output, report);
}

void writeSide(JsonStream& json, std::string_view key, const Side& side) {
  json.key(key).beginObject().field("file", side.path).field("model", side.document != nullptr);
  json.field("bytes", sizeOf(side));
  const InfoCounts counts = countsOf(side);
  json.key("counts").beginObject(true);
  for (const Row& row : kRows)
    json.field(row.name, counts.*row.count);
  json.endObject().endObject();
}

void writeJsonViews(JsonStream& json, const Report& report) {
  json.key("views").beginArray();
  for (const VisualLine& line : report.views) {
    json.beginObject().field("name", line.name);
    if (line.findings) {
      json.field("verdict", line.findings->passes() ? "same" : "different");
      regress::writeFindings(json, *line.findings);
    } else {
      json.field("verdict", line.only_a ? "removed" : "added");
    }
    json.endObject();
  }
  json.endArray();
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
  json.endArray().field("poses", report.travels.poses).field("all_poses", report.travels.all_poses);
  if (!report.views.empty()) writeJsonViews(json, report);
  json.endObject().finish();
}

ExitCode exitCodeFor(const Error& error) {
  if (error.code == "usage") return ExitCode::Usage;
  if (error.code == "gl.none") return ExitCode::NoGl;
  if (error.code.rfind("output.", 0) == 0) return ExitCode::OutputFailed;
  return ExitCode::Internal;
}

/// Draws and compares the views, and writes what `--output` names.
Result<void> lookAt(const Options& options, Report& report) {
  regress::VisualOutput visual(options.output, report.a.path, report.b.path);
  if (auto checked = visual.check(); !checked) return checked;
  const auto take = [&](regress::VisualPair&& pair) {
    VisualLine line{pair.name, pair.a.has_value(), std::nullopt};
    if (pair.comparison) line.findings = *pair.comparison;
    report.views.push_back(std::move(line));
    return visual.add(pair);
  };
  auto drawn =
      regress::drawPairs(options, report.a.document, report.b.document, report.travels, take);
  if (!drawn) return drawn;
  return visual.finish(differencesOf(report));
}

}  // namespace

ExitCode runDiff(const Options& options) {
  const Result<Side> a = openSide(options, 0);
  const Result<Side> b = a ? openSide(options, 1) : a;
  if (!b) {
    say(options, Verbosity::Quiet, describe(b.error()));
    return ExitCode::Unreadable;
  }
  Report report{*a, *b, false, {}, {}, {}};
  if (report.bothThere()) {
    report.same_bytes = *a->model().bytes == *b->model().bytes;
    // Equal bytes are one model, however long it would take to pose it.
    if (!report.same_bytes) {
      report.changes = regress::structuralChanges(a->model(), b->model());
      report.travels = regress::meshTravels(a->model(), b->model());
    }
  }
  ExitCode status = ExitCode::Ok;
  if (options.visual) {
    if (auto looked = lookAt(options, report); !looked) {
      say(options, Verbosity::Quiet, describe(looked.error()));
      status = exitCodeFor(looked.error());
      if (status != ExitCode::OutputFailed) return status;
    }
  }
  Output output(STDOUT_FILENO);
  options.json ? writeJson(output, report) : writeText(output, report);
  const ExitCode verdict = report.same() ? ExitCode::Ok : ExitCode::Invalid;
  return std::max({verdict, status, finish(output, options)});
}

}  // namespace sinew::app
