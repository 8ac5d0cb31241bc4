#version 460
#extension GL_GOOGLE_include_directive : require

// The default tone map: the world colour as it is, clamped by the format. A: world colour. lightingMode 1: world
// and output have one size, so texels are copied and not filtered.

#include "retail.glsl"

layout(location = 0) in vec2 inUv;
layout(location = 0) out vec4 outColor;

void main() {
  vec3 color = push.lightingMode == 1
                   ? texelFetch(textures[nonuniformEXT(push.textureIndexA)], ivec3(gl_FragCoord.xy, 0), 0).rgb
                   : textureLod(textures[nonuniformEXT(push.textureIndexA)], vec3(inUv, 0.0), 0.0).rgb;
  outColor = vec4(color, 1.0);
}
