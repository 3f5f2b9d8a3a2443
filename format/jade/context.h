#pragma once

// What the parts of one read share.

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "format/jade/layout.h"
#include "format/jade/view.h"
#include "format/scene/findings.h"
#include "format/scene/read.h"

namespace sinew::jade {

using scene::Effect;
using scene::Kind;

/// What is left of the limits on a whole read (layout.h).
struct Budget {
  std::uint64_t name_bytes = layout::kMostNameBytes;
  std::uint64_t vertices = layout::kMostVertices;
  std::uint64_t influences = layout::kMostInfluences;
  std::uint64_t indices = layout::kMostIndices;
  std::uint64_t animation_nodes = layout::kMostAnimationNodes;
  std::uint64_t references = layout::kMostReferences;
  std::uint64_t descriptors = layout::kMostDescriptors;
  std::uint64_t keys = layout::kMostKeys;
  std::uint64_t samples = layout::kMostSamples;
  std::uint64_t lookups = layout::kMostLookups;

  /// Takes `amount` from one of the above, or says that so much is not left.
  [[nodiscard]] static bool take(std::uint64_t& left, std::uint64_t amount) {
    if (amount > left) return false;
    left -= amount;
    return true;
  }
};

struct Context {
  Context(const scene::ReadOptions& read_options, scene::Scene& made)
      : options(read_options), scene(made), findings(read_options.mode) {}

  const scene::ReadOptions& options;
  scene::Scene& scene;
  scene::Findings findings;
  Budget left;

  /// The value the user chose for a doubtful fact, or "".
  [[nodiscard]] std::string_view chosen(const std::string& reading) const {
    const auto found = options.readings.find(reading);
    return found == options.readings.end() ? std::string_view() : std::string_view(found->second);
  }

  /// A number of the file, or `fallback` with a finding.
  [[nodiscard]] float finite(const View& view, std::uint64_t at, std::string_view path,
                             float fallback = 0.0f) {
    const float value = view.f32(at);
    if (std::isfinite(value)) return value;
    findings.add(Kind::NotFinite, Effect::Repair, at, path,
                 fallback == 0.0f ? "a number is not finite, 0 is used"
                                  : "a number is not finite, 1 is used");
    return fallback;
  }

  /// Reads a file beside the model; null where there is none, or too many were looked for in vain.
  [[nodiscard]] SharedBytes beside(const std::string& name) {
    if (!options.resolver || left.lookups == 0) return nullptr;
    const Result<SharedBytes> bytes = options.resolver(name);
    if (bytes && *bytes) return *bytes;
    if (--left.lookups == 0) {
      findings.add(Kind::Limit, Effect::Repair, 0, "files",
                   "too many files were looked for in vain; no more are looked for");
    }
    return nullptr;
  }
};

/// Faults of one kind among many like elements, which are reported as one finding.
struct Tally {
  std::uint32_t count = 0;
  std::uint64_t first = 0;  ///< offset of the first one

  void add(std::uint64_t at) {
    if (count++ == 0) first = at;
  }
};

/// Findings of one part, with the message of the first of each kind alone: a hostile file can have
/// millions.
class Gathered {
 public:
  /// `message()` makes the sentence.
  template <class Message>
  void add(Kind kind, Effect effect, std::uint64_t at, const Message& message) {
    Noted& noted = noted_[{kind, effect}];
    if (noted.tally.count == 0) noted.message = message();
    noted.tally.add(at);
  }
  void moveTo(scene::Findings& findings, std::string_view path) {
    for (auto& [what, noted] : noted_) {
      findings.add(what.first, what.second, noted.tally.first, path, std::move(noted.message),
                   noted.tally.count);
    }
    noted_.clear();
  }

 private:
  struct Noted {
    Tally tally;
    std::string message;
  };
  std::map<std::pair<Kind, Effect>, Noted> noted_;
};

/// A name from a file may be looked up beside the model: no folders, no drives, nothing hidden.
[[nodiscard]] inline bool isPlainName(std::string_view name) {
  if (name.empty() || name.front() == '.') return false;
  for (const char c : name) {
    if (c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      return false;
  }
  return true;
}

}  // namespace sinew::jade
