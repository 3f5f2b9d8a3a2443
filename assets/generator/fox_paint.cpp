#include "assets/generator/fox_paint.h"

#include <functional>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

using Color = glm::dvec3;  // sRGB, 0..1

constexpr Color rgb(int r, int g, int b) {
  return Color(r, g, b) / 255.0;
}

const Color kOrange = rgb(224, 116, 44);
const Color kRust = rgb(184, 78, 30);
const Color kCream = rgb(252, 240, 220);
const Color kDark = rgb(51, 33, 28);  // as the socks' material
const Color kEarInside = rgb(244, 214, 182);
const Color kMouth = rgb(150, 62, 62);

/// Fine streaks along y and z, so that large areas read as fur.
double fur(const glm::dvec3& p) {
  return valueNoise({p.x * 2.3, p.y * 0.9, p.z * 1.4}) * 0.6 +
         valueNoise({p.x * 5.1 + 7.0, p.y * 1.9, p.z * 3.1}) * 0.4;
}

Color furred(const Color& color, const glm::dvec3& p, double strength = 0.055) {
  return color * (1.0 + strength * fur(p));
}

/// A ragged edge between two coats: 0 where `x` is below `edge`, 1 above.
double coat(double x, double edge, double softness, const glm::dvec3& p) {
  return smoothStep(edge - softness, edge + softness, x + 0.35 * softness * fur(p * 1.7) * 2.0);
}

/// Orange, darker along the back.
Color pelt(const SurfacePoint& s) {
  const double back = smoothStep(0.25, 0.95, s.normal.z) * smoothStep(19.0, 14.0, s.position.y);
  return mixed(kOrange, kRust, back * 0.75);
}

Color bodyColor(const SurfacePoint& s) {
  const glm::dvec3& p = s.position;
  Color color = pelt(s);
  const double belly = coat(-s.normal.z, 0.42, 0.2, p) * smoothStep(-11.0, -8.0, p.y);
  // The bib: from the chest up the front of the neck.
  const double front = 0.75 * s.normal.y - 0.5 * s.normal.z;
  const double bib = coat(front, 0.42, 0.16, p) * smoothStep(4.0, 7.0, p.y);
  color = mixed(color, kCream, std::max(belly, bib));
  return furred(color, p);
}

/// Height below which the face is white, by distance from the nose.
double maskHeight(double y) {
  if (y < 17.0) return mixed(25.1, 26.1, smoothStep(12.0, 16.5, y));
  return mixed(26.1, 24.95, smoothStep(17.0, 22.0, y));
}

Color headColor(const FoxParts& parts, const SurfacePoint& s) {
  const glm::dvec3& p = s.position;
  Color color = pelt(s);
  const double bib = coat(0.75 * s.normal.y - 0.5 * s.normal.z, 0.42, 0.16, p);
  const double mask = coat(maskHeight(p.y) - p.z, 0.0, 0.22, p) * smoothStep(12.2, 13.0, p.y);
  color = mixed(color, kCream, std::max(mask, bib * smoothStep(14.0, 12.6, p.y)));
  // A dark rim around the eye and a dark line towards the muzzle.
  const glm::dvec3 eye = parts.eye + parts.gaze * 0.4;
  const double rim = glm::length((p - eye) / glm::dvec3(1.0, 1.15, 0.8));
  const glm::dvec3 tear = p - (eye + glm::dvec3(-0.7, 1.2, -0.45));
  const double line = glm::length(tear / glm::dvec3(0.55, 1.2, 0.3));
  color = mixed(color, kDark, std::max(smoothStep(1.1, 0.92, rim), smoothStep(1.1, 0.8, line)));
  // The mouth shows dark from below where the jaw leaves it.
  const double front = smoothStep(16.5, 17.5, p.y);
  color = mixed(color, kDark, smoothStep(-0.55, -0.75, s.normal.z) * front);
  color = mixed(color, kMouth, smoothStep(-0.85, -0.97, s.normal.z) * front);
  return furred(color, p, 0.04);
}

Color jawColor(const SurfacePoint& s) {
  const Color lip = mixed(kCream, kDark, smoothStep(0.1, 0.4, s.normal.z));
  return furred(mixed(lip, kMouth, smoothStep(0.8, 0.95, s.normal.z)), s.position, 0.04);
}

Color legColor(const SurfacePoint& s, double dark_top) {
  const glm::dvec3& p = s.position;
  const double inner = smoothStep(-0.1, -0.7, s.normal.x) * 0.55;
  Color color = mixed(kOrange, kCream, inner * smoothStep(9.0, 13.0, p.z));
  color = mixed(color, kRust, 0.35 * smoothStep(12.0, 8.0, p.z));
  color = mixed(color, kDark, coat(dark_top - p.z, 0.0, 1.3, p));
  return furred(color, p);
}

Color tailColor(const SurfacePoint& s, double v) {
  const glm::dvec3& p = s.position;
  Color color = mixed(kOrange, kRust, 0.75 * smoothStep(0.1, 0.9, s.normal.z));
  color = mixed(color, kDark, 0.45 * smoothStep(4.6, 5.9, v) * (0.8 + 0.2 * fur(p)));
  color = mixed(color, kCream, coat(v, 6.25, 0.3, p));
  return furred(color, p, 0.075);
}

Color earColor(const SurfacePoint& s, double v, double across) {
  const double inside = smoothStep(0.62, 0.74, across) * smoothStep(3.75, 3.2, v);
  Color color = mixed(kOrange, kDark, coat(v, 2.55, 0.3, s.position));
  color = mixed(
      color,
      mixed(kEarInside, kDark, 0.55 * smoothStep(0.82, 1.0, across) * smoothStep(0.2, 1.6, v)),
      inside);
  return furred(color, s.position);
}

Color cheekColor(const SurfacePoint& s, double v) {
  const double white = coat(25.5 - 0.35 * v - s.position.z, 0.0, 0.3, s.position);
  return furred(mixed(kOrange, kCream, std::max(white, smoothStep(1.4, 2.4, v))), s.position, 0.04);
}

/// Rings around the way the eye looks: pupil, amber iris with a dark edge, dark brown beyond; and
/// the lids. The area spans a quarter turn to each side; u grows towards the outer corner.
Color eyeColor(double u, double v) {
  const double across = (u - 0.5) * 180.0;  // degrees from the gaze
  const double down = (v - 0.5) * 180.0;
  const double angle = std::hypot(across, down);
  Color color = kDark;
  color = mixed(color, rgb(184, 104, 30), smoothStep(56.0, 51.0, angle));
  color = mixed(color, rgb(240, 176, 70), smoothStep(49.0, 33.0, angle) * 0.75);
  color = mixed(color, rgb(18, 12, 10), smoothStep(31.0, 28.0, angle));
  const double spark = std::hypot(across - 9.0, down + 14.0);
  color = mixed(color, Color(1.0), smoothStep(9.5, 7.5, spark));
  // The upper lid slants down towards the nose.
  const double upper = 31.0 + 0.16 * across - 0.004 * across * across + down;
  const double lower = 38.0 - 0.006 * across * across - down;
  color = mixed(color, kDark, smoothStep(2.0, -2.0, std::min(upper, lower)));
  return mixed(color, kRust, smoothStep(-8.0, -11.0, upper));
}

class Canvas {
 public:
  explicit Canvas(int size) : picture_(size, size) {}

  /// Fills an area and its margin. `color` gets u and v within the area, 0..1.
  void fill(const TextureArea& area, const std::function<Color(double u, double v)>& color) {
    constexpr double kMargin = 0.4 / 64;
    const int size = picture_.width;
    const auto low = [size](double t) {
      return std::max(static_cast<int>(std::floor((t - kMargin) * size + 0.5)), 0);
    };
    const auto high = [size](double t) {
      return std::min(static_cast<int>(std::floor((t + kMargin) * size + 0.5)), size);
    };
    for (int y = low(area.min.y); y < high(area.max.y); ++y) {
      for (int x = low(area.min.x); x < high(area.max.x); ++x) {
        const double u = ((x + 0.5) / size - area.min.x) / (area.max.x - area.min.x);
        const double v = ((y + 0.5) / size - area.min.y) / (area.max.y - area.min.y);
        put(x, y, color(std::clamp(u, 0.0, 1.0), std::clamp(v, 0.0, 1.0)));
      }
    }
  }

  /// Fills the area of a loft; `color` gets the point, v along the loft, and the share of the way
  /// around.
  void fill(const PaintedStretch& painted, const Loft& loft,
            const std::function<Color(const SurfacePoint&, double, double)>& color) {
    fill(painted.area, [&](double u, double t) {
      const double v = mixed(painted.first, painted.last, t);
      return color(loft.at(v, u * kPi), v, u);
    });
  }

  [[nodiscard]] Picture take() { return std::move(picture_); }

 private:
  void put(int x, int y, const Color& color) {
    std::uint8_t* texel = picture_.at(x, y);
    for (int i = 0; i < 3; ++i) {
      texel[i] = static_cast<std::uint8_t>(std::lround(std::clamp(color[i], 0.0, 1.0) * 255.0));
    }
  }
  Picture picture_;
};

}  // namespace

Picture paintFox(const FoxParts& parts, int size) {
  const FoxAtlas atlas = foxAtlas();
  Canvas canvas(size);
  canvas.fill({{0.0, 0.0}, {1.0, 1.0}}, [](double, double) { return kOrange; });
  canvas.fill(atlas.body, parts.trunk,
              [](const SurfacePoint& s, double, double) { return bodyColor(s); });
  canvas.fill(atlas.head, parts.trunk,
              [&](const SurfacePoint& s, double, double) { return headColor(parts, s); });
  canvas.fill(atlas.jaw, parts.jaw,
              [](const SurfacePoint& s, double, double) { return jawColor(s); });
  canvas.fill(atlas.front_leg, parts.front_leg,
              [](const SurfacePoint& s, double, double) { return legColor(s, 6.6); });
  canvas.fill(atlas.hind_leg, parts.hind_leg,
              [](const SurfacePoint& s, double, double) { return legColor(s, 6.2); });
  canvas.fill(atlas.tail, parts.tail,
              [](const SurfacePoint& s, double v, double) { return tailColor(s, v); });
  canvas.fill(atlas.ear, parts.ear,
              [](const SurfacePoint& s, double v, double u) { return earColor(s, v, u); });
  canvas.fill(atlas.cheek, parts.cheek,
              [](const SurfacePoint& s, double v, double) { return cheekColor(s, v); });
  canvas.fill(atlas.eye, [](double u, double v) { return eyeColor(u, v); });
  return canvas.take();
}

}  // namespace sinew::assets
