#include "app/camera.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <gtest/gtest.h>

namespace sinew::app {
namespace {

using glm::dvec2;
using glm::dvec3;

constexpr double kNear = 1e-9;
const Conventions kZUp;  // front +Y
const pose::Bounds kCube{{-1, -1, -1}, {1, 1, 1}};
constexpr NamedView kAllViews[] = {NamedView::Front, NamedView::Back, NamedView::Left,
                                   NamedView::Right, NamedView::Top,  NamedView::Bottom,
                                   NamedView::Iso};

Conventions yUp() {
  Conventions conventions;
  conventions.up = UpAxis::Y;
  conventions.front = {0, 0, 1};
  return conventions;
}

void expectNear(const dvec3& actual, const dvec3& expected, double tolerance = 1e-9) {
  EXPECT_LT(glm::length(actual - expected), tolerance)
      << actual.x << ' ' << actual.y << ' ' << actual.z << " instead of " << expected.x << ' '
      << expected.y << ' ' << expected.z;
}

/// Normalised device coordinates of a point.
dvec3 project(const Camera& camera, const pose::Bounds& bounds, double aspect, const dvec3& point) {
  const CameraMatrices m = matrices(camera, bounds, aspect);
  const glm::dvec4 clip =
      glm::dmat4(m.clip_from_view) * (glm::dmat4(m.view_from_world) * glm::dvec4(point, 1.0));
  return dvec3(clip) / clip.w;
}

dvec3 corner(const pose::Bounds& b, unsigned i) {
  return {(i & 1u) != 0 ? b.max.x : b.min.x, (i & 2u) != 0 ? b.max.y : b.min.y,
          (i & 4u) != 0 ? b.max.z : b.min.z};
}

dvec3 toEye(const Camera& camera) {
  return glm::normalize(camera.position - camera.focal_point);
}

TEST(Axes, FollowConventionsAndTheUpOption) {
  const Axes z(kZUp);
  expectNear(z.up, {0, 0, 1});
  expectNear(z.front, {0, 1, 0});
  expectNear(z.right, {-1, 0, 0});  // in front of it, at +Y, +X is to the left
  const Axes y(yUp());
  expectNear(y.up, {0, 1, 0});
  expectNear(y.front, {0, 0, 1});
  expectNear(y.right, {1, 0, 0});
  const Axes turned(kZUp, dvec3(0, 1, 0));  // the front +Y has become up
  expectNear(turned.up, {0, 1, 0});
  expectNear(turned.front, {0, 0, 1});
  const Axes down(kZUp, dvec3(0, 0, -1));
  expectNear(down.up, {0, 0, -1});
  expectNear(down.front, {0, 1, 0});
  const Axes x(kZUp, dvec3(-2, 0, 0));
  expectNear(x.up, {-1, 0, 0});
  expectNear(x.front, {0, 1, 0});
}

TEST(Camera, FramesACubeFromTheFront) {
  // 90 degrees: tan 45 = 1, so the near face (depth 1) with half height 1 and 6 % margin needs 1.06
  // + 1.
  const Camera camera = frameBounds(kCube, NamedView::Front, kZUp, 1.0, 90.0, false);
  expectNear(camera.position, {0, 2.06, 0});
  expectNear(camera.focal_point, {0, 0, 0});
  expectNear(camera.view_up, {0, 0, 1});
  // Orthographic: half the picture's height is distance * tan 45.
  const Camera ortho = frameBounds(kCube, NamedView::Front, kZUp, 1.0, 90.0, true);
  expectNear(ortho.position, {0, 1.06, 0});
}

TEST(Camera, NamedViewsStandWhereTheyAreNamed) {
  const auto eye = [](NamedView view, const Conventions& conventions) {
    return toEye(frameBounds(kCube, view, conventions, 1.0));
  };
  expectNear(eye(NamedView::Back, kZUp), {0, -1, 0});
  expectNear(eye(NamedView::Right, kZUp), {-1, 0, 0});
  expectNear(eye(NamedView::Left, kZUp), {1, 0, 0});
  expectNear(eye(NamedView::Top, kZUp), {0, 0, 1});
  expectNear(eye(NamedView::Bottom, kZUp), {0, 0, -1});
  expectNear(eye(NamedView::Front, yUp()), {0, 0, 1});
  expectNear(eye(NamedView::Right, yUp()), {1, 0, 0});
  expectNear(eye(NamedView::Top, yUp()), {0, 1, 0});
  // From above, the front points down the picture.
  expectNear(frameBounds(kCube, NamedView::Top, kZUp, 1.0).view_up, {0, -1, 0});
  const dvec3 iso = eye(NamedView::Iso, kZUp);
  EXPECT_GT(iso.y, 0.5);   // from the front
  EXPECT_LT(iso.x, -0.3);  // and from its right
  EXPECT_GT(iso.z, 0.2);   // a little above
}

TEST(Camera, EveryViewShowsAllOfTheBoundsAndFillsThePicture) {
  const pose::Bounds bounds{{10, -3, 2}, {14, 8, 2.5}};
  for (const Conventions& conventions : {kZUp, yUp()}) {
    for (const NamedView view : kAllViews) {
      for (const double aspect : {0.4, 1.0, 2.5}) {
        for (const bool ortho : {false, true}) {
          const Camera camera = frameBounds(bounds, view, conventions, aspect, 30.0, ortho);
          double widest = 0.0;
          for (unsigned i = 0; i < 8; ++i) {
            const dvec3 ndc = project(camera, bounds, aspect, corner(bounds, i));
            widest = std::max({widest, std::abs(ndc.x), std::abs(ndc.y)});
            EXPECT_LT(std::abs(ndc.z), 1.0);
          }
          EXPECT_LT(widest, 0.96);
          EXPECT_GT(widest, 0.85);
        }
      }
    }
  }
}

TEST(Camera, ASinglePointCanBeFramed) {
  const pose::Bounds point{{5, 5, 5}, {5, 5, 5}};
  const Camera camera = frameBounds(point, NamedView::Iso, kZUp, 1.5);
  EXPECT_GT(glm::length(camera.position - camera.focal_point), 0.0);
  const dvec3 ndc = project(camera, point, 1.5, {5, 5, 5});
  expectNear(ndc * dvec3(1, 1, 0), {0, 0, 0}, 1e-5);
  EXPECT_LT(std::abs(ndc.z), 1.0);
}

TEST(CameraOptions, PositionAloneLooksAtTheCentre) {
  CameraOptions options;
  options.position = dvec3(1000, 0, 0);
  const auto camera = cameraFromOptions(options, NamedView::Iso, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->position, {1000, 0, 0});
  expectNear(camera->focal_point, {0, 0, 0});
  expectNear(camera->view_up, {0, 0, 1});
  for (unsigned i = 0; i < 8; ++i) {
    const dvec3 ndc = project(*camera, kCube, 1.0, corner(kCube, i));
    EXPECT_LT(std::abs(ndc.x), 1.0);
    EXPECT_LT(std::abs(ndc.z), 1.0);  // neither near nor far cuts it
  }
}

TEST(CameraOptions, EyeInsideTheModelCutsNothingBeforeIt) {
  CameraOptions options;
  options.position = dvec3(0.0, 0.5, 0.0);
  const auto camera = cameraFromOptions(options, NamedView::Front, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  for (const double y : {0.49, 0.0, -1.0}) {
    const dvec3 ndc = project(*camera, kCube, 1.0, {0.0, y, 0.0});
    EXPECT_LT(std::abs(ndc.z), 1.0) << y;
  }
}

TEST(CameraOptions, StraightDownFindsAnUpDirection) {
  CameraOptions options;
  options.position = dvec3(0, 0, 10);
  const auto camera = cameraFromOptions(options, NamedView::Iso, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->view_up, {0, -1, 0});  // as the top view
}

TEST(CameraOptions, DirectionFramesTheModel) {
  CameraOptions options;
  options.direction = dvec3(0, -5, 0);  // from the front
  options.view_angle_deg = 90.0;
  const auto camera = cameraFromOptions(options, NamedView::Back, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->position, {0, 2.06, 0});
}

TEST(CameraOptions, DirectionFromAPositionSetsTheFocalPoint) {
  CameraOptions options;
  options.position = dvec3(3, 8, 0);
  options.direction = dvec3(0, -2, 0);
  const auto camera = cameraFromOptions(options, NamedView::Iso, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->focal_point, {3, 0, 0});  // as far ahead as the centre is
}

TEST(CameraOptions, FocalPointKeepsAllOfTheModelInSight) {
  CameraOptions options;
  options.focal_point = dvec3(1, 1, 1);
  const auto camera = cameraFromOptions(options, NamedView::Iso, kCube, kZUp, 1.3);
  ASSERT_TRUE(camera);
  expectNear(camera->focal_point, {1, 1, 1});
  for (unsigned i = 0; i < 8; ++i) {
    const dvec3 ndc = project(*camera, kCube, 1.3, corner(kCube, i));
    EXPECT_LT(std::max(std::abs(ndc.x), std::abs(ndc.y)), 1.0);
  }
}

// Whatever the angles, the picture's horizontal stays level: no roll.
TEST(CameraOptions, AnglesKeepTheHorizonLevel) {
  for (const NamedView view : {NamedView::Iso, NamedView::Front, NamedView::Left}) {
    CameraOptions options;
    options.azimuth_deg = 25.0;
    options.elevation_deg = -10.0;
    const auto camera = cameraFromOptions(options, view, kCube, kZUp, 1.0);
    ASSERT_TRUE(camera);
    const dvec3 right = glm::cross(-toEye(*camera), camera->view_up);
    EXPECT_NEAR(right.z, 0.0, kNear);
    EXPECT_GT(camera->view_up.z, 0.0);
  }
}

TEST(CameraOptions, AzimuthElevationAndZoom) {
  const Camera front = frameBounds(kCube, NamedView::Front, kZUp, 1.0);
  const double distance = front.position.y;
  CameraOptions options;
  options.azimuth_deg = 90.0;  // about +Z: from +Y to -X, which is the right view
  auto camera = cameraFromOptions(options, NamedView::Front, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->position, {-distance, 0, 0});
  options.azimuth_deg = 0.0;
  options.elevation_deg = 90.0;
  options.zoom_factor = 2.0;
  camera = cameraFromOptions(options, NamedView::Front, kCube, kZUp, 1.0);
  ASSERT_TRUE(camera);
  expectNear(camera->position, {0, 0, distance / 2.0});
  expectNear(camera->view_up, {0, -1, 0});
}

TEST(CameraOptions, WhatCannotBeIsAUsageError) {
  const auto code = [](const CameraOptions& options) {
    const auto camera = cameraFromOptions(options, NamedView::Front, kCube, kZUp, 1.0);
    return camera ? std::string("none") : camera.error().code;
  };
  CameraOptions equal;
  equal.position = equal.focal_point = dvec3(1, 2, 3);
  EXPECT_EQ(code(equal), "usage");
  CameraOptions at_center;
  at_center.position = dvec3(0, 0, 0);
  EXPECT_EQ(code(at_center), "usage");
  CameraOptions parallel;
  parallel.view_up = dvec3(0, -3, 0);
  EXPECT_EQ(code(parallel), "usage");
  for (const double angle : {0.0, 180.0, -5.0, std::nan("")}) {
    CameraOptions bad;
    bad.view_angle_deg = angle;
    EXPECT_EQ(code(bad), "usage") << angle;
  }
  for (const double factor : {0.0, -1.0, HUGE_VAL}) {
    CameraOptions bad;
    bad.zoom_factor = factor;
    EXPECT_EQ(code(bad), "usage") << factor;
  }
  CameraOptions zero;
  zero.direction = dvec3(0.0);
  EXPECT_EQ(code(zero), "usage");
  CameraOptions three;
  three.position = dvec3(5, 5, 5);
  three.focal_point = dvec3(0.0);
  three.direction = dvec3(1, 0, 0);
  EXPECT_EQ(code(three), "usage");
}

TEST(Gestures, OrbitTurnsHalfAroundOverTheHeight) {
  Camera camera = frameBounds(kCube, NamedView::Front, kZUp, 1.0);
  const double distance = camera.position.y;
  orbit(camera, kZUp, {-180, 0}, 360.0);  // 180 of 360 pixels are 90 degrees; the eye goes right
  expectNear(camera.position, {-distance, 0, 0});
  orbit(camera, kZUp, {0, 60}, 360.0);  // 30 degrees up
  EXPECT_NEAR(toEye(camera).z, 0.5, kNear);
  orbit(camera, kZUp, {0, 1000}, 360.0);  // stops at the pole
  expectNear(toEye(camera), {0, 0, 1});
  orbit(camera, kZUp, {0, -180}, 360.0);  // and comes back the way it went
  expectNear(toEye(camera), {-1, 0, 0});
  expectNear(camera.view_up, {0, 0, 1});
}

TEST(Gestures, OrbitFromTheTopKeepsTheHeading) {
  Camera camera = frameBounds(kCube, NamedView::Top, kZUp, 1.0);
  orbit(camera, kZUp, {0, -180}, 360.0);
  expectNear(toEye(camera), {0, 1, 0});  // down to the front, which pointed down the picture
}

TEST(Gestures, PanMovesTheFocalPlaneWithThePointer) {
  for (const bool ortho : {false, true}) {
    Camera camera = frameBounds(kCube, NamedView::Iso, kZUp, 1.5, 30.0, ortho);
    const dvec3 point = camera.focal_point;
    pan(camera, {30, -20}, 200.0);
    const dvec3 ndc = project(camera, kCube, 1.5, point);
    EXPECT_NEAR(ndc.x, 30.0 / (200.0 * 1.5 / 2.0), 1e-5);
    EXPECT_NEAR(ndc.y, 20.0 / 100.0, 1e-5);
  }
}

TEST(Gestures, ZoomKeepsAPointInPlace) {
  const dvec3 point(0.3, -0.2, 0.7);
  for (const bool ortho : {false, true}) {
    Camera camera = frameBounds(kCube, NamedView::Iso, kZUp, 1.5, 30.0, ortho);
    const double distance = glm::length(camera.position - camera.focal_point);
    const dvec3 before = project(camera, kCube, 1.5, point);
    zoom(camera, 1.7, point);
    const dvec3 after = project(camera, kCube, 1.5, point);
    EXPECT_NEAR(before.x, after.x, 1e-5);
    EXPECT_NEAR(before.y, after.y, 1e-5);
    EXPECT_NEAR(glm::length(camera.position - camera.focal_point), distance / 1.7, 1e-9);
    zoom(camera, 0.0, {});
    zoom(camera, std::nan(""), {});
    EXPECT_NEAR(glm::length(camera.position - camera.focal_point), distance / 1.7, 1e-9);
  }
  Camera camera = frameBounds(kCube, NamedView::Iso, kZUp, 1.5);
  for (int i = 0; i < 2000; ++i)
    zoom(camera, 2.0, {});
  EXPECT_GT(glm::length(camera.position - camera.focal_point), 0.0);
}

TEST(Gestures, LookTurnsAboutTheEyeAndFlyMovesIt) {
  Camera camera = frameBounds(kCube, NamedView::Front, kZUp, 1.0, 30.0, false);
  const dvec3 eye = camera.position;
  look(camera, kZUp, {300, 0}, 100.0);  // three heights of 30 degrees to the right
  expectNear(camera.position, eye);
  // Looking along -Y, right is -X.
  expectNear(glm::normalize(camera.focal_point - camera.position), {-1, 0, 0});
  fly(camera, {0, 0, 2});
  expectNear(camera.position, eye + dvec3(-2, 0, 0));
  fly(camera, {1, 0.5, 0});  // right is now +Y
  expectNear(camera.position, eye + dvec3(-2, 1, 0.5));
  look(camera, kZUp, {0, -100000}, 100.0);
  EXPECT_NEAR(glm::normalize(camera.focal_point - camera.position).z, std::sin(89.0 * M_PI / 180.0),
              kNear);
}

TEST(Gestures, TurnToKeepsDistanceAndFocalPoint) {
  Camera camera = frameBounds(kCube, NamedView::Iso, kZUp, 1.0);
  pan(camera, {10, 10}, 100.0);
  const dvec3 focal = camera.focal_point;
  const double distance = glm::length(camera.position - focal);
  turnTo(camera, NamedView::Left, kZUp);
  expectNear(camera.focal_point, focal);
  expectNear(camera.position, focal + dvec3(distance, 0, 0));
}

TEST(Ray, GoesThroughThePixelItIsFor) {
  for (const bool ortho : {false, true}) {
    const Camera camera = frameBounds(kCube, NamedView::Iso, kZUp, 1.6, 40.0, ortho);
    const Ray ray = rayThrough(camera, {0.4, -0.7}, 1.6);
    EXPECT_NEAR(glm::length(ray.direction), 1.0, kNear);
    for (const double t : {3.0, 5.0}) {
      const dvec3 ndc = project(camera, kCube, 1.6, ray.origin + ray.direction * t);
      EXPECT_NEAR(ndc.x, 0.4, 1e-5);
      EXPECT_NEAR(ndc.y, -0.7, 1e-5);
    }
  }
}

TEST(LodDistance, IsInMetres) {
  Conventions author = kZUp;
  author.units_per_metre = 40.0;
  Camera camera;
  camera.position = {0, 90, 0};
  const pose::Bounds bounds{{-5, 5, -5}, {5, 15, 5}};  // centre y = 10, so 80 units = 2 m
  EXPECT_DOUBLE_EQ(lodDistance(camera, bounds, author), 2.0);
}

}  // namespace
}  // namespace sinew::app
