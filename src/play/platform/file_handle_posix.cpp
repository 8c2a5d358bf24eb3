#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/file_handle.hpp"

namespace kibitz {

namespace {

namespace fs = std::filesystem;

constexpr mode_t for_owner = S_IRUSR | S_IWUSR;
// The system's mask takes away what is not usual.
constexpr mode_t for_all = for_owner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

std::expected<FileHandle, std::error_code> FileHandle::append(
    const fs::path& path, Append to, std::optional<fs::perms> permissions) {
    const int creation = to == Append::to_new_file   ? O_CREAT | O_EXCL
                         : to == Append::to_any_file ? O_CREAT
                                                     : 0;
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | creation,
                            permissions ? static_cast<mode_t>(*permissions) : for_all);
    if (file < 0) return std::unexpected(last_error());
    return FileHandle(file);
}

std::expected<FileHandle, std::error_code> FileHandle::overwrite(
    const std::filesystem::path& path, std::optional<std::filesystem::perms> permissions) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                            permissions ? for_owner : for_all);
    if (file < 0) return std::unexpected(last_error());
    FileHandle opened(file);
    if (permissions && ::fchmod(file, static_cast<mode_t>(*permissions)) != 0)
        return std::unexpected(last_error());
    return opened;
}

std::error_code FileHandle::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(static_cast<int>(native_), bytes.data(), bytes.size());
        if (written >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return last_error();
    }
    return {};
}

std::error_code FileHandle::flush_to_disk() {
    if (::fsync(static_cast<int>(native_)) == 0 || errno == EINVAL) return {};
    return last_error();
}

std::error_code FileHandle::cut_to(std::uint64_t size) {
    if (::ftruncate(static_cast<int>(native_), static_cast<off_t>(size)) == 0) return {};
    return last_error();
}

std::error_code FileHandle::flush_folder_of(const fs::path& path) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened >= 0) return FileHandle(opened).flush_to_disk();
    if (errno == EACCES) return {};  // whoever may not look into a folder cannot wait for it either
    return last_error();
}

std::error_code FileHandle::close() {
    if (::close(static_cast<int>(std::exchange(native_, none))) == 0) return {};
    return last_error();
}

bool FileHandle::claim() { return ::flock(static_cast<int>(native_), LOCK_EX | LOCK_NB) == 0; }

}  // namespace kibitz
