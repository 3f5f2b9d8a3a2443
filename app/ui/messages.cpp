// News over the picture: errors, warnings, files written. Each can be taken away.

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

ImVec4 colorOf(Message::Kind kind) {
  switch (kind) {
    case Message::Kind::Error:
      return kError;
    case Message::Kind::Warning:
      return kWarning;
    case Message::Kind::Info:
      break;
  }
  return kInfo;
}

/// Draws one message and returns the y under it.
float drawMessage(Panel& panel, const Area& view, const Message& message, std::size_t index,
                  float y) {
  const float margin = panel.px(10.0f);
  const float width = std::min(view.width - 2.0f * margin, panel.px(560.0f));
  const float button = ImGui::GetFrameHeight() * 1.3f + panel.px(8.0f);
  const float bar = panel.px(4.0f);
  const float text_width = std::max(width - button - bar - panel.px(22.0f), panel.px(40.0f));
  const std::string text = wrapped(message.text, text_width);
  const float text_height = ImGui::CalcTextSize(text.c_str(), nullptr, false, text_width).y;
  const float height = std::max(text_height, ImGui::GetFrameHeight()) + panel.px(16.0f);
  const float x = view.x + (view.width - width) * 0.5f;
  const std::string name = fmt::format("message{}", index);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  beginArea(name.c_str(), {x, y, width, height}, ImGuiWindowFlags_NoFocusOnAppearing);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({x, y}, {x + width, y + height});
  list.AddRectFilled({x, y}, {x + bar, y + height}, ImGui::GetColorU32(colorOf(message.kind)));
  list.PopClipRect();
  ImGui::SetCursorScreenPos({x + bar + panel.px(10.0f), y + (height - text_height) * 0.5f});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + text_width);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::SetCursorScreenPos({x + width - button, y + panel.px(8.0f)});
  if (iconButton(panel, fmt::format("message.close.{}", index).c_str(), Icon::Close, "dismiss")) {
    panel.send(fmt::format("dismiss {}", index));
  }
  ImGui::End();
  ImGui::PopStyleColor();
  return y + height + panel.px(6.0f);
}

}  // namespace

void drawMessages(Panel& panel, const Area& view) {
  float y = view.y + panel.px(10.0f);
  const auto& messages = panel.viewer.messages;
  // The newest first; what does not fit waits until others are taken away.
  for (std::size_t i = messages.size(); i-- > 0 && y < view.y + view.height * 0.6f;) {
    y = drawMessage(panel, view, messages[i], i, y);
  }
}

}  // namespace sinew::app::ui
