// Facts of the open model.

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

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

}  // namespace sinew::app::ui
