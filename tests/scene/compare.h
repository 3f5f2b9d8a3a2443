#pragma once

// Compares what `sinew dump --scene` and `sinew pose` print of scene formats with what is expected,
// by values: how vertices are shared or ordered, how influences are numbered, which corner a
// triangle starts with and the order of bones inside an influence are free; keys beyond the
// expected ones too.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::test {

/// What differs, one line each, at most twenty; empty: nothing.
using Differences = std::vector<std::string>;

[[nodiscard]] Differences compareScene(const nlohmann::json& expected,
                                       const nlohmann::json& actual);

/// Posed vertices are paired by the triangles of the scenes they belong to.
[[nodiscard]] Differences comparePose(const nlohmann::json& expected, const nlohmann::json& actual,
                                      const nlohmann::json& expected_scene,
                                      const nlohmann::json& actual_scene);

/// One mesh of one model, as compareScene compares it, but for the keys in `without`.
[[nodiscard]] Differences compareMesh(const nlohmann::json& expected_model,
                                      const nlohmann::json& expected_mesh,
                                      const nlohmann::json& actual_model,
                                      const nlohmann::json& actual_mesh,
                                      const std::vector<std::string>& without);

/// Any values, as compareScene compares what has no rule of its own.
[[nodiscard]] Differences compareValues(const nlohmann::json& expected,
                                        const nlohmann::json& actual,
                                        const std::vector<std::string>& without = {});

}  // namespace sinew::test
