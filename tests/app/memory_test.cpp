// Nothing piles up however long the window is open: OpenGL objects and memory.

#include <cstdio>

#include <gtest/gtest.h>
#include <unistd.h>

#include <glad/gl.h>

#include "app/commands.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// Objects that the context has, of all kinds whose names can be asked for.
int countObjects() {
  int count = 0;
  for (GLuint name = 1; name < 65536; ++name) {
    count += glIsBuffer(name) == GL_TRUE ? 1 : 0;
    count += glIsTexture(name) == GL_TRUE ? 1 : 0;
    count += glIsVertexArray(name) == GL_TRUE ? 1 : 0;
    count += glIsFramebuffer(name) == GL_TRUE ? 1 : 0;
    count += glIsRenderbuffer(name) == GL_TRUE ? 1 : 0;
    count += glIsProgram(name) == GL_TRUE ? 1 : 0;
    count += glIsShader(name) == GL_TRUE ? 1 : 0;
  }
  return count;
}

/// Memory in use, KiB.
long resident() {
  long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    if (std::fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

class FlatMemory : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    run("open " + quoteArgument(SINEW_SOURCE_DIR "/assets/creature.bmd"));
    auto made = renderer::RenderTarget::create(renderer().info(), 96, 64, 0);
    ASSERT_TRUE(made.has_value());
    target_ = std::make_unique<renderer::RenderTarget>(std::move(*made));
  }
  void TearDown() override {
    target_.reset();
    ViewerTest::TearDown();
  }
  /// Repeats commands in turn, drawing after each, and looks whether anything piles up.
  void repeat(int times, const std::vector<std::string>& commands) {
    const auto step = [&](int i) {
      run(commands[static_cast<std::size_t>(i) % commands.size()]);
      ASSERT_TRUE(viewer().draw(*target_, 1.0f).has_value());
      glFinish();  // else as much is kept as frames happen to wait for the rasteriser
    };
    constexpr int kWarmUp = 200;  // until the rasteriser and the allocator hold what they will
    for (int i = 0; i < kWarmUp; ++i)
      step(i);
    const int objects = countObjects();
    // What piles up grows in every round; the threads of a software rasteriser may need a little
    // more once, whenever they happen to meet.
    constexpr int kRounds = 5;
    constexpr long kMostKib = 3 * 1024;
    long growth = 0;
    for (int round = 0; round < kRounds; ++round) {
      const long before = resident();
      for (int i = 0; i < times; ++i)
        step(i);
      growth = resident() - before;
      if (kSanitized || growth < kMostKib) break;
    }
    EXPECT_EQ(countObjects(), objects);
    if (!kSanitized) {
      EXPECT_LT(growth, kMostKib) << "KiB in each of " << kRounds << " rounds";
    }
  }

 private:
  std::unique_ptr<renderer::RenderTarget> target_;
};

TEST_F(FlatMemory, Over200Reloads) {
  repeat(200, {"reload"});
}

TEST_F(FlatMemory, Over500ClipSwitches) {
  repeat(500, {"clip next"});
}

TEST_F(FlatMemory, OverTabsThatComeAndGo) {
  const std::string other = quoteArgument(validFile("character.bmd"));
  repeat(100, {"open " + other + " tab", "close"});
}

}  // namespace
}  // namespace sinew::app::test
