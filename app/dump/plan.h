#pragma once

// Which of a file's records `dump` prints, and the words that the JSON and the text form share.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"
#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"
#include "format/result.h"

namespace sinew::app::dump {

/// The filters of the command line, looked up in one file.
class Plan {
 public:
  /// \return an Error (usage) for a bone, an animation or an element that the file does not have.
  [[nodiscard]] static Result<Plan> make(const DumpFilter& filter, const bmd1::File& file);

  /// No filter: the header, all records and levels are printed.
  [[nodiscard]] bool everything() const { return everything_; }
  [[nodiscard]] bool hex() const { return filter_.hex; }

  [[nodiscard]] bool wantsVertices(std::uint32_t mesh) const;
  [[nodiscard]] bool wantsVertex(std::uint32_t index) const;
  [[nodiscard]] bool wantsFaces(std::uint32_t mesh) const;
  [[nodiscard]] bool wantsFace(std::uint32_t index) const;
  [[nodiscard]] bool wantsMesh(std::uint32_t mesh) const;
  [[nodiscard]] bool wantsBone(std::uint32_t bone) const;
  [[nodiscard]] bool wantsAnim(std::uint32_t anim) const;
  [[nodiscard]] bool wantsTrack(std::uint32_t bone) const { return !bone_ || *bone_ == bone; }
  [[nodiscard]] bool wantsKey(std::uint32_t frame) const {
    return !filter_.frame || *filter_.frame == frame;
  }

 private:
  DumpFilter filter_;
  const bmd1::File* file_ = nullptr;
  bool everything_ = true;
  std::optional<std::uint32_t> bone_;
  std::optional<std::uint32_t> anim_;
};

[[nodiscard]] std::string_view formName(PackedForm form);      ///< "64", "96", "128"
[[nodiscard]] std::string_view formName(bmd1::FaceForm form);  ///< "tri32", …
[[nodiscard]] std::uint32_t faceBytes(bmd1::FaceForm form);
/// Bytes of a key record: its tag and the values that the tag announces (section 8).
[[nodiscard]] std::uint32_t keyBytes(const bmd1::File& file, const bmd1::Key& key);

/// "a0 01 ff"; what lies past the end of the file is left out.
[[nodiscard]] std::string hexBytes(const bmd1::File& file, std::uint64_t offset,
                                   std::uint64_t size);

/// The base transform of a bone as stored: bone 0 is the identity whatever its record says (section
/// 6).
struct BaseTransform {
  std::array<double, 3> translation{};
  std::array<double, 4> rotation{0.0, 0.0, 0.0, 1.0};  ///< x, y, z, w; length 1
};
[[nodiscard]] BaseTransform baseTransform(const bmd1::File& file, std::uint32_t bone);

/// What a pseudo-bone blends, as stored.
struct Blend {
  std::array<std::uint32_t, 4> ids{};
  std::array<double, 4> weights{};
};
[[nodiscard]] Blend blendOf(const bmd1::BoneDef& bone);

/// The bone's solid, if the file has that mesh.
[[nodiscard]] std::optional<std::uint32_t> solidOf(const bmd1::File& file,
                                                   const bmd1::BoneDef& bone);

}  // namespace sinew::app::dump
