#include "app/regress/test_json.h"

#include <algorithm>

#include "app/json_stream.h"
#include "app/regress/findings_text.h"

namespace sinew::app::regress {

namespace {

/// Null for what there is none of.
void textOrNull(JsonStream& json, std::string_view name, const std::string& text) {
  text.empty() ? json.null(name) : json.field(name, text);
}

void writeCase(JsonStream& json, const CaseResult& result) {
  json.beginObject()
      .field("name", result.name)
      .field("status", toString(result.status))
      .field("model", result.model)
      .field("shot", result.shot);
  textOrNull(json, "message", result.message);
  textOrNull(json, "baseline", result.baseline);
  textOrNull(json, "baseline_renderer", result.baseline_renderer);
  textOrNull(json, "actual", result.actual);
  textOrNull(json, "diff", result.diff);
  json.field("command", result.command)
      .field("approve", result.approve)
      .field("wall_ms", result.wall_ms)
      .field("exit", result.exit);
  if (result.findings) {
    json.key("comparison").beginObject();
    writeFindings(json, *result.findings);
    json.endObject();
  } else {
    json.null("comparison");
  }
  json.endObject();
}

void writeList(JsonStream& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).beginArray();
  for (const std::string& text : texts)
    json.value(text);
  json.endArray();
}

}  // namespace

std::vector<StatusCount> countByStatus(const TestRun& run) {
  std::vector<StatusCount> counts;
  for (int i = 0; i <= static_cast<int>(CaseStatus::TimedOut); ++i)
    counts.push_back({static_cast<CaseStatus>(i)});
  for (const CaseResult& result : run.cases)
    ++counts[static_cast<std::size_t>(result.status)].count;
  return counts;
}

int exitOf(const TestRun& run) {
  int worst = 0;
  for (const CaseResult& result : run.cases)
    worst = std::max(worst, result.exit);
  return worst;
}

void writeTestJson(const TestRun& run, Output& output) {
  JsonStream json(output);
  json.beginObject()
      .field("schema", 1)
      .field("command", "test")
      .field("manifest", run.manifest)
      .field("run", run.command)
      .field("started", run.started)
      .field("wall_s", run.wall_s)
      .field("renderer_key", run.renderer_key)
      .field("renderer", run.renderer);
  textOrNull(json, "shard", run.shard);
  json.field("updating", run.updating).field("exit", exitOf(run));
  json.key("counts").beginObject();
  for (const StatusCount& entry : countByStatus(run))
    json.field(toString(entry.status), entry.count);
  json.endObject();
  writeList(json, "stale", run.stale);
  writeList(json, "pruned", run.pruned);
  json.key("cases").beginArray();
  for (const CaseResult& result : run.cases)
    writeCase(json, result);
  json.endArray().endObject().finish();
}

}  // namespace sinew::app::regress
