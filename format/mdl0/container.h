#pragma once

// What lies around the parts: wrappers, archives, the BRRES container. docs/format-mdl0.md,
// "Wrappers" and "The container".

#include <memory>
#include <string>
#include <vector>

#include "format/mdl0/source.h"
#include "format/scene/read.h"

namespace sinew::mdl0 {

/// What a part is, by its first four letters.
enum class PartKind : std::uint8_t { Mdl0, Tex0, Plt0, Chr0, Srt0, Pat0, Clr0, Vis0, Shp0, Scn0 };

/// A part of a container, in the container's order.
struct Part {
  PartKind kind = PartKind::Mdl0;
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;  ///< as its size says, within the file
};

/// A BRRES, or a bare part, with what is in it.
struct Container {
  std::unique_ptr<Source> source;
  std::vector<Part> parts;
};

struct Opened {
  std::vector<std::string> wrappers;
  std::vector<std::string> members;
  std::vector<Container> containers;
  bool unreadable = false;
};

/// Unwraps a file and lists its parts. `unpacked_left` is what may still be unpacked, in bytes; it
/// goes down. `name` stands in findings where a member's path would: null for the model's own file.
[[nodiscard]] Opened open(const SharedBytes& bytes, std::uint64_t& unpacked_left,
                          scene::Findings& findings, Budget& budget,
                          std::shared_ptr<const std::string> name = nullptr);

/// Whether these first bytes belong to something `open` reads. LZ10 and LZ11 count where they
/// unpack to such.
[[nodiscard]] bool looksOpenable(Bytes bytes);

}  // namespace sinew::mdl0
