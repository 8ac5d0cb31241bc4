# Fuzz targets: a function LLVMFuzzerTestOneInput and a folder of seeds.

# rpcts_fuzzer(NAME SRCS fuzz_x.cpp … LINK lib … SEEDS folder … [MAX_LENGTH bytes])
# With RPCTS_FUZZERS the libFuzzer program fuzz_NAME, and a short run of it as a test; scripts/fuzz.sh runs it for long.
# Without, a test that gives each seed to the target once: what a fuzzer has found stays found in every build.
function(rpcts_fuzzer name)
  if(NOT RPCTS_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "MAX_LENGTH" "SRCS;LINK;SEEDS" ${ARGN})
  set(target fuzz_${name})
  add_executable(${target} ${ARG_SRCS})
  rpcts_compile_options(${target})
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  if(NOT RPCTS_FUZZERS)
    target_sources(${target} PRIVATE ${RPCTS_SOURCE_ROOT}/harness/base/fuzz_seeds_main.cpp)
    add_test(NAME fuzz.${name}.seeds COMMAND ${target} ${ARG_SEEDS})
    set_tests_properties(fuzz.${name}.seeds PROPERTIES LABELS fuzz TIMEOUT 120)
    return()
  endif()
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  set(options -timeout=5 -rss_limit_mb=2048 -artifact_prefix=${CMAKE_BINARY_DIR}/fuzz/${name}-)
  if(ARG_MAX_LENGTH)
    list(APPEND options -max_len=${ARG_MAX_LENGTH})
  endif()
  # What it learns goes to a folder of the build; the seeds are only read.
  set(learnt ${CMAKE_BINARY_DIR}/fuzz/${name}-corpus)
  file(MAKE_DIRECTORY ${learnt})
  file(WRITE ${CMAKE_BINARY_DIR}/fuzz/${name}.args "${options};${learnt};${ARG_SEEDS}")
  add_test(NAME fuzz.${name}.short
    COMMAND ${target} -seed=1 -runs=30000 -max_total_time=15 ${options} ${learnt} ${ARG_SEEDS})
  set_tests_properties(fuzz.${name}.short PROPERTIES LABELS fuzz TIMEOUT 120)
endfunction()
