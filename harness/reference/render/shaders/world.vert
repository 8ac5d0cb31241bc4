#version 460
#extension GL_GOOGLE_include_directive : require

// World meshes of the default path; one draw for each batch.

#include "retail.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv;

layout(location = 0) out vec2 outUv;
layout(location = 1) out vec3 outNormal;
layout(location = 2) flat out uvec2 outLayerAndBatch;

void main() {
  mat4 transform = instanceTransforms[gl_InstanceIndex];
  outUv = inUv;
  outNormal = mat3(transform) * inNormal;
  outLayerAndBatch = uvec2(batches[push.drawIdOffset].textureLayer, uint(push.drawIdOffset));
  gl_Position = push.viewProjection * (transform * vec4(inPosition, 1.0));
}
