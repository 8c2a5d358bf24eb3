// Fronts, the servers that decide one after the other, and the broker between them, in virtual
// time. The broker loses, doubles, delays and reorders messages; fronts and servers die at any
// moment, and a server that was replaced does not know it at first. It has the interface of
// arena::test::VirtualArena, so that the same clients can play here. Beside them, programs read
// answers that go on (virtual_streams.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/virtual_arena.hpp"
#include "fronts/decider_side.hpp"
#include "fronts/front_side.hpp"
#include "fronts/virtual_streams.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

namespace kibitz::fronts::test {

using namespace kibitz::arena;
using arena::test::FakeSecrets;
using arena::test::Mailbox;

// How often what goes wrong, in thousandths: of messages at the broker, of batches that are stored,
// and of steps of 100 ms.
struct Faults {
    unsigned lost = 3, doubled = 10, reordered = 3;
    unsigned killed_after_commit = 1;
    unsigned front_killed = 1;
    unsigned stream_begun = 100, stream_left = 5, stream_ended = 5, stream_line = 300;
};

class VirtualFronts {
   public:
    static constexpr bool clients_outlive_restarts = true;
    static constexpr std::size_t front_count = 2;

    explicit VirtualFronts(std::uint64_t seed, Faults faults = {})
        : secrets(std::make_unique<FakeSecrets>()), random_(seed), faults_(faults) {
        for (std::size_t i = 0; i < front_count; ++i) start_front(i);
        arena = make_arena();
        decide();
    }
    VirtualFronts(const VirtualFronts&) = delete;
    VirtualFronts& operator=(const VirtualFronts&) = delete;

    // --- What clients do ---

    void open(ConnectionId id, Protocol protocol, const std::string& origin = {}) {
        FrontSide& front = front_of(id);
        front.open(id, protocol, origin, now);
        carry_out(front);
        settle();
    }
    void receive(ConnectionId id, std::string_view text) {
        FrontSide& front = front_of(id);
        front.receive(id, text, now);
        carry_out(front);
        settle();
    }
    void lose(ConnectionId id) {
        FrontSide& front = front_of(id);
        front.lose(id, now);
        carry_out(front);
    }
    void slow(ConnectionId id, bool is_slow) {
        FrontSide& front = front_of(id);
        front.slow(id, is_slow, now);
        carry_out(front);
    }
    HttpAnswer request(std::string_view method, std::string_view path, std::string_view body) {
        Effects effects;
        auto answer = arena->request(method, path, body, now, effects);
        store(effects);
        return *answer;
    }

    // What its operator says; a server that is not there hears nothing.
    void host(const Json& command) {
        Decider& decider = deciders_.back();
        if (is_silent(decider)) return;
        Effects effects;
        run_command(*arena, command, now, effects);
        if (commit(decider, effects)) carry_out(decider);
        bury();
    }

    // --- Time ---

    void wait_until(Time time) {
        while (now < time) {
            if (all_are_gone_ && arena->hall().games_under_way() == 0 && !deciders_.empty())
                return skip_to(time);
            const Time next = std::min(time, next_event());
            now = std::max(now, next);
            if (now >= next_tick_) tick();
            settle();
            tick_arenas();
        }
    }
    void all_have_left() {
        all_are_gone_ = true;
        for (const SessionId stream : streams.open_ones()) leave(stream);
    }

    // --- Misfortunes ---

    // The server that decides is killed, or it is replaced and goes on for a while without knowing.
    void restart() {
        replace([this] { replay_from(0); });
    }
    void restart_from(const std::string& saved, std::size_t entries) {
        replace([&] {
            if (!arena->load(saved)) misfits.push_back(log.front());
            replay_from(entries);
        });
    }

    Time now = arena::test::epoch;
    std::unique_ptr<FakeSecrets> secrets;
    std::vector<LogEntry> log, misfits;
    std::map<ConnectionId, Mailbox> mail;
    std::unique_ptr<Arena> arena;  // of the server that may write
    struct Counts {
        int takeovers = 0, stale_batches = 0, links = 0, fronts_killed = 0, heard = 0,
            interrupted = 0;
    };
    Counts counts;
    VirtualStreams streams;

   private:
    static constexpr Milliseconds tick_interval{100};

    struct Decider {
        Epoch epoch;
        std::unique_ptr<DeciderSide> side;
        std::unique_ptr<Arena> stale{};  // its arena, once another one may write
        Time speaks_from{};              // it takes that long to take over
        Time dies{};                     // once it is stale
    };
    struct Letter {
        std::string to;  // a front's or a decider's name
        std::string bytes;
    };

    bool chance(unsigned thousandths) { return random_.below(1000) < thousandths; }
    FrontSide& front_of(ConnectionId id) { return *fronts_[id % front_count]; }
    void leave(SessionId stream) {
        streams.leave(stream, now);
        lose(stream);
    }
    void use_streams() {
        if (chance(faults_.stream_begun)) {
            const RequestId id = streams.ask();
            FrontSide& front = front_of(id);
            front.ask({.request = id, .method = "GET", .path = "/stream"}, now);
            carry_out(front);
        }
        for (const SessionId stream : streams.open_ones())
            if (chance(faults_.stream_left)) leave(stream);
        for (Decider& decider : deciders_) {
            if (is_silent(decider)) continue;
            for (const ConnectionId connection : streams.said_by(decider.epoch.number)) {
                if (chance(faults_.stream_ended)) {
                    decider.side->close(connection, close_normal, "");
                    streams.close(connection);
                } else if (chance(faults_.stream_line)) {
                    decider.side->send(connection, streams.next_line(connection));
                }
            }
            carry_out(decider);
        }
    }

    void start_front(std::size_t number) {
        fronts_[number] = std::make_unique<FrontSide>("front" + std::to_string(++fronts_started_));
        epochs_seen_[number] = {};
    }

    std::unique_ptr<Arena> make_arena() {
        return std::make_unique<Arena>(*secrets, [this](const StreamPart& part) {
            std::vector<LogEntry> entries;
            for (const LogEntry& entry : log)
                if (entry.stream == part.stream && entry.number >= part.first &&
                    static_cast<int>(entries.size()) < part.most)
                    entries.push_back(entry);
            return entries;
        });
    }
    void decide() {
        const Epoch epoch{++last_epoch_, "decider" + std::to_string(last_epoch_)};
        deciders_.push_back(
            {.epoch = epoch,
             .side = std::make_unique<DeciderSide>(epoch, [this] { return ++last_connection_; }),
             .speaks_from = now + Milliseconds(random_.below(3'000))});
    }
    template <class Rebuild>
    void replace(const Rebuild& rebuild) {
        ++counts.takeovers;
        if (!deciders_.empty()) {
            Decider& old = deciders_.back();
            old.stale = std::move(arena);
            old.dies = now + Milliseconds(random_.below(2) * random_.below(5'000));
        }
        arena = make_arena();
        decide();
        rebuild();
    }
    void replay_from(std::size_t entries) {
        for (const LogEntry& entry : std::span(log).subspan(entries))
            if (!arena->replay(entry)) misfits.push_back(entry);
        Effects effects;
        arena->resume(now, effects);
        store(effects);
    }

    // --- The log ---

    void store(const Effects& effects) {
        for (const Effect& effect : effects)
            if (const auto* entry = std::get_if<LogEntry>(&effect)) {
                REQUIRE(
                    facts_.emplace(std::pair(entry->stream, entry->number), entry->fact).second);
                log.push_back(*entry);
            }
    }
    // What the decider's arena wants is stored and then sent. False if the decider is dead: the
    // store does not take anything from a server that was replaced.
    bool commit(Decider& decider, const Effects& effects) {
        const bool writes = std::ranges::any_of(
            effects, [](const Effect& effect) { return std::holds_alternative<LogEntry>(effect); });
        if (decider.stale && writes) {
            ++counts.stale_batches;
            decider.dies = now;
            return false;
        }
        store(effects);
        if (!decider.stale && writes && chance(faults_.killed_after_commit)) {
            must_replace_ = true;
            return false;
        }
        for (const Effect& effect : effects) {
            if (const auto* send = std::get_if<Send>(&effect))
                decider.side->send(send->connection, send->text);
            else if (const auto* close = std::get_if<Close>(&effect))
                decider.side->close(close->connection, close->code, close->reason);
        }
        for (auto& [connection, note] : arena_of(decider).changed_sessions())
            decider.side->remember(connection, std::move(note));
        return true;
    }

    // --- Servers ---

    Arena& arena_of(Decider& decider) { return decider.stale ? *decider.stale : *arena; }
    void carry_out(Decider& decider) {
        // Nothing leaves or reaches a server that is dead or not there yet.
        for (const DeciderAction& action : decider.side->take_actions()) {
            Effects effects;
            Arena& its = arena_of(decider);
            if (const auto* opened = std::get_if<OpenConnection>(&action)) {
                const auto& what = opened->opened;
                if (what.protocol == Protocol::kibitz)
                    its.reopen(opened->connection, {what.note, what.unanswered}, now, effects,
                               what.address);
                else
                    its.open(opened->connection, what.protocol, now, effects, what.address);
                counts.interrupted += static_cast<int>(what.unanswered.size());
                if (what.is_slow) its.slow(opened->connection, true, now, effects);
                if (!commit(decider, effects)) return;
                decider.side->handled(opened->connection,
                                      static_cast<std::uint32_t>(what.unanswered.size()));
            } else if (const auto* said = std::get_if<HandleMessage>(&action)) {
                its.receive(said->connection, said->text, now, effects, said->delay);
                if (!commit(decider, effects)) return;
                decider.side->handled(said->connection, 1);
            } else if (const auto* asked = std::get_if<AnswerRequest>(&action)) {
                const RequestId id = asked->asked.request;
                if (const auto begun = decider.side->begin_stream(asked->link, {.request = id}))
                    streams.begin(id, *begun, decider.epoch.number);
            } else if (const auto* lost = std::get_if<LoseConnection>(&action);
                       lost && streams.has(lost->connection)) {
                streams.lose(lost->connection, now);
            } else if (lost != nullptr) {
                its.lose(lost->connection, now, effects);
                if (!commit(decider, effects)) return;
            } else if (const auto* backlog = std::get_if<ChangeBacklog>(&action)) {
                its.slow(backlog->connection, backlog->is_slow, now, effects);
                if (!commit(decider, effects)) return;
            } else if (const auto* measured = std::get_if<MeasureConnection>(&action)) {
                its.measured(measured->connection, measured->round_trip);
            } else if (const auto* publish = std::get_if<PublishToFront>(&action)) {
                post(publish->front, publish->bytes);
            } else if (const auto* announce = std::get_if<Announce>(&action)) {
                for (const auto& front : fronts_) post(front->name(), announce->bytes);
                for (const Decider& other : deciders_) post(other.epoch.instance, announce->bytes);
            } else if (std::holds_alternative<Superseded>(action)) {
                CHECK(decider.stale);
                decider.dies = now;
                return;
            }
        }
        decider.side->flush(now);
        for (const DeciderAction& action : decider.side->take_actions())
            if (const auto* publish = std::get_if<PublishToFront>(&action))
                post(publish->front, publish->bytes);
    }
    void tick_arenas() {
        for (Decider& decider : deciders_) {
            if (is_silent(decider)) continue;
            Arena& its = arena_of(decider);
            const auto due = its.deadline();
            if (!due || *due > now) continue;
            Effects effects;
            its.tick(now, effects);
            if (commit(decider, effects)) carry_out(decider);
        }
        bury();
    }
    bool is_silent(const Decider& decider) const {
        return now < decider.speaks_from || (decider.stale && now >= decider.dies);
    }
    void bury() {
        std::erase_if(deciders_, [this](const Decider& decider) {
            return decider.stale && now >= decider.dies;
        });
        if (std::exchange(must_replace_, false)) {
            deciders_.back().stale = nullptr;
            restart();
            deciders_[deciders_.size() - 2].dies = now;
        }
    }

    // --- Fronts ---

    void carry_out(FrontSide& front) {
        for (const FrontAction& action : front.take_actions()) {
            if (const auto* publish = std::get_if<Publish>(&action))
                post(publish->to.instance, publish->bytes);
            else if (const auto* told = std::get_if<Told>(&action))
                streams.has_client(told->sessions[0]) ? streams.hear(*told) : hear(front, *told);
            else if (const auto* closed = std::get_if<Closed>(&action))
                streams.has_client(closed->session)
                    ? streams.end(closed->session)
                    : void(mail[closed->session].closed = closed->code);
            else if (const auto* answer = std::get_if<Respond>(&action))
                streams.answer(*answer);
        }
    }
    // Whatever a client hears is in the log, and nobody can undo it.
    void hear(const FrontSide& front, const Told& told) {
        const Json message = Json::parse(*told.text);
        if (message.value("type", "") == "event") {
            Json fact = message["event"];
            fact.erase("clocks");
            const auto stored = facts_.find(
                std::pair(message["game"].get<std::string>(), fact["number"].get<int>()));
            REQUIRE(stored != facts_.end());
            CHECK(stored->second == fact);
            ++counts.heard;
        }
        if (message.value("type", "") == "state")
            CHECK(facts_.contains(std::pair(message["game"].get<std::string>(),
                                            message["state"]["number"].get<int>())));
        for (const SessionId session : told.sessions) {
            CHECK(&front_of(session) == &front);
            mail[session].messages.push_back(*told.text);
        }
    }
    void kill_front(std::size_t number) {
        ++counts.fronts_killed;
        start_front(number);
        for (auto& [session, box] : mail)
            if (session % front_count == number) box.closed = 1006;
        for (const SessionId stream : streams.all())
            if (stream % front_count == number) streams.leave(stream, now);
    }

    // --- The broker ---

    void post(const std::string& to, const std::string& bytes) {
        if (chance(faults_.lost)) return;
        const int copies = chance(faults_.doubled) ? 2 : 1;
        for (int copy = 0; copy < copies; ++copy) {
            Time arrives = now + Milliseconds(random_.below(20));
            if (copy > 0) arrives += Milliseconds(random_.below(3'000));
            if (copy == 0 && !chance(faults_.reordered)) {
                arrives = std::max(arrives, last_arrival_[to]);
                last_arrival_[to] = arrives;
            }
            letters_.emplace(arrives, Letter{to, bytes});
        }
    }
    void settle() {
        while (!letters_.empty() && letters_.begin()->first <= now) {
            const Letter letter = letters_.extract(letters_.begin()).mapped();
            for (std::size_t i = 0; i < front_count; ++i) {
                if (fronts_[i]->name() != letter.to) continue;
                fronts_[i]->on_message(letter.bytes, now);
                carry_out(*fronts_[i]);
                CHECK(fronts_[i]->epoch() >= epochs_seen_[i]);
                epochs_seen_[i] = fronts_[i]->epoch();
            }
            for (Decider& decider : deciders_) {
                if (decider.epoch.instance != letter.to || is_silent(decider)) continue;
                decider.side->on_message(letter.bytes, now);
                carry_out(decider);
                break;
            }
            bury();
        }
    }
    Time next_event() const {
        Time next = next_tick_;
        if (!letters_.empty()) next = std::min(next, letters_.begin()->first);
        if (const auto due = arena->deadline(); due && !is_silent(deciders_.back()))
            next = std::min(next, std::max(*due, now));
        return std::max(next, now);
    }
    void tick() {
        next_tick_ = now + tick_interval;
        for (const auto& front : fronts_) {
            front->tick(now);
            carry_out(*front);
        }
        for (Decider& decider : deciders_) {
            if (is_silent(decider)) continue;
            decider.side->tick(now);
            carry_out(decider);
        }
        if (!all_are_gone_) use_streams();
        bury();
        streams.check(now, [this](std::int64_t epoch) {
            return std::ranges::any_of(deciders_, [&](const Decider& decider) {
                return decider.epoch.number == epoch && !is_silent(decider);
            });
        });
        if (!all_are_gone_ && chance(faults_.front_killed)) kill_front(random_.below(front_count));
    }
    // Nobody is there any more, so links need not be kept up.
    void skip_to(Time time) {
        while (const auto due = arena->deadline()) {
            if (*due > time) break;
            now = std::max(now, *due);
            Effects effects;
            arena->tick(now, effects);
            store(effects);
        }
        now = time;
    }

    kibitz::test::Random random_;
    const Faults faults_;
    std::array<std::unique_ptr<FrontSide>, front_count> fronts_;
    std::array<Epoch, front_count> epochs_seen_;
    std::vector<Decider> deciders_;  // the last one may write
    std::multimap<Time, Letter> letters_;
    std::map<std::string, Time> last_arrival_;
    std::map<std::pair<std::string, int>, Json> facts_;
    Time next_tick_ = arena::test::epoch;
    std::int64_t last_epoch_ = 0;
    int fronts_started_ = 0;
    ConnectionId last_connection_ = 0;
    bool must_replace_ = false, all_are_gone_ = false;
};

}  // namespace kibitz::fronts::test
