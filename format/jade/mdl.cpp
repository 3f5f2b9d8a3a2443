#include "format/jade/mdl.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/scene/scene.h"
#include "format/utf8.h"

namespace sinew::jade {
namespace {

using namespace layout;

/// The longest part of a name that goes into the path of a finding.
constexpr std::size_t kPathNameBytes = 64;

bool checkMagic(Context& context, const Mdl& mdl) {
  const View& view = mdl.view;
  const std::string path = mdl.path("header");
  if (!view.has(0, 4)) {
    context.findings.add(
        Kind::Truncated, Effect::Loss, view.size(), path,
        fmt::format("the file ends after {} bytes, before the signature is whole", view.size()));
    return false;
  }
  const std::uint32_t magic = view.u32(0);
  if (magic == kMagicXbox) {
    context.findings.add(Kind::Unsupported, Effect::Loss, 2, path,
                         "this is a model of the Xbox release of Jade Empire (version byte 07h); "
                         "only those of the PC release (87h) can be read");
    return false;
  }
  if (magic != kMagicPc) {
    context.findings.add(Kind::Magic, Effect::Loss, 0, path,
                         fmt::format("the file starts with {:02X} {:02X} {:02X} {:02X}, expected "
                                     "00 00 87 00",
                                     view.u8(0), view.u8(1), view.u8(2), view.u8(3)));
    return false;
  }
  if (!view.has(kFileHeader, kModelHeader)) {
    context.findings.add(Kind::Truncated, Effect::Loss, view.size(), path,
                         fmt::format("the file ends inside the headers, after {} of {} bytes",
                                     view.size(), kFileHeader + kModelHeader));
    return false;
  }
  return true;
}

void readHeader(Context& context, Mdl& mdl) {
  const View& view = mdl.view;
  const std::string path = mdl.path("header");
  const std::uint64_t declared = view.u32(file::kMdlSize);
  if (declared != view.size() - kFileHeader) {
    context.findings.add(Kind::Mismatch, Effect::Repair, file::kMdlSize, path,
                         fmt::format("the header declares {} bytes behind it, the file has {}",
                                     declared, view.size() - kFileHeader));
  }
  const std::uint64_t at = kFileHeader;
  mdl.name = scene::printableName(view.field(at + geometry::kName, kNameSize));
  const std::string_view super = view.field(at + model::kSuperModel, kNameSize);
  if (!namesNothing(super)) mdl.super_model = super;
  mdl.scale = context.finite(view, at + model::kScale, path, 1.0f);
}

/// Why the text at a name pointer cannot be read.
void reportName(Context& context, const Mdl& mdl, std::uint64_t pointer_at, std::uint64_t at,
                std::uint32_t index) {
  const std::string path = mdl.path("names");
  if (at == 0 || at >= mdl.view.size()) {
    context.findings.add(
        Kind::Range, Effect::Loss, pointer_at, path,
        fmt::format("name {} begins at {}, the file has {} bytes", index, at, mdl.view.size()));
  } else {
    context.findings.add(
        Kind::Name, Effect::Loss, at, path,
        fmt::format("name {} does not end within {} bytes or the file", index, kMaxNameBytes));
  }
}

void readNames(Context& context, Mdl& mdl) {
  const std::uint64_t array_at = kFileHeader + model::kNames;
  const ArrayDef names = mdl.view.array(array_at);
  if (names.count == 0) return;
  const std::uint64_t room = names.offset == 0 ? 0 : mdl.view.room(names.offset, 4);
  if (names.count > kMaxNames || names.count > room) {
    const bool limit = names.count > kMaxNames;
    const bool outside = names.offset == 0 || names.offset >= mdl.view.size();
    context.findings.add(limit     ? Kind::Limit
                         : outside ? Kind::Range
                                   : Kind::Count,
                         Effect::Loss, array_at, mdl.path("names"),
                         fmt::format("{} names at {}, where there is room for {}; nodes get names "
                                     "made up",
                                     names.count, names.offset, room));
    mdl.names_lost = true;
    return;
  }
  for (std::uint32_t i = 0; i < names.count; ++i) {
    const std::uint64_t pointer_at = names.offset + 4ULL * i;
    const std::uint64_t at = mdl.view.pointer(pointer_at);
    const auto name = at == 0 ? std::nullopt : mdl.view.text(at, kMaxNameBytes);
    if (!name) reportName(context, mdl, pointer_at, at, i);
    mdl.names.add(name);
  }
}

Transform readRest(Context& context, const Mdl& mdl, std::uint64_t at, std::string_view path) {
  const View& view = mdl.view;
  Transform rest;
  for (int i = 0; i < 3; ++i) {
    rest.translation[i] =
        context.finite(view, at + node::kPosition + 4 * static_cast<std::uint64_t>(i), path);
  }
  const std::uint64_t q = at + node::kOrientation;
  const glm::dquat stored(context.finite(view, q, path), context.finite(view, q + 4, path),
                          context.finite(view, q + 8, path), context.finite(view, q + 12, path));
  const double length = glm::length(stored);
  if (!(length >= 0.95 && length <= 1.05)) {
    context.findings.add(Kind::Value, Effect::Repair, q, path,
                         fmt::format("the orientation's length is {:.6g}, expected 1", length));
  }
  if (length > 0.0) rest.rotation = stored / length;
  rest.scale = glm::dvec3(context.finite(view, at + node::kScale, path, 1.0f));
  return rest;
}

void reportClass(Context& context, const Mdl& mdl, const Node& node, std::string_view path) {
  const std::uint32_t word = mdl.view.u32(node.offset);
  if ((word & bit::kUnknown) != 0) {
    context.findings.add(Kind::Unsupported, Effect::Loss, node.offset, path,
                         fmt::format("class word {:08X}h has bits that are not known; the node is "
                                     "read without what follows it",
                                     word));
  } else if (!node.info.known) {
    context.findings.add(
        Kind::Value, Effect::Repair, node.offset, path,
        fmt::format("class word {:X}h is not known; it is read by its bits", word));
  }
  if (!mdl.view.has(node.offset, node.info.size)) {
    context.findings.add(Kind::Truncated, Effect::Loss, node.offset + kNodeHeader, path,
                         fmt::format("the data of a {} node need {} bytes, the file ends after {}",
                                     toString(node.info.kind), node.info.size - kNodeHeader,
                                     mdl.view.size() - node.offset - kNodeHeader));
  }
}

Node readNode(Context& context, const Mdl& mdl, const TreeNode& tree) {
  Node node;
  node.offset = tree.offset;
  node.parent = tree.parent;
  node.number = mdl.view.u16(tree.offset + node::kNumber);
  node.info = classInfo(mdl.view.u32(tree.offset));
  node.name = mdl.names.of(node.number);
  if (!Budget::take(context.left.name_bytes, node.name.size())) {
    node.name = fmt::format("node_{}", node.number);
    context.findings.add(Kind::Limit, Effect::Repair, tree.offset + node::kNumber,
                         mdl.path("nodes"), "the names are too long in all; this one is made up");
  }
  const std::string path = mdl.path(node);
  if (node.number >= mdl.names.size() && !mdl.names_lost) {
    context.findings.add(
        Kind::Index, Effect::Repair, tree.offset + node::kNumber, path,
        fmt::format("the node has name {}, but there are {}", node.number, mdl.names.size()));
  }
  node.rest = readRest(context, mdl, tree.offset, path);
  reportClass(context, mdl, node, path);
  return node;
}

void readNodes(Context& context, Mdl& mdl) {
  const std::uint64_t at = kFileHeader;
  const std::vector<TreeNode> tree =
      walkTree(context, mdl, at + geometry::kRoot, mdl.path("nodes"), kMaxNodes);
  mdl.nodes.reserve(tree.size());
  for (const TreeNode& found : tree) {
    mdl.nodes.push_back(readNode(context, mdl, found));
    const std::uint32_t number = mdl.nodes.back().number;
    if (number >= mdl.by_number.size()) mdl.by_number.resize(number + 1, kNone);
    if (mdl.by_number[number] == kNone) {
      mdl.by_number[number] = static_cast<std::uint32_t>(mdl.nodes.size() - 1);
    }
  }
  const std::uint32_t declared = mdl.view.u32(at + geometry::kNodeCount);
  if (declared != mdl.nodes.size()) {
    context.findings.add(
        Kind::Mismatch, Effect::Repair, at + geometry::kNodeCount, mdl.path("nodes"),
        fmt::format("the header declares {} nodes, the tree has {}", declared, mdl.nodes.size()));
  }
}

}  // namespace

std::string Mdl::path(const Node& node) const {
  return path(fmt::format("nodes/{}", dropCutUtf8(node.name.substr(0, kPathNameBytes))));
}

std::string Names::of(std::uint32_t number) const {
  if (!has(number)) return fmt::format("node_{}", number);
  return scene::printableName(*names_[number]);
}

std::shared_ptr<Mdl> readMdl(Context& context, const SharedBytes& bytes, std::string label) {
  auto mdl = std::make_shared<Mdl>();
  mdl->label = std::move(label);
  mdl->bytes = bytes;
  mdl->view = View(*bytes);
  if (!checkMagic(context, *mdl)) return nullptr;
  readHeader(context, *mdl);
  readNames(context, *mdl);
  readNodes(context, *mdl);
  return mdl;
}

}  // namespace sinew::jade
