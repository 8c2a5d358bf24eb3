# Toolchain: clang-19 for Windows on x86-64, with the headers and libraries of Debian's mingw-w64 and the
# C++ library of its g++-mingw-w64-x86-64-posix (packages.txt, [windows]). Tests run under Wine.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# Variables of a thread as that C++ library has them, and all others directly: there are no DLLs of ours or
# of that library that could have them.
set(CMAKE_CXX_FLAGS_INIT "-femulated-tls -fno-auto-import")
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--disable-auto-import)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
