#include "app/regress/test_plan.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <regex.h>

#include "app/nearest.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

/// Names that no case has are most likely mistyped.
Result<void> checkNames(const Manifest& manifest, const std::vector<std::string>& names) {
  std::vector<std::string_view> known{"all"};
  for (const TestCase& one : manifest.cases)
    known.push_back(one.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string_view meant = nearest(name, known);
    return fail("usage",
                fmt::format("--approve: there is no case {}{}", app::quoted(name),
                            meant.empty() ? std::string()
                                          : fmt::format(", did you mean {}?", app::quoted(meant))));
  }
  return {};
}

/// A POSIX extended regular expression, as `grep -E` takes it.
class Filter {
 public:
  Filter() = default;
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() {
    if (compiled_) ::regfree(&expression_);
  }

  Result<void> compile(const std::string& text) {
    if (text.empty()) return {};
    const int problem = ::regcomp(&expression_, text.c_str(), REG_EXTENDED | REG_NOSUB);
    compiled_ = problem == 0;
    if (compiled_) return {};
    std::array<char, 128> reason{};
    ::regerror(problem, &expression_, reason.data(), reason.size());
    return fail("usage", fmt::format("--filter: {} is no regular expression: {}", app::quoted(text),
                                     reason.data()));
  }

  [[nodiscard]] bool matches(const std::string& name) const {
    return !compiled_ || ::regexec(&expression_, name.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t expression_{};
  bool compiled_ = false;
};

}  // namespace

std::size_t shardOf(std::string_view name, std::size_t count) {
  // FNV-1a of 64 bits: the same on every machine.
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  // The low bits alone depend too much on the name's last letter.
  hash ^= hash >> 32;
  return static_cast<std::size_t>(hash % count);
}

Result<std::vector<std::size_t>> selectCases(const Manifest& manifest, const TestOptions& options) {
  if (auto known = checkNames(manifest, options.approve); !known) {
    return tl::unexpected(known.error());
  }
  Filter filter;
  if (auto compiled = filter.compile(options.filter); !compiled) {
    return tl::unexpected(compiled.error());
  }
  const std::vector<std::string>& approve = options.approve;
  const bool all =
      approve.empty() || std::find(approve.begin(), approve.end(), "all") != approve.end();
  std::vector<std::size_t> selected;
  for (std::size_t i = 0; i < manifest.cases.size(); ++i) {
    const std::string& name = manifest.cases[i].name;
    if (!all && std::find(approve.begin(), approve.end(), name) == approve.end()) continue;
    if (!filter.matches(name)) continue;
    selected.push_back(i);
  }
  if (selected.empty()) {
    return fail("usage", fmt::format("no case of {} matches --filter={}", manifest.cases.size(),
                                     app::quoted(options.filter)));
  }
  if (options.shard_count > 1) {
    std::erase_if(selected, [&](std::size_t index) {
      return shardOf(manifest.cases[index].name, options.shard_count) + 1 != options.shard;
    });
  }
  return selected;
}

}  // namespace sinew::app::regress
