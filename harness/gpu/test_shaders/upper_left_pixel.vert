#version 460

// A point at the left end of the upper row of a picture of 4 by 2, where the viewport's height is negative.

void main() {
  gl_Position = vec4(-0.75, 0.5, 0.0, 1.0);
  gl_PointSize = 1.0;
}
