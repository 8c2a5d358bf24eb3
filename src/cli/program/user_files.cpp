#include "cli/program/user_files.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <utility>

#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace kibitz::cli {
namespace {

namespace fs = std::filesystem;

std::string failure(const char* doing, const fs::path& path, const std::error_code& error) {
    return std::string("cannot ") + doing + " " + path.string() + ": " + error.message();
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

std::expected<fs::path, std::string> user_arena_folder(const Environment& environment) {
    const auto folder = user_data_folder(environment);
    if (!folder) return std::unexpected(folder.error());
    return *folder / "arena";
}

std::expected<std::string, std::string> read_text_file(const fs::path& path) {
    errno = 0;
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return std::unexpected(
            failure("read", path, std::make_error_code(std::errc::is_a_directory)));
    const std::ifstream file(path, std::ios::binary);
    if (!file) return std::unexpected(failure("read", path, last_error()));
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

std::expected<std::string, std::string> read_text_file(const std::string& path) {
    return read_text_file(path_of(path));
}

std::expected<void, std::string> make_folder_of(const fs::path& path) {
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    if (error) return std::unexpected(failure("make the folder", path.parent_path(), error));
    return {};
}

std::expected<void, std::string> replace_text_file(const fs::path& path, const std::string& text,
                                                   FileAccess access) {
    return replace_text_file(path.string(), text, access);
}

std::expected<void, std::string> replace_text_file(const std::string& path, const std::string& text,
                                                   FileAccess access) {
    if (auto written = write_file(path, text, access); !written)
        return std::unexpected("cannot write " + written.error());
    return {};
}

std::expected<void, std::string> append_text_file(const fs::path& path, const std::string& text) {
    auto file = FileHandle::append(path, FileHandle::Append::to_any_file);
    std::error_code unknown;
    const std::uintmax_t size_before = fs::file_size(path, unknown);
    std::error_code error = file ? file->write(text) : file.error();
    if (!error) error = file->flush_to_disk();
    // What is added next is not glued to a part of this.
    if (error && file && !unknown) (void)file->cut_to(size_before);
    if (!error) error = file->close();
    if (error) return std::unexpected(failure("write", path, error));
    return {};
}

std::expected<void, std::string> append_text_file(const std::string& path,
                                                  const std::string& text) {
    return append_text_file(path_of(path), text);
}

bool FileClaim::take(const fs::path& lock_file) {
    if (!make_folder_of(lock_file)) return false;
    auto file = FileHandle::append(lock_file, FileHandle::Append::to_any_file);
    if (!file || !file->claim()) return false;
    file_ = *std::move(file);
    return true;
}

}  // namespace kibitz::cli
