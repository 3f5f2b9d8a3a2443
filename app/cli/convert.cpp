// What `convert` writes.

#include "app/cli/table.h"

namespace sinew::app::cli {

void addConvertOptions(OptionTable& table) {
  if (table.command() != Command::Convert) return;
  ConvertOptions& convert = table.options().convert;
  using Solids = ConvertOptions::Solids;
  table.group("Conversion");
  table.value(
      "--lods", "all|first", "glTF: all levels of detail (MSFT_lod; default) or the finest",
      [&convert](const std::string& text) {
        return parseWord<bool>(text, {{"all", false}, {"first", true}}, convert.first_lod_only);
      });
  table.value("--solids", "named|off", "glTF: solids as a second scene (default), or none",
              [&convert](const std::string& text) {
                return parseWord<Solids>(text, {{"named", Solids::Named}, {"off", Solids::Off}},
                                         convert.solids);
              });
}

}  // namespace sinew::app::cli
