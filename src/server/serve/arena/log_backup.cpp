#include "serve/arena/log_backup.hpp"

#include <filesystem>
#include <optional>

namespace kibitz::serve {

using arena::ErrorCode;
using arena::refuse;

namespace {

std::optional<arena::Refusal> why_not_to(const std::string& path) {
    if (!path.starts_with('/'))
        return arena::Refusal{ErrorCode::path_not_absolute,
                              "a backup needs the whole path of a file"};
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return arena::Refusal{ErrorCode::file_exists, path + " is there already"};
    return std::nullopt;
}

}  // namespace

std::expected<int, arena::Refusal> back_up(letters::LetterStore& letters, const std::string& path) {
    if (const auto refusal = why_not_to(path)) return std::unexpected(*refusal);
    const auto copied = letters.copy_to(path);
    if (!copied) return refuse(ErrorCode::copy_failed, copied.error());
    return *copied;
}

std::expected<std::size_t, arena::Refusal> back_up(store::EventStore& store,
                                                   const std::string& path) {
    if (const auto refusal = why_not_to(path)) return std::unexpected(*refusal);
    const auto copy = store::open_sqlite_store(path);
    if (!copy) return refuse(ErrorCode::copy_failed, copy.error());
    const auto copied = store::copy_log(store, **copy);
    if (!copied) return refuse(ErrorCode::copy_failed, copied.error());
    return *copied;
}

}  // namespace kibitz::serve
