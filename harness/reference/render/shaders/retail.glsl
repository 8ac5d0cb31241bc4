// What the shaders of the default path see: the push block, set 0 bindings 0 and 1, set 1 binding 1, the table.
#ifndef RETAIL
#define RETAIL

#extension GL_EXT_nonuniform_qualifier : require

layout(push_constant) uniform PushBlock {
  mat4 viewProjection;
  int drawIdOffset;  // index of the batch
  int lightingMode;
  int renderPass;
  int lightDebug;
  uint textureIndexA;
  uint textureIndexB;
  float paramA;
  float paramB;
} push;

struct Batch {
  uint textureSlot;
  uint reserved;
  uint textureLayer;
  uint flags;
};

const uint BATCH_CUTOUT_BIT = 1u;
const float ALPHA_CUTOFF = 0.05;

layout(std430, set = 0, binding = 0) readonly buffer InstanceTransforms { mat4 instanceTransforms[]; };
layout(std430, set = 0, binding = 1) readonly buffer Batches { Batch batches[]; };

struct Light {
  vec4 positionAndKind;
  vec4 directionAndRange;  // the direction in which the light travels
  vec4 colorAndIntensity;
  vec4 cone;
};

// The default path has at most one light, a directional one: the sun.
layout(std140, set = 1, binding = 1) uniform SceneLighting {
  Light lights[8];
  vec4 ambient;  // rgb, number of lights
  vec4 fog;
  vec4 fogColor;
  vec4 cameraAndTime;
};

layout(set = 2, binding = 0) uniform sampler2DArray textures[];

vec3 shaded(vec3 albedo, vec3 normal) {
  vec3 light = ambient.rgb;
  if (ambient.w > 0.5) {
    vec3 sun = lights[0].colorAndIntensity.rgb * lights[0].colorAndIntensity.w;
    light += max(dot(normal, -lights[0].directionAndRange.xyz), 0.0) * sun;
  }
  return albedo * light;
}

vec4 texel(uint slot, vec2 uv, uint layer) {
  return texture(textures[nonuniformEXT(slot)], vec3(uv, float(layer)));
}

#endif
