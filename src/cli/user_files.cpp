#include "cli/user_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "platform/files.hpp"

namespace kibitz::cli {
namespace {

namespace fs = std::filesystem;

constexpr mode_t file_mode = 0666;

std::expected<fs::path, std::string> user_folder(const Environment& environment,
                                                 const char* variable, const char* below_home) {
    if (const std::string given = environment(variable); given.starts_with('/'))
        return fs::path(given) / "kibitz";
    if (const std::string home = environment("HOME"); !home.empty())
        return fs::path(home) / below_home / "kibitz";
    return std::unexpected("neither " + std::string(variable) +
                           " nor HOME is set: no place to keep games; set one of them");
}

std::string failure(const char* doing, const fs::path& path, int error) {
    return std::string("cannot ") + doing + " " + path.string() + ": " + std::strerror(error);
}

// Writes it all and on to the disk; closes in any case. The error is errno's.
int write_and_close(int descriptor, const std::string& text) {
    std::size_t done = 0;
    int error = 0;
    while (done < text.size() && error == 0) {
        const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
        if (written >= 0)
            done += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            error = errno;
    }
    if (error == 0 && ::fsync(descriptor) != 0 && errno != EINVAL) error = errno;
    if (::close(descriptor) != 0 && error == 0) error = errno;
    return error;
}

}  // namespace

std::expected<fs::path, std::string> user_state_folder(const Environment& environment) {
    return user_folder(environment, "XDG_STATE_HOME", ".local/state");
}

std::expected<fs::path, std::string> user_data_folder(const Environment& environment) {
    return user_folder(environment, "XDG_DATA_HOME", ".local/share");
}

std::expected<fs::path, std::string> user_arena_folder(const Environment& environment) {
    const auto folder = user_data_folder(environment);
    if (!folder) return std::unexpected(folder.error());
    return *folder / "arena";
}

std::expected<std::string, std::string> read_text_file(const fs::path& path) {
    errno = 0;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return std::unexpected(failure("read", path, EISDIR));
    const std::ifstream file(path, std::ios::binary);
    if (!file) return std::unexpected(failure("read", path, errno));
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

std::expected<void, std::string> make_folder_of(const fs::path& path) {
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    if (error)
        return std::unexpected(failure("make the folder", path.parent_path(), error.value()));
    return {};
}

std::expected<void, std::string> replace_text_file(const fs::path& path, const std::string& text,
                                                   FileAccess access) {
    if (auto written = write_file(path.string(), text, access); !written)
        return std::unexpected("cannot write " + written.error());
    return {};
}

std::expected<void, std::string> append_text_file(const fs::path& path, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, file_mode);
    if (file < 0) return std::unexpected(failure("write", path, errno));
    if (const int error = write_and_close(file, text); error != 0)
        return std::unexpected(failure("write", path, error));
    return {};
}

FileClaim::~FileClaim() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

FileClaim::FileClaim(FileClaim&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileClaim& FileClaim::operator=(FileClaim&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

bool FileClaim::take(const fs::path& lock_file) {
    if (!make_folder_of(lock_file)) return false;
    const int file = ::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, file_mode);
    if (file < 0) return false;
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        ::close(file);
        return false;
    }
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = file;
    return true;
}

}  // namespace kibitz::cli
