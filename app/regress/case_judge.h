#pragma once

#include <optional>
#include <string>

#include "app/regress/baselines.h"
#include "app/regress/test_plan.h"
#include "app/regress/test_result.h"
#include "app/regress/worker_messages.h"

namespace sinew::app::regress {

/// Asks for a case's picture and makes its result of the answer; keeps baselines and the report's
/// pictures. Everything that a run writes is written here, by one process, whole or not at all.
class CaseJudge {
 public:
  CaseJudge(const TestPlan& plan, Baselines baselines, std::string renderer_key);

  /// What to ask a worker about a case (index into the manifest's).
  [[nodiscard]] DrawRequest requestFor(std::size_t index) const;

  [[nodiscard]] CaseResult judge(const CaseReply& reply) const;

  /// A case without an answer: Crashed, TimedOut or Skipped.
  [[nodiscard]] CaseResult withoutAnswer(std::size_t index, CaseStatus status,
                                         std::string message) const;

  [[nodiscard]] const std::string& rendererKey() const { return key_; }
  [[nodiscard]] const Baselines& baselines() const { return baselines_; }

 private:
  [[nodiscard]] CaseResult startResult(std::size_t index) const;
  void setVerdict(const CaseReply& reply, CaseResult& result) const;
  void update(const CaseReply& reply, CaseResult& result) const;
  void keepPictures(const CaseReply& reply, CaseResult& result) const;

  const TestPlan& plan_;
  Baselines baselines_;
  std::string key_;
};

}  // namespace sinew::app::regress
