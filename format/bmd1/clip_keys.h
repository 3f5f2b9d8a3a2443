#pragma once

#include <memory>

#include "format/bmd1/file.h"
#include "format/model.h"

namespace sinew::bmd1 {

/// Decodes animations into absolute keys (docs/format-bmd1.md, section 8). Scratch is kept between
/// clips, so that every clip's pools are allocated once and at their exact size.
class ClipKeysBuilder {
 public:
  /// Keeps references to both.
  ClipKeysBuilder(const File& file, const Skeleton& skeleton) : file_(file), skeleton_(skeleton) {}

  /// The keys of an animation that was walked; null where no bone but the root has any.
  [[nodiscard]] std::shared_ptr<const ClipKeys> build(const AnimDef& anim);

 private:
  const File& file_;
  const Skeleton& skeleton_;
  ClipKeys scratch_;
};

}  // namespace sinew::bmd1
