#include "app/ui/picture_target.h"

#include <algorithm>

namespace sinew::app::ui {
namespace {

bool sameLines(const std::vector<renderer::PictureLine>& a,
               const std::vector<renderer::PictureLine>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const renderer::PictureLine& x, const renderer::PictureLine& y) {
                      return x.from == y.from && x.to == y.to && x.color == y.color &&
                             x.width == y.width;
                    });
}

bool samePicture(const PictureRequest& a, const PictureRequest& b) {
  return a.texture == b.texture && a.image == b.image && a.low_st == b.low_st &&
         a.high_st == b.high_st && a.channels == b.channels && a.smooth == b.smooth &&
         a.uv_meshes == b.uv_meshes && sameLines(a.lines, b.lines);
}

}  // namespace

Result<void> PictureTarget::draw(Viewer& viewer, renderer::Renderer& renderer,
                                 const PictureRequest& request, float pixel_scale) {
  Scene* scene = viewer.scene();
  if (!request.wanted || scene == nullptr) {
    target_.reset();  // as large as half a window
    return {};
  }
  const bool fits =
      target_ && target_->width() == request.width && target_->height() == request.height;
  if (!fits) {
    target_.reset();
    auto made = renderer::RenderTarget::create(renderer.info(), request.width, request.height,
                                               viewer.state.view.msaa);
    if (!made) return tl::unexpected(made.error());
    target_.emplace(std::move(*made));
  } else if (model_ == scene && samePicture(drawn_, request)) {
    return {};
  }
  drawn_ = request;
  model_ = scene;
  renderer::PictureFrame frame;
  frame.gpu = &scene->gpuModel();
  frame.texture = request.texture;
  frame.low_st = request.low_st;
  frame.high_st = request.high_st;
  frame.channels = request.channels;
  frame.smooth = request.smooth;
  frame.uv_meshes = request.uv_meshes;
  frame.lines = request.lines;
  frame.pixel_scale = pixel_scale;
  return renderer.drawPicture(frame, *target_);
}

void PictureTarget::blit(const PictureRequest& request, unsigned framebuffer, int window_height) {
  if (!request.wanted || !target_) return;
  target_->blitTo(framebuffer, request.x, window_height - request.y - target_->height());
}

}  // namespace sinew::app::ui
