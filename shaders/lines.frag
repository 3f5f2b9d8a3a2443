#version 330 core
flat in vec4 v_line_color;
layout(location = 0) out vec4 o_color;

void main() { o_color = v_line_color; }
