// An arena without sockets in virtual time: what it sends is kept for the test to look at.
#pragma once

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "arena/arena.hpp"
#include "arena/fake_secrets.hpp"
#include "arena/fields.hpp"
#include "arena/operator/commands.hpp"
#include "support/json_checks.hpp"

namespace kibitz::arena::test {

// Saturday, 1 July 2017, noon.
constexpr Time epoch = from_epoch(1'498'910'400'000);

// What a client got, in order.
struct Mailbox {
    std::deque<std::string> messages;
    int closed = 0;  // the code, once it was
};

class VirtualArena {
   public:
    explicit VirtualArena(std::unique_ptr<FakeSecrets> handed_in = std::make_unique<FakeSecrets>())
        : secrets(std::move(handed_in)), arena(make()) {}
    // For random play: it is the same whatever the seed.
    explicit VirtualArena(std::uint64_t /*seed*/) : VirtualArena() {}
    static constexpr bool clients_outlive_restarts = false;
    void all_have_left() {}

    VirtualArena(const VirtualArena&) = delete;
    VirtualArena& operator=(const VirtualArena&) = delete;

    void open(ConnectionId id, Protocol protocol, std::string_view origin = {}) {
        arena->open(id, protocol, now, effects_, origin);
        deliver();
    }
    void receive(ConnectionId id, std::string_view text) {
        arena->receive(id, text, now, effects_);
        deliver();
    }
    void lose(ConnectionId id) {
        arena->lose(id, now, effects_);
        deliver();
    }
    void slow(ConnectionId id, bool is_slow) {
        arena->slow(id, is_slow, now, effects_);
        deliver();
    }
    void measured(ConnectionId id, Milliseconds round_trip) { arena->measured(id, round_trip); }
    // Everything that is due up to that time happens at its time.
    void wait_until(Time time) {
        while (const auto due = arena->deadline()) {
            if (*due > time) break;
            now = std::max(now, *due);
            arena->tick(now, effects_);
            deliver();
        }
        now = time;
    }
    HttpAnswer request(std::string_view method, std::string_view path, std::string_view body = {},
                       std::string_view origin = {}, std::string_view token = {}) {
        constexpr int not_found = 404;
        auto answer = arena->request(method, path, body, now, effects_, origin, token);
        deliver();
        if (answer && answer->finish) answer->finish(*answer);
        return answer.value_or(HttpAnswer{not_found, nullptr});
    }
    Json host(const Json& command) {
        Json answer = run_command(*arena, command, now, effects_);
        deliver();
        return answer;
    }
    std::expected<std::string, Refusal> recover_name(const std::string& letter_key,
                                                     const std::string& name) {
        auto token = arena->recover_name(letter_key, name, now, effects_);
        deliver();
        return token;
    }
    // As after kill -9: the log is all that is left. Connections are gone.
    void restart() {
        arena = make();
        go_on_after(0);
    }
    // The same with a snapshot of the first so many entries.
    void restart_from(const std::string& saved, std::size_t entries) {
        arena = make();
        if (!arena->load(saved)) misfits.push_back(log.front());
        go_on_after(entries);
    }
    // A snapshot of the first so many entries.
    std::string saved(std::size_t entries) {
        const auto another = make();
        for (const LogEntry& entry : std::span(log).first(entries))
            if (!another->replay(entry)) misfits.push_back(entry);
        return another->save();
    }

    Time now = epoch;
    std::unique_ptr<FakeSecrets> secrets;
    std::vector<LogEntry> log, misfits;
    std::map<ConnectionId, Mailbox> mail;
    std::unique_ptr<Arena> arena;

   private:
    void go_on_after(std::size_t entries) {
        for (const LogEntry& entry : std::span(log).subspan(entries))
            if (!arena->replay(entry)) misfits.push_back(entry);
        arena->resume(now, effects_);
        deliver();
    }
    std::unique_ptr<Arena> make() {
        return std::make_unique<Arena>(*secrets,
                                       [this](const StreamPart& part) { return stored(part); });
    }
    void deliver() {
        for (const Effect& effect : std::exchange(effects_, {})) {
            if (const auto* sent = std::get_if<Send>(&effect))
                mail[sent->connection].messages.push_back(*sent->text);
            else if (const auto* closed = std::get_if<Close>(&effect))
                mail[closed->connection].closed = closed->code;
            else
                log.push_back(std::get<LogEntry>(effect));
        }
    }
    std::vector<LogEntry> stored(const StreamPart& part) const {
        std::vector<LogEntry> entries;
        for (const LogEntry& entry : log)
            if (entry.stream == part.stream && entry.number >= part.first &&
                static_cast<int>(entries.size()) < part.most)
                entries.push_back(entry);
        return entries;
    }

    Effects effects_;
};

}  // namespace kibitz::arena::test
