// Every legal program compiles on the driver, and its text passes the reference compiler.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "renderer/shader_library.h"
#include "renderer/shader_source.h"
#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

class ShaderTest : public GlTest {};

TEST_F(ShaderTest, EveryLegalProgramCompiles) {
  ShaderLibrary library;
  const std::vector<ProgramKey> keys = legalKeys();
  std::set<std::uint32_t> distinct;
  for (const ProgramKey& key : keys) {
    distinct.insert(key.packed());
    const auto program = library.get(key);
    EXPECT_TRUE(program.has_value()) << program.error().message;
  }
  EXPECT_EQ(distinct.size(), keys.size());
  EXPECT_EQ(library.size(), keys.size());
}

TEST_F(ShaderTest, ProgramsAreMadeOnce) {
  ShaderLibrary library;
  ProgramKey key;
  key.kind = ProgramKind::Grid;
  const auto first = library.get(key);
  const auto second = library.get(key);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(*first, *second);
}

/// Writes a stage as it is compiled; the file's suffix tells glslangValidator the stage.
std::filesystem::path writeStage(const std::filesystem::path& folder, std::size_t number,
                                 const std::string& name, const std::string& text) {
  const std::filesystem::path path = folder / fmt::format("{}.{}", number, name);
  std::ofstream(path) << text;
  return path;
}

TEST(ShaderSourceTest, EveryStagePassesTheReferenceCompiler) {
  if (std::system("command -v glslangValidator > /dev/null") != 0) {
    GTEST_SKIP() << "glslangValidator is not installed (Debian: glslang-tools)";
  }
  std::string pattern = (std::filesystem::temp_directory_path() / "sinew-shaders-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const std::filesystem::path folder = pattern;
  std::set<std::string> texts;
  std::string command = "glslangValidator";
  for (const ProgramKey& key : legalKeys()) {
    const ProgramSource source = sourceOf(key);
    for (const std::string* name : {&source.vertex, &source.geometry, &source.fragment}) {
      if (name->empty()) continue;
      const auto expanded = expandShader(*name, source.defines);
      ASSERT_TRUE(expanded.has_value()) << expanded.error().message;
      if (!texts.insert(fmt::format("{}\n{}", *name, expanded->text)).second) continue;
      command.append(" ").append(writeStage(folder, texts.size(), *name, expanded->text).string());
    }
  }
  command.append(" > ").append((folder / "log").string());
  const int status = std::system(command.c_str());
  std::ifstream log(folder / "log");
  EXPECT_EQ(status, 0) << std::string(std::istreambuf_iterator<char>(log), {});
  EXPECT_GT(texts.size(), 100U);
  std::filesystem::remove_all(folder);
}

TEST(ShaderSourceTest, UnknownNamesAreErrors) {
  EXPECT_FALSE(expandShader("nothing.frag", {}).has_value());
}

TEST(ShaderSourceTest, DefinesFollowTheVersionLine) {
  const auto expanded = expandShader("plain.frag", {"POINTS"});
  ASSERT_TRUE(expanded.has_value());
  EXPECT_EQ(expanded->text.find("#version 330 core\n#define POINTS\n#line 2 0\n"), 0U);
}

TEST(ShaderSourceTest, IncludedFilesAreNumbered) {
  const auto expanded = expandShader("lines.vert", {});
  ASSERT_TRUE(expanded.has_value());
  ASSERT_EQ(expanded->files.size(), 4U);
  EXPECT_EQ(expanded->files[1], "common_frame.glsl");
  EXPECT_NE(expanded->text.find("#line 1 1\n"), std::string::npos);
  EXPECT_EQ(expanded->text.find("#include"), std::string::npos);
}

TEST(ShaderSourceTest, LogsNameFilesAndLines) {
  const std::vector<std::string_view> files{"mesh.vert", "common_unpack.glsl"};
  EXPECT_EQ(nameFilesInLog("1:12(3): error: x\n", files), "common_unpack.glsl:12(3): error: x\n");
  EXPECT_EQ(nameFilesInLog("0(7) : error C0000\n", files), "mesh.vert:7 : error C0000\n");
  EXPECT_EQ(nameFilesInLog("ERROR: 1:4: y\n", files), "ERROR: common_unpack.glsl:4: y\n");
  EXPECT_EQ(nameFilesInLog("9:1: no such file\nlinked\n", files), "9:1: no such file\nlinked\n");
}

}  // namespace

}  // namespace sinew::renderer::test
