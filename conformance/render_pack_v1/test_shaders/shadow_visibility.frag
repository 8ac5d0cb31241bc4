#version 460
#extension GL_GOOGLE_include_directive : require

// Points on the line y = 0, z = 5 with x from -3 to 3 across the picture, seen from 0 to 64 metres down it: what a
// surface that looks up receives, then visibility in the air with the same filter radius.

#include "push_block.glsl"
#include "texture_table.glsl"
#include "lib/shadow_visibility.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 0) out vec4 outColor;

void main() {
  vec3 point = vec3(inUv.x * 6.0 - 3.0, 0.0, 5.0);
  float distance = inUv.y * 64.0;
  outColor = vec4(shadowReceived(point, vec3(0.0, 1.0, 0.0), distance),
                  shadowVisibility(point, vec3(0.0), distance, int(packShadowPcfRadius())), 0.0, 1.0);
}
