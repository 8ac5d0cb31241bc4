#version 460
#extension GL_GOOGLE_include_directive : require

// Red, green, blue, alpha: 1 where slot A, B, C, D carries the sentinel.

#include "push_block.glsl"
#include "texture_table.glsl"

layout(location = 0) out vec4 outColor;

void main() {
  outColor = vec4(packSlotAssigned(uTextureIndexA) ? 0.0 : 1.0, packSlotAssigned(uTextureIndexB) ? 0.0 : 1.0,
                  packSlotAssigned(uTextureIndexC) ? 0.0 : 1.0, packSlotAssigned(uTextureIndexD) ? 0.0 : 1.0);
}
