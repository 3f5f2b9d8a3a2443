#include "app/gl_context.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/contexts/egl.h"
#include "app/contexts/gl_strings.h"
#include "app/contexts/osmesa.h"

namespace sinew::app {
namespace {

using GetIntegerv = void (*)(unsigned, int*);

int getInteger(const GlContext& context, unsigned name) {
  int value = -1;
  reinterpret_cast<GetIntegerv>(context.loader()("glGetIntegerv"))(name, &value);
  return value;
}

constexpr unsigned kMajorVersion = 0x821B;
constexpr unsigned kProfileMask = 0x9126;
constexpr int kCoreProfileBit = 1;

class WithoutDisplay : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("DISPLAY");
    ::unsetenv("WAYLAND_DISPLAY");
  }
};

TEST_F(WithoutDisplay, AutoGivesACurrentCoreContextAndNotesTheAttempts) {
  std::vector<GlAttempt> attempts;
  const auto context = createHeadlessContext({}, attempts);
  ASSERT_TRUE(context) << describe(context.error());
  EXPECT_GE(getInteger(**context, kMajorVersion), 3);
  EXPECT_EQ(getInteger(**context, kProfileMask) & kCoreProfileBit, kCoreProfileBit);
  ASSERT_FALSE(attempts.empty());
  EXPECT_EQ(attempts.front().path, "EGL surfaceless");
  for (const GlAttempt& attempt : attempts)
    EXPECT_FALSE(attempt.detail.empty()) << attempt.path;
}

TEST_F(WithoutDisplay, SoftwareIsSoftware) {
  std::vector<GlAttempt> attempts;
  const auto context = createHeadlessContext({GlDeviceChoice::Kind::Software, 0}, attempts);
  ASSERT_TRUE(context) << describe(context.error());
  EXPECT_TRUE(isSoftwareRenderer(glRendererName((*context)->loader())));
}

TEST_F(WithoutDisplay, EveryListedDeviceCanBeAskedForByNumber) {
  const std::vector<GlDevice> devices = listGlDevices();
  if (devices.empty()) GTEST_SKIP() << "this driver lists no EGL devices";
  int made = 0;
  for (const GlDevice& device : devices) {
    EXPECT_FALSE(device.description.empty());
    std::vector<GlAttempt> attempts;
    const auto context =
        createHeadlessContext({GlDeviceChoice::Kind::Number, device.number}, attempts);
    ASSERT_EQ(attempts.size(), 1u);
    EXPECT_EQ(attempts.front().ok, context.has_value());
    if (context) ++made;
  }
  EXPECT_GT(made, 0);
}

TEST_F(WithoutDisplay, ADeviceThatIsNotThereIsAnErrorWithNumbers) {
  std::vector<GlAttempt> attempts;
  const auto context = createHeadlessContext({GlDeviceChoice::Kind::Number, 999}, attempts);
  ASSERT_FALSE(context);
  EXPECT_EQ(context.error().code, "gl.none");
  EXPECT_NE(context.error().message.find("999"), std::string::npos);
  ASSERT_EQ(attempts.size(), 1u);
  EXPECT_FALSE(attempts.front().ok);
}

TEST_F(WithoutDisplay, ContextsLiveSideBySideAndOutliveOthers) {
  auto first = egl::createSurfaceless();
  if (!first) GTEST_SKIP() << describe(first.error());
  {
    const auto second = egl::createSurfaceless();
    ASSERT_TRUE(second);
  }
  ASSERT_TRUE(egl::makeCurrent(*first->context));
  EXPECT_GE(getInteger(*first->context, kMajorVersion), 3);
}

TEST_F(WithoutDisplay, OsMesaWorksOrSaysWhyNot) {
  const auto made = osmesa::create();
  if (!made) {
    EXPECT_FALSE(made.error().message.empty());
    GTEST_SKIP() << describe(made.error());
  }
  EXPECT_TRUE(made->software);
  EXPECT_GE(getInteger(*made->context, kMajorVersion), 3);
}

}  // namespace
}  // namespace sinew::app
