#pragma once

#include <imgui.h>

#include "app/input.h"

namespace sinew::app::ui {

/// Prepares the present context for feedEvent.
void setUpInput();

/// Passes an event on to ImGui, by the interface of the version that is compiled against.
void feedEvent(ImGuiIO& io, const InputEvent& event);

}  // namespace sinew::app::ui
