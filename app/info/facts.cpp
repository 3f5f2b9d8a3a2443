#include "app/info/facts.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"

namespace sinew::app {

namespace {

constexpr std::uint64_t kHeaderBytes = 0x30;

/// Half-open byte ranges of one kind.
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Sorts and joins the ranges. \return the bytes they cover.
std::uint64_t join(Ranges& ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::size_t kept = 0;
  for (const auto& range : ranges) {
    if (kept > 0 && range.first <= ranges[kept - 1].second) {
      ranges[kept - 1].second = std::max(ranges[kept - 1].second, range.second);
    } else {
      ranges[kept++] = range;
    }
  }
  ranges.resize(kept);
  std::uint64_t covered = 0;
  for (const auto& range : ranges)
    covered += range.second - range.first;
  return covered;
}

class Coverage {
 public:
  explicit Coverage(const bmd1::File& file) : file_(file) {}

  /// The whole range, or nothing where it does not lie in the file: then it was not read.
  void add(const bmd1::StoredRange& range) {
    const std::uint64_t end = std::uint64_t{range.offset} + range.size;
    if (range.size == 0 || range.offset < kHeaderBytes || end > file_.header.file_size) return;
    ranges_.emplace_back(range.offset, end);
  }

  /// A string with its NUL.
  void add(const bmd1::StoredString& text) {
    if (!text.present()) return;
    const std::uint64_t end = std::uint64_t{text.offset} + text.text.size() + 1;
    ranges_.emplace_back(text.offset, std::min(end, file_.header.file_size));
  }

  /// Ends a kind. \return the bytes of its own.
  std::uint64_t take() {
    const std::uint64_t covered = join(ranges_);
    all_.insert(all_.end(), ranges_.begin(), ranges_.end());
    join(all_);
    ranges_.clear();
    return covered;
  }

  std::uint64_t unused() {
    all_.emplace_back(0, kHeaderBytes);
    return file_.header.file_size - join(all_);
  }

 private:
  const bmd1::File& file_;
  Ranges ranges_;
  Ranges all_;
};

InfoBytes gatherBytes(const bmd1::File& file) {
  InfoBytes bytes;
  Coverage coverage(file);
  const auto array = [&coverage](const bmd1::StoredRange& range) {
    coverage.add(range);
    return coverage.take();
  };
  bytes.file = file.header.file_size;
  bytes.header = kHeaderBytes;
  bytes.meshes = array(file.header.meshes);
  bytes.lods = array(file.header.lods);
  bytes.bones = array(file.header.bones);
  bytes.anims = array(file.header.anims);
  for (const bmd1::MeshDef& mesh : file.meshes) {
    if (mesh.vertices_read) coverage.add(mesh.vertex_list);
  }
  bytes.vertices = coverage.take();
  for (const bmd1::MeshDef& mesh : file.meshes) {
    if (mesh.faces_read) coverage.add(mesh.face_list);
  }
  bytes.faces = coverage.take();
  for (const bmd1::AnimDef& anim : file.anims) {
    if (anim.walked) coverage.add(anim.frames);
  }
  bytes.frames = coverage.take();
  for (const bmd1::MeshDef& mesh : file.meshes)
    coverage.add(mesh.material);
  for (const bmd1::BoneDef& bone : file.bones)
    coverage.add(bone.name);
  for (const bmd1::AnimDef& anim : file.anims)
    coverage.add(anim.name);
  bytes.strings = coverage.take();
  bytes.unused = coverage.unused();
  return bytes;
}

InfoAnim gatherAnim(const bmd1::File& file, const bmd1::AnimDef& anim) {
  InfoAnim facts;
  if (anim.name.present()) facts.name = anim.name.text;
  facts.frames = anim.n_frames;
  facts.hz = anim.hz();
  facts.loop = anim.loop();
  if (facts.frames > 0 && facts.hz > 0.0) {
    facts.duration_s = (facts.frames - (facts.loop ? 0.0 : 1.0)) / facts.hz;
  }
  bmd1::forEachKey(file, anim, [&facts](std::uint32_t, const bmd1::Key&) { ++facts.keys; });
  return facts;
}

/// Which distances choose a level (docs/format-bmd1.md, section 7), level after level in one pass:
/// a list of a million levels takes a million steps, which asking for each on its own would square.
class LodRanges {
 public:
  explicit LodRanges(const Model& model) {
    for (std::uint32_t i = 0; i < model.lods.size(); ++i) {
      if (!pose::lodMeshes(model, i).empty()) last_ = i;
    }
  }

  /// Must be called for every level in turn.
  void fill(const Model& model, std::uint32_t index, InfoLod& row) {
    if (row.meshes.empty()) return;
    const double scale = std::max(0.0, model.lods[index].min_scale);
    const bool is_last = index == last_;
    row.reachable = is_last ? smallest_ > 0.0 : scale <= 1.0 && scale < smallest_;
    if (row.reachable) {
      row.near_m = smallest_ > 1.0 ? 0.0 : 1.0 / smallest_ - 1.0;
      if (!is_last && scale > 0.0) row.far_m = 1.0 / scale - 1.0;
    }
    smallest_ = std::min(smallest_, scale);
  }

 private:
  std::uint32_t last_ = kNone;
  double smallest_ = std::numeric_limits<double>::infinity();  ///< scale of the levels before
};

/// Vertices, faces and triangles of a mesh: as the file stores them, or as the model has them.
struct MeshCounts {
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  std::uint64_t triangles = 0;
};

MeshCounts countMesh(const LoadedModel& loaded, std::size_t index) {
  if (loaded.bmd1) {
    const bmd1::MeshDef& mesh = loaded.bmd1->meshes[index];
    return {mesh.vertex_count, mesh.face_count, mesh.triangle_count};
  }
  const Mesh& mesh = loaded.model.meshes[index];
  const std::uint64_t triangles = mesh.triangles.size() / 3;
  return {mesh.vertexCount(), triangles, triangles};
}

void addMeshes(const LoadedModel& loaded, InfoLod& row) {
  for (const std::uint32_t index : row.meshes) {
    const MeshCounts mesh = countMesh(loaded, index);
    row.vertices += mesh.vertices;
    row.faces += mesh.faces;
    row.triangles += mesh.triangles;
  }
}

std::uint64_t keyCount(const Clip& clip) {
  if (!clip.keys) return 0;
  return clip.keys->rotations.values.size() + clip.keys->translations.values.size() +
         clip.keys->scales.values.size();
}

InfoCounts gatherCounts(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  InfoCounts counts;
  counts.meshes = model.meshes.size();
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    const MeshCounts mesh = countMesh(loaded, i);
    counts.drawn_meshes += model.meshes[i].drawn ? 1 : 0;
    counts.vertices += mesh.vertices;
    counts.faces += mesh.faces;
    counts.triangles += mesh.triangles;
  }
  counts.lods = model.lods.size();
  counts.bones = model.skeleton.bones.size();
  counts.pseudo_bones = model.pseudo_bones.size();
  std::set<std::uint32_t> solids;
  for (const Solid& solid : model.solids)
    solids.insert(solid.mesh);
  counts.solids = solids.size();
  counts.anims = model.clips.size();
  for (const Clip& clip : model.clips)
    counts.keys += keyCount(clip);
  return counts;
}

InfoAnim gatherAnim(const Clip& clip) {
  InfoAnim facts;
  if (!clip.name.empty()) facts.name = clip.name;
  facts.frames = clip.frame_count;
  facts.hz = clip.rate_hz;
  facts.loop = clip.loop;
  if (clip.frame_count > 0.0 && clip.rate_hz > 0.0) facts.duration_s = clip.duration_s();
  facts.keys = keyCount(clip);
  return facts;
}

InfoCounts gatherCounts(const bmd1::File& file) {
  InfoCounts counts;
  counts.meshes = file.meshes.size();
  for (const bmd1::MeshDef& mesh : file.meshes) {
    counts.drawn_meshes += mesh.drawn ? 1 : 0;
    counts.vertices += mesh.vertex_count;
    counts.faces += mesh.face_count;
    counts.triangles += mesh.triangle_count;
  }
  counts.lods = file.lods.size();
  std::set<std::uint32_t> solids;
  for (const bmd1::BoneDef& bone : file.bones) {
    ++(bone.kind == bmd1::BoneKind::Bone ? counts.bones : counts.pseudo_bones);
    if (bone.solid != kNone) solids.insert(bone.solid);
  }
  counts.solids = solids.size();
  counts.anims = file.anims.size();
  for (const bmd1::AnimDef& anim : file.anims) {
    bmd1::forEachKey(file, anim, [&counts](std::uint32_t, const bmd1::Key&) { ++counts.keys; });
  }
  return counts;
}

}  // namespace

std::array<InfoBytes::Row, 10> InfoBytes::rows() const {
  return {{{"header", header},
           {"meshes", meshes},
           {"lods", lods},
           {"bones", bones},
           {"anims", anims},
           {"vertices", vertices},
           {"faces", faces},
           {"frames", frames},
           {"strings", strings},
           {"unused", unused}}};
}

InfoFacts gatherFacts(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  InfoFacts facts;
  facts.has_byte_kinds = loaded.bmd1 != nullptr;
  if (loaded.bmd1) facts.bytes = gatherBytes(*loaded.bmd1);
  if (!loaded.bmd1 && model.bytes) facts.bytes.file = model.bytes->size();
  const pose::ExactPose rest = pose::evaluateExact(model, std::nullopt, 0.0);
  facts.bounds = pose::posedBounds(model, pose::lodMeshes(model, std::nullopt), rest.influences);
  facts.counts = loaded.bmd1 ? gatherCounts(*loaded.bmd1) : gatherCounts(loaded);
  return facts;
}

void forEachLod(const LoadedModel& loaded, const std::function<void(const InfoLod&)>& visit) {
  const Model& model = loaded.model;
  if (model.lods.empty()) {
    InfoLod row;
    row.stored = false;
    row.meshes = pose::lodMeshes(model, std::nullopt);
    row.reachable = !row.meshes.empty();
    if (row.reachable) row.near_m = 0.0;
    addMeshes(loaded, row);
    visit(row);
    return;
  }
  LodRanges ranges(model);
  for (std::uint32_t i = 0; i < model.lods.size(); ++i) {
    InfoLod row;
    row.meshes = pose::lodMeshes(model, i);
    row.scale = model.lods[i].min_scale;
    ranges.fill(model, i, row);
    addMeshes(loaded, row);
    visit(row);
  }
}

void forEachAnim(const LoadedModel& loaded, const std::function<void(const InfoAnim&)>& visit) {
  if (loaded.bmd1) {
    for (const bmd1::AnimDef& anim : loaded.bmd1->anims)
      visit(gatherAnim(*loaded.bmd1, anim));
    return;
  }
  for (const Clip& clip : loaded.model.clips)
    visit(gatherAnim(clip));
}

}  // namespace sinew::app
