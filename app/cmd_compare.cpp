#include "app/cmd_compare.h"

#include <algorithm>
#include <future>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "app/document.h"
#include "app/file_command.h"
#include "app/png.h"
#include "app/regress/compare.h"
#include "app/regress/findings_text.h"
#include "app/regress/read_picture.h"
#include "app/text.h"

namespace sinew::app {

namespace {

using regress::Comparison;
using regress::sameSize;
using regress::sizeText;
using renderer::Image;

struct Pictures {
  Image a;
  Image b;
  bool same_bytes = false;  ///< then `b` is empty and `a` stands for both
  std::optional<Image> mask;

  [[nodiscard]] const Image& second() const { return same_bytes ? a : b; }
};

Result<Pictures> readPictures(const Options& options) {
  const std::uint64_t most = options.max_size_mib << 20;
  const std::string& path_a = options.files[0];
  const std::string& path_b = options.files[1];
  const Result<SharedBytes> bytes_a = readInput(path_a, most);
  if (!bytes_a) return tl::unexpected(bytes_a.error());
  const Result<SharedBytes> bytes_b = readInput(path_b, most);
  if (!bytes_b) return tl::unexpected(bytes_b.error());

  Pictures out;
  out.same_bytes = **bytes_a == **bytes_b;
  std::future<Result<Image>> other;
  if (!out.same_bytes) {
    other = std::async(std::launch::async, regress::decodeNamed, path_b, *bytes_b);
  }
  Result<Image> a = regress::decodeNamed(path_a, *bytes_a);
  if (other.valid()) {
    Result<Image> b = other.get();
    if (a && !b) return tl::unexpected(b.error());
    if (b) out.b = std::move(*b);
  }
  if (!a) return tl::unexpected(a.error());
  out.a = std::move(*a);
  if (!options.compare.mask.empty()) {
    Result<Image> mask = regress::readPicture(options.compare.mask, most);
    if (!mask) return tl::unexpected(mask.error());
    out.mask = std::move(*mask);
  }
  return out;
}

/// What is wrong with the sizes; empty: nothing.
std::string sizeProblem(const Options& options, const Pictures& pictures) {
  const auto differ = [&](const std::string& path, const Image& image) {
    return fmt::format("{} has {} pixels, {} has {}", options.files[0], sizeText(pictures.a), path,
                       sizeText(image));
  };
  if (!sameSize(pictures.a, pictures.second())) return differ(options.files[1], pictures.b);
  if (pictures.mask && !sameSize(pictures.a, *pictures.mask)) {
    return differ(options.compare.mask, *pictures.mask);
  }
  return {};
}

JsonStream& writeHead(JsonStream& json, const Options& options, std::string_view verdict) {
  json.beginObject()
      .field("schema", 1)
      .field("command", "compare")
      .field("a", options.files[0])
      .field("b", options.files[1])
      .field("verdict", verdict);
  return json;
}

void writeJson(Output& output, const Options& options, const Comparison& result) {
  JsonStream json(output);
  writeHead(json, options, result.passes() ? "same" : "different");
  regress::writeFindings(json, result);
  json.endObject().finish();
}

ExitCode reportSizes(const Options& options, const std::string& problem) {
  Output output(STDOUT_FILENO);
  if (options.json) {
    JsonStream json(output);
    writeHead(json, options, "size").field("message", problem);
    json.endObject().finish();
  } else {
    output.write(fmt::format("size: {}\n", printable(problem)));
  }
  return std::max(ExitCode::SizeMismatch, finish(output, options));
}

ExitCode writePicture(const Options& options, const Image& a, const Comparison& result) {
  if (options.output.empty()) return ExitCode::Ok;
  const auto png = regress::encodeDifference(a, result);
  if (!png) {
    say(options, Verbosity::Quiet, describe(png.error()));
    return ExitCode::Internal;
  }
  if (auto written = writeFileAtomically(options.output, *png, true); !written) {
    say(options, Verbosity::Quiet, describe(written.error()));
    return ExitCode::OutputFailed;
  }
  return ExitCode::Ok;
}

}  // namespace

ExitCode runCompare(const Options& options) {
  Result<Pictures> pictures = readPictures(options);
  if (!pictures) {
    say(options, Verbosity::Quiet, describe(pictures.error()));
    return ExitCode::Unreadable;
  }
  if (const std::string problem = sizeProblem(options, *pictures); !problem.empty()) {
    return reportSizes(options, problem);
  }
  for (const std::string& sentence :
       regress::rectsOutside(options.compare.settings.ignore, pictures->a)) {
    say(options, Verbosity::Warning, sentence);
  }
  const Result<Comparison> result =
      regress::compare(pictures->a, pictures->second(), options.compare.settings,
                       pictures->mask ? &*pictures->mask : nullptr);
  if (!result) {
    say(options, Verbosity::Quiet, describe(result.error()));
    return ExitCode::Usage;
  }
  const ExitCode picture = writePicture(options, pictures->a, *result);
  Output output(STDOUT_FILENO);
  options.json ? writeJson(output, options, *result)
               : output.write(regress::verdictLine(options.files[1], *result));
  const ExitCode verdict = result->passes() ? ExitCode::Ok : ExitCode::Invalid;
  return std::max({verdict, picture, finish(output, options)});
}

}  // namespace sinew::app
