# What other projects link: kibitz::chess, kibitz::engine and kibitz::classic, with headers included as
# <kibitz/chess/...>.
#
# They are the targets kibitz_chess and so on, without the folder src on the include path; the headers
# come from public-headers.cmake. A project that has Kibitz as a subfolder links the targets made
# here, all others the installed ones: by find_package(kibitz) or by pkg-config.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(public_modules chess engine classic)
list(JOIN public_modules "," module_list)
set(public_include "${PROJECT_BINARY_DIR}/public")
set(write_public_headers "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}/src/core"
    "-DDESTINATION=${public_include}" "-DMODULES=${module_list}"
    -P "${PROJECT_SOURCE_DIR}/cmake/public-headers.cmake")

set(headers "${PROJECT_SOURCE_DIR}/cmake/public-headers.cmake")
foreach(module IN LISTS public_modules)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/core/${module}/*.hpp")
    list(APPEND headers ${found})
endforeach()
set(stamp "${PROJECT_BINARY_DIR}/public-headers.stamp")
add_custom_command(OUTPUT "${stamp}"
    COMMAND ${write_public_headers}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${headers}
    COMMENT "Writing the public headers"
    VERBATIM)
add_custom_target(kibitz_public_headers DEPENDS "${stamp}")

foreach(module IN LISTS public_modules)
    add_library(kibitz_public_${module} INTERFACE)
    add_library(kibitz::${module} ALIAS kibitz_public_${module})
    add_dependencies(kibitz_public_${module} kibitz_public_headers)
    target_compile_features(kibitz_public_${module} INTERFACE cxx_std_23)
    target_include_directories(kibitz_public_${module} INTERFACE "${public_include}")
    target_link_libraries(kibitz_public_${module} INTERFACE "$<LINK_ONLY:kibitz_${module}>")
endforeach()

if(NOT KIBITZ_INSTALL)
    return()
endif()

# At the installation once more: after `cmake --build . --target kibitz_chess` they may not be there.
list(JOIN write_public_headers "\" \"" command)
install(CODE "execute_process(COMMAND \"${command}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT library)
install(DIRECTORY "${public_include}/kibitz" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/kibitz")
foreach(module IN LISTS public_modules)
    set_target_properties(kibitz_${module} PROPERTIES EXPORT_NAME ${module})
    install(TARGETS kibitz_${module} EXPORT kibitz_targets
            ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
            INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
endforeach()
install(EXPORT kibitz_targets NAMESPACE kibitz:: FILE kibitzTargets.cmake
        DESTINATION "${package_dir}" COMPONENT library)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/kibitzConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/kibitzConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/kibitzConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/kibitzConfig.cmake"
              "${PROJECT_BINARY_DIR}/kibitzConfigVersion.cmake"
        DESTINATION "${package_dir}" COMPONENT library)

# For pkg-config. The prefix is found from where the file lies, so that it can be chosen at the
# installation.
set(pkg_config_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(pkg_config_prefix "${CMAKE_INSTALL_PREFIX}")
else()
    file(RELATIVE_PATH up "/prefix/${pkg_config_dir}" /prefix)
    cmake_path(APPEND pkg_config_prefix "\${pcfiledir}" "${up}")
endif()
set(prefix_variable "\${prefix}")
cmake_path(APPEND prefix_variable "${CMAKE_INSTALL_LIBDIR}" OUTPUT_VARIABLE pkg_config_libdir)
cmake_path(APPEND prefix_variable "${CMAKE_INSTALL_INCLUDEDIR}" OUTPUT_VARIABLE pkg_config_includedir)
configure_file("${PROJECT_SOURCE_DIR}/cmake/kibitz.pc.in" "${PROJECT_BINARY_DIR}/kibitz.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/kibitz.pc" DESTINATION "${pkg_config_dir}" COMPONENT library)
