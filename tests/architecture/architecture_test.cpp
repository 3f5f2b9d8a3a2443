#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/architecture/source_rules.h"

namespace sinew::architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::vector<SourceFile>& checkout() {
  static const std::vector<SourceFile> kFiles = readCheckout(SINEW_SOURCE_DIR);
  return kFiles;
}

void expectNone(const std::function<Faults(const SourceFile&)>& rule) {
  for (const SourceFile& file : checkout()) {
    for (const std::string& fault : rule(file))
      ADD_FAILURE() << fault;
  }
}

TEST(Architecture, TheWholeCheckoutIsRead) {
  const auto has = [](std::string_view path) {
    for (const SourceFile& file : checkout()) {
      if (file.path == path) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("CMakeLists.txt"));
  EXPECT_TRUE(has(".ci/run"));
  EXPECT_TRUE(has("format/model.h"));
  EXPECT_TRUE(has("format/pose/pose.h"));
  EXPECT_TRUE(has("renderer/renderer.h"));
  EXPECT_TRUE(has("app/main.cpp"));
  EXPECT_TRUE(has("tests/architecture/architecture_test.cpp"));
}

TEST(Architecture, LayersIncludeOnlyWhatTheyMay) {
  expectNone(checkIncludes);
}

TEST(Architecture, NamesAreSnakeCase) {
  expectNone([](const SourceFile& file) { return checkName(file.path); });
}

TEST(Architecture, FilesStaySmall) {
  expectNone(checkSize);
}

TEST(Architecture, HabitsAreKept) {
  expectNone(checkHabits);
}

TEST(Architecture, NoPathOfOneMachineIsNamed) {
  expectNone(checkMachinePaths);
}

TEST(Architecture, EverySourceIsBuilt) {
  expectNone([](const SourceFile& file) { return checkListedInCMake(file, checkout()); });
}

// The rules themselves, on planted faults.

TEST(ArchitectureRules, IncludesOfEachLayer) {
  const auto faults = [](std::string path, std::string line) {
    return checkIncludes({std::move(path), "// first line\n" + line + "\n"});
  };
  EXPECT_THAT(faults("format/a.h", "#include <glad/gl.h>"),
              ElementsAre("format/a.h:2: format/ may not include <glad/gl.h>"));
  EXPECT_THAT(faults("format/a.cpp", "#include \"renderer/image.h\""), SizeIs(1));
  EXPECT_THAT(faults("format/a.cpp", "#include \"format/pose/pose.h\""), SizeIs(1));
  EXPECT_THAT(faults("format/a.cpp", "#  include <imgui.h>"), SizeIs(1));
  EXPECT_THAT(faults("format/pose/a.cpp", "#include \"app/state.h\""), SizeIs(1));
  EXPECT_THAT(faults("renderer/a.cpp", "#include \"app/state.h\""), SizeIs(1));
  EXPECT_THAT(faults("renderer/a.cpp", "#include <GLFW/glfw3.h>"), SizeIs(1));
  EXPECT_THAT(faults("renderer/a.cpp", "#include <imgui.h>"), SizeIs(1));
  EXPECT_THAT(faults("app/scene.cpp", "#include <imgui.h>"), SizeIs(1));
  EXPECT_THAT(faults("app/scene.cpp", "#include <backends/imgui_impl_glfw.h>"), SizeIs(1));
  EXPECT_THAT(faults("app/a.h", "#include <nlohmann/json.hpp>"), SizeIs(1));
  EXPECT_THAT(faults("renderer/a.h", "#include <CLI/CLI.hpp>"), SizeIs(1));

  EXPECT_THAT(faults("format/a.h", "#include <glm/vec3.hpp>"), IsEmpty());
  EXPECT_THAT(faults("format/pose/a.cpp", "#include \"format/model.h\""), IsEmpty());
  EXPECT_THAT(faults("renderer/a.cpp", "#include <glad/gl.h>"), IsEmpty());
  EXPECT_THAT(faults("app/a.cpp", "#include <nlohmann/json.hpp>"), IsEmpty());
  EXPECT_THAT(faults("app/ui/a.cpp", "#include <imgui.h>"), IsEmpty());
  EXPECT_THAT(faults("tests/app/a.cpp", "#include <imgui.h>"), IsEmpty());
}

TEST(ArchitectureRules, Names) {
  EXPECT_THAT(checkName("app/texture_finder.cpp"), IsEmpty());
  EXPECT_THAT(checkName("format/CMakeLists.txt"), IsEmpty());
  EXPECT_THAT(checkName("shaders/common_light.glsl"), IsEmpty());
  EXPECT_THAT(checkName("app/TextureFinder.cpp"), SizeIs(1));
  EXPECT_THAT(checkName("app/texture-finder.cpp"), SizeIs(1));
  EXPECT_THAT(checkName("app/UI/panel.cpp"), SizeIs(1));
}

TEST(ArchitectureRules, Sizes) {
  std::string text;
  for (int i = 0; i < 599; ++i)
    text += "int x;\n";
  EXPECT_THAT(checkSize({"app/a.cpp", text}), IsEmpty());
  EXPECT_THAT(checkSize({"app/a.cpp", text + "int y;\n"}), ElementsAre(HasSubstr("600 lines")));
}

TEST(ArchitectureRules, Habits) {
  EXPECT_THAT(checkHabits({"renderer/a.cpp", "auto s = \"gl_Position = x;\";"}), SizeIs(1));
  EXPECT_THAT(checkHabits({"shaders/a.vert", "gl_Position = x;"}), IsEmpty());
  EXPECT_THAT(checkHabits({"app/a.h", "using namespace std;"}), SizeIs(1));
  EXPECT_THAT(checkHabits({"app/a.cpp", "  using namespace std::literals;"}), IsEmpty());
  EXPECT_THAT(checkHabits({"app/CMakeLists.txt", "file(GLOB sources *.cpp)"}), SizeIs(1));
}

TEST(ArchitectureRules, MachinePaths) {
  const std::string slash = "/";  // keeps this file free of what it looks for
  EXPECT_THAT(checkMachinePaths({"a.md", "see " + slash + "home/ada/sinew"}),
              ElementsAre("a.md:1: a path of one machine"));
  EXPECT_THAT(checkMachinePaths({"a.cpp", "open(\"" + slash + "work/x\")"}), SizeIs(1));
  EXPECT_THAT(checkMachinePaths({"a.md", "see ../shared/spec and build/work/x"}), IsEmpty());
  EXPECT_THAT(checkMachinePaths({"a.sh", "\"$dir/root/x\""}), IsEmpty());
}

TEST(ArchitectureRules, EverySourceIsBuilt) {
  const std::vector<SourceFile> files = {
      {"app/CMakeLists.txt", "add_library(a a.cpp ui/b.cpp ${CMAKE_SOURCE_DIR}/tests/s/d.cpp)"}};
  EXPECT_THAT(checkListedInCMake({"app/a.cpp", ""}, files), IsEmpty());
  EXPECT_THAT(checkListedInCMake({"app/ui/b.cpp", ""}, files), IsEmpty());
  EXPECT_THAT(checkListedInCMake({"tests/s/d.cpp", ""}, files), IsEmpty());
  EXPECT_THAT(checkListedInCMake({"app/ui/c.cpp", ""}, files), SizeIs(1));
  EXPECT_THAT(checkListedInCMake({"app/ui/a.cpp", ""}, files), SizeIs(1));
  EXPECT_THAT(checkListedInCMake({"format/a.cpp", ""}, files), SizeIs(1));
  EXPECT_THAT(checkListedInCMake({"app/.cpp", ""}, files), SizeIs(1));
}

}  // namespace
}  // namespace sinew::architecture
