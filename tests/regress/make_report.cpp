// Writes a report of made-up cases for the browser test: make_report FOLDER COUNT
// Their pictures are painted, whole or spoilt, and what is said of them is what a comparison finds.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/png.h"
#include "app/regress/compare.h"
#include "app/regress/report/report.h"
#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

/// Names as no manifest should have them.
const std::vector<std::string>& hostileNames() {
  static const std::vector<std::string> kNames = {
      "</script><script>window.broken = 1</script>",
      "\"><img src=x onerror=\"window.broken = 2\">",
      "'; window.broken = 3; //",
      "`${window.broken = 4}`",
      "two\nlines\tand a tab",
      "ноги 狐 🦊 ş",
      "turned \u202egnp.exe",
      "ill-formed \xff\xfe bytes",
      "line\u2028separator",
      "__proto__",
      "a&amp;b <b>bold</b> &lt;",
      "$(touch broken) `id` ; rm -rf *",
      std::string(300, 'w'),
  };
  return kNames;
}

/// The text as one word of a shell.
std::string shellWord(const std::string& text) {
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-=.") == std::string::npos) {
    return text;
  }
  std::string out = "'";
  for (const char c : text)
    c == '\'' ? out += "'\\''" : out += c;
  return out + "'";
}

/// What the baselines are called; each has a colour of its own.
constexpr std::array kPictures{"fox",           "fox_back", "fox_edges", "fox_walk",
                               "fox_walk_seam", "shapes",   "uv_chart"};

Image pictureOf(std::size_t number) {
  Image image = ball(320, 240, 6.0 * static_cast<double>(number));
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    if (number % 2 == 1) std::swap(image.rgba[i], image.rgba[i + 2]);
    if (number % 3 == 1) std::swap(image.rgba[i], image.rgba[i + 1]);
  }
  return image;
}

class Maker {
 public:
  explicit Maker(std::filesystem::path folder) : folder_(std::move(folder)) {
    run_.manifest = "tests/shots/<fox> & friends.toml";
    run_.renderer = "Mesa; llvmpipe (LLVM 15.0.6, 256 bits); 4.5 (Core Profile) Mesa 22.3.6";
    run_.renderer_key = "mesa-llvmpipe-22.3";
    run_.command = "sinew test 'tests/shots/<fox> & friends.toml' --report=out";
    run_.started = "2026-11-30T16:05:00Z";
    run_.wall_s = 12.3;
    for (std::size_t i = 0; i < kPictures.size(); ++i)
      keep(encodePng(pictureOf(i)), fmt::format("{}.png", kPictures[i]));
  }

  void add(const std::string& name, CaseStatus status, std::size_t picture) {
    CaseResult result;
    result.name = name;
    result.model = "assets/creature.bmd";
    result.shot = "walk at 0.25 s, front";
    result.status = status;
    result.baseline_renderer = run_.renderer_key;
    result.command = "sinew shot assets/creature.bmd " + shellWord("--output=" + name + ".png");
    result.wall_ms = 20.0 + static_cast<double>(run_.cases.size() * 37 % 90);
    if (status != CaseStatus::Missing) {
      result.baseline = folder_ / fmt::format("{}.png", kPictures[picture]);
    }
    if (isFailure(status)) fail(result, pictureOf(picture));
    run_.cases.push_back(result);
  }

  [[nodiscard]] const TestRun& run() const { return run_; }

 private:
  void fail(CaseResult& result, const Image& before) {
    if (result.status == CaseStatus::Crashed) {
      result.message = "the process that drew it was ended by signal 11 <b>(SIGSEGV)</b>";
      return;
    }
    if (result.status == CaseStatus::TimedOut) {
      result.message = "it took longer than 60 s";
      return;
    }
    result.approve = fmt::format("sinew test {} {}", shellWord(run_.manifest),
                                 shellWord("--approve=" + result.name));
    const std::string number = fmt::format("{}", run_.cases.size());
    if (result.status == CaseStatus::Missing) {
      result.message = "there is no baseline of any renderer";
      result.actual = keep(encodePng(before), number + ".png");
      return;
    }
    if (result.status == CaseStatus::SizeMismatch) {
      result.message = "the baseline has 320x240 pixels, the picture has 200x150";
      const Image other = painted(200, 150, [](int x, int y) { return Rgb{x, y, 90}; });
      result.actual = keep(encodePng(other), number + ".png");
      return;
    }
    Image after = before;
    for (int y = 90; y < 130; ++y) {
      for (int x = 120; x < 190; ++x)
        set(after, x, y, {230, 60, 40});
    }
    const auto found = compare(before, after, {});
    result.findings = *found;
    result.message = fmt::format("{}", fmt::join(found->exceeded, "; "));
    result.actual = keep(encodePng(after), number + ".png");
    result.diff = keep(encodeDifference(before, *found), number + "-diff.png");
  }

  /// Writes a file into the working folder. \return its path.
  std::string keep(const Result<std::vector<std::uint8_t>>& png, const std::string& name) {
    const std::string path = folder_ / name;
    if (!png || !writeFileAtomically(path, *png)) {
      std::fprintf(stderr, "%s cannot be written\n", path.c_str());
      std::exit(1);
    }
    return path;
  }

  std::filesystem::path folder_;
  TestRun run_;
};

}  // namespace
}  // namespace sinew::app::regress

int main(int argc, char** argv) {
  using namespace sinew::app::regress;
  if (argc != 3) return 2;
  const std::filesystem::path work = std::string(argv[1]) + ".work";
  std::filesystem::create_directories(work);
  Maker maker(work);
  constexpr std::array kOthers{CaseStatus::Changed,     CaseStatus::Missing,
                               CaseStatus::NewRenderer, CaseStatus::SizeMismatch,
                               CaseStatus::Crashed,     CaseStatus::TimedOut};
  for (const std::string& name : hostileNames())
    maker.add(name, CaseStatus::Changed, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::atoi(argv[2])); ++i) {
    const std::size_t picture = i % kPictures.size();
    // Every tenth is not the same, in turns of the other statuses.
    const CaseStatus status = i % 10 == 7 ? kOthers[i / 10 % kOthers.size()] : CaseStatus::Passed;
    maker.add(fmt::format("{}_{}", kPictures[picture], i), status, picture);
  }
  const auto written = writeReport(maker.run(), argv[1]);
  std::filesystem::remove_all(work);
  if (written) return 0;
  std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return 1;
}
