#include "tests/architecture/source_rules.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/core.h>

namespace sinew::architecture {
namespace {

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool endsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    out.push_back(line);
  return out;
}

/// What files in a folder may not include. The longest matching folder counts.
struct Layer {
  std::string_view folder;
  std::vector<std::string_view> own;        ///< folders of ours it may include from
  std::vector<std::string_view> forbidden;  ///< starts of <library> includes it may not have
  std::vector<std::string_view> forbidden_in_headers;
};

const std::vector<Layer>& layers() {
  static const std::vector<Layer> kLayers = {
      {"format/",
       {"format/"},
       {"glad/", "GL/", "EGL/", "KHR/", "GLFW/", "imgui", "backends/imgui", "stb", "png.h", "CLI/"},
       {"nlohmann/"}},
      {"format/pose/",
       {"format/"},
       {"glad/", "GL/", "EGL/", "KHR/", "GLFW/", "imgui", "backends/imgui", "stb", "png.h", "CLI/",
        "nlohmann/"},
       {}},
      {"format/convert/",
       {"format/"},
       {"glad/", "GL/", "EGL/", "KHR/", "GLFW/", "imgui", "backends/imgui", "stb", "png.h", "CLI/",
        "nlohmann/"},
       {"meshoptimizer"}},
      {"renderer/",
       {"format/", "renderer/"},
       {"GLFW/", "EGL/", "imgui", "backends/imgui", "CLI/", "filesystem"},
       {"nlohmann/", "stb"}},
      {"app/",
       {"format/", "renderer/", "app/"},
       {"imgui", "backends/imgui"},
       {"CLI/", "nlohmann/"}},
      {"app/ui/", {"format/", "renderer/", "app/"}, {"CLI/"}, {"nlohmann/"}},
  };
  return kLayers;
}

const Layer* layerOf(std::string_view path) {
  const Layer* best = nullptr;
  for (const Layer& layer : layers()) {
    if (startsWith(path, layer.folder) &&
        (best == nullptr || layer.folder.size() > best->folder.size())) {
      best = &layer;
    }
  }
  return best;
}

/// Whether a CMake text names a file: the name, and one of `before` in front of it.
bool names(const std::string& text, const std::string& name, std::string_view before) {
  if (name.empty()) return false;
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    if (at > 0 && before.find(text[at - 1]) != before.npos) return true;
  }
  return false;
}

struct Include {
  bool quoted = false;
  std::string path;
};

/// What an `#include` line names; empty for any other line.
std::optional<Include> parseInclude(std::string_view line) {
  const auto skip = [&line](std::string_view text) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!startsWith(line, text)) return false;
    line.remove_prefix(text.size());
    return true;
  };
  if (!skip("#") || !skip("include")) return std::nullopt;
  const bool quoted = skip("\"");
  if (!quoted && !skip("<")) return std::nullopt;
  return Include{quoted, std::string(line.substr(0, line.find_first_of("\">")))};
}

/// Empty where the include is allowed.
std::string includeFault(const Layer& layer, const std::string& path, const Include& include) {
  const std::string& included = include.path;
  if (include.quoted) {
    const auto allowed = [&](std::string_view folder) { return startsWith(included, folder); };
    if (std::none_of(layer.own.begin(), layer.own.end(), allowed)) {
      return fmt::format("{} may not include \"{}\"", layer.folder, included);
    }
    // pose stands on format, never the other way round.
    if (layer.folder == "format/" && startsWith(included, "format/pose/")) {
      return fmt::format("{} may not include \"{}\"", layer.folder, included);
    }
    return {};
  }
  const auto matches = [&](std::string_view start) { return startsWith(included, start); };
  if (std::any_of(layer.forbidden.begin(), layer.forbidden.end(), matches)) {
    return fmt::format("{} may not include <{}>", layer.folder, included);
  }
  if (isHeader(path) &&
      std::any_of(layer.forbidden_in_headers.begin(), layer.forbidden_in_headers.end(), matches)) {
    return fmt::format("headers of {} may not include <{}>", layer.folder, included);
  }
  return {};
}

}  // namespace

bool isHeader(std::string_view path) {
  return endsWith(path, ".h") || endsWith(path, ".hpp");
}

bool isCpp(std::string_view path) {
  return isHeader(path) || endsWith(path, ".cpp") || endsWith(path, ".c") ||
         endsWith(path, ".cc") || endsWith(path, ".inl");
}

std::vector<SourceFile> readCheckout(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  static const std::set<std::string> kSkipped = {"build", ".git", ".cache"};
  std::vector<SourceFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator();
       ++it) {
    if (it.depth() == 0 && kSkipped.count(it->path().filename().string()) > 0) {
      it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file()) continue;
    std::ifstream stream(it->path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (text.find('\0') != std::string::npos) continue;  // not a text
    files.push_back({it->path().lexically_relative(root).generic_string(), std::move(text)});
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

Faults checkIncludes(const SourceFile& file) {
  const Layer* layer = isCpp(file.path) ? layerOf(file.path) : nullptr;
  if (layer == nullptr) return {};
  Faults faults;
  std::size_t number = 0;
  for (const std::string& line : lines(file.text)) {
    ++number;
    const std::optional<Include> include = parseInclude(line);
    if (!include) continue;
    const std::string fault = includeFault(*layer, file.path, *include);
    if (!fault.empty()) faults.push_back(fmt::format("{}:{}: {}", file.path, number, fault));
  }
  return faults;
}

Faults checkName(std::string_view path) {
  static const std::vector<std::string_view> kFolders = {"format/", "renderer/", "app/", "shaders/",
                                                         "bench/"};
  const bool ours = std::any_of(kFolders.begin(), kFolders.end(),
                                [&](std::string_view folder) { return startsWith(path, folder); });
  if (!ours && !isCpp(path)) return {};
  if (endsWith(path, "/CMakeLists.txt") || endsWith(path, "/README.md")) return {};
  if (path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_./") == path.npos) return {};
  return {fmt::format("{}: names of folders and files are snake_case", path)};
}

Faults checkSize(const SourceFile& file) {
  constexpr std::size_t kMaxLines = 600;
  if (!isCpp(file.path) && !startsWith(file.path, "shaders/")) return {};
  const std::size_t count = lines(file.text).size();
  if (count < kMaxLines) return {};
  return {fmt::format("{}: {} lines, files stay below {}", file.path, count, kMaxLines)};
}

Faults checkHabits(const SourceFile& file) {
  struct Habit {
    std::string_view text;
    std::string_view sentence;
    bool applies;
  };
  const bool product = startsWith(file.path, "renderer/") || startsWith(file.path, "app/");
  const bool cmake = endsWith(file.path, "CMakeLists.txt") || endsWith(file.path, ".cmake");
  const std::vector<Habit> habits = {
      {"gl_Position", "shaders live in shaders/", product && isCpp(file.path)},
      {"using namespace ", "no `using namespace` in headers", isHeader(file.path)},
      {"file(GLOB", "sources are named one by one",
       cmake && file.path != "tests/architecture/CMakeLists.txt"},
  };
  Faults faults;
  std::size_t number = 0;
  for (const std::string& line : lines(file.text)) {
    ++number;
    for (const Habit& habit : habits) {
      if (habit.applies && line.find(habit.text) != line.npos) {
        faults.push_back(fmt::format("{}:{}: {}", file.path, number, habit.sentence));
      }
    }
  }
  return faults;
}

Faults checkMachinePaths(const SourceFile& file) {
  // First folders of absolute paths that differ from machine to machine.
  static const std::vector<std::string_view> kFolders = {"home", "root", "Users",
                                                         "work", "mnt",  "srv"};
  // What stands before the slash of a relative path, of a URL or of a variable's folder.
  static constexpr std::string_view kJoins =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.}/$*)-";
  Faults faults;
  std::size_t number = 0;
  for (const std::string& line : lines(file.text)) {
    ++number;
    bool found = false;
    for (std::size_t at = line.find('/'); at != line.npos; at = line.find('/', at + 1)) {
      if (at > 0 && kJoins.find(line[at - 1]) != kJoins.npos) continue;
      const std::string_view rest = std::string_view(line).substr(at + 1);
      for (std::string_view folder : kFolders) {
        found = found || (startsWith(rest, folder) && startsWith(rest.substr(folder.size()), "/"));
      }
    }
    if (found) faults.push_back(fmt::format("{}:{}: a path of one machine", file.path, number));
  }
  return faults;
}

Faults checkListedInCMake(const SourceFile& file, const std::vector<SourceFile>& checkout) {
  if (!isCpp(file.path) || isHeader(file.path) || endsWith(file.path, ".inl")) return {};
  for (const SourceFile& lists : checkout) {
    if (!endsWith(lists.path, "CMakeLists.txt")) continue;
    // Named from its folder, or in full from any other.
    const std::string folder = lists.path.substr(0, lists.path.size() - 14);
    const bool below = startsWith(file.path, folder);
    if (names(lists.text, below ? file.path.substr(folder.size()) : "", " \n\t(\"") ||
        names(lists.text, file.path, "/")) {
      return {};
    }
  }
  return {fmt::format("{}: no CMakeLists.txt names it", file.path)};
}

}  // namespace sinew::architecture
