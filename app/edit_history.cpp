#include "app/edit_history.h"

#include <algorithm>
#include <utility>

namespace sinew::app {
namespace {

/// Steps kept; the oldest go.
constexpr std::size_t kMostSteps = 1000;

}  // namespace

void EditHistory::add(EditStep step, bool continues) {
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(done_), steps_.end());
  const bool joins = continues && !steps_.empty() && steps_.back().target == step.target &&
                     steps_.back().changes.size() == 1 && step.changes.size() == 1;
  if (joins) {
    steps_.back().changes[0].after = step.changes[0].after;
  } else {
    steps_.push_back(std::move(step));
    if (steps_.size() > kMostSteps) steps_.erase(steps_.begin());
  }
  done_ = steps_.size();
}

const EditStep* EditHistory::undo() {
  return done_ > 0 ? &steps_[--done_] : nullptr;
}

const EditStep* EditHistory::redo() {
  return done_ < steps_.size() ? &steps_[done_++] : nullptr;
}

const EditStep* EditHistory::nextUndo() const {
  return done_ > 0 ? &steps_[done_ - 1] : nullptr;
}

const EditStep* EditHistory::nextRedo() const {
  return done_ < steps_.size() ? &steps_[done_] : nullptr;
}

void EditHistory::clear() {
  steps_.clear();
  done_ = 0;
}

PseudoBoneEdit storedWeights(const Model& model, std::uint32_t pseudo_bone) {
  const PseudoBone& stored = model.pseudo_bones[pseudo_bone];
  return {pseudo_bone, stored.bones, stored.weights};
}

void setWeights(const Model& model, State& state, const PseudoBoneEdit& weights) {
  auto& edits = state.pseudo_edits;
  const auto old = std::ranges::find(edits, weights.pseudo_bone, &PseudoBoneEdit::pseudo_bone);
  if (weights == storedWeights(model, weights.pseudo_bone)) {
    if (old != edits.end()) edits.erase(old);
  } else if (old != edits.end()) {
    *old = weights;
  } else {
    edits.push_back(weights);
  }
}

}  // namespace sinew::app
