// The texel of a world mesh; see-through ones of a cutout batch leave nothing.
#include "retail.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 1) in vec3 inNormal;
layout(location = 2) flat in uvec2 inLayerAndBatch;

vec4 worldTexel() {
  Batch batch = batches[inLayerAndBatch.y];
  vec4 found = texel(batch.textureSlot, inUv, inLayerAndBatch.x);
  if ((batch.flags & BATCH_CUTOUT_BIT) != 0u && found.a < ALPHA_CUTOFF) {
    discard;
  }
  return found;
}
