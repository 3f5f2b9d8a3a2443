#include "app/fuzzy.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>
#include <vector>

namespace sinew::app {
namespace {

constexpr int kLetter = 1;
constexpr int kTogether = 9;
constexpr int kWordStart = 8;
constexpr int kVeryFront = 6;
constexpr int kNever = std::numeric_limits<int>::min() / 2;

/// Longer texts are compared by their front.
constexpr std::size_t kMostText = 256;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool startsWord(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const auto before = static_cast<unsigned char>(text[at - 1]);
  return before < 0x80 && std::isalnum(before) == 0;
}

}  // namespace

std::optional<int> fuzzyScore(std::string_view wanted, std::string_view text) {
  std::string letters;
  for (const char c : wanted) {
    if (c != ' ') letters += lower(c);
  }
  if (letters.empty()) return 0;
  text = text.substr(0, kMostText);
  if (letters.size() > text.size()) return std::nullopt;
  // best[j]: of the ways to fit the letters so far with the last one at text[j].
  std::vector<int> best(text.size(), kNever);
  std::vector<int> next(text.size(), kNever);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    int before = kNever;  // the best of all places left of j - 1
    for (std::size_t j = 0; j < text.size(); ++j) {
      next[j] = kNever;
      if (lower(text[j]) == letters[i]) {
        const int own =
            kLetter + (startsWord(text, j) ? kWordStart : 0) + (j == 0 ? kVeryFront : 0);
        const int together = j > 0 ? best[j - 1] + kTogether : kNever;
        const int apart = i == 0 ? 0 : before;
        const int from = i == 0 ? 0 : std::max(together, apart);
        if (from > kNever / 2) next[j] = from + own;
      }
      if (i > 0 && j > 0) before = std::max(before, best[j - 1]);
    }
    std::swap(best, next);
  }
  const int score = *std::ranges::max_element(best);
  if (score <= kNever / 2) return std::nullopt;
  // Of two that fit alike the shorter one is meant.
  return score * 16 - static_cast<int>(text.size() / 8);
}

}  // namespace sinew::app
