#include "app/output_name.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/text_case.h"

namespace sinew::app {
namespace {

constexpr std::array<std::string_view, 7> kFields{"model", "ext", "anim", "frame",
                                                  "lod",   "n",   "view"};
constexpr std::size_t kMaxFieldBytes = 100;  ///< a file name has room for 255

tl::unexpected<Error> usage(std::string message) {
  return fail("usage", std::move(message));
}

/// Makes a text safe as part of a file name.
std::string cleaned(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMaxFieldBytes)) {
    const bool bad = c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    out.push_back(bad ? '_' : c);
  }
  // "." and "..", alone or beside a dot of the template, would name folders.
  if (out.find_first_not_of('.') == std::string::npos) std::fill(out.begin(), out.end(), '_');
  if (text.size() > kMaxFieldBytes) {
    // Not in the middle of a character.
    while (!out.empty() && (static_cast<unsigned char>(text[out.size()]) & 0xC0u) == 0x80u)
      out.pop_back();
  }
  return out;
}

/// Whole frames as integers, others with up to three decimals; zeros fill up the digits before the
/// point.
std::string frameText(double frame, int width) {
  const double rounded = std::round(frame * 1000.0) / 1000.0;
  std::string text = fmt::format("{:.3f}", rounded);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  const std::size_t digits = std::min(text.find('.'), text.size());
  const std::size_t wanted = static_cast<std::size_t>(width);
  return digits < wanted ? std::string(wanted - digits, '0') + text : text;
}

}  // namespace

Result<NameTemplate> NameTemplate::parse(std::string_view text) {
  NameTemplate out;
  std::string literal;
  const auto finishLiteral = [&out, &literal] {
    if (!literal.empty()) out.parts_.push_back({{}, literal, 0});
    literal.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '{' || c == '}') && i + 1 < text.size() && text[i + 1] == c) {
      literal.push_back(c);
      ++i;
      continue;
    }
    if (c == '}')
      return usage(fmt::format("\"{}\" has a }} without a {{ (write }}}} for a brace)", text));
    if (c != '{') {
      literal.push_back(c);
      continue;
    }
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos) {
      return usage(fmt::format("\"{}\" has a {{ without a }} (write {{{{ for a brace)", text));
    }
    finishLiteral();
    const std::string_view field = text.substr(i + 1, end - i - 1);
    const std::size_t colon = field.find(':');
    Part part{std::string(field.substr(0, colon)), {}, 0};
    if (std::find(kFields.begin(), kFields.end(), part.field) == kFields.end()) {
      return usage(fmt::format("\"{}\" names the unknown field {{{}}}; there are {{{}}}", text,
                               field, fmt::join(kFields, "} {")));
    }
    if (colon != std::string_view::npos) {
      const std::string_view width = field.substr(colon + 1);
      const bool counts = part.field == "frame" || part.field == "n";
      if (!counts || width.size() != 1 || width[0] < '1' || width[0] > '9') {
        return usage(fmt::format(
            "\"{}\": {{{}}} must be a field, or {{frame:N}} or {{n:N}} with N from 1 to 9", text,
            field));
      }
      part.width = width[0] - '0';
    }
    out.parts_.push_back(std::move(part));
    i = end;
  }
  finishLiteral();
  return out;
}

std::string NameTemplate::fill(const NameFields& fields) const {
  std::string out;
  for (const Part& part : parts_) {
    if (part.field.empty())
      out += part.text;
    else if (part.field == "model")
      out += cleaned(fields.model);
    else if (part.field == "ext")
      out += cleaned(fields.ext);
    else if (part.field == "anim")
      out += cleaned(fields.anim);
    else if (part.field == "frame")
      out += frameText(fields.frame, part.width);
    else if (part.field == "lod")
      out += cleaned(fields.lod);
    else if (part.field == "n")
      out += fmt::format("{:0{}}", fields.n, part.width);
    else
      out += cleaned(fields.view);
  }
  return out;
}

bool NameTemplate::has(std::string_view field) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [field](const Part& part) { return part.field == field; });
}

NameFields fieldsOfPath(const std::string& path) {
  NameFields out;
  if (path == "-") {
    out.model = "stdin";
    return out;
  }
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  const bool has_extension = dot != std::string::npos && dot > 0;
  out.model = has_extension ? name.substr(0, dot) : name;
  if (has_extension) out.ext = name.substr(dot + 1);
  return out;
}

std::string lowerExtension(const std::string& path) {
  return foldCase(fieldsOfPath(path).ext);
}

}  // namespace sinew::app
