#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "format/mdl0/display_list.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t kHeadBytes = 0x60;
constexpr std::uint64_t kMatrix = 0x08;
constexpr std::uint64_t kSetup = 0x18;
constexpr std::uint64_t kPrimitives = 0x24;
constexpr std::uint64_t kFlags = 0x34;
constexpr std::uint64_t kArrays = 0x48;
constexpr std::uint32_t kInvisible = 2;

/// Where an object's list lies.
struct ListPlace {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The list that `field` describes: bytes allocated, bytes used, offset from the field.
std::optional<ListPlace> placeOf(const Source& source, std::uint64_t field,
                                 const std::string& path) {
  const std::uint64_t allocated = source.u32(field);
  const std::uint64_t used = source.u32(field + 4);
  const std::uint64_t bytes = std::min(allocated, used);
  if (bytes == 0) return ListPlace{};
  const auto begin = source.follow(field, field + 8, Effect::Loss, path);
  if (!begin) return std::nullopt;
  const std::uint64_t room = source.size() - *begin;
  if (bytes > room) {
    source.report(Kind::Truncated, Effect::Repair, field, path,
                  fmt::format("{} bytes announced, the file has {} from there", bytes, room));
  }
  return ListPlace{*begin, *begin + std::min(bytes, room)};
}

class ObjectReader {
 public:
  ObjectReader(ModelReader& reader, const Entry& entry)
      : reader_(reader),
        source_(reader.source),
        at_(entry.offset),
        path_(reader.sub("objects", entry.name)) {
    mesh_.name = entry.name;
    mesh_.source_offset = at_;
  }

  /// The mesh, unless it cannot be read, which is reported.
  std::optional<scene::Mesh> read() {
    if (!source_.has(at_, kHeadBytes)) {
      source_.report(Kind::Truncated, Effect::Loss, at_, path_, "the file ends inside the object");
      return std::nullopt;
    }
    if (!source_.spend(kHeadBytes, at_, path_)) return std::nullopt;
    mesh_.visible = (source_.u32(at_ + kFlags) & kInvisible) == 0;
    const std::optional<VertexLayout> layout = readSetup();
    if (!layout) return std::nullopt;
    if (!findArrays(*layout)) return std::nullopt;
    const auto place = placeOf(source_, at_ + kPrimitives, path_ + "/primitives");
    if (!place) return std::nullopt;
    if (!source_.spend(place->end - place->begin, at_ + kPrimitives, path_)) return std::nullopt;
    readPrimitives(*layout, *place);
    return std::move(mesh_);
  }

 private:
  std::optional<VertexLayout> readSetup() {
    const std::string path = path_ + "/setup";
    const auto place = placeOf(source_, at_ + kSetup, path);
    if (!place) return std::nullopt;
    if (!source_.spend(place->end - place->begin, at_ + kSetup, path)) return std::nullopt;
    gx::Registers registers;
    const gx::StreamResult result =
        gx::execute(source_.part(place->begin, place->end - place->begin), registers);
    if (result.end != gx::StreamResult::End::Done) {
      const bool cut = result.end == gx::StreamResult::End::Truncated;
      source_.report(cut ? Kind::Truncated : Kind::Opcode, Effect::Loss,
                     place->begin + result.offset, path,
                     cut ? "the list ends inside a command" : "the command does not exist");
    }
    const std::optional<VertexLayout> layout = layoutOf(registers);
    if (layout && layout->attributes[0].mode != FieldMode::Absent) return layout;
    source_.report(Kind::Missing, Effect::Loss, place->begin, path,
                   layout ? "the vertices have no positions"
                          : "the list does not say what a vertex is made of");
    return std::nullopt;
  }

  /// The arrays that the object's numbers name. False where one that it needs is not there.
  bool findArrays(const VertexLayout& layout) {
    for (std::size_t i = 0; i < kAttributes; ++i) {
      const FieldMode mode = layout.attributes[i].mode;
      if (mode == FieldMode::Absent || mode == FieldMode::Direct) continue;
      const std::uint64_t field = at_ + kArrays + 2 * i;
      const std::int32_t number = source_.s16(field);
      if (number == -1 && i != 0) continue;
      const std::vector<VertexArray>& known =
          reader_.arrays[static_cast<std::size_t>(arrayKindOf(i))];
      if (number < 0 || static_cast<std::size_t>(number) >= known.size()) {
        source_.report(
            Kind::Index, Effect::Loss, field, path_,
            fmt::format("array {}, the model has {} of this kind", number, known.size()));
        return false;
      }
      const VertexArray& array = known[static_cast<std::size_t>(number)];
      if (!array.readable) {
        source_.report(Kind::Missing, Effect::Loss, field, path_,
                       fmt::format("the array {} could not be read", array.path));
        return false;
      }
      arrays_[i] = &array;
    }
    return true;
  }

  void readPrimitives(const VertexLayout& layout, const ListPlace& place) {
    DisplayList list{place.begin, place.end, layout, source_.s32(at_ + kMatrix),
                     path_ + "/primitives"};
    if (list.begin == list.end) {
      source_.report(Kind::Missing, Effect::Repair, at_ + kPrimitives, list.path,
                     "the primitive list is empty");
    }
    if (list.matrix >= 0 && !knownMatrix(static_cast<std::uint32_t>(list.matrix))) {
      source_.report(Kind::Index, Effect::Repair, at_ + kMatrix, path_,
                     fmt::format("matrix {} is no bone's and no blend's; the object stays in model "
                                 "space",
                                 list.matrix));
    }
    VertexDecoder decoder(source_, layout, arrays_, at_, list.path, mesh_);
    readDisplayList(reader_, list, decoder, mesh_);
    decoder.finish();
  }

  bool knownMatrix(std::uint32_t id) const {
    return id < reader_.matrices.size() && reader_.matrices[id].to != MatrixRef::To::Nothing;
  }

  ModelReader& reader_;
  const Source& source_;
  std::uint64_t at_;
  std::string path_;
  scene::Mesh mesh_;
  std::array<const VertexArray*, kAttributes> arrays_{};
};

}  // namespace

void readObjects(ModelReader& reader) {
  for (const Entry& entry : reader.entries(Section::Objects, "objects")) {
    reader.mesh_of_entry.push_back(kNone);
    if (!entry.readable) continue;
    std::optional<scene::Mesh> mesh = ObjectReader(reader, entry).read();
    if (!mesh) continue;
    reader.mesh_of_entry.back() = static_cast<std::uint32_t>(reader.model.meshes.size());
    reader.model.meshes.push_back(std::move(*mesh));
  }
}

}  // namespace sinew::mdl0
