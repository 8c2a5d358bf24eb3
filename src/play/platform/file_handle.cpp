// What a file handle is on every system; what it does is in file_handle_posix.cpp and
// file_handle_windows.cpp.
#include "platform/file_handle.hpp"

#include <utility>

namespace kibitz {

FileHandle::FileHandle(FileHandle&& other) noexcept : native_(std::exchange(other.native_, none)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
    std::swap(native_, other.native_);
    return *this;
}

FileHandle::~FileHandle() {
    if (native_ != none) (void)close();
}

}  // namespace kibitz
