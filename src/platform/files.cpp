#include "platform/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

namespace kibitz {

namespace {

namespace fs = std::filesystem;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

constexpr mode_t for_owner = S_IRUSR | S_IWUSR;
constexpr mode_t for_all = for_owner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

// An empty file, nothing where it cannot be had. With no permissions given, the system's mask says.
OpenFile create(const std::string& path, std::optional<mode_t> permissions) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                            permissions ? for_owner : for_all);
    if (file < 0) return nullptr;
    if (permissions && ::fchmod(file, *permissions) != 0) {
        ::close(file);
        return nullptr;
    }
    return OpenFile(::fdopen(file, "wb"));
}

// Zero, or the number of the error.
int write_to_disk(const std::string& path, std::optional<mode_t> permissions,
                  std::initializer_list<std::span<const std::byte>> parts) {
    OpenFile file = create(path, permissions);
    if (!file) return errno;
    bool written = true;
    for (const auto part : parts)
        written = written && std::fwrite(part.data(), 1, part.size(), file.get()) == part.size();
    written = written && std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
    const int error = written ? 0 : errno;
    const bool closed = std::fclose(file.release()) == 0;
    return !written || closed ? error : errno;
}

}  // namespace

std::expected<void, std::string> check_readable_file(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (!fs::is_regular_file(status)) return std::unexpected(path + ": not a file");
    return {};
}

std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path,
                                                             std::uint64_t most) {
    if (auto readable = check_readable_file(path); !readable)
        return std::unexpected(readable.error());
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (size > most)
        return std::unexpected(path + ": too large (more than " + std::to_string(most) + " bytes)");
    const OpenFile file(std::fopen(path.c_str(), "rb"));
    if (!file) return std::unexpected(path + ": " + std::strerror(errno));
    std::vector<std::byte> bytes(size);
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return std::unexpected(path + ": cut off while it was read");
    return bytes;
}

std::expected<void, std::string> write_file(const std::string& path,
                                            std::initializer_list<std::span<const std::byte>> parts,
                                            FileAccess access) {
    std::error_code ignored;
    const fs::file_status there = fs::status(path, ignored);
    const bool replaces = fs::exists(there);
    if (replaces && !fs::is_regular_file(there))
        return std::unexpected(path + ": there is something that is not a file");
    const std::string target = replaces ? fs::canonical(path, ignored).string() : path;
    const std::string temporary = target + ".part";
    std::optional<mode_t> permissions;
    if (replaces) permissions = static_cast<mode_t>(there.permissions());
    if (access == FileAccess::owner_only) permissions = for_owner;
    int error = write_to_disk(temporary, permissions, parts);
    if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error == 0) return {};
    std::remove(temporary.c_str());
    return std::unexpected(path + ": " + std::strerror(error));
}

std::expected<void, std::string> write_file(const std::string& path, std::string_view text,
                                            FileAccess access) {
    return write_file(path, {std::as_bytes(std::span(text))}, access);
}

}  // namespace kibitz
