#include "tests/app/window_fixture.h"

#include <algorithm>
#include <cstdlib>

#include "app/commands.h"
#include "app/png.h"

namespace sinew::app::test {

std::string validFile(const std::string& name) {
  return std::string(SINEW_SOURCE_DIR) + "/tests/data/bmd1/valid/" + name;
}

std::string invalidFile(const std::string& name) {
  return std::string(SINEW_SOURCE_DIR) + "/tests/data/bmd1/invalid/" + name;
}

void ViewerTest::SetUp() {
  std::vector<GlAttempt> attempts;
  auto context = createHeadlessContext(GlDeviceChoice{}, attempts);
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  context_ = std::move(*context);
  auto made = renderer::Renderer::create(context_->loader(), true);
  ASSERT_TRUE(made.has_value()) << describe(made.error());
  renderer_ = std::make_unique<renderer::Renderer>(std::move(*made));
  start(Options{});
}

void ViewerTest::TearDown() {
  viewer_.reset();
  if (renderer_) {
    for (const std::string& message : renderer_->takeGlErrors())
      ADD_FAILURE() << message;
  }
  renderer_.reset();
  context_.reset();
}

void ViewerTest::start(const Options& options) {
  viewer_ = std::make_unique<Viewer>(*renderer_, options);
}

void ViewerTest::run(const std::string& command) {
  const auto done = runCommand(*viewer_, command);
  EXPECT_TRUE(done.has_value()) << command << ": " << describe(done.error());
}

std::string ViewerTest::refused(const std::string& command) {
  const auto done = runCommand(*viewer_, command);
  if (done) {
    ADD_FAILURE() << command << " was not refused";
    return {};
  }
  return done.error().message;
}

void UiTest::SetUp() {
  ViewerTest::SetUp();
  if (HasFatalFailure()) return;
  auto ui = Ui::create();
  ASSERT_TRUE(ui.has_value()) << describe(ui.error());
  ui_ = std::move(*ui);
  resize(1280, 800);
}

void UiTest::TearDown() {
  ui_.reset();
  window_.reset();
  ViewerTest::TearDown();
}

void UiTest::resize(int width, int height, double content_scale) {
  auto made = renderer::RenderTarget::create(renderer().info(), width, height, 0);
  ASSERT_TRUE(made.has_value()) << describe(made.error());
  window_ = std::make_unique<renderer::RenderTarget>(std::move(*made));
  content_scale_ = content_scale;
}

void UiTest::frame(double dt_s) {
  viewer().tick(dt_s);
  FrameInput input;
  input.width = window_->width();
  input.height = window_->height();
  input.dt_s = dt_s;
  input.content_scale = content_scale_;
  input.framebuffer = window_->drawFramebuffer();
  const auto drawn = ui_->frame(viewer(), renderer(), input);
  ASSERT_TRUE(drawn.has_value()) << describe(drawn.error());
}

void UiTest::settle() {
  int frames = 0;
  do {
    frame(0.0);
  } while ((ui_->wantsFrame() || viewer().dirty()) && ++frames < 500);
  EXPECT_LT(frames, 500) << "the panels never come to rest";
}

void UiTest::move(double x, double y) {
  InputEvent event;
  event.kind = InputEvent::Kind::MouseMove;
  event.x = x_ = x;
  event.y = y_ = y;
  push(event);
}

void UiTest::button(bool down, MouseButton which, Modifiers modifiers) {
  InputEvent event;
  event.kind = InputEvent::Kind::MouseButton;
  event.x = x_;
  event.y = y_;
  event.button = which;
  event.down = down;
  event.modifiers = modifiers;
  push(event);
}

const WidgetRect& UiTest::widget(const std::string& name) {
  static const WidgetRect none;
  const WidgetRect* found = ui_->widget(name);
  if (found == nullptr) {
    ADD_FAILURE() << "no widget " << name << " is drawn";
    return none;
  }
  return *found;
}

void UiTest::scrollTo(const std::string& name) {
  for (int turn = 0; turn < 40; ++turn) {
    const WidgetRect* at = ui_->widget(name);
    const ViewRect view = ui_->view();
    if (at == nullptr || static_cast<double>(at->x) < view.x + view.width) return;
    const double top = static_cast<double>(at->y);
    const double low = top + static_cast<double>(at->height);
    if (top >= view.y && low <= view.y + view.height) return;
    // Inside the panel, behind its margin, which does not scroll.
    move(static_cast<double>(at->x + at->width * 0.5f), view.y + 20.0);
    wheel(top < view.y ? 1.0 : -1.0);
  }
}

void UiTest::click(const std::string& name) {
  const WidgetRect& at = widget(name);
  move(static_cast<double>(at.x + at.width * 0.5f), static_cast<double>(at.y + at.height * 0.5f));
  button(true);
  button(false);
  settle();
}

void UiTest::dragInside(const std::string& name, double from, double to) {
  const WidgetRect at = widget(name);
  const double y = static_cast<double>(at.y + at.height * 0.5f);
  const auto x = [&](double part) {
    return static_cast<double>(at.x) + part * static_cast<double>(at.width);
  };
  move(x(from), y);
  button(true);
  settle();
  constexpr int kSteps = 5;
  for (int step = 1; step <= kSteps; ++step) {
    move(x(from + (to - from) * step / kSteps), y);
    settle();
  }
}

void UiTest::key(const std::string& name, Modifiers modifiers) {
  InputEvent event;
  event.kind = InputEvent::Kind::Key;
  event.key = event.us_key = name;
  event.modifiers = modifiers;
  event.down = true;
  push(event);
  event.down = false;
  push(event);
  settle();
}

void UiTest::type(const std::string& text) {
  for (const char c : text) {
    InputEvent event;
    event.kind = InputEvent::Kind::Key;
    event.key = event.us_key = std::string(1, static_cast<char>(std::toupper(c)));
    event.down = true;
    push(event);
    InputEvent letter;
    letter.kind = InputEvent::Kind::Text;
    letter.character = static_cast<char32_t>(c);
    push(letter);
    event.down = false;
    push(event);
  }
  settle();
}

void UiTest::wheel(double notches) {
  InputEvent event;
  event.kind = InputEvent::Kind::Wheel;
  event.y = notches;
  push(event);
  settle();
}

renderer::Image UiTest::windowPicture() {
  return window_->readPixels();
}

renderer::Image UiTest::viewPicture() {
  const renderer::Image window = windowPicture();
  const ViewRect view = ui_->view();
  renderer::Image part;
  part.width = static_cast<int>(view.width);
  part.height = static_cast<int>(view.height);
  const auto row = static_cast<std::size_t>(part.width) * 4;
  for (int y = 0; y < part.height; ++y) {
    const std::size_t from = (static_cast<std::size_t>(y + static_cast<int>(view.y)) *
                                  static_cast<std::size_t>(window.width) +
                              static_cast<std::size_t>(view.x)) *
                             4;
    part.rgba.insert(part.rgba.end(), window.rgba.begin() + static_cast<std::ptrdiff_t>(from),
                     window.rgba.begin() + static_cast<std::ptrdiff_t>(from + row));
  }
  return part;
}

int countDifferent(const renderer::Image& a, const renderer::Image& b, int tolerance) {
  EXPECT_EQ(a.rgba.size(), b.rgba.size());
  int count = 0;
  for (std::size_t i = 0; i + 3 < std::min(a.rgba.size(), b.rgba.size()); i += 4) {
    bool differs = false;
    for (std::size_t c = i; c < i + 4; ++c) {
      differs = differs || std::abs(int{a.rgba[c]} - int{b.rgba[c]}) > tolerance;
    }
    count += differs ? 1 : 0;
  }
  return count;
}

void keepPicture(const renderer::Image& image, const std::string& name) {
  const char* folder = std::getenv("SINEW_PICTURES");
  if (folder == nullptr) return;
  const auto png = encodePng(image);
  ASSERT_TRUE(png.has_value());
  const auto written = writeFileAtomically(std::string(folder) + "/" + name + ".png", *png);
  EXPECT_TRUE(written.has_value()) << describe(written.error());
}

}  // namespace sinew::app::test
