#include "app/sarif.h"

#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "app/version.h"

namespace sinew::app {

namespace {

void writeResult(JsonStream& json, const std::string& uri, const Diagnostic& diagnostic) {
  json.beginObject(true).field("ruleId", diagnostic.rule);
  json.field("level", toString(diagnostic.severity));
  json.key("message").beginObject().field("text", describe(diagnostic)).endObject();
  json.field("occurrenceCount", diagnostic.count);
  json.key("locations").beginArray().beginObject();
  json.key("physicalLocation").beginObject();
  json.key("artifactLocation").beginObject().field("uri", uri).endObject();
  json.key("region").beginObject().field("byteOffset", diagnostic.offset);
  json.field("byteLength", 0).endObject().endObject();
  json.key("logicalLocations").beginArray().beginObject();
  json.field("fullyQualifiedName", diagnostic.path).endObject().endArray();
  json.endObject().endArray().endObject();
}

}  // namespace

JsonStream& SarifLog::open(Output& output) {
  if (json_) return *json_;
  json_ = std::make_unique<JsonStream>(output);
  json_->beginObject();
  json_->field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json_->field("version", "2.1.0");
  json_->key("runs").beginArray().beginObject();
  json_->key("results").beginArray();
  return *json_;
}

void SarifLog::add(Output& output, const std::string& path,
                   std::span<const Diagnostic> diagnostics) {
  JsonStream& json = open(output);
  const std::string uri = uriOf(path);
  for (const Diagnostic& diagnostic : diagnostics) {
    writeResult(json, uri, diagnostic);
    rules_.emplace(diagnostic.rule);
  }
}

void SarifLog::end(Output& output) {
  JsonStream& json = open(output);
  json.endArray();
  json.key("tool").beginObject().key("driver").beginObject();
  json.field("name", "sinew").field("version", version());
  json.key("rules").beginArray();
  for (const std::string& rule : rules_)
    json.beginObject(true).field("id", rule).endObject();
  json.endArray().endObject().endObject();
  json.endObject().endArray().endObject().finish();
}

std::string uriOf(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri = path.substr(0, 1) == "/" ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || kPlain.find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

}  // namespace sinew::app
