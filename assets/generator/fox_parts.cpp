#include "assets/generator/fox_parts.h"

#include <glm/geometric.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

Loft makeTrunk() {
  return Loft({{{0, -12.3, 18.2}, 0.6, 0.6, 0.7},
               {{0, -11.4, 17.9}, 2.6, 2.1, 2.6},
               {{0, -9.2, 17.5}, 3.7, 3.0, 3.6},
               {{0, -6.5, 17.3}, 3.9, 3.2, 3.6},
               {{0, -3.2, 17.2}, 3.5, 3.1, 3.2},
               {{0, 0.2, 17.2}, 3.6, 3.2, 3.7},
               {{0, 3.6, 17.3}, 4.0, 3.4, 4.5},
               {{0, 6.6, 17.7}, 4.2, 3.6, 4.9},
               {{0, 9.0, 18.9}, 3.8, 3.5, 4.4},
               {{0, 10.5, 20.8}, 3.2, 3.0, 3.5},
               {{0, 11.4, 22.9}, 2.8, 2.7, 2.9},
               {{0, 12.3, 24.9}, 3.1, 2.9, 2.6},  // kHeadStart
               {{0, 13.5, 26.5}, 4.3, 3.3, 2.7},
               {{0, 15.2, 26.8}, 4.6, 3.3, 3.0},
               {{0, 17.0, 26.3}, 3.6, 2.8, 2.4},
               {{0, 18.5, 25.6}, 2.1, 1.8, 1.35},
               {{0, 20.1, 25.2}, 1.45, 1.25, 0.85},
               {{0, 21.6, 25.0}, 1.05, 1.0, 0.6},
               {{0, 22.4, 24.95}, 0.35, 0.4, 0.3}});
}

Loft makeFrontLeg() {
  return Loft({{{1.7, 7.6, 19.4}, 0.8, 1.4, 1.5},
               {{2.6, 7.5, 17.8}, 1.7, 2.3, 2.5},
               {{2.95, 7.2, 15.3}, 1.65, 2.0, 2.3},
               {{2.95, 6.6, 13.1}, 1.4, 1.5, 1.8},
               {{2.9, 6.2, 11.2}, 1.18, 1.2, 1.4},
               {{2.85, 6.4, 8.7}, 1.0, 1.0, 1.1},
               {{2.8, 6.7, 6.2}, 0.92, 0.92, 0.95},
               {{2.8, 6.9, 4.5}, 0.95, 1.0, 0.95},  // kSockStart
               {{2.8, 7.1, 2.9}, 1.0, 0.95, 1.0},
               {{2.8, 7.7, 1.5}, 1.25, 1.05, 1.35},
               {{2.8, 9.0, 0.95}, 1.35, 0.95, 0.95},
               {{2.8, 10.2, 0.7}, 1.0, 0.65, 0.7},
               {{2.8, 10.7, 0.5}, 0.2, 0.2, 0.2}},
              0.0);
}

Loft makeHindLeg() {
  return Loft({{{1.2, -8.4, 19.2}, 0.8, 1.6, 1.6},
               {{2.2, -8.2, 17.4}, 1.7, 2.9, 2.7},
               {{2.75, -7.6, 15.1}, 1.85, 3.1, 2.9},
               {{2.85, -6.7, 12.5}, 1.5, 2.2, 2.3},
               {{2.85, -6.5, 10.5}, 1.25, 1.5, 1.8},
               {{2.8, -7.9, 8.4}, 1.05, 1.15, 1.35},
               {{2.75, -9.5, 6.4}, 0.9, 0.9, 1.0},
               {{2.75, -9.6, 4.6}, 0.85, 0.88, 0.85},  // kSockStart
               {{2.75, -9.3, 2.9}, 0.9, 0.9, 0.9},
               {{2.75, -8.7, 1.5}, 1.2, 1.05, 1.3},
               {{2.75, -7.4, 0.95}, 1.3, 0.95, 0.95},
               {{2.75, -6.2, 0.7}, 0.95, 0.62, 0.7},
               {{2.75, -5.7, 0.5}, 0.2, 0.2, 0.2}},
              0.0);
}

Loft makeTail() {
  return Loft({{{0, -10.6, 18.4}, 0.9, 0.9, 0.9},
               {{0, -12.6, 18.4}, 1.05, 1.05, 1.05},
               {{0, -15.4, 17.2}, 1.5, 1.6, 1.5},
               {{0, -18.6, 15.7}, 2.4, 2.6, 2.4},
               {{0, -22.0, 15.1}, 3.3, 3.4, 3.2},
               {{0, -25.3, 15.9}, 3.6, 3.6, 3.4},
               {{0, -28.2, 18.0}, 3.0, 3.0, 2.9},
               {{0, -30.2, 20.8}, 1.75, 1.75, 1.65},
               {{0, -31.2, 23.4}, 0.15, 0.15, 0.15}});
}

}  // namespace

FoxParts makeFoxParts() {
  FoxParts parts;
  parts.trunk = makeTrunk();
  parts.front_leg = makeFrontLeg();
  parts.hind_leg = makeHindLeg();
  parts.tail = makeTail();
  parts.jaw = Loft({{{0, 14.4, 24.6}, 1.8, 0.5, 0.8},
                    {{0, 16.4, 24.3}, 1.65, 0.5, 0.85},
                    {{0, 18.4, 24.15}, 1.15, 0.45, 0.65},
                    {{0, 20.2, 24.25}, 0.75, 0.36, 0.48},
                    {{0, 21.1, 24.4}, 0.1, 0.1, 0.1}});
  parts.ear = Loft({{{2.2, 13.3, 28.0}, 1.7, 1.3, 0.6},
                    {{2.6, 13.1, 29.9}, 2.05, 1.2, 0.18},
                    {{3.05, 12.9, 31.9}, 1.65, 0.9, 0.12},
                    {{3.45, 12.75, 33.8}, 0.9, 0.5, 0.06},
                    {{3.75, 12.6, 35.4}, 0.06, 0.06, 0.02}});
  parts.cheek = Loft({{{2.6, 15.0, 25.9}, 1.5, 1.9, 1.9},
                      {{3.9, 14.6, 25.1}, 1.35, 1.7, 1.7},
                      {{4.9, 14.0, 24.2}, 0.85, 1.0, 1.0},
                      {{5.5, 13.4, 23.3}, 0.05, 0.05, 0.05}});
  const SurfacePoint socket = parts.trunk.at(14.25, radians(60));
  parts.eye = socket.position - socket.normal * 0.5;
  parts.gaze = glm::normalize(socket.normal + glm::dvec3(0.0, 0.35, 0.0));
  parts.nose = {0.0, 22.25, 25.15};
  return parts;
}

glm::dvec3 joinToTrunk(const FoxParts& parts, const SurfacePoint& point, double reach) {
  const Loft& trunk = parts.trunk;
  double best_v = 0.0;
  double best = 1e9;
  for (double v = 1.0; v <= 9.0; v += 0.05) {
    const double along = std::abs(glm::dot(point.position - trunk.center(v), trunk.direction(v)));
    if (along < best) {
      best = along;
      best_v = v;
    }
  }
  const glm::dvec3 offset = point.position - trunk.center(best_v);
  const glm::dvec3 up = glm::cross(glm::dvec3(1.0, 0.0, 0.0), trunk.direction(best_v));
  const SurfacePoint near = trunk.at(best_v, std::atan2(offset.x, glm::dot(offset, up)));
  const double height = glm::dot(point.position - near.position, near.normal);
  const double share = smoothStep(0.0, reach, height);
  return glm::normalize(mixed(near.normal, point.normal, share));
}

FoxAtlas foxAtlas() {
  // In sixty-fourths of the texture, with a margin so that filtering does not reach the neighbours.
  const auto area = [](double x, double y, double w, double h) {
    constexpr double kMargin = 0.4;
    return TextureArea{{(x + kMargin) / 64, (y + kMargin) / 64},
                       {(x + w - kMargin) / 64, (y + h - kMargin) / 64}};
  };
  FoxAtlas atlas;
  atlas.body = {area(0, 0, 32, 32), 0.0, kHeadStart};
  atlas.head = {area(32, 0, 32, 32), kHeadStart, 18.0};
  atlas.front_leg = {area(0, 32, 14, 32), 0.0, kSockStart};
  atlas.hind_leg = {area(14, 32, 14, 32), 0.0, kSockStart};
  atlas.tail = {area(28, 32, 14, 32), 0.0, 8.0};
  atlas.ear = {area(42, 32, 12, 16), 0.0, 4.0};
  atlas.cheek = {area(54, 32, 10, 16), 0.0, 3.0};
  atlas.jaw = {area(42, 48, 11, 16), 0.0, 4.0};
  atlas.eye = area(53, 48, 11, 11);
  return atlas;
}

}  // namespace sinew::assets
