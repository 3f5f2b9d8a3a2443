#pragma once

// Which bone or pseudo-bone each vertex hangs on. A pseudo-bone blends matrices without inverse
// binds, so it only moves a vertex as linear blend skinning does where its bones share a frame: the
// blended bones get helpers at one pivot (docs/convert.md, "Skins").

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "format/convert/motion.h"
#include "format/convert/plan.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// A blend as stored: planned bones and weights that are exactly codes'.
struct PlannedPseudo {
  std::array<std::uint32_t, 4> bones{};
  std::array<double, 4> weights{};  ///< 0: unused
  Mat34d rest;                      ///< as readers blend it
  bool lattice = false;             ///< rest is a shift along the grid
  std::string name;                 ///< of the source's pseudo-bone that it stands for, if any
};

/// What a vertex hangs on: a planned bone, or a pseudo-bone.
struct Hang {
  bool pseudo = false;
  std::uint32_t index = 0;
  friend bool operator==(const Hang&, const Hang&) = default;
};

struct Placement {
  std::vector<PlannedPseudo> pseudo;
  std::vector<std::vector<Hang>> hangs;  ///< by mesh and vertex of the source

  [[nodiscard]] const Mat34d& rest(const Plan& plan, Hang hang) const {
    return hang.pseudo ? pseudo[hang.index].rest : plan.bones[hang.index].world;
  }
  [[nodiscard]] bool lattice(const Plan& plan, Hang hang) const {
    return hang.pseudo ? pseudo[hang.index].lattice : plan.bones[hang.index].lattice;
  }
};

/// Places all vertices, adding helpers to the plan; bones and pseudo-bones together stay within
/// `bone_limit`. Blends that get no pseudo-bone of their own go to the one that moves them least
/// wrong over `poses`.
[[nodiscard]] Placement placeVertices(const Source& source, const std::vector<PoseSample>& poses,
                                      Plan& plan, const Limits& limits, std::size_t bone_limit,
                                      EncodeReport& report);

}  // namespace sinew::convert
