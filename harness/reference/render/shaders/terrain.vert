#version 460
#extension GL_GOOGLE_include_directive : require

// Terrain of the default path. Its vertices stand in the world.

#include "retail.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in uvec4 inBase;  // layer, kind, mask layer, in use

layout(location = 0) out vec2 outUv;
layout(location = 1) out vec3 outNormal;
layout(location = 2) flat out uvec2 outLayerAndBatch;

const float CELL_METERS = 24.0;

void main() {
  outUv = inPosition.xy / CELL_METERS;
  outNormal = inNormal;
  outLayerAndBatch = uvec2(inBase.x, 0u);
  gl_Position = push.viewProjection * vec4(inPosition, 1.0);
}
