#include "app/cmd_convert.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/beside.h"
#include "app/convert/encode_report.h"
#include "app/convert/output_file.h"
#include "app/convert/pictures.h"
#include "app/convert/surface.h"
#include "app/convert/to_bmd1.h"
#include "app/document.h"
#include "app/file_command.h"
#include "app/moment.h"
#include "app/output_name.h"
#include "app/png.h"
#include "app/progress_line.h"
#include "app/text.h"
#include "format/gltf/write.h"

namespace sinew::app {
namespace {

std::vector<std::uint8_t> bytesOf(const std::vector<std::byte>& bytes) {
  std::vector<std::uint8_t> out(bytes.size());
  std::transform(bytes.begin(), bytes.end(), out.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  return out;
}

std::vector<std::uint8_t> bytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

std::string stemOf(const std::string& path) {
  return path.substr(0, path.rfind('.'));
}

std::string fileName(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool isSameFile(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

class Conversion {
 public:
  explicit Conversion(const Options& options)
      : options_(options), in_(options.files[0]), out_(options.files[1]), progress_(options) {}

  ExitCode run();

 private:
  Result<void> makeGltf(const Model& model);
  Result<void> makeSurface(const Model& model);
  Result<void> makePacked(const LoadedModel& loaded);
  ExitCode printReport(const LoadedModel& loaded);
  std::vector<PictureFile> pictures(const Model& model);
  std::vector<std::string> picturesBeside(const Model& model);
  ExitCode stop(ExitCode status, const Error& error);
  void warn(const std::string& text) {
    progress_.clear();
    say(options_, Verbosity::Warning, fmt::format("{}: {}", in_, text));
  }

  const Options& options_;
  const std::string& in_;
  const std::string& out_;
  ProgressLine progress_;
  std::vector<OutputFile> outputs_;
  std::optional<convert::EncodeReport> report_;
};

ExitCode Conversion::stop(ExitCode status, const Error& error) {
  progress_.clear();
  say(options_, Verbosity::Quiet, fmt::format("{}: {}", in_, describe(error)));
  return status;
}

std::vector<PictureFile> Conversion::pictures(const Model& model) {
  progress_.show("finding textures");
  std::vector<PictureFile> out = gatherPictures(model, in_, options_);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!out[i].bytes) warn(fmt::format("texture {}", out[i].problem));
  }
  return out;
}

Result<void> Conversion::makeGltf(const Model& model) {
  gltf::WriteOptions write;
  write.binary = lowerExtension(out_) == "glb";
  write.lods = options_.convert.first_lod_only ? gltf::LodChoice::First : gltf::LodChoice::All;
  write.solids = options_.convert.solids != ConvertOptions::Solids::Off;
  for (PictureFile& picture : pictures(model))
    write.pictures.push_back({std::move(picture.bytes), std::move(picture.mime_type)});
  progress_.show("writing glTF");
  Result<gltf::Written> written = gltf::write(model, write);
  if (!written) return tl::unexpected<Error>(written.error());
  for (const std::string& note : written->notes)
    warn(note);
  outputs_.push_back({out_, bytesOf(written->bytes)});
  return {};
}

/// Pictures beside an OBJ; \return their file names, empty where there is none.
std::vector<std::string> Conversion::picturesBeside(const Model& model) {
  std::vector<std::string> names;
  std::size_t number = 0;
  for (const PictureFile& picture : pictures(model)) {
    std::string& name = names.emplace_back();
    const std::size_t index = number++;
    if (!picture.bytes) continue;
    const std::string path = fmt::format("{}_{}.{}", stemOf(out_), index,
                                         picture.mime_type == "image/jpeg" ? "jpg" : "png");
    name = fileName(path);
    outputs_.push_back({path, bytesOf(*picture.bytes)});
  }
  return names;
}

Result<void> Conversion::makeSurface(const Model& model) {
  const Result<Moment> moment = findMoment(options_, model);
  if (!moment) return tl::unexpected<Error>(moment.error());
  progress_.show("posing");
  const pose::ExactPose pose = pose::evaluateExact(model, moment->parts);
  const std::vector<PosedSurface> surfaces = posedSurfaces(model, pose);
  if (surfaces.empty()) return fail("convert.empty", "the model has no mesh that is drawn");
  if (lowerExtension(out_) == "ply") {
    outputs_.push_back({out_, plyBytes(surfaces)});
    return {};
  }
  const std::string materials = stemOf(out_) + ".mtl";
  const std::vector<std::string> names = picturesBeside(model);
  outputs_.push_back({materials, bytesOf(mtlText(model, names))});
  outputs_.push_back({out_, bytesOf(objText(model, surfaces, fileName(materials)))});
  return {};
}

Result<void> Conversion::makePacked(const LoadedModel& loaded) {
  Result<MadeBmd1> made = makeBmd1(loaded.model, options_, [this](const char* stage, double done) {
    progress_.show(fmt::format("{} {:.0f} %", stage, 100.0 * done));
    return true;
  });
  if (!made) return tl::unexpected<Error>(made.error());
  for (const std::string& warning : made->warnings)
    warn(warning);
  outputs_ = std::move(made->files);
  report_ = std::move(made->report);
  return {};
}

ExitCode Conversion::printReport(const LoadedModel& loaded) {
  if (!report_ || !options_.convert.report) return ExitCode::Ok;
  Output output(STDOUT_FILENO);
  const std::uint64_t source_bytes = loaded.model.bytes ? loaded.model.bytes->size() : 0;
  if (options_.json) {
    JsonStream json(output);
    json.beginObject();
    writeJsonHead(json, "convert", {in_, 0, 1}, loaded.format, loaded.mode);
    json.field("out", out_);
    writeReportJson(json, *report_, source_bytes);
    writeJsonDiagnostics(json, loaded.diagnostics);
    json.endObject().finish();
  } else {
    output.write(fmt::format("{} -> {}\n", in_, out_));
    writeReportText(output, *report_, source_bytes);
  }
  return finish(output, options_);
}

ExitCode Conversion::run() {
  progress_.show("reading");
  Result<SharedBytes> bytes = readInput(in_, maxSizeBytes(options_));
  if (!bytes) {
    progress_.clear();
    say(options_, Verbosity::Quiet, describe(bytes.error()));
    return ExitCode::Unreadable;
  }
  const Result<LoadOptions> load = loadOptionsFor(options_, in_);
  if (!load) return stop(ExitCode::Unreadable, load.error());
  Result<LoadedModel> loaded = loadModel(std::move(*bytes), *load);
  if (!loaded) return stop(ExitCode::Unreadable, loaded.error());
  progress_.clear();
  sayDiagnostics(options_, {in_, 0, 1}, *loaded);
  for (const std::string& problem : encodePixels(loaded->model))
    warn(problem);
  const std::string kind = lowerExtension(out_);
  const Result<void> made = kind == "bmd"                     ? makePacked(*loaded)
                            : kind == "glb" || kind == "gltf" ? makeGltf(loaded->model)
                                                              : makeSurface(loaded->model);
  if (!made) {
    const bool usage = made.error().code == "usage" || made.error().code == "convert.option";
    return stop(usage ? ExitCode::Usage : ExitCode::Invalid, made.error());
  }
  for (const OutputFile& output : outputs_) {
    if (isSameFile(in_, output.path)) {
      return stop(ExitCode::Usage,
                  fail("usage", fmt::format("\"{}\" is the file that is read: it is not replaced",
                                            output.path))
                      .value());
    }
  }
  // All or none: a file that stays must not stand beside new ones that belong to another.
  for (const OutputFile& output : outputs_) {
    struct stat status {};
    if (options_.overwrite || ::stat(output.path.c_str(), &status) != 0) continue;
    return stop(ExitCode::OutputFailed,
                fail("output.exists", fmt::format("\"{}\" exists already", output.path)).value());
  }
  for (const OutputFile& output : outputs_) {
    const Result<void> written = writeFileAtomically(output.path, output.bytes, options_.overwrite);
    if (!written) return stop(ExitCode::OutputFailed, written.error());
    say(options_, Verbosity::Info,
        fmt::format("wrote {}, {} bytes", output.path, grouped(output.bytes.size())));
  }
  return std::max(exitCodeOf(*loaded), printReport(*loaded));
}

}  // namespace

ExitCode runConvert(const Options& options) {
  return Conversion(options).run();
}

}  // namespace sinew::app
