#include "format/mdl0/vertex_decoder.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/big_endian.h"

namespace sinew::mdl0 {
namespace {

bool sameNumbers(ArrayKind kind, const NumberFormat& a, const VertexArray& b) {
  const bool divisor_counts = (kind == ArrayKind::Position || kind == ArrayKind::Uv) && a.type != 4;
  const std::uint32_t components =
      kind == ArrayKind::Normal && b.components == 2 ? 1 : b.components;
  return a.type == b.type && a.components == components &&
         (!divisor_counts || a.divisor == b.divisor);
}

}  // namespace

VertexDecoder::VertexDecoder(const Source& source, const VertexLayout& layout,
                             const std::array<const VertexArray*, kAttributes>& arrays,
                             std::uint64_t object, std::string path, scene::Mesh& mesh)
    : source_(source), path_(std::move(path)), mesh_(mesh) {
  for (std::size_t i = 0; i < kAttributes; ++i)
    bind(i, layout.attributes[i], arrays[i], object);
  std::size_t colors = 0;
  std::size_t uvs = 0;
  for (std::size_t i = kFirstColor; i < kAttributes; ++i) {
    if (fields_[i].mode == FieldMode::Absent) continue;
    (i < kFirstUv ? colors : uvs) = i - (i < kFirstUv ? kFirstColor : kFirstUv) + 1;
  }
  mesh_.colors.resize(colors);
  mesh_.uvs.resize(uvs);
}

void VertexDecoder::bind(std::size_t attribute, const VertexLayout::Attribute& described,
                         const VertexArray* array, std::uint64_t object) {
  const ArrayKind kind = arrayKindOf(attribute);
  Field& field = fields_[attribute];
  field.mode = described.mode;
  field.offset = described.offset;
  field.indices = described.indices;
  field.format = described.format;
  if (field.mode == FieldMode::Absent) return;
  if (field.mode != FieldMode::Direct) {
    if (array == nullptr) {  // declared, but without an array: its bytes are skipped
      field.mode = FieldMode::Absent;
      return;
    }
    field.array = array;
    NumberFormat element = field.format;
    if (kind == ArrayKind::Normal && field.indices == 3 && array->components != 1)
      element.components = 0;
    const bool fits =
        typeExists(kind, element.type) && elementBytes(kind, element) <= array->stride;
    if (!fits) {
      source_.report(Kind::Mismatch, Effect::Repair, object, path_,
                     "the setup list asks for more than the array's elements have; the array's own "
                     "format is used");
      field.format = {array->components, array->type, array->divisor};
      if (kind == ArrayKind::Normal && array->components == 2) field.format.components = 0;
    } else if (!sameNumbers(kind, field.format, *array)) {
      source_.report(Kind::Mismatch, Effect::Oddity, object, path_,
                     "the setup list and the array say different number formats; the setup list "
                     "counts");
    }
  }
  field.scale = kind == ArrayKind::Color ? 1.0 : scaleOf(kind, field.format);
  field.numbers = field.indices == 3 ? 3 : numbersOf(kind, field.format.components);
  field.bytes = field.numbers * typeBytes(kind, field.format.type);
}

const std::byte* VertexDecoder::element(Field& field, std::uint64_t record,
                                        std::uint32_t which) const {
  const Bytes bytes = source_.bytes();
  if (field.mode == FieldMode::Direct) return bytes.data() + record + field.offset;
  const bool wide = field.mode == FieldMode::Index16;
  const std::uint64_t at = record + field.offset + (wide ? 2 : 1) * which;
  const std::uint32_t index =
      wide ? loadBe<std::uint16_t>(bytes.data() + at) : std::to_integer<std::uint32_t>(bytes[at]);
  if (index >= field.array->count) {
    field.bad_index.add(at);
    return nullptr;
  }
  if (index >= field.array->available) return nullptr;
  std::uint64_t start = field.array->data + std::uint64_t{index} * field.array->stride;
  // Three indices into nine-number elements: each picks its own third.
  if (field.indices == 3 && field.array->components == 1)
    start += which * 3 * typeBytes(ArrayKind::Normal, field.format.type);
  // The setup list may ask for more of the last element than the file has.
  return source_.has(start, field.bytes) ? bytes.data() + start : nullptr;
}

void VertexDecoder::numbers(Field& field, std::uint64_t record, std::array<float, 9>& out) {
  const std::uint32_t bytes = field.format.type == 4 ? 4 : field.format.type >= 2 ? 2 : 1;
  for (std::uint32_t which = 0; which < field.indices; ++which) {
    const std::byte* at = element(field, record, which);
    for (std::uint32_t k = 0; k < field.numbers; ++k) {
      float value = 0.0f;
      if (at != nullptr) {
        value = rawNumber(field.format.type, at + bytes * k);
        if (!std::isfinite(value)) {
          field.not_finite.add(static_cast<std::uint64_t>(at + bytes * k - source_.bytes().data()));
          value = 0.0f;
        }
      }
      out[3 * which + k] = static_cast<float>(value * field.scale);
    }
  }
}

void VertexDecoder::appendNormal(Field& field, std::uint64_t record) {
  std::array<float, 9> n{};
  numbers(field, record, n);
  mesh_.normals.emplace_back(n[0], n[1], n[2]);
  if (field.indices != 3 && field.numbers != 9) return;
  mesh_.binormals.emplace_back(n[3], n[4], n[5]);
  mesh_.tangents.emplace_back(n[6], n[7], n[8], 0.0f);
}

void VertexDecoder::append(std::uint64_t record) {
  std::array<float, 9> n{};
  if (fields_[0].mode != FieldMode::Absent) numbers(fields_[0], record, n);
  mesh_.positions.emplace_back(n[0], n[1], fields_[0].numbers == 3 ? n[2] : 0.0f);
  if (fields_[kNormalAttribute].mode != FieldMode::Absent)
    appendNormal(fields_[kNormalAttribute], record);
  for (std::size_t i = 0; i < mesh_.colors.size(); ++i) {
    Field& field = fields_[kFirstColor + i];
    if (field.mode == FieldMode::Absent) continue;
    const std::byte* at = element(field, record, 0);
    mesh_.colors[i].push_back(at == nullptr ? glm::u8vec4(255) : colorAt(field.format, at));
  }
  for (std::size_t i = 0; i < mesh_.uvs.size(); ++i) {
    Field& field = fields_[kFirstUv + i];
    if (field.mode == FieldMode::Absent) continue;
    n[1] = 0.0f;
    numbers(field, record, n);
    mesh_.uvs[i].emplace_back(n[0], field.numbers == 2 ? n[1] : 0.0f);
  }
}

void VertexDecoder::finish() {
  for (const Field& field : fields_) {
    if (field.bad_index.count > 0) {
      source_.report(
          Kind::Index, Effect::Loss, field.bad_index.first, path_,
          fmt::format("an index past the {} elements of {}", field.array->count, field.array->path),
          field.bad_index.count);
    }
    if (field.not_finite.count > 0) {
      source_.report(Kind::NotFinite, Effect::Repair, field.not_finite.first,
                     field.array != nullptr ? field.array->path : path_,
                     "values that are no numbers; 0 is used", field.not_finite.count);
    }
  }
}

}  // namespace sinew::mdl0
