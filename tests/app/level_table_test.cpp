// Sums and distances of levels, mesh facts, and the tiles of the film strip: no GL.

#include "app/level_table.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/film_strip.h"
#include "app/mesh_facts.h"
#include "models.h"

namespace sinew::app {
namespace {

LoadedModel load(const bmd1::FileSpec& spec) {
  const std::string text = bytesOf(spec);
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(),
                 [](char c) { return static_cast<std::byte>(c); });
  auto loaded = loadModel(std::make_shared<const std::vector<std::byte>>(std::move(bytes)), {});
  if (!loaded) {
    ADD_FAILURE() << describe(loaded.error()) << " " << text.substr(0, 200);
    return {};
  }
  return std::move(*loaded);
}

TEST(LevelTable, SumsAreThoseOfTheDrawnMeshes) {
  bmd1::FileSpec spec;
  spec.meshes = {square("#FF0000", 8.0), square("#00FF00", 8.0), square("#0000FF", 4.0)};
  spec.meshes[1].material.reset();  // not drawn
  spec.lods = {{0, 2, 0.5}, {2, 1, 0.0}, {1, 1, 0.0}};
  const LoadedModel loaded = load(spec);
  const LevelTable table(loaded);
  ASSERT_EQ(table.size(), 3u);
  // A square: four 64-bit vertices and one quad32.
  EXPECT_EQ(table.at(0).meshes, 1u);
  EXPECT_EQ(table.at(0).vertices, 4u);
  EXPECT_EQ(table.at(0).triangles, 2u);
  EXPECT_EQ(table.at(0).bytes, 4u * 8u + 4u);
  EXPECT_TRUE(table.isEmpty(2)) << "an undrawn mesh draws nothing";
  EXPECT_EQ(table.finest(), 0u);
  EXPECT_EQ(table.farthestSwitch_m(), 1.0);  // 1 / 0.5 - 1
  EXPECT_EQ(table.levelOfMesh(2), 1u);
}

/// The level's distances by asking the pose library, which goes through all levels each time.
void expectSameRanges(const LoadedModel& loaded) {
  const LevelTable table(loaded);
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const pose::LodRange expected = pose::lodRange(loaded.model, i);
    const pose::LodRange got = table.at(i).range;
    EXPECT_EQ(got.reachable, expected.reachable) << i;
    EXPECT_EQ(got.near_m, expected.near_m) << i;
    EXPECT_EQ(got.far_m, expected.far_m) << i;
    EXPECT_EQ(table.at(i).meshes, pose::lodMeshes(loaded.model, i).size()) << i;
  }
}

TEST(LevelTable, RangesAreThoseOfTheChoice) {
  std::mt19937 random(7);
  constexpr std::array kScales{-0.5, 0.0, 0.0625, 0.25, 0.375, 0.5, 0.75, 1.0, 1.5};
  for (int round = 0; round < 200; ++round) {
    bmd1::FileSpec spec;
    for (int m = 0; m < 4; ++m) {
      spec.meshes.push_back(square("#FF0000", 1.0 + m));
      if (random() % 4 == 0) spec.meshes.back().material.reset();
    }
    const std::size_t levels = 1 + random() % 5;
    for (std::size_t i = 0; i < levels; ++i) {
      const auto first = static_cast<std::uint8_t>(random() % 4);
      const auto count = static_cast<std::uint8_t>(random() % (5u - first));
      spec.lods.push_back({first, count, kScales[random() % kScales.size()]});
    }
    expectSameRanges(load(spec));
  }
}

TEST(MeshFacts, RecordsCellsAndBones) {
  bmd1::FileSpec spec = walkingSquare();
  bmd1::VertexSpec wide;
  wide.form = bmd1::VertexSpec::Form::FD;
  wide.position = {1.0, 0.0, 0.0};
  spec.meshes[0].material = "paint";
  spec.meshes[0].vertices.push_back(wide);
  const LoadedModel loaded = load(spec);
  const MeshFacts facts = gatherMeshFacts(loaded.model, 0);
  EXPECT_EQ(facts.records_64, 4u);
  EXPECT_EQ(facts.records_128, 1u);
  // A half of 1.0 has exponent 15: its fraction's last bit is worth 2^(15 - 25).
  EXPECT_EQ(facts.cells[15], 1u);
  EXPECT_EQ(cellLog2(15), -10);
  EXPECT_EQ(facts.influences, (std::vector<std::uint32_t>{0, 1}));
}

// ---------------------------------------------------------------- film strip

LevelTable tableOf(std::size_t levels) {
  bmd1::FileSpec spec;
  spec.meshes = {square("#FF0000", 8.0)};
  for (std::size_t i = 0; i < levels; ++i)
    spec.lods.push_back({0, 1, 0.0});
  return LevelTable(load(spec));
}

TEST(FilmStrip, TilesLieInTheViewAndDoNotOverlap) {
  std::vector<FilmTile> tiles;
  for (const auto& [levels, width, height] : {std::array{1, 700, 500},
                                              {2, 701, 500},
                                              {3, 640, 480},
                                              {3, 1500, 300},
                                              {5, 333, 777},
                                              {16, 50, 40},
                                              {40, 800, 600}}) {
    layOutFilmStrip(tableOf(static_cast<std::size_t>(levels)), width, height, tiles);
    ASSERT_EQ(tiles.size(), std::min<std::size_t>(static_cast<std::size_t>(levels), kMostTiles));
    std::vector<int> covered(static_cast<std::size_t>(width * height), 0);
    for (const FilmTile& tile : tiles) {
      ASSERT_GE(tile.x, 0);
      ASSERT_GE(tile.y, 0);
      ASSERT_LE(tile.x + tile.width, width);
      ASSERT_LE(tile.y + tile.height, height);
      EXPECT_NEAR(tile.width, tiles[0].width, 1);
      EXPECT_NEAR(tile.height, tiles[0].height, 1);
      for (int y = tile.y; y < tile.y + tile.height; ++y) {
        for (int x = tile.x; x < tile.x + tile.width; ++x)
          ++covered[static_cast<std::size_t>(y * width + x)];
      }
    }
    EXPECT_EQ(*std::max_element(covered.begin(), covered.end()), 1);
  }
}

TEST(FilmStrip, WideViewsGetOneRow) {
  std::vector<FilmTile> tiles;
  layOutFilmStrip(tableOf(3), 1500, 400, tiles);
  ASSERT_EQ(tiles.size(), 3u);
  for (const FilmTile& tile : tiles)
    EXPECT_EQ(tile.height, 400);
  EXPECT_EQ(tiles[1].x, 500);
  EXPECT_EQ(tileAt(tiles, {0.5, 0.5}, 1500, 400)->level, 1u);
  EXPECT_EQ(tileAt(tiles, {0.99, 0.5}, 1500, 400)->level, 2u);
}

TEST(FilmStrip, EmptyLevelsHaveNoTile) {
  bmd1::FileSpec spec;
  spec.meshes = {square("#FF0000", 8.0)};
  spec.lods = {{0, 0, 0.5}, {0, 1, 0.0}};
  std::vector<FilmTile> tiles;
  layOutFilmStrip(LevelTable(load(spec)), 100, 100, tiles);
  ASSERT_EQ(tiles.size(), 1u);
  EXPECT_EQ(tiles[0].level, 1u);
}

TEST(FilmStrip, ANarrowTileKeepsTheModelInSight) {
  // A ball of radius 1 (the box's half diagonal), 4 away, in a view of 60 degrees and aspect 2.
  const double half = 1.0 / std::sqrt(3.0);
  const pose::Bounds box{glm::dvec3(-half), glm::dvec3(half)};
  Camera camera;
  camera.position = {0, 4, 0};
  camera.view_angle_deg = 60.0;
  const Camera tile = tileCamera(camera, box, 2.0, 0.5);
  // Its cone has the tangent 1 / sqrt(16 - 1); half as wide as high, the tile needs twice that.
  EXPECT_NEAR(std::tan(glm::radians(tile.view_angle_deg) / 2.0), 2.0 / std::sqrt(15.0), 1e-9);
  // Close by, where the view itself cuts the ball, the tile shows as much as the view does.
  camera.position = {0, 1.2, 0};
  const Camera close = tileCamera(camera, box, 2.0, 1.0);
  const double view_y = std::tan(glm::radians(30.0));
  const double reach = 1.0 / std::sqrt(1.2 * 1.2 - 1.0);
  EXPECT_NEAR(std::tan(glm::radians(close.view_angle_deg) / 2.0),
              std::max(view_y, std::min(view_y * 2.0, reach)), 1e-9);
}

}  // namespace
}  // namespace sinew::app
