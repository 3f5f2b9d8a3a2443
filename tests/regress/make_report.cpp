// Writes a report of made-up cases for the browser test: make_report FOLDER COUNT PICTURES…
// Their pictures are those named, whole or spoilt, and what is said of them is what a comparison
// finds.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/png.h"
#include "app/regress/compare.h"
#include "app/regress/read_picture.h"
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

Image read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  auto image = decodePicture(std::as_bytes(std::span(bytes)));
  if (!image) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), image.error().message.c_str());
    std::exit(1);
  }
  return std::move(*image);
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
  }

  void add(const std::string& name, CaseStatus status, const std::string& picture) {
    CaseResult result;
    result.name = name;
    result.model = "assets/creature.bmd";
    result.shot = "walk at 0.25 s, front";
    result.status = status;
    result.baseline_renderer = run_.renderer_key;
    result.command = "sinew shot assets/creature.bmd " + shellWord("--output=" + name + ".png");
    result.wall_ms = 20.0 + static_cast<double>(run_.cases.size() * 37 % 90);
    if (status != CaseStatus::Missing) result.baseline = picture;
    if (isFailure(status)) fail(result, picture);
    run_.cases.push_back(result);
  }

  [[nodiscard]] const TestRun& run() const { return run_; }

 private:
  void fail(CaseResult& result, const std::string& picture) {
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
    const Image before = read(picture);
    if (result.status == CaseStatus::Missing) {
      result.message = "there is no baseline of any renderer";
      result.actual = write(result, before, "now");
      return;
    }
    if (result.status == CaseStatus::SizeMismatch) {
      result.message = "the baseline has 320x240 pixels, the picture has 200x150";
      result.actual = write(result,
                            painted(200, 150,
                                    [](int x, int y) {
                                      return Rgb{x, y, 90};
                                    }),
                            "now");
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
    result.actual = write(result, after, "now");
    result.diff = write(result, paintDifference(before, *found), "diff");
  }

  std::string write(const CaseResult&, const Image& image, const std::string& role) {
    const auto path = folder_ / fmt::format("{}-{}.png", run_.cases.size(), role);
    const auto png = encodePng(image);
    if (!png || !writeFileAtomically(path.string(), *png)) std::exit(1);
    return path.string();
  }

  std::filesystem::path folder_;
  TestRun run_;
};

}  // namespace
}  // namespace sinew::app::regress

int main(int argc, char** argv) {
  using namespace sinew::app::regress;
  if (argc < 4) return 2;
  const std::vector<std::string> pictures(argv + 3, argv + argc);
  const std::filesystem::path work = std::string(argv[1]) + ".work";
  std::filesystem::create_directories(work);
  Maker maker(work);
  constexpr std::array kOthers{CaseStatus::Changed,     CaseStatus::Missing,
                               CaseStatus::NewRenderer, CaseStatus::SizeMismatch,
                               CaseStatus::Crashed,     CaseStatus::TimedOut};
  for (const std::string& name : hostileNames())
    maker.add(name, CaseStatus::Changed, pictures.front());
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::atoi(argv[2])); ++i) {
    const std::string& picture = pictures[i % pictures.size()];
    // Every tenth is not the same, in turns of the other statuses.
    const CaseStatus status = i % 10 == 7 ? kOthers[i / 10 % kOthers.size()] : CaseStatus::Passed;
    maker.add(fmt::format("{}_{}", std::filesystem::path(picture).stem().string(), i), status,
              picture);
  }
  const auto written = writeReport(maker.run(), argv[1]);
  std::filesystem::remove_all(work);
  if (written) return 0;
  std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return 1;
}
