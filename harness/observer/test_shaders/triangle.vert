#version 460

// One triangle over a part of the picture, moved by a push word and a word of a storage buffer.

layout(set = 0, binding = 0) readonly buffer Words {
  uint word;
};
layout(push_constant) uniform Push {
  float x;
};

void main() {
  const float shift = x + (word == 7u ? 0.25 : 0.0);
  gl_Position = vec4(float((gl_VertexIndex & 1) << 2) - 1.0 + shift, float((gl_VertexIndex & 2) << 1) - 1.0, 0.5, 1.0);
}
