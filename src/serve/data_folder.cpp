#include "serve/data_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "net/certificate.hpp"
#include "platform/files.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;

std::string reason() { return std::strerror(errno); }

std::expected<void, std::string> make_folder(const std::string& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) return {};
    fs::create_directories(folder, error);
    if (!error) fs::permissions(folder, fs::perms::owner_all, error);
    if (error) return std::unexpected("the folder " + folder + ": " + error.message());
    return {};
}

// Not over one that is there: two servers may begin at once.
std::expected<void, std::string> write_new_key(const std::string& path) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return errno == EEXIST ? std::expected<void, std::string>()
                               : std::unexpected(path + ": " + reason());
    const std::string key = secrets::random_bytes(secrets::SodiumSecrets::key_bytes);
    const bool is_written =
        ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
        ::fsync(file) == 0;
    const std::string why = reason();
    ::close(file);
    if (!is_written) return std::unexpected(path + ": " + why);
    return {};
}

std::expected<std::string, std::string> read_key(const std::string& path) {
    const auto bytes = read_file(path, secrets::SodiumSecrets::key_bytes);
    if (!bytes) return std::unexpected(bytes.error());
    if (bytes->size() != secrets::SodiumSecrets::key_bytes)
        return std::unexpected(
            path + " has " + std::to_string(bytes->size()) + " bytes, not " +
            std::to_string(secrets::SodiumSecrets::key_bytes) +
            ": it is the key to the bots' secrets; bring back the one that was there");
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

}  // namespace

std::expected<DataFolder, std::string> open_data_folder(const std::string& folder) {
    if (auto made = make_folder(folder); !made) return std::unexpected(made.error());
    const std::string key_file = fs::path(folder) / "key";
    if (auto written = write_new_key(key_file); !written) return std::unexpected(written.error());
    auto key = read_key(key_file);
    if (!key) return std::unexpected(key.error());
    return DataFolder{.store_file = fs::path(folder) / "arena.db", .key = *std::move(key)};
}

std::expected<net::Certificate, std::string> own_certificate(const std::string& folder) {
    if (auto made = make_folder(folder); !made) return std::unexpected(made.error());
    net::Certificate files{.chain_file = fs::path(folder) / "certificate.pem",
                           .key_file = fs::path(folder) / "certificate-key.pem"};
    std::error_code ignored;
    if (fs::exists(files.chain_file, ignored) && fs::exists(files.key_file, ignored)) return files;
    if (auto made = net::make_certificate(files); !made) return std::unexpected(made.error());
    return files;
}

}  // namespace kibitz::serve
