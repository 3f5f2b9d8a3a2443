#include "app/gestures.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace sinew::app {
namespace {

constexpr double kDoubleClick_s = 0.4;
constexpr double kWheelZoom = 1.15;

constexpr std::array<std::string_view, 6> kFlyKeys{"W", "S", "A", "D", "Q", "E"};

std::string place(std::string_view command, double x, double y, const ViewRect& view) {
  return fmt::format("{} {:.6f} {:.6f}", command, std::clamp((x - view.x) / view.width, 0.0, 1.0),
                     std::clamp((y - view.y) / view.height, 0.0, 1.0));
}

std::string zoomCommand(double factor) {
  return fmt::format("zoom {:.6f}", std::clamp(factor, 1e-3, 1e3));
}

/// True for keys that a text field may want: all but F1 to F25 and letters with Ctrl that edit no
/// text.
bool isTyping(const InputEvent& event) {
  if (event.key.size() > 1 && event.key[0] == 'F') return false;
  if (!event.modifiers.ctrl || event.key.size() != 1) return true;
  return std::string_view("ACVXYZ").find(event.key[0]) != std::string_view::npos;
}

}  // namespace

bool Gestures::flying() const {
  return held_ == Held::Right && std::ranges::find(fly_keys_, true) != fly_keys_.end();
}

void Gestures::handle(const InputEvent& event, const ViewRect& view, UiClaims claims,
                      const Keymap& keymap, double scale, std::vector<std::string>& commands) {
  slip_ = 4.0 * scale;
  switch (event.kind) {
    case InputEvent::Kind::MouseMove:
      move(event, view, commands);
      break;
    case InputEvent::Kind::MouseButton:
      if (event.down && !claims.mouse && view.contains(event.x, event.y)) press(event);
      if (!event.down) release(event, view, commands);
      break;
    case InputEvent::Kind::Wheel:
      if (!claims.mouse && view.contains(x_, y_)) wheel(event, view, commands);
      break;
    case InputEvent::Kind::Key:
      key(event, claims, keymap, commands);
      break;
    case InputEvent::Kind::FocusLost:
      held_ = Held::None;
      fly_keys_.fill(false);
      break;
    case InputEvent::Kind::Text:
      text(event, claims, keymap, commands);
      break;
    case InputEvent::Kind::Drop:
      break;
  }
}

void Gestures::press(const InputEvent& event) {
  if (held_ != Held::None) return;  // a second button does not change a gesture
  held_ = event.button == MouseButton::Left    ? Held::Left
          : event.button == MouseButton::Right ? Held::Right
                                               : Held::Middle;
  pan_ = held_ == Held::Middle || (held_ == Held::Left && event.modifiers.shift);
  moved_ = false;
  flew_ = false;
  press_x_ = x_ = event.x;
  press_y_ = y_ = event.y;
}

void Gestures::release(const InputEvent& event, const ViewRect& view,
                       std::vector<std::string>& commands) {
  const Held released = event.button == MouseButton::Left    ? Held::Left
                        : event.button == MouseButton::Right ? Held::Right
                                                             : Held::Middle;
  if (released != held_) return;
  held_ = Held::None;
  fly_keys_.fill(false);
  if (moved_ || flew_) return;
  if (released == Held::Middle) commands.push_back(place("focus", event.x, event.y, view));
  if (released != Held::Left) return;
  commands.push_back(place("pick", event.x, event.y, view));
  const bool again = std::hypot(event.x - click_x_, event.y - click_y_) <= slip_ &&
                     since_click_s_ < kDoubleClick_s;
  if (again) commands.emplace_back("camera frame");
  since_click_s_ = again ? 1e9 : 0.0;
  click_x_ = event.x;
  click_y_ = event.y;
}

void Gestures::move(const InputEvent& event, const ViewRect& view,
                    std::vector<std::string>& commands) {
  if (held_ != Held::None && !moved_) {
    // Up to the slip nothing moves, so that a click with a shaky hand stays a click.
    if (std::hypot(event.x - press_x_, event.y - press_y_) <= slip_) return;
    moved_ = true;
  }
  const double dx = event.x - x_;
  const double dy = event.y - y_;
  x_ = event.x;
  y_ = event.y;
  if (held_ == Held::None || (dx == 0.0 && dy == 0.0)) return;
  if (pan_) {
    commands.push_back(fmt::format("pan {:.3f} {:.3f}", dx, dy));
  } else if (held_ == Held::Left) {
    commands.push_back(fmt::format("orbit {:.3f} {:.3f}", dx, dy));
  } else if (flying()) {
    commands.push_back(fmt::format("look {:.3f} {:.3f}", dx, dy));
  } else {
    // Dragging through the whole height zooms by 16.
    const std::string command = zoomCommand(std::pow(16.0, -dy / view.height));
    commands.push_back(event.modifiers.ctrl ? place(command, press_x_, press_y_, view) : command);
  }
}

void Gestures::wheel(const InputEvent& event, const ViewRect& view,
                     std::vector<std::string>& commands) {
  if (event.y == 0.0) return;
  if (flying()) {
    fly_speed_ = std::clamp(fly_speed_ * std::pow(kWheelZoom, event.y), 0.01, 50.0);
    return;
  }
  const std::string command = zoomCommand(std::pow(kWheelZoom, event.y));
  commands.push_back(event.modifiers.ctrl ? place(command, x_, y_, view) : command);
}

void Gestures::key(const InputEvent& event, UiClaims claims, const Keymap& keymap,
                   std::vector<std::string>& commands) {
  const auto fly = std::ranges::find(kFlyKeys, std::string_view(event.us_key));
  if (fly != kFlyKeys.end() && (held_ == Held::Right || !event.down)) {
    fly_keys_[static_cast<std::size_t>(fly - kFlyKeys.begin())] = event.down;
    if (event.down) flew_ = true;
    // While the right button is held these keys fly and mean nothing else.
    if (held_ == Held::Right) return;
  }
  if (!event.down) return;
  took_key_ = false;
  if (claims.keyboard && isTyping(event)) return;
  if (const std::string* command = keymap.find({event.modifiers, event.key})) {
    commands.push_back(*command);
    took_key_ = true;
  }
}

void Gestures::text(const InputEvent& event, UiClaims claims, const Keymap& keymap,
                    std::vector<std::string>& commands) {
  const bool sign = event.character < 0x7F && std::ispunct(static_cast<int>(event.character)) != 0;
  if (!sign || claims.keyboard || took_key_ || held_ == Held::Right) return;
  const std::string key(1, static_cast<char>(event.character));
  if (const std::string* command = keymap.find({{}, key})) commands.push_back(*command);
}

bool Gestures::tick(double dt_s, std::vector<std::string>& commands) {
  since_click_s_ += dt_s;
  if (!flying()) return false;
  const auto axis = [&](std::size_t plus, std::size_t minus) {
    return static_cast<double>(fly_keys_[plus]) - static_cast<double>(fly_keys_[minus]);
  };
  // After a stall the camera must not leap away.
  const double step = fly_speed_ * std::min(dt_s, 0.1);
  commands.push_back(fmt::format("fly {:.6f} {:.6f} {:.6f}", axis(3, 2) * step, axis(5, 4) * step,
                                 axis(0, 1) * step));
  return true;
}

}  // namespace sinew::app
