#version 460

// Each pixel is its place, counted from the upper left corner in rows of 4, plus the push word.

layout(push_constant) uniform Push {
  uint base;
};
layout(location = 0) out uint word;

void main() {
  word = base + uint(gl_FragCoord.x) + 4u * uint(gl_FragCoord.y);
}
