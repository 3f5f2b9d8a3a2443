// Writes the models and textures of assets/ into a directory.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "assets/generator/fox.h"
#include "assets/generator/samples.h"
#include "format/bmd1/write.h"

namespace {

void save(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
  std::cout << path.string() << ": " << bytes.size() << " bytes\n";
}

void saveModel(const std::filesystem::path& path, const sinew::bmd1::FileSpec& spec) {
  const auto bytes = sinew::bmd1::write(spec);
  if (!bytes) throw std::runtime_error(path.string() + ": " + sinew::describe(bytes.error()));
  save(path, *bytes);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace sinew::assets;
  if (argc != 2) {
    std::cerr << "usage: sinew_make_assets DIRECTORY\n";
    return 2;
  }
  try {
    const std::filesystem::path directory(argv[1]);
    saveModel(directory / "creature.bmd", makeFox("creature"));
    save(directory / "creature.png", encodePng(makeFoxTexture()));
    saveModel(directory / "uv_chart.bmd", makeUvChart("uv_chart"));
    save(directory / "uv_chart.png", encodePng(makeUvChartTexture()));
    saveModel(directory / "shapes.bmd", makeShapes("uv_chart"));
    saveModel(directory / "solid_box.bmd", makeSolidBox());
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
