#version 460

// One triangle over the whole picture; v = 0 is the top row.

layout(location = 0) out vec2 outUv;

void main() {
  outUv = vec2(float((gl_VertexIndex << 1) & 2), float(gl_VertexIndex & 2));
  gl_Position = vec4(outUv.x * 2.0 - 1.0, 1.0 - outUv.y * 2.0, 0.0, 1.0);
}
