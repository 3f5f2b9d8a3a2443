// LDR-FLIP: P. Andersson, J. Nilsson, T. Akenine-Möller, M. Oskarsson, K. Åström, M. D. Fairchild,
// "FLIP: A Difference Evaluator for Alternating Images", Proc. ACM Comput. Graph. Interact. Tech. 3
// (2), 2020. Section numbers below are the paper's.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "app/regress/filter.h"
#include "app/regress/metrics.h"

namespace sinew::app::regress {

namespace {

using Vec3 = std::array<float, 3>;
using Planes = std::array<Plane, 3>;

/// Pixels a degree at the paper's viewing conditions: 0.7 m from a 0.7 m wide screen of 3840.
constexpr double kPixelsPerDegree = 3840.0 * std::numbers::pi / 180.0;

// Linear sRGB to XYZ (IEC 61966-2-1) with as many digits as give a round trip, and back.
constexpr float kToXyz[3][3] = {{0.4123907993f, 0.3575843394f, 0.1804807884f},
                                {0.2126390059f, 0.7151686788f, 0.0721923154f},
                                {0.0193308187f, 0.1191947798f, 0.9505321522f}};
constexpr float kFromXyz[3][3] = {{3.2409699419f, -1.5373831776f, -0.4986107603f},
                                  {-0.9692436363f, 1.8759675015f, 0.0415550574f},
                                  {0.0556300797f, -0.2039769589f, 1.0569715142f}};
/// XYZ of white, the sums of the rows above.
constexpr Vec3 kWhite{0.9504559270f, 1.0f, 1.0890577508f};

Vec3 times(const float (&matrix)[3][3], const Vec3& v) {
  Vec3 out{};
  for (std::size_t row = 0; row < 3; ++row)
    out[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
  return out;
}

float linear(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

/// Section 3.1: an opponent space that is linear in light.
Vec3 opponentFromLinear(const Vec3& rgb) {
  Vec3 xyz = times(kToXyz, rgb);
  for (std::size_t c = 0; c < 3; ++c)
    xyz[c] /= kWhite[c];
  return {116.0f * xyz[1] - 16.0f, 500.0f * (xyz[0] - xyz[1]), 200.0f * (xyz[1] - xyz[2])};
}

Vec3 linearFromOpponent(const Vec3& v) {
  const float y = (v[0] + 16.0f) / 116.0f;
  return times(kFromXyz,
               {(v[1] / 500.0f + y) * kWhite[0], y * kWhite[1], (y - v[2] / 200.0f) * kWhite[2]});
}

/// CIELAB with the Hunt adjustment (section 3.1): saturation is seen less the darker a colour is.
Vec3 huntLab(const Vec3& rgb) {
  const auto bend = [](float t) {
    constexpr float kDelta = 6.0f / 29.0f;
    return t > kDelta * kDelta * kDelta ? std::cbrt(t)
                                        : t / (3.0f * kDelta * kDelta) + 4.0f / 29.0f;
  };
  const Vec3 xyz = times(kToXyz, rgb);
  const float x = bend(xyz[0] / kWhite[0]);
  const float y = bend(xyz[1] / kWhite[1]);
  const float z = bend(xyz[2] / kWhite[2]);
  const float lightness = 116.0f * y - 16.0f;
  return {lightness, 0.01f * lightness * 500.0f * (x - y), 0.01f * lightness * 200.0f * (y - z)};
}

float hyab(const Vec3& a, const Vec3& b) {
  return std::abs(a[0] - b[0]) + std::hypot(a[1] - b[1], a[2] - b[2]);
}

Planes opponentPlanes(const renderer::Image& image, float background) {
  Planes out;
  for (std::size_t c = 0; c < 3; ++c)
    out[c] = channelOver(image, c, background);
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    Vec3 rgb{};
    for (std::size_t c = 0; c < 3; ++c)
      rgb[c] = linear(out[c].values[i] / 255.0f);
    const Vec3 opponent = opponentFromLinear(rgb);
    for (std::size_t c = 0; c < 3; ++c)
      out[c].values[i] = opponent[c];
  }
  return out;
}

/// One Gaussian of a contrast sensitivity filter: a sqrt(pi / b) exp(-pi^2 d^2 / b), d in degrees.
struct Sensitivity {
  double a;
  double b;
};

/// Table 1. The blue-yellow channel is a sum of two.
constexpr Sensitivity kAchromatic{1.0, 0.0047};
constexpr Sensitivity kRedGreen{1.0, 0.0053};
constexpr Sensitivity kBlueYellow[2] = {{34.1, 0.04}, {13.5, 0.025}};

double deviationOf(const Sensitivity& part) {
  return std::sqrt(part.b / 2.0) / std::numbers::pi * kPixelsPerDegree;
}

/// Blurs by a sum of Gaussians. Each is separable, their sum is not; it is normalised as a whole.
Plane blurred(const Plane& in, std::span<const Sensitivity> parts) {
  // Every channel's filter has the radius of the widest.
  const int radius = static_cast<int>(std::ceil(3.0 * deviationOf(kBlueYellow[0])));
  Plane out{in.width, in.height, std::vector<float>(in.values.size(), 0.0f)};
  double whole = 0.0;
  for (const Sensitivity& part : parts) {
    const std::vector<float> taps = gaussian(deviationOf(part), radius);
    const double sum = std::accumulate(taps.begin(), taps.end(), 0.0);
    const double weight = part.a * std::sqrt(std::numbers::pi / part.b);
    whole += weight * sum * sum;
    const Plane one = filtered(in, taps, taps, Border::Replicate);
    for (std::size_t i = 0; i < out.values.size(); ++i)
      out.values[i] += static_cast<float>(weight) * one.values[i];
  }
  for (float& value : out.values)
    value /= static_cast<float>(whole);
  return out;
}

/// Section 3.1 up to the perceptually uniform space.
Planes perceived(const Planes& opponent) {
  Planes out{blurred(opponent[0], std::span(&kAchromatic, 1)),
             blurred(opponent[1], std::span(&kRedGreen, 1)), blurred(opponent[2], kBlueYellow)};
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    Vec3 rgb = linearFromOpponent({out[0].values[i], out[1].values[i], out[2].values[i]});
    for (float& channel : rgb)
      channel = std::clamp(channel, 0.0f, 1.0f);
    const Vec3 lab = huntLab(rgb);
    for (std::size_t c = 0; c < 3; ++c)
      out[c].values[i] = lab[c];
  }
  return out;
}

/// Scaled so that the positive taps sum to 1 and the negative ones to -1 (section 3.2).
void balance(std::vector<float>& taps) {
  float positive = 0.0f;
  float negative = 0.0f;
  for (const float tap : taps)
    (tap > 0.0f ? positive : negative) += tap;
  for (float& tap : taps)
    tap /= tap > 0.0f ? positive : -negative;
}

/// Strength of edges and of points at each pixel (section 3.2).
struct Features {
  Map edges;
  Map points;
};

Map strength(const Plane& in, std::span<const float> derivative, std::span<const float> smooth) {
  Map out = filtered(in, derivative, smooth, Border::Replicate).values;
  const Map down = filtered(in, smooth, derivative, Border::Replicate).values;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::hypot(out[i], down[i]);
  return out;
}

Features featuresOf(const Plane& achromatic) {
  Plane luminance = achromatic;
  for (float& value : luminance.values)
    value = (value + 16.0f) / 116.0f;
  constexpr double kFeatureWidth = 0.082;  // degrees
  const double deviation = 0.5 * kFeatureWidth * kPixelsPerDegree;
  const int radius = static_cast<int>(std::ceil(3.0 * deviation));
  std::vector<float> smooth = gaussian(deviation, radius);
  std::vector<float> first = smooth;
  std::vector<float> second = smooth;
  for (int x = -radius; x <= radius; ++x) {
    const auto tap = static_cast<std::size_t>(x + radius);
    first[tap] *= static_cast<float>(-x);
    second[tap] *= static_cast<float>(x * x / (deviation * deviation) - 1.0);
  }
  const float sum = std::accumulate(smooth.begin(), smooth.end(), 0.0f);
  for (float& tap : smooth)
    tap /= sum;
  balance(first);
  balance(second);
  return {strength(luminance, first, smooth), strength(luminance, second, smooth)};
}

/// Section 3.1, equations for the compressed colour difference, 0..1.
float colorError(float distance) {
  constexpr float kExponent = 0.7f;
  constexpr float kKnee = 0.4f;
  constexpr float kKneeValue = 0.95f;
  static const float kMost =
      std::pow(hyab(huntLab({0.0f, 1.0f, 0.0f}), huntLab({0.0f, 0.0f, 1.0f})), kExponent);
  const float error = std::pow(distance, kExponent);
  if (error < kKnee * kMost) return error * kKneeValue / (kKnee * kMost);
  return kKneeValue + (error - kKnee * kMost) / (kMost - kKnee * kMost) * (1.0f - kKneeValue);
}

Map mapOver(const renderer::Image& a, const renderer::Image& b, float background) {
  const Planes opponent_a = opponentPlanes(a, background);
  const Planes opponent_b = opponentPlanes(b, background);
  const Features features_a = featuresOf(opponent_a[0]);
  const Features features_b = featuresOf(opponent_b[0]);
  const Planes lab_a = perceived(opponent_a);
  const Planes lab_b = perceived(opponent_b);
  Map out(a.rgba.size() / 4);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Vec3 one{lab_a[0].values[i], lab_a[1].values[i], lab_a[2].values[i]};
    const Vec3 other{lab_b[0].values[i], lab_b[1].values[i], lab_b[2].values[i]};
    const float color = colorError(hyab(one, other));
    const float feature = std::max(std::abs(features_a.edges[i] - features_b.edges[i]),
                                   std::abs(features_a.points[i] - features_b.points[i]));
    const float amplified = std::sqrt(feature / std::numbers::sqrt2_v<float>);
    // Section 3.3: features raise the colour difference where there is one.
    out[i] = std::clamp(std::pow(color, 1.0f - amplified), 0.0f, 1.0f);
  }
  return out;
}

}  // namespace

Map flipMap(const renderer::Image& a, const renderer::Image& b) {
  Map out = mapOver(a, b, 0.0f);
  if (!hasAlpha(a) && !hasAlpha(b)) return out;
  const Map white = mapOver(a, b, 255.0f);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::max(out[i], white[i]);
  return out;
}

}  // namespace sinew::app::regress
