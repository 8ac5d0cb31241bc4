# CTest sees each case of a worker as a test of its own.

# rpcts_add_case_tests(WORKER)
# After each build, asks the worker for its cases and writes one test a case for CTest, named as the case's id,
# labelled `case`, with its contract, and `generated` and `device` where they apply. What the worker lists cases
# from must be built first: a folder that builds such data appends its target to the global property
# RPCTS_DATA_TARGETS.
function(rpcts_add_case_tests worker)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${worker}_cases.cmake)
  add_custom_target(${worker}_cases ALL
    COMMAND ${Python3_EXECUTABLE} ${RPCTS_SOURCE_ROOT}/scripts/cmake/case_tests.py $<TARGET_FILE:${worker}> ${list}
    BYPRODUCTS ${list}
    COMMENT "Listing the cases of ${worker} for CTest" VERBATIM)
  get_property(data GLOBAL PROPERTY RPCTS_DATA_TARGETS)
  add_dependencies(${worker}_cases ${worker} ${data})
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${worker}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
                        "  add_test(${worker}_is_not_built ${worker}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
