#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/regress/manifest.h"
#include "app/regress/shot_settings.h"
#include "format/result.h"

namespace sinew::app::regress {

/// A path of a manifest in `folder`, from the working folder.
[[nodiscard]] std::string joinedPath(const std::string& folder, const std::string& path);

/// Makes the cases of one manifest: every combination of a shot's lists, checked by `shot` itself.
class CaseMaker {
 public:
  explicit CaseMaker(Manifest& manifest) : manifest_(manifest) {}

  /// Adds the cases of one shot. An empty name stands for the model's. A model whose last part has
  /// a `*` stands for all files that match.
  /// \return an Error (code "manifest") for bad arguments, names that are no file names or are
  /// there already, a shot without a model, or too many cases.
  [[nodiscard]] Result<void> addShot(const std::string& name, const Place& place,
                                     std::vector<Setting> settings);

 private:
  using Order = std::vector<const Setting*>;
  [[nodiscard]] Result<void> expandModels(std::vector<Setting>& settings) const;
  [[nodiscard]] Result<std::vector<std::string>> matching(const ShotArgument& model) const;
  [[nodiscard]] Result<Order> ordered(const std::vector<Setting>& settings,
                                      const Place& place) const;
  [[nodiscard]] Result<void> addCase(const std::string& name, const Place& place,
                                     const Order& order, const std::vector<std::size_t>& chosen);
  [[nodiscard]] Result<void> check(std::vector<ShotArgument>& arguments, TestCase& made) const;
  [[nodiscard]] Result<void> claimName(const TestCase& made);

  Manifest& manifest_;
  std::map<std::string, std::size_t> names_;  ///< in lower case, and their lines
};

}  // namespace sinew::app::regress
