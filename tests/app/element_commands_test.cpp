// Commands of levels, meshes, solids, findings and textures.

#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/elements.h"
#include "app/picking.h"
#include "app/png.h"
#include "app/textures.h"
#include "models.h"
#include "temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class ElementCommandTest : public ViewerTest {
 protected:
  void open(const std::string& file) {
    run("open " + quoteArgument(file));
    run("pause");
    run("dismiss all");
    viewer().update();
  }
  void open(const bmd1::FileSpec& spec) { open(folder_.write("m.bmd", bytesOf(spec))); }
  [[nodiscard]] const LodStatus& lod() {
    viewer().update();
    return viewer().scene()->lod();
  }
  [[nodiscard]] const std::vector<std::uint32_t>& shown() {
    viewer().update();
    return viewer().scene()->shownMeshes();
  }
  /// A picture of one colour, 2 x 2.
  std::string picture(const std::string& name, std::array<std::uint8_t, 3> color) {
    renderer::Image image;
    image.width = image.height = 2;
    for (int i = 0; i < 4; ++i)
      for (const std::uint8_t channel : {color[0], color[1], color[2], std::uint8_t{255}})
        image.rgba.push_back(channel);
    const auto png = encodePng(image);
    EXPECT_TRUE(png.has_value());
    return folder_.write(name, {reinterpret_cast<const char*>(png->data()), png->size()});
  }
  /// The pixel in the middle of what the view shows.
  std::array<int, 3> middle() {
    auto target = renderer::RenderTarget::create(renderer().info(), 64, 64, 0);
    EXPECT_TRUE(target.has_value());
    viewer().viewport_width = viewer().viewport_height = 64;
    EXPECT_TRUE(viewer().draw(*target, 1.0f).has_value());
    const renderer::Image image = target->readPixels();
    const std::size_t at = (32 * 64 + 32) * 4;
    return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]};
  }

  TempFolder folder_;
};

// ---------------------------------------------------------------- levels

TEST_F(ElementCommandTest, UnitsInAMetreMoveTheSwitch) {
  open(threeLevels());  // red to 1 m, green to 3 m; the format has 40 units a metre
  run("lod-hysteresis off");
  state().camera.focal_point = viewer().scene()->restBounds().center();
  state().camera.position = state().camera.focal_point + glm::dvec3(0, 80, 0);
  EXPECT_EQ(lod().shown, 1u) << "80 units are 2 m";
  run("units-per-metre 100");
  EXPECT_EQ(lod().shown, 0u) << "80 units are 0.8 m";
  EXPECT_NEAR(lod().distance_m, 0.8, 1e-9);
  run("units-per-metre file");
  EXPECT_EQ(lod().shown, 1u);
  run("lod-bias 1");
  EXPECT_EQ(lod().shown, 2u) << "2 m count as 4 m";
  run("lod-bias 0");
  EXPECT_EQ(refused("units-per-metre 0"),
            "0 is out of range: the number of units in a metre is 1e-06 to 1000000");
}

// Scenario 11: the camera trembles by 1 % around the switch.
TEST_F(ElementCommandTest, HysteresisHoldsTheLevelAndOffIsAFunctionOfDistance) {
  open(threeLevels());
  run("lod-hysteresis on");
  const auto levelAt = [&](double metres) {
    state().camera.focal_point = viewer().scene()->restBounds().center();
    state().camera.position = state().camera.focal_point + glm::dvec3(0, metres * 40.0, 0);
    return lod().shown.value();
  };
  int switches = 0;
  std::uint32_t before = levelAt(0.9);
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t now = levelAt(1.0 + (i % 2 == 0 ? 0.01 : -0.01));
    switches += now != before ? 1 : 0;
    before = now;
  }
  EXPECT_EQ(switches, 0);
  run("lod-hysteresis off");
  EXPECT_EQ(levelAt(1.01), 1u);
  EXPECT_EQ(levelAt(0.99), 0u);
  EXPECT_EQ(levelAt(1.01), 1u);
  // Switching keeps clip and time: nothing of the playback is touched.
  EXPECT_FALSE(state().playback.clip.has_value());
}

TEST_F(ElementCommandTest, ScreenSizeIsTheBallsShareOfTheHeight) {
  open(threeLevels());
  // A square of 16 x 16: the ball around it has the radius 8 * sqrt(2).
  const double radius = 8.0 * std::sqrt(2.0);
  const double distance = glm::distance(state().camera.position, glm::dvec3(0.0));
  const double tangent = radius / std::sqrt(distance * distance - radius * radius);
  const double half = std::tan(glm::radians(state().camera.view_angle_deg) / 2.0);
  EXPECT_NEAR(lod().screen_share, tangent / half, 1e-6);
  run("lod-distance 10");  // 400 units
  EXPECT_NEAR(lod().screen_share, radius / std::sqrt(400.0 * 400.0 - radius * radius) / half, 1e-6);
  run("lod-distance 0");
  EXPECT_TRUE(std::isinf(lod().screen_share));
}

// Scenario 9: the first level has no meshes.
TEST_F(ElementCommandTest, AnEmptyFirstLevelIsPassedOver) {
  bmd1::FileSpec spec = threeLevels();
  spec.lods = {{0, 0, 0.75}, {0, 1, 0.5}, {1, 1, 0.0}};
  open(spec);
  run("lod-distance 0.1");
  EXPECT_EQ(lod().shown, 1u);
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(viewer().scene()->levels().finest(), 1u);
  EXPECT_EQ(refused("lod finer"), "level 1 is already the finest one with meshes");
}

// Scenario 10: three levels of one body.
TEST_F(ElementCommandTest, ExactlyOneLevelShowsUnlessAllAreAskedFor) {
  open(threeLevels());
  for (const char* distance : {"0.2", "2", "50"}) {
    run(std::string("lod-distance ") + distance);
    EXPECT_EQ(shown().size(), 1u) << distance;
  }
  run("lod all");
  EXPECT_EQ(shown().size(), 3u);
}

TEST_F(ElementCommandTest, FilmStripShowsEachLevelInItsTile) {
  open(threeLevels());
  run("film-strip on");
  run("view front");
  run("shading lod");
  auto target = renderer::RenderTarget::create(renderer().info(), 300, 100, 0);
  ASSERT_TRUE(target.has_value());
  ASSERT_TRUE(viewer().draw(*target, 1.0f).has_value());
  const renderer::Image image = target->readPixels();
  const auto pixel = [&](int x, int y) {
    const std::size_t at = static_cast<std::size_t>(y * 300 + x) * 4;
    return std::array<int, 3>{image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]};
  };
  // One row of three tiles, a square in the middle of each; three different colours.
  EXPECT_NE(pixel(50, 50), pixel(150, 50));
  EXPECT_NE(pixel(150, 50), pixel(250, 50));
  EXPECT_NE(pixel(50, 50), pixel(250, 50));
  EXPECT_EQ(pixel(50, 45), pixel(50, 55));
  EXPECT_NE(pixel(2, 2), pixel(50, 50)) << "the corner is background";
  // A click picks the mesh of the tile's level.
  viewer().viewport_width = 300;
  viewer().viewport_height = 100;
  run("pick 0.5 0.5");
  EXPECT_EQ(state().selection.mesh, 1u);
  run("pick 0.8333 0.5");
  EXPECT_EQ(state().selection.mesh, 2u);
}

// ---------------------------------------------------------------- meshes

TEST_F(ElementCommandTest, ShowHideAndSolo) {
  open(validFile("character.bmd"));
  run("lod 0");
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{0, 1}));
  run("hide 0");
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{1}));
  run("show 0");
  run("mesh 1");
  run("hide selected");
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{0}));
  run("solo 1");
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{1}));
  run("show all");
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{0, 1}));
  run("solo 2");  // a mesh of level 1
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{2})) << "its level is held";
  run("hide all");
  EXPECT_TRUE(shown().empty());
  run("mesh none");
  EXPECT_EQ(refused("hide selected"), "no mesh is selected");
  EXPECT_EQ(refused("hide 4"), "4 is out of range: the mesh is 0 to 3");
  EXPECT_EQ(refused("solo all"), "all meshes alone: use show all");
}

TEST_F(ElementCommandTest, PartsOfMeshesAreSelectedAndFramed) {
  open(threeLevels());
  run("triangle 2:1");
  EXPECT_EQ(state().selection.mesh, 2u);
  EXPECT_EQ(state().selection.triangle, 1u);
  EXPECT_EQ(shown(), (std::vector<std::uint32_t>{2})) << "its level is held";
  const auto box = elementBounds(*viewer().scene(), state().selection);
  ASSERT_TRUE(box.has_value());
  // The quad's second half: corners 0, 2, 3 = (8, -8), (-8, 8), (8, 8).
  EXPECT_NEAR(box->center().x, 0.0, 1e-5);
  EXPECT_NEAR(box->center().z, 0.0, 1e-5);
  run("vertex 1:3");
  EXPECT_EQ(state().selection.vertex, 3u);
  const double before = glm::distance(state().camera.position, state().camera.focal_point);
  run("camera frame");
  EXPECT_LT(glm::distance(state().camera.focal_point, glm::dvec3(8, 0, 8)), 1e-4);
  EXPECT_LT(glm::distance(state().camera.position, state().camera.focal_point), before * 0.5);
  run("edge 0:1 2");
  EXPECT_EQ(state().selection.edge, (std::array<std::uint32_t, 2>{1, 2}));
  std::vector<renderer::Mark> marks;
  viewer().update();
  collectMarks(*viewer().scene(), state(), marks);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].from, glm::vec3(-8, 0, -8));
  EXPECT_EQ(marks[0].to, glm::vec3(-8, 0, 8));
  EXPECT_EQ(refused("triangle 0:2"), "2 is out of range: the triangle is 0 to 1");
  EXPECT_EQ(refused("triangle 5"), "\"5\" is no MESH:triangle");
  EXPECT_EQ(refused("vertex 3:0"), "3 is out of range: the mesh is 0 to 2");
  EXPECT_EQ(refused("edge 0:1 4"), "4 is out of range: the vertex is 0 to 3");
}

TEST_F(ElementCommandTest, MarksFollowThePose) {
  open(walkingSquare());
  run("clip walk");
  run("pause");
  run("frame 2");  // half of 80 units to +X
  run("vertex 0:0");
  viewer().update();
  EXPECT_LT(glm::distance(posedVertex(*viewer().scene(), 0, 0), glm::dvec3(48, 0, -8)), 1e-4);
}

TEST_F(ElementCommandTest, HighlightLightsAMesh) {
  open(threeLevels());
  run("lod 0");
  run("view front");
  const auto plain = middle();
  run("highlight 0");
  EXPECT_NE(middle(), plain);
  run("highlight none");
  EXPECT_EQ(middle(), plain);
  run("highlight 1:1");
  EXPECT_EQ(state().highlight.triangle, 1u);
  EXPECT_EQ(refused("highlight 3"), "3 is out of range: the mesh is 0 to 2");
}

// ---------------------------------------------------------------- solids and findings

TEST_F(ElementCommandTest, SolidsSelectTheirBoneAndShow) {
  open(validFile("solids.bmd"));
  ASSERT_FALSE(viewer().scene()->model().solids.empty());
  run("surface off");
  const auto plain = middle();
  (void)plain;
  run("solid 0");
  const Solid& solid = viewer().scene()->model().solids[0];
  EXPECT_EQ(state().selection.solid, 0u);
  EXPECT_EQ(state().selection.mesh, solid.mesh);
  EXPECT_EQ(state().selection.bone, solid.influence);
  const auto& facts = viewer().scene()->solidFacts(0);
  EXPECT_TRUE(facts.closed);
  EXPECT_TRUE(facts.volume.has_value());
  run("solid none");
  EXPECT_EQ(state().selection.solid, kNone);
}

// Scenarios 13 and 14: bad bones and counts; each finding leads to what it is about.
TEST_F(ElementCommandTest, FindingsSelectWhatTheyAreAbout) {
  open(invalidFile("vertex_bone_64.bmd"));
  const auto& findings = viewer().scene()->document().loaded.diagnostics;
  const auto of = [&](std::string_view rule) {
    const auto found = std::ranges::find(findings, rule, &Diagnostic::rule);
    EXPECT_NE(found, findings.end());
    return static_cast<std::uint32_t>(found - findings.begin());
  };
  const std::uint32_t index = of("vertex.bone");
  run("finding " + std::to_string(index));
  EXPECT_EQ(state().selection.finding, index);
  ASSERT_NE(state().selection.vertex, kNone);
  EXPECT_EQ(findings[index].path, fmt::format("meshes[{}].vertices[{}]", state().selection.mesh,
                                              state().selection.vertex));
  run("copy-finding " + std::to_string(index));
  ASSERT_TRUE(viewer().window.copied.has_value());
  EXPECT_THAT(*viewer().window.copied, HasSubstr(findings[index].path));
  run("finding none");
  EXPECT_EQ(state().selection.mesh, kNone);
  EXPECT_THAT(refused("finding 99999"), HasSubstr("is out of range"));

  open(invalidFile("bone_parent_far.bmd"));
  const auto& bones = viewer().scene()->document().loaded.diagnostics;
  ASSERT_FALSE(bones.empty());
  const auto bone =
      std::ranges::find(bones, std::string_view("bone.parent-order"), &Diagnostic::rule);
  ASSERT_NE(bone, bones.end());
  run("finding " + std::to_string(bone - bones.begin()));
  EXPECT_EQ(bone->path, fmt::format("bones[{}].parent", state().selection.bone));
  EXPECT_TRUE(state().view.display.armature);
}

TEST_F(ElementCommandTest, EveryFindingOfEveryTestFileCanBeSelectedAndDrawn) {
  auto target = renderer::RenderTarget::create(renderer().info(), 48, 48, 0);
  ASSERT_TRUE(target.has_value());
  const auto folder = std::filesystem::path(invalidFile("x.bmd")).parent_path();
  int selected = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".bmd") continue;
    if (!runCommand(viewer(), "open " + quoteArgument(entry.path().string()))) continue;
    const std::size_t count =
        std::min<std::size_t>(viewer().scene()->document().loaded.diagnostics.size(), 4);
    for (std::size_t i = 0; i < count; ++i) {
      run("finding " + std::to_string(i));
      run("camera frame");
      EXPECT_TRUE(viewer().draw(*target, 1.0f).has_value()) << entry.path();
      ++selected;
    }
  }
  EXPECT_GT(selected, 80);
}

// ---------------------------------------------------------------- textures

bmd1::FileSpec texturedSquare() {
  bmd1::FileSpec spec;
  spec.meshes = {square("paint", 8.0), square("#00FF00", 1.0)};
  for (auto& vertex : spec.meshes[0].vertices) {
    vertex.form = bmd1::VertexSpec::Form::FD;
    vertex.st = {vertex.position.x > 0 ? 0.0 : 1.0, vertex.position.z > 0 ? 0.0 : 1.0};
  }
  spec.meshes.pop_back();
  return spec;
}

TEST_F(ElementCommandTest, ATextureIsReplacedAndComesBack) {
  picture("paint.png", {200, 40, 40});
  const std::string blue = picture("blue.png", {30, 60, 220});
  open(texturedSquare());
  run("view front");
  run("shading unlit");
  EXPECT_EQ(middle(), (std::array<int, 3>{200, 40, 40}));
  run("texture paint " + quoteArgument(blue));
  EXPECT_EQ(middle(), (std::array<int, 3>{30, 60, 220}));
  run("reload");
  EXPECT_EQ(middle(), (std::array<int, 3>{30, 60, 220})) << "a reload keeps the user's choice";
  run("texture #0 reset");
  EXPECT_EQ(middle(), (std::array<int, 3>{200, 40, 40}));
  run("drop " + quoteArgument(blue));
  EXPECT_EQ(middle(), (std::array<int, 3>{30, 60, 220})) << "the only texture, nothing selected";
  run("texture all reset");
  EXPECT_EQ(middle(), (std::array<int, 3>{200, 40, 40}));

  const std::string text = folder_.write("no.png", "this is no picture");
  EXPECT_THAT(refused("texture paint " + quoteArgument(text)), HasSubstr("no.png"));
  EXPECT_EQ(middle(), (std::array<int, 3>{200, 40, 40})) << "a failure changes nothing";
  EXPECT_EQ(refused("texture gold " + quoteArgument(blue)),
            "there is no material \"gold\", and no mesh of that number");
  EXPECT_EQ(refused("texture all " + quoteArgument(blue)),
            "one picture for all textures: only reset goes for all");
}

TEST_F(ElementCommandTest, PlainColoursTakeNoPicture) {
  const std::string blue = picture("blue.png", {30, 60, 220});
  open(threeLevels());
  run("mesh 0");
  EXPECT_EQ(refused("texture selected " + quoteArgument(blue)),
            "material \"#FF0000\" is a plain colour: its vertices have no place in a picture");
}

TEST_F(ElementCommandTest, ManyMissingTexturesAreOneShortMessage) {
  bmd1::FileSpec spec;
  for (int i = 0; i < 40; ++i) {
    spec.meshes.push_back(square("folder/" + std::string(200, 'x') + std::to_string(i), 8.0));
    for (auto& vertex : spec.meshes.back().vertices)
      vertex.form = bmd1::VertexSpec::Form::FA;
  }
  run("open " + quoteArgument(folder_.write("m.bmd", bytesOf(spec))));
  ASSERT_FALSE(viewer().messages.empty());
  const std::string& text = viewer().messages.back().text;
  EXPECT_THAT(text, HasSubstr("Textures without a picture"));
  EXPECT_THAT(text, HasSubstr("and 37 more"));
  EXPECT_LT(text.size(), 320u);
}

TEST_F(ElementCommandTest, PicturesAreToldByTheirNames) {
  for (const char* name : {"/a/b c.PNG", "x.dds", "a.b.jpeg", "x.TGA", "/a/x.bmp", "y.jpg"})
    EXPECT_TRUE(isPictureName(name)) << name;
  for (const char* name : {"/a/x.bmd", "/a.png/x", "png", ".png/", "x.pngs", ""})
    EXPECT_FALSE(isPictureName(name)) << name;
}

TEST_F(ElementCommandTest, TextureViewSwitches) {
  open(threeLevels());
  TextureViewState& view = viewer().window.texture_view;
  run("texture-view on");
  EXPECT_TRUE(view.shown);
  run("texture-look 4 0.25 0.75");
  EXPECT_EQ(view.zoom, 4.0);
  EXPECT_EQ(view.center, glm::dvec2(0.25, 0.75));
  run("texture-look fit");
  EXPECT_EQ(view.zoom, 1.0);
  run("texture-channels ga");
  EXPECT_EQ(view.channels, (std::array<bool, 4>{false, true, false, true}));
  run("uv-overlay next");
  EXPECT_EQ(view.uv, UvOverlay::Hover);
  EXPECT_EQ(refused("texture-channels rgx"),
            "\"rgx\" names no channels: expected some of the letters r, g, b, a");
  EXPECT_EQ(refused("texture-look 0 0 0"),
            "0 is out of range: the zoom of the texture is 0.015625 to 4096");
}

// ---------------------------------------------------------------- unusual models

// Scenario 25 and its kin: whatever the model, everything of it lies between near and far.
TEST_F(ElementCommandTest, UnusualModelsAreSeenAndNotCut) {
  bmd1::FileSpec empty;
  bmd1::FileSpec skeleton;
  skeleton.bones.resize(3);
  skeleton.bones[1].translation = {0, 0, 20};
  skeleton.bones[2].parent = 1;
  skeleton.bones[2].translation = {0, 0, 20};
  bmd1::FileSpec point;
  point.meshes = {square("#FF0000", 0.0)};
  bmd1::FileSpec huge;
  huge.meshes = {square("#FF0000", 60000.0)};
  for (auto& vertex : huge.meshes[0].vertices)
    vertex.form = bmd1::VertexSpec::Form::FD;
  for (const bmd1::FileSpec* spec : {&empty, &skeleton, &point, &huge}) {
    open(*spec);
    run("armature on");
    run("vertices on");
    run("solids fill");
    run("bone-axes on");
    auto target = renderer::RenderTarget::create(renderer().info(), 64, 64, 0);
    ASSERT_TRUE(viewer().draw(*target, 1.0f).has_value());
    for (const char* view : {"front", "top", "iso"}) {
      run(std::string("view ") + view);
      run("film-strip on");
      EXPECT_TRUE(viewer().draw(*target, 1.0f).has_value());
      run("film-strip off");
      EXPECT_TRUE(viewer().draw(*target, 1.0f).has_value());
      run("camera frame");
    }
  }
  // The last one, seen from afar and from near: the middle stays red.
  run("armature off");
  run("vertices off");
  run("bone-axes off");
  run("view front");
  run("shading unlit");
  for (const double distance : {1e7, 1e5, 100.0, 1.0, 0.05}) {
    state().camera.focal_point = glm::dvec3(0.0);
    state().camera.position = glm::dvec3(0, distance, 0);
    // So far away that less than a pixel would be left, the lens is longer.
    state().camera.view_angle_deg = distance > 1e6 ? 0.2 : 30.0;
    EXPECT_EQ(middle(), (std::array<int, 3>{255, 0, 0})) << distance;
  }
}

// Scenario 26: overlays together, in any order of switching on.
TEST_F(ElementCommandTest, OverlaysTogetherDoNotDependOnTheirOrder) {
  open(validFile("solids.bmd"));
  const std::vector<std::string> switches{"armature", "bone-axes", "normals", "edges",
                                          "vertices", "axes",      "grid"};
  auto target = renderer::RenderTarget::create(renderer().info(), 96, 96, 0);
  ASSERT_TRUE(target.has_value());
  const auto drawn = [&] {
    EXPECT_TRUE(viewer().draw(*target, 1.0f).has_value());
    return target->readPixels();
  };
  run("solids fill");
  run("solid 0");
  run("bone-names all");
  for (const std::string& name : switches)
    run(name + " on");
  const renderer::Image first = drawn();
  for (const std::string& name : switches)
    run(name + " off");
  for (auto name = switches.rbegin(); name != switches.rend(); ++name)
    run(*name + " on");
  EXPECT_EQ(countDifferent(first, drawn(), 0), 0);
}

}  // namespace
}  // namespace sinew::app::test
