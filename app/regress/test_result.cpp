#include "app/regress/test_result.h"

namespace sinew::app::regress {

std::string_view toString(CaseStatus status) {
  switch (status) {
    case CaseStatus::Passed:
      return "passed";
    case CaseStatus::NewRenderer:
      return "new renderer";
    case CaseStatus::Updated:
      return "updated";
    case CaseStatus::Skipped:
      return "skipped";
    case CaseStatus::Changed:
      return "changed";
    case CaseStatus::Missing:
      return "no baseline";
    case CaseStatus::SizeMismatch:
      return "size";
    case CaseStatus::Error:
      return "error";
    case CaseStatus::Crashed:
      return "crashed";
    case CaseStatus::TimedOut:
      break;
  }
  return "timed out";
}

}  // namespace sinew::app::regress
