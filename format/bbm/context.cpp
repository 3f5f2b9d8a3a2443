#include "format/bbm/context.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "format/bbm/read.h"

namespace sinew::bbm {
namespace {

/// Sets `out` where the user chose one of `values`, whose order is that of the enumerators.
template <class E>
void choose(const std::map<std::string, std::string>& chosen, std::string_view name, E& out) {
  const auto find = [&chosen](const std::string& key) { return chosen.find(key); };
  auto at = find(fmt::format("bbm.{}", name));
  if (at == chosen.end()) at = find(std::string(name));
  if (at == chosen.end()) return;
  for (const scene::ReadingInfo& choice : readingInfos()) {
    if (choice.name != name) continue;
    const auto value = std::find(choice.values.begin(), choice.values.end(), at->second);
    if (value != choice.values.end()) out = static_cast<E>(value - choice.values.begin());
  }
}

}  // namespace

Readings parseReadings(const std::map<std::string, std::string>& chosen) {
  Readings out;
  choose(chosen, "uv", out.uv);
  choose(chosen, "float-positions", out.float_positions);
  choose(chosen, "helper-bones", out.helper_bones);
  choose(chosen, "strip-restart", out.strip_restart);
  choose(chosen, "track-rate", out.track_rate);
  choose(chosen, "delta", out.delta);
  choose(chosen, "block-format", out.block_format);
  return out;
}

Context::Context(const scene::ReadOptions& read_options)
    : options(read_options),
      readings(parseReadings(read_options.readings)),
      findings(read_options.mode),
      unpacked_left_(read_options.max_unpacked_bytes) {
  scene.format = "bbm";
  scene.up = UpAxis::Z;
  scene.units_per_metre = 100.0;
  scene.front = {0.0f, -1.0f, 0.0f};
}

void Context::tell(const FindingList& list) {
  for (const Finding& f : list)
    findings.add(f.kind, f.effect, f.offset, f.path, f.message, f.count);
}

bool Context::takeUnpacked(std::uint64_t bytes) {
  if (bytes > unpacked_left_) return false;
  unpacked_left_ -= bytes;
  return true;
}

void Context::noteReading(std::string_view name, std::string_view value, std::string why) {
  for (const scene::Reading& known : scene.readings) {
    if (known.name == name) return;
  }
  scene.readings.push_back({std::string(name), std::string(value), std::move(why)});
}

std::uint32_t Context::wantTexture(std::uint32_t id) {
  const auto [at, fresh] = wanted_index_.emplace(id, static_cast<std::uint32_t>(wanted_.size()));
  if (fresh) wanted_.push_back(id);
  return at->second;
}

std::string stemOf(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  return scene::printableName(dot == 0 ? file_name : file_name.substr(0, dot));
}

std::string lowered(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::uint32_t nameHash(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      hash = hash >> 1 ^ ((hash & 1) != 0 ? 0xEDB88320U : 0U);
  }
  return hash;
}

double finiteOr(float value, double otherwise, std::uint32_t& not_finite) {
  if (std::isfinite(value)) return value;
  ++not_finite;
  return otherwise;
}

Mat34d fromRows(const std::array<float, 12>& rows, std::uint32_t& not_finite) {
  Mat34d out;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row)
      out.m[4 * row + column] = finiteOr(rows[3 * column + row], 0.0, not_finite);
  }
  return out;
}

std::string_view failureText(Kind failure) {
  switch (failure) {
    case Kind::Name:
      return "a name has no end";
    case Kind::Limit:
      return "a name is longer than 4096 characters";
    default:
      return "the data end";
  }
}

}  // namespace sinew::bbm
