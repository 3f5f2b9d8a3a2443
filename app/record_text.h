#pragma once

// Stored records for people, as `sinew dump --hex` prints them: of what is selected in the window.

#include <string>
#include <vector>

#include "app/state.h"
#include "format/load.h"

namespace sinew::app {

/// One record: "vertex 3 at 0x1a40", its fields, its bytes in hexadecimal.
struct RecordText {
  std::string title;
  std::vector<std::string> fields;
  std::string bytes;
};

/// The records of the selected vertex, face (a triangle's), bone or pseudo-bone, and of the bone's
/// key at the present frame of the clip. Empty where nothing of the kind is selected and for
/// formats without records.
[[nodiscard]] std::vector<RecordText> recordsOf(const LoadedModel& loaded,
                                                const Selection& selection,
                                                const Playback& playback);

}  // namespace sinew::app
