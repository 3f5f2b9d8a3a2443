// The menus, made from the command table.

#include <algorithm>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/ui/panel.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// One entry: where it is and what it does.
struct Entry {
  std::string_view path;  ///< below the menu that is being drawn
  const CommandDef* command = nullptr;
  const CommandPreset* preset = nullptr;
};

std::vector<Entry> allEntries() {
  std::vector<Entry> entries;
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      if (!preset.menu.empty()) entries.push_back({preset.menu, &command, &preset});
    }
  }
  // The window's own menu comes last, whatever is in it.
  std::ranges::stable_partition(
      entries, [](const Entry& entry) { return !entry.path.starts_with("Window/"); });
  return entries;
}

std::string_view head(std::string_view path) {
  return path.substr(0, path.find('/'));
}

void drawItem(Panel& panel, const Entry& entry) {
  const std::string label(entry.path);
  const std::string key = panel.keymap.keyOf(presetText(*entry.command, *entry.preset));
  const auto on = entry.command->is_on != nullptr
                      ? entry.command->is_on(panel.viewer, entry.preset->arguments)
                      : std::nullopt;
  if (ImGui::MenuItem(label.c_str(), key.c_str(), on.value_or(false))) {
    panel.send(presetText(*entry.command, *entry.preset));
  }
  panel.mark(fmt::format("menu.{}", entry.preset->menu));
}

void drawEntries(Panel& panel, const std::vector<Entry>& entries);

/// Files that were open before.
void drawRecent(Panel& panel) {
  const auto& recent = panel.viewer.settings.recent;
  const bool open = ImGui::BeginMenu("Recent", !recent.empty());
  panel.mark("menu.Recent");
  if (!open) return;
  for (std::size_t i = 0; i < recent.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const std::string shown = shortened(recent[i], panel.px(420.0f));
    if (ImGui::MenuItem(shown.c_str())) panel.send("open " + quoteArgument(recent[i]));
    panel.mark(fmt::format("menu.Recent.{}", i));
    ImGui::PopID();
  }
  ImGui::EndMenu();
}

void drawSubmenu(Panel& panel, std::string_view name, const std::vector<Entry>& entries) {
  std::vector<Entry> below;
  for (const Entry& entry : entries) {
    if (head(entry.path) == name) {
      below.push_back({entry.path.substr(name.size() + 1), entry.command, entry.preset});
    }
  }
  const std::string label(name);
  const bool open = ImGui::BeginMenu(label.c_str());
  panel.mark(fmt::format("menu.{}", label));
  if (!open) return;
  drawEntries(panel, below);
  if (name == "File") drawRecent(panel);
  ImGui::EndMenu();
}

void drawEntries(Panel& panel, const std::vector<Entry>& entries) {
  std::vector<std::string_view> done;
  for (const Entry& entry : entries) {
    const std::string_view name = head(entry.path);
    if (name.size() == entry.path.size()) {
      drawItem(panel, entry);
    } else if (std::ranges::find(done, name) == done.end()) {
      done.push_back(name);
      drawSubmenu(panel, name, entries);
    }
  }
}

}  // namespace

void drawMenuBar(Panel& panel) {
  if (!ImGui::BeginMainMenuBar()) return;
  drawEntries(panel, allEntries());
  ImGui::EndMainMenuBar();
}

}  // namespace sinew::app::ui
