#pragma once

// The options of one command while its arguments are parsed. Wraps the command-line library, which
// is slow to compile, behind a plain interface; each option group adds itself in a file of its own.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli.h"
#include "app/cli/values.h"
#include "app/options.h"

namespace sinew::app::cli {

class OptionTable {
 public:
  OptionTable(const CommandInfo& command, Options& options);
  ~OptionTable();
  OptionTable(OptionTable&&) = delete;
  OptionTable& operator=(OptionTable&&) = delete;

  [[nodiscard]] const CommandInfo& info() const { return command_; }
  [[nodiscard]] Command command() const { return command_.command; }
  [[nodiscard]] bool isAnyOf(std::initializer_list<Command> commands) const;
  [[nodiscard]] Options& options() { return options_; }

  /// Heading of the options added from now on.
  void group(std::string_view name) { group_ = name; }

  /// `names` is "--long", "-s,--long" or "--long,--other".
  void flag(const std::string& names, const std::string& help, std::function<void()> set);
  /// An option with a value; given again, the last one counts.
  void value(const std::string& names, const std::string& metavar, const std::string& help,
             std::function<Expected(const std::string&)> parse);
  /// An option with a value that may be given several times; `parse` gets each in turn.
  void values(const std::string& names, const std::string& metavar, const std::string& help,
              std::function<Expected(const std::string&)> parse);

  /// Whether the arguments had the option (any of its names).
  [[nodiscard]] bool seen(const std::string& name) const;

  [[nodiscard]] const std::vector<OptionInfo>& infos() const { return infos_; }

  /// The options that the arguments had, by their long names ("--name=value"), in the order of the
  /// table: of those that count once the last, of repeatable ones all.
  [[nodiscard]] const std::vector<std::string>& given() const { return given_; }

  /// Fills the options. \return what is wrong, one line; empty: nothing.
  [[nodiscard]] std::string parse(std::span<const std::string> arguments);
  [[nodiscard]] std::string help() const;
  [[nodiscard]] bool helpAsked() const;
  [[nodiscard]] bool versionAsked() const;

 private:
  struct Impl;
  [[nodiscard]] const OptionInfo* find(std::string_view name) const;
  [[nodiscard]] std::string explain(const std::string& library_message) const;
  void describe(const std::string& names, const std::string& metavar, const std::string& help);
  void addValue(const std::string& names, const std::string& metavar, const std::string& help,
                bool repeatable, std::function<Expected(const std::string&)> parse);

  const CommandInfo& command_;
  Options& options_;
  std::string group_;
  std::vector<OptionInfo> infos_;
  std::vector<std::string> given_;
  std::unique_ptr<Impl> impl_;
};

// The groups. Each adds only what the table's command honours.
void addInputOptions(OptionTable& table);
void addOutputOptions(OptionTable& table);
void addCameraOptions(OptionTable& table);
void addAnimationOptions(OptionTable& table);
void addLodOptions(OptionTable& table);
void addDisplayOptions(OptionTable& table);
void addRecordOptions(OptionTable& table);
void addCompareOptions(OptionTable& table);
void addConvertOptions(OptionTable& table);
void addTestOptions(OptionTable& table);
void addPlatformOptions(OptionTable& table);
void addGeneralOptions(OptionTable& table);

/// Options that exclude or need each other, after parsing. \return what is wrong, one line; empty:
/// nothing.
[[nodiscard]] std::string checkCombinations(const OptionTable& table, const Options& options);

}  // namespace sinew::app::cli
