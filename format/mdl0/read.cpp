#include "format/mdl0/read.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "format/mdl0/brres.h"
#include "format/mdl0/clips.h"
#include "format/mdl0/textures.h"

namespace sinew::mdl0 {
namespace {

class FileReader {
 public:
  explicit FileReader(const scene::ReadOptions& options)
      : options_(options),
        findings_(options.mode),
        unpacked_left_(options.max_unpacked_bytes),
        textures_(std::max(options.max_unpacked_bytes, scene::kMaxUnpackedBytes)) {}

  scene::ReadScene read(const SharedBytes& bytes) {
    scene::ReadScene out;
    scene_.format = "mdl0";
    scene_.up = UpAxis::Y;
    Opened file = open(bytes, unpacked_left_, findings_, budget_);
    out.unreadable = file.unreadable;
    scene_.wrappers = std::move(file.wrappers);
    scene_.members = std::move(file.members);
    if (!file.unreadable) {
      readTextures(file);
      for (std::size_t c = 0; c < file.containers.size(); ++c)
        readModels(file.containers[c], c);
      finishTextures();
      readClips(file);
      const std::vector<Opened> animations = readAnimations();
      for (ModelReader& model : models_)
        scene_.models.push_back(std::move(model.model));
      out.unreadable = bareAndBroken(file);
    }
    out.diagnostics = findings_.take();
    out.scene = std::move(scene_);
    return out;
  }

 private:
  void readTextures(const Opened& file) {
    for (std::size_t c = 0; c < file.containers.size(); ++c) {
      const Container& container = file.containers[c];
      for (const Part& part : container.parts) {
        if (part.kind == PartKind::Tex0) textures_.addTexture(*container.source, part, c);
        if (part.kind == PartKind::Plt0) textures_.addPalette(*container.source, part, c);
      }
    }
  }

  void readModels(const Container& container, std::size_t index) {
    for (const Part& part : container.parts) {
      if (part.kind != PartKind::Mdl0) continue;
      ModelReader model(*container.source, part);
      model.model.name = part.name;
      const Source::Place& place = container.source->place();
      if (place.member != nullptr) model.model.member = *place.member;
      if (!readHeader(model)) continue;
      readBones(model);
      readMatrices(model);
      readArrays(model);
      readObjects(model);
      readMaterials(model);
      readDraws(model);
      textures_.resolve(model, index);
      models_.push_back(std::move(model));
    }
  }

  void finishTextures() {
    scene_.textures = textures_.finish();
    std::size_t layer = 0;
    for (ModelReader& model : models_) {
      for (const PendingLayer& pending : model.layers) {
        model.model.materials[pending.material].layers[pending.layer].texture =
            textures_.rowOf(layer++);
      }
    }
  }

  void readClips(const Opened& file) {
    std::vector<BoneNames> names;
    for (const ModelReader& model : models_)
      names.push_back(boneNames(model));
    for (const Container& container : file.containers) {
      for (const Part& part : container.parts) {
        const bool clip = part.kind != PartKind::Mdl0 && part.kind != PartKind::Tex0 &&
                          part.kind != PartKind::Plt0;
        if (clip) addClip(*container.source, part, names);
      }
    }
  }

  void addClip(const Source& source, const Part& part, const std::vector<BoneNames>& names) {
    std::optional<ReadClip> read = readClip(source, part, limits_);
    if (!read) return;
    const auto index = static_cast<std::uint32_t>(scene_.clips.size());
    if (read->clip.kind == scene::ClipKind::Bones) {
      for (std::size_t m = 0; m < models_.size(); ++m) {
        scene::ClipTracks tracks{index, bindMotions(*read, models_[m], names[m])};
        if (!limits_.samples.spend(std::uint64_t{read->clip.frames} * tracks.tracks.size())) {
          source.report(Kind::Limit, Effect::Loss, part.offset, "chr0/" + part.name,
                        "the file's clips have too many samples over all frames and bones");
          tracks.tracks.clear();
        }
        models_[m].model.clip_tracks.push_back(std::move(tracks));
      }
    }
    scene_.clips.push_back(std::move(read->clip));
  }

  /// The clips of other files that the user named.
  std::vector<Opened> readAnimations() {
    std::vector<Opened> opened;
    for (const scene::NamedBytes& file : options_.anim_files) {
      opened.push_back(open(file.bytes, unpacked_left_, findings_, budget_,
                            std::make_shared<const std::string>(file.name)));
      readClips(opened.back());
    }
    return opened;
  }

  /// A part alone of which nothing came.
  bool bareAndBroken(const Opened& file) const {
    return file.containers.size() == 1 && file.containers[0].source->u32(0) != kBresMagic &&
           scene_.models.empty() && scene_.textures.empty() && scene_.clips.empty() &&
           file.containers[0].parts[0].kind != PartKind::Plt0;
  }

  const scene::ReadOptions& options_;
  scene::Findings findings_;
  Budget budget_{std::uint64_t{1} << 16};
  std::uint64_t unpacked_left_;
  TextureLibrary textures_;
  ClipLimits limits_;
  std::vector<ModelReader> models_;
  scene::Scene scene_;
};

}  // namespace

bool looksLikeMdl0(Bytes bytes) {
  return looksOpenable(bytes);
}

scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options) {
  return FileReader(options).read(bytes);
}

}  // namespace sinew::mdl0
