#include "serve/arena/data_folder.hpp"

#include <filesystem>

#include "net/certificate.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::expected<void, std::string> make_data_folder(const std::string& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) return {};
    fs::create_directories(folder, error);
    if (!error) fs::permissions(folder, fs::perms::owner_all, error);
    if (error) return std::unexpected("the folder " + folder + ": " + error.message());
    return {};
}

std::string store_file(const std::string& folder) { return fs::path(folder) / "arena.db"; }

std::string snapshot_file(const std::string& folder) { return fs::path(folder) / "arena.snapshot"; }

std::expected<net::Certificate, std::string> own_certificate(const std::string& folder,
                                                             const std::string& bound_to) {
    if (auto made = make_data_folder(folder); !made) return std::unexpected(made.error());
    net::Certificate files{.chain_file = fs::path(folder) / "certificate.pem",
                           .key_file = fs::path(folder) / "certificate-key.pem"};
    std::error_code ignored;
    if (fs::exists(files.chain_file, ignored) && fs::exists(files.key_file, ignored)) return files;
    if (auto made = net::make_certificate(files, net::names_of_this_machine(bound_to)); !made)
        return std::unexpected(made.error());
    return files;
}

}  // namespace kibitz::serve
