#include "assets/generator/samples.h"

#include <array>
#include <string_view>

#include <glm/geometric.hpp>

#include "assets/generator/numeric.h"
#include "assets/generator/rig.h"

namespace sinew::assets {
namespace {

using Form = bmd1::VertexSpec::Form;

bmd1::VertexSpec makeVertex(Form form, std::uint8_t bone, const glm::dvec3& position,
                            const glm::dvec3& normal, const glm::dvec2& st,
                            std::uint8_t shade = 0x0F) {
  bmd1::VertexSpec vertex;
  vertex.form = form;
  vertex.bone = bone;
  vertex.position = position;
  vertex.normal = bestStoredNormal(normal);
  vertex.st = st;
  vertex.shade = shade;
  return vertex;
}

/// A globe: the texture's left and right edges meet at its back (-y), its top is the pole at +z.
/// `center` is in the space of `bone`.
bmd1::MeshSpec makeGlobe(const std::string& material, Form form, std::uint8_t bone,
                         const glm::dvec3& center, double radius, std::uint8_t shade) {
  constexpr std::uint32_t kColumns = 24;
  constexpr std::uint32_t kRows = 12;
  bmd1::MeshSpec mesh;
  mesh.material = material;
  for (std::uint32_t row = 0; row <= kRows; ++row) {
    for (std::uint32_t column = 0; column <= kColumns; ++column) {
      const glm::dvec2 st(static_cast<double>(column) / kColumns, static_cast<double>(row) / kRows);
      const double around = (st.x - 0.5) * 2.0 * kPi;
      const double down = st.y * kPi;
      const glm::dvec3 normal(-std::sin(around) * std::sin(down), std::cos(around) * std::sin(down),
                              std::cos(down));
      mesh.vertices.push_back(makeVertex(form, bone, center + radius * normal, normal, st, shade));
    }
  }
  constexpr std::uint32_t kStride = kColumns + 1;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const std::uint32_t a = row * kStride + column;
      const std::uint32_t below = a + kStride;
      if (row == 0) {
        mesh.faces.push_back({{a, below, below + 1, 0}, false});
      } else if (row == kRows - 1) {
        mesh.faces.push_back({{a, below, a + 1, 0}, false});
      } else {
        mesh.faces.push_back({{a, below, below + 1, a + 1}, true});
      }
    }
  }
  return mesh;
}

/// A square facing +y with its top-left corner (as seen from the front) at `corner`.
void addSquare(bmd1::MeshSpec& mesh, Form form, const glm::dvec3& corner, double size,
               std::uint8_t shade) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const std::array<glm::dvec2, 4> corners = {{{0, 0}, {0, 1}, {1, 1}, {1, 0}}};
  for (const glm::dvec2& st : corners) {
    const glm::dvec3 offset(-st.x * size, 0.0, -st.y * size);
    mesh.vertices.push_back(makeVertex(form, 0, corner + offset, {0, 1, 0}, st, shade));
  }
  mesh.faces.push_back({{first, first + 1, first + 2, first + 3}, true});
}

struct ShapeRow {
  const char* name;
  Form form;
  bool textured;
  const char* color;  ///< of a flat one
  std::uint8_t shade;
};

/// From left to right as seen from the front.
constexpr ShapeRow kShapes[] = {{"v64_textured", Form::V64, true, "", 0x0F},
                                {"v64_flat", Form::V64, false, "#E0A030", 0x0F},
                                {"f8", Form::F8, true, "", 0x4F},
                                {"f9", Form::F9, false, "#FFFFFF", 0x2C},
                                {"fa", Form::FA, true, "", 0x0F},
                                {"fb", Form::FB, false, "#4080E0", 0x0F},
                                {"fd", Form::FD, true, "", 0x8F}};
constexpr double kGlobeRadius = 4.0;
constexpr double kGlobeSpacing = 10.0;

// Digits 1 to 4, five by seven, rows from the top.
constexpr std::array<std::array<std::string_view, 7>, 4> kDigits = {{
    {"..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."},
    {".###.", "#...#", "....#", "..##.", ".#...", "#....", "#####"},
    {"####.", "....#", "....#", ".###.", "....#", "....#", "####."},
    {"...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."},
}};

/// The eight corners of a box about the origin; corner bits 0, 1, 2 are its sides in x, y, z.
glm::dvec3 boxCorner(const glm::dvec3& half, unsigned bits) {
  return {(bits & 1) != 0 ? half.x : -half.x, (bits & 2) != 0 ? half.y : -half.y,
          (bits & 4) != 0 ? half.z : -half.z};
}

/// Sides -x, +x, -y, +y, -z, +z, each counter-clockwise from outside.
constexpr std::array<std::array<std::uint32_t, 4>, 6> kBoxSides = {
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

}  // namespace

bmd1::FileSpec makeUvChart(const std::string& texture) {
  bmd1::FileSpec spec;
  bmd1::MeshSpec mesh;
  mesh.material = texture;
  addSquare(mesh, Form::F8, {20.0, 0.0, 40.0}, 40.0, 0x0F);
  spec.meshes.push_back(mesh);
  return spec;
}

Picture makeUvChartTexture() {
  constexpr int kSize = 128;
  // Top left red 1, top right green 2, bottom left blue 3, bottom right yellow 4.
  constexpr std::array<std::array<std::uint8_t, 3>, 4> kColors = {
      {{200, 60, 50}, {60, 160, 70}, {60, 90, 200}, {220, 190, 60}}};
  Picture picture(kSize, kSize);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const auto quadrant = static_cast<std::size_t>((y / 64) * 2 + x / 64);
      std::uint8_t* texel = picture.at(x, y);
      // Digits of 6 texels a dot, 17 texels from the quadrant's left and 11 from its top.
      const int column = (x % 64 - 17) / 6;
      const int row = (y % 64 - 11) / 6;
      const bool in_digit =
          x % 64 >= 17 && y % 64 >= 11 && column < 5 && row < 7 &&
          kDigits[quadrant][static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == '#';
      const bool line = x % 64 == 0 || y % 64 == 0;
      for (std::size_t c = 0; c < 3; ++c) {
        texel[c] = in_digit ? std::uint8_t{255} : line ? std::uint8_t{20} : kColors[quadrant][c];
      }
    }
  }
  return picture;
}

bmd1::FileSpec makeShapes(const std::string& texture) {
  bmd1::FileSpec spec;
  spec.bones.push_back({});
  spec.bones[0].name = "root";
  for (std::size_t i = 0; i < std::size(kShapes); ++i) {
    const ShapeRow& shape = kShapes[i];
    // Each globe has a bone in its center, so that 64-bit vertices' implied normals are its own; F8
    // and F9 can only be on the root.
    const glm::dvec3 center((3.0 - static_cast<double>(i)) * kGlobeSpacing, 0.0, kGlobeRadius);
    bmd1::BoneSpec bone;
    bone.name = shape.name;
    bone.translation = center;
    spec.bones.push_back(bone);
    const bool on_root = shape.form == Form::F8 || shape.form == Form::F9;
    spec.meshes.push_back(makeGlobe(shape.textured ? texture : shape.color, shape.form,
                                    on_root ? std::uint8_t{0} : static_cast<std::uint8_t>(i + 1),
                                    on_root ? center : glm::dvec3(0.0), kGlobeRadius, shape.shade));
  }
  bmd1::MeshSpec board;
  board.material = "#FFFFFF";
  for (unsigned hue = 0; hue < 16; ++hue) {
    for (unsigned level = 0; level < 16; ++level) {
      addSquare(board, Form::F8, {24.0 - 3.0 * hue, -5.0, 15.0 + 3.0 * level}, 3.0,
                static_cast<std::uint8_t>(hue * 16 + level));
    }
  }
  spec.meshes.push_back(board);
  return spec;
}

bmd1::FileSpec makeSolidBox() {
  const glm::dvec3 half(6.0, 4.0, 3.0);
  bmd1::MeshSpec drawn;
  drawn.material = "#C8B090";
  bmd1::MeshSpec solid;
  for (const auto& side : kBoxSides) {
    const auto first = static_cast<std::uint32_t>(drawn.vertices.size());
    const glm::dvec3 edge_a = boxCorner(half, side[1]) - boxCorner(half, side[0]);
    const glm::dvec3 edge_b = boxCorner(half, side[2]) - boxCorner(half, side[1]);
    const glm::dvec3 normal = glm::normalize(glm::cross(edge_a, edge_b));
    for (const std::uint32_t corner : side) {
      drawn.vertices.push_back(makeVertex(Form::V64, 1, boxCorner(half, corner), normal, {}));
    }
    drawn.faces.push_back({{first, first + 1, first + 2, first + 3}, true});
    solid.faces.push_back({side, true});
  }
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    const glm::dvec3 position = boxCorner(half, corner);
    solid.vertices.push_back(makeVertex(Form::V64, 1, position, glm::normalize(position), {}));
  }
  bmd1::FileSpec spec;
  spec.meshes = {drawn, solid};
  spec.bones.resize(2);
  spec.bones[0].name = "root";
  spec.bones[1].name = "box";
  spec.bones[1].solid = 1;
  spec.bones[1].translation = {0.0, 0.0, 8.0};
  bmd1::AnimSpec swing;
  swing.name = "swing";
  swing.frames = 16;
  swing.hz = 8.0;
  swing.tracks.resize(2);
  for (const auto& [frame, degrees] : {std::pair{0u, -30.0}, std::pair{8u, 30.0}}) {
    bmd1::KeySpec key;
    key.frame = frame;
    key.rotation = bestStoredRotation(glm::angleAxis(radians(degrees), glm::dvec3(0.0, 1.0, 0.0)));
    swing.tracks[1].push_back(key);
  }
  spec.anims = {swing};
  return spec;
}

}  // namespace sinew::assets
