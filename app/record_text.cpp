#include "app/record_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/dump/print.h"
#include "app/finding_target.h"

namespace sinew::app {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// What `dump` prints for a filter; empty where the system gives no temporary file.
std::string dumped(const LoadedModel& loaded, const DumpFilter& filter) {
  const auto plan = dump::Plan::make(filter, *loaded.bmd1);
  if (!plan) return {};
  const std::unique_ptr<std::FILE, CloseFile> file(std::tmpfile());
  if (!file) return {};
  {
    Output output(::fileno(file.get()));
    dump::printText(output, InputFile{}, loaded, *plan);
  }
  std::rewind(file.get());
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), file.get()))
    text.append(part.data(), got);
  return text;
}

/// Cuts "a, b (1, 2), c" at the commas outside of brackets and quotes.
std::vector<std::string> fieldsOf(std::string_view text) {
  std::vector<std::string> fields(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '(') ++depth;
    if (!quoted && c == ')') --depth;
    if (c == ',' && depth == 0 && !quoted && i + 1 < text.size() && text[i + 1] == ' ') {
      fields.emplace_back();
      ++i;
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

RecordText recordOf(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  RecordText record;
  if (const std::size_t bar = line.rfind("  | "); bar != std::string_view::npos) {
    record.bytes = std::string(line.substr(bar + 4));
    line = line.substr(0, bar);
  }
  const std::size_t colon = line.find(": ");
  record.title = std::string(line.substr(0, colon));
  if (colon != std::string_view::npos) record.fields = fieldsOf(line.substr(colon + 2));
  return record;
}

/// Adds the records of a filter whose line begins with one of the words.
void add(const LoadedModel& loaded, DumpFilter filter,
         std::initializer_list<std::string_view> words, std::vector<RecordText>& out) {
  filter.hex = true;
  const std::string text = dumped(loaded, filter);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    RecordText record = recordOf(rest.substr(0, end));
    for (const std::string_view word : words) {
      if (record.title.starts_with(word)) {
        out.push_back(std::move(record));
        break;
      }
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::vector<RecordText> recordsOf(const LoadedModel& loaded, const Selection& selection,
                                  const Playback& playback) {
  std::vector<RecordText> out;
  if (!loaded.bmd1) return out;
  const Model& model = loaded.model;
  if (selection.mesh < model.meshes.size()) {
    DumpFilter filter;
    if (selection.vertex != kNone) {
      filter.vertex = DumpFilter::Element{selection.mesh, selection.vertex};
    }
    const std::uint32_t face = selection.triangle == kNone
                                   ? kNone
                                   : faceOfTriangle(loaded, selection.mesh, selection.triangle);
    if (face != kNone) filter.face = DumpFilter::Element{selection.mesh, face};
    if (filter.any()) add(loaded, filter, {"mesh ", "vertex ", "face "}, out);
  }
  const std::uint32_t id = selectedBoneId(model, selection);
  if (id == kNone) return out;
  DumpFilter filter;
  filter.bone = fmt::format("#{}", id);
  add(loaded, filter, {"bone ", "pseudo-bone "}, out);
  if (!playback.clip || *playback.clip >= model.clips.size()) return out;
  filter.anim = fmt::format("#{}", *playback.clip);
  filter.frame = static_cast<std::uint32_t>(std::max(std::floor(playback.frame + 1e-6), 0.0));
  add(loaded, filter, {"key "}, out);
  return out;
}

}  // namespace sinew::app
