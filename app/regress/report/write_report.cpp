#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/json_stream.h"
#include "app/output.h"
#include "app/png.h"
#include "app/regress/report/report.h"
#include "app/regress/report/report_files.h"
#include "app/regress/report/report_folder.h"
#include "app/version.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkerText =
    "This folder is a report of sinew. The next report replaces it; files of other names stay.\n";

Result<void> writeText(const fs::path& path, std::string_view text) {
  return writeFileAtomically(path.string(), std::vector<std::uint8_t>(text.begin(), text.end()));
}

/// Names of the pictures in the report, relative to it; empty: there is none.
struct PictureNames {
  std::string expected;
  std::string actual;
  std::string diff;
};

Result<std::string> addPicture(const ReportPicture& picture, const fs::path& folder,
                               std::size_t number, std::string_view role) {
  if (!picture.any()) return std::string();
  // Numbers, for a case's name may hold anything.
  const std::string name = fmt::format("{}/{:04}_{}.png", kPictureFolder, number, role);
  if (picture.bytes != nullptr) {
    if (auto written = writeFileAtomically((folder / name).string(), *picture.bytes); !written) {
      return tl::unexpected(written.error());
    }
    return name;
  }
  std::error_code error;
  fs::copy_file(picture.path, folder / name, error);
  if (error) {
    return fail("output.write", fmt::format("\"{}\" cannot be copied into the report: {}",
                                            picture.path, error.message()));
  }
  // Baselines may be read-only; the report's files need not be.
  fs::permissions(folder / name, fs::perms::owner_write, fs::perm_options::add, error);
  return name;
}

Result<PictureNames> addPictures(const ReportCase& item, const fs::path& folder,
                                 std::size_t number) {
  PictureNames names;
  const std::pair<const ReportPicture*, std::string*> all[] = {
      {&item.expected, &names.expected}, {&item.actual, &names.actual}, {&item.diff, &names.diff}};
  constexpr const char* kRoles[] = {"expected", "actual", "difference"};
  for (std::size_t i = 0; i < 3; ++i) {
    Result<std::string> name = addPicture(*all[i].first, folder, number, kRoles[i]);
    if (!name) return tl::unexpected(name.error());
    *all[i].second = std::move(*name);
  }
  return names;
}

void writeFacts(JsonStream& json, std::string_view key, const std::vector<ReportFact>& facts) {
  json.key(key).beginArray();
  for (const ReportFact& fact : facts) {
    json.beginObject(true).field("label", fact.label).field("value", fact.value).endObject();
  }
  json.endArray();
}

void writeMeasures(JsonStream& json, const std::vector<ReportMeasure>& measures) {
  json.key("measures").beginArray();
  for (const ReportMeasure& measure : measures) {
    json.beginObject(true)
        .field("label", measure.label)
        .field("value", measure.value)
        .field("limit", measure.limit)
        .field("over", measure.over)
        .endObject();
  }
  json.endArray();
}

void writeCase(JsonStream& json, const ReportCase& item, const PictureNames& pictures) {
  json.beginObject()
      .field("name", item.name)
      .field("status", item.status)
      .field("message", item.message)
      .field("note", item.note)
      .field("expected", pictures.expected)
      .field("actual", pictures.actual)
      .field("diff", pictures.diff)
      .field("same_picture", item.same_picture)
      .field("width", item.width)
      .field("height", item.height);
  if (item.box) {
    json.numbers("box", std::array{item.box->x1, item.box->y1, item.box->x2, item.box->y2});
  } else {
    json.null("box");
  }
  json.field("difference", item.difference)
      .field("seconds", item.seconds)
      .field("metric", item.metric);
  writeMeasures(json, item.measures);
  writeFacts(json, "facts", item.facts);
  writeFacts(json, "commands", item.commands);
  json.field("approve", item.approve).endObject();
}

void writeHead(JsonStream& json, const Report& report) {
  json.field("schema", 1).field("version", version()).field("title", report.title);
  json.key("labels")
      .beginObject(true)
      .field("expected", report.expected_label)
      .field("actual", report.actual_label)
      .endObject();
  writeFacts(json, "facts", report.facts);
  json.field("notes_title", report.notes_title).key("notes").beginArray();
  for (const std::string& note : report.notes)
    json.value(note);
  json.endArray()
      .field("approve_command", report.approve_command)
      .field("approve_all", report.approve_all);
}

/// A script and not a JSON file: pages from disk may not read files.
Result<void> writeData(const Report& report, const std::vector<PictureNames>& pictures,
                       const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  std::string problem = file < 0 ? std::strerror(errno) : "";
  if (file >= 0) {
    Output output(file);
    output.write("window.sinewReportData =\n");
    JsonStream json(output);
    json.beginObject();
    writeHead(json, report);
    json.key("cases").beginArray();
    for (std::size_t i = 0; i < report.cases.size(); ++i)
      writeCase(json, report.cases[i], pictures[i]);
    json.endArray().endObject();
    output.write(";\n");
    if (!output.flush()) problem = output.problem();
    if (::close(file) != 0 && problem.empty()) problem = std::strerror(errno);
  }
  if (problem.empty()) return {};
  return fail("output.write", fmt::format("\"{}\" cannot be written: {}", path.string(), problem));
}

}  // namespace

Result<void> writeReport(const Report& report, const std::string& folder) {
  Result<NewFolder> made = NewFolder::create(folder);
  if (!made) return tl::unexpected(made.error());
  const fs::path& path = made->path();
  std::error_code error;
  fs::create_directory(path / kPictureFolder, error);
  if (error) {
    return fail("output.write",
                fmt::format("\"{}\" cannot be written: {}", folder, error.message()));
  }
  std::vector<PictureNames> pictures;
  for (const ReportCase& item : report.cases) {
    Result<PictureNames> names = addPictures(item, path, pictures.size() + 1);
    if (!names) return tl::unexpected(names.error());
    pictures.push_back(std::move(*names));
  }
  if (auto written = writeData(report, pictures, path / "data.js"); !written) return written;
  for (const ReportFile& file : reportFiles()) {
    if (auto written = writeText(path / file.name, file.text); !written) return written;
  }
  if (auto written = writeText(path / kReportMarker, kMarkerText); !written) return written;
  return made->putInPlace();
}

Result<void> writeReport(const TestRun& run, const std::string& folder) {
  return writeReport(reportOf(run), folder);
}

}  // namespace sinew::app::regress
