#include "store/game_store.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <utility>

#include "store/postgres_session.hpp"

namespace kibitz::store {

using postgres::Failure;
using postgres::rows_of;
using postgres::Session;
using postgres::text_at;
using postgres::Try;

namespace {

constexpr const char* make_table =
    "CREATE TABLE IF NOT EXISTS kibitz_games (database text NOT NULL, file text NOT NULL,"
    " sha256 text NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (database, file));"
    // They are compressed already.
    "ALTER TABLE kibitz_games ALTER COLUMN bytes SET STORAGE EXTERNAL";
constexpr const char* has_table = "SELECT 1 WHERE to_regclass('kibitz_games') IS NOT NULL";
// Two who publish the same database come one after the other.
constexpr const char* wait_for_others =
    "SELECT pg_advisory_xact_lock(hashtext('kibitz games'), hashtext($1))";
constexpr const char* files_of_database =
    "SELECT file, sha256 FROM kibitz_games WHERE database = $1 ORDER BY file COLLATE \"C\"";
constexpr const char* bytes_of_file =
    "SELECT bytes FROM kibitz_games WHERE database = $1 AND file = $2";
// The database counts the digest itself: what has changed on its way is noticed.
constexpr const char* put_file =
    "INSERT INTO kibitz_games VALUES ($1, $2, encode(sha256($3::bytea), 'hex'), $3::bytea)"
    " ON CONFLICT (database, file) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes"
    " RETURNING sha256";
constexpr const char* remove_file = "DELETE FROM kibitz_games WHERE database = $1 AND file = $2";

std::string words_of(const Failure& failure) { return "games in PostgreSQL: " + failure.words; }

std::unexpected<std::string> failed(const Failure& failure) {
    return std::unexpected(words_of(failure));
}

class PostgresGames final : public GameStore {
   public:
    explicit PostgresGames(const std::string& address) : session_(address) {}

    std::expected<std::optional<std::vector<GameFile>>, std::string> files(
        const std::string& database) override;
    std::expected<std::string, std::string> bytes(const std::string& database,
                                                  const std::string& file) override;
    std::expected<std::size_t, std::string> publish(const std::string& database,
                                                    std::span<const GameFile> files,
                                                    const Read& read) override;

   private:
    // Connects if need be.
    Try<void> reach();
    Try<std::vector<GameFile>> files_now(const std::string& database);
    std::expected<std::size_t, std::string> send(const std::string& database,
                                                 std::span<const GameFile> files, const Read& read);

    std::mutex mutex_;  // guards the next
    Session session_;
};

Try<void> PostgresGames::reach() {
    if (session_.is_connected() && session_.ask("SELECT 1")) return {};
    return session_.connect();
}

Try<std::vector<GameFile>> PostgresGames::files_now(const std::string& database) {
    const auto rows = session_.ask(files_of_database, {database});
    if (!rows) return std::unexpected(rows.error());
    std::vector<GameFile> files;
    for (int row = 0; row < rows_of(*rows); ++row)
        files.push_back({std::string(text_at(*rows, row, 0)), std::string(text_at(*rows, row, 1))});
    return files;
}

std::expected<std::optional<std::vector<GameFile>>, std::string> PostgresGames::files(
    const std::string& database) {
    const std::scoped_lock lock(mutex_);
    if (auto reached = reach(); !reached) return failed(reached.error());
    const auto table = session_.ask(has_table);
    if (!table) return failed(table.error());
    if (rows_of(*table) == 0) return std::nullopt;
    auto files = files_now(database);
    if (!files) return failed(files.error());
    if (files->empty()) return std::nullopt;
    return *std::move(files);
}

std::expected<std::string, std::string> PostgresGames::bytes(const std::string& database,
                                                             const std::string& file) {
    const std::scoped_lock lock(mutex_);
    if (auto reached = reach(); !reached) return failed(reached.error());
    const auto rows =
        session_.ask_bytes(bytes_of_file, std::array<std::string_view, 2>{database, file});
    if (!rows) return failed(rows.error());
    if (rows_of(*rows) == 0) return failed({.words = "there is no file " + file + " any more"});
    return std::string(text_at(*rows, 0, 0));
}

std::expected<std::size_t, std::string> PostgresGames::publish(const std::string& database,
                                                               std::span<const GameFile> files,
                                                               const Read& read) {
    const std::scoped_lock lock(mutex_);
    if (auto reached = reach(); !reached) return failed(reached.error());
    if (auto made = session_.ask(make_table); !made) return failed(made.error());
    if (auto begun = session_.ask("BEGIN"); !begun) return failed(begun.error());
    auto sent = send(database, files, read);
    if (const auto ended = session_.ask(sent ? "COMMIT" : "ROLLBACK"); sent && !ended)
        return failed(ended.error());
    return sent;
}

std::expected<std::size_t, std::string> PostgresGames::send(const std::string& database,
                                                            std::span<const GameFile> files,
                                                            const Read& read) {
    if (auto waited = session_.ask(wait_for_others, {database}); !waited)
        return failed(waited.error());
    const auto there = files_now(database);
    if (!there) return failed(there.error());
    std::size_t sent = 0;
    for (const GameFile& file : files) {
        if (std::ranges::find(*there, file) != there->end()) continue;
        const auto bytes = read(file);
        if (!bytes) return std::unexpected(bytes.error());
        const auto put = session_.ask_bytes(
            put_file, std::array<std::string_view, 3>{database, file.name, *bytes});
        if (!put) return failed(put.error());
        if (text_at(*put, 0, 0) != file.sha256)
            return failed({.words = file.name + " has changed while it was sent"});
        ++sent;
    }
    for (const GameFile& old : *there)
        if (std::ranges::find(files, old.name, &GameFile::name) == files.end())
            if (auto removed = session_.ask(remove_file, {database, old.name}); !removed)
                return failed(removed.error());
    return sent;
}

}  // namespace

std::expected<std::unique_ptr<GameStore>, std::string> open_game_store(const std::string& address) {
    if (auto readable = check_postgres_address(address); !readable)
        return std::unexpected(readable.error());
    return std::make_unique<PostgresGames>(address);
}

}  // namespace kibitz::store
