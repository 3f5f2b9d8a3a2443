#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/file_stamp.h"
#include "app/options.h"
#include "format/load.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app {

/// A texture that was looked for beside the model.
struct FoundTexture {
  std::string name;                ///< as the material names it
  std::string path;                ///< the file that was read; empty: not found
  std::vector<std::string> tried;  ///< every path that was tried, in order; not kept of a model's
                                   ///< 257th missing texture and later ones
  std::shared_ptr<const renderer::Image> image;  ///< null: shows the checker
  std::string problem;                           ///< a sentence where image is null
};

/// One open file: the model, where it came from, what is wrong with it. Immutable once made, except
/// that the viewer may replace a texture's image.
struct Document {
  std::string path;  ///< as given; "-" for standard input
  std::uint64_t file_size = 0;
  std::optional<FileStamp> stamp;  ///< of the file when it was opened
  LoadedModel loaded;
  std::vector<FoundTexture> textures;  ///< one for each Model::textures

  [[nodiscard]] const Model& model() const { return loaded.model; }
};

/// How far a load is. The thread that loads writes it, another reads it and may ask to stop.
struct LoadProgress {
  enum class Stage : std::uint8_t { Reading, Checking, Textures };
  std::atomic<Stage> stage{Stage::Reading};
  std::atomic<std::uint64_t> done{0};   ///< bytes read, or textures found
  std::atomic<std::uint64_t> total{0};  ///< of them; 0: not known
  std::atomic<bool> cancelled{false};
};

/// The code of a load's Error that was asked to stop.
inline constexpr const char* kLoadCancelled = "load.cancelled";

/// The largest file that is read.
[[nodiscard]] std::uint64_t maxSizeBytes(const Options& options);

/// Reads a whole file, or standard input for "-". Refuses more than `max_size_bytes`.
[[nodiscard]] Result<SharedBytes> readInput(const std::string& path, std::uint64_t max_size_bytes,
                                            LoadProgress* progress = nullptr);

/// Opens a model file; `with_textures` also finds and decodes its textures (app/texture_finder.h).
/// Needs no OpenGL, so that any thread may. Asked to stop by `progress`, it ends between its steps
/// with the Error kLoadCancelled.
[[nodiscard]] Result<std::shared_ptr<Document>> openDocument(const std::string& path,
                                                             const Options& options,
                                                             bool with_textures,
                                                             LoadProgress* progress = nullptr);

/// The files of the textures that a model file names, without decoding them; none where it cannot
/// be read. Not for standard input.
[[nodiscard]] std::vector<std::string> textureFilesOf(const std::string& path,
                                                      const Options& options);

}  // namespace sinew::app
