#include "bench/glb.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "format/bmd1/decode.h"
#include "format/pose/pose.h"

namespace sinew::bench {
namespace {

/// Collects the binary chunk and the JSON arrays that describe it.
class Builder {
 public:
  /// Adds an accessor over `count` elements; `extra` is more JSON for it (min and max).
  template <class T>
  std::size_t add(const std::vector<T>& values, std::size_t count, int component, const char* type,
                  const std::string& extra = "") {
    while (binary_.size() % 4 != 0)
      binary_.push_back(std::byte{0});
    const std::size_t offset = binary_.size();
    const std::size_t size = values.size() * sizeof(T);
    binary_.resize(offset + size);
    if (size > 0) std::memcpy(binary_.data() + offset, values.data(), size);
    append(views_, fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}}})", offset, size));
    append(accessors_,
           fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"{}"{}}})",
                       accessor_count_, component, count, type, extra));
    return accessor_count_++;
  }

  static void append(std::string& list, const std::string& element) {
    if (!list.empty()) list += ',';
    list += element;
  }

  /// The file: header, JSON chunk, binary chunk.
  [[nodiscard]] std::vector<std::byte> finish(const std::string& more) {
    while (binary_.size() % 4 != 0)
      binary_.push_back(std::byte{0});
    std::string json =
        fmt::format(R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{}}}],)"
                    R"("bufferViews":[{}],"accessors":[{}],{}}})",
                    binary_.size(), views_, accessors_, more);
    while (json.size() % 4 != 0)
      json += ' ';
    std::vector<std::byte> out;
    const auto word = [&out](std::size_t value) {
      for (int shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<std::byte>(value >> shift & 0xFF));
      }
    };
    word(0x46546C67);  // "glTF"
    word(2);
    word(12 + 8 + json.size() + 8 + binary_.size());
    word(json.size());
    word(0x4E4F534A);  // "JSON"
    for (char c : json)
      out.push_back(static_cast<std::byte>(c));
    word(binary_.size());
    word(0x004E4942);  // "BIN"
    out.insert(out.end(), binary_.begin(), binary_.end());
    return out;
  }

 private:
  std::vector<std::byte> binary_;
  std::string views_;
  std::string accessors_;
  std::size_t accessor_count_ = 0;
};

constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;

/// One mesh's vertices, at rest in model space.
struct Vertices {
  std::vector<float> positions, normals, st, weights;
  std::vector<std::uint8_t> joints;
};

Vertices verticesOf(const LoadedModel& loaded, const Mesh& mesh,
                    const std::vector<Mat34d>& influences) {
  const Model& model = loaded.model;
  const PackedVertices& list = *mesh.packed();
  std::vector<glm::dvec3> positions(list.count);
  std::vector<glm::dvec3> normals(list.count);
  pose::skin(model, mesh, influences, positions, normals);
  Vertices out;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (int c = 0; c < 3; ++c)
      out.positions.push_back(static_cast<float>(positions[i][c]));
    for (int c = 0; c < 3; ++c)
      out.normals.push_back(static_cast<float>(normals[i][c]));
  }
  bmd1::forEachVertex(*model.bytes, list, [&](std::uint32_t, const bmd1::Vertex& vertex) {
    out.st.push_back(vertex.st.x);
    out.st.push_back(vertex.st.y);
    const Influences& all = model.influences;
    const std::size_t influence = vertex.bone < all.size() ? vertex.bone : 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t at = all.first[influence] + k;
      const bool used = at < all.first[influence + 1];
      out.joints.push_back(used ? static_cast<std::uint8_t>(all.bones[at]) : std::uint8_t{0});
      out.weights.push_back(used ? all.weights[at] : 0.0f);
    }
  });
  return out;
}

std::string bounds(const std::vector<float>& positions) {
  std::array<float, 3> low;
  std::array<float, 3> high;
  low.fill(std::numeric_limits<float>::max());
  high.fill(std::numeric_limits<float>::lowest());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    low[i % 3] = std::min(low[i % 3], positions[i]);
    high[i % 3] = std::max(high[i % 3], positions[i]);
  }
  return fmt::format(R"(,"min":[{},{},{}],"max":[{},{},{}])", low[0], low[1], low[2], high[0],
                     high[1], high[2]);
}

/// Adds a mesh; the JSON of its primitive.
std::string primitive(Builder& builder, const Mesh& mesh, const Vertices& vertices,
                      std::size_t material, bool skinned) {
  const std::size_t count = vertices.positions.size() / 3;
  const std::size_t position =
      builder.add(vertices.positions, count, kFloat, "VEC3", bounds(vertices.positions));
  const std::size_t normal = builder.add(vertices.normals, count, kFloat, "VEC3");
  const std::size_t st = builder.add(vertices.st, count, kFloat, "VEC2");
  std::string skin;
  if (skinned) {
    const std::size_t joints = builder.add(vertices.joints, count, kUnsignedByte, "VEC4");
    const std::size_t weights = builder.add(vertices.weights, count, kFloat, "VEC4");
    skin = fmt::format(R"(,"JOINTS_0":{},"WEIGHTS_0":{})", joints, weights);
  }
  std::size_t indices = 0;
  if (count <= 65535) {
    const std::vector<std::uint16_t> narrow(mesh.triangles.begin(), mesh.triangles.end());
    indices = builder.add(narrow, narrow.size(), kUnsignedShort, "SCALAR");
  } else {
    indices = builder.add(mesh.triangles, mesh.triangles.size(), kUnsignedInt, "SCALAR");
  }
  return fmt::format(
      R"({{"primitives":[{{"attributes":{{"POSITION":{},"NORMAL":{},"TEXCOORD_0":{}{}}},)"
      R"("indices":{},"material":{}}}]}})",
      position, normal, st, skin, indices, material);
}

/// The inverse of a rigid map, column-major 4x4 as glTF has it.
void appendInverse(std::vector<float>& out, const Mat34d& matrix) {
  const auto& m = matrix.m;
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row)
      out.push_back(static_cast<float>(m[4 * column + row]));
    out.push_back(0.0f);
  }
  for (std::size_t row = 0; row < 3; ++row) {
    const double value = -(m[row] * m[3] + m[4 + row] * m[7] + m[8 + row] * m[11]);
    out.push_back(static_cast<float>(value));
  }
  out.push_back(1.0f);
}

/// Nodes 0..n-1: a node that turns Z up into Y up, the bones, then the meshes.
std::string scene(Builder& builder, const Model& model, const std::vector<Mat34d>& bones,
                  const std::vector<std::string>& meshes) {
  const std::size_t bone_count = model.skeleton.bones.size();
  const auto children = [&](std::uint32_t parent) {
    std::string list;
    for (std::size_t i = 0; i < bone_count; ++i) {
      if (model.skeleton.bones[i].parent == parent) Builder::append(list, std::to_string(i + 1));
    }
    return list.empty() ? std::string() : fmt::format(R"(,"children":[{}])", list);
  };
  std::string nodes =
      fmt::format(R"({{"rotation":[-0.70710678,0,0,0.70710678]{}}})", children(kNone));
  std::string joints;
  std::vector<float> inverse;
  for (std::size_t i = 0; i < bone_count; ++i) {
    const Transform& rest = model.skeleton.bones[i].rest;
    Builder::append(nodes, fmt::format(R"({{"translation":[{},{},{}],"rotation":[{},{},{},{}]{}}})",
                                       rest.translation.x, rest.translation.y, rest.translation.z,
                                       rest.rotation.x, rest.rotation.y, rest.rotation.z,
                                       rest.rotation.w, children(static_cast<std::uint32_t>(i))));
    Builder::append(joints, std::to_string(i + 1));
    appendInverse(inverse, bones[i]);
  }
  std::string skins;
  if (bone_count > 0) {
    const std::size_t accessor = builder.add(inverse, bone_count, kFloat, "MAT4");
    skins =
        fmt::format(R"("skins":[{{"joints":[{}],"inverseBindMatrices":{}}}],)", joints, accessor);
  }
  std::string roots = "0";
  std::string list;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    Builder::append(list, meshes[i]);
    Builder::append(nodes,
                    fmt::format(R"({{"mesh":{}{}}})", i, bone_count > 0 ? R"(,"skin":0)" : ""));
    Builder::append(roots, std::to_string(bone_count + 1 + i));
  }
  return fmt::format(R"({}"meshes":[{}],"nodes":[{}],"scenes":[{{"nodes":[{}]}}],"scene":0)", skins,
                     list, nodes, roots);
}

/// One channel of one bone: a sampler and the channel that uses it.
template <class V>
void addChannel(Builder& builder, const KeyPool<V>& pool, std::uint32_t first, std::uint32_t last,
                const Clip& clip, std::size_t node, const char* path, std::string& samplers,
                std::string& channels, std::size_t& count) {
  if (first == last) return;
  constexpr bool kRotation = sizeof(V) == 16;
  std::vector<float> times;
  std::vector<float> values;
  for (std::uint32_t key = first; key < last; ++key) {
    times.push_back(pool.frame(key) / static_cast<float>(clip.rate_hz > 0.0 ? clip.rate_hz : 1.0));
    const V& value = pool.values[key];
    values.insert(values.end(), {value.x, value.y, value.z});
    if constexpr (kRotation) values.push_back(value.w);
  }
  const std::size_t input =
      builder.add(times, times.size(), kFloat, "SCALAR",
                  fmt::format(R"(,"min":[{}],"max":[{}])", times.front(), times.back()));
  const std::size_t output = builder.add(values, times.size(), kFloat, kRotation ? "VEC4" : "VEC3");
  Builder::append(samplers, fmt::format(R"({{"input":{},"output":{}}})", input, output));
  Builder::append(channels, fmt::format(R"({{"sampler":{},"target":{{"node":{},"path":"{}"}}}})",
                                        count++, node, path));
}

/// The JSON of all clips, empty without any.
std::string animations(Builder& builder, const Model& model) {
  std::string list;
  for (const Clip& clip : model.clips) {
    if (clip.keys == nullptr) continue;
    std::string samplers;
    std::string channels;
    std::size_t count = 0;
    const ClipKeys& keys = *clip.keys;
    for (std::size_t i = 0; i + 1 < keys.tracks.size(); ++i) {
      const Track& track = keys.tracks[i];
      const Track& next = keys.tracks[i + 1];
      const std::size_t node = track.bone + 1;
      addChannel(builder, keys.rotations, track.first_rotation, next.first_rotation, clip, node,
                 "rotation", samplers, channels, count);
      addChannel(builder, keys.translations, track.first_translation, next.first_translation, clip,
                 node, "translation", samplers, channels, count);
      addChannel(builder, keys.scales, track.first_scale, next.first_scale, clip, node, "scale",
                 samplers, channels, count);
    }
    if (count == 0) continue;
    Builder::append(list,
                    fmt::format(R"({{"samplers":[{}],"channels":[{}]}})", samplers, channels));
  }
  return list.empty() ? list : fmt::format(R"("animations":[{}],)", list);
}

}  // namespace

std::vector<std::byte> toGlb(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  const pose::ExactPose rest = pose::evaluateExact(model, std::nullopt, 0.0);
  Builder builder;
  std::vector<std::string> meshes;
  std::string materials;
  for (const Mesh& mesh : model.meshes) {
    if (!mesh.drawn || mesh.packed() == nullptr || mesh.packed()->count == 0) continue;
    const glm::vec4 color =
        mesh.material == kNone ? glm::vec4(1.0f) : model.materials[mesh.material].color;
    Builder::append(materials,
                    fmt::format(R"({{"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},1],)"
                                R"("metallicFactor":0,"roughnessFactor":1}}}})",
                                color.r, color.g, color.b));
    meshes.push_back(primitive(builder, mesh, verticesOf(loaded, mesh, rest.influences),
                               meshes.size(), !model.skeleton.bones.empty()));
  }
  const std::string nodes = scene(builder, model, rest.bones, meshes);
  const std::string clips = animations(builder, model);
  return builder.finish(fmt::format(R"({}"materials":[{}],{})", clips, materials, nodes));
}

}  // namespace sinew::bench
