#pragma once

// Undo and redo of what `save` writes: bones and weights of pseudo-bones. What is merely shown
// (camera, clip, visibility) is no edit.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/state.h"

namespace sinew::app {

/// One pseudo-bone before and after. Values are complete, so that steps outlive a save, which makes
/// other values the stored ones.
struct WeightChange {
  PseudoBoneEdit before;
  PseudoBoneEdit after;
};

/// What one undo takes back.
struct EditStep {
  std::string what;                   ///< for people: `weight of "elbow"`
  std::string target;                 ///< which slider: steps of one gesture have the same
  std::vector<WeightChange> changes;  ///< of different pseudo-bones
};

class EditHistory {
 public:
  /// Adds a step and forgets what was undone. With `continues` the step belongs to the one before
  /// (a slider that is still held), if that has the same target.
  void add(EditStep step, bool continues);

  /// The step to take back or to do again, which then counts as such; null where there is none.
  [[nodiscard]] const EditStep* undo();
  [[nodiscard]] const EditStep* redo();
  /// The same without counting it: what the menu would say.
  [[nodiscard]] const EditStep* nextUndo() const;
  [[nodiscard]] const EditStep* nextRedo() const;

  void clear();

 private:
  std::vector<EditStep> steps_;
  std::size_t done_ = 0;  ///< steps before this one are done, the others were undone
};

/// The weights that the file has.
[[nodiscard]] PseudoBoneEdit storedWeights(const Model& model, std::uint32_t pseudo_bone);

/// Sets a pseudo-bone's weights; those that the file has anyway are no edit.
void setWeights(const Model& model, State& state, const PseudoBoneEdit& weights);

}  // namespace sinew::app
