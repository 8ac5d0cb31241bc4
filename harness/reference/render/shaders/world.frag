#version 460
#extension GL_GOOGLE_include_directive : require

// World meshes of the default path.

#include "world_surface.glsl"

layout(location = 0) out vec4 outColor;

void main() {
  vec4 albedo = worldTexel();
  outColor = vec4(shaded(albedo.rgb, normalize(inNormal)), albedo.a);
}
