#include "app/reference.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "app/file_command.h"
#include "app/png.h"
#include "app/regress/findings_text.h"
#include "app/regress/read_picture.h"

namespace sinew::app {

namespace {

ExitCode writeDifference(const Options& options, const renderer::Image& reference,
                         const regress::Comparison& comparison, const std::string& written) {
  if (comparison.passes() || written.empty()) return ExitCode::Ok;
  const auto png = regress::encodeDifference(reference, comparison);
  const auto done = png ? writeFileAtomically(differencePath(written), *png, options.overwrite)
                        : Result<void>(tl::unexpected(png.error()));
  if (done) return ExitCode::Ok;
  say(options, Verbosity::Quiet, describe(done.error()));
  return png ? ExitCode::OutputFailed : ExitCode::Internal;
}

}  // namespace

std::string differencePath(const std::string& picture) {
  const std::filesystem::path path(picture);
  return (path.parent_path() / path.stem()).string() + ".diff" + path.extension().string();
}

ExitCode compareWithReference(const Options& options, const renderer::Image& drawn,
                              const std::string& written) {
  const std::uint64_t most = options.max_size_mib << 20;
  const Result<renderer::Image> reference = regress::readPicture(options.reference, most);
  if (!reference) {
    say(options, Verbosity::Quiet, describe(reference.error()));
    return ExitCode::Unreadable;
  }
  std::optional<renderer::Image> mask;
  if (!options.compare.mask.empty()) {
    Result<renderer::Image> read = regress::readPicture(options.compare.mask, most);
    if (!read) {
      say(options, Verbosity::Quiet, describe(read.error()));
      return ExitCode::Unreadable;
    }
    mask = std::move(*read);
  }
  for (const auto& [image, path] : {std::pair(&*reference, &options.reference),
                                    std::pair(mask ? &*mask : &drawn, &options.compare.mask)}) {
    if (regress::sameSize(drawn, *image)) continue;
    say(options, Verbosity::Quiet,
        fmt::format("the picture has {} pixels, \"{}\" has {}", regress::sizeText(drawn), *path,
                    regress::sizeText(*image)));
    return ExitCode::SizeMismatch;
  }
  for (const std::string& sentence :
       regress::rectsOutside(options.compare.settings.ignore, drawn)) {
    say(options, Verbosity::Warning, sentence);
  }
  const Result<regress::Comparison> result =
      regress::compare(*reference, drawn, options.compare.settings, mask ? &*mask : nullptr);
  if (!result) {
    say(options, Verbosity::Quiet, describe(result.error()));
    return ExitCode::Usage;
  }
  const ExitCode picture = writeDifference(options, *reference, *result, written);
  Output output(STDOUT_FILENO);
  output.write(regress::verdictLine(options.reference, *result));
  const ExitCode verdict = result->passes() ? ExitCode::Ok : ExitCode::Invalid;
  return std::max({verdict, picture, finish(output, options)});
}

}  // namespace sinew::app
