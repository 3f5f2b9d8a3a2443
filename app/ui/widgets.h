#pragma once

// Small widgets that panels share.

#include <string>
#include <string_view>

#include "app/ui/panel.h"

namespace sinew::app::ui {

enum class Icon { Play, Pause, Next, Previous, First, Last, Close };

/// A button with a drawn sign. True when clicked.
bool iconButton(const Panel& panel, const char* name, Icon icon, std::string_view command,
                bool enabled = true);

/// What a command does and its key, shown when the pointer rests on the last widget.
void commandTooltip(const Panel& panel, std::string_view command);

/// A checkbox that runs "COMMAND on" or "COMMAND off".
void commandCheckbox(const Panel& panel, const char* label, std::string_view command, bool on);

/// A section of a side panel that can be folded away. True while open.
bool section(const Panel& panel, const char* label, bool open_at_first);

/// Text in the colour of secondary facts.
void dimText(const std::string& text);
/// Text with line breaks put where a width in pixels asks for them: at blanks only, so that numbers
/// and names stay whole. A word wider than that stays for ImGui to break.
[[nodiscard]] std::string wrapped(const std::string& text, float width);
/// Text that wraps at the panel's edge.
void wrappedText(const std::string& text);
void wrappedDimText(const std::string& text);

/// Brings a row of the present window's list into sight, if it is not.
void scrollToRow(std::uint32_t row, float row_height);

/// Two columns: a dim label and a value that wraps.
bool beginFacts(const char* name);
void fact(const char* label, const std::string& value);
void endFacts();

/// A number with the fewest digits that tell it apart at 4 significant ones.
[[nodiscard]] std::string shortNumber(double value);
/// "12 345": digits in groups of three.
[[nodiscard]] std::string grouped(std::uint64_t value);
/// "845 B", "45.2 KiB": a size with three digits.
[[nodiscard]] std::string byteCount(std::uint64_t bytes);
/// The text shortened in its middle to fit a width in pixels.
[[nodiscard]] std::string shortened(const std::string& text, float width);

}  // namespace sinew::app::ui
