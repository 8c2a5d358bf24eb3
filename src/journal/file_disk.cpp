#include "journal/file_disk.hpp"

#include <optional>
#include <utility>

namespace kibitz {

namespace {

namespace fs = std::filesystem;

constexpr fs::perms for_owner = fs::perms::owner_read | fs::perms::owner_write;

}  // namespace

std::expected<std::unique_ptr<FileDisk>, std::error_code> FileDisk::open(const fs::path& path,
                                                                         FileHandle::Append to,
                                                                         FileAccess access) {
    std::optional<fs::perms> permissions;
    if (access == FileAccess::owner_only) permissions = for_owner;
    auto file = FileHandle::append(path, to, permissions);
    if (!file) return std::unexpected(file.error());
    return std::unique_ptr<FileDisk>(new FileDisk(*std::move(file), path, access));
}

std::error_code FileDisk::sync() {
    if (const auto error = file_.flush_to_disk()) return error;
    if (is_named_on_disk_) return {};
    const auto error = FileHandle::flush_folder_of(path_);
    is_named_on_disk_ = !error;
    return error;
}

// The new file is claimed before it has the name, so that no other process comes in between.
std::error_code FileDisk::replace(std::string_view text) {
    std::error_code error;
    const fs::path target = fs::canonical(path_, error);  // a link goes on to point at the file
    if (error) return error;
    const fs::perms permissions =
        access_ == FileAccess::owner_only ? for_owner : fs::status(target, error).permissions();
    fs::path part = target;
    part += ".part";
    std::error_code ignored;
    fs::remove(part, ignored);  // what a crash left
    auto file = FileHandle::append(part, FileHandle::Append::to_new_file, permissions);
    if (!file) return file.error();
    if (!file->claim()) error = std::make_error_code(std::errc::device_or_resource_busy);
    if (!error) error = file->write(text);
    if (!error) error = file->flush_to_disk();
    if (!error) fs::rename(part, target, error);
    if (error) {
        fs::remove(part, ignored);
        return error;
    }
    file_ = *std::move(file);
    is_named_on_disk_ = false;
    return {};
}

}  // namespace kibitz
