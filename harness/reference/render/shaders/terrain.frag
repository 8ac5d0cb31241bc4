#version 460
#extension GL_GOOGLE_include_directive : require

// Terrain of the default path. A: terrain textures by layer.

#include "retail.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 1) in vec3 inNormal;
layout(location = 2) flat in uvec2 inLayerAndBatch;

layout(location = 0) out vec4 outColor;

void main() {
  vec3 albedo = texel(push.textureIndexA, inUv, inLayerAndBatch.x).rgb;
  outColor = vec4(shaded(albedo, normalize(inNormal)), 1.0);
}
