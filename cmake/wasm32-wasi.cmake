# Toolchain: clang-19 with wasi-libc and libc++ for WebAssembly. The flags allow threads made by the
# page: shared memory, atomics and SIMD, but no exceptions, and no guards around static variables
# (their check for recursion brings stdio along). Optimised as one program (-flto): a call costs more
# in a browser than on a processor.

set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -matomics -mbulk-memory -fno-exceptions -fno-rtti -fno-threadsafe-statics -flto")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
