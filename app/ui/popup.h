#pragma once

// What the windows over the picture share: their frame, and a text field with a list under it.

#include <string>

#include "app/ui/panel.h"

namespace sinew::app::ui {

/// Begins a window of so many points, in the middle of an area and inside it, with a title and a
/// cross that closes it. True in the frame in which it appears. End with endPopup().
bool beginPopup(Panel& panel, const char* name, const std::string& title, const Area& window,
                ImVec2 points);
void endPopup();

/// What the keyboard did in a text field.
struct FieldKeys {
  bool entered = false;
  bool with_ctrl = false;  ///< Ctrl was held with Enter
  bool completed = false;  ///< Tab
  int lines = 0;           ///< Up and Down, page keys
};

/// A text field that has the keyboard while its window is there; `field.refocus` gives it back and
/// puts the cursor behind the text.
FieldKeys listField(Panel& panel, const char* name, const char* hint, ListField& field,
                    int lines_a_page);

}  // namespace sinew::app::ui
