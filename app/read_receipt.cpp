// Receipts as they come in: from pictures that anybody may have made.

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "app/document.h"
#include "app/receipt.h"
#include "app/regress/png_chunks.h"
#include "app/sha256.h"
#include "app/shell_words.h"
#include "app/text.h"

namespace sinew::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxWords = 256;
constexpr int kMaxFolders = 32;  ///< above the picture's

using Texts = std::map<std::string, std::string, std::less<>>;

tl::unexpected<Error> receiptFail(std::string message) {
  return fail("receipt", std::move(message));
}

std::string_view asText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Splits off what stands before the next NUL.
std::optional<std::string_view> takeField(std::string_view& text) {
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end + 1);
  return field;
}

/// Notes a text chunk of ours; the first of a keyword counts (ISO/IEC 15948, 11.3.4).
void noteText(const regress::PngChunk& chunk, Texts& texts) {
  if (chunk.data.size() > kMaxTextBytes) return;
  std::string_view text = asText(chunk.data);
  const std::optional<std::string_view> keyword = takeField(text);
  if (!keyword || keyword->substr(0, 6) != "sinew:") return;
  if (chunk.type == "iTXt") {
    if (text.size() < 2 || text[0] != '\0') return;  // compressed: not written by us
    text.remove_prefix(2);
    if (!takeField(text) || !takeField(text)) return;  // language, translated keyword
  } else if (chunk.type != "tEXt") {
    return;
  }
  texts.emplace(*keyword, text);
}

/// Texts that stand before the pixels, and the picture's size.
Result<Texts> readTexts(Bytes png, std::array<std::uint32_t, 2>& size) {
  if (!regress::isPng(png)) return receiptFail("it is no PNG file");
  Texts texts;
  std::size_t at = regress::kPngSignature.size();
  bool headed = false;
  while (const std::optional<regress::PngChunk> chunk = regress::readPngChunk(png.subspan(at))) {
    at += chunk->size;
    if (!headed) {
      if (chunk->type != "IHDR" || chunk->data.size() != 13) break;
      size = {regress::bigEndian(chunk->data, 0), regress::bigEndian(chunk->data, 4)};
      headed = true;
    } else if (chunk->type == "IDAT" || chunk->type == "IEND") {
      return texts;
    } else {
      noteText(*chunk, texts);
    }
  }
  return receiptFail("the PNG is damaged");
}

/// The words behind "sinew shot": options into `out.arguments`, the one FILE into `out.file`.
Result<void> takeCommand(const std::string& command, Receipt& out) {
  const auto words = splitShellLine(command);
  if (!words || words->size() < 3 || words->size() > kMaxWords || (*words)[0] != "sinew" ||
      (*words)[1] != "shot") {
    return receiptFail("its receipt holds no command of sinew");
  }
  std::vector<std::string> files;
  for (auto word = words->begin() + 2; word != words->end(); ++word) {
    (word->substr(0, 2) == "--" ? out.arguments : files).push_back(*word);
  }
  if (files.size() != 1 || files.front().empty() || files.front().find('\0') != std::string::npos) {
    return receiptFail("its receipt does not name one model");
  }
  if (lookArguments(out.arguments) != out.arguments) {
    for (const std::string& argument : out.arguments) {
      if (!lookArguments({argument}).empty()) continue;
      return receiptFail(
          fmt::format("its receipt has {}, which no receipt may have", app::quoted(argument)));
    }
  }
  if (files.front() != "-") out.file = files.front();
  return {};
}

bool isHexDigest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Where the model may lie, best first, each path once.
std::vector<ReceiptFile> placesFor(const fs::path& file, const fs::path& png) {
  std::vector<ReceiptFile> places;
  std::set<fs::path> seen;
  const auto add = [&](const fs::path& path, const fs::path& base) {
    if (!seen.insert(path.lexically_normal()).second) return;
    places.push_back({path.string(), base.string()});
  };
  // An absolute path was never written by us.
  if (file.is_relative()) add(file, {});
  std::error_code ignored;
  fs::path folder = fs::absolute(png, ignored).parent_path();
  add(folder / file.filename(), folder);
  for (int i = 0; i < kMaxFolders && !folder.empty() && file.is_relative(); ++i) {
    add(folder / file, folder);
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return places;
}

}  // namespace

Result<Receipt> readReceipt(Bytes png) {
  Receipt out;
  const Result<Texts> texts = readTexts(png, out.size);
  if (!texts) return tl::unexpected(texts.error());
  const auto command = texts->find("sinew:command");
  if (command == texts->end()) return receiptFail("it has no receipt of sinew");
  if (auto taken = takeCommand(command->second, out); !taken) return tl::unexpected(taken.error());
  const auto digest = texts->find("sinew:sha256");
  if (digest == texts->end() || !isHexDigest(digest->second)) {
    return receiptFail("its receipt has no SHA-256 of the model");
  }
  out.sha256 = digest->second;
  if (const auto found = texts->find("sinew:renderer"); found != texts->end()) {
    out.renderer = found->second;
  }
  return out;
}

Result<ReceiptFile> findReceiptFile(const Receipt& receipt, const std::string& png_path,
                                    std::uint64_t max_size_bytes) {
  const auto failed = [](std::string message) { return fail("input.receipt", std::move(message)); };
  if (receipt.file.empty()) {
    return failed(fmt::format("\"{}\" shows a model from standard input: give its FILE", png_path));
  }
  std::string changed;
  for (ReceiptFile& place : placesFor(receipt.file, png_path)) {
    std::error_code ignored;
    if (!fs::is_regular_file(place.path, ignored)) continue;
    const Result<SharedBytes> bytes = readInput(place.path, max_size_bytes);
    if (!bytes) continue;
    if (sha256Hex(**bytes) == receipt.sha256) return std::move(place);
    if (changed.empty()) changed = place.path;
  }
  if (!changed.empty()) {
    return failed(
        fmt::format("\"{}\" is not the file that \"{}\" shows (another SHA-256): give "
                    "it as FILE to draw it all the same",
                    changed, png_path));
  }
  return failed(fmt::format("\"{}\", which \"{}\" shows, was not found: give the FILE",
                            receipt.file, png_path));
}

}  // namespace sinew::app
