#include "format/scene/findings.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace sinew::scene {
namespace {

Severity severityOf(Effect effect, Mode mode) {
  switch (effect) {
    case Effect::Loss:
      return Severity::Error;
    case Effect::Repair:
      return mode == Mode::Strict ? Severity::Error : Severity::Warning;
    case Effect::Oddity:
      return Severity::Note;
  }
  return Severity::Error;
}

std::uint32_t addSaturated(std::uint32_t a, std::uint32_t b) {
  return a > std::numeric_limits<std::uint32_t>::max() - b
             ? std::numeric_limits<std::uint32_t>::max()
             : a + b;
}

}  // namespace

std::string_view toString(Kind kind) {
  switch (kind) {
    case Kind::Magic:
      return "magic";
    case Kind::Unsupported:
      return "unsupported";
    case Kind::Truncated:
      return "truncated";
    case Kind::Range:
      return "range";
    case Kind::Count:
      return "count";
    case Kind::Index:
      return "index";
    case Kind::Loop:
      return "loop";
    case Kind::Path:
      return "path";
    case Kind::Value:
      return "value";
    case Kind::NotFinite:
      return "not_finite";
    case Kind::Limit:
      return "limit";
    case Kind::Opcode:
      return "opcode";
    case Kind::Missing:
      return "missing";
    case Kind::Mismatch:
      return "mismatch";
    case Kind::Name:
      return "name";
  }
  return "value";
}

void Findings::add(Kind kind, Effect effect, std::uint64_t offset, std::string_view path,
                   std::string message, std::uint32_t count) {
  Key key{kind, effect, layer_, member_.get(), std::string(path)};
  const auto known = index_.find(key);
  if (known != index_.end()) {
    Diagnostic& diagnostic = found_[known->second];
    diagnostic.count = addSaturated(diagnostic.count, count);
    return;
  }
  if (found_.size() == kMostFindings) {
    left_out_ = addSaturated(left_out_, 1);
    return;
  }
  index_.emplace(std::move(key), found_.size());
  Diagnostic diagnostic;
  diagnostic.rule = toString(kind);
  diagnostic.severity = severityOf(effect, mode_);
  diagnostic.layer = layer_;
  diagnostic.count = std::max<std::uint32_t>(count, 1);
  diagnostic.offset = offset;
  diagnostic.path = path;
  diagnostic.message = std::move(message);
  diagnostic.member = member_;
  found_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Findings::take() {
  if (left_out_ > 0) {
    Diagnostic rest;
    rest.rule = toString(Kind::Limit);
    // What is left out may hold errors, so this counts as one.
    rest.severity = Severity::Error;
    rest.count = left_out_;
    rest.message = fmt::format("{} further findings are not listed", left_out_);
    found_.push_back(std::move(rest));
  }
  index_.clear();
  left_out_ = 0;
  return std::exchange(found_, {});
}

}  // namespace sinew::scene
