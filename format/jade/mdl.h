#pragma once

// The .mdl file: headers, names and the static node tree (docs/format-jade.md, sections 2 to 4).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/jade/context.h"
#include "format/jade/view.h"
#include "format/model.h"

namespace sinew::jade {

enum class NodeClass : std::uint8_t {
  Node,
  Light,
  Emitter,
  Camera,
  Reference,
  Mesh,
  Skin,
  Aabb,
  Trail,
  Gob,
  Cloth,
  Sphere,
  Capsule,
  Lozenge,
  Dangly
};

[[nodiscard]] std::string_view toString(NodeClass node_class);

/// What a class word says about the bytes behind a node header. Offsets count from the node; 0 says
/// that there is no such payload.
struct ClassInfo {
  NodeClass kind = NodeClass::Node;
  bool known = true;  ///< the word is in the table; otherwise its bits were used
  std::uint64_t mesh = 0;
  std::uint64_t skin = 0;
  std::uint64_t own = 0;  ///< the payload that only this class has
  std::uint64_t controllers = 0;
  std::uint64_t size = layout::kNodeHeader;  ///< header and payloads
};

[[nodiscard]] ClassInfo classInfo(std::uint32_t word);

/// The names of a model. Nodes name themselves by a number.
class Names {
 public:
  void add(std::optional<std::string_view> name) { names_.push_back(name); }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] bool has(std::uint32_t number) const {
    return number < names_.size() && names_[number].has_value();
  }
  /// Printable; made up ("node_7") where the file has none.
  [[nodiscard]] std::string of(std::uint32_t number) const;

 private:
  std::vector<std::optional<std::string_view>> names_;  ///< into the file; empty: unreadable
};

/// A node of a tree, in depth-first order.
struct TreeNode {
  std::uint64_t offset = 0;
  std::uint32_t parent = kNone;  ///< into the same list
};

struct Node {
  std::uint64_t offset = 0;
  std::uint32_t parent = kNone;
  std::uint16_t number = 0;  ///< into the names; what skins and animations call the node
  ClassInfo info;
  std::string name;
  Transform rest;
};

struct Mdl {
  std::string label;  ///< "" for the model opened, "n_base.mdl/" for another: starts of paths
  SharedBytes bytes;
  View view;
  std::string name;
  std::string super_model;  ///< as stored; empty: none
  float scale = 1.0f;       ///< of the position tracks it inherits
  Names names;
  bool names_lost = false;  ///< the table of names cannot be read
  std::vector<Node> nodes;  ///< depth first, root first; empty where the root cannot be read

  /// The first node with that number, or kNone.
  [[nodiscard]] std::uint32_t nodeOf(std::uint32_t number) const {
    return number < by_number.size() ? by_number[number] : kNone;
  }
  std::vector<std::uint32_t> by_number;

  /// Of findings.
  [[nodiscard]] std::string path(std::string_view rest) const { return label + std::string(rest); }
  [[nodiscard]] std::string path(const Node& node) const;
};

/// The tree below `root`, depth first. Neither recursion nor memory depends on what the file says:
/// at most `most_nodes`, kMaxDepth in each other, no node twice. What cannot be followed is left
/// out and reported under `path`.
[[nodiscard]] std::vector<TreeNode> walkTree(Context& context, const Mdl& mdl,
                                             std::uint64_t root_at, std::string_view path,
                                             std::uint64_t most_nodes);

/// Reads a whole .mdl without its meshes and animations. Null where nothing can be read: the
/// findings say why.
[[nodiscard]] std::shared_ptr<Mdl> readMdl(Context& context, const SharedBytes& bytes,
                                           std::string label);

}  // namespace sinew::jade
