#include <cmath>

#include <fmt/format.h>

#include "format/bbm/lod_reader.h"

namespace sinew::bbm {
namespace {

constexpr std::int32_t kMaxBones = 1000;
constexpr std::int32_t kMaxRecords = 65535;  ///< materials, primitives
constexpr std::uint64_t kLeastMaterial = 38;

/// Names that end in NULs one after another. An unfinished last one counts.
std::vector<std::string> splitNames(Bytes bytes, bool& unfinished) {
  std::vector<std::string> out;
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::size_t at = 0;
  unfinished = false;
  while (at < all.size()) {
    const std::size_t end = all.find('\0', at);
    unfinished = end == all.npos;
    out.emplace_back(all.substr(at, unfinished ? all.npos : end - at));
    if (unfinished) break;
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string LodReader::at(std::string_view part) const {
  return part.empty() ? path_ : fmt::format("{}/{}", path_, part);
}

void LodReader::tell(Kind kind, Effect effect, std::uint64_t offset, std::string_view part,
                     std::string message) {
  lod_.found.push_back({kind, effect, offset, at(part), std::move(message), 1});
}

bool LodReader::stopped(std::string_view part) {
  tell(in_.failure(), Effect::Loss, in_.offset(), part,
       fmt::format("{} in {}; what follows is not read", failureText(in_.failure()), part));
  return false;
}

bool LodReader::fits(std::uint64_t count, std::uint64_t size, std::uint64_t offset,
                     std::string_view part) {
  if (count <= in_.remaining() / size) return true;
  tell(Kind::Count, Effect::Loss, offset, part,
       fmt::format("{} {} of {} bytes or more, {} bytes are left", count, part, size,
                   in_.remaining()));
  return false;
}

Block LodReader::block(std::uint64_t size, std::string_view part) {
  return readBlock(in_, size, context_, lod_.found, at(part));
}

RawLod LodReader::run() {
  lod_.begin = in_.offset();
  lod_.complete = header() && counts() && skeleton() && materials() && primitives();
  lod_.end = in_.offset();
  return std::move(lod_);
}

bool LodReader::header() {
  const std::uint64_t name_offset = in_.offset();
  lod_.name = in_.text();
  if (!in_.ok()) {
    tell(in_.failure(), Effect::Loss, name_offset, "name", std::string(failureText(in_.failure())));
    return false;
  }
  lod_.animated = in_.u8() != 0;
  const std::uint64_t bounds_offset = in_.offset();
  const auto sphere = in_.floats<4>();
  lod_.box_min = in_.floats<3>();
  lod_.box_max = in_.floats<3>();
  const std::uint16_t helpers = in_.u16();
  const std::uint16_t dummies = in_.u16();
  const std::uint16_t name_bytes = in_.u16();
  const std::uint16_t volume_count = in_.u16();
  const std::uint16_t generator_count = in_.u16();
  if (!in_.ok()) return stopped("header");
  lod_.header_read = true;
  std::uint32_t not_finite = 0;
  for (const float value : sphere)
    (void)finiteOr(value, 0.0, not_finite);
  for (float& value : lod_.box_min)
    value = static_cast<float>(finiteOr(value, 0.0, not_finite));
  for (float& value : lod_.box_max)
    value = static_cast<float>(finiteOr(value, 0.0, not_finite));
  if (not_finite > 0) {
    tell(Kind::NotFinite, Effect::Repair, bounds_offset, "bounds",
         fmt::format("{} numbers of the bounds are not finite", not_finite));
  }
  return attachments(helpers, dummies, name_bytes) && volumes(volume_count) &&
         generators(generator_count);
}

bool LodReader::attachments(std::uint16_t helpers, std::uint16_t dummies,
                            std::uint16_t name_bytes) {
  const Block points = block(std::uint64_t{20} * helpers, "helpers");
  if (!in_.ok()) return false;
  Cursor point(points.bytes);
  for (std::size_t i = 0; i < points.bytes.size() / 20; ++i) {
    const std::uint64_t offset = points.place(point.offset());
    RawHelper helper{point.u32(), point.floats<3>(), point.i32(), offset};
    lod_.helpers.push_back(helper);
  }
  const Block frames = block(std::uint64_t{56} * dummies, "dummies");
  if (!in_.ok()) return false;
  Cursor frame(frames.bytes);
  for (std::size_t i = 0; i < frames.bytes.size() / 56; ++i) {
    const std::uint64_t offset = frames.place(frame.offset());
    RawDummy dummy{frame.u32(), frame.floats<12>(), frame.i32(), offset};
    lod_.dummies.push_back(dummy);
  }
  const Block blob = block(name_bytes, "helper names");
  if (!in_.ok()) return false;
  names(blob);
  return true;
}

void LodReader::names(const Block& blob) {
  if (blob.bytes.size() < 2) return;
  std::size_t split = loadLe<std::uint16_t>(blob.bytes.data());
  if (split < 2 || split > blob.bytes.size()) {
    tell(Kind::Range, Effect::Repair, blob.place(0), "helper names",
         fmt::format("the dummies' names begin at byte {} of {}", split, blob.bytes.size()));
    split = blob.bytes.size();
  }
  bool unfinished = false;
  lod_.helper_names = splitNames(blob.bytes.subspan(2, split - 2), unfinished);
  bool unfinished_dummy = false;
  lod_.dummy_names = splitNames(blob.bytes.subspan(split), unfinished_dummy);
  if (unfinished || unfinished_dummy) {
    tell(Kind::Name, Effect::Repair, blob.place(0), "helper names",
         "the last name of a list has no end");
  }
}

bool LodReader::volumes(std::uint16_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::string part = fmt::format("volume {}", i);
    RawVolume volume;
    volume.id = in_.u32();
    volume.name = in_.text();
    const std::uint64_t count_offset = in_.offset();
    const std::uint32_t planes = in_.u32();
    if (!in_.ok()) return stopped(part);
    const Block list = block(std::uint64_t{16} * planes, part);
    if (!in_.ok()) return false;
    std::uint32_t not_finite = 0;
    Cursor plane(list.bytes);
    for (std::size_t p = 0; p < list.bytes.size() / 16; ++p) {
      volume.planes.push_back(plane.floats<4>());
      for (float& value : volume.planes.back())
        value = static_cast<float>(finiteOr(value, 0.0, not_finite));
    }
    if (not_finite > 0) {
      tell(Kind::NotFinite, Effect::Repair, count_offset, part,
           fmt::format("{} numbers of its planes are not finite", not_finite));
    }
    lod_.volumes.push_back(std::move(volume));
  }
  return true;
}

bool LodReader::generators(std::uint16_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    RawGenerator generator;
    generator.offset = in_.offset();
    generator.rows = in_.floats<12>();
    generator.bone = in_.i32();
    generator.name = in_.text();
    generator.bank_index = in_.u32();
    generator.local_origin = in_.u8() != 0;
    if (!in_.ok()) return stopped(fmt::format("generator {}", i));
    lod_.generators.push_back(std::move(generator));
  }
  return true;
}

bool LodReader::counts() {
  const std::uint64_t offset = in_.offset();
  lod_.material_count = in_.i32();
  lod_.primitive_count = in_.i32();
  bone_count_ = in_.i32();
  bone_names_size_ = in_.i32();
  (void)in_.u8();  // some primitive has cloth
  static_total_ = in_.u16();
  animated_total_ = in_.u16();
  if (!in_.ok()) return stopped("counts");
  const auto bad = [&](Kind kind, std::uint64_t field, std::int32_t value, std::string_view what) {
    tell(kind, Effect::Loss, offset + field, "counts", fmt::format("{} {}", value, what));
    return false;
  };
  // Whether there are bytes for so many is seen when they are reached: a file that ends early is
  // read as far as it goes.
  const auto check = [&](std::int32_t value, std::int32_t most, std::uint64_t field,
                         std::string_view what) {
    if (value < 0) return bad(Kind::Value, field, value, what);
    return value <= most || bad(Kind::Limit, field, value, what);
  };
  return check(lod_.material_count, kMaxRecords, 0, "materials") &&
         check(lod_.primitive_count, kMaxRecords, 4, "primitives") &&
         check(bone_count_, kMaxBones, 8, "bones") &&
         (bone_names_size_ >= 0 || bad(Kind::Value, 12, bone_names_size_, "bytes of bone names"));
}

bool LodReader::skeleton() {
  if (bone_count_ > 0) {
    const auto count = static_cast<std::size_t>(bone_count_);
    for (std::size_t i = 0; i < count; ++i)
      lod_.bone_words.push_back(in_.u16());
    if (!in_.ok()) return stopped("bone name offsets");
    lod_.bones.resize(count);
    const Block blob = block(static_cast<std::uint32_t>(bone_names_size_), "bone names");
    if (!in_.ok()) return false;
    boneNames(blob);
    const Block hierarchy = block(60 * count, "bone hierarchy");
    if (!in_.ok()) return false;
    const Block local = block(48 * count, "bone transforms");
    if (!in_.ok()) return false;
    const Block inverse = block(64 * count, "inverse binds");
    if (!in_.ok()) return false;
    lod_.has_local_binds = !local.bytes.empty();
    lod_.has_inverse_binds = !inverse.bytes.empty();
    Cursor a(hierarchy.bytes);
    Cursor b(local.bytes);
    Cursor c(inverse.bytes);
    for (RawBone& bone : lod_.bones) {
      bone.hierarchy_offset = hierarchy.place(a.offset());
      bone.hash = a.u32();
      bone.parent = hierarchy.bytes.empty() ? -1 : a.i32();
      a.skip(52);
      if (lod_.has_local_binds) {
        bone.rotation = b.floats<4>();
        bone.translation = b.floats<3>();
        b.skip(4);
        bone.scale = b.floats<3>();
        b.skip(4);
      }
      bone.inverse_bind_offset = inverse.place(c.offset());
      bone.inverse_bind = c.floats<16>();
    }
  }
  in_.skip(48);  // the root matrix, always the identity
  return in_.ok() || stopped("root matrix");
}

void LodReader::boneNames(const Block& blob) {
  bool unfinished = false;
  const std::vector<std::string> all = splitNames(blob.bytes, unfinished);
  for (std::size_t i = 0; i < std::min(all.size(), lod_.bones.size()); ++i)
    lod_.bones[i].name = all[i];
  for (std::size_t i = all.size(); i < lod_.bones.size(); ++i)
    lod_.bones[i].name = fmt::format("#{}", i);
  if (unfinished) {
    tell(Kind::Name, Effect::Repair, blob.place(0), "bone names", "the last name has no end");
  }
  if (all.size() < lod_.bones.size() && !blob.bytes.empty()) {
    tell(Kind::Missing, Effect::Repair, blob.place(0), "bone names",
         fmt::format("{} names for {} bones", all.size(), lod_.bones.size()));
  }
}

bool LodReader::materials() {
  const auto count = static_cast<std::uint32_t>(lod_.material_count);
  if (!fits(count, kLeastMaterial, in_.offset(), "materials")) return false;
  for (std::int32_t i = 0; i < lod_.material_count; ++i) {
    RawMaterial record = material();
    if (!in_.ok()) return stopped(fmt::format("material {}", i));
    lod_.materials.push_back(std::move(record));
  }
  return true;
}

RawMaterial LodReader::material() {
  RawMaterial out;
  out.offset = in_.offset();
  out.id = in_.i32();
  out.name = in_.text();
  out.decal = in_.i32();
  out.diffuse = in_.i32();
  out.bump = in_.i32();
  out.reflection = in_.i32();
  out.illumination = in_.i32();
  out.map_flags = in_.u32();
  out.glow = in_.u32();
  out.two_sided = in_.u8() != 0;
  out.transparent = in_.u8() != 0;
  out.boolean_alpha = in_.u8() != 0;
  out.degenerate = in_.u8() != 0;
  if (in_.u8() != 0) {
    for (int i = 0; i < 4; ++i)
      out.files.emplace_back(in_.text());
  }
  return out;
}

RawLod readLod(Bytes bytes, std::uint64_t base, std::string path, Context& context,
               bool skip_empty_words) {
  return LodReader(bytes, base, std::move(path), context, skip_empty_words).run();
}

}  // namespace sinew::bbm
