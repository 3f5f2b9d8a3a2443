#pragma once

// The walk through a LOD block, in two files: lod.cpp, primitives.cpp.

#include <string>
#include <string_view>

#include "format/bbm/compiled.h"

namespace sinew::bbm {

class LodReader {
 public:
  LodReader(Bytes bytes, std::uint64_t base, std::string path, Context& context,
            bool skip_empty_words)
      : in_(bytes, base),
        path_(std::move(path)),
        context_(context),
        skip_empty_words_(skip_empty_words) {}

  RawLod run();

 private:
  [[nodiscard]] std::string at(std::string_view part) const;
  void tell(Kind kind, Effect effect, std::uint64_t offset, std::string_view part,
            std::string message);
  /// Tells why the cursor failed. Always false.
  bool stopped(std::string_view part);
  /// Whether `count` records of `size` bytes or more fit into what is left; tells where not.
  bool fits(std::uint64_t count, std::uint64_t size, std::uint64_t offset, std::string_view part);
  Block block(std::uint64_t size, std::string_view part);

  bool header();
  bool attachments(std::uint16_t helpers, std::uint16_t dummies, std::uint16_t names);
  void names(const Block& blob);
  bool volumes(std::uint16_t count);
  bool generators(std::uint16_t count);
  bool counts();
  bool skeleton();
  void boneNames(const Block& blob);
  bool materials();
  RawMaterial material();
  bool primitives();
  bool primitive(std::size_t index);
  bool primitiveHeader(RawPrimitive& out, const std::string& part, std::uint32_t& static_blocks,
                       std::uint32_t& animated_blocks);
  bool drawBlocks(RawPrimitive& out, const std::string& part, std::uint32_t static_blocks,
                  std::uint32_t animated_blocks);
  bool buffers(RawPrimitive& out, const std::string& part);
  bool cloths(RawPrimitive& out, const std::string& part);

  Cursor in_;
  std::string path_;
  Context& context_;
  bool skip_empty_words_;
  RawLod lod_;
  std::int32_t bone_count_ = 0;
  std::int32_t bone_names_size_ = 0;
  std::uint32_t static_total_ = 0;
  std::uint32_t animated_total_ = 0;
};

}  // namespace sinew::bbm
