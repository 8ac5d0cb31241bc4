#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {

const char* const fragment_text = R"(
OpCapability Shader
OpCapability RuntimeDescriptorArray
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %color %table %frame %shadow %pass %settings %push
OpExecutionMode %main OriginUpperLeft
OpName %Frame "AtmosphericFrame"
OpMemberName %Frame 3 "uAtmosphereWeather"
OpName %frame "frame"
OpName %table "uTextures"
OpName %push "draw"
OpDecorate %color Location 0
OpDecorate %table DescriptorSet 2
OpDecorate %table Binding 0
OpDecorate %frame DescriptorSet 3
OpDecorate %frame Binding 5
OpDecorate %shadow DescriptorSet 3
OpDecorate %shadow Binding 6
OpDecorate %pass DescriptorSet 3
OpDecorate %pass Binding 7
OpDecorate %settings DescriptorSet 3
OpDecorate %settings Binding 8
OpDecorate %Frame Block
OpMemberDecorate %Frame 0 Offset 0
OpMemberDecorate %Frame 1 Offset 16
OpMemberDecorate %Frame 2 Offset 32
OpMemberDecorate %Frame 3 Offset 48
OpMemberDecorate %Frame 4 Offset 64
OpMemberDecorate %Frame 5 Offset 80
OpMemberDecorate %Frame 6 ColMajor
OpMemberDecorate %Frame 6 Offset 96
OpMemberDecorate %Frame 6 MatrixStride 16
OpDecorate %mat4_array ArrayStride 64
OpDecorate %Shadow Block
OpMemberDecorate %Shadow 0 ColMajor
OpMemberDecorate %Shadow 0 Offset 0
OpMemberDecorate %Shadow 0 MatrixStride 16
OpMemberDecorate %Shadow 1 Offset 256
OpMemberDecorate %Shadow 2 Offset 272
OpMemberDecorate %Shadow 3 Offset 288
OpMemberDecorate %Shadow 4 Offset 304
OpMemberDecorate %Shadow 5 Offset 320
OpDecorate %Pass Block
OpMemberDecorate %Pass 0 Offset 0
OpMemberDecorate %Pass 1 Offset 16
OpMemberDecorate %Pass 2 Offset 32
OpMemberDecorate %Pass 3 Offset 48
OpDecorate %vec4_array ArrayStride 16
OpDecorate %Settings Block
OpMemberDecorate %Settings 0 Offset 0
OpDecorate %Push Block
OpMemberDecorate %Push 0 ColMajor
OpMemberDecorate %Push 0 Offset 0
OpMemberDecorate %Push 0 MatrixStride 16
OpMemberDecorate %Push 1 Offset 64
OpMemberDecorate %Push 2 Offset 68
OpMemberDecorate %Push 3 Offset 72
OpMemberDecorate %Push 4 Offset 76
OpMemberDecorate %Push 5 Offset 80
OpMemberDecorate %Push 6 Offset 84
OpMemberDecorate %Push 7 Offset 88
OpMemberDecorate %Push 8 Offset 92
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec2 = OpTypeVector %float 2
%vec3 = OpTypeVector %float 3
%vec4 = OpTypeVector %float 4
%ivec4 = OpTypeVector %int 4
%uvec4 = OpTypeVector %uint 4
%mat3 = OpTypeMatrix %vec3 3
%mat4 = OpTypeMatrix %vec4 4
%n3 = OpConstant %uint 3
%n4 = OpConstant %uint 4
%n15 = OpConstant %uint 15
%n16 = OpConstant %uint 16
%n17 = OpConstant %uint 17
%n64 = OpConstant %uint 64
%mat4_array = OpTypeArray %mat4 %n4
%vec4_array = OpTypeArray %vec4 %n16
%image = OpTypeImage %float 2D 0 1 0 1 Unknown
%sampled = OpTypeSampledImage %image
%Table = OpTypeRuntimeArray %sampled
%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %mat4
%Shadow = OpTypeStruct %mat4_array %vec4 %vec4 %vec4 %uvec4 %vec4
%Pass = OpTypeStruct %vec4 %vec4 %vec4 %vec4
%Settings = OpTypeStruct %vec4_array
%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %float %float
%p_color = OpTypePointer Output %vec4
%p_table = OpTypePointer UniformConstant %Table
%p_frame = OpTypePointer Uniform %Frame
%p_shadow = OpTypePointer Uniform %Shadow
%p_pass = OpTypePointer Uniform %Pass
%p_settings = OpTypePointer Uniform %Settings
%p_push = OpTypePointer PushConstant %Push
%color = OpVariable %p_color Output
%table = OpVariable %p_table UniformConstant
%frame = OpVariable %p_frame Uniform
%shadow = OpVariable %p_shadow Uniform
%pass = OpVariable %p_pass Uniform
%settings = OpVariable %p_settings Uniform
%push = OpVariable %p_push PushConstant
%black = OpConstantNull %vec4
%main = OpFunction %void None %function
%label = OpLabel
OpStore %color %black
OpReturn
OpFunctionEnd
)";

const char* const vertex_text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %position %instances %batches %lighting
OpName %instances "instances"
OpName %batches "batches"
OpDecorate %position BuiltIn Position
OpDecorate %instances DescriptorSet 0
OpDecorate %instances Binding 0
OpDecorate %instances NonWritable
OpDecorate %batches DescriptorSet 0
OpDecorate %batches Binding 1
OpDecorate %lighting DescriptorSet 1
OpDecorate %lighting Binding 1
OpDecorate %vec4_list ArrayStride 16
OpDecorate %Instances Block
OpMemberDecorate %Instances 0 Offset 0
OpDecorate %Batches Block
OpMemberDecorate %Batches 0 NonWritable
OpMemberDecorate %Batches 0 Offset 0
OpMemberDecorate %Batches 1 NonWritable
OpMemberDecorate %Batches 1 Offset 16
OpDecorate %Lighting Block
OpMemberDecorate %Lighting 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec4 = OpTypeVector %float 4
%vec4_list = OpTypeRuntimeArray %vec4
%n0 = OpConstant %int 0
%n1 = OpConstant %uint 1
%n2 = OpConstant %uint 2
%Instances = OpTypeStruct %vec4_list
%Batches = OpTypeStruct %uint %vec4_list
%Lighting = OpTypeStruct %vec4
%p_position = OpTypePointer Output %vec4
%p_instances = OpTypePointer StorageBuffer %Instances
%p_batches = OpTypePointer StorageBuffer %Batches
%p_lighting = OpTypePointer Uniform %Lighting
%p_vec4 = OpTypePointer StorageBuffer %vec4
%p_uint = OpTypePointer StorageBuffer %uint
%p_local = OpTypePointer Function %vec4
%position = OpVariable %p_position Output
%instances = OpVariable %p_instances StorageBuffer
%batches = OpVariable %p_batches StorageBuffer
%lighting = OpVariable %p_lighting Uniform
%main = OpFunction %void None %function
%label = OpLabel
%local = OpVariable %p_local Function
%instance = OpAccessChain %p_vec4 %instances %n0 %n0
%flags = OpAccessChain %p_uint %batches %n0
%value = OpLoad %vec4 %instance
OpStore %local %value
OpStore %position %value
OpReturn
OpFunctionEnd
)";

}  // namespace rpcts::render_pack_v1::testing
