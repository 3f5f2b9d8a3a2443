#include "app/shell_words.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "format/utf8.h"

namespace sinew::app {

namespace {

bool isHarmless(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
}

bool isControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// C1 control characters: C2 80 to C2 9F.
bool holdsC1(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '\xC2' && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

std::string escaped(std::string_view word) {
  std::string out = "$'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') {
      out += '\\';
      out += c;
    } else if (isControl(c) || static_cast<unsigned char>(c) >= 0x80) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '\'';
}

/// Takes the inside of $'…' off the front of `line`, with the closing quote.
bool takeEscaped(std::string_view& line, std::string& word) {
  while (!line.empty()) {
    const char c = line.front();
    line.remove_prefix(1);
    if (c == '\'') return true;
    if (c != '\\') {
      word += c;
      continue;
    }
    if (line.empty()) return false;
    const char escape = line.front();
    line.remove_prefix(1);
    if (escape == '\'' || escape == '\\') {
      word += escape;
      continue;
    }
    unsigned byte = 0;
    if (escape != 'x' || line.size() < 2) return false;
    const auto [end, error] = std::from_chars(line.data(), line.data() + 2, byte, 16);
    if (error != std::errc() || end != line.data() + 2) return false;
    word += static_cast<char>(byte);
    line.remove_prefix(2);
  }
  return false;
}

/// Takes one word off the front of `line`, which starts with one.
bool takeWord(std::string_view& line, std::string& word) {
  while (!line.empty() && line.front() != ' ') {
    if (line.substr(0, 2) == "$'") {
      line.remove_prefix(2);
      if (!takeEscaped(line, word)) return false;
    } else if (line.front() == '\'') {
      const std::size_t end = line.find('\'', 1);
      if (end == std::string_view::npos) return false;
      word += line.substr(1, end - 1);
      line.remove_prefix(end + 1);
    } else if (line.substr(0, 2) == "\\'") {
      word += '\'';
      line.remove_prefix(2);
    } else if (isHarmless(line.front())) {
      word += line.front();
      line.remove_prefix(1);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string shellWord(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), isHarmless)) return std::string(word);
  if (std::any_of(word.begin(), word.end(), isControl) || holdsC1(word) ||
      findIllFormedUtf8(word) < word.size()) {
    return escaped(word);
  }
  std::string out = "'";
  for (const char c : word) {
    // Closes the quotes, a quote by itself, and opens them again.
    c == '\'' ? out += "'\\''" : out += c;
  }
  return out + '\'';
}

std::string shellLine(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += shellWord(word);
  }
  return line;
}

std::optional<std::vector<std::string>> splitShellLine(std::string_view line) {
  std::vector<std::string> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return words;
    if (!takeWord(line, words.emplace_back())) return std::nullopt;
  }
}

}  // namespace sinew::app
