#include "format/exact_geometry.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew::exact {
namespace {

__extension__ using Int128 = __int128;

/// Differences of points: within ±2^42.
Point operator-(const Point& a, const Point& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

/// a * d - b * c, within ±2^85 for differences.
Int128 minor2(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<Int128>(a) * d - static_cast<Int128>(b) * c;
}

struct Vector128 {
  Int128 x = 0;
  Int128 y = 0;
  Int128 z = 0;
};

Vector128 cross(const Point& u, const Point& v) {
  return {minor2(u.y, u.z, v.y, v.z), minor2(u.z, u.x, v.z, v.x), minor2(u.x, u.y, v.x, v.y)};
}

int signOf(Int128 value) {
  return (value > 0) - (value < 0);
}

/// A sum too wide for 128 bits, as high * 2^43 + low.
struct WideSum {
  static constexpr int kShift = 43;
  static constexpr Int128 kMask = (Int128{1} << kShift) - 1;

  Int128 high = 0;
  Int128 low = 0;

  /// Adds a * b with |a| < 2^86 and |b| <= 2^42: both parts stay below 2^86 a term.
  void addProduct(Int128 a, std::int64_t b) {
    high += (a >> kShift) * b;
    low += (a & kMask) * b;
  }
  [[nodiscard]] int sign() const {
    const Int128 total_high = high + (low >> kShift);
    if (total_high != 0) return signOf(total_high);
    return signOf(low & kMask);
  }
};

void addDot(WideSum& sum, const Vector128& n, const Point& v) {
  sum.addProduct(n.x, v.x);
  sum.addProduct(n.y, v.y);
  sum.addProduct(n.z, v.z);
}

int signOfDot(const Vector128& n, const Point& v) {
  WideSum sum;
  addDot(sum, n, v);
  return sum.sign();
}

/// A point, and its coordinates in double, which holds them and their differences exactly.
struct Corner {
  Point exact;
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

Corner cornerOf(const Point& p) {
  return {p, static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

/// A triangle with area. Its normal is rounded, for the many tests that are not close.
struct Face {
  std::array<Corner, 3> corners;
  double normal_x = 0.0;
  double normal_y = 0.0;
  double normal_z = 0.0;
};

Vector128 normalOf(const Face& face) {
  const Point& a = face.corners[0].exact;
  return cross(face.corners[1].exact - a, face.corners[2].exact - a);
}

Face faceOf(const Point& a, const Point& b, const Point& c) {
  const Vector128 n = cross(b - a, c - a);
  return {{cornerOf(a), cornerOf(b), cornerOf(c)},
          static_cast<double>(n.x),
          static_cast<double>(n.y),
          static_cast<double>(n.z)};
}

int sideOf(const Face& face, const Corner& p) {
  // Rounding the normal, three products and two sums errs by less than 4 * 2^-53 of the terms'
  // sizes; beyond that the sign is certain.
  constexpr double kError = 1e-15;
  const double x = face.normal_x * (p.x - face.corners[0].x);
  const double y = face.normal_y * (p.y - face.corners[0].y);
  const double z = face.normal_z * (p.z - face.corners[0].z);
  const double sum = x + y + z;
  if (std::abs(sum) > kError * (std::abs(x) + std::abs(y) + std::abs(z))) return sum > 0 ? 1 : -1;
  return signOfDot(normalOf(face), p.exact - face.corners[0].exact);
}

/// A term of a determinant, and the size of what rounding works on.
struct Term {
  double value = 0.0;
  double size = 0.0;
};

Term term(double a, double b, double c, double d, double factor) {
  const double left = a * d;
  const double right = b * c;
  return {(left - right) * factor, (std::abs(left) + std::abs(right)) * std::abs(factor)};
}

/// On which side of the plane through p, a and b the point q lies: the sign of
/// ((a - p) x (b - p)) . (q - p). Rounding minors, products and sums errs by less than 8 * 2^-53 of
/// the terms' sizes, so that the exact sum is needed only close to zero.
int sideOfPlane(const Corner& p, const Corner& a, const Corner& b, const Corner& q) {
  constexpr double kError = 1e-15;
  const double ux = a.x - p.x, uy = a.y - p.y, uz = a.z - p.z;
  const double vx = b.x - p.x, vy = b.y - p.y, vz = b.z - p.z;
  const Term x = term(uy, uz, vy, vz, q.x - p.x);
  const Term y = term(uz, ux, vz, vx, q.y - p.y);
  const Term z = term(ux, uy, vx, vy, q.z - p.z);
  const double sum = x.value + y.value + z.value;
  if (std::abs(sum) > kError * (x.size + y.size + z.size)) return sum > 0 ? 1 : -1;
  return signOfDot(cross(a.exact - p.exact, b.exact - p.exact), q.exact - p.exact);
}

struct Point2 {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Drops the coordinate along which the plane is seen with area.
Point2 project(const Vector128& normal, const Point& p) {
  if (normal.z != 0) return {p.x, p.y};
  if (normal.y != 0) return {p.z, p.x};
  return {p.y, p.z};
}

int turn(const Point2& a, const Point2& b, const Point2& c) {
  return signOf(minor2(b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y));
}

/// Whether p, known to be on the line a-b, lies between a and b.
bool isBetween(const Point2& a, const Point2& b, const Point2& p) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

bool segmentsMeet(const Point2& a, const Point2& b, const Point2& c, const Point2& d) {
  const int abc = turn(a, b, c);
  const int abd = turn(a, b, d);
  const int cda = turn(c, d, a);
  const int cdb = turn(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (abc == 0 && isBetween(a, b, c)) || (abd == 0 && isBetween(a, b, d)) ||
         (cda == 0 && isBetween(c, d, a)) || (cdb == 0 && isBetween(c, d, b));
}

bool segmentMeetsInPlane(const Corner& p, const Corner& q, const Face& face) {
  const Vector128 normal = normalOf(face);
  const Point2 p2 = project(normal, p.exact);
  const Point2 q2 = project(normal, q.exact);
  std::array<Point2, 3> corners;
  std::transform(face.corners.begin(), face.corners.end(), corners.begin(),
                 [&normal](const Corner& corner) { return project(normal, corner.exact); });
  std::array<int, 3> turns{};
  for (std::size_t e = 0; e < 3; ++e) {
    if (segmentsMeet(corners[e], corners[(e + 1) % 3], p2, q2)) return true;
    turns[e] = turn(corners[e], corners[(e + 1) % 3], p2);
  }
  // No edge is met: the segment is inside as a whole, or outside.
  return turns[0] == turns[1] && turns[1] == turns[2];
}

/// Whether the closed segment and the closed triangle share a point.
bool segmentMeets(const Corner& p, const Corner& q, const Face& face) {
  const int side_p = sideOf(face, p);
  const int side_q = sideOf(face, q);
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return segmentMeetsInPlane(p, q, face);
  // The line crosses the plane in one point; it is in the triangle unless two edges see it on
  // opposite sides.
  bool positive = false;
  bool negative = false;
  for (std::size_t e = 0; e < 3; ++e) {
    const int side = sideOfPlane(p, face.corners[e], face.corners[(e + 1) % 3], q);
    positive |= side > 0;
    negative |= side < 0;
  }
  return !(positive && negative);
}

/// Whether all corners of `other` are strictly on one side of the face's plane.
bool separates(const Face& face, const Face& other) {
  const int first = sideOf(face, other.corners[0]);
  return first != 0 && sideOf(face, other.corners[1]) == first &&
         sideOf(face, other.corners[2]) == first;
}

bool anyEdgeMeets(const Face& edges, const Face& face) {
  for (std::size_t e = 0; e < 3; ++e) {
    if (segmentMeets(edges.corners[e], edges.corners[(e + 1) % 3], face)) return true;
  }
  return false;
}

/// Triangles with one edge in common meet elsewhere only when one is folded onto the other.
bool foldsBack(const Face& first, const Corner& a, const Corner& b, const Corner& first_apex,
               const Corner& second_apex) {
  if (sideOf(first, second_apex) != 0) return false;
  const Vector128 normal = normalOf(first);
  const Point2 a2 = project(normal, a.exact);
  const Point2 b2 = project(normal, b.exact);
  return turn(a2, b2, project(normal, first_apex.exact)) ==
         turn(a2, b2, project(normal, second_apex.exact));
}

/// Which corners of two triangles are common.
struct Common {
  std::size_t count = 0;
  std::array<bool, 3> in_first{};
  std::array<bool, 3> in_second{};
};

Common commonCorners(const Triangle& first, const Triangle& second) {
  Common common;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (first[i] != second[j]) continue;
      common.in_first[i] = true;
      common.in_second[j] = true;
      ++common.count;
    }
  }
  return common;
}

std::size_t indexOf(const std::array<bool, 3>& flags, bool value) {
  return static_cast<std::size_t>(std::find(flags.begin(), flags.end(), value) - flags.begin());
}

bool facesMeet(const Face& first, const Face& second, const Common& common) {
  if (common.count == 3) return true;
  if (common.count == 2) {
    const std::size_t apex = indexOf(common.in_first, false);
    return foldsBack(first, first.corners[(apex + 1) % 3], first.corners[(apex + 2) % 3],
                     first.corners[apex], second.corners[indexOf(common.in_second, false)]);
  }
  if (common.count == 1) {
    // What they share beside the common corner begins there and leaves one of them by its opposite
    // edge.
    const std::size_t i = indexOf(common.in_first, true);
    const std::size_t j = indexOf(common.in_second, true);
    return segmentMeets(first.corners[(i + 1) % 3], first.corners[(i + 2) % 3], second) ||
           segmentMeets(second.corners[(j + 1) % 3], second.corners[(j + 2) % 3], first);
  }
  if (separates(first, second) || separates(second, first)) return false;
  return anyEdgeMeets(first, second) || anyEdgeMeets(second, first);
}

struct Box {
  Point low;
  Point high;
};

Box boxOf(const Face& face) {
  const Point& a = face.corners[0].exact;
  const Point& b = face.corners[1].exact;
  const Point& c = face.corners[2].exact;
  return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
          {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}};
}

bool boxesTouchInYz(const Box& a, const Box& b) {
  return a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

struct Candidate {
  std::uint32_t index = 0;
  Face face;
  Box box;
};

}  // namespace

int orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
  return sideOf(faceOf(a, b, c), cornerOf(d));
}

bool isDegenerate(const Point& a, const Point& b, const Point& c) {
  const Vector128 n = cross(b - a, c - a);
  return n.x == 0 && n.y == 0 && n.z == 0;
}

int volumeSign(std::span<const Point> points, std::span<const Triangle> triangles) {
  WideSum sum;  // of 2^31 terms below 2^88 at most
  for (const Triangle& t : triangles) {
    addDot(sum, cross(points[t[1]], points[t[2]]), points[t[0]]);
  }
  return sum.sign();
}

bool trianglesMeet(std::span<const Point> points, const Triangle& first, const Triangle& second) {
  return facesMeet(faceOf(points[first[0]], points[first[1]], points[first[2]]),
                   faceOf(points[second[0]], points[second[1]], points[second[2]]),
                   commonCorners(first, second));
}

std::optional<Crossing> firstCrossing(std::span<const Point> points,
                                      std::span<const Triangle> triangles) {
  std::vector<Candidate> candidates;
  candidates.reserve(triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    if (isDegenerate(points[a], points[b], points[c])) continue;
    const Face face = faceOf(points[a], points[b], points[c]);
    candidates.push_back({t, face, boxOf(face)});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.box.low.x != b.box.low.x ? a.box.low.x < b.box.low.x : a.index < b.index;
  });
  // Sweeps along x. A pair counts only if it beats the best one so far.
  std::optional<Crossing> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& a = candidates[i];
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      const Candidate& b = candidates[j];
      if (b.box.low.x > a.box.high.x) break;
      if (!boxesTouchInYz(a.box, b.box)) continue;
      const Crossing pair{std::min(a.index, b.index), std::max(a.index, b.index)};
      if (best && (pair.second > best->second ||
                   (pair.second == best->second && pair.first > best->first))) {
        continue;
      }
      if (facesMeet(a.face, b.face, commonCorners(triangles[a.index], triangles[b.index]))) {
        best = pair;
      }
    }
  }
  return best;
}

}  // namespace sinew::exact
