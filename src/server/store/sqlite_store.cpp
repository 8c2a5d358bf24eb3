#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>

#include "store/event_store.hpp"
#include "store/sqlite_file.hpp"
#include "store/stored_entry.hpp"

namespace kibitz::store {

namespace {

namespace fs = std::filesystem;

// Version 1 had no checksums.
constexpr int schema_version = 2;
constexpr int first_with_checksums = 2;

constexpr const char* make_tables =
    "CREATE TABLE IF NOT EXISTS log ("
    "id INTEGER PRIMARY KEY, stream TEXT NOT NULL, number INTEGER NOT NULL,"
    "fact TEXT NOT NULL, UNIQUE (stream, number))";
// How many programs have opened it to write.
constexpr const char* count_writer =
    "CREATE TABLE IF NOT EXISTS writers (count INTEGER NOT NULL);"
    "INSERT INTO writers SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM writers);"
    "UPDATE writers SET count = count + 1";
// Entries from that one on have checksums.
constexpr const char* add_checksums =
    "ALTER TABLE log ADD COLUMN checksum INTEGER;"
    "CREATE TABLE checksums (first_id INTEGER NOT NULL);"
    "INSERT INTO checksums SELECT coalesce(max(id), 0) + 1 FROM log";

// What SQLite says of a file is for those who know SQLite.
std::string words_of(const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_BUSY)
        return "another program uses it, probably a server that has this folder";
    return error.what();
}

// SQLite notices a file that was cut off only where it reads what is missing, and takes an empty
// file for a new one.
void check_size(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (error) return;
    if (size == 0)
        throw SQLite::Exception(
            "the file is empty, so nothing of it can be repaired. Bring back a backup");
    // What stands in the journal may be missing in the file.
    if (const auto journal = fs::file_size(path + "-wal", error); !error && journal > 0) return;
    constexpr std::size_t page_size_at = 16, page_count_at = 28, header_size = 100;
    std::array<unsigned char, header_size> header{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(header.data()), header_size)) return;
    constexpr std::string_view magic = "SQLite format 3";
    if (!std::equal(magic.begin(), magic.end(), header.begin())) return;  // SQLite refuses it
    const auto number_at = [&](std::size_t at, std::size_t bytes) {
        constexpr unsigned bits = 8;
        std::uint64_t number = 0;
        for (std::size_t i = at; i < at + bytes; ++i) number = number << bits | header[i];
        return number;
    };
    constexpr std::uint64_t written_as_1 = 65'536;
    const std::uint64_t page_size = number_at(page_size_at, 2);
    const std::uint64_t expected =
        (page_size == 1 ? written_as_1 : page_size) * number_at(page_count_at, 4);
    if (size < expected)
        throw SQLite::Exception(
            "the file was cut off: it has " + std::to_string(size) + " bytes and should have " +
            std::to_string(expected) +
            ". Bring back a backup, or copy what is left of it with `kibitz admin "
            "check --repair FILE`");
}

enum class Access : std::uint8_t { read, write };

class SqliteStore final : public EventStore {
   public:
    SqliteStore(const std::string& path, Access access)
        : database_(path,
                    access == Access::write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE
                                            : SQLite::OPEN_READONLY,
                    busy_milliseconds) {
        if (access == Access::write) keep_private(path);
        // Otherwise SQLite reads nothing at all of a file that was cut off.
        if (access == Access::read) database_.exec("PRAGMA writable_schema = ON");
        const int version = database_.execAndGet("PRAGMA user_version");
        if (version > schema_version)
            throw SQLite::Exception("it was written by a newer program (version " +
                                    std::to_string(version) + ")");
        if (access == Access::write) prepare_for_writing(version);
        if (access == Access::read && version < first_with_checksums) return;
        checksum_column_ = "checksum";
        first_checked_ = database_.execAndGet("SELECT first_id FROM checksums").getInt64();
    }

    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        if (!insert_) return std::unexpected("it was opened for reading alone");
        return guarded([&] {
            SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
            for (const LogEntry& entry : entries) {
                const std::string fact = text_of(entry);
                insert_->bind(1, entry.stream);
                insert_->bind(2, entry.number);
                insert_->bind(3, fact);
                insert_->bind(4, checksum_of(entry.stream, entry.number, fact));
                insert_->exec();
                insert_->reset();
            }
            transaction.commit();
        });
    }

    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        Page found{.last = after};
        const auto read = guarded([&] {
            SQLite::Statement rows(database_, select() + "WHERE id > ? ORDER BY id LIMIT ?");
            rows.bind(1, after);
            rows.bind(2, static_cast<std::int64_t>(most));
            while (rows.executeStep()) {
                // SQLite follows a damaged index to wherever it leads, even in circles.
                const std::int64_t id = rows.getColumn(0).getInt64();
                if (id <= found.last) throw SQLite::Exception("the file is malformed");
                add(found, rows);
                found.last = id;
            }
        });
        if (!read) return std::unexpected(read.error());
        return found;
    }

    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart& part) override {
        Page found;
        const auto read = guarded([&] {
            SQLite::Statement rows(
                database_, select() + "WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?");
            rows.bind(1, part.stream);
            rows.bind(2, part.first);
            rows.bind(3, part.most);
            while (rows.executeStep()) add(found, rows);
        });
        if (!read) return std::unexpected(read.error());
        return entries_of(std::move(found));
    }

    [[nodiscard]] std::int64_t epoch() const override { return epoch_; }

   private:
    // With a write-ahead log synced at every commit, what is committed outlives a power cut. EXTRA
    // also syncs the folder after the rollback journal, with which a new file begins, was deleted:
    // brought back by a power cut, it would undo the change to the write-ahead log.
    void prepare_for_writing(int version) {
        database_.exec("PRAGMA synchronous = EXTRA");
        database_.exec("PRAGMA journal_mode = WAL");
        database_.exec("PRAGMA locking_mode = EXCLUSIVE");
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        database_.exec(make_tables);
        if (version < first_with_checksums) database_.exec(add_checksums);
        database_.exec("PRAGMA user_version = " + std::to_string(schema_version));
        database_.exec(count_writer);
        epoch_ = database_.execAndGet("SELECT count FROM writers").getInt64();
        transaction.commit();
        insert_.emplace(database_,
                        "INSERT INTO log (stream, number, fact, checksum) VALUES (?, ?, ?, ?)");
    }

    [[nodiscard]] std::string select() const {
        return "SELECT id, stream, number, fact, " + checksum_column_ + " FROM log ";
    }
    void add(Page& page, SQLite::Statement& row) const {
        enum Column : std::uint8_t { id_at, stream_at, number_at, fact_at, checksum_at };
        StoredEntry stored{row.getColumn(stream_at), row.getColumn(number_at),
                           row.getColumn(fact_at)};
        if (!row.isColumnNull(checksum_at)) stored.checksum = row.getColumn(checksum_at).getInt64();
        add_to(page, stored, row.getColumn(id_at).getInt64() >= first_checked_);
    }

    // Runs it alone, and gives what SQLite throws back as an error.
    template <class Work>
    std::expected<void, std::string> guarded(Work work) {
        const std::scoped_lock lock(mutex_);
        try {
            work();
            return {};
        } catch (const SQLite::Exception& error) {
            if (insert_) insert_->tryReset();
            return std::unexpected("the arena's log: " + words_of(error));
        }
    }

    std::mutex mutex_;
    SQLite::Database database_;
    std::optional<SQLite::Statement> insert_;
    std::string checksum_column_ = "NULL";
    std::int64_t epoch_ = 0;
    std::int64_t first_checked_ = std::numeric_limits<std::int64_t>::max();
};

OpenedStore open(const std::string& path, Access access) {
    try {
        if (access == Access::write) check_size(path);
        return std::make_unique<SqliteStore>(path, access);
    } catch (const SQLite::Exception& error) {
        return std::unexpected("the arena's log \"" + path + "\": " + words_of(error));
    }
}

}  // namespace

OpenedStore open_sqlite_store(const std::string& path) { return open(path, Access::write); }

OpenedStore open_sqlite_store_for_reading(const std::string& path) {
    return open(path, Access::read);
}

}  // namespace kibitz::store
