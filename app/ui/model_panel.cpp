// Facts of the open model, and what its file does wrong.

#include <algorithm>

#include <fmt/format.h>

#include "app/texture_finder.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/diagnostics.h"

namespace sinew::app::ui {
namespace {

/// Findings listed; `sinew check` lists them all.
constexpr std::size_t kMostFindings = 200;

void drawTextures(const Document& document) {
  for (const FoundTexture& texture : document.textures) {
    if (texture.image) {
      fact("Texture",
           fmt::format("{} ({} x {})", texture.name, texture.image->width, texture.image->height));
    } else {
      fact("Texture", texture.name + ": missing");
    }
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip("%s",
                        texture.image ? texture.path.c_str() : describeMissing(texture).c_str());
    }
  }
}

void drawFacts(const Scene& scene) {
  const Document& document = scene.document();
  const Model& model = scene.model();
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  for (const Mesh& mesh : model.meshes) {
    vertices += mesh.vertexCount();
    triangles += mesh.triangles.size() / 3;
  }
  const glm::dvec3 size =
      (scene.restBounds().max - scene.restBounds().min) / model.conventions.units_per_metre;
  fact("Format", std::string(toString(document.loaded.format)));
  fact("File", grouped(document.file_size) + " bytes");
  fact("Size", fmt::format("{} x {} x {} m", shortNumber(size.x), shortNumber(size.y),
                           shortNumber(size.z)));
  fact("Meshes", grouped(model.meshes.size()));
  fact("Vertices", grouped(vertices));
  fact("Triangles", grouped(triangles));
  fact("Materials", grouped(model.materials.size()));
  fact("Bones",
       fmt::format("{} and {} blends", model.skeleton.bones.size(), model.pseudo_bones.size()));
  fact("Solids", grouped(model.solids.size()));
  drawTextures(document);
}

ImVec4 colorOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return kError;
    case Severity::Warning:
      return kWarning;
    case Severity::Note:
      break;
  }
  return kInfo;
}

void drawFinding(const Panel& panel, const Diagnostic& finding, std::size_t index) {
  ImGui::PushStyleColor(ImGuiCol_Text, colorOf(finding.severity));
  ImGui::TextUnformatted(finding.rule.data(), finding.rule.data() + finding.rule.size());
  ImGui::PopStyleColor();
  panel.mark(fmt::format("diagnostics.{}", index));
  if (finding.count > 1) {
    ImGui::SameLine();
    dimText(fmt::format("x {}", finding.count));
  }
  wrappedDimText(describe(finding));
  ImGui::Spacing();
}

}  // namespace

void drawModelPanel(Panel& panel) {
  if (!section(panel, "Model", false)) return;
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return dimText("No model.");
  if (beginFacts("facts")) {
    drawFacts(*scene);
    endFacts();
  }
}

void drawDiagnosticsPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return;
  const auto& findings = scene->document().loaded.diagnostics;
  const DiagnosticCounts counts = countBySeverity(findings);
  const std::string label = fmt::format("Diagnostics ({})###Diagnostics", findings.size());
  if (!section(panel, label.c_str(), counts.errors > 0)) return;
  if (findings.empty()) return dimText("The file breaks no rule.");
  for (std::size_t i = 0; i < std::min(findings.size(), kMostFindings); ++i) {
    drawFinding(panel, findings[i], i);
  }
  if (findings.size() > kMostFindings) {
    wrappedDimText(fmt::format("... and {} more: `sinew check` lists them all.",
                               findings.size() - kMostFindings));
  }
}

}  // namespace sinew::app::ui
