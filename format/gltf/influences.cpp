#include "format/gltf/influences.h"

#include <algorithm>
#include <cstring>

namespace sinew::gltf {

InfluenceSet::InfluenceSet(std::size_t bone_count) {
  (void)addOffset(Mat34f{});
  for (std::uint32_t b = 0; b < bone_count; ++b) {
    Term term{b, 0, 1.0f};
    (void)add(std::span(&term, 1));
  }
  if (bone_count == 0) (void)identity();
}

std::uint32_t InfluenceSet::addOffset(const Mat34f& offset) {
  const auto [at, is_new] =
      known_offsets_.emplace(offset.m, static_cast<std::uint32_t>(offsets_.size()));
  if (is_new) offsets_.push_back(offset);
  return at->second;
}

std::uint32_t InfluenceSet::identity() {
  return add({});
}

std::uint32_t InfluenceSet::add(std::span<Term> terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return a.bone != b.bone ? a.bone < b.bone : a.offset < b.offset;
  });
  std::size_t kept = 0;
  double sum = 0.0;
  for (const Term& term : terms) {
    if (!(term.weight > 0.0f)) continue;
    sum += double{term.weight};
    if (kept > 0 && terms[kept - 1].bone == term.bone && terms[kept - 1].offset == term.offset) {
      terms[kept - 1].weight += term.weight;
    } else {
      terms[kept++] = term;
    }
  }
  terms = terms.first(kept);
  for (Term& term : terms)
    term.weight = static_cast<float>(double{term.weight} / sum);
  std::string key(terms.size_bytes(), '\0');
  if (!terms.empty()) std::memcpy(key.data(), terms.data(), terms.size_bytes());
  const auto [at, is_new] =
      known_.emplace(std::move(key), static_cast<std::uint32_t>(influences_.size()));
  if (!is_new) return at->second;
  for (const Term& term : terms) {
    influences_.bones.push_back(term.bone);
    influences_.weights.push_back(term.weight);
    offset_of_.push_back(term.offset);
  }
  influences_.first.push_back(static_cast<std::uint32_t>(influences_.bones.size()));
  return at->second;
}

Influences InfluenceSet::take() {
  if (offsets_.size() > 1) {
    influences_.offsets.reserve(offset_of_.size());
    for (const std::uint32_t offset : offset_of_)
      influences_.offsets.push_back(offsets_[offset]);
  }
  return std::move(influences_);
}

}  // namespace sinew::gltf
