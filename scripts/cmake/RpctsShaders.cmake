# How GLSL becomes SPIR-V in this build.

# Built data lies here as it does when installed: <data>/<contract>/…
set(RPCTS_DATA_DIR ${CMAKE_BINARY_DIR}/share/rpcts)

# rpcts_compile_glsl(OUTPUT out.spv SOURCE x.frag [INCLUDES dir …] [DEFINES NAME=VALUE …]
#                    [TARGET_ENV vulkan1.3|spirv1.4|…] [OPTIONS -g …] [DEPENDS file …])
# Adds the command that makes OUTPUT; list OUTPUT in a target to have it built. The stage follows from the suffix
# of SOURCE. Included files are found in INCLUDES in order and are dependencies of the output; DEPENDS names what
# has to be made before the first build (a generated include). TARGET_ENV defaults to vulkan1.3, which is SPIR-V 1.6;
# a spirv version is taken together with vulkan1.3. OPTIONS go to glslangValidator as they are.
function(rpcts_compile_glsl)
  cmake_parse_arguments(ARG "" "OUTPUT;SOURCE" "INCLUDES;DEFINES;TARGET_ENV;OPTIONS;DEPENDS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_OUTPUT OR NOT ARG_SOURCE)
    message(FATAL_ERROR "rpcts_compile_glsl: needs OUTPUT and SOURCE, does not know '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  get_filename_component(output ${ARG_OUTPUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  get_filename_component(folder ${output} DIRECTORY)

  set(arguments)
  if(NOT ARG_TARGET_ENV)
    set(ARG_TARGET_ENV vulkan1.3)
  endif()
  if(ARG_TARGET_ENV MATCHES "^spirv")
    list(APPEND arguments --target-env vulkan1.3)
  endif()
  list(APPEND arguments --target-env ${ARG_TARGET_ENV} ${ARG_OPTIONS})
  foreach(directory IN LISTS ARG_INCLUDES)
    get_filename_component(directory ${directory} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND arguments -I${directory})
  endforeach()
  foreach(define IN LISTS ARG_DEFINES)
    list(APPEND arguments -D${define})
  endforeach()

  # The depfile keeps the output up to date with every file that it includes.
  string(MD5 hash ${output})
  set(depfile ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/glsl-${hash}.d)
  file(RELATIVE_PATH shown ${CMAKE_BINARY_DIR} ${output})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${GLSLANG_VALIDATOR} --quiet ${arguments} --depfile ${depfile} -o ${output} ${source}
    DEPENDS ${source} ${ARG_DEPENDS}
    DEPFILE ${depfile}
    COMMENT "Compiling ${shown}" VERBATIM)
endfunction()
