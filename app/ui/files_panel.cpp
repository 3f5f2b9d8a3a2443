// The dialog that opens models: one field for a part of a name or a whole path, the folder's list,
// and places to start from.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/folder_list.h"
#include "app/fuzzy.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr int kPage = 12;

std::string nameOfPath(const std::string& path) {
  const std::filesystem::path whole(path);
  std::string name = whole.filename().string();
  if (name.empty()) name = whole.parent_path().filename().string();
  return name.empty() ? path : name;
}

/// What is typed: the folder it is about, and the part of a name.
struct Typed {
  std::string folder;
  std::string part;
};

Typed typedOf(const FilesMemory& memory) {
  const std::string& text = memory.field.text;
  const bool path = text.find('/') != std::string::npos || text.rfind('~', 0) == 0;
  if (!path) return {memory.folder, text};
  const std::string whole = text == "~" ? expandPath("~/", "") : expandPath(text, memory.folder);
  const std::size_t slash = whole.rfind('/');
  const std::string folder = slash == 0 ? "/" : whole.substr(0, slash);
  return {folder, slash == std::string::npos ? whole : whole.substr(slash + 1)};
}

std::string join(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

void enter(FilesMemory& memory, const std::string& folder) {
  std::error_code ignored;
  const auto whole = std::filesystem::canonical(folder, ignored);
  memory.folder = ignored ? folder : whole.string();
  memory.field = {"", 0, true};
  memory.listed.clear();
}

/// Lists anew when another folder shows or the window has just been opened.
void list(Panel& panel, const std::string& folder) {
  FilesMemory& memory = panel.memory.files;
  const bool hidden = panel.viewer.settings.hidden_files;
  if (memory.listed == folder && memory.listed_hidden == hidden) return;
  memory.listed = folder;
  memory.listed_hidden = hidden;
  auto entries = listFolder(folder, hidden);
  memory.problem = entries ? std::string() : entries.error().message;
  memory.entries = entries ? std::move(*entries) : std::vector<FolderEntry>{};
}

/// The entries that fit what is typed, as indices: those that fit best first, since Enter takes the
/// first; else in the folder's order.
std::vector<std::size_t> visible(const FilesMemory& memory, const std::string& part) {
  std::vector<std::pair<int, std::size_t>> fits;  // by falling score
  for (std::size_t i = 0; i < memory.entries.size(); ++i) {
    const FolderEntry& entry = memory.entries[i];
    if (!entry.is_folder && !entry.is_model && !memory.all_files) continue;
    if (const auto score = fuzzyScore(part, entry.name)) fits.emplace_back(-*score, i);
  }
  std::ranges::sort(fits);
  std::vector<std::size_t> out;
  out.reserve(fits.size());
  for (const auto& [score, i] : fits)
    out.push_back(i);
  return out;
}

void openFile(Panel& panel, const std::string& path, bool tab) {
  panel.send("popup none");
  panel.send("open " + quoteArgument(path) + (tab ? " tab" : ""));
}

void take(Panel& panel, const std::string& folder, const FolderEntry& entry, bool tab) {
  const std::string path = join(folder, entry.name);
  if (entry.is_folder) {
    enter(panel.memory.files, path);
  } else {
    openFile(panel, path, tab);
  }
}

/// True where the entry is to be opened.
bool drawEntry(Panel& panel, const FolderEntry& entry, std::size_t line) {
  FilesMemory& memory = panel.memory.files;
  ImGui::PushID(static_cast<int>(line));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool selected = static_cast<int>(line) == memory.field.line;
  const bool clicked =
      ImGui::Selectable("##entry", selected, ImGuiSelectableFlags_AllowDoubleClick);
  if (clicked) memory.field.line = static_cast<int>(line);
  panel.mark(fmt::format("files.{}", entry.name));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string note = entry.is_folder ? std::string() : grouped(entry.size_bytes);
  const float note_width = ImGui::CalcTextSize(note.c_str()).x;
  const std::string name = shortened(entry.is_folder ? entry.name + "/" : entry.name,
                                     width - note_width - panel.px(16.0f));
  const ImVec4 color = entry.is_folder ? kInfo : entry.is_model ? kText : kDim;
  draw.AddText({at.x + panel.px(4.0f), at.y}, ImGui::GetColorU32(color), name.c_str());
  draw.AddText({at.x + width - note_width - panel.px(4.0f), at.y}, ImGui::GetColorU32(kDim),
               note.c_str());
  ImGui::PopID();
  return clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

void place(Panel& panel, const std::string& label, const std::string& path, bool folder) {
  ImGui::PushID(path.c_str());
  const std::string shown = shortened(label, ImGui::GetContentRegionAvail().x);
  if (ImGui::Selectable("##place")) {
    if (folder) {
      enter(panel.memory.files, path);
    } else {
      openFile(panel, path, ImGui::GetIO().KeyCtrl);
    }
  }
  panel.mark(fmt::format("files.place.{}", path));
  const ImVec2 at = ImGui::GetItemRectMin();
  ImGui::GetWindowDrawList()->AddText({at.x + panel.px(4.0f), at.y}, ImGui::GetColorU32(kText),
                                      shown.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", path.c_str());
  ImGui::PopID();
}

void drawPlaces(Panel& panel) {
  const Settings& settings = panel.viewer.settings;
  if (const char* home = std::getenv("HOME"); home != nullptr) place(panel, "Home", home, true);
  std::error_code ignored;
  place(panel, "Working folder", std::filesystem::current_path(ignored).string(), true);
  if (!settings.bookmarks.empty()) {
    ImGui::Spacing();
    dimText("Bookmarks");
    for (const std::string& path : settings.bookmarks)
      place(panel, nameOfPath(path), path, true);
  }
  if (!settings.recent.empty()) {
    ImGui::Spacing();
    dimText("Recent");
    for (const std::string& path : settings.recent)
      place(panel, nameOfPath(path), path, false);
  }
}

void drawBottom(Panel& panel, const Typed& typed, const FolderEntry* chosen) {
  FilesMemory& memory = panel.memory.files;
  bool hidden = panel.viewer.settings.hidden_files;
  if (ImGui::Checkbox("Hidden", &hidden))
    panel.send(hidden ? "hidden-files on" : "hidden-files off");
  panel.mark("files.hidden");
  ImGui::SameLine();
  ImGui::Checkbox("All files", &memory.all_files);
  panel.mark("files.all");
  ImGui::SameLine();
  const auto& bookmarks = panel.viewer.settings.bookmarks;
  const bool marked = std::ranges::find(bookmarks, typed.folder) != bookmarks.end();
  if (ImGui::Button(marked ? "Remove bookmark" : "Bookmark")) {
    panel.send(
        fmt::format("bookmark {} {}", marked ? "remove" : "add", quoteArgument(typed.folder)));
  }
  panel.mark("files.bookmark");
  const float open_width = panel.px(90.0f);
  const float tab_width = panel.px(130.0f);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - open_width - tab_width - panel.px(8.0f));
  ImGui::BeginDisabled(chosen == nullptr);
  if (ImGui::Button("Open in a tab", {tab_width, 0.0f}) && chosen != nullptr)
    take(panel, typed.folder, *chosen, true);
  panel.mark("files.tab");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - open_width);
  if (ImGui::Button("Open", {open_width, 0.0f}) && chosen != nullptr)
    take(panel, typed.folder, *chosen, false);
  panel.mark("files.open");
  ImGui::EndDisabled();
}

/// Enter and Tab.
void runKeys(Panel& panel, const FieldKeys& keys, const Typed& typed, const FolderEntry* chosen) {
  FilesMemory& memory = panel.memory.files;
  if (keys.completed && chosen != nullptr) {
    memory.field.text = join(typed.folder, chosen->name) + (chosen->is_folder ? "/" : "");
    memory.field.refocus = true;
    memory.field.line = 0;
  }
  if (!keys.entered) return;
  memory.field.refocus = true;
  if (typed.part.empty() && typed.folder != memory.folder) return enter(memory, typed.folder);
  if (chosen != nullptr) return take(panel, typed.folder, *chosen, keys.with_ctrl);
  if (!typed.part.empty()) openFile(panel, join(typed.folder, typed.part), keys.with_ctrl);
}

void start(Panel& panel) {
  FilesMemory& memory = panel.memory.files;
  memory.listed.clear();
  std::string folder = panel.viewer.window.popup_folder;
  if (folder.empty()) {
    const std::string& path = panel.viewer.tabs()[panel.viewer.tab()].path;
    if (!path.empty()) {
      const std::string parent = std::filesystem::path(path).parent_path().string();
      folder = parent.empty() ? "." : parent;
    } else if (const auto& recent = panel.viewer.settings.recent; !recent.empty()) {
      folder = std::filesystem::path(recent.front()).parent_path().string();
    }
  }
  enter(memory, folder.empty() ? (memory.folder.empty() ? "." : memory.folder) : folder);
}

/// The folder that shows, and the button that leaves it.
void drawFolder(Panel& panel, const Typed& typed) {
  if (ImGui::Button("Up")) {
    const auto parent = std::filesystem::path(typed.folder).parent_path().string();
    enter(panel.memory.files, parent.empty() ? ".." : parent);
  }
  panel.mark("files.up");
  ImGui::SameLine();
  dimText(shortened(typed.folder, ImGui::GetContentRegionAvail().x));
}

/// The lines that fit what is typed. \return the entry that was asked for by the mouse.
std::optional<FolderEntry> drawEntries(Panel& panel, const Typed& typed,
                                       const std::vector<std::size_t>& shown, bool scroll) {
  const FilesMemory& memory = panel.memory.files;
  std::optional<FolderEntry> taken;
  ImGui::BeginChild("entries", {0.0f, 0.0f}, true);
  if (scroll) {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float at = line * static_cast<float>(memory.field.line);
    ImGui::SetScrollY(at - ImGui::GetWindowHeight() * 0.5f);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto line = static_cast<std::size_t>(i);
      const FolderEntry& entry = memory.entries[shown[line]];
      if (drawEntry(panel, entry, line)) taken = entry;
    }
  }
  if (!memory.problem.empty()) {
    wrappedText(memory.problem);
  } else if (shown.empty()) {
    wrappedDimText(typed.part.empty() ? "No models here." : "Nothing here has these letters.");
  }
  ImGui::EndChild();
  return taken;
}

}  // namespace

void drawFiles(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Files) return;
  FilesMemory& memory = panel.memory.files;
  if (beginPopup(panel, "files", "Open a model", window, {860.0f, 560.0f})) start(panel);
  const std::string before = memory.field.text;
  const FieldKeys keys = listField(
      panel, "files.text", "Part of a name, or a path (Tab completes, Ctrl+Enter: in a tab)",
      memory.field, kPage);
  if (memory.field.text != before) memory.field.line = 0;
  const Typed typed = typedOf(memory);
  list(panel, typed.folder);
  const std::vector<std::size_t> shown = visible(memory, typed.part);
  const int most = std::max(static_cast<int>(shown.size()) - 1, 0);
  memory.field.line = std::clamp(memory.field.line + keys.lines, 0, most);
  // A copy: what is done below may list another folder.
  std::optional<FolderEntry> chosen;
  if (!shown.empty()) chosen = memory.entries[shown[static_cast<std::size_t>(memory.field.line)]];
  const float bottom = ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("places", {panel.px(190.0f), -bottom}, true);
  drawPlaces(panel);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("right", {0.0f, -bottom});
  drawFolder(panel, typed);
  std::optional<FolderEntry> taken;
  // Left for the next frame where a button has just gone to another folder.
  if (!memory.listed.empty()) taken = drawEntries(panel, typed, shown, keys.lines != 0);
  ImGui::EndChild();
  if (taken) take(panel, typed.folder, *taken, ImGui::GetIO().KeyCtrl);
  drawBottom(panel, typed, chosen ? &*chosen : nullptr);
  runKeys(panel, keys, typed, chosen ? &*chosen : nullptr);
  endPopup();
}

}  // namespace sinew::app::ui
