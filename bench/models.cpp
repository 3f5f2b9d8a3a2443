#include "bench/models.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "format/bmd1/write.h"

namespace sinew::bench {
namespace {

using bmd1::FaceSpec;
using bmd1::MeshSpec;
using bmd1::VertexSpec;

constexpr std::uint32_t kAround = 32;
constexpr std::uint32_t kAlong = 31;
constexpr double kTurn = 6.283185307179586;
constexpr double kBoneStep = 6.0;

VertexSpec::Form formOf(std::uint32_t mesh, std::uint32_t vertex) {
  switch (mesh % 4) {
    case 0:
    case 1:
      return VertexSpec::Form::V64;
    case 2: {
      constexpr std::array<VertexSpec::Form, 4> kMixed = {
          VertexSpec::Form::V64, VertexSpec::Form::FA, VertexSpec::Form::FB, VertexSpec::Form::FD};
      return kMixed[vertex % 4];
    }
    default:
      return VertexSpec::Form::FD;
  }
}

/// One torus around the line of bones; its vertices hang on three neighbouring bones.
MeshSpec torus(std::uint32_t mesh, std::uint32_t bones) {
  MeshSpec out;
  out.material = mesh % 4 == 0 ? "#8090A0" : "skin";
  const std::uint32_t middle = mesh % bones;
  for (std::uint32_t v = 0; v < kAlong; ++v) {
    for (std::uint32_t u = 0; u < kAround; ++u) {
      const double a = kTurn * u / kAround;
      const double b = kTurn * v / kAlong;
      const double ring = 20.0 + 5.0 * std::cos(b) + 0.03 * mesh;
      const double along = 5.0 * std::sin(b);
      VertexSpec vertex;
      vertex.form = formOf(mesh, v * kAround + u);
      const std::uint32_t bone = std::min(bones - 1, middle + v % 3);
      vertex.bone = static_cast<std::uint8_t>(bone);
      vertex.position = {along - kBoneStep * (bone - static_cast<double>(middle)),
                         ring * std::cos(a), ring * std::sin(a)};
      vertex.normal = {std::sin(b), std::cos(b) * std::cos(a), std::cos(b) * std::sin(a)};
      vertex.st = {static_cast<double>(u) / kAround, static_cast<double>(v) / kAlong};
      out.vertices.push_back(vertex);
    }
  }
  const auto at = [](std::uint32_t v, std::uint32_t u) {
    return (v % kAlong) * kAround + u % kAround;
  };
  for (std::uint32_t v = 0; v < kAlong; ++v) {
    for (std::uint32_t u = 0; u < kAround; ++u) {
      out.faces.push_back({{at(v, u), at(v, u + 1), at(v + 1, u + 1), 0}, false});
      out.faces.push_back({{at(v, u), at(v + 1, u + 1), at(v + 1, u), 0}, false});
    }
  }
  return out;
}

/// A closed box without material, for use as a bone's solid.
MeshSpec box(std::uint8_t bone) {
  MeshSpec out;
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    VertexSpec vertex;
    vertex.bone = bone;
    vertex.position = {corner & 1 ? 3.0 : -3.0, corner & 2 ? 3.0 : -3.0, corner & 4 ? 3.0 : -3.0};
    out.vertices.push_back(vertex);
  }
  out.faces = {{{0, 2, 3, 1}, true}, {{4, 5, 7, 6}, true}, {{0, 1, 5, 4}, true},
               {{2, 6, 7, 3}, true}, {{0, 4, 6, 2}, true}, {{1, 3, 7, 5}, true}};
  return out;
}

bmd1::AnimSpec clip(std::uint32_t index, std::uint32_t bones) {
  bmd1::AnimSpec out;
  out.name = "clip" + std::to_string(index);
  out.frames = 60;
  out.hz = 15.0;
  out.tracks.resize(bones);
  for (std::uint32_t bone = 1; bone < bones; ++bone) {
    for (std::uint32_t frame = (bone + index) % 3; frame < 60; frame += 3) {
      bmd1::KeySpec key;
      key.frame = frame;
      const double angle = 0.2 * std::sin(kTurn * frame / 60.0 + bone);
      key.rotation = glm::dquat(std::cos(angle), std::sin(angle), 0.0, 0.0);
      if (bone % 5 == 0) key.translation = glm::dvec3(0.0, std::sin(angle), 0.0);
      out.tracks[bone].push_back(key);
    }
  }
  return out;
}

}  // namespace

std::vector<std::byte> makeModelFile(const ModelSize& size) {
  bmd1::FileSpec spec;
  for (std::uint32_t mesh = 0; mesh < size.meshes; ++mesh) {
    spec.meshes.push_back(torus(mesh, size.bones));
  }
  for (std::uint32_t bone = 0; bone < size.bones; ++bone) {
    bmd1::BoneSpec out;
    out.name = "bone" + std::to_string(bone);
    if (bone > 0) {
      out.parent = static_cast<std::uint8_t>(bone - 1);
      out.translation = {kBoneStep, 0.0, 0.0};
    }
    spec.bones.push_back(out);
  }
  for (std::uint8_t solid = 1; solid <= 2 && solid < size.bones; ++solid) {
    if (spec.meshes.size() > 255) break;  // a bone names its solid in one byte
    spec.bones[solid].solid = static_cast<std::uint8_t>(spec.meshes.size());
    spec.meshes.push_back(box(solid));
  }
  for (std::uint32_t index = 0; index < size.clips; ++index) {
    spec.anims.push_back(clip(index, size.bones));
  }
  Result<std::vector<std::byte>> file = bmd1::write(spec);
  if (!file) {
    std::fprintf(stderr, "the benchmark's model cannot be written: %s\n",
                 file.error().message.c_str());
    std::exit(1);
  }
  return std::move(*file);
}

}  // namespace sinew::bench
