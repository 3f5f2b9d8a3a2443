#include "app/regress/baselines.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "app/cli/values.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPart = 60;

/// Lower-case letters, digits and dots; a dash for every run of anything else.
std::string keyPart(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    if (kept) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
    if (out.size() >= kMaxPart) break;
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.'))
    out.pop_back();
  return out.empty() ? "unknown" : out;
}

/// GL_VERSION is "4.5 (Core Profile) Mesa 22.3.6" or "3.3.0 NVIDIA 535.54": what stands behind the
/// number, without the profile.
std::string_view driverVersion(std::string_view version) {
  const std::size_t blank = version.find(' ');
  if (blank == std::string_view::npos) return version;
  std::string_view rest = version.substr(blank + 1);
  const std::size_t profile = rest.find(')');
  if (rest.substr(0, 1) == "(" && profile != std::string_view::npos)
    rest.remove_prefix(profile + 1);
  return rest.find_first_not_of(' ') == std::string_view::npos ? version : rest;
}

/// How much two keys have in common, part by part from the most important on.
auto likeness(const std::string& a, const std::string& b) {
  const auto parts_a = cli::split(a, '_');
  const auto parts_b = cli::split(b, '_');
  std::array<std::size_t, 4> common{};
  for (std::size_t i = 0; i < common.size() && i < parts_a.size() && i < parts_b.size(); ++i) {
    const std::string_view x = parts_a[i];
    const std::string_view y = parts_b[i];
    const auto ends = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
    common[i] = x == y ? kMaxPart + 1 : static_cast<std::size_t>(ends.first - x.begin());
  }
  // Software or not counts most.
  return std::tuple(common[3], common[0], common[1], common[2]);
}

/// Names of *.png files in a folder, without the extension.
Result<std::vector<std::string>> picturesIn(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code problem;
  fs::directory_iterator entries(folder, problem);
  for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
    const fs::path& path = entries->path();
    if (path.extension() == ".png" && path.filename().string().front() != '.') {
      names.push_back(path.stem().string());
    }
  }
  if (problem)
    return fail("input.read", fmt::format("\"{}\": {}", folder.string(), problem.message()));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string rendererKey(const RendererName& name) {
  return fmt::format("{}_{}_{}_{}", keyPart(name.vendor), keyPart(name.renderer),
                     keyPart(driverVersion(name.version)), name.software ? "software" : "gpu");
}

Result<Baselines> Baselines::list(const std::string& folder) {
  Baselines out;
  out.folder_ = folder;
  std::error_code problem;
  if (!fs::exists(folder, problem)) return out;
  fs::directory_iterator entries(folder, problem);
  for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
    std::error_code ignored;
    if (!entries->is_directory(ignored)) continue;
    Result<std::vector<std::string>> names = picturesIn(entries->path());
    if (!names) return tl::unexpected(names.error());
    out.renderers_.push_back({entries->path().filename().string(), std::move(*names)});
  }
  if (problem) return fail("input.read", fmt::format("\"{}\": {}", folder, problem.message()));
  std::sort(out.renderers_.begin(), out.renderers_.end(),
            [](const Renderer& a, const Renderer& b) { return a.key < b.key; });
  return out;
}

std::string Baselines::pathFor(const std::string& name, const std::string& key) const {
  return (fs::path(folder_) / key / (name + ".png")).string();
}

std::optional<Baseline> Baselines::find(const std::string& name, const std::string& key) const {
  const Renderer* best = nullptr;
  for (const Renderer& renderer : renderers_) {
    if (!std::binary_search(renderer.names.begin(), renderer.names.end(), name)) continue;
    // Of equally similar ones the last, which has the higher version as a rule.
    if (best == nullptr || likeness(renderer.key, key) >= likeness(best->key, key)) {
      best = &renderer;
    }
  }
  if (best == nullptr) return std::nullopt;
  return Baseline{pathFor(name, best->key), best->key};
}

std::vector<std::string> Baselines::stale(const Manifest& manifest) const {
  std::set<std::string_view> known;
  for (const TestCase& one : manifest.cases)
    known.insert(one.name);
  std::vector<std::string> out;
  for (const Renderer& renderer : renderers_) {
    for (const std::string& name : renderer.names) {
      if (known.count(name) == 0) out.push_back(pathFor(name, renderer.key));
    }
  }
  return out;
}

}  // namespace sinew::app::regress
