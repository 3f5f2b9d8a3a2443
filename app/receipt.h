#pragma once

// What a picture tells of how it was made: text chunks in the PNG, enough to make it again
// (docs/screenshot-tests.md, "Receipts"). They hold no time of day, no user, no absolute path: the
// same shot gives the same bytes on every machine with the same driver.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/batch.h"
#include "app/options.h"
#include "app/scene.h"
#include "app/state.h"
#include "format/bytes.h"
#include "format/result.h"

namespace sinew::app {

/// Keywords and UTF-8 values of a PNG's text chunks.
using PngText = std::vector<std::pair<std::string, std::string>>;

/// Of the arguments in `given` ("--name=value") those that decide what a picture looks like, in
/// their order; not those that say which file, where to, or how much is told. Absolute texture
/// folders are left out: they mean nothing elsewhere.
[[nodiscard]] std::vector<std::string> lookArguments(const std::vector<std::string>& given);

/// A model's path as a receipt has it: as given where it is relative, else the file's name; empty
/// for standard input.
[[nodiscard]] std::string receiptPath(const std::string& path);

/// What is the same for all pictures of one model in one run.
struct ReceiptSource {
  std::vector<std::string> arguments;  ///< lookArguments of the run
  std::string file;                    ///< receiptPath; empty: standard input
  std::string sha256;                  ///< of the model's file
  std::string renderer;                ///< vendor; renderer; version
};

/// The text chunks for the picture that was drawn last: `state` and `scene` are those of
/// Batch::draw.
[[nodiscard]] PngText receiptText(const ReceiptSource& source, const Options& options,
                                  const State& state, const Scene& scene, NamedView view);

/// What `--from` needs of a receipt. Checked: only arguments that lookArguments lets through.
struct Receipt {
  std::vector<std::string> arguments;  ///< "--name=value"
  std::string file;                    ///< empty: the model came from standard input
  std::string sha256;                  ///< 64 hexadecimal digits
  std::string renderer;
  std::array<std::uint32_t, 2> size{};  ///< pixels, of the picture itself
};

/// Reads the receipt of a PNG file.
/// \return an Error (code "receipt"): no PNG, no receipt, or one that sinew did not write.
[[nodiscard]] Result<Receipt> readReceipt(Bytes png);

/// A model that a receipt means.
struct ReceiptFile {
  std::string path;
  std::string base;  ///< folder that the receipt's paths start from; empty: the working folder
};

/// The file that a receipt means: the one with its SHA-256 among its path from the working folder,
/// from the picture's folder and those above it, and its bare name beside the picture.
/// \return an Error (code "input.receipt") that says what was found instead.
[[nodiscard]] Result<ReceiptFile> findReceiptFile(const Receipt& receipt,
                                                  const std::string& png_path,
                                                  std::uint64_t max_size_bytes);

}  // namespace sinew::app
