#pragma once

// Builds BMD1 bytes field by field, right or wrong, for tests of the reader.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytes.h"

namespace sinew::test {

class RawFile {
 public:
  /// Header fields that name an array.
  enum Array : std::uint32_t { kMeshes = 0x10, kLods = 0x18, kBones = 0x20, kAnims = 0x28 };

  RawFile() {
    bytes_.resize(0x30);
    put32(0, 0x31444D42);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

  void put8(std::uint32_t at, std::uint32_t value) {
    bytes_.at(at) = static_cast<std::byte>(value);
  }
  void put16(std::uint32_t at, std::uint32_t value) {
    put8(at, value & 0xFF);
    put8(at + 1, value >> 8 & 0xFF);
  }
  void put32(std::uint32_t at, std::uint32_t value) {
    put16(at, value & 0xFFFF);
    put16(at + 2, value >> 16);
  }

  /// Zero bytes up to a multiple of 16.
  void align() { bytes_.resize((bytes_.size() + 15) / 16 * 16); }
  void pad(std::size_t count) { bytes_.resize(bytes_.size() + count); }

  // Each appends and returns the offset of its first byte.
  std::uint32_t words(std::initializer_list<std::uint32_t> values) {
    const std::uint32_t at = size();
    for (const std::uint32_t value : values) {
      pad(4);
      put32(size() - 4, value);
    }
    return at;
  }
  std::uint32_t data(std::initializer_list<int> values) {
    const std::uint32_t at = size();
    for (const int value : values)
      bytes_.push_back(static_cast<std::byte>(value));
    return at;
  }
  std::uint32_t text(std::string_view text) {
    const std::uint32_t at = size();
    for (const char c : text)
      bytes_.push_back(static_cast<std::byte>(c));
    bytes_.push_back(std::byte{0});
    return at;
  }

  void setArray(Array array, std::uint32_t offset, std::uint32_t size_bytes) {
    put32(array, offset);
    put32(array + 4, size_bytes);
  }

  struct Mesh {
    std::uint32_t vertices = 0;
    std::uint32_t vertex_bytes = 0;
    std::uint32_t n_vtx = 0;
    std::uint32_t faces = 0;
    std::uint32_t face_bytes = 0;
    std::uint32_t n_tris = 0;
    std::uint32_t material = 0;
    std::uint32_t flags = 0;
  };
  /// Appends mesh records and makes them the mesh array; returns the first one's offset.
  std::uint32_t meshes(const std::vector<Mesh>& list) {
    align();
    const std::uint32_t at = size();
    for (const Mesh& m : list) {
      words({m.vertices, m.faces, m.material, m.n_vtx | m.n_tris << 16, m.vertex_bytes,
             m.face_bytes, m.flags, 0});
    }
    setArray(kMeshes, at, size() - at);
    return at;
  }

  struct Bone {
    std::uint32_t parent = 0;
    std::uint32_t solid = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t name = 0;
  };
  std::uint32_t bones(const std::vector<Bone>& list) {
    align();
    const std::uint32_t at = size();
    for (const Bone& b : list)
      words({b.low, b.high, b.name, b.parent | b.solid << 8});
    setArray(kBones, at, size() - at);
    return at;
  }

  struct Anim {
    std::uint32_t name = 0;
    std::uint32_t n_frames = 4;
    std::uint32_t rate = 40;
    std::uint32_t frames = 0;
    std::uint32_t frame_bytes = 0;
  };
  std::uint32_t anims(const std::vector<Anim>& list) {
    align();
    const std::uint32_t at = size();
    for (const Anim& a : list) {
      words({a.name, a.n_frames | a.rate << 8, a.frames, a.frame_bytes});
    }
    setArray(kAnims, at, size() - at);
    return at;
  }

  [[nodiscard]] SharedBytes share() const {
    return std::make_shared<const std::vector<std::byte>>(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace sinew::test
