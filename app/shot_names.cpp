#include "app/shot_names.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "app/batch.h"

namespace sinew::app {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> usage(std::string message) {
  return fail("usage", std::move(message));
}

std::string normal(const std::string& path) {
  return fs::path(path).lexically_normal().string();
}

bool isSame(const std::string& file, const std::string& path) {
  std::error_code ignored;
  return file != "-" && fs::equivalent(file, path, ignored);
}

}  // namespace

std::vector<NamedView> viewsOf(const Options& options) {
  return options.camera.views.empty() ? std::vector<NamedView>{NamedView::Iso}
                                      : options.camera.views;
}

std::uint32_t framesOf(const Options& options) {
  if (!options.frame_range) return 1;
  return static_cast<std::uint32_t>(options.frame_range->last - options.frame_range->first) + 1;
}

Result<ShotNames> ShotNames::create(const Options& options) {
  const bool many_views = viewsOf(options).size() > 1;
  const bool many_frames = framesOf(options) > 1;
  if (options.output == "-" && (many_views || many_frames || options.files.size() > 1)) {
    return usage("standard output (-) takes one picture, but several are asked for");
  }
  std::string text = options.output;
  if (text.empty()) {
    text = fmt::format("{{model}}{}{}.png", many_views ? "_{view}" : "",
                       options.frame_range ? "_{frame:4}" : "");
  }
  Result<NameTemplate> name = NameTemplate::parse(text);
  if (!name) return tl::unexpected(name.error());
  ShotNames out(options, std::move(*name));
  if (auto distinct = out.checkDistinct(); !distinct) return tl::unexpected(distinct.error());
  return out;
}

Result<void> ShotNames::checkDistinct() const {
  // These depend on the models' content: `next` looks at them one by one.
  for (const char* field : {"anim", "frame", "lod"}) {
    if (template_.has(field)) return {};
  }
  if (framesOf(*options_) > 1 && !template_.has("n")) {
    return usage("each frame is a picture of its own: give --output with {frame} or {n}");
  }
  std::set<std::string> names;
  NameFields fields;
  std::uint32_t n = 0;
  for (const std::string& file : options_->files) {
    fields = fieldsOfPath(file);
    for (const NamedView view : viewsOf(*options_)) {
      fields.view = toString(view);
      fields.n = ++n;
      const std::string name = normal(template_.fill(fields));
      if (!names.insert(name).second) {
        return usage(
            fmt::format("two pictures would be written to \"{}\": give --output with {{model}}, "
                        "{{view}} or {{n}}",
                        name));
      }
    }
  }
  return {};
}

void ShotNames::protect(const std::vector<std::string>& paths, const std::string& what) {
  for (const std::string& path : paths)
    protected_.push_back({path, what});
}

Result<void> ShotNames::checkNoInput(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return {};
  for (const std::string& file : options_->files) {
    if (isSame(file, path)) return usage(fmt::format("\"{}\" is one of the models", path));
  }
  if (later_) protect(std::exchange(later_, nullptr)(), "a texture of a model");
  for (const Protected& kept : protected_) {
    if (!isSame(kept.path, path)) continue;
    return usage(fmt::format("\"{}\" is {}, so the picture needs another name: give --output", path,
                             kept.what));
  }
  return {};
}

void ShotNames::protectLater(std::function<std::vector<std::string>()> paths) {
  later_ = std::move(paths);
}

Result<std::string> ShotNames::next(const NameFields& fields) {
  std::string path = template_.fill(fields);
  if (path == "-") {
    if (options_->output == "-") return path;
    path = "./-";  // a clip or model of this name does not mean standard output
  }
  if (!taken_.insert(normal(path)).second) {
    return usage(fmt::format("a second picture would be written to \"{}\"", path));
  }
  if (auto free = checkNoInput(path); !free) return tl::unexpected(free.error());
  std::error_code ignored;
  if (!options_->overwrite && fs::is_regular_file(path, ignored)) {
    return fail("output.exists", fmt::format("\"{}\" exists already", path));
  }
  return path;
}

}  // namespace sinew::app
