#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/regress/model_diff.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

/// Lines about keys of one clip; a clip that was made anew would have hundreds.
constexpr std::size_t kMostKeyLines = 10;

/// One key that is not the same in both clips.
struct KeyEdit {
  enum class Kind : std::uint8_t { Moved, Changed, Removed, Added } kind = Kind::Changed;
  float before = 0.0f;  ///< frames
  float after = 0.0f;

  auto operator<=>(const KeyEdit&) const = default;
};

/// Edits of a bone with the channels they are about: one key often holds several.
using BoneEdits = std::map<KeyEdit, std::string>;

void note(BoneEdits& edits, const KeyEdit& edit, const std::string& channel) {
  std::string& channels = edits[edit];
  channels += (channels.empty() ? "" : ", ") + channel;
}

/// Keys of one bone in one channel.
template <class V>
std::vector<std::pair<float, V>> keysOf(const KeyPool<V>& pool, std::uint32_t first,
                                        std::uint32_t end) {
  std::vector<std::pair<float, V>> keys;
  for (std::uint32_t key = first; key < end; ++key)
    keys.emplace_back(pool.frame(key), pool.values[key]);
  return keys;
}

std::string amount(const glm::quat& a, const glm::quat& b) {
  return fmt::format(" by {:.4g} degrees", angleBetween(glm::dquat(a), glm::dquat(b)));
}
std::string amount(const glm::vec3& a, const glm::vec3& b) {
  return fmt::format(" by {:.4g}", glm::length(b - a));
}

template <class V>
void compareChannel(const std::vector<std::pair<float, V>>& a,
                    const std::vector<std::pair<float, V>>& b, const std::string& channel,
                    BoneEdits& edits) {
  std::vector<std::pair<float, V>> removed;
  std::vector<std::pair<float, V>> added;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first)) {
      removed.push_back(a[i++]);
    } else if (i == a.size() || b[j].first < a[i].first) {
      added.push_back(b[j++]);
    } else {
      if (a[i].second != b[j].second) {
        note(edits, {KeyEdit::Kind::Changed, a[i].first, b[j].first},
             channel + amount(a[i].second, b[j].second));
      }
      ++i;
      ++j;
    }
  }
  for (const auto& [frame, value] : removed) {
    // The same value on another frame is a key that was moved.
    const auto same = std::find_if(added.begin(), added.end(),
                                   [&v = value](const auto& key) { return key.second == v; });
    if (same == added.end()) {
      note(edits, {KeyEdit::Kind::Removed, frame, frame}, channel);
    } else {
      note(edits, {KeyEdit::Kind::Moved, frame, same->first}, channel);
      added.erase(same);
    }
  }
  for (const auto& [frame, value] : added)
    note(edits, {KeyEdit::Kind::Added, frame, frame}, channel);
}

/// The keys of a bone; a clip or a bone without keys has none.
struct BoneKeys {
  std::vector<std::pair<float, glm::quat>> rotations;
  std::vector<std::pair<float, glm::vec3>> translations;
  std::vector<std::pair<float, glm::vec3>> scales;
};

BoneKeys keysOfBone(const Clip& clip, std::uint32_t bone) {
  BoneKeys out;
  if (!clip.keys) return out;
  const std::vector<Track>& tracks = clip.keys->tracks;
  for (std::size_t i = 0; i + 1 < tracks.size(); ++i) {
    if (tracks[i].bone != bone) continue;
    const Track& next = tracks[i + 1];
    out.rotations = keysOf(clip.keys->rotations, tracks[i].first_rotation, next.first_rotation);
    out.translations =
        keysOf(clip.keys->translations, tracks[i].first_translation, next.first_translation);
    out.scales = keysOf(clip.keys->scales, tracks[i].first_scale, next.first_scale);
  }
  return out;
}

std::string textOf(const KeyEdit& edit, const std::string& channels) {
  switch (edit.kind) {
    case KeyEdit::Kind::Moved:
      return fmt::format("key moved from frame {} to {} ({})", edit.before, edit.after, channels);
    case KeyEdit::Kind::Removed:
      return fmt::format("key removed at frame {} ({})", edit.before, channels);
    case KeyEdit::Kind::Added:
      return fmt::format("key added at frame {} ({})", edit.after, channels);
    case KeyEdit::Kind::Changed:
      break;
  }
  return fmt::format("key changed at frame {} ({})", edit.before, channels);
}

std::string subjectOf(const Clip& clip, std::uint32_t index) {
  return clip.name.empty() ? fmt::format("clip {}", index)
                           : fmt::format("clip {}", quoted(clip.name));
}

void addHeadChanges(std::vector<ModelChange>& out, const std::string& subject, const Clip& a,
                    const Clip& b) {
  if (a.frame_count != b.frame_count) {
    out.push_back({"clip", subject, fmt::format("{} -> {} frames", a.frame_count, b.frame_count)});
  }
  if (a.rate_hz != b.rate_hz) {
    out.push_back({"clip", subject, fmt::format("{} -> {} Hz", a.rate_hz, b.rate_hz)});
  }
  if (a.loop != b.loop) {
    out.push_back({"clip", subject, b.loop ? "loops now" : "no longer loops"});
  }
}

}  // namespace

Matching matchClips(const Model& a, const Model& b) {
  std::vector<std::string> names_a;
  std::vector<std::string> names_b;
  for (const Clip& clip : a.clips)
    names_a.emplace_back(clip.name);
  for (const Clip& clip : b.clips)
    names_b.emplace_back(clip.name);
  return matchNames(names_a, names_b);
}

std::vector<ModelChange> clipChanges(const Model& a, const Model& b) {
  std::vector<std::string> bones_a;
  std::vector<std::string> bones_b;
  for (const Bone& bone : a.skeleton.bones)
    bones_a.push_back(bone.name);
  for (const Bone& bone : b.skeleton.bones)
    bones_b.push_back(bone.name);
  const Matching bones = matchNames(bones_a, bones_b);
  std::vector<ModelChange> out;
  for (const auto& [i, j] : matchClips(a, b).pairs) {
    const Clip& one = a.clips[i];
    const Clip& other = b.clips[j];
    const std::string subject = subjectOf(one, i);
    addHeadChanges(out, subject, one, other);
    std::size_t lines = 0;
    for (const auto& [bone_a, bone_b] : bones.pairs) {
      const BoneKeys before = keysOfBone(one, bone_a);
      const BoneKeys after = keysOfBone(other, bone_b);
      BoneEdits edits;
      compareChannel(before.rotations, after.rotations, "rotation", edits);
      compareChannel(before.translations, after.translations, "translation", edits);
      compareChannel(before.scales, after.scales, "scale", edits);
      for (const auto& [edit, channels] : edits) {
        if (++lines > kMostKeyLines) continue;
        out.push_back({"key", fmt::format("{}, bone {}", subject, quoted(bones_a[bone_a])),
                       textOf(edit, channels)});
      }
    }
    if (lines > kMostKeyLines) {
      out.push_back({"key", subject, fmt::format("and {} more keys", lines - kMostKeyLines)});
    }
  }
  return out;
}

}  // namespace sinew::app::regress
