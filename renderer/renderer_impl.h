#pragma once

#include <string>
#include <vector>

#include "renderer/passes.h"
#include "renderer/renderer.h"

namespace sinew::renderer {

struct Renderer::Impl {
  GpuInfo info;
  bool debug_output = false;
  std::vector<std::string> messages;  ///< from the debug callback
  ShaderLibrary shaders;
  SamplerCache samplers;
  InstanceBatch<LineInstance> lines;
  InstanceBatch<BoneInstance> bones;
  Pacer pacer;
  double time_limit_s = 60.0;
  gl::Buffer frame_buffer;  ///< FrameBlock
  gl::VertexArray empty_vertices;
};

}  // namespace sinew::renderer
