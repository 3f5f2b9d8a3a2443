#pragma once

// A folder with models and a manifest, and `sinew test` run on it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/png.h"
#include "app/regress/read_picture.h"
#include "sinew_process.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"

namespace sinew::e2e {

class TestRunFixture : public testing::Test {
 protected:
  /// Three pictures of two models, small and by the software rasteriser.
  void SetUp() override {
    ::unsetenv("DISPLAY");
    model("red.bmd", app::redSquare());
    model("walk.bmd", app::walkingSquare());
    manifest(R"(
      [[shots]]
      name = "red"
      model = "red.bmd"
      [[shots]]
      name = "walk"
      model = "walk.bmd"
      animation = "walk"
      times = [0, 0.1]
    )");
  }

  void model(const std::string& name, const bmd1::FileSpec& spec) {
    folder_.write(name, app::bytesOf(spec));
  }
  /// A red square of another size: another picture.
  void changeRed() {
    bmd1::FileSpec spec;
    spec.meshes.push_back(app::square("#00FF00", 8.0));
    model("red.bmd", spec);
  }
  void manifest(const std::string& shots) {
    folder_.write(
        "sinew-test.toml",
        "gl_device = \"software\"\n[defaults]\nresolution = [64, 48]\nview = \"front\"\n" + shots);
  }

  [[nodiscard]] std::string folder() const { return folder_.path().string(); }

  [[nodiscard]] Finished run(std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.begin(), {"test", folder()});
    return runSinew(arguments);
  }
  /// The statuses by name, of a run with --json.
  std::map<std::string, std::string> statuses(std::vector<std::string> arguments = {}) {
    arguments.emplace_back("--json");
    last_ = run(std::move(arguments));
    std::map<std::string, std::string> out;
    json_ = nlohmann::json::parse(last_.out, nullptr, false);
    EXPECT_FALSE(json_.is_discarded()) << last_.out << last_.err;
    if (json_.is_discarded()) return out;
    for (const auto& one : json_["cases"])
      out[one["name"]] = one["status"];
    EXPECT_EQ(json_["exit"], last_.exit);
    return out;
  }
  void makeBaselines() {
    const Finished made = run({"--update"});
    ASSERT_EQ(made.exit, 0) << made.out << made.err;
  }

  /// Files below a folder, relative to it.
  [[nodiscard]] std::vector<std::string> filesIn(const std::string& name) const {
    std::vector<std::string> out;
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(folder_ / name, ignored)) {
      if (!entry.is_directory()) {
        out.push_back(entry.path().lexically_relative(folder_ / name).string());
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  /// The only folder of baselines.
  [[nodiscard]] std::string keyFolder() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "baselines")) {
      if (entry.is_directory()) out.push_back(entry.path().string());
    }
    EXPECT_EQ(out.size(), 1u);
    return out.empty() ? "" : out.front();
  }
  [[nodiscard]] std::string baseline(const std::string& name) const {
    return keyFolder() + "/" + name + ".png";
  }
  static std::string bytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static renderer::Image image(const std::string& path) {
    auto read = app::regress::readPicture(path, 1 << 24);
    EXPECT_TRUE(read) << path;
    return read ? *read : renderer::Image{};
  }
  static void writeImage(const std::string& path, const renderer::Image& image) {
    const auto png = app::encodePng(image);
    ASSERT_TRUE(png);
    ASSERT_TRUE(app::writeFileAtomically(path, *png));
  }

  app::TempFolder folder_;
  Finished last_;
  nlohmann::json json_;
};

}  // namespace sinew::e2e
