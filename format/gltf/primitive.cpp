#include "format/gltf/primitive.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/gltf/draco.h"

namespace sinew::gltf {
namespace {

constexpr std::uint32_t kMostSets = 8;  ///< of texture coordinates, joints, …

template <class V>
std::vector<V> grouped(const std::vector<float>& values) {
  constexpr auto kWidth = static_cast<std::size_t>(V::length());
  std::vector<V> out(values.size() / kWidth);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t c = 0; c < kWidth; ++c)
      out[i][static_cast<glm::length_t>(c)] = values[i * kWidth + c];
  }
  return out;
}

/// Reads attributes, from accessors or from a Draco stream.
class Reader {
 public:
  Reader(Context& context, Store& store, const Primitive& primitive, const std::string& path)
      : context_(context), store_(store), primitive_(primitive), path_(path) {}

  /// Unpacks the Draco stream if there is one, and learns how many vertices there are.
  bool begin() {
    const std::uint32_t positions = primitive_.attribute("POSITION");
    if (positions == kNone) {
      return context_.fail("gltf.missing", path_ + ".attributes", "POSITION is missing");
    }
    count_ = store_.accessor(positions).count;
    if (!primitive_.draco) return true;
    const std::string draco_path = path_ + ".extensions.KHR_draco_mesh_compression";
    const Bytes data = store_.view(primitive_.draco->view);
    const std::uint64_t indices =
        primitive_.indices == kNone ? count_ : store_.accessor(primitive_.indices).count;
    if (!context_.ok() || !context_.spend(count_, 128, draco_path) ||
        !context_.spend(indices, sizeof(std::uint32_t), draco_path)) {
      return false;
    }
    const std::string fault =
        unpackDraco(*primitive_.draco, data, count_, indices, unpacked_.emplace());
    if (!fault.empty()) return context_.fail("gltf.draco", draco_path, fault);
    count_ = unpacked_->vertex_count;
    return true;
  }

  [[nodiscard]] bool has(std::string_view name) const {
    return primitive_.attribute(name) != kNone;
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// An attribute as floats; `width` is what it has to be, 0 for any, and gets what it is.
  std::vector<float> floats(std::string_view name, std::uint32_t& width) {
    const std::uint32_t accessor = primitive_.attribute(name);
    if (const DracoMesh::Attribute* stored = unpackedOf(name)) {
      const bool normalized = store_.accessor(accessor).normalized;
      std::vector<float> out = stored->values;
      for (float& value : out)
        value = normalizedValue(double{value}, stored->component, normalized);
      if (width != 0 && width != stored->width) {
        context_.fail("gltf.type", path_,
                      fmt::format("{} has {} components, not {}", name, stored->width, width));
      }
      width = stored->width;
      if (std::any_of(out.begin(), out.end(), [](float v) { return !std::isfinite(v); })) {
        context_.fail("gltf.not-finite", path_,
                      fmt::format("{} has an infinite number or none (NaN)", name));
      }
      return checked(name, std::move(out), width);
    }
    std::vector<float> out =
        width == 0 ? store_.floatsOfAnyWidth(accessor, name) : store_.floats(accessor, width, name);
    width = store_.accessor(accessor).width;
    return checked(name, std::move(out), width);
  }

  std::vector<std::uint32_t> integers(std::string_view name, std::uint32_t width) {
    if (const DracoMesh::Attribute* stored = unpackedOf(name)) {
      std::vector<std::uint32_t> out;
      for (const float value : stored->values)
        out.push_back(value >= 0.0f && value < 65536.0f ? static_cast<std::uint32_t>(value)
                                                        : kNone);
      if (stored->width != width) out.clear();
      return checked(name, std::move(out), width);
    }
    return checked(name, store_.integers(primitive_.attribute(name), width, name), width);
  }

  std::vector<std::uint32_t> indices() {
    if (unpacked_) return std::move(unpacked_->triangles);
    if (primitive_.indices != kNone) return store_.integers(primitive_.indices, 1, "indices");
    std::vector<std::uint32_t> out;
    if (!context_.spend(count_, sizeof(std::uint32_t), path_)) return out;
    out.resize(static_cast<std::size_t>(count_));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<std::uint32_t>(i);
    return out;
  }

 private:
  [[nodiscard]] const DracoMesh::Attribute* unpackedOf(std::string_view name) const {
    if (!unpacked_) return nullptr;
    const auto found = unpacked_->attributes.find(name);
    return found == unpacked_->attributes.end() ? nullptr : &found->second;
  }

  /// All attributes of a primitive have as many elements as there are positions.
  template <class T>
  std::vector<T> checked(std::string_view name, std::vector<T> values, std::uint32_t width) {
    if (!context_.ok() || values.size() == count_ * width) return values;
    context_.fail("gltf.count", fmt::format("{}.attributes.{}", path_, name),
                  fmt::format("{} elements for {} positions",
                              width == 0 ? 0 : values.size() / width, count_));
    return {};
  }

  Context& context_;
  Store& store_;
  const Primitive& primitive_;
  const std::string& path_;
  std::uint64_t count_ = 0;
  std::optional<DracoMesh> unpacked_;
};

std::vector<std::uint32_t> listed(Topology topology, std::vector<std::uint32_t> indices) {
  if (topology == Topology::Triangles) {
    indices.resize(indices.size() / 3 * 3);
    return indices;
  }
  std::vector<std::uint32_t> out;
  for (std::size_t i = 2; i < indices.size(); ++i) {
    // Every other triangle of a strip runs the other way round.
    const bool odd = topology == Topology::Strip && i % 2 == 1;
    const std::uint32_t a = topology == Topology::Fan ? indices[0] : indices[i - 2];
    const std::uint32_t b = odd ? indices[i] : indices[i - 1];
    const std::uint32_t c = odd ? indices[i - 1] : indices[i];
    // Strips are joined by triangles without area.
    if (a == b || b == c || c == a) continue;
    out.insert(out.end(), {a, b, c});
  }
  return out;
}

template <class T>
void keep(std::vector<T>& values, const std::vector<std::uint32_t>& used, std::size_t each = 1) {
  if (values.empty()) return;
  std::vector<T> out;
  out.reserve(used.size() * each);
  for (const std::uint32_t from : used) {
    for (std::size_t k = 0; k < each; ++k)
      out.push_back(values[from * each + k]);
  }
  values = std::move(out);
}

/// Reorders every array: vertex i becomes what vertex used[i] was.
void keepVertices(Geometry& geometry, const std::vector<std::uint32_t>& used) {
  keep(geometry.positions, used);
  keep(geometry.normals, used);
  keep(geometry.tangents, used);
  for (std::vector<glm::vec2>& set : geometry.uvs)
    keep(set, used);
  keep(geometry.colors, used);
  keep(geometry.joints, used, geometry.influences_each);
  keep(geometry.weights, used, geometry.influences_each);
}

/// Primitives often share one large list, each using a part of it.
void dropUnused(Geometry& geometry) {
  std::vector<std::uint32_t> number(geometry.positions.size(), kNone);
  for (const std::uint32_t index : geometry.triangles)
    number[index] = 0;
  std::vector<std::uint32_t> used;
  for (std::uint32_t v = 0; v < number.size(); ++v) {
    if (number[v] == kNone) continue;
    number[v] = static_cast<std::uint32_t>(used.size());
    used.push_back(v);
  }
  if (used.size() == number.size()) return;
  for (std::uint32_t& index : geometry.triangles)
    index = number[index];
  keepVertices(geometry, used);
}

void readColors(Reader& reader, Geometry& out) {
  std::uint32_t width = 0;
  const std::vector<float> values = reader.floats("COLOR_0", width);
  if (width != 3 && width != 4) return;
  out.colors.reserve(values.size() / width);
  for (std::size_t i = 0; i + width <= values.size(); i += width) {
    out.colors.emplace_back(values[i], values[i + 1], values[i + 2],
                            width == 4 ? values[i + 3] : 1.0f);
  }
}

void readInfluences(Reader& reader, Geometry& out) {
  std::uint32_t sets = 0;
  while (sets < kMostSets && reader.has(fmt::format("JOINTS_{}", sets)) &&
         reader.has(fmt::format("WEIGHTS_{}", sets)))
    ++sets;
  out.influences_each = 4 * sets;
  const auto count = static_cast<std::size_t>(reader.count());
  for (std::uint32_t s = 0; s < sets; ++s) {
    std::uint32_t width = 4;
    const std::vector<std::uint32_t> joints = reader.integers(fmt::format("JOINTS_{}", s), width);
    const std::vector<float> weights = reader.floats(fmt::format("WEIGHTS_{}", s), width);
    if (joints.size() != 4 * count || weights.size() != 4 * count) return;
    out.joints.resize(count * out.influences_each);
    out.weights.resize(count * out.influences_each);
    for (std::size_t v = 0; v < count; ++v) {
      for (std::size_t k = 0; k < 4; ++k) {
        out.joints[v * out.influences_each + 4 * s + k] = joints[4 * v + k];
        out.weights[v * out.influences_each + 4 * s + k] = weights[4 * v + k];
      }
    }
  }
}

void readAttributes(Reader& reader, Geometry& out) {
  std::uint32_t width = 3;
  out.positions = grouped<glm::vec3>(reader.floats("POSITION", width));
  if (reader.has("NORMAL")) out.normals = grouped<glm::vec3>(reader.floats("NORMAL", width));
  width = 4;
  if (reader.has("TANGENT")) out.tangents = grouped<glm::vec4>(reader.floats("TANGENT", width));
  width = 2;
  for (std::uint32_t set = 0; set < kMostSets; ++set) {
    const std::string name = fmt::format("TEXCOORD_{}", set);
    if (!reader.has(name)) continue;
    out.uvs.resize(set + 1);
    out.uvs[set] = grouped<glm::vec2>(reader.floats(name, width));
  }
  if (reader.has("COLOR_0")) readColors(reader, out);
  readInfluences(reader, out);
}

}  // namespace

Geometry readGeometry(Context& context, Store& store, const Primitive& primitive,
                      const std::string& path) {
  Geometry out;
  Reader reader(context, store, primitive, path);
  if (!reader.begin()) return {};
  readAttributes(reader, out);
  std::vector<std::uint32_t> indices = reader.indices();
  if (!context.ok()) return {};
  const std::size_t count = out.positions.size();
  const auto bad = std::find_if(indices.begin(), indices.end(),
                                [&](std::uint32_t index) { return index >= count; });
  if (bad != indices.end()) {
    context.fail("gltf.index", fmt::format("{}.indices[{}]", path, bad - indices.begin()),
                 fmt::format("vertex {}, but the primitive has {}", *bad, count));
    return {};
  }
  const Topology topology = primitive.draco ? Topology::Triangles : primitive.topology;
  if (topology != Topology::Triangles &&
      !context.spend(indices.size(), 3 * sizeof(std::uint32_t), path)) {
    return {};
  }
  out.triangles = listed(topology, std::move(indices));
  dropUnused(out);
  return out;
}

void makeFlatNormals(Geometry& geometry) {
  std::vector<std::uint32_t> used;
  std::vector<glm::vec3> normals;
  std::map<std::pair<std::uint32_t, std::array<float, 3>>, std::uint32_t> known;
  for (std::size_t i = 0; i + 3 <= geometry.triangles.size(); i += 3) {
    std::uint32_t* corners = geometry.triangles.data() + i;
    const glm::dvec3 a(geometry.positions[corners[0]]);
    const glm::dvec3 b(geometry.positions[corners[1]]);
    const glm::dvec3 c(geometry.positions[corners[2]]);
    const glm::dvec3 across = glm::cross(b - a, c - a);
    const double length = glm::length(across);
    const glm::vec3 normal = length > 0.0 ? glm::vec3(across / length) : glm::vec3(0.0f);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [at, is_new] =
          known.emplace(std::pair(corners[k], std::array{normal.x, normal.y, normal.z}),
                        static_cast<std::uint32_t>(used.size()));
      if (is_new) {
        used.push_back(corners[k]);
        normals.push_back(normal);
      }
      corners[k] = at->second;
    }
  }
  keepVertices(geometry, used);
  geometry.normals = std::move(normals);
}

}  // namespace sinew::gltf
