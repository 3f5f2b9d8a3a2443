// The work of a test run without the run: one GL context, one model, N pictures drawn and encoded
// one after the other in one process. For bench/test_run.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/batch.h"
#include "app/cli.h"
#include "app/png.h"

namespace {

using namespace sinew;
using namespace sinew::app;

/// Draws the clip's pictures. \return bytes of all PNGs; 0: something failed.
std::size_t drawAll(Options options, int count) {
  const auto document = openDocument(options.files.front(), options, true);
  const auto batch = Batch::create(options);
  if (!document || !batch) return 0;
  const auto scene = Scene::create(*document, (*batch)->renderer());
  if (!scene) return 0;
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    options.frame = 0.25 * i;
    auto state = stateFromOptions(options, (*scene)->model());
    if (!state) return 0;
    state->lod.hysteresis = false;
    const auto image = (*batch)->draw(options, **scene, *state, NamedView::Iso);
    if (!image) return 0;
    const auto png = encodePng(*image);
    if (!png) return 0;
    bytes += png->size();
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: draw_and_encode COUNT MODEL [arguments of sinew shot...]\n");
    return 2;
  }
  std::vector<std::string> arguments{"shot"};
  arguments.insert(arguments.end(), argv + 2, argv + argc);
  const auto line = parseCommandLine(arguments);
  if (!line) {
    std::fprintf(stderr, "%s\n", line.error().message.c_str());
    return 2;
  }
  const std::size_t bytes = drawAll(line->options, std::atoi(argv[1]));
  std::printf("%zu bytes\n", bytes);
  std::fflush(stdout);
  std::_Exit(bytes == 0 ? 1 : 0);  // as the program does: the system frees faster
}
