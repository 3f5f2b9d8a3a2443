#include "format/jade/clips.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "format/jade/anims.h"
#include "format/jade/curve.h"

namespace sinew::jade {
namespace {

using namespace layout;

/// The animations of one file, and how its doubtful facts are read.
struct AnimationSet {
  std::shared_ptr<const Mdl> mdl;
  std::vector<Animation> animations;
  std::string super_model;  ///< as named by the model that inherits it; empty: its own
  double position_scale = 1.0;
  WordOrder order = WordOrder::HighFirst;
  Positions positions = Positions::Delta;
};

template <class Visit>
void eachTrack(const AnimationSet& set, const Visit& visit) {
  for (const Animation& animation : set.animations) {
    for (const AnimationNode& node : animation.nodes) {
      for (const Track& track : node.tracks)
        visit(node, track);
    }
  }
}

/// Which word comes first: the order in which more keys are rotations.
void chooseOrder(Context& context, AnimationSet& set) {
  const View& view = set.mdl->view;
  std::uint64_t keys = 0, high_first = 0, low_first = 0;
  eachTrack(set, [&](const AnimationNode&, const Track& track) {
    if (track.type != 0x05) return;
    keys += track.keys;
    for (std::uint32_t k = 0; k < track.keys; ++k) {
      const std::uint32_t first = view.u32(track.data_at + 8ULL * k);
      const std::uint32_t second = view.u32(track.data_at + 8ULL * k + 4);
      if (vectorPart64(first, second) <= 1.001) ++high_first;
      if (vectorPart64(second, first) <= 1.001) ++low_first;
    }
  });
  if (keys == 0) return;
  const std::string_view chosen = context.chosen("rotations");
  const bool low = chosen.empty() ? low_first > high_first : chosen == "low_first";
  set.order = low ? WordOrder::LowFirst : WordOrder::HighFirst;
  context.scene.readings.push_back(
      {"rotations", low ? "low_first" : "high_first",
       fmt::format("{}{}of {} rotation keys of 64 bits {} are rotations with the high word first, "
                   "{} with the low one",
                   set.mdl->label, chosen.empty() ? "" : "asked for; ", keys, high_first,
                   low_first)});
}

bool isPosition(const Track& track) {
  return track.controller == controllers::kPosition;
}

struct Votes {
  std::uint32_t absolute = 0;
  std::uint32_t delta = 0;
};

/// A first key near the rest position rather than near 0 speaks for absolute positions.
template <class RestOf>
Votes votePositions(const AnimationSet& set, const RestOf& rest_of) {
  Votes votes;
  eachTrack(set, [&](const AnimationNode& node, const Track& track) {
    if (!isPosition(track)) return;
    const Transform* rest = rest_of(node);
    if (rest == nullptr || glm::length(rest->translation) <= 0.02) return;
    glm::dvec3 key;
    for (int c = 0; c < 3; ++c)
      key[c] = set.mdl->view.f32(track.data_at + static_cast<std::uint64_t>(4 * c));
    if (glm::length(key - rest->translation) < glm::length(key)) {
      ++votes.absolute;
    } else {
      ++votes.delta;
    }
  });
  return votes;
}

class ClipBuilder {
 public:
  ClipBuilder(Context& context, std::shared_ptr<const Mdl> mdl, scene::SceneModel& model)
      : context_(context), own_(std::move(mdl)), model_(model) {
    for (std::uint32_t b = 0; b < model_.bones.size(); ++b)
      bones_by_name_.emplace(lowerCase(model_.bones[b].name), b);
  }

  void run() {
    std::set<std::string> met;  // files of the chain, in lower case
    met.insert(lowerCase(ownFileStem()));
    AnimationSet set;
    set.mdl = own_;
    for (std::uint32_t depth = 0;; ++depth) {
      const std::shared_ptr<const Mdl> holder = set.mdl;
      const Mdl& mdl = *holder;
      const double scale = set.position_scale * static_cast<double>(mdl.scale);
      addSet(std::move(set));
      if (mdl.super_model.empty() || !maySuper(mdl, depth, met)) return;
      const SharedBytes bytes = context_.beside(mdl.super_model + ".mdl");
      const std::string name = scene::printableName(mdl.super_model);
      if (!bytes) {
        context_.findings.add(Kind::Missing, Effect::Oddity, kFileHeader + model::kSuperModel,
                              mdl.path("header"),
                              fmt::format("super-model \"{}\" is not beside the model; its "
                                          "animations are not inherited",
                                          name));
        return;
      }
      std::shared_ptr<Mdl> super = readMdl(context_, bytes, name + ".mdl/");
      if (!super) return;
      set = AnimationSet{};
      set.mdl = std::move(super);
      set.super_model = name;
      set.position_scale = scale;
    }
  }

 private:
  std::string ownFileStem() const {
    const std::string& file = context_.options.file_name;
    if (file.empty()) return own_->name;
    return file.substr(0, file.rfind('.'));
  }

  bool maySuper(const Mdl& mdl, std::uint32_t depth, std::set<std::string>& met) {
    const std::uint64_t at = kFileHeader + model::kSuperModel;
    const std::string name = scene::printableName(mdl.super_model);
    if (!isPlainName(mdl.super_model)) {
      context_.findings.add(Kind::Path, Effect::Repair, at, mdl.path("header"),
                            fmt::format("super-model \"{}\" is no plain file name", name));
      return false;
    }
    if (!met.insert(lowerCase(mdl.super_model)).second) {
      context_.findings.add(Kind::Loop, Effect::Repair, at, mdl.path("header"),
                            fmt::format("super-model \"{}\" leads back to itself", name));
      return false;
    }
    if (depth >= kMaxSuperModels) {
      context_.findings.add(Kind::Limit, Effect::Loss, at, mdl.path("header"),
                            fmt::format("more than {} super-models in a row", kMaxSuperModels));
      return false;
    }
    return true;
  }

  /// The bone that an animation node moves, or kNone. Name tables of other files differ.
  std::uint32_t boneOf(const AnimationSet& set, std::uint16_t number) const {
    if (set.mdl == own_) return own_->nodeOf(number);
    if (!set.mdl->names.has(number)) return kNone;
    const auto found = bones_by_name_.find(lowerCase(set.mdl->names.of(number)));
    return found == bones_by_name_.end() ? kNone : found->second;
  }

  void choosePositions(AnimationSet& set) {
    bool any = false;
    eachTrack(set,
              [&](const AnimationNode&, const Track& track) { any = any || isPosition(track); });
    if (!any) return;
    // The file's own nodes vote, as its keys were made for them; where it has none of those, the
    // nodes of the model that is opened. The root does not vote.
    Votes votes = votePositions(set, [&](const AnimationNode& node) -> const Transform* {
      const std::uint32_t index = set.mdl->nodeOf(node.number);
      return index == kNone || index == 0 ? nullptr : &set.mdl->nodes[index].rest;
    });
    if (votes.absolute + votes.delta == 0) {
      votes = votePositions(set, [&](const AnimationNode& node) -> const Transform* {
        const std::uint32_t bone = boneOf(set, node.number);
        return bone == kNone || bone == 0 ? nullptr : &model_.bones[bone].rest;
      });
    }
    const std::string_view chosen = context_.chosen("positions");
    const bool absolute = chosen.empty() ? votes.absolute > votes.delta : chosen == "absolute";
    set.positions = absolute ? Positions::Absolute : Positions::Delta;
    context_.scene.readings.push_back(
        {"positions", absolute ? "absolute" : "delta",
         fmt::format(
             "{}{}{} first keys lie nearer to the node's rest position than to 0, {} do not",
             set.mdl->label, chosen.empty() ? "" : "asked for; ", votes.absolute, votes.delta)});
  }

  void addSet(AnimationSet&& set) {
    set.animations = readAnimations(context_, *set.mdl);
    chooseOrder(context_, set);
    choosePositions(set);
    useSecondNames(set);
    const auto shared = std::make_shared<const AnimationSet>(std::move(set));
    std::set<std::string> added;
    for (std::size_t i = 0; i < shared->animations.size(); ++i) {
      const Animation& animation = shared->animations[i];
      if (defined_.count(lowerCase(animation.name)) != 0) continue;
      added.insert(lowerCase(animation.name));
      addClip(shared, animation);
    }
    defined_.merge(added);
  }

  /// The second name counts where the first tells nothing.
  static void useSecondNames(AnimationSet& set) {
    std::vector<Animation>& all = set.animations;
    const bool same = all.size() > 1 && std::all_of(all.begin(), all.end(), [&](const auto& other) {
                        return other.name == all.front().name;
                      });
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((all[i].name.empty() || same) && !all[i].second_name.empty())
        all[i].name = all[i].second_name;
      if (all[i].name.empty()) all[i].name = fmt::format("#{}", i);
    }
  }

  void addClip(const std::shared_ptr<const AnimationSet>& set, const Animation& animation) {
    const std::string path = set->mdl->path("animations/" + animation.name);
    scene::Clip clip;
    clip.name = animation.name;
    clip.rate_hz = kRate_hz;
    clip.duration_s = lengthOf(*set, animation, path);
    clip.frames = static_cast<std::uint32_t>(std::floor(*clip.duration_s * kRate_hz + 1e-6)) + 1;
    clip.events = animation.events;
    clip.has_events = true;
    scene::ClipTracks tracks;
    tracks.clip = static_cast<std::uint32_t>(context_.scene.clips.size());
    const bool has_positions = addTracks(*set, animation, path, clip, tracks);
    if (!Budget::take(context_.left.samples, std::uint64_t{clip.frames} * tracks.tracks.size())) {
      context_.findings.add(Kind::Limit, Effect::Loss, animation.offset, path,
                            fmt::format("the clips have more than {} frames times moved nodes in "
                                        "all; this one moves nothing",
                                        kMostSamples));
      tracks.tracks.clear();
    }
    using scene::Value;
    clip.extra = {{"super_model", set->super_model.empty() ? Value() : Value(set->super_model)},
                  {"transition", animation.transition_s},
                  {"positions", !has_positions                          ? Value()
                                : set->positions == Positions::Absolute ? Value("absolute")
                                                                        : Value("delta")}};
    const Animation* stored = &animation;
    clip.stored_tracks = [set, stored] { return storedTracks(*set, *stored); };
    context_.scene.clips.push_back(std::move(clip));
    model_.clip_tracks.push_back(std::move(tracks));
  }

  double lengthOf(const AnimationSet& set, const Animation& animation, const std::string& path) {
    const double length = animation.length_s;
    const std::uint64_t at = animation.offset + animation::kLength;
    if (length < 0.0) {
      context_.findings.add(Kind::Value, Effect::Repair, at, path,
                            fmt::format("a length of {:.6g} s; 0 is used", length));
      return 0.0;
    }
    double last = 0.0;
    for (const AnimationNode& node : animation.nodes) {
      for (const Track& track : node.tracks) {
        const std::uint64_t key_at = track.times_at + 2ULL * (track.keys - 1);
        last = std::max(last, set.mdl->view.u16(key_at) / 256.0);
      }
    }
    if (length > kMaxLength_s) {
      context_.findings.add(Kind::Limit, Effect::Repair, at, path,
                            fmt::format("a length of {:.6g} s, at most {} are played; the last key "
                                        "at {:.6g} s is used",
                                        length, kMaxLength_s, last));
      return last;
    }
    if (last > length + 1.0 / 256.0) {
      context_.findings.add(
          Kind::Mismatch, Effect::Oddity, at, path,
          fmt::format("keys go on to {:.6g} s, the length is {:.6g} s", last, length));
    }
    return length;
  }

  std::string targetName(const AnimationSet& set, std::uint16_t number) {
    std::string name = set.mdl->names.of(number);
    if (Budget::take(context_.left.name_bytes, name.size())) return name;
    return fmt::format("node_{}", number);
  }

  /// True where a position track is among them.
  bool addTracks(const AnimationSet& set, const Animation& animation, const std::string& path,
                 scene::Clip& clip, scene::ClipTracks& out) {
    std::map<std::uint32_t, std::shared_ptr<NodeCurve>> curves;
    std::set<std::uint16_t> named;
    bool has_positions = false;
    for (const AnimationNode& node : animation.nodes) {
      if (named.insert(node.number).second) clip.targets.push_back(targetName(set, node.number));
      const std::uint32_t bone = boneOf(set, node.number);
      for (const Track& track : node.tracks) {
        Keys keys = soundKeys(set, track, path);
        has_positions = has_positions || isPosition(track);
        const bool moves = track.controller == controllers::kPosition ||
                           track.controller == controllers::kOrientation ||
                           track.controller == controllers::kScale;
        if (bone == kNone || !moves) continue;
        auto& curve = curves[bone];
        if (!curve) {
          curve = std::make_shared<NodeCurve>(model_.bones[bone].rest);
          curve->positions = set.positions;
          curve->position_scale = set.position_scale;
        }
        Keys& place = track.controller == controllers::kPosition      ? curve->position
                      : track.controller == controllers::kOrientation ? curve->rotation
                                                                      : curve->scale;
        if (place.times_s.empty()) place = std::move(keys);
      }
    }
    for (auto& [bone, curve] : curves)
      out.tracks.push_back({bone, ScaleInheritance::Full, std::move(curve)});
    return has_positions;
  }

  /// Keys with finite numbers and times that do not go backwards.
  Keys soundKeys(const AnimationSet& set, const Track& track, const std::string& path) {
    Keys keys = decodeKeys(*set.mdl, track, set.order);
    if (keys.not_finite > 0) {
      context_.findings.add(Kind::NotFinite, Effect::Repair, track.data_at, path,
                            "numbers of keys are not finite; they are replaced", keys.not_finite);
    }
    Tally backwards;
    for (std::size_t k = 1; k < keys.times_s.size(); ++k) {
      if (keys.times_s[k] >= keys.times_s[k - 1]) continue;
      backwards.add(track.times_at + 2 * k);
      keys.times_s[k] = keys.times_s[k - 1];
    }
    if (backwards.count > 0) {
      context_.findings.add(Kind::Value, Effect::Repair, backwards.first, path,
                            "times of keys go backwards; they are held", backwards.count);
    }
    return keys;
  }

  static scene::Value storedTracks(const AnimationSet& set, const Animation& animation) {
    scene::Value::List rows;
    for (const AnimationNode& node : animation.nodes) {
      for (const Track& track : node.tracks) {
        const Keys keys = decodeKeys(*set.mdl, track, set.order);
        scene::Value::List times(keys.times_s.begin(), keys.times_s.end());
        scene::Value::List values;
        for (std::size_t k = 0; k < keys.times_s.size(); ++k) {
          const auto first = keys.values.begin() + static_cast<std::ptrdiff_t>(k * keys.width);
          values.push_back(scene::Value::List(first, first + keys.width));
        }
        rows.push_back(scene::Value::Object{{"target", set.mdl->names.of(node.number)},
                                            {"controller", track.controller},
                                            {"type", std::uint32_t{track.type}},
                                            {"times", std::move(times)},
                                            {"values", std::move(values)}});
      }
    }
    return rows;
  }

  Context& context_;
  std::shared_ptr<const Mdl> own_;
  scene::SceneModel& model_;
  std::map<std::string, std::uint32_t> bones_by_name_;  ///< lower case; the first of a name
  std::set<std::string> defined_;                       ///< clips of the levels before, lower case
};

}  // namespace

void addClips(Context& context, const std::shared_ptr<const Mdl>& mdl, scene::SceneModel& model) {
  ClipBuilder(context, mdl, model).run();
}

}  // namespace sinew::jade
