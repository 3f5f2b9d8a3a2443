#pragma once

// A viewer without a window: a headless context, a renderer, and the panels drawn into a picture of
// the window's size.

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/gl_context.h"
#include "app/input.h"
#include "app/ui/ui.h"
#include "app/viewer.h"
#include "renderer/image.h"
#include "renderer/renderer.h"

namespace sinew::app::test {

/// A file of tests/data/bmd1/valid: character.bmd has 4 bones, 1 pseudo-bone (#4 "elbow", of "arm"
/// and "hand"), 2 levels, the looping clip "walk" (8 frames, 10 Hz) and "wave" (60 frames, 5 Hz, no
/// loop).
[[nodiscard]] std::string validFile(const std::string& name);
/// A file of the same folder's sibling `invalid`.
[[nodiscard]] std::string invalidFile(const std::string& name);

class ViewerTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// A new viewer with these options, which opens nothing.
  void start(const Options& options);
  /// Runs a command that must work.
  void run(const std::string& command);
  /// Runs a command that must not work; returns its sentence.
  [[nodiscard]] std::string refused(const std::string& command);

  [[nodiscard]] Viewer& viewer() { return *viewer_; }
  [[nodiscard]] State& state() { return viewer_->state; }
  [[nodiscard]] renderer::Renderer& renderer() { return *renderer_; }

 private:
  std::unique_ptr<GlContext> context_;
  std::unique_ptr<renderer::Renderer> renderer_;
  std::unique_ptr<Viewer> viewer_;
};

/// Hands on the panels: events go the way that a window's events go.
class UiTest : public ViewerTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// The window's framebuffer from now on.
  void resize(int width, int height, double content_scale = 1.0);
  /// Draws until nothing more is due (at least one frame) while no time passes.
  void settle();
  /// One frame in which no time passes.
  void frameNow() { frame(0.0); }
  /// One frame after so much time.
  void frame(double dt_s);

  void move(double x, double y);
  void button(bool down, MouseButton which = MouseButton::Left, Modifiers modifiers = {});
  /// Presses and releases in the middle of a widget.
  void click(const std::string& widget);
  /// Presses at a part of a widget's width and drags to another, in steps, without letting go.
  void dragInside(const std::string& widget, double from, double to);
  void key(const std::string& name, Modifiers modifiers = {});
  void type(const std::string& text);
  void wheel(double notches);
  void push(const InputEvent& event) { ui_->push(event); }

  /// Turns the wheel over the right column until a widget of it lies beside the view.
  void scrollTo(const std::string& widget);
  [[nodiscard]] const WidgetRect& widget(const std::string& name);
  [[nodiscard]] renderer::Image windowPicture();
  /// The part that shows the model.
  [[nodiscard]] renderer::Image viewPicture();
  [[nodiscard]] Ui& ui() { return *ui_; }

 private:
  std::unique_ptr<Ui> ui_;
  std::unique_ptr<renderer::RenderTarget> window_;
  double content_scale_ = 1.0;
  double x_ = 0.0, y_ = 0.0;
};

/// Pixels that differ by more than `tolerance` in a channel; images of one size.
[[nodiscard]] int countDifferent(const renderer::Image& a, const renderer::Image& b,
                                 int tolerance = 8);
/// For looking at: written to $SINEW_PICTURES/NAME.png where that is set.
void keepPicture(const renderer::Image& image, const std::string& name);

}  // namespace sinew::app::test
