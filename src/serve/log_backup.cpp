#include "serve/log_backup.hpp"

#include <filesystem>

namespace kibitz::serve {

using arena::ErrorCode;
using arena::refuse;

std::expected<std::size_t, arena::Refusal> back_up(store::EventStore& store,
                                                   const std::string& path) {
    if (!path.starts_with('/'))
        return refuse(ErrorCode::path_not_absolute, "a backup needs the whole path of a file");
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return refuse(ErrorCode::file_exists, path + " is there already");
    const auto copy = store::open_sqlite_store(path);
    if (!copy) return refuse(ErrorCode::copy_failed, copy.error());
    const auto copied = store::copy_log(store, **copy);
    if (!copied) return refuse(ErrorCode::copy_failed, copied.error());
    return *copied;
}

}  // namespace kibitz::serve
