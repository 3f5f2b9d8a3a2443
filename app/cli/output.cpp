// Output options.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

constexpr std::int64_t kMaxSide = 32768;

Expected parseResolution(std::string_view text, std::optional<std::array<int, 2>>& out) {
  constexpr std::string_view kExpected = "W,H in pixels, from 1 to 32768 each";
  const auto parts = split(text, ',');
  if (parts.size() != 2) return std::string(kExpected);
  std::array<int, 2> size{};
  for (std::size_t i = 0; i < 2; ++i) {
    std::int64_t side = 0;
    if (!parseInteger(parts[i], "", 1, kMaxSide, side).empty()) return std::string(kExpected);
    size[i] = static_cast<int>(side);
  }
  out = size;
  return {};
}

void addOverwrite(OptionTable& table) {
  Options& options = table.options();
  table.flag("--overwrite", "replace existing files (default)",
             [&options] { options.overwrite = true; });
  table.flag("--no-clobber", "never replace an existing file",
             [&options] { options.overwrite = false; });
}

/// How pictures look and how large they are drawn.
void addPictureOutput(OptionTable& table) {
  Options& options = table.options();
  table.flag("--no-background", "transparent background",
             [&options] { options.transparent = true; });
  table.value("--supersample", "N", "draw N times as large and average (default: 1)",
              [&options](const std::string& text) {
                std::int64_t n = 0;
                const Expected expected = parseInteger(text, "a whole number", 1, 8, n);
                if (expected.empty()) options.supersample = static_cast<int>(n);
                return expected;
              });
}

void addShotOutput(OptionTable& table) {
  Options& options = table.options();
  table.value("--output,-o", "FILE|-",
              "PNG to write; {model} {ext} {anim} {frame:4} {lod} {n:2} {view} are filled in",
              [&options](const std::string& text) -> Expected {
                if (text.empty()) return "a file name";
                options.output = text;
                return {};
              });
  addPictureOutput(table);
  addOverwrite(table);
}

void addDiffOutput(OptionTable& table) {
  Options& options = table.options();
  table.value("--output,-o", "FOLDER|FILE.png",
              "report of the pictures, or one PNG with A, B and their difference in rows",
              [&options](const std::string& text) -> Expected {
                if (text.empty()) return "a folder, or a file that ends with .png";
                if (text == "-") return "a folder or a file: standard output has the verdict";
                options.output = text;
                return {};
              });
  addPictureOutput(table);
}

}  // namespace

void addOutputOptions(OptionTable& table) {
  if (table.command() == Command::Convert) {
    table.group("Output");
    addOverwrite(table);
  }
  if (!table.isAnyOf({Command::View, Command::Shot, Command::Diff})) return;
  Options& options = table.options();
  table.group("Output");
  if (table.command() == Command::Shot) addShotOutput(table);
  if (table.command() == Command::Diff) addDiffOutput(table);
  table.value("--resolution", "W,H", "size in pixels", [&options](const std::string& text) {
    return parseResolution(text, options.resolution);
  });
  table.value("--background-color", "COLOR", "R,G,B from 0 to 1, or #RRGGBB",
              [&options](const std::string& text) {
                glm::dvec3 color{0.0};
                const Expected expected = parseColor(text, color);
                if (expected.empty()) {
                  options.view.display.background = glm::vec4(glm::vec3(color), 1.0f);
                  options.view.display.background_gradient = false;
                }
                return expected;
              });
}

}  // namespace sinew::app::cli
