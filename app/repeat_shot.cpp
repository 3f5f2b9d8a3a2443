#include "app/repeat_shot.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli.h"
#include "app/document.h"
#include "app/receipt.h"
#include "app/text.h"

namespace sinew::app {

namespace {

Result<Options> parsed(std::vector<std::string> words, const std::string& file) {
  words.insert(words.begin(), "shot");
  words.push_back("--");
  words.push_back(file);
  Result<CommandLine> line = parseCommandLine(words);
  if (!line) return tl::unexpected(line.error());
  return std::move(line->options);
}

/// The receipt's own options must be sound, and those of a picture of this size.
Result<void> checkReceipt(const Receipt& receipt, const std::string& png) {
  const Result<Options> own = parsed(receipt.arguments, "-");
  const auto damaged = [&png](const std::string& problem) {
    return fail("receipt", fmt::format("\"{}\": its receipt is damaged: {}", png, problem));
  };
  if (!own) return damaged(printable(own.error().message));
  const auto& size = own->resolution;
  if (!size || static_cast<std::uint32_t>((*size)[0]) != receipt.size[0] ||
      static_cast<std::uint32_t>((*size)[1]) != receipt.size[1]) {
    return damaged(fmt::format("the picture has {}x{} pixels, but the receipt tells of {}",
                               receipt.size[0], receipt.size[1],
                               size ? fmt::format("{}x{}", (*size)[0], (*size)[1]) : "no size"));
  }
  if (own->camera.views.size() > 1) return damaged("it has several views");
  return {};
}

constexpr std::string_view kTexturePath = "--texture-path=";

/// Texture folders start where the model's path does.
std::vector<std::string> fromBase(std::vector<std::string> arguments, const std::string& base) {
  for (std::string& argument : arguments) {
    if (base.empty() || argument.rfind(kTexturePath, 0) != 0) continue;
    argument.insert(kTexturePath.size(), base + '/');
  }
  return arguments;
}

/// The argument as a receipt has it again.
std::string withoutBase(std::string argument, const std::string& base) {
  const std::string start = std::string(kTexturePath) + base + '/';
  if (!base.empty() && argument.rfind(start, 0) == 0) {
    argument.erase(kTexturePath.size(), base.size() + 1);
  }
  return argument;
}

}  // namespace

Result<RepeatedShot> repeatShot(const Options& options) {
  const std::uint64_t most = options.max_size_mib << 20;
  const Result<SharedBytes> bytes = readInput(options.from, most);
  if (!bytes) return tl::unexpected(bytes.error());
  Result<Receipt> receipt = readReceipt(**bytes);
  if (!receipt) {
    return fail(receipt.error().code,
                fmt::format("\"{}\": {}", options.from, receipt.error().message));
  }
  if (auto sound = checkReceipt(*receipt, options.from); !sound) {
    return tl::unexpected(sound.error());
  }
  Result<ReceiptFile> file = options.files.empty()
                                 ? findReceiptFile(*receipt, options.from, most)
                                 : Result<ReceiptFile>(ReceiptFile{options.files.front(), {}});
  if (!file) return tl::unexpected(file.error());
  std::vector<std::string> words = fromBase(receipt->arguments, file->base);
  std::copy_if(options.given.begin(), options.given.end(), std::back_inserter(words),
               [](const std::string& argument) {
                 return argument.rfind("--from=", 0) != 0 && argument.rfind("--input=", 0) != 0;
               });
  Result<Options> merged = parsed(std::move(words), file->path);
  if (!merged) return tl::unexpected(merged.error());
  merged->from = options.from;
  for (std::string& argument : merged->given)
    argument = withoutBase(std::move(argument), file->base);
  return RepeatedShot{std::move(*merged), receipt->sha256, receipt->file, receipt->renderer};
}

}  // namespace sinew::app
