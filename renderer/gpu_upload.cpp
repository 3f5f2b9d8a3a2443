#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "renderer/gpu_info.h"
#include "renderer/gpu_model.h"
#include "renderer/gpu_types.h"

namespace sinew::renderer {

namespace {

constexpr std::size_t kWordBytes = 4;
/// Spare bytes at a chunk's end, allocated but never written: a short last record read as four
/// words stays inside the buffer.
constexpr std::size_t kSpareBytes = 8;

/// Where each distinct list lies.
struct PlacedList {
  std::uint32_t chunk = 0;
  std::uint32_t first_word = 0;
};
using ListKey = std::pair<std::uint64_t, std::uint64_t>;

/// Deals the distinct lists out to chunks of at most `max_words`; a list that is larger gets a
/// chunk of its own.
struct ListPlacer {
  std::size_t max_words = 0;
  std::map<ListKey, PlacedList> placed;
  std::vector<std::size_t> chunk_words;
  std::vector<std::pair<ListKey, PlacedList>> order;

  PlacedList place(const ByteRange& list) {
    const ListKey key{list.offset, list.size};
    if (const auto found = placed.find(key); found != placed.end()) return found->second;
    const auto words = static_cast<std::size_t>(list.size / kWordBytes);
    if (chunk_words.empty() || words > max_words - std::min(max_words, chunk_words.back())) {
      chunk_words.push_back(0);
    }
    const PlacedList where{static_cast<std::uint32_t>(chunk_words.size() - 1),
                           static_cast<std::uint32_t>(chunk_words.back())};
    chunk_words.back() += words;
    placed.emplace(key, where);
    order.emplace_back(key, where);
    return where;
  }
};

MeshInput inputOf(PackedForm form, bool fits_texture_buffer) {
  switch (form) {
    case PackedForm::Bits64:
      return MeshInput::Bits64;
    case PackedForm::Bits96:
      return MeshInput::Bits96;
    case PackedForm::Bits128:
      return MeshInput::Bits128;
    case PackedForm::Mixed:
      break;
  }
  return fits_texture_buffer ? MeshInput::Stream : MeshInput::Overlap;
}

void uploadChunks(const Model& model, const ListPlacer& placer, GpuModel::Impl& out) {
  for (const std::size_t words : placer.chunk_words) {
    PackedChunk chunk;
    chunk.buffer = gl::Buffer::create();
    chunk.size_bytes = words * kWordBytes;
    glBindBuffer(GL_ARRAY_BUFFER, chunk.buffer.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(chunk.size_bytes + kSpareBytes), nullptr,
                 GL_STATIC_DRAW);
    // The texture sees spare words too; a driver clamps it to its limit, and nothing reads behind
    // the lists.
    if (words <= placer.max_words) {
      chunk.words = gl::Texture::create();
      glBindTexture(GL_TEXTURE_BUFFER, chunk.words.id());
      glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, chunk.buffer.id());
    }
    out.packed_bytes += chunk.size_bytes;
    out.chunks.push_back(std::move(chunk));
  }
  for (const auto& [key, where] : placer.order) {
    glBindBuffer(GL_ARRAY_BUFFER, out.chunks[where.chunk].buffer.id());
    glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(where.first_word * kWordBytes),
                    static_cast<GLsizeiptr>(key.second),
                    model.bytes->data() + static_cast<std::size_t>(key.first));
  }
}

template <class T>
T at(const std::vector<T>& values, std::size_t i, T otherwise) {
  return i < values.size() ? values[i] : otherwise;
}

std::vector<std::byte> interleave(const VertexArrays& arrays, std::uint32_t uv_set, bool colored) {
  const std::size_t stride = sizeof(FloatVertex) + (colored ? 4 : 0);
  std::vector<std::byte> out(arrays.positions.size() * stride);
  const std::vector<glm::vec2> none;
  const std::vector<glm::vec2>& uvs = uv_set < arrays.uvs.size() ? arrays.uvs[uv_set] : none;
  for (std::size_t i = 0; i < arrays.positions.size(); ++i) {
    FloatVertex vertex;
    vertex.position = arrays.positions[i];
    vertex.normal = at(arrays.normals, i, glm::vec3(0.0f));
    vertex.uv = at(uvs, i, glm::vec2(0.0f));
    vertex.influence = at(arrays.influences, i, std::uint32_t{0});
    const auto* bytes = reinterpret_cast<const std::byte*>(&vertex);
    std::copy(bytes, bytes + sizeof vertex, out.begin() + static_cast<std::ptrdiff_t>(i * stride));
    if (colored) {
      const glm::u8vec4 color = at(arrays.colors[0], i, glm::u8vec4(255));
      const std::array<std::uint8_t, 4> raw{color.r, color.g, color.b, color.a};
      std::transform(raw.begin(), raw.end(),
                     out.begin() + static_cast<std::ptrdiff_t>(i * stride + sizeof vertex),
                     [](std::uint8_t b) { return std::byte{b}; });
    }
  }
  return out;
}

const TextureLayer* baseLayer(const Model& model, const Mesh& mesh) {
  if (mesh.material >= model.materials.size()) return nullptr;
  for (const TextureLayer& layer : model.materials[mesh.material].layers) {
    if (layer.role == "base") return &layer;
  }
  return nullptr;
}

/// Whether any record of a list has a Color/Shade byte other than white. Most files have none, and
/// their programs then need no colours at all.
bool hasShade(const Model& model, const PackedVertices& list) {
  constexpr std::byte kWhite{0x0F};
  if (list.form == PackedForm::Bits64) return false;
  const Bytes bytes = Bytes(*model.bytes)
                          .subspan(static_cast<std::size_t>(list.list.offset),
                                   static_cast<std::size_t>(list.list.size));
  for (std::size_t at = 0; at + 8 <= bytes.size();) {
    const auto tag = std::to_integer<unsigned>(bytes[at + 7]);
    if (tag < 0xF0) {
      at += 8;
    } else if (tag < 0xFC) {
      // Bit 1 of the tag makes byte 11 the bone.
      if ((tag & 2U) == 0 && at + 11 < bytes.size() && bytes[at + 11] != kWhite) return true;
      at += 12;
    } else {
      if (bytes[at + 6] != kWhite) return true;
      at += 16;
    }
  }
  return false;
}

GpuMesh describeMesh(const Model& model, const Mesh& mesh, ListPlacer& placer) {
  GpuMesh out;
  out.vertex_count = mesh.vertexCount();
  if (out.vertex_count == 0) return out;
  if (const PackedVertices* list = mesh.packed()) {
    const bool fits = list->list.size / kWordBytes <= placer.max_words;
    out.input = inputOf(list->form, fits);
    const PlacedList where = placer.place(list->list);
    out.chunk = where.chunk;
    out.first_word = where.first_word;
    out.flat_normals =
        list->flat_normals && (list->form == PackedForm::Bits64 || list->form == PackedForm::Mixed);
    out.colored = hasShade(model, *list);
    out.st128 = list->st128;
    out.shade_bgr = list->shade_bgr;
    for (glm::length_t c = 0; c < 3; ++c) {
      out.flat_color[c] =
          static_cast<float>(list->flat_color[static_cast<std::size_t>(c)]) / 255.0f;
    }
  } else {
    const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
    out.input = MeshInput::Arrays;
    out.colored = !arrays->colors.empty() && !arrays->colors[0].empty();
  }
  out.drawable = true;
  return out;
}

void makeChecker(GpuModel::Impl& out) {
  constexpr int kSide = 16;
  Image image;
  image.width = image.height = kSide;
  for (int i = 0; i < kSide * kSide; ++i) {
    const bool bright = ((i % kSide / 2) + (i / kSide / 2)) % 2 == 0;
    const std::array<std::uint8_t, 4> color = bright
                                                  ? std::array<std::uint8_t, 4>{230, 60, 200, 255}
                                                  : std::array<std::uint8_t, 4>{38, 34, 42, 255};
    image.rgba.insert(image.rgba.end(), color.begin(), color.end());
  }
  out.checker = gl::Texture::create();
  glBindTexture(GL_TEXTURE_2D, out.checker.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  uploadLevels(image);
}

void makeInfluences(const Model& model, GpuModel::Impl& out) {
  const std::size_t count = std::max<std::size_t>(model.influences.size(), 1);
  const std::size_t texels = count * 3 + (count + 3) / 4;
  out.influence_upload.assign(texels * 4, 0.0f);
  out.influence_buffer = gl::Buffer::create();
  glBindBuffer(GL_TEXTURE_BUFFER, out.influence_buffer.id());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(texels * 16), nullptr, GL_DYNAMIC_DRAW);
  out.influence_texels = gl::Texture::create();
  glBindTexture(GL_TEXTURE_BUFFER, out.influence_texels.id());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, out.influence_buffer.id());
  out.other_bytes += texels * 16;
}

void refuseMeshes(const Model& model, GpuModel::Impl& out) {
  const std::size_t count = std::max<std::size_t>(model.influences.size(), 1);
  const std::size_t texels = count * 3 + (count + 3) / 4;
  if (texels <= static_cast<std::size_t>(std::max(out.info.max_texture_buffer_texels, 0))) return;
  out.warnings.push_back(fmt::format(
      "no mesh is drawn: {} influence matrices need a texture buffer of {} texels and this "
      "driver allows {}",
      count, texels, out.info.max_texture_buffer_texels));
  for (GpuMesh& mesh : out.meshes)
    mesh.drawable = false;
}

}  // namespace

Result<std::unique_ptr<GpuModel::Impl>> uploadModel(const Model& model, const GpuInfo& info) {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
  auto out = std::make_unique<GpuModel::Impl>();
  out->model = &model;
  out->info = info;
  ListPlacer placer;
  // The spare words are texels too.
  const int texels = std::clamp(info.max_texture_buffer_texels, 3, kMaxStreamWords);
  placer.max_words = static_cast<std::size_t>(texels) - kSpareBytes / kWordBytes;
  out->meshes.reserve(model.meshes.size());
  for (const Mesh& mesh : model.meshes)
    out->meshes.push_back(describeMesh(model, mesh, placer));
  uploadChunks(model, placer, *out);
  refuseMeshes(model, *out);
  uploadTriangles(model, *out);
  for (std::size_t i = 0; i < out->meshes.size(); ++i) {
    GpuMesh& mesh = out->meshes[i];
    if (!mesh.drawable) continue;
    if (mesh.input == MeshInput::Arrays) {
      const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(model.meshes[i].vertices);
      const TextureLayer* layer = baseLayer(model, model.meshes[i]);
      const auto bytes = interleave(*arrays, layer == nullptr ? 0 : layer->uv_set, mesh.colored);
      mesh.plain = static_cast<std::uint32_t>(out->plain_vertices.size());
      out->plain_vertices.push_back(gl::Buffer::create());
      glBindBuffer(GL_ARRAY_BUFFER, out->plain_vertices.back().id());
      glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(),
                   GL_STATIC_DRAW);
      out->other_bytes += bytes.size();
    }
  }
  for (gl::VertexArray& vertices : out->vertex_arrays)
    vertices = gl::VertexArray::create();
  for (const Solid& solid : model.solids)
    out->solid_meshes.push_back(solid.mesh);
  makeInfluences(model, *out);
  makeChecker(*out);
  out->textures.resize(model.textures.size());
  if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
    return fail("gl.memory",
                fmt::format("the driver took no buffers of {} bytes for the model (error "
                            "0x{:X})",
                            out->packed_bytes + out->other_bytes, error));
  }
  return out;
}

}  // namespace sinew::renderer
