#pragma once

// A file, or a member of an archive, as the readers of its parts see it: bounds-checked big-endian
// reads, names, dictionaries, and a place for findings. docs/format-mdl0.md, "The container".

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytes.h"
#include "format/scene/findings.h"

namespace sinew::mdl0 {

using scene::Effect;
using scene::Kind;

/// How much a file may make the reader do. Sound files name each of their bytes about once; hostile
/// ones let thousands of entries lead to the same large thing, which would cost the square of their
/// size.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : left_(bytes) {}

  /// False once it is used up.
  [[nodiscard]] bool spend(std::uint64_t bytes) {
    if (bytes > left_) {
      left_ = 0;
      return false;
    }
    left_ -= bytes;
    return true;
  }
  void grow(std::uint64_t bytes) { left_ += bytes; }

 private:
  std::uint64_t left_;
};

class Source {
 public:
  struct Place {
    std::uint8_t layer = 0;
    std::shared_ptr<const std::string> member;  ///< null: in no archive
  };

  /// `range` lies inside `*owner`; offsets count from its start.
  Source(SharedBytes owner, ByteRange range, Place place, scene::Findings& findings, Budget& budget)
      : owner_(std::move(owner)),
        range_(range),
        bytes_(Bytes(*owner_).subspan(static_cast<std::size_t>(range.offset),
                                      static_cast<std::size_t>(range.size))),
        place_(std::move(place)),
        findings_(&findings),
        budget_(&budget) {}

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] const SharedBytes& owner() const { return owner_; }
  /// Where this lies in `owner`.
  [[nodiscard]] std::uint64_t base() const { return range_.offset; }
  [[nodiscard]] const Place& place() const { return place_; }

  [[nodiscard]] bool has(std::uint64_t offset, std::uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }
  /// The bytes there, fewer where the file ends before.
  [[nodiscard]] Bytes part(std::uint64_t offset, std::uint64_t size) const;

  // 0 outside the file.
  [[nodiscard]] std::uint8_t u8(std::uint64_t offset) const;
  [[nodiscard]] std::uint16_t u16(std::uint64_t offset) const;
  [[nodiscard]] std::uint32_t u32(std::uint64_t offset) const;
  [[nodiscard]] std::int16_t s16(std::uint64_t offset) const;
  [[nodiscard]] std::int32_t s32(std::uint64_t offset) const;
  [[nodiscard]] float f32(std::uint64_t offset) const;

  /// A float of the file; NaN and infinity are reported and become `instead`.
  [[nodiscard]] float finite(std::uint64_t offset, float instead, std::string_view path) const;

  /// base + relative, where that is inside the file.
  [[nodiscard]] std::optional<std::uint64_t> target(std::uint64_t base,
                                                    std::int64_t relative) const;

  /// The target of the s32 at `field`, relative to `base`; outside is reported.
  [[nodiscard]] std::optional<std::uint64_t> follow(std::uint64_t base, std::uint64_t field,
                                                    Effect effect, std::string_view path) const;

  /// The printable name whose offset, relative to `base`, is the s32 at `field`; `#` and `index`
  /// where it cannot be read, which is reported.
  [[nodiscard]] std::string name(std::uint64_t base, std::uint64_t field, std::uint32_t index,
                                 std::string_view path) const;
  /// The same without the stand-in.
  [[nodiscard]] std::optional<std::string> readName(std::uint64_t base, std::uint64_t field,
                                                    std::string_view path) const;

  /// The same for an offset that may be 0 for no name.
  [[nodiscard]] std::optional<std::string> optionalName(std::uint64_t base, std::uint64_t field,
                                                        std::uint32_t index,
                                                        std::string_view path) const;

  void report(Kind kind, Effect effect, std::uint64_t offset, std::string_view path,
              std::string message, std::uint32_t count = 1) const;

  /// Takes from the budget; what is over it is reported at `offset` as a loss.
  [[nodiscard]] bool spend(std::uint64_t bytes, std::uint64_t offset, std::string_view path) const;

 private:
  SharedBytes owner_;
  ByteRange range_;
  Bytes bytes_;
  Place place_;
  scene::Findings* findings_;
  Budget* budget_;
};

/// An entry of a dictionary ("index group").
struct Entry {
  std::string name;
  std::uint64_t at = 0;      ///< of the entry itself
  std::uint64_t offset = 0;  ///< of what it leads to
  bool readable = false;     ///< `offset` is inside the file
  bool named = false;        ///< `name` is what the file says, not `#` and the index
};

/// The entries of the dictionary at `group`, in order: that is the numbering all other structures
/// use, so unreadable ones stay in the list. The search tree is not looked at.
/// \return nothing where there is no room for what it announces, which is reported.
[[nodiscard]] std::optional<std::vector<Entry>> readDictionary(const Source& source,
                                                               std::uint64_t group,
                                                               std::string_view path);

}  // namespace sinew::mdl0
