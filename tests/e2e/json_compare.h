#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sinew::e2e {

/// Compares an output with the expectation by the rules of the corpus: keys of the expectation must
/// be there (others may), arrays keep their order, integers and texts are exact, `message` is free,
/// other numbers lie within 1e-5 of the larger of 1 and the largest component of their vector (of a
/// matrix: its 3x3 part and its translation apart). Packed values that are exact in double lie
/// within 1e-9. \return the first difference, with its place; empty: none.
[[nodiscard]] std::string difference(const nlohmann::json& expected, const nlohmann::json& actual);

}  // namespace sinew::e2e
