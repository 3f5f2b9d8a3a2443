#pragma once

// The names that display choices have in commands, in the order in which `next` goes through them.

#include <array>

#include "app/command_handlers.h"

namespace sinew::app {

inline constexpr std::array<Named<renderer::Shading>, 12> kShadingNames{
    {{"textured", renderer::Shading::Textured},
     {"flat", renderer::Shading::Flat},
     {"smooth", renderer::Shading::Smooth},
     {"unlit", renderer::Shading::Unlit},
     {"normals", renderer::Shading::Normals},
     {"uv", renderer::Shading::Uv},
     {"lod", renderer::Shading::Lod},
     {"bone", renderer::Shading::Bone},
     {"weights", renderer::Shading::Weights},
     {"record", renderer::Shading::Record},
     {"exponent", renderer::Shading::Exponent},
     {"error", renderer::Shading::Error}}};

inline constexpr std::array<Named<renderer::SolidMode>, 3> kSolidNames{
    {{"off", renderer::SolidMode::Off},
     {"wire", renderer::SolidMode::Wire},
     {"fill", renderer::SolidMode::Fill}}};

inline constexpr std::array<Named<BoneNames>, 4> kBoneNameNames{{{"off", BoneNames::Off},
                                                                 {"selected", BoneNames::Selected},
                                                                 {"near", BoneNames::Near},
                                                                 {"all", BoneNames::All}}};

inline constexpr std::array<Named<renderer::TextureFilter>, 3> kFilterNames{
    {{"nearest", renderer::TextureFilter::Nearest},
     {"linear", renderer::TextureFilter::Linear},
     {"trilinear", renderer::TextureFilter::Trilinear}}};

inline constexpr std::array<Named<renderer::Backface>, 3> kBackfaceNames{
    {{"auto", renderer::Backface::Auto},
     {"visible", renderer::Backface::Visible},
     {"hidden", renderer::Backface::Hidden}}};

}  // namespace sinew::app
