# Toolchain: clang-19 for Linux on 64-bit ARM, with the compiler support of Debian's
# g++-aarch64-linux-gnu and the libraries of its arm64 packages (packages.txt, [arm64]), which lie
# beside those of this machine. Tests run under qemu-user.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

set(libraries /usr/lib/aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} "${libraries}/pkgconfig:/usr/share/pkgconfig")
# libpq-dev cannot be installed for two architectures; the headers are the same, and the file that
# the linker looks for is that of the library itself.
set(PostgreSQL_LIBRARY_RELEASE "${libraries}/libpq.so.5" CACHE FILEPATH "libpq for arm64")
