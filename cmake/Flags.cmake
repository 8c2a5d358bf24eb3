# Compiler and linker settings shared by everything in this tree.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# ccache, told to see paths relative to the tree so that clones share their results.
find_program(KIBITZ_CCACHE ccache)
mark_as_advanced(KIBITZ_CCACHE)
if(KIBITZ_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros "${KIBITZ_CCACHE}")
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(KIBITZ_WERROR)
    add_compile_options(-Werror)
endif()

# Fused multiply-add rounds once where two instructions round twice. Without this the same search
# could give other node counts on a CPU that has it.
add_compile_options(-ffp-contract=off)

# The attack tables are computed by the compiler.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options(-fconstexpr-steps=200000000)
else()
    add_compile_options(-fconstexpr-ops-limit=2000000000 -fconstexpr-loop-limit=2000000)
endif()

# Networks, hash files and logs are read as they lie in memory.
if(CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN")
    message(FATAL_ERROR "Kibitz runs on little-endian processors only, and the target "
                        "${CMAKE_SYSTEM_PROCESSOR} is big-endian.")
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(KIBITZ_X86_64 ON)
    add_compile_options(-march=${KIBITZ_ARCH})
    set(KIBITZ_BASE_PATH v2)
else()
    set(KIBITZ_X86_64 OFF)
    set(KIBITZ_BASE_PATH base)
endif()

if(WIN32)
    set(KIBITZ_OTHER_SYSTEM posix)
else()
    set(KIBITZ_OTHER_SYSTEM windows)
endif()

if(UNIX)
    add_compile_options(-fvisibility=hidden -fno-plt)
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld KIBITZ_HAS_LLD)
if(KIBITZ_HAS_LLD)
    add_link_options(-fuse-ld=lld)
endif()

# Debian has the C and C++ libraries and zstd as archives too. fmt and toml++ are used by their headers
# then; Fathom and what libpq needs are there as shared libraries alone.
if(KIBITZ_STATIC)
    if(KIBITZ_TABLEBASES OR KIBITZ_SERVER)
        message(FATAL_ERROR "KIBITZ_STATIC needs KIBITZ_TABLEBASES=OFF and KIBITZ_SERVER=OFF: "
                            "Debian has libraries for them as shared libraries only.")
    endif()
    add_link_options(-static)
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(KIBITZ_SANITIZE)
    add_compile_options(-fsanitize=${KIBITZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${KIBITZ_SANITIZE})
    add_compile_definitions(KIBITZ_SANITIZED)  # tests do less under it
endif()
if(KIBITZ_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
