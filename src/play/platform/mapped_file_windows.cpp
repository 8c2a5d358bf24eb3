#include "platform/mapped_file.hpp"

#include <windows.h>

#include "platform/windows_error.hpp"

namespace kibitz {

namespace {

// The bytes of an open file; none if there are none or they cannot be mapped.
std::span<const std::byte> map(HANDLE file, std::string& problem) {
    LARGE_INTEGER size{};
    if (::GetFileType(file) != FILE_TYPE_DISK) {
        problem = "not a file";
        return {};
    }
    if (::GetFileSizeEx(file, &size) == 0) {
        problem = last_message_of_windows();
        return {};
    }
    if (size.QuadPart == 0) {
        problem = "empty";
        return {};
    }
    const HANDLE mapping = ::CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
    const void* const data =
        mapping != nullptr ? ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : nullptr;
    if (data == nullptr) problem = last_message_of_windows();
    if (mapping != nullptr) ::CloseHandle(mapping);  // the view keeps it
    if (data == nullptr) return {};
    return {static_cast<const std::byte*>(data), static_cast<std::size_t>(size.QuadPart)};
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) {
        problem_ = last_message_of_windows();
        return;
    }
    bytes_ = map(file, problem_);
    ::CloseHandle(file);
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
}

}  // namespace kibitz
