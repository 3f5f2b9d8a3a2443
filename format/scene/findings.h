#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "format/diagnostics.h"

namespace sinew::scene {

/// What is wrong, in the words that all scene formats share; a diagnostic's `rule` is its name.
enum class Kind : std::uint8_t {
  Magic,        ///< other bytes than the signature expected here
  Unsupported,  ///< known, but not read (byte order, version, compression)
  Truncated,    ///< the file, stream or list ends inside something
  Range,        ///< an offset leads outside
  Count,        ///< more elements than there are bytes for
  Index,        ///< a number of an element that does not exist
  Loop,         ///< a chain returns to itself
  Path,         ///< an archive member's name is no plain file name
  Value,        ///< a field outside its domain
  NotFinite,    ///< NaN or infinity
  Limit,        ///< over a documented limit
  Opcode,       ///< unknown command in a stream
  Missing,      ///< something named is not there
  Mismatch,     ///< two places of the file disagree
  Name          ///< a text without an end
};

[[nodiscard]] std::string_view toString(Kind kind);

/// What a fault did to the model, which decides its severity.
enum class Effect : std::uint8_t {
  Loss,    ///< something was dropped: an error in both modes
  Repair,  ///< something was put right: a warning, an error when strict
  Oddity   ///< harmless: a note in both
};

/// Collects what a reader of a scene format finds. The same kind at the same path counts up: its
/// first offset and message stay. At most kMostFindings are kept, so that a hostile file cannot
/// make the list larger than itself; what does not fit is counted in one last entry.
class Findings {
 public:
  static constexpr std::size_t kMostFindings = 2000;

  explicit Findings(Mode mode) : mode_(mode) {}

  void add(Kind kind, Effect effect, std::uint64_t offset, std::string_view path,
           std::string message, std::uint32_t count = 1);

  /// Where offsets count from now on (see Diagnostic::layer and Diagnostic::member).
  void setLayer(std::uint8_t layer) { layer_ = layer; }
  void setMember(std::shared_ptr<const std::string> member) { member_ = std::move(member); }
  [[nodiscard]] std::uint8_t layer() const { return layer_; }
  [[nodiscard]] const std::shared_ptr<const std::string>& member() const { return member_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] bool empty() const { return found_.empty(); }

  /// All of them, in the order found. Empties this.
  [[nodiscard]] std::vector<Diagnostic> take();

 private:
  using Key = std::tuple<Kind, Effect, std::uint8_t, const std::string*, std::string>;
  Mode mode_;
  std::uint8_t layer_ = 0;
  std::shared_ptr<const std::string> member_;
  std::vector<Diagnostic> found_;
  std::map<Key, std::size_t> index_;  ///< of found_
  std::uint32_t left_out_ = 0;
};

}  // namespace sinew::scene
