#include "assets/generator/fox.h"

#include "assets/generator/fox_clips.h"
#include "assets/generator/fox_meshes.h"
#include "assets/generator/fox_paint.h"
#include "assets/generator/fox_parts.h"
#include "assets/generator/fox_rig.h"

namespace sinew::assets {

bmd1::FileSpec makeFox(const std::string& texture) {
  const FoxParts parts = makeFoxParts();
  Rig rig = makeFoxRig(parts);
  bmd1::FileSpec spec;
  addFoxMeshes(parts, texture, rig, spec);
  rig.write(spec);
  spec.anims = {makeWalk(rig), makeIdle(rig), makeJump(rig), makePuff(rig), makeYip(rig)};
  return spec;
}

Picture makeFoxTexture() {
  return paintFox(makeFoxParts(), 512);
}

}  // namespace sinew::assets
