// What the program does to a Jade Empire model without a GPU: read it with the files beside it,
// sample its clips, decode its textures, make the common model and pose that. Built with libFuzzer
// by the preset `fuzz`; jade_replay.cpp feeds it the test files under any compiler.
//
// The input is up to five files: each four bytes of size and as many of content. In order: the
// model, its .mdx, any .mab, any .txb and any super-model that is asked for.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/jade/read.h"
#include "format/pose/pose.h"
#include "format/scene/to_model.h"
#include "tests/fuzz/scene_checks.h"

namespace {

using namespace sinew;

using Files = std::array<SharedBytes, 5>;

Files split(const std::uint8_t* data, std::size_t size) {
  Files out;
  for (SharedBytes& file : out) {
    if (size < 4) break;
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < 4; ++i)
      wanted |= std::size_t{data[i]} << (8 * i);
    wanted = std::min(wanted, size - 4);
    const auto* first = reinterpret_cast<const std::byte*>(data + 4);
    file = std::make_shared<const std::vector<std::byte>>(first, first + wanted);
    data += 4 + wanted;
    size -= 4 + wanted;
  }
  return out;
}

FileResolver resolverOf(const Files& files) {
  return [&files](const std::string& path) -> Result<SharedBytes> {
    const std::array<std::string_view, 5> suffixes{"", ".mdx", ".mab", ".txb", ".mdl"};
    for (std::size_t i = 1; i < files.size(); ++i) {
      if (files[i] && path.ends_with(suffixes[i])) return files[i];
    }
    return fail("file.missing", "no such file");
  };
}

void poseModel(const scene::Scene& scene) {
  for (const auto& levels : scene::levelGroups(scene)) {
    const Model model = scene::toModel(scene, levels);
    const auto clips = static_cast<std::uint32_t>(std::min<std::size_t>(model.clips.size(), 3));
    for (std::uint32_t c = 0; c <= clips; ++c) {
      const std::optional<std::uint32_t> clip = c < clips ? std::optional(c) : std::nullopt;
      const double frame = clip ? pose::resolveFrame(model.clips[c], 2.25) : 0.0;
      static_cast<void>(pose::evaluateExact(model, clip, frame));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Files files = split(data, size);
  if (!files[0]) return 0;
  scene::ReadOptions options;
  options.file_name = "fuzz.mdl";
  options.resolver = resolverOf(files);
  // One bit of the input chooses the other reading of what is doubtful.
  if (files[0]->size() > 20 && (std::to_integer<unsigned>((*files[0])[19]) & 1) != 0)
    options.readings = {{"positions", "absolute"}, {"palette", "mapping"}, {"binds", "stored"}};
  const scene::ReadScene read = jade::read(files[0], options);
  fuzz::require(!read.unreadable || !read.diagnostics.empty());
  fuzz::checkScene(read.scene);
  poseModel(read.scene);
  return 0;
}
