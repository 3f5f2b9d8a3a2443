#include "format/jade/read.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "format/jade/clips.h"
#include "format/jade/context.h"
#include "format/jade/materials.h"
#include "format/jade/mdl.h"
#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

using namespace layout;

SharedBytes findMdx(Context& context, const Mdl& mdl) {
  const std::string& file = context.options.file_name;
  const std::string stem = file.substr(0, file.rfind('.'));
  if (!isPlainName(stem)) return nullptr;
  for (const char* suffix : {".mdx", ".mdx2"}) {
    const SharedBytes mdx = context.beside(stem + suffix);
    if (!mdx) continue;
    const std::uint64_t declared = std::uint64_t{mdl.view.u32(file::kVertexSize)} +
                                   mdl.view.u32(file::kIndexSize) + mdl.view.u32(file::kThirdSize);
    if (declared != mdx->size()) {
      context.findings.add(
          Kind::Mismatch, Effect::Repair, file::kVertexSize, "header",
          fmt::format("the header declares an .mdx of {} bytes, it has {}", declared, mdx->size()));
    }
    return mdx;
  }
  return nullptr;
}

void addBones(Context& context, const Mdl& mdl, scene::SceneModel& model) {
  model.bones.reserve(mdl.nodes.size());
  for (const Node& node : mdl.nodes) {
    scene::Bone bone;
    bone.name = node.name;
    bone.parent = node.parent;
    bone.rest = node.rest;
    bone.source_offset = node.offset;
    bone.extra = {{"class", toString(node.info.kind)}, {"number", std::uint32_t{node.number}}};
    model.bones.push_back(std::move(bone));
  }
  scene::composeWorlds(model.bones);
  const auto isFinite = [](const scene::Bone& bone) {
    for (const double value : bone.world.m) {
      if (!(std::abs(value) < 1e30)) return false;  // fits a float, with room to add
    }
    return true;
  };
  if (std::all_of(model.bones.begin(), model.bones.end(), isFinite)) return;
  context.findings.add(Kind::Limit, Effect::Loss, kFileHeader, mdl.path("nodes"),
                       "positions and scales of nested nodes grow beyond all numbers; all nodes "
                       "are put at the origin");
  for (scene::Bone& bone : model.bones)
    bone.rest = Transform{};
  scene::composeWorlds(model.bones);
}

/// What the payload of a node says that somebody hanging something there wants to know.
scene::Value::Object factsOf(Context& context, const Mdl& mdl, const Node& node) {
  using scene::Value;
  const View& view = mdl.view;
  const std::uint64_t at = node.offset + node.info.own;
  if (!view.has(node.offset, node.info.size)) return {};
  const std::string path = mdl.path(node);
  if (node.info.kind == NodeClass::Light) {
    Value::List color;
    for (std::uint64_t c = 0; c < 3; ++c)
      color.push_back(255.0f * context.finite(view, at + light::kColor + 4 * c, path));
    return {{"color", std::move(color)},
            {"radius", context.finite(view, at + light::kRadius, path)}};
  }
  if (node.info.kind == NodeClass::Emitter)
    return {{"texture", scene::printableName(view.field(at + emitter::kTexture, kNameSize))}};
  if (node.info.kind == NodeClass::Reference)
    return {{"model", scene::printableName(view.field(at, kNameSize))}};
  return {};
}

/// Nodes that something else hangs on.
void addAttachments(Context& context, const Mdl& mdl, scene::SceneModel& model) {
  for (std::uint32_t i = 0; i < mdl.nodes.size(); ++i) {
    const Node& node = mdl.nodes[i];
    const NodeClass kind = node.info.kind;
    if (kind != NodeClass::Light && kind != NodeClass::Emitter && kind != NodeClass::Camera &&
        kind != NodeClass::Reference && kind != NodeClass::Gob)
      continue;
    scene::SceneAttachment attachment;
    attachment.name = node.name;
    attachment.bone = i;
    attachment.matrix = model.bones[i].world;
    attachment.kind = toString(kind);
    attachment.extra = factsOf(context, mdl, node);
    model.attachments.push_back(std::move(attachment));
  }
  model.has_attachments = true;
}

scene::SceneModel readModel(Context& context, const std::shared_ptr<const Mdl>& mdl) {
  scene::SceneModel model;
  model.name = mdl->name;
  model.source = {{"super_model", mdl->super_model.empty()
                                      ? scene::Value()
                                      : scene::Value(scene::printableName(mdl->super_model))},
                  {"scale", mdl->scale}};
  addBones(context, *mdl, model);
  addAttachments(context, *mdl, model);
  Materials materials(context, model);
  addMeshes(context, *mdl, findMdx(context, *mdl), materials, model);
  addClips(context, mdl, model);
  return model;
}

}  // namespace

bool looksLikeJade(Bytes bytes) {
  const View view(bytes);
  return view.has(0, 4) && (view.u32(0) == kMagicPc || view.u32(0) == kMagicXbox);
}

scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options) {
  scene::ReadScene out;
  out.scene.format = "jade";
  out.scene.up = UpAxis::Z;
  out.scene.front = {0.0f, 1.0f, 0.0f};
  Context context(options, out.scene);
  const std::shared_ptr<Mdl> mdl = readMdl(context, bytes, "");
  if (mdl && !mdl->nodes.empty()) {
    scene::SceneModel model = readModel(context, mdl);
    out.scene.models.push_back(std::move(model));
  } else {
    if (mdl) {
      context.findings.add(Kind::Missing, Effect::Loss, kFileHeader + geometry::kRoot, "nodes",
                           "the root node cannot be read, and with it nothing of the model");
    }
    out.unreadable = true;
  }
  out.diagnostics = context.findings.take();
  return out;
}

}  // namespace sinew::jade
