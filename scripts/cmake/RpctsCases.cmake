# CTest sees each case of a worker as a test of its own; those that draw with an implementation file by file.

# rpcts_add_case_tests(WORKER)
# After each build, asks the worker for its cases and writes one test a case for CTest, named as the case's id,
# labelled `case`, with its contract, and `generated` and `device` where they apply. What the worker lists cases
# from must be built first: a folder that builds such data appends its target to the global property
# RPCTS_DATA_TARGETS.
function(rpcts_add_case_tests worker)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${worker}_cases.cmake)
  add_custom_target(${worker}_cases ALL
    COMMAND ${Python3_EXECUTABLE} ${RPCTS_SOURCE_ROOT}/scripts/cmake/case_tests.py $<TARGET_FILE:${worker}>
            $<TARGET_FILE:rpcts> ${list}
    BYPRODUCTS ${list}
    COMMENT "Listing the cases of ${worker} for CTest" VERBATIM)
  get_property(data GLOBAL PROPERTY RPCTS_DATA_TARGETS)
  add_dependencies(${worker}_cases ${worker} rpcts ${data})
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${worker}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
                        "  add_test(${worker}_is_not_built ${worker}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# rpcts_requirement_table(WORKER CONTRACT PAGE)
# PAGE is the committed table of requirement against case. The target `CONTRACT_requirements` writes it again.
# With RPCTS_REQUIRE_COVERAGE every build fails while a rule of level MUST or REF has no positive or no negative
# case, and a test compares PAGE with what the worker lists.
function(rpcts_requirement_table worker contract page)
  set(command $<TARGET_FILE:rpcts> requirements --contract ${contract})
  add_custom_target(${contract}_requirements
    COMMAND ${command} --output ${page}
    COMMENT "Writing ${page}" VERBATIM)
  add_dependencies(${contract}_requirements rpcts ${worker}_cases)
  if(RPCTS_REQUIRE_COVERAGE)
    add_custom_target(${contract}_coverage ALL
      COMMAND ${command} --check
      COMMENT "Checking that each rule of ${contract} has its cases" VERBATIM)
    add_dependencies(${contract}_coverage rpcts ${worker}_cases)
    add_test(NAME requirements.${contract} COMMAND ${command} --compare ${page})
    set_tests_properties(requirements.${contract} PROPERTIES LABELS case TIMEOUT 120)
  endif()
endfunction()
