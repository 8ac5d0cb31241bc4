#version 460
#extension GL_GOOGLE_include_directive : require

// The bits of the depths in slot A: layer 0 on the left, layer 1 on the right, each at its own size.

#include "push_block.glsl"
#include "texture_table.glsl"

layout(location = 0) out vec4 outColor;

void main() {
  ivec2 size = textureSize(uTextures[nonuniformEXT(uTextureIndexA)], 0).xy;
  ivec2 at = ivec2(gl_FragCoord.xy);
  float depth = fetchTexel(uTextureIndexA, ivec2(at.x % size.x, at.y), at.x / size.x).r;
  outColor = unpackUnorm4x8(floatBitsToUint(depth));
}
