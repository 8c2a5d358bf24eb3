#include "serve/log_backup.hpp"

#include <filesystem>

namespace kibitz::serve {

std::expected<std::size_t, std::string> back_up(store::EventStore& store, const std::string& path) {
    if (!path.starts_with('/')) return std::unexpected("a backup needs the whole path of a file");
    if (std::filesystem::exists(path)) return std::unexpected(path + " is there already");
    const auto copy = store::open_sqlite_store(path);
    if (!copy) return std::unexpected(copy.error());
    return store::copy_log(store, **copy);
}

}  // namespace kibitz::serve
