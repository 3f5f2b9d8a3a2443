#pragma once

#include "app/json_stream.h"
#include "app/output.h"
#include "format/convert/report.h"

namespace sinew::app {

/// What an encoding did, for people.
void writeReportText(Output& output, const convert::EncodeReport& report,
                     std::uint64_t source_bytes);
/// The same as members of a JSON object that is open.
void writeReportJson(JsonStream& json, const convert::EncodeReport& report,
                     std::uint64_t source_bytes);

}  // namespace sinew::app
