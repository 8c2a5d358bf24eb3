#include <SQLiteCpp/SQLiteCpp.h>

#include <mutex>

#include "store/event_store.hpp"

namespace kibitz::store {

namespace {

constexpr int schema_version = 1;
constexpr int busy_milliseconds = 2'000;

class SqliteStore final : public EventStore {
   public:
    explicit SqliteStore(const std::string& path)
        : database_(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds) {
        // With a write-ahead log synced at every commit, what is committed outlives a power cut.
        database_.exec("PRAGMA journal_mode = WAL");
        database_.exec("PRAGMA synchronous = FULL");
        database_.exec("PRAGMA locking_mode = EXCLUSIVE");
        prepare_schema();
        insert_.emplace(database_, "INSERT INTO log (stream, number, fact) VALUES (?, ?, ?)");
    }

    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        return guarded([&] {
            SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
            for (const LogEntry& entry : entries) {
                insert_->bind(1, entry.stream);
                insert_->bind(2, entry.number);
                insert_->bind(3, entry.fact.dump());
                insert_->exec();
                insert_->reset();
            }
            transaction.commit();
        });
    }

    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        Page found{.last = after};
        const auto read = guarded([&] {
            SQLite::Statement rows(
                database_,
                "SELECT stream, number, fact, id FROM log WHERE id > ? ORDER BY id LIMIT ?");
            rows.bind(1, after);
            rows.bind(2, static_cast<std::int64_t>(most));
            while (rows.executeStep()) {
                found.entries.push_back(entry_of(rows));
                found.last = rows.getColumn(3);
            }
        });
        if (!read) return std::unexpected(read.error());
        return found;
    }

    std::expected<std::vector<LogEntry>, std::string> stream(std::string_view name) override {
        std::vector<LogEntry> found;
        const auto read = guarded([&] {
            SQLite::Statement rows(
                database_, "SELECT stream, number, fact FROM log WHERE stream = ? ORDER BY number");
            rows.bind(1, std::string(name));
            while (rows.executeStep()) found.push_back(entry_of(rows));
        });
        if (!read) return std::unexpected(read.error());
        return found;
    }

   private:
    void prepare_schema() {
        const int version = database_.execAndGet("PRAGMA user_version");
        if (version > schema_version)
            throw SQLite::Exception("it was written by a newer program (version " +
                                    std::to_string(version) + ")");
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        database_.exec(
            "CREATE TABLE IF NOT EXISTS log ("
            "id INTEGER PRIMARY KEY, stream TEXT NOT NULL, number INTEGER NOT NULL,"
            "fact TEXT NOT NULL, UNIQUE (stream, number))");
        database_.exec("PRAGMA user_version = " + std::to_string(schema_version));
        transaction.commit();
    }

    static LogEntry entry_of(SQLite::Statement& row) {
        const std::string text = row.getColumn(2);
        return {row.getColumn(0), row.getColumn(1),
                nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false)};
    }

    // Runs it alone, and gives what SQLite throws back as an error.
    template <class Work>
    std::expected<void, std::string> guarded(Work work) {
        const std::scoped_lock lock(mutex_);
        try {
            work();
            return {};
        } catch (const SQLite::Exception& error) {
            insert_->tryReset();
            return std::unexpected("the arena's log: " + std::string(error.what()));
        }
    }

    std::mutex mutex_;
    SQLite::Database database_;
    std::optional<SQLite::Statement> insert_;
};

}  // namespace

OpenedStore open_sqlite_store(const std::string& path) {
    try {
        return std::make_unique<SqliteStore>(path);
    } catch (const SQLite::Exception& error) {
        return std::unexpected("the arena's log \"" + path + "\": " + error.what());
    }
}

}  // namespace kibitz::store
