#include "format/archive/u8.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "format/big_endian.h"
#include "format/scene/scene.h"

namespace sinew::archive {
namespace {

using scene::Effect;
using scene::Findings;
using scene::Kind;

constexpr std::uint64_t kNodeBytes = 12;
/// Longer paths are cut short by nobody's tools; hostile ones would grow with the square of the
/// file.
constexpr std::size_t kMaxPathBytes = 1024;
constexpr std::size_t kMaxDepth = 64;

struct Node {
  std::uint64_t at = 0;
  bool folder = false;
  std::uint32_t name = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

class Reader {
 public:
  Reader(Bytes bytes, Findings& findings) : bytes_(bytes), findings_(findings) {}

  std::optional<std::vector<Member>> read() {
    if (!readRoot()) return std::nullopt;
    for (std::uint32_t i = 1; i < count_; ++i) {
      while (!folders_.empty() && i >= folders_.back().end)
        closeFolder();
      readNode(i);
    }
    return std::move(members_);
  }

 private:
  struct Folder {
    std::uint32_t end = 0;        ///< first node behind it
    std::size_t path_length = 0;  ///< of path_ outside of it
  };

  std::uint32_t word(std::uint64_t at) const { return loadBe<std::uint32_t>(bytes_.data() + at); }

  Node node(std::uint32_t index) const {
    const std::uint64_t at = table_ + index * kNodeBytes;
    const std::uint32_t head = word(at);
    return {at, head >> 24 == 1, head & 0xFFFFFF, word(at + 4), word(at + 8)};
  }

  void add(Kind kind, Effect effect, std::uint64_t offset, std::string message) {
    findings_.add(kind, effect, offset, path_.empty() ? "u8" : "u8/" + path_, std::move(message));
  }

  bool readRoot() {
    if (bytes_.size() < 32) {
      add(Kind::Truncated, Effect::Loss, 0,
          fmt::format("an archive's header has 32 bytes, the file {}", bytes_.size()));
      return false;
    }
    table_ = word(4);
    if (table_ > bytes_.size() || bytes_.size() - table_ < kNodeBytes) {
      add(Kind::Range, Effect::Loss, 4,
          fmt::format("the node table at {} lies outside the {} bytes", table_, bytes_.size()));
      return false;
    }
    count_ = node(0).b;
    if (count_ == 0 || count_ > (bytes_.size() - table_) / kNodeBytes) {
      add(Kind::Count, Effect::Loss, table_ + 8,
          fmt::format("{} nodes announced, there is room for {}", count_,
                      (bytes_.size() - table_) / kNodeBytes));
      return false;
    }
    names_ = table_ + count_ * kNodeBytes;
    return true;
  }

  void closeFolder() {
    path_.resize(folders_.back().path_length);
    folders_.pop_back();
  }

  /// The node's name as stored; `#` and its index where it cannot be read.
  std::string readName(const Node& node, std::uint32_t index) {
    const std::uint64_t start = names_ + node.name;
    if (start < bytes_.size()) {
      const auto* first = reinterpret_cast<const char*>(bytes_.data()) + start;
      const std::string_view rest(first, bytes_.size() - static_cast<std::size_t>(start));
      const std::size_t end = rest.substr(0, kMaxPathBytes).find('\0');
      if (end != rest.npos) return std::string(rest.substr(0, end));
      add(Kind::Name, Effect::Repair, node.at, "the name has no end");
    } else {
      add(Kind::Range, Effect::Repair, node.at,
          fmt::format("the name at {} lies outside the {} bytes", start, bytes_.size()));
    }
    return fmt::format("#{}", index);
  }

  void checkName(const Node& node, std::string_view name) {
    const bool plain =
        !name.empty() && name != "." && name != ".." && name.find_first_of("/\\:") == name.npos;
    if (plain) return;
    add(Kind::Path, Effect::Repair, node.at,
        fmt::format("`{}` is no plain file name; it is shown, never used as a path",
                    scene::printableName(name)));
  }

  void readNode(std::uint32_t index) {
    const Node here = node(index);
    const std::string name = readName(here, index);
    const bool top = here.folder && name == "." && folders_.empty();
    if (!top) checkName(here, name);
    path_bytes_ += path_.size() + name.size();
    if (path_.size() + name.size() > kMaxPathBytes || folders_.size() >= kMaxDepth ||
        path_bytes_ > 4 * bytes_.size() + kMaxPathBytes) {
      add(Kind::Limit, Effect::Loss, here.at, "too many folders inside each other");
      return;
    }
    if (here.folder) {
      openFolder(here, index, top ? std::string() : name);
    } else {
      addFile(here, name);
    }
  }

  void openFolder(const Node& here, std::uint32_t index, const std::string& name) {
    const std::uint32_t limit = folders_.empty() ? count_ : folders_.back().end;
    if (here.b <= index || here.b > limit) {
      add(Kind::Loop, Effect::Loss, here.at + 8,
          fmt::format("folder {} ends at node {}, it has to end between {} and {}", index, here.b,
                      index + 1, limit));
      return;
    }
    folders_.push_back({here.b, path_.size()});
    if (!name.empty()) path_ += scene::printableName(name) + "/";
  }

  void addFile(const Node& here, const std::string& name) {
    const std::size_t outer = path_.size();
    path_ += scene::printableName(name);
    const bool start_inside = here.a <= bytes_.size();
    if (!start_inside || here.b > bytes_.size() - here.a) {
      add(Kind::Range, Effect::Loss, start_inside ? here.at + 8 : here.at + 4,
          fmt::format("{} bytes at {} lie outside the archive's {}", here.b, here.a,
                      bytes_.size()));
    } else {
      members_.push_back({path_, {here.a, here.b}});
    }
    path_.resize(outer);
  }

  Bytes bytes_;
  Findings& findings_;
  std::uint64_t table_ = 0;
  std::uint64_t names_ = 0;
  std::uint32_t count_ = 0;
  std::uint64_t path_bytes_ = 0;  ///< of all paths so far
  std::string path_;
  std::vector<Folder> folders_;
  std::vector<Member> members_;
};

}  // namespace

std::optional<std::vector<Member>> readU8(Bytes bytes, Findings& findings) {
  return Reader(bytes, findings).read();
}

}  // namespace sinew::archive
