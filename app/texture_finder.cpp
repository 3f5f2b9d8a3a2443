#include "app/texture_finder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/core.h>

#include "app/any_case.h"
#include "app/text_case.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

using Parts = std::vector<std::string>;

constexpr std::array<std::string_view, 6> kExtensions{"png", "tga", "jpg", "jpeg", "bmp", "dds"};
constexpr std::uint64_t kMaxTextureFileBytes = std::uint64_t{1} << 30;
/// Folders above the model that are looked at.
constexpr int kMaxParents = 32;

/// The name's parts; an Error for names that could lead out of the folders searched.
Result<Parts> splitName(const std::string& name) {
  Parts parts;
  std::string part;
  const auto finish = [&parts, &part] {
    if (!part.empty() && part != ".") parts.push_back(part);
    part.clear();
  };
  for (const char c : name) {
    if (c == '/' || c == '\\')
      finish();
    else
      part.push_back(c);
  }
  finish();
  const bool drive = name.size() >= 2 && name[1] == ':';
  if (!name.empty() && (name[0] == '/' || name[0] == '\\' || drive)) {
    return fail("texture.name", "an absolute name is not looked up");
  }
  if (std::find(parts.begin(), parts.end(), "..") != parts.end()) {
    return fail("texture.name", "a name with \"..\" is not looked up");
  }
  if (parts.empty() || name.find('\0') != std::string::npos) {
    return fail("texture.name", "it is no file name");
  }
  return parts;
}

/// The ways to spell the last part: with its own extension, another in its place, another behind
/// it.
std::vector<std::string> fileNames(const std::string& last) {
  std::vector<std::string> out;
  const std::size_t dot = last.rfind('.');
  const std::string_view own = dot == std::string::npos || dot == 0
                                   ? std::string_view()
                                   : std::string_view(last).substr(dot + 1);
  const bool known =
      std::find(kExtensions.begin(), kExtensions.end(), foldCase(own)) != kExtensions.end();
  if (known) out.push_back(last);
  if (known || own.size() == 3) {
    for (const std::string_view extension : kExtensions) {
      out.push_back(fmt::format("{}.{}", last.substr(0, dot), extension));
    }
  }
  if (!known) {
    for (const std::string_view extension : kExtensions) {
      out.push_back(fmt::format("{}.{}", last, extension));
    }
  }
  std::vector<std::string> unique;
  for (std::string& name : out) {
    if (std::find(unique.begin(), unique.end(), name) == unique.end())
      unique.push_back(std::move(name));
  }
  return unique;
}

/// One search; fills `tried` on its way.
class Search {
 public:
  Search(FoundTexture& texture, Parts parts, AnyCaseFolders& lookup)
      : texture_(texture), parts_(std::move(parts)), lookup_(lookup) {
    last_names_ = fileNames(parts_.back());
    parts_.pop_back();
    if (!parts_.empty() && foldCase(parts_.front()) == "resource") {
      without_resource_ = Parts(parts_.begin() + 1, parts_.end());
    }
  }

  /// The name, whole and without `resource/`, below a folder.
  bool below(const fs::path& base) {
    return in(base, parts_) || (without_resource_ && in(base, *without_resource_));
  }

  /// The parents of the model's folder, up to the nearest that holds the name's first folder.
  bool aboveModel(const fs::path& model_folder) {
    if (parts_.empty()) return false;
    fs::path base = model_folder;
    for (int i = 0; i < kMaxParents && base.has_relative_path(); ++i) {
      base = base.parent_path();
      const bool whole = holds(base, parts_);
      const bool shorter =
          without_resource_ && !without_resource_->empty() && holds(base, *without_resource_);
      if (whole || shorter) return below(base);
    }
    return false;
  }

  bool bareName(const fs::path& base) { return !parts_.empty() && in(base, {}); }

 private:
  bool holds(const fs::path& base, const Parts& folders) {
    return lookup_.folder(base, std::span(folders).first(1)).has_value();
  }

  bool in(const fs::path& base, const Parts& folders) {
    fs::path spelled = base;
    for (const std::string& part : folders)
      spelled /= part;
    const std::optional<fs::path> folder = lookup_.folder(base, folders);
    for (const std::string& name : last_names_) {
      const std::string path = (spelled / name).string();
      const auto& tried = texture_.tried;
      if (std::find(tried.begin(), tried.end(), path) != tried.end()) continue;
      texture_.tried.push_back(path);
      if (!folder) continue;
      const std::optional<fs::path> file = lookup_.entry(*folder, name);
      std::error_code ignored;
      if (!file || !fs::is_regular_file(*file, ignored)) continue;
      texture_.path = file->string();
      return true;
    }
    return false;
  }

  FoundTexture& texture_;
  Parts parts_;
  std::optional<Parts> without_resource_;
  std::vector<std::string> last_names_;
  AnyCaseFolders& lookup_;
};

fs::path folderOf(const std::string& model_path) {
  std::error_code error;
  const fs::path path = model_path == "-" ? fs::path("x") : fs::path(model_path);
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal().parent_path();
}

bool search(Search& run, const fs::path& model_folder,
            const std::vector<std::string>& texture_paths) {
  if (run.below(model_folder) || run.aboveModel(model_folder)) return true;
  for (const std::string& path : texture_paths) {
    if (run.below(fs::path(path))) return true;
  }
  if (run.bareName(model_folder)) return true;
  return std::any_of(texture_paths.begin(), texture_paths.end(),
                     [&run](const std::string& path) { return run.bareName(fs::path(path)); });
}

void decode(FoundTexture& texture) {
  const Result<SharedBytes> bytes = readInput(texture.path, kMaxTextureFileBytes);
  if (!bytes) {
    texture.problem = bytes.error().message;
    return;
  }
  Result<renderer::Image> image = renderer::decodeImage(**bytes);
  if (image)
    texture.image = std::make_shared<const renderer::Image>(std::move(*image));
  else
    texture.problem = describe(image.error());
}

std::string_view stemOf(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(0, dot);
}

}  // namespace

struct TextureFinder::Impl {
  fs::path model_folder;
  std::vector<std::string> texture_paths;
  AnyCaseFolders lookup;
  std::map<std::string, FoundTexture> decoded;  ///< by path: image or problem
};

TextureFinder::TextureFinder(const std::string& model_path, std::vector<std::string> texture_paths)
    : impl_(std::make_unique<Impl>()) {
  impl_->model_folder = folderOf(model_path);
  impl_->texture_paths = std::move(texture_paths);
}

TextureFinder::~TextureFinder() = default;

FoundTexture TextureFinder::locate(const std::string& name) {
  FoundTexture texture;
  texture.name = name;
  Result<Parts> parts = splitName(name);
  if (!parts) {
    texture.problem = parts.error().message;
    return texture;
  }
  Search run(texture, std::move(*parts), impl_->lookup);
  if (!search(run, impl_->model_folder, impl_->texture_paths)) texture.problem = "no such file";
  return texture;
}

FoundTexture TextureFinder::find(const std::string& name) {
  FoundTexture texture = locate(name);
  if (texture.path.empty()) return texture;
  const auto [place, is_new] = impl_->decoded.try_emplace(texture.path);
  FoundTexture& decoded = place->second;
  if (is_new) {
    decoded.path = texture.path;
    decode(decoded);
  }
  texture.image = decoded.image;
  texture.problem = decoded.problem;
  return texture;
}

Result<std::shared_ptr<const renderer::Image>> readTexture(const std::string& path) {
  const Result<SharedBytes> bytes = readInput(path, kMaxTextureFileBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  Result<renderer::Image> image = renderer::decodeImage(**bytes);
  if (!image) {
    return fail(image.error().code,
                fmt::format("\"{}\" cannot be a texture: {}", path, describe(image.error())));
  }
  return std::make_shared<const renderer::Image>(std::move(*image));
}

std::string describeMissing(const FoundTexture& texture) {
  if (!texture.path.empty()) {
    return fmt::format("texture \"{}\": \"{}\" cannot be shown: {}", texture.name, texture.path,
                       texture.problem);
  }
  std::string out = fmt::format("texture \"{}\": {}", texture.name, texture.problem);
  if (!texture.tried.empty()) out += "; tried";
  for (std::size_t i = 0; i < texture.tried.size();) {
    const std::string_view stem = stemOf(texture.tried[i]);
    std::size_t end = i + 1;
    while (end < texture.tried.size() && stemOf(texture.tried[end]) == stem)
      ++end;
    out += i == 0 ? " " : ", ";
    if (end == i + 1) {
      out += texture.tried[i];
    } else {
      out += fmt::format("{}.{{", stem);
      for (std::size_t k = i; k < end; ++k) {
        out += fmt::format("{}{}", k == i ? "" : ",",
                           std::string_view(texture.tried[k]).substr(stem.size() + 1));
      }
      out += "}";
    }
    i = end;
  }
  return out;
}

}  // namespace sinew::app
