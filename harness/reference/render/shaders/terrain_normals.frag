#version 460

// Unit normals in the world, for the passes that sample them.

layout(location = 1) in vec3 inNormal;
layout(location = 0) out vec4 outNormalOnly;

void main() {
  outNormalOnly = vec4(normalize(inNormal), 1.0);
}
