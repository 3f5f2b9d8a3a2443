#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "format/mdl0/brres.h"
#include "format/mdl0/clips.h"

namespace sinew::mdl0 {
namespace {

using scene::ClipKind;

/// What the kinds have in common: header, dictionary, one entry a target.
class ClipReader {
 public:
  ClipReader(const Source& source, const Part& part, std::string path, ClipLimits& limits)
      : source_(source), part_(part), path_(std::move(path)), limits_(limits), tracks_(source) {}

  std::optional<ReadClip> read(ClipKind kind, const ClipHeader& header) {
    if (!source_.has(part_.offset, header.loop + 4)) {
      source_.report(Kind::Truncated, Effect::Loss, part_.offset, path_,
                     "the file ends inside the header");
      return std::nullopt;
    }
    read_.clip = readClipHeader(source_, part_, header, kind, path_);
    if (kind == ClipKind::Texture) readNameTables();
    const auto group = source_.follow(part_.offset, part_.offset + 0x10, Effect::Loss, path_);
    if (!group) return std::move(read_);
    for (const Entry& entry :
         readDictionary(source_, *group, path_).value_or(std::vector<Entry>{})) {
      read_.clip.targets.push_back(entry.name);
      if (!entry.readable) continue;
      target_ = entry.name;
      entry_path_ = fmt::format("{}/{}", path_, entry.name);
      readEntry(kind, entry.offset);
    }
    return std::move(read_);
  }

 private:
  using Rgba = glm::u8vec4;

  void readEntry(ClipKind kind, std::uint64_t at) {
    switch (kind) {
      case ClipKind::Uv:
        return readUv(at);
      case ClipKind::Texture:
        return readTextures(at);
      case ClipKind::Color:
        return readColors(at);
      case ClipKind::Visibility:
        return readVisibility(at);
      case ClipKind::Bones:
      case ClipKind::Shape:
        return;
    }
  }

  [[nodiscard]] std::uint32_t frames() const { return read_.clip.frames; }

  /// Room for a track with a value a frame; reported where there is none.
  bool room(std::uint64_t at) {
    if (limits_.values.spend(frames())) return true;
    source_.report(Kind::Limit, Effect::Loss, at, entry_path_,
                   "the file's clips have too many values over all frames");
    return false;
  }

  bool inside(std::uint64_t at, std::uint64_t bytes) {
    if (source_.has(at, bytes)) return true;
    source_.report(Kind::Truncated, Effect::Loss, at, entry_path_,
                   "the file ends inside the entry");
    return false;
  }

  template <class Values>
  void add(Values values) {
    read_.clip.tracks.push_back({target_, std::move(values)});
  }

  // -------------------------------------------------------------- texture coordinates

  void readUv(std::uint64_t at) {
    if (!inside(at, 12)) return;
    const std::uint32_t layers = source_.u32(at + 4) & 0xFF;
    const std::uint32_t indirect = source_.u32(at + 8) & 7;
    std::uint64_t field = at + 12;
    for (std::uint32_t layer = 0; layer < 11; ++layer) {
      if (((layers | indirect << 8) >> layer & 1) == 0) continue;
      if (!inside(field, 4)) return;
      if (const auto place = source_.follow(at, field, Effect::Loss, entry_path_))
        readUvLayer(*place, layer);
      field += 4;
    }
  }

  void readUvLayer(std::uint64_t at, std::uint32_t layer) {
    constexpr std::uint32_t kScaleOne = 2;
    constexpr std::uint32_t kRotationZero = 4;
    constexpr std::uint32_t kTranslationZero = 8;
    constexpr std::uint32_t kUniform = 0x10;
    constexpr std::uint32_t kFirstConstant = 0x20;
    if (!inside(at, 4) || !room(at)) return;
    const std::uint32_t code = source_.u32(at);
    const std::array<bool, 5> present{(code & kScaleOne) == 0, (code & (kScaleOne | kUniform)) == 0,
                                      (code & kRotationZero) == 0, (code & kTranslationZero) == 0,
                                      (code & kTranslationZero) == 0};
    std::array<Track, 5> tracks{Track(1.0), Track(1.0), Track(0.0), Track(0.0), Track(0.0)};
    std::uint64_t field = at + 4;
    for (std::uint32_t k = 0; k < 5; ++k) {
      if (!present[k]) continue;
      if (!inside(field, 4)) return;
      if ((code & kFirstConstant << k) != 0) {
        tracks[k] = Track(source_.finite(field, 0.0f, entry_path_));
      } else {
        const auto track = tracks_.read(field, field, TrackFormat::I12, frames(), entry_path_);
        if (!track) return;
        tracks[k] = *track;
      }
      field += 4;
    }
    if ((code & kScaleOne) == 0 && (code & kUniform) != 0) tracks[1] = tracks[0];
    scene::UvTrack values{layer, {}};
    for (std::uint32_t f = 0; f < frames(); ++f) {
      std::array<double, 5>& row = values.frames.emplace_back();
      for (std::size_t k = 0; k < 5; ++k)
        row[k] = tracks[k].at(f);
    }
    add(std::move(values));
  }

  // -------------------------------------------------------------- textures

  /// The names that texture tracks count: their offsets are from the table.
  std::vector<std::string> readNames(std::uint64_t field, std::uint64_t count,
                                     const std::string& path) {
    std::vector<std::string> names;
    if (count == 0) return names;
    const auto table = source_.follow(part_.offset, field, Effect::Loss, path);
    if (!table) return names;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!source_.has(*table + std::uint64_t{4} * i, 4)) {
        source_.report(Kind::Truncated, Effect::Loss, *table, path,
                       "the file ends inside the names");
        break;
      }
      names.push_back(
          source_.name(*table, *table + std::uint64_t{4} * i, i, fmt::format("{}/#{}", path, i)));
    }
    return names;
  }

  void readNameTables() {
    const std::uint64_t counts = part_.offset + (source_.u32(part_.offset + 8) >= 4 ? 0x34 : 0x30);
    textures_ = readNames(part_.offset + 0x14, source_.u16(counts), path_ + "/textures");
    palettes_ = readNames(part_.offset + 0x18, source_.u16(counts + 2), path_ + "/palettes");
  }

  std::optional<std::string> nameOf(const std::vector<std::string>& names, std::uint64_t field) {
    const std::uint32_t index = source_.u16(field);
    if (index < names.size()) return names[index];
    source_.report(Kind::Index, Effect::Repair, field, entry_path_,
                   fmt::format("name {}, the clip has {}", index, names.size()));
    return std::nullopt;
  }

  void readTextures(std::uint64_t at) {
    if (!inside(at, 8)) return;
    const std::uint32_t flags = source_.u32(at + 4);
    std::uint64_t field = at + 8;
    for (std::uint32_t map = 0; map < 8; ++map) {
      const std::uint32_t code = flags >> (4 * map) & 15;
      if ((code & 1) == 0) continue;
      if (!inside(field, 4)) return;
      readTextureMap(at, field, map, code);
      field += 4;
    }
  }

  void readTextureMap(std::uint64_t entry, std::uint64_t field, std::uint32_t map,
                      std::uint32_t code) {
    constexpr std::uint32_t kConstant = 2;
    constexpr std::uint64_t kKeyBytes = 8;
    if (!room(field)) return;
    const auto names = [&](std::uint64_t at) {
      scene::TextureTrack::Names row;
      if ((code & 4) != 0) row.texture = nameOf(textures_, at);
      if ((code & 8) != 0) row.palette = nameOf(palettes_, at + 2);
      return row;
    };
    scene::TextureTrack values{map, {}};
    if ((code & kConstant) != 0) {
      values.frames.assign(frames(), names(field));
      add(std::move(values));
      return;
    }
    const auto track = source_.follow(entry, field, Effect::Loss, entry_path_);
    if (!track || !inside(*track, 8)) return;
    const std::uint64_t count = source_.u16(*track);
    if (!source_.has(*track + 8, count * kKeyBytes)) {
      source_.report(Kind::Count, Effect::Loss, *track, entry_path_,
                     fmt::format("{} keys announced, the file has room for {}", count,
                                 (source_.size() - *track - 8) / kKeyBytes));
      return;
    }
    if (!source_.spend(count * kKeyBytes, *track, entry_path_)) return;
    addSteps(*track + 8, count, values, names);
  }

  /// Each key holds until the next one.
  template <class NamesAt>
  void addSteps(std::uint64_t first, std::uint64_t count, scene::TextureTrack& values,
                NamesAt&& names) {
    struct Step {
      float frame;
      scene::TextureTrack::Names names;
    };
    std::vector<Step> steps;
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::uint64_t at = first + 8 * k;
      steps.push_back({source_.finite(at, 0.0f, entry_path_), names(at + 4)});
    }
    const auto earlier = [](const Step& a, const Step& b) { return a.frame < b.frame; };
    if (!std::is_sorted(steps.begin(), steps.end(), earlier)) {
      source_.report(Kind::Value, Effect::Repair, first, entry_path_,
                     "the keys are not in the order of their frames; they are sorted");
      std::stable_sort(steps.begin(), steps.end(), earlier);
    }
    std::size_t held = 0;
    for (std::uint32_t f = 0; f < frames(); ++f) {
      while (held + 1 < steps.size() && steps[held + 1].frame <= static_cast<float>(f))
        ++held;
      values.frames.push_back(steps.empty() ? scene::TextureTrack::Names{} : steps[held].names);
    }
    add(std::move(values));
  }

  // -------------------------------------------------------------- colours

  Rgba color(std::uint64_t at) const {
    return {source_.u8(at), source_.u8(at + 1), source_.u8(at + 2), source_.u8(at + 3)};
  }

  void readColors(std::uint64_t at) {
    constexpr std::array<const char*, 11> kColors{
        "material0", "material1", "ambient0", "ambient1", "c0", "c1", "c2", "k0", "k1", "k2", "k3"};
    if (!inside(at, 8)) return;
    const std::uint32_t flags = source_.u32(at + 4);
    std::uint64_t field = at + 8;
    for (std::size_t i = 0; i < kColors.size(); ++i) {
      const std::uint32_t code = flags >> (2 * i) & 3;
      if ((code & 1) == 0) continue;
      if (!inside(field, 8)) return;
      scene::ColorTrack values{kColors[i], color(field), {}};
      if (room(field) && fillColors(field + 4, (code & 2) != 0, values)) add(std::move(values));
      field += 8;
    }
  }

  bool fillColors(std::uint64_t field, bool constant, scene::ColorTrack& values) {
    if (constant) {
      values.frames.assign(frames(), color(field));
      return true;
    }
    const auto first = source_.follow(field, field, Effect::Loss, entry_path_);
    if (!first) return false;
    if (!source_.has(*first, std::uint64_t{4} * frames())) {
      source_.report(Kind::Truncated, Effect::Loss, *first, entry_path_,
                     fmt::format("{} colours are needed, the file has room for {}", frames(),
                                 (source_.size() - *first) / 4));
      return false;
    }
    for (std::uint32_t f = 0; f < frames(); ++f)
      values.frames.push_back(color(*first + std::uint64_t{4} * f));
    return true;
  }

  // -------------------------------------------------------------- visibility

  void readVisibility(std::uint64_t at) {
    constexpr std::uint32_t kVisible = 1;
    constexpr std::uint32_t kConstant = 2;
    if (!inside(at, 8) || !room(at)) return;
    const std::uint32_t flags = source_.u32(at + 4);
    scene::VisibilityTrack values;
    if ((flags & kConstant) != 0) {
      values.frames.assign(frames(), (flags & kVisible) != 0);
      add(std::move(values));
      return;
    }
    const std::uint64_t words = (std::uint64_t{frames()} + 31) / 32;
    if (!source_.has(at + 8, 4 * words)) {
      source_.report(Kind::Truncated, Effect::Loss, at + 8, entry_path_,
                     fmt::format("{} bits are needed, the file has room for fewer", frames()));
      return;
    }
    for (std::uint32_t f = 0; f < frames(); ++f)
      values.frames.push_back(
          (source_.u32(at + 8 + std::uint64_t{f / 32} * 4) >> (31 - f % 32) & 1) != 0);
    add(std::move(values));
  }

  const Source& source_;
  const Part& part_;
  std::string path_;
  ClipLimits& limits_;
  TrackReader tracks_;
  ReadClip read_;
  std::string target_;
  std::string entry_path_;
  std::vector<std::string> textures_;
  std::vector<std::string> palettes_;
};

/// Kind, versions and header of a part.
struct ClipForm {
  PartKind part;
  ClipKind kind;
  std::uint32_t first_version;
  ClipHeader header;  ///< of the first version; four later in the second
};

constexpr std::array<ClipForm, 5> kForms{{{PartKind::Srt0, ClipKind::Uv, 4, {0x1C, 0x24}},
                                          {PartKind::Pat0, ClipKind::Texture, 3, {0x2C, 0x34}},
                                          {PartKind::Clr0, ClipKind::Color, 3, {0x1C, 0x20}},
                                          {PartKind::Vis0, ClipKind::Visibility, 3, {0x1C, 0x20}},
                                          {PartKind::Shp0, ClipKind::Shape, 3, {0x20, 0x24}}}};

}  // namespace

scene::Clip readClipHeader(const Source& source, const Part& part, const ClipHeader& header,
                           ClipKind kind, const std::string& path) {
  scene::Clip clip;
  clip.name = part.name;
  clip.kind = kind;
  clip.rate_hz = 60.0;
  clip.frames = source.u16(part.offset + header.frames);
  clip.loop = source.u32(part.offset + header.loop) != 0;
  if (clip.frames == 0) {
    source.report(Kind::Value, Effect::Repair, part.offset + header.frames, path,
                  "the clip has no frames");
  }
  return clip;
}

std::optional<ReadClip> readValueClip(const Source& source, const Part& part, ClipLimits& limits) {
  const auto form = std::find_if(kForms.begin(), kForms.end(),
                                 [&](const ClipForm& f) { return f.part == part.kind; });
  if (form == kForms.end()) return std::nullopt;
  std::string path = fmt::format("{}/{}", toString(part.kind), part.name);
  const std::uint32_t version = source.u32(part.offset + 8);
  if (version != form->first_version && version != form->first_version + 1) {
    source.report(Kind::Unsupported, Effect::Loss, part.offset + 8, path,
                  fmt::format("version {} is not read, {} and {} are", version, form->first_version,
                              form->first_version + 1));
    return std::nullopt;
  }
  const std::uint64_t later = version == form->first_version ? 0 : 4;
  return ClipReader(source, part, std::move(path), limits)
      .read(form->kind, {form->header.frames + later, form->header.loop + later});
}

std::optional<ReadClip> readClip(const Source& source, const Part& part, ClipLimits& limits) {
  return part.kind == PartKind::Chr0 ? readChr0(source, part) : readValueClip(source, part, limits);
}

}  // namespace sinew::mdl0
