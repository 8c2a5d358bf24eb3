# kibitz_wing(<name>): the modules that follow lie in src/<name>, and their tests in tests/<name>. Without
# a name they lie in src itself.
#
# kibitz_module(<name> [PURE | NO_IO | LIBRARY] [CPU_PATHS] [SERVER] [MEASURE] [TRAINING] [DEPENDS module...]
#               [LIBRARIES library...] [TEST_LIBRARIES library...] [FOLDERS folder...] [LEAVE_OUT source...]
#               [PROGRAM name])
#
# The target kibitz_<name> from src/<wing>/<name>/**/*.cpp, whose headers are included as "<name>/...". A folder with headers only gives an INTERFACE library,
# a folder without files nothing.
#   PURE       NO_IO, and compiled without exceptions (RTTI stays: users may derive from its interfaces)
#   NO_IO      does no I/O, starts no threads and reads no clock, which the layer check holds
#   LIBRARY    part of the library for other programs (Library.cmake), as the pure modules are
#   CPU_PATHS  linked with the core compiled for newer CPUs (CpuPaths.cmake)
#   SERVER     left out without KIBITZ_SERVER; MEASURE and TRAINING likewise
#   DEPENDS    modules directly below it; one that does not exist is passed through
#   LIBRARIES  names out of kibitz_library below; TEST_LIBRARIES those that only its tests need
#   FOLDERS    of the module, lowest first: the layer check lets none include a header of a higher one
#   LEAVE_OUT  sources in the module's folder, without .cpp, and folders of it, that this build does without
#   PROGRAM    main.cpp in the module's folder becomes this program, the rest the module
#
# New files are found by themselves: the globs are checked at every build. What differs between systems
# is behind one header with two sources, NAME_posix.cpp and NAME_windows.cpp, of which a build has one.

# A library whose Debian package has no CMake files, as <name>::<name>.
function(kibitz_find_bare_library name header)
    if(TARGET ${name}::${name})
        return()
    endif()
    string(TOUPPER ${name} prefix)
    set(names ${name})
    if(KIBITZ_STATIC)
        list(PREPEND names "lib${name}.a")
    endif()
    find_library(${prefix}_LIBRARY NAMES ${names} REQUIRED)
    find_path(${prefix}_INCLUDE_DIR ${header} REQUIRED)
    add_library(${name}::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(${name}::${name} PROPERTIES
        IMPORTED_LOCATION "${${prefix}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${${prefix}_INCLUDE_DIR}")
endfunction()

# Libraries that can be used by their headers alone, by the folder of those. The build for Windows takes
# this machine's, since headers are the same everywhere.
set(header_folder_of_CLI11 CLI)
set(header_folder_of_fmt fmt)
set(header_folder_of_nlohmann_json nlohmann)
set(header_folder_of_tomlplusplus toml++)

# <name>::<name>, with that folder of this machine's headers and no others beside it.
function(kibitz_use_headers name folder)
    if(TARGET ${name}::${name})
        return()
    endif()
    find_path(${name}_HEADERS ${folder} PATHS /usr/local/include /usr/include NO_DEFAULT_PATH
              NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    set(headers "${PROJECT_BINARY_DIR}/headers/${name}")
    file(MAKE_DIRECTORY "${headers}")
    file(CREATE_LINK "${${name}_HEADERS}/${folder}" "${headers}/${folder}" SYMBOLIC)
    add_library(${name}::${name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(${name}::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${headers}")
    if(name STREQUAL "fmt")
        set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
    endif()
endfunction()

# The external libraries, each found once, when a module that needs it exists.
function(kibitz_library name out)
    set(${out} "${name}::${name}" PARENT_SCOPE)
    if((WIN32 OR APPLE) AND DEFINED header_folder_of_${name})
        kibitz_use_headers(${name} ${header_folder_of_${name}})
    elseif(name STREQUAL "Threads")
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads REQUIRED)
    elseif(name STREQUAL "fathom")  # Syzygy tablebases
        kibitz_find_bare_library(fathom tbprobe.h)
    elseif(name STREQUAL "sodium")
        kibitz_find_bare_library(sodium sodium.h)
    elseif(name STREQUAL "nats")  # may be left out
        if(KIBITZ_NATS)
            kibitz_find_bare_library(nats nats/nats.h)
        else()
            set(${out} "" PARENT_SCOPE)
        endif()
    elseif(name STREQUAL "z")  # gzip
        kibitz_find_bare_library(z zlib.h)
    elseif(name STREQUAL "bz2")
        kibitz_find_bare_library(bz2 bzlib.h)
    elseif(name STREQUAL "brotlienc")
        kibitz_find_bare_library(brotlienc brotli/encode.h)
    elseif(name STREQUAL "SQLiteCpp")
        find_package(SQLiteCpp REQUIRED)
        set(${out} SQLiteCpp PARENT_SCOPE)
        set_target_properties(SQLiteCpp PROPERTIES IMPORTED_GLOBAL ON)
    elseif(name STREQUAL "zstd")
        find_package(zstd REQUIRED)
        set(target zstd::libzstd_shared)
        if(KIBITZ_STATIC)
            set(target zstd::libzstd_static)
        endif()
        set(${out} ${target} PARENT_SCOPE)
        set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL ON)
    elseif(name STREQUAL "tomlplusplus" AND (KIBITZ_STATIC OR KIBITZ_PYTHON_MODULE))
        find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
        if(NOT TARGET kibitz::toml_headers)
            add_library(kibitz_toml_headers INTERFACE)
            add_library(kibitz::toml_headers ALIAS kibitz_toml_headers)
            target_include_directories(kibitz_toml_headers SYSTEM INTERFACE
                                       "${TOMLPLUSPLUS_INCLUDE_DIR}")
        endif()
        set(${out} kibitz::toml_headers PARENT_SCOPE)
    elseif(name STREQUAL "fmt" AND KIBITZ_STATIC)
        find_package(fmt REQUIRED)
        set(${out} fmt::fmt-header-only PARENT_SCOPE)
        set_target_properties(fmt::fmt-header-only PROPERTIES IMPORTED_GLOBAL ON)
    elseif(name STREQUAL "Boost")  # the headers are enough
        find_package(Boost 1.81 REQUIRED)
        set(${out} Boost::headers PARENT_SCOPE)
        set_target_properties(Boost::headers PROPERTIES IMPORTED_GLOBAL ON)
    elseif(name STREQUAL "OpenSSL")
        find_package(OpenSSL REQUIRED)
        set(${out} OpenSSL::SSL PARENT_SCOPE)
        set_target_properties(OpenSSL::SSL OpenSSL::Crypto PROPERTIES IMPORTED_GLOBAL ON)
    elseif(name STREQUAL "ICU")  # normal forms and confusable characters of Unicode
        find_package(ICU REQUIRED COMPONENTS i18n uc)
        set(${out} ICU::i18n ICU::uc PARENT_SCOPE)
        set_target_properties(ICU::i18n ICU::uc PROPERTIES IMPORTED_GLOBAL ON)
    else()
        find_package(${name} REQUIRED)
        set_target_properties(${name}::${name} PROPERTIES IMPORTED_GLOBAL ON)
    endif()
endfunction()

# Replaces modules that do not exist by those they depend on.
function(kibitz_existing out)
    set(found "")
    foreach(module IN LISTS ARGN)
        if(TARGET kibitz_${module})
            list(APPEND found ${module})
        else()
            get_property(depends GLOBAL PROPERTY KIBITZ_DEPENDS_${module})
            kibitz_existing(below ${depends})
            list(APPEND found ${below})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES found)
    set(${out} "${found}" PARENT_SCOPE)
endfunction()

# The folder of a module below src and below tests.
function(kibitz_folder module out)
    get_property(folder GLOBAL PROPERTY KIBITZ_FOLDER_${module})
    set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# Compiles several sources of a target as one, if this build wants that.
function(kibitz_batch target)
    if(NOT KIBITZ_BATCHES)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${KIBITZ_BATCH_SOURCES})
    # A local name may be one that another source of the batch has for itself.
    target_compile_options(${target} PRIVATE -Wno-shadow)
    # What stands in for something left out is linked only where that is missing. A table that the
    # compiler works out takes long by itself and has options of its own.
    get_target_property(apart ${target} SOURCES)
    list(FILTER apart INCLUDE REGEX "/no_[a-z_]+\\.cpp$|/core/.*_data\\.cpp$")
    set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Parses headers once for all sources of a target, if this build wants that.
function(kibitz_parse_once target)
    if(NOT KIBITZ_BATCHES)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # In a compiler cache, a precompiled header outlives the times of the files that it was made of.
    target_compile_options(${target} PRIVATE
        "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# What nearly every source of the core includes. Tables that the compiler works out have options of their own.
function(kibitz_parse_core_once target)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "/core/.*_data\\.cpp$")
    set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    kibitz_parse_once(${target} "${PROJECT_SOURCE_DIR}/src/core/chess/position.hpp" <algorithm> <string> <vector>)
endfunction()

macro(kibitz_wing)
    set(kibitz_wing_folder ".")
    if(${ARGC} GREATER 0)
        set(kibitz_wing_folder "${ARGV0}")
    endif()
endmacro()

function(kibitz_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "PURE;NO_IO;LIBRARY;CPU_PATHS;SERVER;MEASURE;TRAINING" "PROGRAM"
                          "FOLDERS;LEAVE_OUT;DEPENDS;LIBRARIES;TEST_LIBRARIES")
    list(JOIN arg_DEPENDS "," depends)
    set(mark "")
    if(arg_PURE OR arg_NO_IO)
        set(mark "!no_io")
    endif()
    list(JOIN arg_LIBRARIES "," libraries)
    list(JOIN arg_FOLDERS "," folders)
    if(folders)
        string(PREPEND folders "+")
    endif()
    cmake_path(SET wing_and_name NORMALIZE "${kibitz_wing_folder}/${name}")
    set_property(GLOBAL PROPERTY KIBITZ_FOLDER_${name} "${wing_and_name}")
    set_property(GLOBAL APPEND PROPERTY KIBITZ_LAYERS "${wing_and_name}:${depends}@${libraries}${folders}${mark}")
    set_property(GLOBAL PROPERTY KIBITZ_TEST_LIBRARIES_${name} "${arg_TEST_LIBRARIES}")
    set_property(GLOBAL PROPERTY KIBITZ_DEPENDS_${name} "${arg_DEPENDS}")

    if(NOT KIBITZ_TABLEBASES)
        list(REMOVE_ITEM arg_LIBRARIES fathom)
    endif()
    if(NOT KIBITZ_UNPACK AND name STREQUAL "unpack")
        set(arg_LIBRARIES "")
    endif()
    set(folder "${PROJECT_SOURCE_DIR}/src/${wing_and_name}")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    list(FILTER sources EXCLUDE REGEX "_${KIBITZ_OTHER_SYSTEM}\\.cpp$")
    foreach(source IN LISTS arg_LEAVE_OUT)
        file(GLOB_RECURSE in_folder "${folder}/${source}/*.cpp")
        list(REMOVE_ITEM sources "${folder}/${source}.cpp" ${in_folder})
    endforeach()
    # In the order of the folders, so that leaving out the last ones leaves the other batches as they are.
    foreach(subfolder IN LISTS arg_FOLDERS)
        set(in_folder ${sources})
        list(FILTER in_folder INCLUDE REGEX "^${folder}/${subfolder}/")
        list(REMOVE_ITEM sources ${in_folder})
        list(APPEND sources ${in_folder})
    endforeach()
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${folder}/*.hpp")
    if((KIBITZ_LIBRARY_ONLY AND NOT (arg_PURE OR arg_LIBRARY)) OR NOT (sources OR headers) OR
       (arg_SERVER AND NOT KIBITZ_SERVER) OR (arg_MEASURE AND NOT KIBITZ_MEASURE) OR
       (arg_TRAINING AND NOT KIBITZ_TRAINING) OR (KIBITZ_ONLY_MODULES AND NOT name IN_LIST KIBITZ_ONLY_MODULES))
        return()
    endif()

    set(main "")
    if(arg_PROGRAM AND "${folder}/main.cpp" IN_LIST sources)
        set(main "${folder}/main.cpp")
        list(REMOVE_ITEM sources "${main}")
    endif()

    set(target kibitz_${name})
    if(sources)
        set(scope PUBLIC)
        add_library(${target} STATIC ${sources})
        if(NOT name IN_LIST KIBITZ_NEVER_BATCHED)
            kibitz_batch(${target})
        elseif(arg_PURE)
            kibitz_parse_core_once(${target})
        endif()
        if(arg_PURE)
            target_compile_options(${target} PRIVATE -fno-exceptions)
            target_compile_definitions(${target} PRIVATE KIBITZ_CORE_PATH=${KIBITZ_BASE_PATH})
            # Tables computed by the compiler take more steps than it allows by default.
            set(data ${sources})
            list(FILTER data INCLUDE REGEX "_data\\.cpp$")
            set_source_files_properties(${data} PROPERTIES COMPILE_OPTIONS
                "$<IF:$<CXX_COMPILER_ID:GNU>,-fconstexpr-ops-limit=1000000000,-fconstexpr-steps=1000000000>")
        endif()
    else()
        set(scope INTERFACE)
        add_library(${target} INTERFACE)
    endif()
    if(sources AND name IN_LIST KIBITZ_SMALL_MODULES AND NOT KIBITZ_PGO)
        target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-Os>")
    endif()
    target_compile_features(${target} ${scope} cxx_std_23)
    cmake_path(GET folder PARENT_PATH include_folder)
    target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${include_folder}>")
    kibitz_existing(modules ${arg_DEPENDS})
    foreach(module IN LISTS modules)
        # What has headers alone is not needed any more by programs that link an installed module.
        get_target_property(type kibitz_${module} TYPE)
        set(linked kibitz_${module})
        if(type STREQUAL "INTERFACE_LIBRARY")
            set(linked "$<BUILD_INTERFACE:kibitz_${module}>")
        endif()
        target_link_libraries(${target} ${scope} ${linked})
    endforeach()
    foreach(library IN LISTS arg_LIBRARIES)
        kibitz_library(${library} imported)
        target_link_libraries(${target} ${scope} ${imported})
    endforeach()
    if(NOT arg_PURE)
        target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>")
    endif()
    if(arg_CPU_PATHS AND TARGET kibitz_core_paths)
        target_link_libraries(${target} ${scope} kibitz_core_paths)
    endif()

    if(main)
        add_executable(${arg_PROGRAM} "${main}")
        target_link_libraries(${arg_PROGRAM} PRIVATE ${target})
        set_target_properties(${arg_PROGRAM} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    endif()
endfunction()

# Links a program of one file with the modules whose headers it includes.
function(kibitz_link_included target source)
    file(STRINGS "${source}" includes REGEX "^#include \"[a-z_]+/")
    foreach(include IN LISTS includes)
        string(REGEX REPLACE "^#include \"([a-z_]+)/.*" "\\1" module "${include}")
        if(TARGET kibitz_${module})
            target_link_libraries(${target} PRIVATE kibitz_${module})
        endif()
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
endfunction()

configure_file("${CMAKE_CURRENT_LIST_DIR}/version.hpp.in"
               "${PROJECT_BINARY_DIR}/generated/kibitz_version.hpp" @ONLY)
