#pragma once

// Open documents. Each tab keeps its own clip, time, camera, level and selection.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/edit_history.h"
#include "app/scene.h"
#include "app/state.h"

namespace sinew::app {

/// A line in the window's message list.
struct Message {
  enum class Kind : std::uint8_t { Info, Warning, Error } kind = Kind::Info;
  std::string text;
};

/// What happens with a document once it is there.
enum class LoadKind : std::uint8_t {
  Open,        ///< shown from its start
  KeepCamera,  ///< the same, but seen from where the last one was
  Reload,      ///< takes the place of its older self: camera, clip, time and selection stay
  Changed      ///< the same, unless the new one is broken and the old one is not
};

/// What becomes of edits that are not saved where another document would take them away.
enum class Edits : std::uint8_t {
  Ask,     ///< nothing happens before somebody has answered
  Discard  ///< they go
};

/// A document that a tab waits for.
struct PendingLoad {
  std::uint64_t load = 0;  ///< the loader's number
  std::string path;
  LoadKind kind = LoadKind::Open;
  Edits edits = Edits::Ask;
  std::shared_ptr<const LoadProgress> progress;
};

/// A tab. The present one's scene, state and messages are the viewer's own members; `Viewer`
/// exchanges them with `scene`, `state`, … when another tab becomes the present one, so whatever
/// belongs to one document alone has its place here.
struct Tab {
  std::uint32_t id = 0;   ///< never used again
  std::string path;       ///< of the document; empty: none
  std::string last_path;  ///< asked for last: where next and previous file go on from
  std::optional<PendingLoad> pending;

  // Only of tabs that are not the present one.
  std::unique_ptr<Scene> scene;
  State state;
  EditHistory history;
  std::vector<Message> messages;
  std::optional<FrameRange> timeline_shown;
};

}  // namespace sinew::app
