// The log after a restart: what must come back, and entries that cannot be right.
#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

// What the first entry that is refused is refused for.
ReplayError first_error(const std::vector<LogEntry>& log) {
    FakeSecrets secrets;
    Arena arena(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
    for (const LogEntry& entry : log)
        if (const auto replayed = arena.replay(entry); !replayed) return replayed.error();
    FAIL("nothing is refused");
    return {};
}

std::vector<LogEntry> log_of_finished_game(std::string& game) {
    ThreePlayers server;
    game = server.start_game();
    server.send(ann, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
    server.send(bob, {{"type", "resign"}, {"game", game}});
    return server.arena.log;
}

}  // namespace

TEST_CASE("a damaged entry is named, with its stream and number") {
    std::string game;
    const auto log = log_of_finished_game(game);
    auto damaged_log = log;
    damaged_log.back().fact["type"] = "emd";
    const ReplayError error = first_error(damaged_log);
    CHECK(error.code == ReplayError::Code::damaged_entry);
    CHECK(error.stream == game);
    CHECK(error.number == 3);
    CHECK(to_string(error) == "entry 3 of the stream \"" + game + "\": it is no event of a game");
    // Well-formed, but not possible.
    damaged_log = log;
    damaged_log[damaged_log.size() - 2].fact["move"]["uci"] = "e2e5";
    CHECK(first_error(damaged_log).number == 2);
    damaged_log = log;
    damaged_log[1].fact = damaged_log[0].fact;
    CHECK(first_error(damaged_log).stream == Accounts::stream);
    // What the store could not read.
    damaged_log[1].fact = Json(Json::value_t::discarded);
    CHECK(first_error(damaged_log).code == ReplayError::Code::damaged_entry);
}

TEST_CASE("an entry that is missing is noticed at the next one of its stream") {
    std::string game;
    const auto log = log_of_finished_game(game);
    for (std::size_t missing = 0; missing + 1 < log.size(); ++missing) {
        if (log[missing].stream != log[missing + 1].stream) continue;
        CAPTURE(missing);
        auto shorter = log;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(missing));
        const ReplayError error = first_error(shorter);
        CHECK(error.code == ReplayError::Code::entry_out_of_order);
        CHECK(error.stream == log[missing].stream);
        CHECK(error.number == log[missing].number + 1);
    }
}

TEST_CASE("links and challenges are there after a restart, and those that are over are not") {
    ThreePlayers server;
    const Json terms{{"game", "chess"}, {"base", 60000}, {"increment", 0}, {"side", 0}};
    const auto offer = [&](Json message) {
        message.update(terms);
        return server.ask(ann, message)["offer"].get<std::string>();
    };
    const std::string link = offer({{"type", "link"}}), cancelled = offer({{"type", "link"}}),
                      challenge = offer({{"type", "challenge"}, {"to", "Bob"}});
    (void)offer({{"type", "seek"}});
    (void)server.ask(ann, {{"type", "cancel"}, {"offer", cancelled}});
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    const Json offers = server.greet(11, ann)["offers"];
    REQUIRE(offers.size() == 2);
    CHECK(offers[0]["id"] == link);
    CHECK(offers[0]["side"] == 0);
    CHECK(offers[1]["id"] == challenge);
    CHECK(server.greet(12, bob)["offers"].size() == 1);
    CHECK(server.ask(12, {{"type", "accept"}, {"offer", challenge}})["type"] == "ok");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(13, ann)["offers"].size() == 1);
    // Nobody has taken it for a month.
    server.arena.now += Offers::longest_kept;
    server.arena.restart();
    CHECK(server.greet(14, ann)["offers"].empty());
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
}
