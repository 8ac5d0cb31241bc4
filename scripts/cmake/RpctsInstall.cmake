# Installation: the command, its data, and a CMake package with the validator as a library.

include(CMakePackageConfigHelpers)

install(TARGETS rpcts rpcts-worker RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${RPCTS_SOURCE_ROOT}/harness/base ${RPCTS_SOURCE_ROOT}/harness/spirv
                  ${RPCTS_SOURCE_ROOT}/harness/contracts
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rpcts/harness FILES_MATCHING PATTERN "*.hpp"
        PATTERN "*_testing.hpp" EXCLUDE)
# The header of an adapter, and one to start from.
install(FILES ${RPCTS_SOURCE_ROOT}/harness/implementation/rpcts_adapter.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rpcts)
install(DIRECTORY ${RPCTS_SOURCE_ROOT}/harness/implementation/template
        DESTINATION ${CMAKE_INSTALL_DATADIR}/rpcts/adapter)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/rpcts DESTINATION ${CMAKE_INSTALL_DATADIR})

install(EXPORT rpcts FILE rpctsTargets.cmake NAMESPACE rpcts::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rpcts)
configure_package_config_file(${RPCTS_SOURCE_ROOT}/scripts/cmake/rpctsConfig.cmake.in
  ${CMAKE_BINARY_DIR}/rpctsConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rpcts
  PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/rpctsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/rpctsConfig.cmake ${CMAKE_BINARY_DIR}/rpctsConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rpcts)

# The installed package, used from another folder as a vendor would use it.
if(RPCTS_TESTS AND NOT RPCTS_SANITIZE)
  add_test(NAME package.find_package
    COMMAND ${RPCTS_SOURCE_ROOT}/scripts/package_test/run.sh ${CMAKE_BINARY_DIR} ${CMAKE_CXX_COMPILER})
  set_tests_properties(package.find_package PROPERTIES LABELS package TIMEOUT 300 RESOURCE_LOCK install)
  # The bundle for machines with a GPU and without this repository.
  add_test(NAME package.bundle COMMAND ${RPCTS_SOURCE_ROOT}/scripts/package_test/bundle.sh ${CMAKE_BINARY_DIR})
  set_tests_properties(package.bundle PROPERTIES LABELS package TIMEOUT 300 RESOURCE_LOCK install)
endif()
