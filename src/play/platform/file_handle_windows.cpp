#include "platform/file_handle.hpp"

#include <windows.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "platform/windows_error.hpp"

namespace kibitz {

namespace {

HANDLE handle(std::intptr_t native) {
    return reinterpret_cast<HANDLE>(native);  // NOLINT(performance-no-int-to-ptr)
}

// Others may read, write, rename and delete the file meanwhile, as with POSIX.
HANDLE open(const std::filesystem::path& path, DWORD creation) {
    constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return ::CreateFileW(path.c_str(), GENERIC_WRITE, share_all, nullptr, creation,
                         FILE_ATTRIBUTE_NORMAL, nullptr);
}

bool is_on_disk(HANDLE file) { return ::GetFileType(file) == FILE_TYPE_DISK; }

// An offset that stands for the end of the file, wherever that is when the bytes are written.
OVERLAPPED end_of_file() {
    OVERLAPPED place{};
    place.Offset = place.OffsetHigh = std::numeric_limits<DWORD>::max();
    return place;
}

// A byte that no file reaches: locked bytes cannot be read by others.
OVERLAPPED byte_of_claim() {
    OVERLAPPED place{};
    place.Offset = std::numeric_limits<DWORD>::max() - 1;
    place.OffsetHigh = std::numeric_limits<LONG>::max();
    return place;
}

}  // namespace

// Permissions are those of the folder: what is in a person's profile is that person's.
std::expected<FileHandle, std::error_code> FileHandle::append(
    const std::filesystem::path& path, Append to,
    std::optional<std::filesystem::perms> /*permissions*/) {
    const DWORD creation = to == Append::to_new_file   ? CREATE_NEW
                           : to == Append::to_any_file ? OPEN_ALWAYS
                                                       : OPEN_EXISTING;
    const HANDLE file = open(path, creation);
    if (file == INVALID_HANDLE_VALUE) return std::unexpected(last_error_of_windows());
    return FileHandle(reinterpret_cast<Native>(file));
}

std::expected<FileHandle, std::error_code> FileHandle::overwrite(
    const std::filesystem::path& path, std::optional<std::filesystem::perms> /*permissions*/) {
    const HANDLE file = open(path, CREATE_ALWAYS);
    if (file == INVALID_HANDLE_VALUE) return std::unexpected(last_error_of_windows());
    return FileHandle(reinterpret_cast<Native>(file));
}

std::error_code FileHandle::write(std::span<const std::byte> bytes) {
    constexpr std::size_t most_at_once = std::size_t{1} << 30;
    const HANDLE file = handle(native_);
    const bool appends = is_on_disk(file);
    while (!bytes.empty()) {
        OVERLAPPED end = end_of_file();
        DWORD written = 0;
        if (::WriteFile(file, bytes.data(),
                        static_cast<DWORD>(std::min(bytes.size(), most_at_once)), &written,
                        appends ? &end : nullptr) == 0)
            return last_error_of_windows();
        bytes = bytes.subspan(written);
    }
    return {};
}

std::error_code FileHandle::flush_to_disk() {
    const HANDLE file = handle(native_);
    if (!is_on_disk(file) || ::FlushFileBuffers(file) != 0) return {};
    return last_error_of_windows();
}

std::error_code FileHandle::cut_to(std::uint64_t size) {
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    if (::SetFileInformationByHandle(handle(native_), FileEndOfFileInfo, &end, sizeof end) != 0)
        return {};
    return last_error_of_windows();
}

// NTFS writes the names in a folder to the disk by itself.
std::error_code FileHandle::flush_folder_of(const std::filesystem::path& /*path*/) { return {}; }

std::error_code FileHandle::close() {
    if (::CloseHandle(handle(std::exchange(native_, none))) != 0) return {};
    return last_error_of_windows();
}

bool FileHandle::claim() {
    OVERLAPPED place = byte_of_claim();
    return ::LockFileEx(handle(native_), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1,
                        0, &place) != 0;
}

}  // namespace kibitz
