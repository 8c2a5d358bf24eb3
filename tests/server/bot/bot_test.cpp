// The client's side of the protocol, against an arena in virtual time.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/protocol/message_texts.hpp"
#include "arena/virtual_arena.hpp"
#include "bot/bot.hpp"
#include "chess/movegen.hpp"
#include "support/test.hpp"

using namespace kibitz;
using arena::test::VirtualArena;

namespace {

// A bot that moves at random, without anything between it and the arena.
class Client final : public bot::Environment {
   public:
    Client(VirtualArena& arena, arena::ConnectionId id, bot::Preferences preferences,
           bot::Identity identity)
        : arena_(arena),
          id_(id),
          preferences_(std::move(preferences)),
          identity_(std::move(identity)) {
        forget_all();
    }

    // As if the program was started anew.
    void forget_all() {
        questions_.clear();
        bot_ = std::make_unique<bot::Bot>(preferences_, identity_, *this);
    }
    void connect() {
        arena_.open(id_, arena::Protocol::kibitz);
        is_connected_ = true;
        bot_->connected();
    }
    void lose(bool tell_arena = true) {
        is_connected_ = false;
        if (tell_arena) arena_.lose(id_);
        id_ += 1000;
        bot_->lost();
    }
    // Whether there was something to hear or to think about.
    bool step() {
        auto& mail = arena_.mail[id_].messages;
        if (!mail.empty()) {
            const std::string text = mail.front();
            mail.pop_front();
            bot_->receive(text);
            return true;
        }
        if (questions_.empty()) return false;
        const auto [game, line] = *questions_.begin();
        questions_.erase(questions_.begin());
        last_line = line;
        if (resigns_after && line.moves().size() >= *resigns_after) {
            bot_->resigned(game);
            return true;
        }
        const auto moves = legal_moves(line.position());
        bot_->chosen(game, moves[++draws_ * 7919 % moves.size()], std::nullopt);
        return true;
    }
    bot::Bot& bot() { return *bot_; }

    void send(const bot::Json& message) override {
        if (is_interrupted)
            interrupted_.push_back(message);
        else if (is_connected_)
            arena_.receive(id_, message.dump());
    }
    // As a front does when another server has taken over.
    void go_on() {
        is_interrupted = false;
        for (const bot::Json& message : std::exchange(interrupted_, {}))
            bot_->receive(bot::Json{
                {"type", "error"}, {"code", "interrupted"}, {"error", ""}, {"id", message["id"]}}
                              .dump());
        for (const bot::GameId& game : arena_.arena->hall().live_games())
            bot_->receive(
                arena::protocol::state_message(game, *arena_.arena->hall().find(game), arena_.now)
                    .dump());
    }
    void think(const bot::GameId& game, const Line& line, const Limits&) override {
        CHECK(questions_.emplace(game, line).second);
    }
    void forget(const bot::GameId& game) override { questions_.erase(game); }
    void keep(const bot::Identity& identity) override { identity_ = identity; }
    void refused(const std::string& why) override { refusal = why; }
    void report(const std::string&) override {}

    std::string refusal;
    bool is_interrupted = false;  // the server is killed before it handles what is sent
    std::optional<std::size_t> resigns_after;  // so many moves of a game
    Line last_line;                            // that was asked about

   private:
    VirtualArena& arena_;
    arena::ConnectionId id_;
    bot::Preferences preferences_;
    bot::Identity identity_;
    std::unique_ptr<bot::Bot> bot_;
    std::map<bot::GameId, Line> questions_;
    std::vector<bot::Json> interrupted_;
    std::uint64_t draws_ = 0;
    bool is_connected_ = false;
};

bot::Preferences preferences(int games, int at_once = 1) {
    bot::Preferences preferences;
    preferences.terms.base = bot::Milliseconds(600'000);
    preferences.games = games;
    preferences.at_once = at_once;
    return preferences;
}

struct Two {
    explicit Two(const bot::Preferences& wish)
        : ann(arena, 1, wish, {"Ann", "", ""}), bob(arena, 2, wish, {"Bob", "", ""}) {}
    // So many steps, or until both are done or nothing happens; how many there were.
    int run(int most = 1'000'000) {
        int steps = 0;
        for (; steps < most; ++steps) {
            const bool ann_steps = ann.step(), bob_steps = bob.step();
            if (!ann_steps && !bob_steps) break;
            arena.now += bot::Milliseconds(1);
        }
        return steps;
    }

    VirtualArena arena;
    Client ann, bob;
};

}  // namespace

TEST_CASE("bots play so many games, several at a time, and are done") {
    Two two(preferences(6, 3));
    two.ann.connect();
    two.bob.connect();
    two.run();
    CHECK(two.ann.bot().is_done());
    CHECK(two.bob.bot().is_done());
    CHECK(two.ann.bot().results().games() == 6);
    CHECK(two.ann.bot().results().wins == two.bob.bot().results().losses);
    CHECK(two.arena.arena->hall().finished().of("chess").size() == 6);
}

TEST_CASE("a bot continues after lost connections, a killed server, and without its memory") {
    Two two(preferences(2));
    two.ann.connect();
    two.bob.connect();
    for (int round = 0; round < 12; ++round) {
        two.run(23 + round);
        switch (round % 3) {
            case 0:
                two.ann.lose();
                two.run(5);
                two.ann.connect();
                break;
            case 1:
                two.arena.restart();
                two.ann.lose(false);
                two.bob.lose(false);
                two.bob.connect();
                two.ann.connect();
                break;
            default:
                two.bob.lose();
                two.bob.forget_all();
                two.bob.connect();
        }
    }
    two.run();
    CHECK(two.ann.bot().is_done());
    CHECK(two.arena.arena->hall().games_under_way() == 0);
    // No connection was lost for long, so every game ended as games do.
    for (const auto& game : two.arena.arena->hall().finished().of("chess"))
        CHECK((game.ending == arena::Ending::rules || game.ending == arena::Ending::draw_claimed));
}

TEST_CASE("a bot whose connection outlives a server sends again what that server did not do") {
    Two two(preferences(1));
    two.ann.is_interrupted = true;
    two.ann.connect();
    two.ann.go_on();  // its hello
    two.bob.connect();
    for (int round = 0; round < 5; ++round) {
        two.run(20);
        two.ann.is_interrupted = true;
        two.run();  // until Ann's move is waited for
        CHECK_FALSE(two.ann.bot().is_done());
        two.ann.go_on();
    }
    two.run();
    CHECK(two.ann.bot().is_done());
    const auto games = two.arena.arena->hall().finished().of("chess");
    REQUIRE(games.size() == 1);
    CHECK((games.front().ending == arena::Ending::rules ||
           games.front().ending == arena::Ending::draw_claimed));
}

TEST_CASE("a bot plays only those whose rating it wants, by seek or by challenge") {
    bot::Preferences choosy = preferences(1);
    choosy.ratings = {.lowest = 1600, .highest = 2000};
    Two two(choosy);
    two.ann.connect();
    // Bob has 1500, as everybody who has not played.
    bot::Preferences any = preferences(1);
    Client bob(two.arena, 5, any, {"Bo", "", ""});
    bob.connect();
    const auto run = [&] {
        while (two.ann.step() || bob.step()) {
        }
    };
    run();
    CHECK(two.arena.arena->hall().games_under_way() == 0);
    bob.send({{"type", "challenge"},
              {"to", "Ann"},
              {"game", "chess"},
              {"base", 60000},
              {"increment", 0}});
    run();
    CHECK(two.arena.arena->hall().games_under_way() == 0);
    CHECK(two.ann.bot().results().games() == 0);
    // Somebody in the range.
    bot::Preferences low = preferences(1);
    low.ratings = {.lowest = std::nullopt, .highest = 1500};
    two.ann.lose();
    Client eve(two.arena, 6, low, {"Eve", "", ""});
    eve.connect();
    while (eve.step() || bob.step()) {
    }
    CHECK(eve.bot().results().games() == 1);
    CHECK(bob.bot().results().games() == 1);
}

TEST_CASE("where the moves are too many to be sent again, the position has to do") {
    Two two(preferences(1));
    two.ann.connect();
    two.bob.connect();
    const auto& hall = two.arena.arena->hall();
    std::string id;
    while (id.empty() ||
           hall.find(id)->events().size() <= arena::protocol::Front::most_events_replayed + 10) {
        REQUIRE(two.run(1) == 1);
        if (const auto live = hall.live_games(); !live.empty()) id = live.front();
        REQUIRE((id.empty() || !hall.find(id)->end()));
    }
    two.bob.lose();
    two.bob.forget_all();
    two.bob.connect();
    two.run(12);
    CHECK(two.bob.last_line.moves().size() < 20);
    two.run();
    CHECK(two.ann.bot().is_done());
    CHECK(hall.find(id)->end()->ending != arena::Ending::resignation);
}

TEST_CASE("a player that resigns resigns the bot's game") {
    Two two(preferences(1));
    two.ann.resigns_after = 6;
    two.ann.connect();
    two.bob.connect();
    two.run();
    CHECK(two.ann.bot().is_done());
    CHECK(two.ann.bot().results().losses == 1);
    CHECK(two.bob.bot().results().wins == 1);
}

TEST_CASE("a bot that is asked to stop ends: first after its games, then at once") {
    Two two(preferences(0));
    two.ann.connect();
    two.bob.connect();
    two.run(20);
    CHECK(two.ann.bot().games_at_once() == 1);
    two.ann.bot().finish();
    CHECK_FALSE(two.ann.bot().is_done());
    two.ann.bot().leave();
    two.run(10);
    CHECK(two.ann.bot().is_done());
    CHECK(two.arena.arena->hall().games_under_way() == 0);
}

TEST_CASE("a name that is taken, and a token that is nobody's, are refusals") {
    Two two(preferences(1));
    two.ann.connect();
    two.run(5);
    Client other(two.arena, 3, preferences(1), {"Ann", "", ""});
    other.connect();
    other.step();
    CHECK(other.refusal == "that name is taken");
    Client stranger(two.arena, 4, preferences(1), {"Eve", "", "token"});
    stranger.connect();
    stranger.step();
    CHECK(stranger.refusal == "that token is nobody's");
}
