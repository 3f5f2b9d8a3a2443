#pragma once

// The JSON of scene formats (docs/cli.md, "dump").

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/json_stream.h"
#include "format/scene/read.h"

namespace sinew::app::dump {

/// `sinew dump --scene`: all of the file. A file of which nothing could be read has the first
/// members and its findings.
void printScene(JsonStream& json, std::string_view format, Mode mode, const scene::ReadScene& read);

/// Which moment `sinew pose` shows.
struct SceneMoment {
  std::optional<std::uint32_t> clip;  ///< index into Scene::clips; empty: the rest pose
  std::optional<double> frame;        ///< resolved; empty at rest and in a clip without frames
};

/// `sinew pose` of a scene format: all of its models.
void printScenePose(JsonStream& json, std::string_view format, Mode mode,
                    const scene::ReadScene& read, const SceneMoment& moment, bool vertices);

/// The member `diagnostics` as scene formats have it.
void writeSceneDiagnostics(JsonStream& json, std::span<const Diagnostic> diagnostics);

}  // namespace sinew::app::dump
