#pragma once

// The keys of a manifest's shots, each turned into arguments of `shot`.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/regress/manifest_tree.h"
#include "format/result.h"

namespace sinew::app::regress {

/// One argument and the value of the manifest that it comes from.
struct ShotArgument {
  std::string text;  ///< "--name=value"
  std::string key;   ///< as the manifest calls it, "camera.position"
  Place place;
};

/// One of the values that a setting goes through.
struct Alternative {
  std::vector<ShotArgument> arguments;
  std::string suffix;  ///< what it adds to a case's name; empty where there is no list
};

/// What one key of a shot says. Keys that say the same thing (`time`, `frames`) share a slot, so
/// that a shot's own replaces a default.
struct Setting {
  std::string_view slot;
  Place place;
  bool own = false;  ///< of the shot itself, not of the defaults
  std::vector<Alternative> alternatives;
};

/// The slots in which a list multiplies cases, outermost first.
[[nodiscard]] std::span<const std::string_view> matrixSlots();

/// Reads all keys of a shot or of the defaults. Values are not checked further than that they are
/// of the right kind: `shot` itself does that. `file` is the manifest's name for errors. `name`
/// gets the key of that name where `with_name`; else it is unknown.
[[nodiscard]] Result<std::vector<Setting>> readSettings(const std::string& file,
                                                        const ManifestTable& table, bool with_name,
                                                        std::string& name);

/// The defaults with a shot's own settings on top. What the shot's own contradict is left out: a
/// default view beside an own camera position, a default level beside an own distance.
[[nodiscard]] std::vector<Setting> mergedSettings(const std::vector<Setting>& defaults,
                                                  std::vector<Setting> own);

/// `message` of `shot` with its options' names replaced by the manifest's keys.
[[nodiscard]] std::string inManifestWords(std::string message,
                                          const std::vector<ShotArgument>& arguments);

}  // namespace sinew::app::regress
