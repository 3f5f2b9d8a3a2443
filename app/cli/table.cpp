#include "app/cli/table.h"

#include <algorithm>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "app/nearest.h"

namespace sinew::app::cli {

namespace {

/// Appends `text` from a column on, broken between words before column 100.
void appendWrapped(std::string& out, std::string_view text, std::size_t column) {
  constexpr std::size_t kWidth = 98;
  std::size_t at = column;
  for (const std::string_view word : split(text, ' ')) {
    if (at > column && at + 1 + word.size() > kWidth) {
      out += fmt::format("\n{:{}}", "", column);
      at = column;
    } else if (at > column) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
  }
  out += '\n';
}

std::string helpOf(const OptionInfo& info) {
  constexpr std::size_t kColumn = 36;
  std::string left = "  ";
  if (info.alternative.size() == 2) left += info.alternative + ", ";
  left += info.name;
  if (info.alternative.size() > 2) left += ", " + info.alternative;
  if (!info.value.empty()) left += "=" + info.value;
  if (left.size() + 2 > kColumn) {
    left += fmt::format("\n{:{}}", "", kColumn);
  } else {
    left.resize(kColumn, ' ');
  }
  appendWrapped(left, info.help, kColumn);
  return left;
}

bool hasName(const OptionInfo& info, std::string_view name) {
  return info.name == name || info.alternative == name;
}

}  // namespace

struct OptionTable::Impl {
  CLI::App app;
  std::string problem;  ///< the first bad value
  bool help = false;
  bool version = false;
};

OptionTable::OptionTable(const CommandInfo& command, Options& options)
    : command_(command), options_(options), impl_(std::make_unique<Impl>()) {
  CLI::App& app = impl_->app;
  app.set_help_flag();
  app.allow_extras();  // files, and unknown options, which get a message of ours
}

OptionTable::~OptionTable() = default;

bool OptionTable::isAnyOf(std::initializer_list<Command> commands) const {
  return std::find(commands.begin(), commands.end(), command()) != commands.end();
}

void OptionTable::describe(const std::string& names, const std::string& metavar,
                           const std::string& help) {
  OptionInfo info;
  for (const std::string_view name : split(names, ',')) {
    const bool is_long = name.substr(0, 2) == "--";
    (is_long && info.name.empty() ? info.name : info.alternative) = name;
  }
  info.value = metavar;
  info.group = group_;
  info.help = help;
  infos_.push_back(std::move(info));
}

void OptionTable::flag(const std::string& names, const std::string& help,
                       std::function<void()> set) {
  describe(names, {}, help);
  const std::string name = infos_.back().name;
  impl_->app
      .add_flag_function(
          names,
          [this, name, set = std::move(set)](std::int64_t) {
            given_.push_back(name);
            set();
          },
          help)
      ->disable_flag_override()
      ->group(group_);
}

void OptionTable::value(const std::string& names, const std::string& metavar,
                        const std::string& help,
                        std::function<Expected(const std::string&)> parse) {
  addValue(names, metavar, help, false, std::move(parse));
}

void OptionTable::values(const std::string& names, const std::string& metavar,
                         const std::string& help,
                         std::function<Expected(const std::string&)> parse) {
  addValue(names, metavar, help, true, std::move(parse));
}

void OptionTable::addValue(const std::string& names, const std::string& metavar,
                           const std::string& help, bool repeatable,
                           std::function<Expected(const std::string&)> parse) {
  describe(names, metavar, help);
  const std::string name = infos_.back().name;
  // Each occurrence is parsed in order, so a bad value is reported even where a later one would
  // replace it.
  const CLI::callback_t take = [this, name, repeatable,
                                parse = std::move(parse)](const CLI::results_t& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Expected expected = parse(texts[i]);
      if (!expected.empty() && impl_->problem.empty()) {
        impl_->problem = fmt::format("{}: '{}' is not {}", name, texts[i], expected);
      }
      if (repeatable || i + 1 == texts.size()) given_.push_back(name + "=" + texts[i]);
    }
    return true;
  };
  impl_->app.add_option(names, take, help)
      ->type_name(metavar)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->group(group_);
}

bool OptionTable::seen(const std::string& name) const {
  return find(name) != nullptr && impl_->app.count(name) > 0;
}

namespace {

/// What to say of an option that the command does not have.
std::string unknownOption(std::string_view argument, const CommandInfo& command,
                          const std::vector<OptionInfo>& known) {
  const std::string_view name = argument.substr(0, argument.find('='));
  std::string text = fmt::format("unknown option {}", name);
  std::string owners;
  for (const CommandInfo& other : commandInfos()) {
    if (other.command == command.command) continue;
    for (const OptionInfo& info : optionsOf(other.command)) {
      if (hasName(info, name))
        owners += fmt::format("{}{}", owners.empty() ? "" : ", ", other.name);
    }
  }
  if (!owners.empty()) return fmt::format("{} (it belongs to: {})", text, owners);
  std::vector<std::string_view> names;
  for (const OptionInfo& info : known)
    names.push_back(info.name);
  const std::string_view meant = nearest(name, names);
  if (!meant.empty()) text += fmt::format(", did you mean {}?", meant);
  return text;
}

}  // namespace

std::string OptionTable::explain(const std::string& library_message) const {
  // The library names the option first: "--time: 1 required S missing", "edges was given a
  // disallowed …".
  std::string name = library_message.substr(0, library_message.find_first_of(" :"));
  if (name.front() != '-') name.insert(0, name.size() == 1 ? "-" : "--");
  const OptionInfo* info = find(name);
  if (info == nullptr) return library_message;
  if (info->value.empty()) return fmt::format("{} takes no value", name);
  return fmt::format("{} needs a value: {}", name, info->value);
}

const OptionInfo* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(infos_.begin(), infos_.end(), [name](const OptionInfo& info) {
    return info.name == name || info.alternative == name;
  });
  return found == infos_.end() ? nullptr : &*found;
}

std::string OptionTable::parse(std::span<const std::string> arguments) {
  // Behind "--" everything is a file.
  const auto end_of_options = std::find(arguments.begin(), arguments.end(), "--");
  for (auto it = arguments.begin(); it != end_of_options; ++it) {
    // The library would take the next argument as the value of "--name=".
    const std::string_view argument = *it;
    if (argument.size() > 3 && argument.find('=') == argument.size() - 1) {
      const OptionInfo* info = find(argument.substr(0, argument.size() - 1));
      if (info != nullptr && info->value.empty()) return info->name + " takes no value";
      if (info != nullptr) return fmt::format("{} needs a value: {}", info->name, info->value);
    }
  }
  try {
    // The library wants them last to first.
    impl_->app.parse(std::vector<std::string>(std::make_reverse_iterator(end_of_options),
                                              std::make_reverse_iterator(arguments.begin())));
  } catch (const CLI::ArgumentMismatch& error) {
    return explain(error.what());
  } catch (const CLI::Error& error) {
    return error.what();
  }
  if (!impl_->problem.empty()) return impl_->problem;
  for (const std::string& argument : impl_->app.remaining()) {
    if (argument.size() > 1 && argument.front() == '-') {
      return unknownOption(argument, command_, infos_);
    }
    options_.files.push_back(argument);
  }
  if (end_of_options != arguments.end()) {
    options_.files.insert(options_.files.end(), end_of_options + 1, arguments.end());
  }
  return {};
}

std::string OptionTable::help() const {
  std::string text = fmt::format("{}\n\nUsage: sinew {} [options] {}\n", command_.help,
                                 command_.name, command_.arguments);
  if (command() == Command::View) {
    text +=
        "       sinew [options] FILE...        the same\n       sinew COMMAND "
        "--help\n\nCommands:\n";
    for (const CommandInfo& info : commandInfos()) {
      text += fmt::format("  {:<10}{}\n", info.name, info.help);
    }
  }
  std::string_view heading;
  for (const OptionInfo& info : infos_) {
    if (info.group != heading) text += fmt::format("\n{}:\n", info.group);
    heading = info.group;
    text += helpOf(info);
  }
  return text;
}

bool OptionTable::helpAsked() const {
  return seen("--help");
}
bool OptionTable::versionAsked() const {
  return seen("--version");
}

}  // namespace sinew::app::cli
