#include "format/bbm/read.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "format/bbm/animation.h"
#include "format/bbm/big.h"
#include "format/bbm/build.h"
#include "format/bbm/chunks.h"
#include "format/bbm/tagged.h"
#include "format/bbm/texture.h"
#include "format/byte_reader.h"

namespace sinew::bbm {
namespace {

constexpr std::uint32_t kMaxLods = 16;
constexpr std::string_view kMainBank = "GBANK_MAIN_PC";

/// Other files begin with four letters and a big-endian number, which may look like a name's end.
bool isOthersMagic(std::string_view name) {
  constexpr std::array<std::string_view, 13> kOthers{"MDL0", "TEX0", "PLT0", "CHR0", "SRT0",
                                                     "PAT0", "CLR0", "VIS0", "SHP0", "bres",
                                                     "Yaz0", "Yaz1", "Yay0"};
  return std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end();
}

/// A printable name and a flag of 0 or 1.
bool looksLikeCompiled(Bytes bytes) {
  std::size_t size = 0;
  while (size < bytes.size() && size <= kMaxName && bytes[size] >= std::byte{0x20} &&
         bytes[size] < std::byte{0x7F})
    ++size;
  if (size == 0 || size > kMaxName || size >= bytes.size() || bytes[size] != std::byte{0})
    return false;
  if (isOthersMagic({reinterpret_cast<const char*>(bytes.data()), size})) return false;
  return size + 1 == bytes.size() || bytes[size + 1] <= std::byte{1};
}

/// Whether a sphere and a box of a model follow the name and the flag. A compiled model has no
/// signature, and what other files have there are whole numbers and offsets, which are no floats of
/// a sensible size.
bool hasSoundBox(Bytes bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
  ByteReader in(bytes, static_cast<std::uint64_t>(end - bytes.begin()) + 2);
  std::array<float, 10> numbers{};  // the sphere's centre and radius, the box' least and greatest
  for (float& number : numbers) {
    number = std::bit_cast<float>(in.u32());
    const float size = std::abs(number);
    if (!(size == 0.0f || (size > 1e-9f && size < 1e9f))) return false;
  }
  if (!in.ok() || numbers[3] < 0.0f) return false;
  bool wide = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (numbers[4 + axis] > numbers[7 + axis]) return false;
    wide = wide || numbers[4 + axis] < numbers[7 + axis];
  }
  return wide;
}

/// The table's facts of a compiled model.
struct SubHeader {
  std::vector<std::uint64_t> lod_sizes;  ///< empty: not told, blocks follow each other
};

class Reader {
 public:
  Reader(const SharedBytes& bytes, const scene::ReadOptions& options)
      : bytes_(bytes), context_(options) {}

  scene::ReadScene run() {
    const bool unreadable = !readFile();
    readAnimFiles();
    connectClips(context_);
    resolveTextures();
    return {std::move(context_.scene), context_.findings.take(), unreadable};
  }

 private:
  bool readFile() {
    const Bytes bytes = *bytes_;
    if (looksLikeBig(bytes)) return readArchive();
    const std::string name = stemOf(context_.options.file_name);
    if (const std::optional<ImageForm> form = sniffImage(bytes)) {
      if (form->packed) context_.scene.wrappers.emplace_back("lzo");
      const std::optional<Image> image = openImage(bytes, *form, name, context_);
      if (image) readImage(*image, name, std::nullopt, false);
      context_.findings.setLayer(0);
      return image.has_value();
    }
    if (bytes.empty()) return refuse(Kind::Truncated, "the file is empty");
    if (!looksLikeCompiled(bytes) && !mayBeCompiled(bytes))
      return refuse(Kind::Magic, "neither an archive, a tagged image nor a mesh's name");
    ModelFacts facts;
    facts.fallback_name = name;
    return readCompiled(bytes, facts, {}) > 0;
  }

  bool refuse(Kind kind, std::string message) {
    context_.tell(kind, Effect::Loss, 0, "file", std::move(message));
    return false;
  }

  /// A file said to be a compiled model whose name does not end is worth a better message.
  static bool mayBeCompiled(Bytes bytes) {
    const Bytes start = bytes.first(std::min<std::size_t>(bytes.size(), 16));
    return std::all_of(start.begin(), start.end(),
                       [](std::byte b) { return b >= std::byte{0x20} && b < std::byte{0x7F}; }) &&
           start.size() == 16 && start[0] != std::byte{'>'};
  }

  void readImage(const Image& image, const std::string& name,
                 const std::optional<std::string>& member, bool additive) {
    if (image.kind == ImageKind::Model) {
      readTagged(image, name, member, context_);
    } else {
      readAnimation(image, name, additive, context_);
    }
  }

  // ------------------------------------------------------------ compiled models

  /// \return how many models came of it
  std::size_t readCompiled(Bytes bytes, const ModelFacts& facts, const SubHeader& sub_header) {
    const std::size_t before = context_.scene.models.size();
    sub_header.lod_sizes.empty() ? readBlocks(bytes, facts)
                                 : readSizedBlocks(bytes, facts, sub_header);
    return context_.scene.models.size() - before;
  }

  static std::string pathOf(const RawLod& lod, const ModelFacts& facts, std::uint32_t level) {
    const std::string name =
        lod.name.empty() ? facts.fallback_name : scene::printableName(lod.name).substr(0, 64);
    return fmt::format("{}/lod {}", name, level);
  }

  /// Reads the block at `at`. Writers of other tools leave a zero word for an empty buffer; that
  /// reading is taken where only it leads to the end.
  RawLod readBlock(Bytes bytes, std::uint64_t at, bool exact, const ModelFacts& facts,
                   std::uint32_t level) {
    const std::uint64_t left = context_.unpackedLeft();
    const Bytes rest = bytes.subspan(static_cast<std::size_t>(at));
    const std::string path = fmt::format("{}/lod {}", facts.fallback_name, level);
    RawLod lod = readLod(rest, at, path, context_, false);
    if (!lod.empty_buffer) return lod;
    const auto ends = [&](const RawLod& read) {
      if (!read.complete) return false;
      const Bytes behind = bytes.subspan(static_cast<std::size_t>(read.end));
      return behind.empty() || (!exact && looksLikeCompiled(behind));
    };
    if (ends(lod)) return lod;
    context_.restoreUnpacked(left);
    RawLod other = readLod(rest, at, path, context_, true);
    return ends(other) ? std::move(other) : std::move(lod);
  }

  /// A block for good, unless nothing of it is of use. \return whether reading may go on behind it
  bool take(RawLod& lod, std::uint32_t level, const ModelFacts& facts) {
    context_.tell(lod.found);
    const bool useful =
        lod.complete || (lod.header_read && (level == 0 || !lod.primitives.empty()));
    if (useful) buildModel(lod, level, facts, pathOf(lod, facts, level), context_);
    return lod.complete;
  }

  /// Blocks one after another until the data end; the last one, without anything in it, is no
  /// level.
  void readBlocks(Bytes bytes, const ModelFacts& facts) {
    std::uint64_t at = 0;
    for (std::uint32_t level = 0; level == 0 || at < bytes.size(); ++level) {
      RawLod lod = readBlock(bytes, at, false, facts, level);
      const std::uint64_t end = lod.end;
      const Bytes behind = bytes.subspan(static_cast<std::size_t>(end));
      if (level > 0 && lod.isGhost() && !looksLikeCompiled(behind)) {
        context_.tell(lod.found);
        tellTrailing(behind, end, facts);
        return;
      }
      if (level == kMaxLods) {
        context_.tell(Kind::Limit, Effect::Loss, at, facts.fallback_name,
                      fmt::format("more than {} levels", kMaxLods));
        return;
      }
      if (!take(lod, level, facts)) return;
      at = end;
    }
  }

  void tellTrailing(Bytes behind, std::uint64_t offset, const ModelFacts& facts) {
    if (behind.empty()) return;
    context_.tell(Kind::Mismatch, Effect::Oddity, offset, facts.fallback_name,
                  fmt::format("{} bytes behind the last block", behind.size()));
  }

  void readSizedBlocks(Bytes bytes, const ModelFacts& facts, const SubHeader& sub_header) {
    std::uint64_t at = 0;
    for (std::uint32_t level = 0; level < sub_header.lod_sizes.size(); ++level) {
      std::uint64_t size = sub_header.lod_sizes[level];
      if (size > bytes.size() - at) {
        context_.tell(Kind::Range, Effect::Loss, at,
                      fmt::format("{}/lod {}", facts.fallback_name, level),
                      fmt::format("level {} has {} bytes, the entry {} there", level, size,
                                  bytes.size() - at));
        size = bytes.size() - at;
      }
      if (size == 0) continue;
      const Bytes block = bytes.first(static_cast<std::size_t>(at + size));
      RawLod lod = readBlock(block, at, true, facts, level);
      take(lod, level, facts);
      if (lod.complete && lod.end != at + size) {
        context_.tell(Kind::Mismatch, Effect::Oddity, lod.end,
                      fmt::format("{}/lod {}", facts.fallback_name, level),
                      fmt::format("level {} ends {} bytes early", level, at + size - lod.end));
      }
      at += size;
    }
  }

  // ------------------------------------------------------------ archives

  bool readArchive() {
    context_.scene.wrappers.emplace_back("big");
    const auto banks = readBigTables(*bytes_, context_);
    if (!banks) return false;
    std::uint64_t read = 0;
    for (const BigBank& bank : *banks) {
      for (const BigEntry& entry : bank.entries) {
        if (!entry.inside) continue;
        read += entry.size;
        // Entries lie behind each other; ones that share their bytes only cost time.
        if (read > 4 * std::uint64_t{bytes_->size()}) {
          context_.tell(Kind::Limit, Effect::Loss, entry.record_offset, bank.name,
                        "the entries overlap; those from here on are not read");
          return true;
        }
        readEntry(bank, entry);
      }
    }
    return true;
  }

  void readEntry(const BigBank& bank, const BigEntry& entry) {
    const auto member = std::make_shared<const std::string>(memberPath(bank, entry));
    const std::size_t models = context_.scene.models.size();
    const std::size_t clips = context_.scene.clips.size();
    const std::size_t textures = context_.scene.textures.size();
    context_.findings.setMember(member);
    if (isTexture(bank, entry)) {
      if (auto texture = readTexture(bytes_, entry, context_)) {
        texture->member = *member;
        held_.push_back({entry.id, bank.name == kMainBank,
                         static_cast<std::uint32_t>(context_.scene.textures.size())});
        context_.scene.textures.push_back(std::move(*texture));
      }
    } else {
      readMesh(entry, *member);
    }
    context_.findings.setMember(nullptr);
    const bool any = models != context_.scene.models.size() ||
                     clips != context_.scene.clips.size() ||
                     textures != context_.scene.textures.size();
    if (any) context_.scene.members.push_back(*member);
  }

  void readMesh(const BigEntry& entry, const std::string& member) {
    const Bytes bytes = Bytes(*bytes_).subspan(static_cast<std::size_t>(entry.offset),
                                               static_cast<std::size_t>(entry.size));
    if (const std::optional<ImageForm> form = sniffImage(bytes)) {
      const std::uint8_t layer = context_.findings.layer();
      const std::optional<Image> image = openImage(bytes, *form, entry.name, context_);
      if (image) readImage(*image, entry.name, member, (entry.type & 0xF) == 7);
      context_.findings.setLayer(layer);
      return;
    }
    const std::int32_t type = entry.type & 0xF;
    if (type != 1 && type != 2 && type != 4 && type != 5 && !looksLikeCompiled(bytes)) {
      const bool known = type == 3 || type == 6 || type == 7 || type >= 9;
      context_.tell(known ? Kind::Magic : Kind::Unsupported, known ? Effect::Loss : Effect::Oddity,
                    0, entry.name, fmt::format("an entry of type {} that is not read", entry.type));
      return;
    }
    ModelFacts facts;
    facts.member = member;
    facts.fallback_name = entry.name;
    const SubHeader sub_header = readSubHeader(entry, facts);
    (void)readCompiled(bytes, facts, sub_header);
  }

  SubHeader readSubHeader(const BigEntry& entry, ModelFacts& facts) {
    SubHeader out;
    const auto at = static_cast<std::size_t>(entry.sub_header.offset);
    Cursor in(Bytes(*bytes_).subspan(at, static_cast<std::size_t>(entry.sub_header.size)), at);
    if (in.remaining() == 0) return out;
    const std::int32_t physics = in.i32();
    in.skip(40);  // bounds
    const std::uint64_t count_offset = in.offset();
    const std::uint32_t count = in.u32();
    if (in.ok() && (count == 0 || count > kMaxLods)) {
      tellSubHeader(count_offset, entry,
                    fmt::format("{} levels, expected 1 to {}", count, kMaxLods));
      return out;
    }
    std::vector<std::uint64_t> sizes;
    for (std::uint32_t i = 0; i < count && in.ok(); ++i)
      sizes.push_back(in.u32());
    in.skip(4);  // safe bounding radius
    std::vector<double> errors;
    std::uint32_t not_finite = 0;
    for (std::uint32_t i = 0; i + 1 < count && in.ok(); ++i)
      errors.push_back(finiteOr(in.f32(), 0.0, not_finite));
    if (!in.ok()) {
      tellSubHeader(in.offset(), entry, "it is too short; the payload tells");
      return out;
    }
    if (not_finite > 0) tellSubHeader(count_offset, entry, "a level's error is not finite");
    facts.physics = physics;
    facts.lod_errors = std::move(errors);
    out.lod_sizes = std::move(sizes);
    return out;
  }

  void tellSubHeader(std::uint64_t offset, const BigEntry& entry, const std::string& message) {
    // The table lies in the archive, not in the member.
    const auto member = context_.findings.member();
    context_.findings.setMember(nullptr);
    context_.tell(Kind::Value, Effect::Repair, offset, fmt::format("{}/sub-header", entry.name),
                  message);
    context_.findings.setMember(member);
  }

  // ------------------------------------------------------------ what lies beside

  void readAnimFiles() {
    for (const scene::NamedBytes& file : context_.options.anim_files) {
      const std::string name = stemOf(file.name);
      const Bytes bytes = *file.bytes;
      const std::optional<ImageForm> form = sniffImage(bytes);
      context_.findings.setMember(std::make_shared<const std::string>(file.name));
      if (!form || form->kind != ImageKind::Animation) {
        context_.tell(Kind::Magic, Effect::Loss, 0, file.name, "the file is no animation");
      } else if (const auto image = openImage(bytes, *form, name, context_)) {
        readImage(*image, name, std::nullopt, false);
      }
      context_.findings.setLayer(0);
      context_.findings.setMember(nullptr);
    }
  }

  struct Held {
    std::uint32_t id;
    bool main;  ///< of the bank that materials mean
    std::uint32_t texture;
  };

  static std::map<std::uint32_t, std::uint32_t> byId(std::vector<Held> held) {
    std::stable_sort(held.begin(), held.end(),
                     [](const Held& a, const Held& b) { return a.main > b.main; });
    std::map<std::uint32_t, std::uint32_t> out;
    for (const Held& one : held)
      out.emplace(one.id, one.texture);
    return out;
  }

  /// Gives every id that materials name a row among the textures.
  void resolveTextures() {
    const std::map<std::uint32_t, std::uint32_t> inside = byId(held_);
    const std::vector<std::uint32_t>& wanted = context_.wantedTextures();
    std::vector<std::uint32_t> rows;
    std::set<std::uint32_t> missing;
    for (const std::uint32_t id : wanted) {
      if (inside.count(id) == 0) missing.insert(id);
    }
    std::map<std::uint32_t, scene::Texture> beside = texturesBeside(missing);
    for (const std::uint32_t id : wanted) {
      if (const auto at = inside.find(id); at != inside.end()) {
        rows.push_back(at->second);
        continue;
      }
      rows.push_back(static_cast<std::uint32_t>(context_.scene.textures.size()));
      if (const auto at = beside.find(id); at != beside.end()) {
        context_.scene.textures.push_back(std::move(at->second));
        continue;
      }
      scene::Texture unknown;
      unknown.name = fmt::format("{}", static_cast<std::int32_t>(id));
      unknown.extra.emplace_back("id", static_cast<std::int32_t>(id));
      context_.scene.textures.push_back(std::move(unknown));
    }
    for (scene::SceneModel& model : context_.scene.models) {
      for (scene::Material& material : model.materials) {
        for (scene::Layer& layer : material.layers)
          layer.texture = rows[layer.texture];
      }
    }
  }

  std::map<std::uint32_t, scene::Texture> texturesBeside(std::set<std::uint32_t>& missing) {
    std::map<std::uint32_t, scene::Texture> out;
    if (!context_.options.resolver) return out;
    for (const char* path : {"textures.big", "pc/textures.big"}) {
      if (missing.empty()) break;
      const Result<SharedBytes> archive = context_.options.resolver(path);
      if (!archive || *archive == nullptr || !looksLikeBig(**archive)) continue;
      context_.findings.setMember(std::make_shared<const std::string>(path));
      if (const auto banks = readBigTables(**archive, context_)) {
        for (const bool main : {true, false})
          takeBeside(*archive, *banks, main, missing, out);
      }
      context_.findings.setMember(nullptr);
    }
    return out;
  }

  void takeBeside(const SharedBytes& archive, const std::vector<BigBank>& banks, bool main,
                  std::set<std::uint32_t>& missing, std::map<std::uint32_t, scene::Texture>& out) {
    for (const BigBank& bank : banks) {
      if ((bank.name == kMainBank) != main) continue;
      for (const BigEntry& entry : bank.entries) {
        if (!entry.inside || missing.count(entry.id) == 0 || !isTexture(bank, entry)) continue;
        if (auto texture = readTexture(archive, entry, context_)) {
          out.emplace(entry.id, std::move(*texture));
          missing.erase(entry.id);
        }
      }
    }
  }

  SharedBytes bytes_;
  Context context_;
  std::vector<Held> held_;
};

}  // namespace

bool looksLikeBbm(Bytes bytes) {
  return looksLikeBig(bytes) || sniffImage(bytes).has_value() ||
         (looksLikeCompiled(bytes) && hasSoundBox(bytes));
}

scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options) {
  return Reader(bytes, options).run();
}

const std::vector<scene::ReadingInfo>& readingInfos() {
  static const std::vector<scene::ReadingInfo> infos{
      {"uv", {"signed-8", "signed", "unsigned-8"}},
      {"float-positions", {"box", "plain", "scaled"}},
      {"helper-bones", {"slot", "table"}},
      {"strip-restart", {"on", "off"}},
      {"track-rate", {"own", "first"}},
      {"delta", {"before", "after"}},
      {"block-format", {"transparency", "code"}}};
  return infos;
}

}  // namespace sinew::bbm
