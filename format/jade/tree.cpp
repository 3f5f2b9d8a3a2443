// Node classes, and walking a tree of nodes.

#include <array>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "format/jade/mdl.h"

namespace sinew::jade {
namespace {

using namespace layout;

struct KnownClass {
  std::uint32_t word;
  NodeClass kind;
  std::uint64_t own_size;  ///< of the payload only this class has
};

constexpr std::array<KnownClass, 16> kClasses{{
    {0x00001, NodeClass::Node, 0},
    {0x00003, NodeClass::Light, payload::kLight},
    {0x00005, NodeClass::Emitter, payload::kEmitter},
    {0x00009, NodeClass::Camera, 0},
    {0x00011, NodeClass::Reference, payload::kReference},
    {0x00021, NodeClass::Mesh, 0},
    {0x00061, NodeClass::Skin, 0},
    {0x00221, NodeClass::Aabb, payload::kAabb},
    {0x00821, NodeClass::Trail, payload::kTrail},
    {0x01001, NodeClass::Gob, payload::kGob},
    {0x04021, NodeClass::Cloth, payload::kCloth},
    {0x06001, NodeClass::Sphere, payload::kSphere},
    {0x0A001, NodeClass::Capsule, payload::kCapsule},
    {0x20001, NodeClass::Dangly, payload::kDangly},
    {0x22001, NodeClass::Lozenge, payload::kLozenge},
    {0x40001, NodeClass::Node, 0},
}};

void addMesh(ClassInfo& info, bool with_skin) {
  info.mesh = info.size;
  info.size += payload::kMesh;
  if (with_skin) {
    info.skin = info.size;
    info.size += payload::kSkin;
  }
}

void addOwn(ClassInfo& info, std::uint64_t size) {
  info.own = info.size;
  info.size += size;
}

/// The payloads of a word that is in no table, in the order of its bits.
ClassInfo infoFromBits(std::uint32_t word) {
  ClassInfo info;
  info.known = false;
  if ((word & bit::kUnknown) != 0) return info;
  const auto has = [&](std::uint32_t which) { return (word & which) != 0; };
  const auto own = [&](std::uint32_t which, NodeClass kind, std::uint64_t size) {
    if (!has(which)) return;
    info.kind = kind;
    addOwn(info, size);
  };
  if (has(bit::kCamera)) info.kind = NodeClass::Camera;
  own(bit::kLight, NodeClass::Light, payload::kLight);
  own(bit::kEmitter, NodeClass::Emitter, payload::kEmitter);
  own(bit::kReference, NodeClass::Reference, payload::kReference);
  if (has(bit::kMesh)) {
    info.kind = has(bit::kSkin) ? NodeClass::Skin : NodeClass::Mesh;
    addMesh(info, has(bit::kSkin));
  }
  const NodeClass kind = info.kind;
  own(bit::kAabb, NodeClass::Aabb, payload::kAabb);
  own(bit::kTrail, NodeClass::Trail, payload::kTrail);
  own(bit::kGob, NodeClass::Gob, payload::kGob);
  own(bit::kDangly, NodeClass::Dangly, payload::kDangly);
  // A mesh keeps being one with a hook or a dangling bone behind it; a trail is none.
  if (has(bit::kMesh) && !has(bit::kTrail | bit::kAabb)) info.kind = kind;
  if (has(bit::kControllers)) {
    info.controllers = info.size;
    info.size += payload::kControllers;
  }
  return info;
}

struct Visit {
  std::uint64_t offset = 0;
  std::uint64_t pointer_at = 0;
  std::uint32_t parent = kNone;
  std::uint32_t depth = 0;
};

class Walk {
 public:
  Walk(Context& context, const Mdl& mdl, std::string_view path, std::uint64_t most_nodes)
      : context_(context), mdl_(mdl), path_(path), most_nodes_(most_nodes) {}

  std::vector<TreeNode> run(std::uint64_t root_at) {
    stack_.push_back({mdl_.view.pointer(root_at), root_at, kNone, 0});
    while (!stack_.empty()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      if (!enter(visit)) continue;
      if (nodes_.size() == most_nodes_) {
        report(Kind::Limit, Effect::Loss, visit.pointer_at, [&] {
          return fmt::format("more than {} nodes; the rest is left out", most_nodes_);
        });
        break;
      }
      nodes_.push_back({visit.offset, visit.parent});
      pushChildren(visit);
    }
    found_.moveTo(context_.findings, path_);
    return std::move(nodes_);
  }

 private:
  template <class Message>
  void report(Kind kind, Effect effect, std::uint64_t at, const Message& message) {
    found_.add(kind, effect, at, message);
  }

  bool enter(const Visit& visit) {
    const View& view = mdl_.view;
    if (visit.offset == 0) {
      report(Kind::Range, Effect::Repair, visit.pointer_at,
             [] { return "a node pointer is null"; });
      return false;
    }
    if (!view.has(visit.offset, kNodeHeader)) {
      report(visit.offset < view.size() ? Kind::Truncated : Kind::Range, Effect::Loss,
             visit.pointer_at, [&] {
               return fmt::format("a node begins at {}, the file has {} bytes", visit.offset,
                                  view.size());
             });
      return false;
    }
    if (!visited_.insert(visit.offset).second) {
      report(Kind::Loop, Effect::Repair, visit.pointer_at, [&] {
        return fmt::format("the node at {} was met before and is not taken again", visit.offset);
      });
      return false;
    }
    if (visit.depth >= kMaxDepth) {
      report(Kind::Limit, Effect::Loss, visit.pointer_at, [&] {
        return fmt::format("more than {} nodes in each other; the inner ones are left out",
                           kMaxDepth);
      });
      return false;
    }
    return true;
  }

  void pushChildren(const Visit& visit) {
    const View& view = mdl_.view;
    const std::uint64_t at = visit.offset + node::kChildren;
    const ArrayDef children = view.array(at);
    if (children.count == 0) return;
    const std::uint64_t room = children.offset == 0 ? 0 : view.room(children.offset, 4);
    if (children.count > room) {
      const bool outside = children.offset == 0 || children.offset >= view.size();
      report(outside ? Kind::Range : Kind::Count, Effect::Loss, at, [&] {
        return fmt::format("{} children at {}, where there is room for {}", children.count,
                           children.offset, room);
      });
      return;
    }
    if (!Budget::take(context_.left.references, children.count)) {
      report(Kind::Limit, Effect::Loss, at, [] { return "too many child pointers in all"; });
      return;
    }
    const auto parent = static_cast<std::uint32_t>(nodes_.size() - 1);
    for (std::uint32_t i = children.count; i-- > 0;) {
      const std::uint64_t pointer_at = children.offset + 4ULL * i;
      stack_.push_back({view.pointer(pointer_at), pointer_at, parent, visit.depth + 1});
    }
  }

  Context& context_;
  const Mdl& mdl_;
  std::string_view path_;
  std::uint64_t most_nodes_;
  Gathered found_;
  std::vector<Visit> stack_;
  std::unordered_set<std::uint64_t> visited_;
  std::vector<TreeNode> nodes_;
};

}  // namespace

std::string_view toString(NodeClass node_class) {
  constexpr std::array<std::string_view, 15> kNames{
      "node",  "light", "emitter", "camera", "reference", "mesh",    "skin",  "aabb",
      "trail", "gob",   "cloth",   "sphere", "capsule",   "lozenge", "dangly"};
  return kNames[static_cast<std::size_t>(node_class)];
}

ClassInfo classInfo(std::uint32_t word) {
  for (const KnownClass& known : kClasses) {
    if (known.word != word) continue;
    ClassInfo info;
    info.kind = known.kind;
    if ((word & bit::kMesh) != 0) addMesh(info, (word & bit::kSkin) != 0);
    if (known.own_size != 0) addOwn(info, known.own_size);
    if ((word & bit::kControllers) != 0) {
      info.controllers = info.size;
      info.size += payload::kControllers;
    }
    return info;
  }
  return infoFromBits(word);
}

std::vector<TreeNode> walkTree(Context& context, const Mdl& mdl, std::uint64_t root_at,
                               std::string_view path, std::uint64_t most_nodes) {
  return Walk(context, mdl, path, most_nodes).run(root_at);
}

}  // namespace sinew::jade
