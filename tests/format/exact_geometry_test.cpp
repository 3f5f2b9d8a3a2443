#include "format/exact_geometry.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace sinew::exact {
namespace {

bool meet(const std::vector<Point>& points, const Triangle& a, const Triangle& b) {
  bool result = trianglesMeet(points, a, b);
  // Neither order nor direction nor the first corner matters.
  for (const Triangle& first : {a, Triangle{a[1], a[2], a[0]}, Triangle{a[0], a[2], a[1]}}) {
    for (const Triangle& second : {b, Triangle{b[2], b[0], b[1]}, Triangle{b[1], b[0], b[2]}}) {
      EXPECT_EQ(trianglesMeet(points, first, second), result);
      EXPECT_EQ(trianglesMeet(points, second, first), result);
    }
  }
  return result;
}

/// A triangle in z = 0 with corners (0,0), (4,0), (0,4), and three more points.
std::vector<Point> withThree(const Point& d, const Point& e, const Point& f) {
  return {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, d, e, f};
}

constexpr Triangle kFirst{0, 1, 2};
constexpr Triangle kSecond{3, 4, 5};

TEST(TrianglesMeet, WithoutCommonVertices) {
  // Pierced by an edge, in its middle.
  EXPECT_TRUE(meet(withThree({1, 1, -1}, {1, 1, 1}, {9, 9, 5}), kFirst, kSecond));
  // The planes cross, but beside the triangle.
  EXPECT_FALSE(meet(withThree({5, 5, -1}, {5, 5, 1}, {9, 9, 0}), kFirst, kSecond));
  // Wholly above.
  EXPECT_FALSE(meet(withThree({1, 1, 1}, {2, 1, 1}, {1, 2, 3}), kFirst, kSecond));
  // A corner touches the inside, an edge, a corner (another vertex at the same place is not a
  // common one).
  EXPECT_TRUE(meet(withThree({1, 1, 0}, {1, 1, 5}, {2, 1, 5}), kFirst, kSecond));
  EXPECT_TRUE(meet(withThree({2, 0, 0}, {2, -1, 5}, {3, -1, 5}), kFirst, kSecond));
  EXPECT_TRUE(meet(withThree({4, 0, 0}, {6, 0, 5}, {6, 1, 5}), kFirst, kSecond));
  // One grid step short of touching.
  EXPECT_FALSE(meet(withThree({1, 1, 1}, {1, 1, 5}, {2, 1, 5}), kFirst, kSecond));
}

TEST(TrianglesMeet, InOnePlane) {
  // Inside, around, overlapping, touching along an edge, apart.
  EXPECT_TRUE(meet(withThree({1, 1, 0}, {2, 1, 0}, {1, 2, 0}), kFirst, kSecond));
  EXPECT_TRUE(meet(withThree({-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}), kFirst, kSecond));
  EXPECT_TRUE(meet(withThree({1, 1, 0}, {9, 1, 0}, {9, 2, 0}), kFirst, kSecond));
  EXPECT_TRUE(meet(withThree({1, 0, 0}, {3, 0, 0}, {2, -3, 0}), kFirst, kSecond));
  EXPECT_FALSE(meet(withThree({5, 5, 0}, {6, 5, 0}, {5, 6, 0}), kFirst, kSecond));
  EXPECT_FALSE(meet(withThree({3, 2, 0}, {9, 2, 0}, {9, 9, 0}), kFirst, kSecond));
}

TEST(TrianglesMeet, WithOneCommonVertex) {
  constexpr Triangle kFan{0, 3, 4};
  // Leaves the common corner to the other side; through the inside; along an edge; within the
  // plane.
  EXPECT_FALSE(meet(withThree({-4, 0, 0}, {0, -4, 0}, {}), kFirst, kFan));
  EXPECT_TRUE(meet(withThree({2, 2, -3}, {2, 2, 3}, {}), kFirst, kFan));
  EXPECT_TRUE(meet(withThree({2, 0, 0}, {2, 0, 4}, {}), kFirst, kFan));
  EXPECT_TRUE(meet(withThree({9, 0, 0}, {9, 0, 4}, {}), kFirst, kFan));
  EXPECT_TRUE(meet(withThree({1, 2, 0}, {2, 1, 0}, {}), kFirst, kFan));
  EXPECT_TRUE(meet(withThree({9, 1, 0}, {1, 9, 0}, {}), kFirst, kFan));
  EXPECT_FALSE(meet(withThree({-1, 2, 0}, {-2, 1, 0}, {}), kFirst, kFan));
  // The planes cross in a line through the corner that misses both insides.
  EXPECT_FALSE(meet(withThree({-2, 2, -3}, {-2, 2, 3}, {}), kFirst, kFan));
}

TEST(TrianglesMeet, WithACommonEdge) {
  constexpr Triangle kNext{1, 0, 3};
  EXPECT_FALSE(meet(withThree({1, 1, 3}, {}, {}), kFirst, kNext));   // a fold above it
  EXPECT_FALSE(meet(withThree({1, -3, 0}, {}, {}), kFirst, kNext));  // flat, side by side
  EXPECT_TRUE(meet(withThree({1, 1, 0}, {}, {}), kFirst, kNext));    // folded back
  EXPECT_TRUE(meet(withThree({9, 30, 0}, {}, {}), kFirst, kNext));
}

TEST(TrianglesMeet, Duplicates) {
  EXPECT_TRUE(meet(withThree({}, {}, {}), kFirst, {0, 1, 2}));
  EXPECT_TRUE(meet(withThree({}, {}, {}), kFirst, {2, 1, 0}));
}

TEST(TrianglesMeet, IsExactAtTheEndsOfTheGrid) {
  constexpr std::int64_t kEnd = std::int64_t{1} << 41;
  // Pierced at x, y by an upright edge; the long side of the first runs along x + y = 0.
  const auto pierced = [](std::int64_t x, std::int64_t y) {
    return meet({{-kEnd, -kEnd, 0},
                 {kEnd, -kEnd, 0},
                 {-kEnd, kEnd, 0},
                 {x, y, -kEnd},
                 {x, y, kEnd},
                 {kEnd, kEnd, kEnd}},
                kFirst, kSecond);
  };
  for (const std::int64_t y : {std::int64_t{0}, kEnd - 7, 3 - kEnd}) {
    EXPECT_TRUE(pierced(-y, y));
    EXPECT_TRUE(pierced(-y - 1, y));
    EXPECT_FALSE(pierced(1 - y, y));
  }
}

TEST(Orientation, IsExactAtTheEndsOfTheGrid) {
  constexpr std::int64_t kEnd = std::int64_t{1} << 41;
  const Point a{-kEnd, -kEnd, -kEnd};
  const Point b{kEnd, -kEnd, -kEnd};
  const Point c{-kEnd, kEnd, -kEnd};
  EXPECT_EQ(orientation(a, b, c, {kEnd, kEnd, kEnd}), 1);
  EXPECT_EQ(orientation(a, b, c, {kEnd, kEnd, -kEnd}), 0);
  EXPECT_EQ(orientation(a, b, c, {kEnd, kEnd, -kEnd + 1}), 1);
  EXPECT_EQ(orientation(a, b, c, {kEnd, kEnd, -kEnd - 1}), -1);
  // A plane that leans by one step in 2^42: double loses it.
  EXPECT_EQ(orientation(a, b, {-kEnd, kEnd, -kEnd + 1}, {kEnd - 1, kEnd, -kEnd + 1}), 0);
  EXPECT_EQ(orientation(a, b, {-kEnd, kEnd, -kEnd + 1}, {kEnd - 1, kEnd - 1, -kEnd + 1}), 1);
}

/// A box of side `size` at the origin: outward, counter-clockwise.
std::vector<Point> boxPoints(std::int64_t size) {
  std::vector<Point> points;
  for (int p = 0; p < 8; ++p) {
    points.push_back({(p & 1) * size, (p >> 1 & 1) * size, (p >> 2 & 1) * size});
  }
  return points;
}

std::vector<Triangle> boxTriangles() {
  return {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
          {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
}

TEST(VolumeSign, FollowsTheTriangles) {
  const auto points = boxPoints(1);
  std::vector<Triangle> triangles = boxTriangles();
  EXPECT_EQ(volumeSign(points, triangles), 1);
  for (Triangle& t : triangles)
    std::swap(t[0], t[1]);
  EXPECT_EQ(volumeSign(points, triangles), -1);
  // A box without height encloses nothing.
  std::vector<Point> flat = boxPoints(std::int64_t{1} << 41);
  for (Point& p : flat)
    p.z = 12345;
  EXPECT_EQ(volumeSign(flat, boxTriangles()), 0);
}

TEST(FirstCrossing, FindsTheFirstTriangleInListOrder) {
  auto points = boxPoints(16);
  auto triangles = boxTriangles();
  EXPECT_FALSE(firstCrossing(points, triangles).has_value());
  // A needle through two sides, far away in the list, and one more through the first side only.
  points.insert(points.end(),
                {{8, 7, -5}, {8, 7, 40}, {9, 7, 40}, {4, 9, -5}, {4, 9, 5}, {5, 9, -5}});
  triangles.push_back({8, 9, 10});
  triangles.push_back({11, 12, 13});
  const auto crossing = firstCrossing(points, triangles);
  ASSERT_TRUE(crossing.has_value());
  EXPECT_EQ(crossing->second, 12u);
  // Below, the needle passes (8, 7, 0): the diagonal of the first side runs from (0,0) to (16,16),
  // so it is x > y, triangle 1 (0, 3, 1).
  EXPECT_EQ(crossing->first, 1u);
}

TEST(FirstCrossing, PassesOverTrianglesWithoutArea) {
  const std::vector<Point> points{{0, 0, 0},  {4, 0, 0}, {0, 4, 0},
                                  {1, 1, -1}, {1, 1, 1}, {1, 1, 3}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
  EXPECT_TRUE(isDegenerate(points[3], points[4], points[5]));
  EXPECT_FALSE(firstCrossing(points, triangles).has_value());
}

}  // namespace
}  // namespace sinew::exact
