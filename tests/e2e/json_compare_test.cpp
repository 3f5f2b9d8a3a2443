// The comparer must refuse what differs, or no corpus test could fail.

#include "json_compare.h"

#include <gtest/gtest.h>

namespace sinew::e2e {
namespace {

using nlohmann::json;

TEST(JsonCompare, AcceptsExtraKeysOrderAndSmallErrors) {
  EXPECT_EQ(difference(json{{"a", 1}}, json{{"b", 2}, {"a", 1}}), "");
  EXPECT_EQ(difference(json{{"message", ""}}, json{{"message", "words"}}), "");
  EXPECT_EQ(difference(json{{"x", 1.0}}, json{{"x", 1.000009}}), "");
  EXPECT_EQ(difference(json{{"x", 1000.0}}, json{{"x", 1000.009}}), "");
  EXPECT_EQ(difference(json{{"x", 1.0}}, json{{"x", 1}}), "");
  // The tolerance is that of the vector's largest component.
  EXPECT_EQ(difference(json{{"p", {0.0, 1000.0}}}, json{{"p", {0.009, 1000.0}}}), "");
}

TEST(JsonCompare, RefusesWhatDiffers) {
  EXPECT_NE(difference(json{{"a", 1}}, json{{"b", 1}}), "");
  EXPECT_NE(difference(json{{"a", 1}}, json{{"a", 2}}), "");
  EXPECT_NE(difference(json{{"a", 1}}, json{{"a", 1.5}}), "");
  EXPECT_NE(difference(json{{"a", 1}}, json{{"a", "1"}}), "");
  EXPECT_NE(difference(json{{"a", "x"}}, json{{"a", "y"}}), "");
  EXPECT_NE(difference(json{{"a", nullptr}}, json{{"a", 0}}), "");
  EXPECT_NE(difference(json{{"x", 1.0}}, json{{"x", 1.00002}}), "");
  EXPECT_NE(difference(json{{"x", 1.0}}, json{{"x", nullptr}}), "");
  EXPECT_NE(difference(json{{"a", {1, 2}}}, json{{"a", {2, 1}}}), "");
  EXPECT_NE(difference(json{{"a", {1, 2}}}, json{{"a", {1}}}), "");
  EXPECT_NE(difference(json{{"a", json::array()}}, json{{"a", {1}}}), "");
  EXPECT_NE(difference(json{{"p", {0.0, 1.0}}}, json{{"p", {0.00002, 1.0}}}), "");
  // Packed values are exact.
  EXPECT_NE(difference(json{{"position", {1.0}}}, json{{"position", {1.00001}}}), "");
  // A large translation does not loosen the 3x3 part.
  const json identity = {1.0, 0.0, 0.0, 9e6, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0};
  json turned = identity;
  turned[1] = 0.001;
  EXPECT_NE(difference(json{{"matrix", identity}}, json{{"matrix", turned}}), "");
  json moved = identity;
  moved[3] = 9e6 + 1.0;
  EXPECT_EQ(difference(json{{"matrix", identity}}, json{{"matrix", moved}}), "");
  // A key record without a channel.
  EXPECT_NE(difference(json{{"frame", 0}}, json{{"frame", 0}, {"scale", {1.0, 1.0, 1.0}}}), "");
}

}  // namespace
}  // namespace sinew::e2e
