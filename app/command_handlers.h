#pragma once

// The parts of the command table, one file a group, and what their handlers share.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/viewer.h"
#include "format/result.h"

namespace sinew::app {

using Arguments = std::span<const std::string>;

[[nodiscard]] std::span<const CommandDef> tabCommands();
[[nodiscard]] std::span<const CommandDef> settingsCommands();
[[nodiscard]] std::span<const CommandDef> fileCommands();
[[nodiscard]] std::span<const CommandDef> playbackCommands();
[[nodiscard]] std::span<const CommandDef> timelineCommands();
[[nodiscard]] std::span<const CommandDef> clipCommands();
[[nodiscard]] std::span<const CommandDef> lodCommands();
[[nodiscard]] std::span<const CommandDef> skeletonCommands();
[[nodiscard]] std::span<const CommandDef> weightCommands();
[[nodiscard]] std::span<const CommandDef> meshCommands();
[[nodiscard]] std::span<const CommandDef> textureCommands();
[[nodiscard]] std::span<const CommandDef> cameraCommands();
[[nodiscard]] std::span<const CommandDef> displayCommands();
[[nodiscard]] std::span<const CommandDef> windowCommands();

/// An Error with code "command.argument".
template <class... T>
[[nodiscard]] tl::unexpected<Error> badArgument(fmt::format_string<T...> text, T&&... values) {
  return fail("command.argument", fmt::format(text, std::forward<T>(values)...));
}

/// Checks how many arguments there are; `least` and `most` inclusive.
[[nodiscard]] Result<void> expectArguments(Arguments arguments, std::size_t least, std::size_t most,
                                           std::string_view usage);

/// A finite decimal number within a range; `what` names it in the error.
[[nodiscard]] Result<double> numberArgument(std::string_view text, std::string_view what,
                                            double least, double most);
/// A whole number, 0 to `most`.
[[nodiscard]] Result<std::uint32_t> indexArgument(std::string_view text, std::string_view what,
                                                  std::uint32_t most);
/// "on", "off" or "toggle"; no argument toggles.
[[nodiscard]] Result<bool> switchArgument(Arguments arguments, bool present);

/// A value with its name in commands and on the command line.
template <class T>
struct Named {
  std::string_view name;
  T value;
};

/// The name of a value in a table of names.
template <class T, std::size_t N>
[[nodiscard]] std::string_view nameOf(const std::array<Named<T>, N>& names, T value) {
  const auto found = std::ranges::find(names, value, &Named<T>::value);
  return found == names.end() ? std::string_view{} : found->name;
}

/// One of a table of names, or "next" and "previous" of the present one.
template <class T, std::size_t N>
[[nodiscard]] Result<T> namedArgument(const std::array<Named<T>, N>& names, std::string_view text,
                                      T present, std::string_view what) {
  const auto now = std::ranges::find(names, present, &Named<T>::value);
  const std::size_t index = now == names.end() ? 0 : static_cast<std::size_t>(now - names.begin());
  if (text == "next") return names[(index + 1) % N].value;
  if (text == "previous") return names[(index + N - 1) % N].value;
  const auto found = std::ranges::find(names, text, &Named<T>::name);
  if (found != names.end()) return found->value;
  std::string all;
  for (const Named<T>& name : names)
    all += (all.empty() ? "" : ", ") + std::string(name.name);
  return badArgument("\"{}\" is no {}: expected one of {}, next, previous", text, what, all);
}

/// The open model, or an Error saying that there is none.
[[nodiscard]] Result<const Model*> openModel(const Viewer& viewer);
/// The chosen clip, or an Error saying that there is none.
[[nodiscard]] Result<const Clip*> presentClip(const Viewer& viewer);

}  // namespace sinew::app
