#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "arena/secrets.hpp"
#include "store/event_store.hpp"
#include "store/lease_watch.hpp"
#include "store/postgres_session.hpp"
#include "store/stored_entry.hpp"
#include "text/numbers.hpp"
#include "text/unicode.hpp"

namespace kibitz::store {

using postgres::Failure;
using postgres::number_at;
using postgres::Parameters;
using postgres::Result;
using postgres::Session;
using postgres::text_at;
using postgres::Try;

namespace {

using Milliseconds = std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* postgres_schema_version = "2";  // version 1 had no checksums
constexpr Milliseconds between_tries{100};
// The database notices in less that a server was killed, and gives its log to the next.
constexpr Milliseconds takeover_patience{3'000};
constexpr std::chrono::seconds between_reports{30};
constexpr Milliseconds between_tries_to_reach{500};
constexpr std::chrono::seconds between_looks{1};  // at the lease of another server
constexpr const char *another_has_it = "another server has it",
                     *taken_over = "another server has taken it over";

// The server that has this lock has the log; it goes with the connection, when nothing that was
// asked over it is under way any more.
constexpr const char* take_lock =
    "SELECT 1 WHERE pg_try_advisory_lock(hashtext('kibitz'), hashtext(current_schema()))";
// What is committed outlives a power cut, whatever else the database is used for.
constexpr const char* commit_to_disk =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'";
// Otherwise the database keeps the lock of a server that was cut off for two hours; like this, for
// four seconds at most. Ignored over a unix socket, where nothing can be cut. The kernel of the
// server's machine answers, however slow the server is. With two seconds there would be one
// question, since keepalive counts whole seconds: a single lost packet would end a server over
// whose connection nothing else is sent at the moment (docs/clusters.md).
constexpr const char* notice_a_cut =
    "SELECT set_config('tcp_keepalives_idle', '1', false),"
    " set_config('tcp_keepalives_interval', '1', false),"
    " set_config('tcp_keepalives_count', '2', false),"
    " set_config('tcp_user_timeout', '3000', false)";
constexpr const char* make_postgres_tables =
    "CREATE TABLE IF NOT EXISTS kibitz_log ("
    "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL,"
    "number integer NOT NULL, fact text NOT NULL, UNIQUE (stream, number));"
    "CREATE TABLE IF NOT EXISTS kibitz_arena (version integer NOT NULL, epoch bigint NOT NULL);"
    "INSERT INTO kibitz_arena SELECT 1, 0 WHERE NOT EXISTS (SELECT FROM kibitz_arena)";
// Entries from first_checked on have checksums.
constexpr const char* add_postgres_checksums =
    "ALTER TABLE kibitz_log ADD COLUMN IF NOT EXISTS checksum bigint;"
    "ALTER TABLE kibitz_arena ADD COLUMN IF NOT EXISTS first_checked bigint;"
    "UPDATE kibitz_arena SET first_checked = (SELECT coalesce(max(id), 0) + 1 FROM kibitz_log)"
    " WHERE first_checked IS NULL";
// ALTER TABLE locks the whole table, also where nothing is missing. That would wait for everybody
// who reads the log: for pg_dump until it has ended, and for a server that was cut off while it
// read until the database gives its connection up.
constexpr const char* has_all_columns =
    "SELECT 1 FROM pg_attribute WHERE NOT attisdropped"
    " AND (attrelid = to_regclass('kibitz_log') AND attname = 'checksum'"
    " OR attrelid = to_regclass('kibitz_arena')"
    " AND attname IN ('first_checked', 'leased_epoch', 'renewals')) HAVING count(*) = 4";
// The lease (lease_watch.hpp) is of one epoch: a server of an earlier version, which comes after
// one that has renewed it, renews nothing.
constexpr const char* add_lease =
    "ALTER TABLE kibitz_arena ADD COLUMN IF NOT EXISTS leased_epoch bigint,"
    " ADD COLUMN IF NOT EXISTS renewals bigint NOT NULL DEFAULT 0";
constexpr const char* renew_lease =
    "UPDATE kibitz_arena SET leased_epoch = epoch, renewals = renewals + 1"
    " WHERE epoch = $1::bigint RETURNING 1";
constexpr const char* lease_of_other =
    "SELECT epoch || ':' || renewals FROM kibitz_arena WHERE leased_epoch = epoch";
// Ends the session that has the lock, if the lease still is that one.
constexpr const char* end_other =
    "SELECT pg_terminate_backend(pid) FROM pg_locks, kibitz_arena"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid::bigint = hashtext('kibitz')::bigint & 4294967295"
    " AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"
    " AND leased_epoch = epoch AND epoch || ':' || renewals = $1";
// Each server that takes the log has a number of its own.
constexpr const char* begin_epoch =
    "UPDATE kibitz_arena SET epoch = epoch + 1, version = $1::integer"
    " WHERE version <= $1::integer RETURNING epoch, first_checked";
constexpr const char* first_checked_entry =
    "SELECT first_checked FROM kibitz_arena WHERE first_checked IS NOT NULL";
constexpr const char* newer_version = "SELECT 1 FROM kibitz_arena WHERE version > $1::integer";
constexpr const char* same_epoch = "SELECT 1 FROM kibitz_arena WHERE epoch = $1::bigint";
constexpr const char* insert_entries =
    "INSERT INTO kibitz_log (stream, number, fact, checksum)"
    " SELECT stream, number, fact, checksum"
    " FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[])"
    " WITH ORDINALITY AS entry (stream, number, fact, checksum, place) ORDER BY place";
constexpr const char* same_entry =
    "SELECT 1 FROM kibitz_log WHERE stream = $1 AND number = $2::integer AND fact = $3";
constexpr const char* entries_of_stream =
    "SELECT id, stream, number, fact, checksum FROM kibitz_log WHERE stream = $1"
    " AND number >= $2::bigint ORDER BY number LIMIT $3::bigint";
constexpr const char* entries_after =
    "SELECT id, stream, number, fact, checksum FROM kibitz_log WHERE id > $1::bigint"
    " ORDER BY id LIMIT $2::bigint";

// A text of PostgreSQL is UTF-8 without zero bytes. Streams are named after contests, and in logs
// from before the rule for names (text/plain_text.hpp) these can have any bytes: such a name is
// kept in hexadecimal digits. No stream of an arena begins with the mark.
constexpr std::string_view hexadecimal_mark = "hex:";

bool can_be_kept(std::string_view text) {
    return !text.contains('\0') && text::decode_utf8(text).has_value();
}

std::string kept_name(const std::string& stream) {
    if (can_be_kept(stream) && !stream.starts_with(hexadecimal_mark)) return stream;
    return std::string(hexadecimal_mark) + arena::to_hex(stream);
}

std::string stream_of(std::string_view kept) {
    if (!kept.starts_with(hexadecimal_mark)) return std::string(kept);
    kept.remove_prefix(hexadecimal_mark.size());
    constexpr std::size_t digits_of_byte = 2;
    std::string stream;
    for (; kept.size() >= digits_of_byte; kept.remove_prefix(digits_of_byte))
        stream += static_cast<char>(
            text::parse_hexadecimal<unsigned char>(kept.substr(0, digits_of_byte)).value_or(0));
    return stream;
}

// Facts as text, and checksums over them.
std::vector<StoredEntry> stored(std::span<const LogEntry> entries) {
    std::vector<StoredEntry> rows;
    for (const LogEntry& entry : entries) {
        std::string fact = text_of(entry);
        const std::uint32_t checksum = checksum_of(entry.stream, entry.number, fact);
        rows.push_back({entry.stream, entry.number, std::move(fact), checksum});
    }
    return rows;
}

// An array as PostgreSQL writes it: {"a","b \" c"}.
template <class TextOf>
std::string array_of(std::span<const StoredEntry> entries, const TextOf& text_of) {
    std::string array = "{";
    for (const StoredEntry& entry : entries) {
        array += array.size() > 1 ? ",\"" : "\"";
        for (const char c : text_of(entry)) {
            if (c == '"' || c == '\\') array += '\\';
            array += c;
        }
        array += '"';
    }
    return array += '}';
}

EventStore::Page page_of(const Result& rows, std::int64_t after, std::int64_t first_checked) {
    enum Column : std::uint8_t { id, stream, number, fact, checksum };
    EventStore::Page page{.last = after};
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        StoredEntry stored{stream_of(text_at(rows, row, stream)),
                           static_cast<int>(number_at(rows, row, number)),
                           std::string(text_at(rows, row, fact))};
        if (PQgetisnull(rows.get(), row, checksum) == 0)
            stored.checksum = number_at(rows, row, checksum);
        page.last = number_at(rows, row, id);
        add_to(page, stored, page.last >= first_checked);
    }
    return page;
}

// Two connections: readers never wait for a commit.
class PostgresStore final : public StandbyStore {
   public:
    PostgresStore(const std::string& address, Milliseconds patience)
        : patience_(patience), writer_(address), reader_(address) {}

    std::expected<void, std::string> open(const Waiting& waiting) {
        auto taken = reach_log(waiting);
        const auto give_up = Clock::now() + takeover_patience;
        // Only the server before may need time; where there is no database there is none.
        while (!taken && taken.error().is_lost && writer_.is_connected() &&
               Clock::now() < give_up) {
            std::this_thread::sleep_for(between_tries);
            taken = take_log();
        }
        if (!taken) return std::unexpected(words_of(taken.error()));
        return {};
    }

    // As open(), for as long as it takes.
    std::expected<void, std::string> take_over(const Follow& follow,
                                               const Waiting& waiting) override {
        auto taken = reach_log(waiting);
        if (!writer_.is_connected()) return std::unexpected(words_of(taken.error()));
        LeaseWatch watch;
        auto next_look = Clock::now();
        while (!taken) {
            if (!taken.error().is_lost) return std::unexpected(words_of(taken.error()));
            if (can_be_followed())
                if (auto followed = follow(); !followed && check()) return followed;
            if (Clock::now() >= next_look) {
                next_look = Clock::now() + between_looks;
                look_at_lease(watch);
            }
            std::this_thread::sleep_for(between_tries);
            taken = writer_.is_connected() ? take_log_if_free() : take_log();
        }
        return {};
    }

    std::expected<void, std::string> append(std::span<const LogEntry> entries) override {
        if (entries.empty()) return {};
        const std::scoped_lock lock(writing_);
        const auto give_up = Clock::now() + patience_;
        for (bool is_first = true;; is_first = false) {
            const auto done = try_to_append(entries, is_first);
            if (done) return {};
            if (!done.error().is_lost || Clock::now() >= give_up)
                return std::unexpected(words_of(done.error()));
            std::this_thread::sleep_for(between_tries);
        }
    }

    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart& part) override {
        const auto rows =
            read(entries_of_stream,
                 {kept_name(part.stream), std::to_string(part.first), std::to_string(part.most)});
        if (!rows) return std::unexpected(words_of(rows.error()));
        return entries_of(page_of(*rows, 0, first_checked_));
    }

    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        const auto rows = read(entries_after, {std::to_string(after), std::to_string(most)});
        if (!rows) return std::unexpected(words_of(rows.error()));
        return page_of(*rows, after, first_checked_);
    }

    std::expected<void, std::string> check() override { return check_by(same_epoch); }
    std::expected<void, std::string> renew() override { return check_by(renew_lease); }

    [[nodiscard]] bool is_ours() const override { return is_ours_; }
    // It does not change once the log is open.
    [[nodiscard]] std::int64_t epoch() const override {
        std::int64_t number = 0;
        std::from_chars(epoch_.data(), epoch_.data() + epoch_.size(), number);
        return number;
    }

   private:
    // The statement returns a row if the epoch is still ours.
    std::expected<void, std::string> check_by(const char* statement) {
        if (epoch_.empty()) {
            if (auto answered = read("SELECT 1", {}); !answered)
                return std::unexpected(words_of(answered.error()));
            return {};
        }
        const auto same = read(statement, {epoch_});
        if (!same) return std::unexpected(words_of(same.error()));
        if (PQntuples(same->get()) > 0) return {};
        is_ours_ = false;
        return std::unexpected(words_of({.words = taken_over}));
    }
    // A server that hangs keeps its session, and with it the lock. If it goes on later, its session
    // is gone and its epoch is over. Nothing happens where there is no lease, or where the database
    // does not let us end that session.
    void look_at_lease(LeaseWatch& watch) {
        const auto rows = read(lease_of_other, {});
        if (!rows) return;
        std::optional<std::string> lease;
        if (PQntuples(rows->get()) > 0) lease = text_at(*rows, 0, 0);
        if (watch.look(lease)) (void)read(end_other, {*lease});
    }

    static std::string words_of(const Failure& failure) {
        return "the arena's log in PostgreSQL: " + failure.words;
    }

    // As take_log(), once a database answers. What it refuses it may refuse for a moment only, for
    // example while it has too many connections.
    Try<void> reach_log(const Waiting& waiting) {
        std::optional<Clock::time_point> refused;
        Clock::time_point next_report;
        auto taken = take_log();
        while (waiting && !taken && !writer_.is_connected()) {
            const auto now = Clock::now();
            if (!writer_.is_answered())
                refused.reset();
            else if (now - refused.emplace(refused.value_or(now)) >= takeover_patience)
                break;
            if (!refused && now >= next_report) {
                waiting(words_of(taken.error()));
                next_report = now + between_reports;
            }
            std::this_thread::sleep_for(between_tries_to_reach);
            taken = take_log();
        }
        return taken;
    }
    // Connects, and makes sure that nobody else writes, or has written since.
    Try<void> take_log() {
        if (auto connected = writer_.connect(); !connected) return connected;
        if (auto set = writer_.ask(notice_a_cut); !set) return std::unexpected(set.error());
        return take_log_if_free();
    }
    Try<void> take_log_if_free() {
        const auto locked = writer_.ask(take_lock);
        if (!locked) return std::unexpected(locked.error());
        if (PQntuples(locked->get()) == 0)
            return std::unexpected(Failure{.is_lost = true, .words = another_has_it});
        if (auto set = writer_.ask(commit_to_disk); !set) return std::unexpected(set.error());
        return epoch_.empty() ? begin() : go_on();
    }
    Try<void> begin() {
        if (auto made = writer_.ask(make_postgres_tables); !made)
            return std::unexpected(made.error());
        const auto newer = writer_.ask(newer_version, {postgres_schema_version});
        if (!newer) return std::unexpected(newer.error());
        if (PQntuples(newer->get()) > 0)
            return std::unexpected(Failure{.words = "it was written by a newer program"});
        if (auto added = add_missing_columns(); !added) return added;
        const auto begun = writer_.ask(begin_epoch, {postgres_schema_version});
        if (!begun) return std::unexpected(begun.error());
        epoch_ = text_at(*begun, 0, 0);
        first_checked_ = number_at(*begun, 0, 1);
        return {};
    }
    Try<void> add_missing_columns() {
        const auto complete = writer_.ask(has_all_columns);
        if (!complete) return std::unexpected(complete.error());
        if (PQntuples(complete->get()) > 0) return {};
        for (const char* const addition : {add_postgres_checksums, add_lease})
            if (auto added = writer_.ask(addition); !added) return std::unexpected(added.error());
        return {};
    }
    Try<void> go_on() {
        const auto same = writer_.ask(same_epoch, {epoch_});
        if (!same) return std::unexpected(same.error());
        if (PQntuples(same->get()) > 0) return {};
        is_ours_ = false;
        return std::unexpected(Failure{.words = taken_over});
    }
    // Not a log that is not there yet, or that a version without checksums writes.
    bool can_be_followed() {
        const auto rows = read(first_checked_entry, {});
        if (!rows || PQntuples(rows->get()) == 0) return false;
        first_checked_ = number_at(*rows, 0, 0);
        return true;
    }

    Try<void> try_to_append(std::span<const LogEntry> entries, bool is_first) {
        if (!writer_.is_connected() || !is_first)
            if (auto taken = take_log(); !taken) return taken;
        // A connection may be lost between a commit and the word of it.
        if (!is_first) {
            const LogEntry& entry = entries.front();
            const auto there = writer_.ask(
                same_entry,
                {kept_name(entry.stream), std::to_string(entry.number), text_of(entry)});
            if (!there) return std::unexpected(there.error());
            if (PQntuples(there->get()) > 0) return {};
        }
        const auto rows = stored(entries);
        const auto inserted = writer_.ask(
            insert_entries,
            {array_of(rows, [](const StoredEntry& row) { return kept_name(row.stream); }),
             array_of(rows, [](const StoredEntry& row) { return std::to_string(row.number); }),
             array_of(rows, [](const StoredEntry& row) { return row.fact; }),
             array_of(rows, [](const StoredEntry& row) { return std::to_string(*row.checksum); })});
        if (!inserted) return std::unexpected(inserted.error());
        return {};
    }

    Try<Result> read(const char* statement, const Parameters& parameters) {
        const std::scoped_lock lock(reading_);
        if (reader_.is_connected()) {
            auto rows = reader_.ask(statement, parameters);
            if (rows || !rows.error().is_lost) return rows;
        }
        if (auto connected = reader_.connect(); !connected)
            return std::unexpected(connected.error());
        return reader_.ask(statement, parameters);
    }

    const Milliseconds patience_;
    std::mutex writing_;  // guards the next two
    Session writer_;
    std::string epoch_;
    std::atomic<std::int64_t> first_checked_ = 0;
    std::atomic<bool> is_ours_ = true;
    std::mutex reading_;  // guards the next
    Session reader_;
};

}  // namespace

bool is_postgres_address(std::string_view address) {
    return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

namespace {

std::expected<std::unique_ptr<PostgresStore>, std::string> store_at(const std::string& address,
                                                                    Milliseconds patience) {
    if (auto readable = check_postgres_address(address); !readable)
        return std::unexpected(readable.error());
    return std::make_unique<PostgresStore>(address, patience);
}

}  // namespace

OpenedStore open_postgres_store(const std::string& address, Milliseconds patience,
                                const Waiting& waiting) {
    auto store = store_at(address, patience);
    if (!store) return std::unexpected(store.error());
    if (auto opened = (*store)->open(waiting); !opened) return std::unexpected(opened.error());
    return *std::move(store);
}

std::expected<std::unique_ptr<StandbyStore>, std::string> make_postgres_standby(
    const std::string& address, Milliseconds patience) {
    return store_at(address, patience);
}

}  // namespace kibitz::store
