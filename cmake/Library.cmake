# What other projects link: kibitz::chess, kibitz::engine, kibitz::classic and kibitz::uci, with headers
# included as <kibitz/chess/...>.
#
# They are the targets kibitz_chess and so on (kibitz::uci is kibitz_uci_front, for an engine of one's own; the
# module uci is Kibitz's), without the folder src on the include path; the headers
# come from public-headers.cmake. A project that has Kibitz as a subfolder links the targets made
# here, all others the installed ones: by find_package(kibitz) or by pkg-config.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(public_modules chess engine classic uci_front)
set(public_names chess engine classic uci)
set(module_list "")
set(headers "${PROJECT_SOURCE_DIR}/cmake/public-headers.cmake")
foreach(module name IN ZIP_LISTS public_modules public_names)
    kibitz_folder(${module} folder)
    list(APPEND module_list "${folder}:${name}")
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.hpp")
    list(APPEND headers ${found})
endforeach()
list(JOIN module_list "," module_list)
set(public_include "${PROJECT_BINARY_DIR}/public")
set(write_public_headers "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}/src"
    "-DDESTINATION=${public_include}" "-DMODULES=${module_list}"
    -P "${PROJECT_SOURCE_DIR}/cmake/public-headers.cmake")

set(stamp "${PROJECT_BINARY_DIR}/public-headers.stamp")
add_custom_command(OUTPUT "${stamp}"
    COMMAND ${write_public_headers}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${headers}
    COMMENT "Writing the public headers"
    VERBATIM)
add_custom_target(kibitz_public_headers DEPENDS "${stamp}")

foreach(module name IN ZIP_LISTS public_modules public_names)
    add_library(kibitz_public_${module} INTERFACE)
    add_library(kibitz::${name} ALIAS kibitz_public_${module})
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
foreach(module name IN ZIP_LISTS public_modules public_names)
    set_target_properties(kibitz_${module} PROPERTIES EXPORT_NAME ${name})
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
