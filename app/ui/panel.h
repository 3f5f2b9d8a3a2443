#pragma once

// What every panel gets: the viewer to read, a list of commands to fill, and its own memory.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/folder_list.h"
#include "app/keymap.h"
#include "app/mesh_facts.h"
#include "app/record_text.h"
#include "app/ui/texture_viewer.h"
#include "app/ui/thumbnails.h"
#include "app/ui/timeline_view.h"
#include "app/ui/ui.h"
#include "app/viewer.h"

namespace sinew::app {
struct InfoFacts;
}  // namespace sinew::app

namespace sinew::app::ui {

/// A text field with a list under it.
struct ListField {
  std::string text;
  int line = 0;          ///< chosen in the list
  bool refocus = false;  ///< the field takes the keyboard, with the cursor behind its text
};

/// The open dialog's folder and what was listed last.
struct FilesMemory {
  std::string folder;
  ListField field;
  bool all_files = false;
  std::string listed;  ///< the folder of `entries`; empty: list anew
  bool listed_hidden = false;
  std::vector<FolderEntry> entries;
  std::string problem;
};

/// The command line and what was typed into it before.
struct ConsoleMemory {
  ListField field;
  bool chose = false;                ///< an arrow went to a line of the list
  std::vector<std::string> history;  ///< the newest last
  std::size_t recalled = 0;          ///< steps back from the newest one that show; 0: none
};

/// A key that is being chosen.
struct KeysMemory {
  std::string capturing;  ///< the command that gets the next key; empty: none
  std::optional<KeyChord> captured;
};
/// Whether arrow keys walk the bones: when they were clicked last.
enum class ArrowKeys : std::uint8_t { View, Bones };

/// Records of what is selected.
struct InspectorMemory {
  std::string key;  ///< what they were made for
  std::vector<RecordText> records;
};

struct ClipStatistics {
  std::string name;
  double frames = 0.0;
  double hz = 0.0;
  std::uint64_t keys = 0;
  bool loop = true;
};

/// Gathered once a document, while they show.
struct StatisticsMemory {
  const void* document = nullptr;
  std::shared_ptr<const InfoFacts> facts;
  std::vector<ClipStatistics> clips;
};

/// The list of findings as it is filtered.
struct FindingsMemory {
  std::string search;
  std::array<bool, 3> hidden{};  ///< by Severity
  bool filtered = false;         ///< rows are those of what was applied
  std::string applied_text;
  std::array<bool, 3> applied_hidden{};
  std::vector<std::uint32_t> rows;  ///< indices of findings
  std::uint32_t shown = kNone;      ///< the selection that was scrolled to last
  std::optional<DiagnosticCounts> counts;
};

/// What panels keep from frame to frame; nothing here changes the picture.
struct PanelMemory {
  ArrowKeys arrows = ArrowKeys::View;
  std::vector<std::string> tree_keys;  ///< arrows pressed since the bones were drawn
  std::string bone_search;
  std::set<std::uint32_t> closed_bones;  ///< ids whose children are hidden in the tree
  std::uint32_t shown_bone = kNone;      ///< the selection that was scrolled to last
  std::size_t bone_space = 2;            ///< shown transform: rest, local, global
  bool scrubbing = false;
  bool resume_after_scrub = false;
  TimelineMemory timeline;
  FindingsMemory findings;
  std::map<std::uint32_t, MeshFacts> mesh_facts;  ///< of meshes that were looked at
  std::uint32_t shown_mesh = kNone;               ///< the selection that was scrolled to last
  std::vector<std::uint32_t> material_users;      ///< meshes with each material
  Thumbnails thumbnails;
  PictureRequest picture;
  FramedPicture framed;
  UvMemory uvs;
  Highlight hover;       ///< what the pointer is over in this frame's lists
  Highlight last_hover;  ///< and was in the last one
  InspectorMemory inspector;
  StatisticsMemory statistics;
  std::string help_search;
  ListField palette;
  ConsoleMemory console;
  FilesMemory files;
  KeysMemory keys;
  std::string key_search;
  std::string viewpoint_name;
  std::uint64_t load = 0;  ///< the present tab's load, and since when
  double load_since_s = 0.0;
  std::string save_path;           ///< in the field of the save dialog
  bool save_was_open = false;      ///< the dialog, in the last frame
  bool weight_held = false;        ///< a weight's slider changed something since it was pressed
  double frame_ms = 0.0;           ///< smoothed time to make a frame
  const void* document = nullptr;  ///< the one that closed_bones belongs to
};

struct Panel {
  const Viewer& viewer;
  const Keymap& keymap;
  PanelMemory& memory;
  std::vector<std::string>& commands;
  std::vector<WidgetRect>& widgets;
  float scale = 1.0f;  ///< pixels a point

  void send(std::string command) const { commands.push_back(std::move(command)); }
  [[nodiscard]] float px(float points) const { return points * scale; }
  /// Notes where the last widget was drawn.
  void mark(std::string name) const;
};

/// A part of the window in pixels.
struct Area {
  float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
};

/// Gives the arrow keys to a part of the window when it is clicked. Call inside its window.
void takeArrows(Panel& panel, ArrowKeys part);

/// Begins a fixed window without decoration that fills an area; end with ImGui::End().
void beginArea(const char* name, const Area& area, ImGuiWindowFlags flags = 0);

void drawMenuBar(Panel& panel);
/// The tabs; nothing where the area has no height.
void drawTabBar(Panel& panel, const Area& area);
/// How far the present tab's load is, once it takes a while.
void drawLoadCard(Panel& panel, const Area& view);
void drawBonesPanel(Panel& panel);
void drawLodPanel(Panel& panel);
void drawClipsPanel(Panel& panel);
void drawDisplayPanel(Panel& panel);
void drawModelPanel(Panel& panel);
void drawDiagnosticsPanel(Panel& panel);
void drawMeshesPanel(Panel& panel);
void drawMaterialsPanel(Panel& panel);
void drawSolidsPanel(Panel& panel);
/// The texture viewer in an area, beside the view that shows the model.
void drawTextureViewer(Panel& panel, const Area& area, const Area& view);
/// How the file stores what is selected, over the view's corner.
void drawInspector(Panel& panel, const Area& view);
/// What the colours of a data shading mean.
void drawLegend(Panel& panel, const Area& view);
/// Names of the film strip's tiles.
void drawFilmLabels(Panel& panel, const Area& view);
void drawTimeline(Panel& panel, const Area& area);
void drawStatusBar(Panel& panel, const Area& area);
void drawMessages(Panel& panel, const Area& view);
void drawHelp(Panel& panel, const Area& window);
// Windows over the picture, each drawn while WindowState::popup says so.
void drawPalette(Panel& panel, const Area& window);
void drawConsole(Panel& panel, const Area& window);
void drawStatistics(Panel& panel, const Area& window);
void drawFiles(Panel& panel, const Area& window);
void drawKeys(Panel& panel, const Area& window);
void drawSettings(Panel& panel, const Area& window);
void drawViewpoints(Panel& panel, const Area& window);
void drawUnsaved(Panel& panel, const Area& window);
/// Asks for a file to save to, while the window's state says so.
void drawSaveDialog(Panel& panel, const Area& window);
/// Names of bones, frame time and the hint of an empty window, over the picture and under the
/// panels.
void drawOverlay(Panel& panel, const Area& view);
/// Names of both models side by side, and which is the present one; nothing without an area.
void drawBeside(Panel& panel, const Area& view, const Area& beside);

/// What a walk over a mesh's vertices finds; walked when first asked for.
[[nodiscard]] const MeshFacts& meshFacts(Panel& panel, const Scene& scene, std::uint32_t mesh);

/// The selected bone or pseudo-bone below the tree, and the height of `room` that it takes: 0 with
/// nothing selected.
void drawSelectedPanel(Panel& panel);
[[nodiscard]] float selectedPanelHeight(const Panel& panel, float room);
/// Bones and weights of a pseudo-bone (index into Model::pseudo_bones).
void drawWeights(Panel& panel, std::uint32_t pseudo);
/// Height in points that the timeline asks for: its slider, and for models with clips what lies
/// under it.
[[nodiscard]] float timelineHeight(const Viewer& viewer);

}  // namespace sinew::app::ui
