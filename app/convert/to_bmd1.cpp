#include "app/convert/to_bmd1.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/convert/pictures.h"
#include "format/convert/encode.h"
#include "format/gltf/uri.h"

namespace sinew::app {
convert::EncodeOptions encodeOptions(const ConvertOptions& from) {
  convert::EncodeOptions out;
  using Size = ConvertOptions::Size;
  out.size = from.size == Size::Smallest ? convert::SizeGoal::Smallest
             : from.size == Size::Best   ? convert::SizeGoal::Best
                                         : convert::SizeGoal::Balanced;
  out.max_position_percent = from.max_position_percent;
  out.max_normal_deg = from.max_normal_deg;
  out.max_uv = from.max_uv;
  out.max_rotation_deg = from.max_rotation_deg;
  out.max_translation_percent = from.max_translation_percent;
  out.units_per_metre = from.units_per_metre;
  out.rate_hz = from.rate_hz;
  out.loop = from.loop == ConvertOptions::Loop::On    ? convert::LoopChoice::On
             : from.loop == ConvertOptions::Loop::Off ? convert::LoopChoice::Off
                                                      : convert::LoopChoice::Detect;
  out.keep_bones = from.keep_bones;
  out.lods = from.lods_to_make;
  out.solids = from.solids == ConvertOptions::Solids::Off    ? convert::SolidChoice::None
               : from.solids == ConvertOptions::Solids::Hull ? convert::SolidChoice::Hull
                                                             : convert::SolidChoice::Named;
  out.measure = from.report;
  return out;
}

namespace {

std::vector<std::uint8_t> bytesOf(const std::vector<std::byte>& bytes) {
  std::vector<std::uint8_t> out(bytes.size());
  std::transform(bytes.begin(), bytes.end(), out.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  return out;
}

}  // namespace

std::vector<OutputFile> textureFiles(const std::vector<convert::TextureFile>& textures,
                                     const std::string& source_path, const std::string& out_path,
                                     const Options& options, std::vector<std::string>& warnings) {
  const std::string folder = out_path.substr(0, out_path.rfind('/') + 1);
  std::vector<OutputFile> out;
  std::set<std::string> known;
  for (const convert::TextureFile& texture : textures) {
    // Names come from the source: they must not lead out of the folder.
    const Result<std::string> name = gltf::relativePathOf(texture.name);
    if (!name) {
      warnings.push_back(fmt::format("texture {}", name.error().message));
      continue;
    }
    if (!known.insert(*name).second) continue;
    const PictureFile picture =
        pngPicture(texture.encoded, texture.name, source_path, out_path, options);
    if (picture.bytes) {
      out.push_back({folder + *name + ".png", bytesOf(*picture.bytes)});
    } else if (!picture.problem.empty()) {
      warnings.push_back(fmt::format("texture {}", picture.problem));
    }
  }
  return out;
}

Result<MadeBmd1> makeBmd1(const Model& model, const Options& options, EncodeProgress progress) {
  convert::EncodeOptions encode = encodeOptions(options.convert);
  encode.progress = std::move(progress);
  Result<convert::Encoded> encoded = convert::encodeBmd1(model, encode);
  if (!encoded) return tl::unexpected<Error>(encoded.error());
  MadeBmd1 made;
  made.report = std::move(encoded->report);
  made.warnings = made.report.warnings;
  made.files =
      textureFiles(encoded->textures, options.files[0], options.files[1], options, made.warnings);
  made.files.push_back({options.files[1], bytesOf(encoded->bytes)});
  return made;
}

}  // namespace sinew::app
