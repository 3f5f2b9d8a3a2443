#include "format/mdl0/display_list.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace sinew::mdl0 {
namespace {

constexpr std::uint32_t kSlots = 10;
constexpr std::uint32_t kNoMatrix = 0xFFFF;

enum Command : std::uint8_t {
  kNop = 0x00,
  kLoadPosition = 0x20,
  kLoadNormal = 0x28,
  kLoadTexture = 0x30,
  kLoadLight = 0x38
};

/// By bits 3 to 6 of a command from 80 on.
enum class Primitive : std::uint8_t {
  Quads,
  Quads2,
  Triangles,
  Strip,
  Fan,
  Lines,
  LineStrip,
  Points
};

/// Finds the vertex that has a record's bytes and matrix, in constant time.
class VertexTable {
 public:
  VertexTable(Bytes bytes, const VertexLayout& layout)
      : bytes_(bytes),
        first_(layout.has_matrix ? 1 : 0),
        size_(layout.bytes - first_),
        slots_(64, kNone) {}

  /// The vertex of this record; `added` tells that it is a new one, with the next number.
  std::uint32_t find(std::uint64_t record, std::uint32_t matrix, bool& added) {
    const std::byte* key = bytes_.data() + record + first_;
    const std::uint64_t hash = hashOf(key, matrix);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != kNone) {
      const Vertex& vertex = vertices_[slots_[slot]];
      if (vertex.hash == hash && vertex.matrix == matrix &&
          std::memcmp(bytes_.data() + vertex.record + first_, key, size_) == 0) {
        added = false;
        return slots_[slot];
      }
      slot = (slot + 1) & (slots_.size() - 1);
    }
    added = true;
    const auto index = static_cast<std::uint32_t>(vertices_.size());
    slots_[slot] = index;
    vertices_.push_back({record, hash, matrix});
    if (2 * vertices_.size() > slots_.size()) grow();
    return index;
  }

 private:
  struct Vertex {
    std::uint64_t record;
    std::uint64_t hash;
    std::uint32_t matrix;
  };

  std::uint64_t hashOf(const std::byte* key, std::uint32_t matrix) const {
    std::uint64_t hash = 0xCBF29CE484222325u ^ matrix;
    for (std::uint32_t i = 0; i < size_; ++i)
      hash = (hash ^ std::to_integer<std::uint64_t>(key[i])) * 0x100000001B3u;
    return hash ^ hash >> 29;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), kNone);
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      std::size_t slot = vertices_[v].hash & (slots_.size() - 1);
      while (slots_[slot] != kNone)
        slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = v;
    }
  }

  Bytes bytes_;
  std::uint32_t first_;
  std::uint32_t size_;
  std::vector<std::uint32_t> slots_;
  std::vector<Vertex> vertices_;
};

class ListReader {
 public:
  ListReader(ModelReader& reader, const DisplayList& list, VertexDecoder& decoder,
             scene::Mesh& mesh)
      : reader_(reader),
        source_(reader.source),
        list_(list),
        decoder_(decoder),
        mesh_(mesh),
        table_(source_.bytes(), list.layout) {
    slots_.fill(kNone);
    if (list.matrix >= 0) object_matrix_ = static_cast<std::uint32_t>(list.matrix);
  }

  void run() {
    std::uint64_t at = list_.begin;
    while (at < list_.end) {
      const std::uint8_t command = source_.u8(at);
      std::uint64_t bytes = 1;
      if (command >= 0x80 && command < 0xC0) {
        bytes = primitive(at, command);
      } else if (command == kLoadPosition || command == kLoadNormal || command == kLoadTexture ||
                 command == kLoadLight) {
        bytes = load(at, command);
      } else if (command != kNop) {
        source_.report(Kind::Opcode, Effect::Loss, at, list_.path,
                       fmt::format("command {:02x} does not exist; the rest is left out", command));
        break;
      }
      if (bytes == 0) break;
      at += bytes;
    }
    reportSlots();
  }

 private:
  /// A command's bytes; 0 where it cannot be read.
  std::uint64_t load(std::uint64_t at, std::uint8_t command) {
    if (list_.end - at < 5) {
      source_.report(Kind::Truncated, Effect::Loss, at, list_.path,
                     "the list ends inside a matrix load");
      return 0;
    }
    if (command != kLoadPosition) return 5;  // normals follow the positions; the rest is unused
    const std::uint32_t address = source_.u16(at + 3) & 0xFFFu;
    const std::uint32_t slot = address / 12;
    if (address % 12 != 0 || slot >= kSlots) {
      source_.report(
          Kind::Value, Effect::Repair, at + 3, list_.path,
          fmt::format("a matrix is loaded to {}, which is none of the ten slots", address));
      return 5;
    }
    const std::uint32_t matrix = source_.u16(at + 1);
    slots_[slot] = matrix == kNoMatrix ? kNone : matrix;
    if (matrix != kNoMatrix) checkMatrix(matrix, at + 1);
    return 5;
  }

  void checkMatrix(std::uint32_t id, std::uint64_t at) {
    const bool known =
        id < reader_.matrices.size() && reader_.matrices[id].to != MatrixRef::To::Nothing;
    if (known) return;
    source_.report(Kind::Index, Effect::Repair, at, list_.path,
                   fmt::format("matrix {} is no bone's and no blend's; its vertices stay in model "
                               "space",
                               id));
  }

  std::uint64_t primitive(std::uint64_t at, std::uint8_t command) {
    const std::uint64_t left = list_.end - at;
    const std::uint64_t count = source_.u16(at + 1);
    if (left < 3 || count * list_.layout.bytes > left - 3) {
      source_.report(Kind::Truncated, Effect::Loss, at, list_.path,
                     left < 3 ? "the list ends inside a command"
                              : fmt::format("{} vertices of {} bytes announced, the list has {} "
                                            "bytes left",
                                            count, list_.layout.bytes, left - 3));
      return 0;
    }
    corners_.clear();
    for (std::uint64_t i = 0; i < count; ++i)
      corners_.push_back(vertex(at + 3 + i * list_.layout.bytes));
    build(static_cast<Primitive>(command >> 3 & 7), at);
    return 3 + count * list_.layout.bytes;
  }

  /// The matrix that a record names, or the object's.
  std::uint32_t matrixOf(std::uint64_t record) {
    if (object_matrix_ != kNone) return object_matrix_;
    // Without an index the first slot counts.
    const std::uint32_t code = list_.layout.has_matrix ? source_.u8(record) : 0;
    const std::uint32_t slot = code / 3;
    if (code % 3 == 0 && slot < kSlots && slots_[slot] != kNone) return slots_[slot];
    if (bad_slots_++ == 0) first_bad_slot_ = record;
    return kNone;
  }

  std::uint32_t vertex(std::uint64_t record) {
    const std::uint32_t matrix = matrixOf(record);
    bool added = false;
    const std::uint32_t index = table_.find(record, matrix, added);
    if (added) {
      mesh_.influence.push_back(reader_.influenceOf(matrix));
      decoder_.append(record);
    }
    return index;
  }

  /// Fronts are clockwise in the file.
  void triangle(std::size_t a, std::size_t b, std::size_t c) {
    mesh_.triangles.insert(mesh_.triangles.end(), {corners_[a], corners_[c], corners_[b]});
  }

  void line(std::size_t a, std::size_t b) { mesh_.lines.push_back({corners_[a], corners_[b]}); }

  /// How many corners make whole primitives of `each`; the rest is reported.
  std::size_t whole(std::size_t each, std::uint64_t at) {
    const std::size_t rest = corners_.size() % each;
    if (rest != 0) {
      source_.report(Kind::Value, Effect::Repair, at + 1, list_.path,
                     fmt::format("{} vertices are no multiple of {}; the last {} are left out",
                                 corners_.size(), each, rest));
    }
    return corners_.size() - rest;
  }

  void build(Primitive kind, std::uint64_t at) {
    const std::size_t count = corners_.size();
    switch (kind) {
      case Primitive::Quads:
      case Primitive::Quads2:
        for (std::size_t i = 0, end = whole(4, at); i < end; i += 4) {
          triangle(i, i + 1, i + 2);
          triangle(i, i + 2, i + 3);
        }
        break;
      case Primitive::Triangles:
        for (std::size_t i = 0, end = whole(3, at); i < end; i += 3)
          triangle(i, i + 1, i + 2);
        break;
      case Primitive::Strip:
        for (std::size_t i = 0; i + 2 < count; ++i) {
          const std::size_t odd = i % 2;
          triangle(i + odd, i + 1 - odd, i + 2);
        }
        break;
      case Primitive::Fan:
        for (std::size_t i = 1; i + 1 < count; ++i)
          triangle(0, i, i + 1);
        break;
      case Primitive::Lines:
        for (std::size_t i = 0, end = whole(2, at); i < end; i += 2)
          line(i, i + 1);
        break;
      case Primitive::LineStrip:
        for (std::size_t i = 0; i + 1 < count; ++i)
          line(i, i + 1);
        break;
      case Primitive::Points:
        mesh_.points.insert(mesh_.points.end(), corners_.begin(), corners_.end());
        break;
    }
  }

  void reportSlots() {
    if (bad_slots_ == 0) return;
    source_.report(Kind::Index, list_.layout.has_matrix ? Effect::Loss : Effect::Repair,
                   first_bad_slot_, list_.path,
                   "a vertex names a matrix slot that was never loaded; it stays in model space",
                   bad_slots_);
  }

  ModelReader& reader_;
  const Source& source_;
  const DisplayList& list_;
  VertexDecoder& decoder_;
  scene::Mesh& mesh_;
  VertexTable table_;
  std::array<std::uint32_t, kSlots> slots_;  ///< matrix numbers; kNone: not loaded
  std::uint32_t object_matrix_ = kNone;
  std::vector<std::uint32_t> corners_;
  std::uint32_t bad_slots_ = 0;
  std::uint64_t first_bad_slot_ = 0;
};

}  // namespace

void readDisplayList(ModelReader& reader, const DisplayList& list, VertexDecoder& decoder,
                     scene::Mesh& mesh) {
  ListReader(reader, list, decoder, mesh).run();
}

}  // namespace sinew::mdl0
