# The CMake package: find_package(kibitz) gives kibitz::chess and kibitz::engine. Programs write
# #include <kibitz/chess/...>; the headers themselves include each other as "chess/...".

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/kibitz")
foreach(module chess engine)
    if(TARGET kibitz_${module})
        install(TARGETS kibitz_${module} EXPORT kibitz_targets
                ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
        install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/${module}"
                DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/kibitz" COMPONENT library
                FILES_MATCHING PATTERN "*.hpp")
    endif()
endforeach()
if(TARGET kibitz_chess)
    install(EXPORT kibitz_targets NAMESPACE kibitz:: FILE kibitzTargets.cmake
            DESTINATION "${package_dir}" COMPONENT library)
endif()
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/kibitzConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/kibitzConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/kibitzConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/kibitzConfig.cmake"
              "${PROJECT_BINARY_DIR}/kibitzConfigVersion.cmake"
        DESTINATION "${package_dir}" COMPONENT library)
if(TARGET kibitz)
    install(TARGETS kibitz RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
endif()
