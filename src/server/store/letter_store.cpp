#include "store/letter_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/Savepoint.h>

#include <concepts>
#include <type_traits>

#include "store/sqlite_file.hpp"

namespace kibitz::store {

using letters::LetterReport;
using letters::LetterStore;
using letters::StoredLetter;

namespace {

constexpr int letter_schema_version = 1;

// `sent` outlives the letters: it has who wrote when, so that letters cannot be sent twice or too
// often; `written` has who ever wrote to whom.
constexpr const char* make_letter_tables =
    "CREATE TABLE IF NOT EXISTS keys (address TEXT PRIMARY KEY, key TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS letters ("
    "number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, sender TEXT NOT NULL,"
    "recipient TEXT NOT NULL, arrived INTEGER NOT NULL, file BLOB NOT NULL);"
    "CREATE INDEX IF NOT EXISTS letters_of ON letters (recipient, number);"
    "CREATE TABLE IF NOT EXISTS sent ("
    "id TEXT PRIMARY KEY, sender TEXT NOT NULL, arrived INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS sent_by ON sent (sender, arrived);"
    "CREATE TABLE IF NOT EXISTS written ("
    "sender TEXT NOT NULL, recipient TEXT NOT NULL, PRIMARY KEY (sender, recipient));"
    "CREATE TABLE IF NOT EXISTS blocks ("
    "owner TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (owner, other));"
    "CREATE TABLE IF NOT EXISTS reports ("
    "number INTEGER PRIMARY KEY AUTOINCREMENT, letter TEXT NOT NULL UNIQUE, sender TEXT NOT NULL,"
    "recipient TEXT NOT NULL, written INTEGER NOT NULL, reported INTEGER NOT NULL,"
    "text TEXT NOT NULL, note TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS mailboxes (address TEXT PRIMARY KEY,"
    "opened INTEGER NOT NULL DEFAULT 0, policy TEXT NOT NULL DEFAULT '');"
    "CREATE TABLE IF NOT EXISTS first_letters (sender TEXT NOT NULL, arrived INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS first_letters_by ON first_letters (sender, arrived)";

std::int64_t to_number(std::chrono::sys_seconds time) { return time.time_since_epoch().count(); }
std::chrono::sys_seconds to_time(std::int64_t number) {
    return std::chrono::sys_seconds(std::chrono::seconds(number));
}

void bind(SQLite::Statement& statement, int at, const std::string& text) {
    statement.bind(at, text);
}
void bind(SQLite::Statement& statement, int at, std::int64_t number) { statement.bind(at, number); }
void bind(SQLite::Statement& statement, int at, std::chrono::sys_seconds time) {
    statement.bind(at, to_number(time));
}

class SqliteLetterStore final : public LetterStore {
   public:
    explicit SqliteLetterStore(const std::string& path)
        : database_(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds) {
        keep_private(path);
        // A journal that is kept would keep what was deleted. To empty it costs the disk less than
        // to delete it.
        database_.exec("PRAGMA journal_mode = TRUNCATE");
        database_.exec("PRAGMA secure_delete = ON");
        if (const int version = database_.execAndGet("PRAGMA user_version");
            version > letter_schema_version)
            throw SQLite::Exception("it was written by a newer program (version " +
                                    std::to_string(version) + ")");
        database_.exec(make_letter_tables);
        database_.exec("PRAGMA user_version = " + std::to_string(letter_schema_version));
    }

    Result<void> begin() override {
        return guarded([&] {
            database_.exec("BEGIN");
            changes_before_ = database_.getTotalChanges();
        });
    }
    Result<bool> commit() override {
        auto changed = guarded([&] {
            database_.exec("COMMIT");
            return database_.getTotalChanges() > changes_before_;
        });
        if (!changed) (void)guarded([&] { database_.exec("ROLLBACK"); });
        return changed;
    }

    Result<void> keep_key(const std::string& address, const std::string& key,
                          std::chrono::sys_seconds now) override {
        return guarded([&] {
            SQLite::Savepoint all(database_, savepoint);
            prepared("INSERT OR REPLACE INTO keys VALUES (?, ?)", address, key).exec();
            prepared("INSERT OR IGNORE INTO mailboxes (address, opened) VALUES (?, ?)", address,
                     now)
                .exec();
            all.release();
        });
    }
    Result<std::chrono::sys_seconds> opened(const std::string& address) override {
        return guarded([&] {
            SQLite::Statement found =
                prepared("SELECT opened FROM mailboxes WHERE address = ?", address);
            return to_time(found.executeStep() ? found.getColumn(0).getInt64() : 0);
        });
    }
    Result<void> keep_policy(const std::string& address, const std::string& policy) override {
        return change(
            "INSERT INTO mailboxes (address, policy) VALUES (?, ?) "
            "ON CONFLICT (address) DO UPDATE SET policy = excluded.policy",
            address, policy);
    }
    Result<std::string> policy_of(const std::string& address) override {
        return guarded([&] {
            SQLite::Statement found =
                prepared("SELECT policy FROM mailboxes WHERE address = ?", address);
            return found.executeStep() ? found.getColumn(0).getString() : std::string();
        });
    }
    Result<std::optional<std::string>> key_of(const std::string& address) override {
        return guarded([&]() -> std::optional<std::string> {
            SQLite::Statement found = prepared("SELECT key FROM keys WHERE address = ?", address);
            if (!found.executeStep()) return std::nullopt;
            return found.getColumn(0).getString();
        });
    }

    Result<bool> add(const StoredLetter& letter) override {
        return guarded([&] {
            SQLite::Savepoint all(database_, savepoint);
            if (prepared("INSERT OR IGNORE INTO sent VALUES (?, ?, ?)", letter.id, letter.from,
                         letter.arrived)
                    .exec() == 0)
                return false;
            SQLite::Statement add(database_,
                                  "INSERT INTO letters (id, sender, recipient, arrived, file) "
                                  "VALUES (?, ?, ?, ?, ?)");
            bind_all(add, letter.id, letter.from, letter.to, letter.arrived);
            constexpr int file_at = 5;
            add.bind(file_at, letter.file.data(), static_cast<int>(letter.file.size()));
            add.exec();
            prepared("INSERT OR IGNORE INTO written VALUES (?, ?)", letter.from, letter.to).exec();
            if (letter.is_first)
                prepared("INSERT INTO first_letters VALUES (?, ?)", letter.from, letter.arrived)
                    .exec();
            all.release();
            return true;
        });
    }
    Result<std::vector<StoredLetter>> letters_to(const std::string& address, std::int64_t after,
                                                 int most) override {
        return guarded([&] {
            SQLite::Statement found = prepared(
                "SELECT number, id, sender, recipient, arrived FROM letters "
                "WHERE recipient = ? AND number > ? ORDER BY number LIMIT ?",
                address, after, std::int64_t{most});
            std::vector<StoredLetter> letters;
            while (found.executeStep()) letters.push_back(letter_in(found));
            return letters;
        });
    }
    Result<std::optional<StoredLetter>> find(const std::string& id) override {
        return guarded([&]() -> std::optional<StoredLetter> {
            SQLite::Statement found = prepared(
                "SELECT number, id, sender, recipient, arrived, file FROM letters WHERE id = ?",
                id);
            if (!found.executeStep()) return std::nullopt;
            StoredLetter letter = letter_in(found);
            constexpr int file_at = 5;
            letter.file = found.getColumn(file_at).getString();
            return letter;
        });
    }
    Result<void> remove(const std::string& id) override {
        return change("DELETE FROM letters WHERE id = ?", id);
    }
    Result<void> forget(std::chrono::sys_seconds letters, std::chrono::sys_seconds names) override {
        for (const char* const old :
             {"DELETE FROM letters WHERE arrived < ?", "DELETE FROM reports WHERE reported < ?"})
            if (auto done = change(old, letters); !done) return done;
        if (auto done = change("DELETE FROM first_letters WHERE arrived < ?", names); !done)
            return done;
        return change("DELETE FROM sent WHERE arrived < ?", names);
    }

    Result<int> count_to(const std::string& address) override {
        return number("SELECT count(*) FROM letters WHERE recipient = ?", address);
    }
    Result<int> count_between(const std::string& from, const std::string& to) override {
        return number("SELECT count(*) FROM letters WHERE recipient = ? AND sender = ?", to, from);
    }
    Result<int> count_sent(const std::string& from, std::chrono::sys_seconds since) override {
        return number("SELECT count(*) FROM sent WHERE sender = ? AND arrived >= ?", from, since);
    }
    Result<int> count_first(const std::string& from, std::chrono::sys_seconds since) override {
        return number("SELECT count(*) FROM first_letters WHERE sender = ? AND arrived >= ?", from,
                      since);
    }
    Result<bool> has_written(const std::string& from, const std::string& to) override {
        return exists("SELECT count(*) FROM written WHERE sender = ? AND recipient = ?", from, to);
    }
    Result<void> block(const std::string& owner, const std::string& other, bool is_on) override {
        return change(is_on ? "INSERT OR IGNORE INTO blocks VALUES (?, ?)"
                            : "DELETE FROM blocks WHERE owner = ? AND other = ?",
                      owner, other);
    }
    Result<bool> is_blocked(const std::string& owner, const std::string& other) override {
        return exists("SELECT count(*) FROM blocks WHERE owner = ? AND other = ?", owner, other);
    }

    Result<bool> add_report(const LetterReport& report) override {
        return guarded([&] {
            return prepared(
                       "INSERT OR IGNORE INTO reports "
                       "(letter, sender, recipient, written, reported, text, note) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?)",
                       report.letter, report.from, report.to, report.written, report.reported,
                       report.text, report.note)
                       .exec() > 0;
        });
    }
    Result<std::vector<LetterReport>> reports() override {
        return guarded([&] {
            SQLite::Statement found = prepared(
                "SELECT number, letter, sender, recipient, written, reported, text, note "
                "FROM reports ORDER BY number");
            std::vector<LetterReport> reports;
            while (found.executeStep()) {
                int at = 0;
                LetterReport report;
                report.number = found.getColumn(at++).getInt64();
                report.letter = found.getColumn(at++).getString();
                report.from = found.getColumn(at++).getString();
                report.to = found.getColumn(at++).getString();
                report.written = to_time(found.getColumn(at++).getInt64());
                report.reported = to_time(found.getColumn(at++).getInt64());
                report.text = found.getColumn(at++).getString();
                report.note = found.getColumn(at++).getString();
                reports.push_back(std::move(report));
            }
            return reports;
        });
    }
    Result<bool> remove_report(std::int64_t number) override {
        return guarded(
            [&] { return prepared("DELETE FROM reports WHERE number = ?", number).exec() > 0; });
    }
    Result<int> count_reports() override { return number("SELECT count(*) FROM reports"); }
    Result<int> count_reports_by(const std::string& address) override {
        return number("SELECT count(*) FROM reports WHERE recipient = ?", address);
    }

    Result<int> copy_to(const std::string& path) override {
        return guarded([&] {
            prepared("VACUUM INTO ?", path).exec();
            keep_private(path);
            return database_.execAndGet("SELECT count(*) FROM letters").getInt();
        });
    }

   private:
    // SQLite's errors as values.
    template <class Action>
    static auto guarded(Action action) -> Result<decltype(action())> {
        try {
            if constexpr (std::is_void_v<decltype(action())>) {
                action();
                return {};
            } else {
                return action();
            }
        } catch (const SQLite::Exception& error) {
            return std::unexpected(std::string(error.what()));
        }
    }

    template <class... Values>
    static void bind_all(SQLite::Statement& statement, const Values&... values) {
        int at = 0;
        (bind(statement, ++at, values), ...);
    }
    template <class... Values>
    SQLite::Statement prepared(const char* text, const Values&... values) {
        SQLite::Statement statement(database_, text);
        bind_all(statement, values...);
        return statement;
    }
    template <class... Values>
    Result<void> change(const char* text, const Values&... values) {
        return guarded([&] { prepared(text, values...).exec(); });
    }
    template <class... Values>
    Result<int> number(const char* text, const Values&... values) {
        return guarded([&] {
            SQLite::Statement statement = prepared(text, values...);
            statement.executeStep();
            return statement.getColumn(0).getInt();
        });
    }
    template <class... Values>
    Result<bool> exists(const char* text, const Values&... values) {
        const auto count = number(text, values...);
        if (!count) return std::unexpected(count.error());
        return *count > 0;
    }

    static StoredLetter letter_in(SQLite::Statement& row) {
        return {.number = row.getColumn(0).getInt64(),
                .id = row.getColumn(1).getString(),
                .from = row.getColumn(2).getString(),
                .to = row.getColumn(3).getString(),
                .arrived = to_time(row.getColumn(4).getInt64())};
    }

    // Of changes that belong together, also where begin() has begun a transaction.
    static constexpr const char* savepoint = "change";

    SQLite::Database database_;
    int changes_before_ = 0;
};

}  // namespace

std::expected<std::unique_ptr<LetterStore>, std::string> open_letter_store(
    const std::string& path) {
    try {
        return std::make_unique<SqliteLetterStore>(path);
    } catch (const SQLite::Exception& error) {
        return std::unexpected("the letters in " + path + " cannot be used: " + error.what());
    }
}

}  // namespace kibitz::store
