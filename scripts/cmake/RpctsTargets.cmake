# How targets of this project are made. One function per kind of target; sources are listed, never globbed.

set(RPCTS_SOURCE_ROOT ${CMAKE_CURRENT_SOURCE_DIR})

# Warnings, language and sanitizers, the same for every target.
function(rpcts_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_23)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF C_STANDARD 11 C_EXTENSIONS OFF)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${RPCTS_SOURCE_ROOT}>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/rpcts>)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wshadow -Wconversion -Werror
      # GCC 12 sees an overlap in every `"literal" + std::string` (GCC bug 105651).
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
      # A designated initialiser leaves out what keeps its default: that is what it is for.
      -Wno-missing-field-initializers
      $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual>)
  endif()
  if(RPCTS_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${RPCTS_SANITIZE} -fno-omit-frame-pointer
                                             -fno-sanitize-recover=all
                           # The check of virtual tables wants type information that libraries without it lack.
                           $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=vptr>)
    target_link_options(${target} PUBLIC -fsanitize=${RPCTS_SANITIZE})
  endif()
  if(RPCTS_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "clang-tidy-19;--quiet;--warnings-as-errors=*")
  endif()
endfunction()

# For what is run very often under the sanitizers: fuzzers see its branches, and it is optimised where the rest of the
# sanitizer build is not, for the time that a compiler takes.
function(rpcts_fuzzed target)
  if(RPCTS_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link -O1)
  endif()
endfunction()

# rpcts_library(NAME SRCS a.cpp … [LINK lib …])
# One room of the harness, or one part of a room, as a static library; headers need no listing.
function(rpcts_library name)
  cmake_parse_arguments(ARG "" "" "SRCS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SRCS})
  rpcts_compile_options(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  # rpcts_spirv is rpcts::spirv for a project that uses the installed package.
  string(REGEX REPLACE "^rpcts_" "" exported ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported})
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/harness/(base|spirv|contracts)")
    rpcts_fuzzed(${name})
    install(TARGETS ${name} EXPORT rpcts ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endfunction()

# rpcts_executable(NAME SRCS a.cpp … [LINK lib …])
function(rpcts_executable name)
  cmake_parse_arguments(ARG "" "" "SRCS;LINK" ${ARGN})
  add_executable(${name} ${ARG_SRCS})
  rpcts_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

add_custom_target(untrusted_tests)

# rpcts_unit_test(NAME SRCS a_test.cpp … [LINK lib …])
# One test program for one topic: x.cpp is tested by x_test.cpp beside it. CTest sees each test of it.
function(rpcts_unit_test name)
  if(NOT RPCTS_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SRCS;LINK" ${ARGN})
  add_executable(${name} ${ARG_SRCS})
  rpcts_compile_options(${name})
  target_compile_definitions(${name} PRIVATE RPCTS_SOURCE_DIR="${RPCTS_SOURCE_ROOT}"
                                             RPCTS_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME unit.${name} COMMAND ${name})
  set(labels unit)
  # What reads other people's bytes runs under the sanitizers with every change, the rest nightly: it costs a build.
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/harness/(base|spirv|contracts)")
    list(APPEND labels untrusted)
    add_dependencies(untrusted_tests ${name})
  endif()
  set_tests_properties(unit.${name} PROPERTIES LABELS "${labels}" TIMEOUT 300)
endfunction()

# Every build first checks that no room includes a higher one.
function(rpcts_check_layers)
  add_custom_target(layers ALL
    COMMAND ${Python3_EXECUTABLE} ${RPCTS_SOURCE_ROOT}/scripts/check_layers.py ${RPCTS_SOURCE_ROOT}
    COMMENT "Checking that lower rooms include no higher one" VERBATIM)
endfunction()
