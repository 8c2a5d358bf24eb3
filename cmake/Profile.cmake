# kibitz_use_profile(MODULES module...)
#
# With KIBITZ_PGO the modules named are compiled for what a run of the benchmark does most: they are
# compiled once with counters (cmake/profile), the benchmark runs, and everything that is made of them,
# the CPU paths included, is compiled with the counts. The benchmark always counts the same, so
# that a compiler cache finds all of it again as long as the sources are the same.

option(KIBITZ_PGO "Compile the core for the profile of a run of the benchmark (clang only)" OFF)

function(kibitz_use_profile)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "MODULES")
    if(NOT KIBITZ_PGO OR KIBITZ_LIBRARY_ONLY)
        return()
    endif()
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "KIBITZ_PGO needs clang")
    endif()
    set(profile "${PROJECT_BINARY_DIR}/core.profdata")
    set(sources "")
    foreach(module IN LISTS arg_MODULES)
        get_target_property(module_sources kibitz_${module} SOURCES)
        list(APPEND sources ${module_sources})
    endforeach()
    set(data ${sources})
    list(FILTER data INCLUDE REGEX "_data\\.cpp$")
    list(REMOVE_ITEM sources ${data})
    add_library(kibitz_profile_data OBJECT EXCLUDE_FROM_ALL ${data})
    target_include_directories(kibitz_profile_data PRIVATE "${PROJECT_SOURCE_DIR}/src/core")

    # In a folder of its own, whose compilations do not wait for the profile.
    set(KIBITZ_PROFILED_SOURCES ${sources})
    add_subdirectory("${PROJECT_SOURCE_DIR}/cmake/profile" "${PROJECT_BINARY_DIR}/profile")

    set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${profile}")
    # One profile serves all CPU paths; where code differs between them, its counts are left out.
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS
        "-fprofile-use=${profile}" -Wno-backend-plugin)
endfunction()
