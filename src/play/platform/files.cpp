#include "platform/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "platform/file_handle.hpp"
#include "platform/paths.hpp"
#include "platform/standard_file.hpp"

namespace kibitz {

namespace {

namespace fs = std::filesystem;

constexpr fs::perms owner_may = fs::perms::owner_read | fs::perms::owner_write;

std::error_code write_to_disk(const fs::path& path, std::optional<fs::perms> permissions,
                              std::initializer_list<std::span<const std::byte>> parts) {
    auto file = FileHandle::overwrite(path, permissions);
    if (!file) return file.error();
    for (const auto part : parts)
        if (const std::error_code error = file->write(part)) return error;
    if (const std::error_code error = file->flush_to_disk()) return error;
    return file->close();
}

}  // namespace

std::expected<void, std::string> check_readable_file(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path_of(path), error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (!fs::is_regular_file(status)) return std::unexpected(path + ": not a file");
    return {};
}

std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path,
                                                             std::uint64_t most) {
    if (auto readable = check_readable_file(path); !readable)
        return std::unexpected(readable.error());
    std::error_code error;
    const std::uint64_t size = fs::file_size(path_of(path), error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (size > most)
        return std::unexpected(path + ": too large (more than " + std::to_string(most) + " bytes)");
    const StandardFile file(open_standard_file(path, "rb"));
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
    const fs::path named = path_of(path);
    const fs::file_status there = fs::status(named, ignored);
    const bool replaces = fs::exists(there);
    if (replaces && !fs::is_regular_file(there))
        return std::unexpected(path + ": there is something that is not a file");
    const fs::path target = replaces ? fs::canonical(named, ignored) : named;
    fs::path temporary = target;
    temporary += ".part";
    std::optional<fs::perms> permissions;
    if (replaces) permissions = there.permissions();
    if (access == FileAccess::owner_only) permissions = owner_may;
    std::error_code error = write_to_disk(temporary, permissions, parts);
    if (!error) fs::rename(temporary, target, error);
    if (!error) error = FileHandle::flush_folder_of(target);
    if (!error) return {};
    fs::remove(temporary, ignored);
    return std::unexpected(path + ": " + error.message());
}

std::expected<void, std::string> write_file(const std::string& path, std::string_view text,
                                            FileAccess access) {
    return write_file(path, {std::as_bytes(std::span(text))}, access);
}

}  // namespace kibitz
