#pragma once

#include <string>

#include "app/regress/test_result.h"

namespace sinew::app::regress {

/// The run as JUnit XML, which CI systems show: one test suite, one test case a picture. Changed
/// pictures are failures, what could not be drawn or compared is an error.
[[nodiscard]] std::string junitXml(const TestRun& run);

}  // namespace sinew::app::regress
