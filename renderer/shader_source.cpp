#include "renderer/shader_source.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>
#include <fmt/format.h>

namespace sinew::renderer {

namespace {

const ShaderSource* findSource(std::string_view name) {
  for (const ShaderSource& source : shaderSources()) {
    if (source.name == name) return &source;
  }
  return nullptr;
}

/// The name in `#include "NAME"`, empty for any other line.
std::string_view includedName(std::string_view line) {
  constexpr std::string_view kDirective = "#include \"";
  if (line.substr(0, kDirective.size()) != kDirective) return {};
  line.remove_prefix(kDirective.size());
  return line.substr(0, line.find('"'));
}

std::string_view takeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

Result<void> append(const ShaderSource& source, const std::vector<std::string>& defines,
                    ExpandedShader& out) {
  const std::size_t number = out.files.size();
  out.files.push_back(source.name);
  if (number != 0) out.text += fmt::format("#line 1 {}\n", number);
  std::string_view rest = source.text;
  for (std::size_t line_number = 1; !rest.empty(); ++line_number) {
    const std::string_view line = takeLine(rest);
    const std::string_view name = includedName(line);
    if (name.empty()) {
      out.text.append(line).push_back('\n');
      if (number == 0 && line_number == 1) {
        for (const std::string& define : defines)
          out.text += "#define " + define + "\n";
        out.text += "#line 2 0\n";
      }
      continue;
    }
    if (std::find(out.files.begin(), out.files.end(), name) == out.files.end()) {
      const ShaderSource* included = findSource(name);
      if (included == nullptr) {
        return fail("shader.include", fmt::format("{}:{} includes \"{}\", which is not embedded",
                                                  source.name, line_number, name));
      }
      if (auto done = append(*included, defines, out); !done) return done;
    }
    out.text += fmt::format("#line {} {}\n", line_number + 1, number);
  }
  return {};
}

/// Reads a decimal number at `at` and moves behind it.
bool takeNumber(std::string_view text, std::size_t& at, std::size_t& value) {
  const std::size_t first = at;
  value = 0;
  while (at < text.size() && at - first < 6 && std::isdigit(static_cast<unsigned char>(text[at]))) {
    value = value * 10 + static_cast<std::size_t>(text[at++] - '0');
  }
  return at != first;
}

}  // namespace

Result<ExpandedShader> expandShader(std::string_view name,
                                    const std::vector<std::string>& defines) {
  const ShaderSource* source = findSource(name);
  if (source == nullptr) return fail("shader.name", fmt::format("no shader \"{}\"", name));
  ExpandedShader out;
  if (auto done = append(*source, defines, out); !done) return tl::unexpected<Error>(done.error());
  return out;
}

std::string nameFilesInLog(std::string_view log, const std::vector<std::string_view>& files) {
  std::string out;
  while (!log.empty()) {
    std::string_view line = takeLine(log);
    std::size_t at = line.substr(0, 7) == "ERROR: " ? 7 : 0;
    std::size_t file = 0;
    std::size_t number = 0;
    const std::size_t start = at;
    if (takeNumber(line, at, file) && file < files.size() && at < line.size() &&
        (line[at] == ':' || line[at] == '(') && takeNumber(line, ++at, number)) {
      if (line[at - 1] != ')' && at < line.size() && line[at] == ')') ++at;  // "0(12)"
      out.append(line.substr(0, start)).append(files[file]);
      out += fmt::format(":{}", number);
      line.remove_prefix(at);
    }
    out.append(line).push_back('\n');
  }
  return out;
}

}  // namespace sinew::renderer
