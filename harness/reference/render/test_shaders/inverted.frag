#version 460
#extension GL_GOOGLE_include_directive : require

// What slot A holds, inverted.

#include "push_block.glsl"
#include "texture_table.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 0) out vec4 outColor;

void main() {
  outColor = vec4(vec3(1.0) - sampleBase2D(uTextureIndexA, inUv).rgb, 1.0);
}
