#pragma once

// Mouse and keyboard over the picture (docs/cli.md, "Mouse"), turned into commands. Knows no window
// library.

#include <array>
#include <string>
#include <vector>

#include "app/input.h"
#include "app/keymap.h"

namespace sinew::app {

/// The part of the window that shows the model, in framebuffer pixels from the window's top left
/// corner.
struct ViewRect {
  double x = 0.0;
  double y = 0.0;
  double width = 1.0;
  double height = 1.0;

  [[nodiscard]] bool contains(double px, double py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

/// What the panels want for themselves.
struct UiClaims {
  bool mouse = false;
  bool keyboard = false;  ///< a text field has the keyboard
};

class Gestures {
 public:
  /// Adds the commands that an event makes. `scale`: pixels a point, for how far a click may slip.
  void handle(const InputEvent& event, const ViewRect& view, UiClaims claims, const Keymap& keymap,
              double scale, std::vector<std::string>& commands);

  /// Flies on while keys are held. True while flying.
  bool tick(double dt_s, std::vector<std::string>& commands);

  [[nodiscard]] bool dragging() const { return held_ != Held::None; }

 private:
  enum class Held { None, Left, Right, Middle };

  void press(const InputEvent& event);
  void release(const InputEvent& event, const ViewRect& view, std::vector<std::string>& commands);
  void move(const InputEvent& event, const ViewRect& view, std::vector<std::string>& commands);
  void wheel(const InputEvent& event, const ViewRect& view, std::vector<std::string>& commands);
  void key(const InputEvent& event, UiClaims claims, const Keymap& keymap,
           std::vector<std::string>& commands);
  void text(const InputEvent& event, UiClaims claims, const Keymap& keymap,
            std::vector<std::string>& commands);
  [[nodiscard]] bool flying() const;

  Held held_ = Held::None;
  bool pan_ = false;
  bool moved_ = false;
  bool flew_ = false;  ///< since the right button went down
  double slip_ = 4.0;
  double press_x_ = 0.0, press_y_ = 0.0;
  double x_ = 0.0, y_ = 0.0;
  double fly_speed_ = 0.5;          ///< distances to the focus a second
  std::array<bool, 6> fly_keys_{};  ///< W S A D Q E
  /// The last key that went down ran something, so that the sign that it types is nothing more.
  bool took_key_ = false;
  double since_click_s_ = 1e9;
  double click_x_ = 0.0, click_y_ = 0.0;
};

}  // namespace sinew::app
