#include "renderer/gpu_model.h"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include "renderer/image_scale.h"

namespace sinew::renderer {

namespace {

std::uint32_t wordAt(Bytes bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    word |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  }
  return word;
}

/// log2 of the rounding cell of the record at `at` (packed vec3: exponent - 22; halves: the largest
/// exponent of the three - 25, denormals as exponent 1).
float cellLog2(Bytes bytes, std::size_t at, std::uint32_t tag) {
  const std::uint32_t low = wordAt(bytes, at);
  if (tag < 0xFC) return static_cast<float>(low >> 27) - 22.0f;
  const std::uint32_t high = wordAt(bytes, at + 4);
  const std::uint32_t exponent = std::max({low >> 10 & 31U, low >> 26 & 31U, high >> 10 & 31U, 1U});
  return static_cast<float>(exponent) - 25.0f;
}

/// The image with both sides at most `largest_side`, keeping its proportions.
Image shrink(const Image& image, int largest_side) {
  const double factor = static_cast<double>(largest_side) / std::max(image.width, image.height);
  const auto side = [&](int pixels) {
    return std::clamp(static_cast<int>(pixels * factor), 1, std::min(pixels, largest_side));
  };
  return scaledDown(image, side(image.width), side(image.height));
}

}  // namespace

void uploadLevels(const Image& image) {
  const auto upload = [](GLint level, const Image& from) {
    glTexImage2D(GL_TEXTURE_2D, level, GL_SRGB8_ALPHA8, from.width, from.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, from.rgba.data());
  };
  upload(0, image);
  GLint level = 0;
  for (const Image& smaller : mipLevels(image))
    upload(++level, smaller);
}

GpuModel::GpuModel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GpuModel::~GpuModel() = default;
GpuModel::GpuModel(GpuModel&&) noexcept = default;
GpuModel& GpuModel::operator=(GpuModel&&) noexcept = default;

std::size_t GpuModel::packedVertexBytes() const {
  return impl_->packed_bytes;
}
std::size_t GpuModel::otherBytes() const {
  return impl_->other_bytes;
}
float GpuModel::largestCellLog2() const {
  return impl_->largestCellLog2();
}
const std::vector<std::string>& GpuModel::warnings() const {
  return impl_->warnings;
}

void GpuModel::setTexture(std::uint32_t texture, const Image* image) {
  if (texture >= impl_->textures.size()) return;
  impl_->textures[texture].reset();
  if (image == nullptr || image->width < 1 || image->height < 1) return;
  const int limit = impl_->info.max_texture_size;
  Image smaller;
  if (image->width > limit || image->height > limit) {
    impl_->warnings.push_back(fmt::format(
        "texture \"{}\" of {} x {} pixels is shown smaller: this driver allows sides of {}",
        impl_->model->textures[texture].name.c_str(), image->width, image->height, limit));
    smaller = shrink(*image, limit);
    image = &smaller;
  }
  gl::Texture out = gl::Texture::create();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, out.id());
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  // The first row goes to T = 0, which is the image's top row (section 4).
  uploadLevels(*image);
  glBindTexture(GL_TEXTURE_2D, 0);
  impl_->textures[texture] = std::move(out);
}

void GpuModel::Impl::uploadInfluences(const ModelInstance& instance, bool weights) {
  const Influences& influences = model->influences;
  const std::size_t count = influence_upload.size() / 4;  // texels
  const std::size_t matrices = std::max<std::size_t>(influences.size(), 1);
  for (std::size_t i = 0; i < matrices; ++i) {
    const Mat34f identity;
    const Mat34f& m =
        i < instance.influence_matrices.size() ? instance.influence_matrices[i] : identity;
    std::copy(m.m.begin(), m.m.end(),
              influence_upload.begin() + static_cast<std::ptrdiff_t>(i * 12));
  }
  std::size_t floats = matrices * 12;
  if (weights) {
    for (std::size_t i = 0; i < influences.size(); ++i) {
      float weight = 0.0f;
      for (std::size_t k = influences.first[i]; k < influences.first[i + 1]; ++k) {
        if (influences.bones[k] == instance.selected_bone) weight += influences.weights[k];
      }
      if (instance.selected_bone == kNone && i == instance.selected_influence) weight = 1.0f;
      if (i < instance.selection_shares.size()) weight = instance.selection_shares[i];
      influence_upload[matrices * 12 + i] = weight;
    }
    floats = count * 4;
  }
  glBindBuffer(GL_TEXTURE_BUFFER, influence_buffer.id());
  glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(floats * sizeof(float)),
                  influence_upload.data());
}

float GpuModel::Impl::largestCellLog2() {
  if (largest_cell_log2) return *largest_cell_log2;
  float largest = -std::numeric_limits<float>::max();
  for (const Mesh& mesh : model->meshes) {
    const PackedVertices* list = mesh.packed();
    if (list == nullptr || !mesh.drawn) continue;
    const Bytes bytes = Bytes(*model->bytes)
                            .subspan(static_cast<std::size_t>(list->list.offset),
                                     static_cast<std::size_t>(list->list.size));
    for (std::size_t at = 0; at + 8 <= bytes.size();) {
      const auto tag = std::to_integer<std::uint32_t>(bytes[at + 7]);
      largest = std::max(largest, cellLog2(bytes, at, tag));
      at += tag < 0xF0 ? 8 : tag < 0xFC ? 12 : 16;
    }
  }
  largest_cell_log2 = std::max(largest, -25.0f);
  return *largest_cell_log2;
}

}  // namespace sinew::renderer
