#version 460
#extension GL_GOOGLE_include_directive : require

// What slot A holds, where 1 becomes 200.

#include "push_block.glsl"
#include "texture_table.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 0) out vec4 outColor;

void main() {
  outColor = sampleBase2D(uTextureIndexA, inUv) * (200.0 / 255.0);
}
