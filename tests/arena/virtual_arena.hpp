// An arena without sockets in virtual time: what it sends is kept for the test to look at.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "arena/classic/front.hpp"
#include "arena/classic/http.hpp"
#include "arena/fields.hpp"

namespace kibitz::arena::test {

// Secrets that are the same in every run, and whose draws a test can choose.
class ScriptedSecrets {
   public:
    SecretSource source() {
        return [this](std::size_t count) { return take(count); };
    }
    // The next game is begun by the one that came last.
    void newcomer_begins() { draw_ = 1; }

   private:
    std::string take(std::size_t count) {
        if (count == 1) return std::string(1, static_cast<char>(std::exchange(draw_, 0)));
        std::string bytes(count, '\0');
        ++calls_;
        for (std::size_t i = 0; i < sizeof calls_ && i < count; ++i)
            bytes[count - 1 - i] = static_cast<char>(calls_ >> (8 * i));
        return bytes;
    }

    std::uint64_t calls_ = 0;
    int draw_ = 0;
};

// Saturday, 1 July 2017, noon.
constexpr Time epoch = from_epoch(1'498'910'400'000);

// What a client got, in order.
struct Mailbox {
    std::deque<std::string> messages;
    int closed = 0;  // the code, once it was
};

class ClassicArena {
   public:
    void open(ConnectionId id) {
        front.open(id, now, effects);
        deliver();
    }
    void receive(ConnectionId id, std::string_view text) {
        front.receive(id, text, now, effects);
        deliver();
    }
    void lose(ConnectionId id) {
        front.lose(id, now, effects);
        deliver();
    }
    // Everything that is due up to that time happens at its time.
    void wait_until(Time time) {
        while (const auto due = earliest(front.deadline(), hall.deadline())) {
            if (*due > time) break;
            now = std::max(now, *due);
            hall.tick(now, effects);
            front.tick(now, effects);
            deliver();
        }
        now = time;
    }
    HttpAnswer request(std::string_view method, std::string_view path, std::string_view body = {}) {
        auto answer = http.answer(method, path, body, now, effects);
        deliver();
        return answer.value_or(HttpAnswer{404, nullptr});
    }

    static std::optional<Time> earliest(std::optional<Time> a, std::optional<Time> b) {
        if (!a || !b) return a ? a : b;
        return std::min(*a, *b);
    }

    Time now = epoch;
    ScriptedSecrets secrets;
    Accounts accounts;
    Hall hall{secrets.source()};
    Vault vault{"a key", secrets.source()};
    classic::Front front{accounts, hall, vault, secrets.source()};
    classic::Http http{accounts, hall, vault, secrets.source(),
                       [this](const GameId& id) { return stored(id); }};
    std::map<ConnectionId, Mailbox> mail;
    std::vector<LogEntry> log;

   private:
    void deliver() {
        for (const Effect& effect : std::exchange(effects, {})) {
            if (const auto* sent = std::get_if<Send>(&effect))
                mail[sent->connection].messages.push_back(*sent->text);
            else if (const auto* closed = std::get_if<Close>(&effect))
                mail[closed->connection].closed = closed->code;
            else
                log.push_back(std::get<LogEntry>(effect));
        }
    }
    std::vector<GameEvent> stored(const GameId& id) const {
        std::vector<GameEvent> events;
        for (const LogEntry& entry : log)
            if (entry.stream == id) events.push_back(*game_event_of(entry.fact));
        return events;
    }

    Effects effects;
};

}  // namespace kibitz::arena::test
