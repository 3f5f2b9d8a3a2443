#pragma once

// What a comparison found, in words and as JSON: the same for every command that compares.

#include <string>
#include <string_view>
#include <vector>

#include "app/json_stream.h"
#include "app/regress/compare.h"

namespace sinew::app::regress {

/// "640x480"
[[nodiscard]] std::string sizeText(const renderer::Image& image);
[[nodiscard]] bool sameSize(const renderer::Image& a, const renderer::Image& b);

/// What was found, without the verdict: "12 of 76800 pixels differ (0.016 %); …", or which limits
/// are exceeded.
[[nodiscard]] std::string findingsText(const Findings& findings);

/// One line with its end: "NAME: same [delta]: …".
[[nodiscard]] std::string verdictLine(std::string_view name, const Findings& findings);

/// A sentence for each rectangle that covers no pixel of the picture: more likely a mistake than a
/// wish.
[[nodiscard]] std::vector<std::string> rectsOutside(const std::vector<Rect>& rects,
                                                    const renderer::Image& image);

/// The members `metric`, `size`, `limits` and all that was found, of an object that is open.
void writeFindings(JsonStream& json, const Findings& findings);

}  // namespace sinew::app::regress
