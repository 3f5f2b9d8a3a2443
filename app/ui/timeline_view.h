#pragma once

// What the parts of the timeline share: frames to pixels, and the rows of the dope sheet.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/state.h"
#include "app/stored_keys.h"
#include "format/load.h"

namespace sinew::app::ui {

struct Panel;

/// Frames laid out over a width in pixels.
struct TimeAxis {
  FrameRange shown;
  float left = 0.0f;   ///< pixel of shown.first
  float right = 1.0f;  ///< pixel of shown.last

  [[nodiscard]] float x(double frame) const;
  [[nodiscard]] double frame(float x) const;
  [[nodiscard]] double pixelsPerFrame() const;
};

/// A line of the dope sheet.
struct KeyRow {
  std::uint32_t bone = kNone;
  std::uint32_t track = kNone;  ///< in StoredKeys::tracks; kNone: no records
  std::string label;
};

/// What the timeline remembers of the clip that it shows: made when the clip or the search changes,
/// read in every frame.
struct TimelineMemory {
  std::string search;
  StoredKeys keys;
  std::vector<KeyRow> rows;
  std::size_t bones_with_keys = 0;

  // What keys and rows were made for.
  std::weak_ptr<const void> source;  ///< the file, or the clip's keys
  std::uint32_t clip = kNone;
  std::string searched;
  std::uint64_t builds = 0;  ///< how often, for tests

  std::uint32_t shown_bone = kNone;  ///< the selection that was scrolled to last
  bool scrubbing_ruler = false;
};

/// Makes keys and rows anew where the clip or the search changed.
void updateTimeline(Panel& panel);

/// The axis of the present clip, or of its frames in sight.
[[nodiscard]] TimeAxis timeAxis(const Panel& panel, float left, float right);

/// Numbers and ticks of frames along the top of an area, the range that plays, and the present
/// frame through the whole height. `numbers`: the height of the ruler.
void drawRuler(const Panel& panel, const TimeAxis& axis, ImVec2 low, ImVec2 high, float numbers);
void drawPlayhead(const Panel& panel, const TimeAxis& axis, float top, float bottom);

/// Wheel with Ctrl zooms around the pointer, with Shift or sideways moves the frames in sight;
/// drags with the middle button move them too. Call for the last item.
void zoomByMouse(Panel& panel, const TimeAxis& axis);
/// The frame that the pointer means: with Ctrl the nearest one that has a key.
[[nodiscard]] double snapped(const Panel& panel, double frame);
/// The frame that a held slider goes to: the one under the pointer; with Shift a tenth of the
/// pointer's way from the present one. \param frames_per_pixel of the slider.
[[nodiscard]] double scrubbedFrame(const Panel& panel, double under_pointer,
                                   double frames_per_pixel, const FrameRange& limits);
/// Goes to the frame under the pointer while the last item is held.
void scrubByMouse(Panel& panel, const TimeAxis& axis);

/// Colours of the three channels.
[[nodiscard]] ImVec4 channelColor(Channel channel);
[[nodiscard]] const char* channelName(Channel channel);

/// The two views under the slider; both fill what is left of the window.
void drawDopeSheet(Panel& panel);
void drawCurves(Panel& panel);

}  // namespace sinew::app::ui
