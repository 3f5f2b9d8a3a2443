#include "app/cmd_shot.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/batch.h"
#include "app/file_command.h"
#include "app/playback.h"
#include "app/png.h"
#include "app/receipt.h"
#include "app/reference.h"
#include "app/repeat_shot.h"
#include "app/sha256.h"
#include "app/shot_names.h"
#include "app/text.h"
#include "app/texture_finder.h"

namespace sinew::app {
namespace {

ExitCode exitCodeFor(const Error& error) {
  if (error.code == "usage") return ExitCode::Usage;
  if (error.code == "receipt" || error.code.rfind("input.", 0) == 0) return ExitCode::Unreadable;
  if (error.code == "draw.slow") return ExitCode::Invalid;
  if (error.code == "gl.none") return ExitCode::NoGl;
  if (error.code.rfind("output.", 0) == 0) return ExitCode::OutputFailed;
  return ExitCode::Internal;
}

/// One run of the command. GL is made for the first model that can be read, and used for all.
class ShotRun {
 public:
  ShotRun(const Options& options, ShotNames names) : options_(options), names_(std::move(names)) {
    if (!options_.from.empty()) names_.protect({options_.from}, "the picture that --from reads");
    if (!options_.reference.empty()) names_.protect({options_.reference}, "the reference");
    if (!options_.compare.mask.empty()) names_.protect({options_.compare.mask}, "the mask");
  }

  /// The picture that is repeated shows another file, or was drawn otherwise: that is said.
  void expect(const RepeatedShot& repeated) {
    expected_sha256_ = repeated.sha256;
    expected_file_ = repeated.file;
    expected_renderer_ = repeated.renderer;
  }

  std::unique_ptr<Batch> takeBatch() { return std::move(batch_); }

  ExitCode run() {
    if (options_.files.size() > 1) {
      names_.protectLater([this] { return laterTextures(); });
    }
    ExitCode worst = ExitCode::Ok;
    for (std::size_t i = 0; i < options_.files.size(); ++i) {
      const InputFile file{options_.files[i], i, options_.files.size()};
      const ExitCode status = shoot(file);
      worst = std::max(worst, status);
      // Without GL no other file fares better.
      if (status == ExitCode::NoGl) break;
      if (status > ExitCode::Invalid && !options_.keep_going) break;
    }
    return worst;
  }

 private:
  ExitCode report(const InputFile& file, const Error& error) const {
    say(options_, Verbosity::Quiet, fmt::format("{}: {}", file.path, describe(error)));
    return exitCodeFor(error);
  }

  ExitCode shoot(const InputFile& file) {
    // Pictures that are not drawn count too, so that a picture's number does not depend on other
    // files.
    const std::uint32_t first_number = next_number_;
    next_number_ += static_cast<std::uint32_t>(viewsOf(options_).size()) * framesOf(options_);
    const Result<std::shared_ptr<Document>> document = openDocument(file.path, options_, true);
    if (!document) {
      const bool names_file = document.error().code.rfind("input.", 0) == 0;
      if (!names_file) return refuse(options_, file, document.error());
      say(options_, Verbosity::Quiet, describe(document.error()));
      return ExitCode::Unreadable;
    }
    const LoadedModel& loaded = (*document)->loaded;
    sayDiagnostics(options_, file, loaded);
    ExitCode status = exitCodeOf(loaded);
    if (!sayTextures(file, **document)) status = ExitCode::Invalid;
    names_.protect(texturePaths(**document), "a texture of a model");
    if (status != ExitCode::Ok && loaded.mode == Mode::Strict) return status;
    Result<State> state = stateFromOptions(options_, loaded.model);
    if (!state) return report(file, state.error());
    state->lod.hysteresis = false;  // a picture depends on its own camera only
    if (auto ready = prepare(); !ready) return report(file, ready.error());
    return std::max(status, drawViews(file, *document, *state, first_number));
  }

  /// \return false where a missing texture is an error.
  bool sayTextures(const InputFile& file, const Document& document) const {
    const bool strict = document.loaded.mode == Mode::Strict;
    bool sound = true;
    for (const FoundTexture& texture : document.textures) {
      if (texture.image) continue;
      say(options_, strict ? Verbosity::Error : Verbosity::Warning,
          fmt::format("{}: {}", file.path, describeMissing(texture)));
      sound = sound && !strict;
    }
    return sound;
  }

  /// Textures of all models behind the first.
  std::vector<std::string> laterTextures() const {
    std::vector<std::string> paths;
    for (std::size_t i = 1; i < options_.files.size(); ++i) {
      if (options_.files[i] == "-") continue;  // can be read once only
      for (std::string& path : textureFilesOf(options_.files[i], options_))
        paths.push_back(std::move(path));
    }
    return paths;
  }

  static std::vector<std::string> texturePaths(const Document& document) {
    std::vector<std::string> paths;
    for (const FoundTexture& texture : document.textures) {
      if (!texture.path.empty()) paths.push_back(texture.path);
    }
    return paths;
  }

  Result<void> prepare() {
    if (batch_) return {};
    Result<std::unique_ptr<Batch>> batch = Batch::create(options_);
    if (!batch) return tl::unexpected(batch.error());
    batch_ = std::move(*batch);
    say(options_, Verbosity::Info, fmt::format("drawing with {}", batch_->context().description()));
    if (!expected_renderer_.empty() && expected_renderer_ != printable(batch_->driver())) {
      say(options_, Verbosity::Warning,
          fmt::format("\"{}\" was drawn by {}, this is {}: pixels may differ", options_.from,
                      expected_renderer_, batch_->driver()));
    }
    if (batch_->samples() != options_.view.msaa) {
      say(options_, Verbosity::Warning,
          fmt::format("--msaa={} is beyond this driver: {} samples are used", options_.view.msaa,
                      batch_->samples()));
    }
    return {};
  }

  ExitCode drawViews(const InputFile& file, const std::shared_ptr<Document>& document, State& state,
                     std::uint32_t number) {
    const Result<std::unique_ptr<Scene>> scene = Scene::create(document, batch_->renderer());
    if (!scene) return report(file, scene.error());
    for (const std::string& warning : (*scene)->gpuModel().warnings()) {
      say(options_, Verbosity::Warning, fmt::format("{}: {}", file.path, warning));
    }
    receipt_ = receiptSource(file, *document);
    ExitCode worst = ExitCode::Ok;
    for (std::uint32_t frame = 0; frame < framesOf(options_); ++frame) {
      const auto clip = state.playback.clip;
      if (options_.frame_range && clip) {
        seek(state.playback, document->model().clips[*clip], options_.frame_range->first + frame);
      }
      for (const NamedView view : viewsOf(options_)) {
        const ExitCode status = drawView(file, **scene, state, view, number++);
        if (status != ExitCode::Ok && status != ExitCode::Invalid &&
            status != ExitCode::SizeMismatch)
          return status;
        worst = std::max(worst, status);
      }
    }
    return worst;
  }

  /// The same model has the same receipt again, wherever it was found.
  [[nodiscard]] ReceiptSource receiptSource(const InputFile& file, const Document& document) const {
    ReceiptSource source{lookArguments(options_.given), receiptPath(file.path),
                         sha256Hex(*document.model().bytes), batch_->driver()};
    if (expected_sha256_.empty()) return source;
    if (source.sha256 == expected_sha256_) {
      source.file = expected_file_;
    } else {
      say(options_, Verbosity::Warning,
          fmt::format("{} is not the file that \"{}\" shows (another SHA-256)", file.path,
                      options_.from));
    }
    return source;
  }

  [[nodiscard]] Result<void> write(const std::string& path, const renderer::Image& image,
                                   const PngText& receipt) const {
    const auto png = encodePng(image, receipt);
    if (!png) return tl::unexpected(png.error());
    return writeFileAtomically(path, *png, options_.overwrite);
  }

  /// Draws, writes and compares one picture. Differing from the reference ends nothing.
  ExitCode drawView(const InputFile& file, Scene& scene, State& state, NamedView view,
                    std::uint32_t number) {
    const Result<renderer::Image> image = batch_->draw(options_, scene, state, view);
    if (!image) return report(file, image.error());
    std::string path;
    if (options_.reference.empty() || !options_.output.empty()) {
      const Result<std::string> name = names_.next(fieldsOf(file, scene, state, view, number));
      if (!name) return report(file, name.error());
      path = *name;
      if (!options_.reference.empty()) {
        const auto free = names_.checkNoInput(differencePath(path));
        if (!free) return report(file, free.error());
      }
      const auto written = write(path, *image, receiptText(receipt_, options_, state, scene, view));
      if (!written) return report(file, written.error());
      say(options_, Verbosity::Info, fmt::format("{}: wrote {}", file.path, path));
    }
    if (options_.reference.empty()) return ExitCode::Ok;
    return compareWithReference(options_, *image, path);
  }

  static NameFields fieldsOf(const InputFile& file, const Scene& scene, const State& state,
                             NamedView view, std::uint32_t number) {
    NameFields fields = fieldsOfPath(file.path);
    const std::optional<std::uint32_t> clip = state.playback.clip;
    fields.anim = clip ? scene.model().clips[*clip].name : "rest";
    fields.frame = state.playback.frame;
    fields.lod = scene.lod().shown ? fmt::format("{}", *scene.lod().shown) : "all";
    fields.n = number;
    fields.view = toString(view);
    return fields;
  }

  const Options& options_;
  ShotNames names_;
  std::unique_ptr<Batch> batch_;
  ReceiptSource receipt_;  ///< of the model being drawn
  std::string expected_sha256_;
  std::string expected_file_;
  std::string expected_renderer_;
  std::uint32_t next_number_ = 1;
};

}  // namespace

ExitCode runShot(const Options& asked) {
  RepeatedShot shot{asked, {}, {}, {}};
  if (!asked.from.empty()) {
    Result<RepeatedShot> repeated = repeatShot(asked);
    if (!repeated) {
      say(asked, Verbosity::Quiet, repeated.error().message);
      return exitCodeFor(repeated.error());
    }
    shot = std::move(*repeated);
  }
  Result<ShotNames> names = ShotNames::create(shot.options);
  if (!names) {
    say(asked, Verbosity::Quiet, names.error().message);
    return exitCodeFor(names.error());
  }
  sayMissingTexturePaths(shot.options);
  ShotRun run(shot.options, std::move(*names));
  run.expect(shot);
  const ExitCode status = run.run();
  // Kept to the end of the process, which frees everything at once: taking a GL context down costs
  // as much as drawing a small picture.
  static auto* const kept = new std::vector<std::unique_ptr<Batch>>();
  kept->push_back(run.takeBatch());
  return status;
}

}  // namespace sinew::app
