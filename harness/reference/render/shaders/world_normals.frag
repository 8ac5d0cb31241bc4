#version 460
#extension GL_GOOGLE_include_directive : require

// Unit normals in the world, for the passes that sample them.

#include "world_surface.glsl"

layout(location = 0) out vec4 outNormalOnly;

void main() {
  worldTexel();
  outNormalOnly = vec4(normalize(inNormal), 1.0);
}
