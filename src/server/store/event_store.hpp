// Where the arena's log is kept: entries are appended and never changed.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/effects.hpp"

namespace kibitz::store {

using arena::LogEntry;
using arena::StreamPart;

// An entry that is not as it was written.
struct Damage {
    std::string stream;
    int number = 0;
    std::string what;

    bool operator==(const Damage&) const = default;
};
// The text is for the operator.
std::string to_string(const Damage& damage);
// Why a log with it is not read, and what an operator can do.
std::string describe_damaged_log(const Damage& damage);

// Each entry is kept with a checksum, except those that a version without checksums wrote. Errors
// say in words what went wrong. May be used by several threads.
class EventStore {
   public:
    virtual ~EventStore() = default;
    // All of them or none; they outlive a crash once this returns. An entry with the stream and
    // number of another is an error: nothing is counted twice.
    virtual std::expected<void, std::string> append(std::span<const LogEntry> entries) = 0;
    // Returns those of a part of one stream, in order. A damaged one is an error.
    virtual std::expected<std::vector<LogEntry>, std::string> part(const StreamPart& part) = 0;
    // Returns those of a whole stream.
    std::expected<std::vector<LogEntry>, std::string> stream(std::string_view name) {
        return part({std::string(name)});
    }

    // A part of the log, and where it ends.
    struct Page {
        std::vector<LogEntry> entries{};
        std::vector<Damage> damaged{};  // which are not among the entries
        std::int64_t last = 0;
    };
    // At most so many entries, in the order in which they were appended, after that place; 0 is
    // the beginning. Empty at the end.
    virtual std::expected<Page, std::string> page(std::int64_t after, std::size_t most) = 0;
    // Whether the log can be reached now. May take as long as a connection takes to be made.
    virtual std::expected<void, std::string> check() { return {}; }
    // The same, and tells servers that stand by that the one that writes this log goes on. One that
    // does not say so for about ten seconds is taken for hung, and its log is taken over.
    virtual std::expected<void, std::string> renew() { return check(); }
    // False once check(), renew() or append() has found that another server has taken the log over.
    [[nodiscard]] virtual bool is_ours() const { return true; }
    // How many programs have opened this log to write it, this one included: of two, the one with
    // the higher number came later.
    [[nodiscard]] virtual std::int64_t epoch() const { return 1; }
};

// Hands on every entry that is there when it begins, or more, in order. Others may append
// meanwhile. A damaged entry is an error that names it.
std::expected<void, std::string> replay(EventStore& store,
                                        const std::function<void(const LogEntry&)>& take);
// This does the same page by page, with the damaged entries.
std::expected<void, std::string> for_each_page(
    EventStore& store,
    const std::function<std::expected<void, std::string>(const EventStore::Page&)>& take);
// Empty also if it cannot be read.
std::vector<LogEntry> stored_stream(EventStore& store, const StreamPart& part);
// Everything from one into the other, which is empty; the number of entries. A damaged entry is an
// error.
std::expected<std::size_t, std::string> copy_log(EventStore& from, EventStore& to);

using OpenedStore = std::expected<std::unique_ptr<EventStore>, std::string>;

// It is in a file that is made where there is none; its folder is there. One process at a time.
OpenedStore open_sqlite_store(const std::string& path);
// One that is there, to be looked at: nothing in it is changed, and its version stays what it is.
OpenedStore open_sqlite_store_for_reading(const std::string& path);

// The log is in a database of PostgreSQL that is there, with tables of its own that are made where
// there are none. `address` is as libpq takes it: postgresql://user@host/database. One process at a
// time. A connection that is lost is made again for `patience`; until then append() waits.
constexpr std::chrono::seconds usual_patience{15};
// Told why nobody answers, when the waiting begins and now and then while it lasts.
using Waiting = std::function<void(const std::string& why)>;
// With `waiting`, a database that does not answer yet is waited for, for as long as it takes. What
// answers and refuses, such as a wrong password or a database that is not there, is an error in any
// case: that does not mend itself.
OpenedStore open_postgres_store(const std::string& address,
                                std::chrono::milliseconds patience = usual_patience,
                                const Waiting& waiting = {});

// A log in PostgreSQL that another server may have: it can only be read until it is taken over, and
// is a store like others from then on.
class StandbyStore : public EventStore {
   public:
    // Called again and again while another server has the log.
    using Follow = std::function<std::expected<void, std::string>()>;
    // Waits for as long as another server has the log, and takes it. An error of `follow` ends the
    // waiting, unless the database cannot be reached. `waiting` as for open_postgres_store().
    virtual std::expected<void, std::string> take_over(const Follow& follow,
                                                       const Waiting& waiting = {}) = 0;
};
std::expected<std::unique_ptr<StandbyStore>, std::string> make_postgres_standby(
    const std::string& address, std::chrono::milliseconds patience = usual_patience);

// Whether it is the address of a database, rather than a file.
bool is_postgres_address(std::string_view address);

// Tests use it, and arenas that are to be forgotten.
std::unique_ptr<EventStore> make_memory_store();

}  // namespace kibitz::store
