// A front and a server that decides, hand in hand: what each tells the other.
#include <algorithm>
#include <memory>
#include <ranges>
#include <type_traits>

#include "fronts/decider_side.hpp"
#include "fronts/front_side.hpp"
#include "support/test.hpp"

using namespace kibitz::fronts;
using namespace std::chrono_literals;
using kibitz::arena::Protocol;

namespace {

struct Both {
    explicit Both(std::int64_t number = 1) : decider(make(number)) {}

    std::unique_ptr<DeciderSide> make(std::int64_t number) {
        return std::make_unique<DeciderSide>(Epoch{number, "server" + std::to_string(number)},
                                             [this] { return ++last_connection; });
    }
    // Until nobody has anything to say any more. What is for others is kept.
    void talk() {
        for (bool is_over = false; !is_over;) {
            is_over = true;
            decider->flush(now);
            for (const DeciderAction& action : decider->take_actions()) {
                is_over = false;
                if (const auto* publish = std::get_if<PublishToFront>(&action))
                    front.on_message(publish->bytes, now);
                else if (const auto* announce = std::get_if<Announce>(&action))
                    front.on_message(announce->bytes, now);
                else
                    for_arena.push_back(action);
            }
            for (const FrontAction& action : front.take_actions()) {
                is_over = false;
                if (const auto* publish = std::get_if<Publish>(&action)) {
                    if (!is_cut) decider->on_message(publish->bytes, now);
                } else {
                    for_clients.push_back(action);
                }
            }
        }
    }
    void tick(Milliseconds time) {
        now += time;
        decider->tick(now);
        front.tick(now);
        talk();
    }
    // The newest of a kind, for the arena or for clients.
    template <class Action>
    [[nodiscard]] const Action* newest() const {
        if constexpr (std::is_constructible_v<FrontAction, Action>)
            return newest_of<Action>(for_clients);
        else
            return newest_of<Action>(for_arena);
    }
    template <class Action>
    [[nodiscard]] static const Action* newest_of(const auto& actions) {
        for (const auto& action : std::views::reverse(actions))
            if (const auto* one = std::get_if<Action>(&action)) return one;
        return nullptr;
    }

    Time now = Time(1'000'000ms);
    ConnectionId last_connection = 0;
    FrontSide front{"front"};
    std::unique_ptr<DeciderSide> decider;
    bool is_cut = false;
    std::vector<DeciderAction> for_arena;
    std::vector<FrontAction> for_clients;
};

std::shared_ptr<const std::string> text(const char* words) {
    return std::make_shared<const std::string>(words);
}

}  // namespace

TEST_CASE("what clients say before there is a server waits for it") {
    Both both;
    both.front.open(1, Protocol::kibitz, "10.0.0.1", both.now);
    both.front.receive(1, "hello", both.now);
    CHECK_FALSE(both.front.has_server());
    both.tick(1ms);
    REQUIRE(both.for_arena.size() == 2);
    const auto* opened = both.newest<OpenConnection>();
    REQUIRE(opened != nullptr);
    CHECK(opened->opened.address == "10.0.0.1");
    CHECK(opened->opened.unanswered.empty());
    CHECK(both.newest<HandleMessage>()->text == "hello");
}

TEST_CASE("spectators of a front cost one message, and closing ends a session on both sides") {
    Both both;
    both.tick(1ms);
    for (SessionId session = 1; session <= 3; ++session)
        both.front.open(session, Protocol::kibitz, "", both.now);
    both.talk();
    const auto move = text("e2e4");
    for (ConnectionId connection = 1; connection <= 3; ++connection)
        both.decider->send(connection, move);
    both.decider->send(99, move);  // of no front
    both.talk();
    REQUIRE(both.for_clients.size() == 1);
    CHECK(both.newest<Told>()->sessions == std::vector<SessionId>{1, 2, 3});
    CHECK(*both.newest<Told>()->text == "e2e4");
    both.decider->close(2, 1008, "enough");
    both.talk();
    CHECK(both.newest<Closed>()->session == 2);
    CHECK(both.newest<LoseConnection>()->connection == 2);
    CHECK(both.front.sessions() == 2);
    CHECK(both.decider->connections() == 2);
}

TEST_CASE(
    "the next server gets the note and what may have been handled, and nobody else is heard") {
    Both both;
    both.tick(1ms);
    both.front.open(1, Protocol::kibitz, "", both.now);
    both.front.open(2, Protocol::battlebot, "", both.now);
    both.front.receive(1, "done", both.now);
    both.front.receive(1, "perhaps", both.now);
    both.talk();
    both.decider->handled(1, 1);
    both.decider->remember(1, "note");
    both.talk();
    const auto old = std::move(both.decider);
    both.decider = both.make(2);
    both.tick(1ms);
    CHECK(both.front.epoch().number == 2);
    const auto* opened = both.newest<OpenConnection>();
    REQUIRE(opened != nullptr);
    CHECK(opened->opened.note == "note");
    CHECK(opened->opened.unanswered == std::vector<std::string>{"perhaps"});
    // The bot cannot go on.
    CHECK(both.newest<Closed>()->session == 2);
    CHECK(both.newest<Closed>()->code == 1012);

    both.for_clients.clear();
    old->send(1, text("too late"));
    old->flush(both.now);
    old->tick(both.now + 1s);
    for (const DeciderAction& action : old->take_actions()) {
        if (const auto* publish = std::get_if<PublishToFront>(&action))
            both.front.on_message(publish->bytes, both.now);
        if (const auto* announce = std::get_if<Announce>(&action)) {
            both.front.on_message(announce->bytes, both.now);
            both.decider->on_message(announce->bytes, both.now);
        }
    }
    both.talk();
    CHECK(both.for_clients.empty());
    CHECK(both.front.epoch().number == 2);
    CHECK(both.newest<Superseded>() == nullptr);
    // And the old one learns of its successor.
    old->on_message(to_bytes(Announced{{2, "server2"}}), both.now);
    const auto actions = old->take_actions();
    CHECK(std::ranges::any_of(actions, [](const DeciderAction& action) {
        return std::holds_alternative<Superseded>(action);
    }));
}

TEST_CASE("a link that is silent is lost on both sides, and begins again") {
    Both both;
    both.tick(1ms);
    both.front.open(1, Protocol::kibitz, "", both.now);
    both.tick(1ms);
    both.is_cut = true;
    for (auto time = 0ms; time <= silence_limit; time += 100ms) both.tick(100ms);
    CHECK(both.newest<LoseConnection>() != nullptr);
    CHECK(both.decider->connections() == 0);
    CHECK(both.front.sessions() == 1);
    both.is_cut = false;
    for (auto time = 0ms; time <= silence_limit + heartbeat_interval; time += 100ms)
        both.tick(100ms);
    CHECK(both.decider->connections() == 1);
    const auto links = both.front.links();
    for (auto time = 0ms; time <= 2 * silence_limit; time += 100ms) both.tick(100ms);
    CHECK(both.front.links() == links);
}

TEST_CASE("requests are answered once, also when the server is gone") {
    Both both;
    both.front.ask({.request = 1, .method = "GET", .path = "/arena/games"}, both.now);
    both.talk();
    CHECK(std::holds_alternative<Lost>(both.newest<Respond>()->answer));
    both.tick(1ms);
    both.front.ask({.request = 2, .method = "GET", .path = "/arena/games"}, both.now);
    both.talk();
    const auto* asked = both.newest<AnswerRequest>();
    REQUIRE(asked != nullptr);
    both.decider->answer(asked->link, {.request = 2, .status = 200, .body = "[]"});
    both.decider->answer(asked->link, {.request = 2, .status = 200, .body = "again"});
    both.talk();
    CHECK(both.for_clients.size() == 2);
    CHECK(std::get<Answered>(both.newest<Respond>()->answer).body == "[]");
    both.front.ask({.request = 3, .method = "GET", .path = "/arena/games"}, both.now);
    both.talk();
    both.decider = both.make(2);
    both.tick(1ms);
    CHECK(both.newest<Respond>()->request == 3);
    CHECK(std::holds_alternative<Lost>(both.newest<Respond>()->answer));
}

TEST_CASE("an answer goes on until the server, the client or the link ends it") {
    Both both;
    both.tick(1ms);
    const auto begin = [&](RequestId request) {
        both.front.ask({.request = request, .method = "GET", .path = "/stream"}, both.now);
        both.talk();
        const auto* asked = both.newest<AnswerRequest>();
        const auto connection =
            both.decider->begin_stream(asked->link, {.request = request, .status = 200});
        REQUIRE(connection);
        both.decider->send(*connection, text("first"));
        both.talk();
        return *connection;
    };
    const ConnectionId by_server = begin(1);
    REQUIRE(both.for_clients.size() == 2);
    CHECK(std::get<Answered>(std::get<Respond>(both.for_clients[0]).answer).goes_on);
    CHECK(both.newest<Told>()->sessions == std::vector<SessionId>{1});
    both.decider->close(by_server, 1000, "");
    both.talk();
    CHECK(both.newest<Closed>()->session == 1);
    CHECK(both.newest<LoseConnection>()->connection == by_server);

    const ConnectionId by_client = begin(2);
    both.front.lose(2, both.now);
    both.talk();
    CHECK(both.newest<LoseConnection>()->connection == by_client);
    CHECK(both.decider->connections() == 0);

    // The next server knows nothing of it.
    begin(3);
    const LinkName old_link = both.newest<AnswerRequest>()->link;
    both.front.open(4, Protocol::kibitz, "", both.now);
    both.talk();
    both.decider = both.make(2);
    both.tick(1ms);
    CHECK(both.newest<Closed>()->session == 3);
    CHECK(both.front.sessions() == 1);
    CHECK(both.decider->connections() == 1);
    CHECK_FALSE(both.decider->begin_stream(old_link, {.request = 5, .status = 200}));
    CHECK_FALSE(both.decider->begin_stream({"another front", 1}, {.request = 5, .status = 200}));
}

TEST_CASE("who sends more than can wait is closed") {
    Both both;
    both.front.open(1, Protocol::kibitz, "", both.now);
    for (std::size_t i = 0; i <= FrontSide::most_unanswered; ++i)
        both.front.receive(1, "x", both.now);
    both.talk();
    CHECK(both.newest<Closed>()->code == kibitz::arena::close_policy);
    CHECK(both.front.sessions() == 0);
}

TEST_CASE("what a slow link costs is given back, and the way there and back is measured") {
    Both both;
    both.tick(1ms);
    both.front.open(1, Protocol::kibitz, "", both.now);
    both.tick(1ms);  // so long is the fastest message on the way
    both.tick(600ms);
    // 40 ms late.
    both.front.receive(1, "late", both.now);
    std::vector<std::string> on_the_way;
    for (const FrontAction& action : both.front.take_actions())
        on_the_way.push_back(std::get<Publish>(action).bytes);
    for (const std::string& bytes : on_the_way) both.decider->on_message(bytes, both.now + 40ms);
    both.talk();
    CHECK(both.newest<HandleMessage>()->delay == 40ms);
    both.front.measured(1, 25ms, both.now);
    both.talk();
    CHECK(both.newest<MeasureConnection>()->round_trip == 25ms + 1ms);
}
