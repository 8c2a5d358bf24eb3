// The front for a search of one's own, as a GUI meets it: with searches that wait, fail, cheat and
// do not stop.
#include "uci_front/front.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;
using uci::Search;

namespace {

// Generous: machines that run tests are busy. Only a failing test waits so long.
constexpr auto patience = std::chrono::seconds(60);
// Long enough that an answer which must not come would have come.
constexpr auto a_moment = std::chrono::milliseconds(60);

uci::Answer first_move(const Line&, Search& search) { return search.moves()[0]; }

// Thinks until it is told to stop, and says when it has begun.
uci::Answer until_stopped(const Line&, Search& search) {
    search.say("thinking");
    while (!search.should_stop()) std::this_thread::yield();
    return search.moves()[0];
}

class Talk {
   public:
    explicit Talk(uci::BestMove best_move, uci::EngineInfo info = {})
        : front_(std::move(info), std::move(best_move), [this](std::string_view line) {
              const std::lock_guard lock(mutex_);
              lines_.emplace_back(line);
              came_.notify_all();
          }) {}

    bool send(std::string_view line) { return front_.handle(line); }
    uci::Front& front() { return front_; }

    // The next line that begins so, counted from the last one found; empty if none comes.
    std::string wait_for(std::string_view prefix, std::chrono::milliseconds limit = patience) {
        std::unique_lock lock(mutex_);
        std::string found;
        came_.wait_for(lock, limit, [&] {
            while (seen_ < lines_.size() && found.empty())
                if (lines_[seen_++].starts_with(prefix)) found = lines_[seen_ - 1];
            return !found.empty();
        });
        return found;
    }
    std::size_t count(std::string_view prefix) {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(std::ranges::count_if(
            lines_, [&](const std::string& line) { return line.starts_with(prefix); }));
    }

   private:
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::string> lines_;
    std::size_t seen_ = 0;
    uci::Front front_;  // first to go: it writes to the rest
};

constexpr std::string_view mated = "position fen R6k/6pp/8/8/8/8/8/6K1 b - - 0 1";
constexpr std::string_view stalemated = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

}  // namespace

TEST_CASE("it introduces the engine, its options and our own") {
    uci::EngineInfo info{.name = "Stork", .author = "Ann"};
    std::int64_t hash = 0;
    info.options.add_spin("Hash", 16, 1, 64,
                          [&](std::int64_t mb) -> std::expected<void, std::string> {
                              hash = mb;
                              return {};
                          });
    Talk talk(first_move, std::move(info));
    talk.send("uci");
    CHECK(talk.wait_for("id name") == "id name Stork");
    CHECK(talk.wait_for("id author") == "id author Ann");
    CHECK(talk.wait_for("option name Hash") ==
          "option name Hash type spin default 16 min 1 max 64");
    CHECK(talk.wait_for("option name Ponder") == "option name Ponder type check default false");
    CHECK(!talk.wait_for("option name UCI_Chess960").empty());
    CHECK(!talk.wait_for("option name Move Overhead").empty());
    CHECK(talk.wait_for("uciok") == "uciok");
    talk.send("setoption name hash value 32");
    CHECK(hash == 32);
    talk.send("setoption name Hash value 65");
    CHECK(!talk.wait_for("info string error: setoption Hash").empty());
    CHECK(hash == 32);
}

TEST_CASE("a search without a report still shows a score before its move") {
    Talk talk(first_move);
    talk.send("position startpos moves e2e4 e7e5");
    talk.send("go wtime 100");
    const std::string best = talk.wait_for("bestmove ");
    REQUIRE(best.size() > std::string_view("bestmove ").size());
    const std::string move = best.substr(best.find(' ') + 1);
    CHECK(talk.count("info depth 1 score cp 0 nodes 0 nps 0 time ") == 1);
    Line game;
    for (const char* text : {"e2e4", "e7e5"}) game.play(*parse_uci(game.position(), text));
    CHECK(move == to_uci(legal_moves(game.position())[0]));
}

TEST_CASE("reports are written with the moves that can be played") {
    Talk talk([](const Line& game, Search& search) {
        const Move e4 = *parse_uci(game.position(), "e2e4");
        search.report({.depth = 3, .centipawns = -12, .nodes = 40, .line = {e4, e4}});
        search.report({.depth = 4, .mate = -2, .nodes = 50, .line = {e4}});
        return uci::Answer(e4, *parse_uci(game.position().after(e4), "e7e5"));
    });
    talk.send("go depth 4");
    const std::string first = talk.wait_for("info depth 3");
    CHECK(first.starts_with("info depth 3 score cp -12 nodes 40 nps "));
    CHECK(first.ends_with(" pv e2e4"));
    CHECK(talk.wait_for("info depth 4").starts_with("info depth 4 score mate -2 nodes 50 nps "));
    CHECK(talk.wait_for("bestmove") == "bestmove e2e4 ponder e7e5");
}

TEST_CASE("isready and bad lines are answered during a search, which then stops") {
    Talk talk(until_stopped);
    talk.send("go infinite");
    REQUIRE(!talk.wait_for("info string thinking").empty());
    talk.send("isready");
    CHECK(talk.wait_for("readyok") == "readyok");
    talk.send("position startpos moves e2e5");
    CHECK(talk.wait_for("info string error") ==
          "info string error: position: move 1 of 1: move \"e2e5\": illegal here");
    talk.send("what is this");
    CHECK(talk.wait_for("info string error") == "info string error: unknown command \"what\"");
    CHECK(talk.count("bestmove") == 0);
    talk.send("stop");
    CHECK(!talk.wait_for("bestmove").empty());
    talk.send("stop");  // is nothing new
    talk.send("isready");
    talk.wait_for("readyok");
    CHECK(talk.count("bestmove") == 1);
}

TEST_CASE("go infinite and go ponder get no answer before it is due") {
    Talk talk(first_move);
    talk.send("go infinite");
    CHECK(talk.wait_for("bestmove", a_moment).empty());
    talk.send("stop");
    CHECK(!talk.wait_for("bestmove").empty());

    talk.send("go ponder wtime 1000 btime 1000");
    CHECK(talk.wait_for("bestmove", a_moment).empty());
    talk.send("ponderhit");
    CHECK(!talk.wait_for("bestmove").empty());

    talk.send("go ponder movetime 1");
    talk.send("stop");
    CHECK(!talk.wait_for("bestmove").empty());
    talk.send("ponderhit");
    CHECK(talk.count("info string error: ponderhit") == 0);  // its search still is the last one
    talk.send(mated);
    talk.send("go infinite");
    CHECK(talk.wait_for("bestmove", a_moment).empty());
    talk.send("stop");
    CHECK(talk.wait_for("bestmove") == "bestmove (none)");
}

TEST_CASE("time counts from the ponder hit, and ends a search by itself") {
    Talk talk(until_stopped);
    talk.send("go ponder movetime 1");
    CHECK(talk.wait_for("bestmove", a_moment).empty());
    talk.send("ponderhit");
    CHECK(!talk.wait_for("bestmove").empty());
    talk.send("ponderhit");
    CHECK(talk.wait_for("info string error") ==
          "info string error: ponderhit: there is no search that ponders");
    talk.send("go wtime 30 btime 30");
    CHECK(!talk.wait_for("bestmove").empty());
}

TEST_CASE("limits of depth, nodes and mate are heeded") {
    std::vector<int> depths;
    Talk talk([&](const Line&, Search& search) {
        depths.clear();
        for (int depth = 1; search.may_deepen(depth, static_cast<std::uint64_t>(depth) * 100);
             ++depth) {
            depths.push_back(depth);
            search.report({.depth = depth, .mate = depth >= 5 ? std::optional(3) : std::nullopt});
        }
        return search.moves()[0];
    });
    for (const auto& [go, deepest] : {std::pair("go depth 7", 7),
                                      {"go nodes 401", 4},
                                      {"go mate 3", 5},
                                      {"go mate 2", 18},
                                      {"go softnodes 300", 2}}) {
        CAPTURE(go);
        talk.send(go);
        REQUIRE(!talk.wait_for("bestmove").empty());
        REQUIRE(!depths.empty());
        CHECK(depths.back() == deepest);
    }
}

TEST_CASE("where there is no move, the search is not asked") {
    Talk talk([](const Line&, Search&) -> uci::Answer { throw std::logic_error("was asked"); });
    talk.send(mated);
    talk.send("go depth 1");
    CHECK(talk.wait_for("info depth 0") == "info depth 0 score mate 0");
    CHECK(talk.wait_for("bestmove") == "bestmove (none)");
    talk.send(stalemated);
    talk.send("go depth 1");
    CHECK(talk.wait_for("info depth 0") == "info depth 0 score cp 0");
    CHECK(talk.wait_for("bestmove") == "bestmove (none)");
    CHECK(talk.count("info string error") == 0);
}

TEST_CASE("a search that fails or cheats is named, and a legal move is played") {
    for (int kind = 0; kind < 4; ++kind) {
        CAPTURE(kind);
        Talk talk([&](const Line& game, Search& search) -> uci::Answer {
            search.report({.line = {*parse_uci(game.position(), "d2d4")}});
            if (kind == 0) throw std::runtime_error("out of ideas\nbestmove a1a1");
            if (kind == 1) throw 1;
            if (kind == 2) return Move::none();
            return *parse_uci(game.position().after(search.moves()[0]), "e7e5");
        });
        talk.send("go depth 1");
        CHECK(
            talk.wait_for("info string error: the search ").ends_with("; d2d4 is played instead"));
        CHECK(talk.wait_for("bestmove") == "bestmove d2d4");
    }
}

TEST_CASE("the moves to search are those that go names") {
    Talk talk([](const Line&, Search& search) {
        CHECK(search.moves().size() == 2);
        return search.moves()[1];
    });
    talk.send("go searchmoves a2a3 h2h3 depth 1");
    CHECK(talk.wait_for("bestmove") == "bestmove h2h3");
    // One that the search plays on its own is not accepted.
    Talk stubborn([](const Line& game, Search&) { return *parse_uci(game.position(), "e2e4"); });
    stubborn.send("go depth 1 searchmoves a2a3");
    CHECK(!stubborn.wait_for("info string error: the search answered e2e4").empty());
    CHECK(stubborn.wait_for("bestmove") == "bestmove a2a3");
}

TEST_CASE("new game, options and the next go wait for the search") {
    std::atomic<bool> thinks = false;
    std::atomic<int> wrong = 0, games = 0;
    uci::EngineInfo info;
    info.on_new_game = [&] {
        ++games;
        wrong += thinks;
    };
    info.options.add_check("Careful", false, [&](bool) { wrong += thinks; });
    Talk talk(
        [&](const Line& game, Search& search) {
            wrong += thinks.exchange(true);
            const uci::Answer answer = until_stopped(game, search);
            thinks = false;
            return answer;
        },
        std::move(info));
    for (const char* line :
         {"ucinewgame", "setoption name Careful value true", "go infinite", "isready"}) {
        talk.send("go infinite");
        talk.wait_for("info string thinking");
        talk.send(line);
    }
    talk.send("stop");
    CHECK(talk.front().finish(patience));
    CHECK(wrong == 0);
    CHECK(games == 1);
    CHECK(talk.count("bestmove") == 5);
}

TEST_CASE("quit ends the conversation, and a search that does not stop is found out") {
    std::atomic<bool> released = false;
    Talk talk([&](const Line&, Search& search) {
        while (!released) std::this_thread::yield();
        return search.moves()[0];
    });
    talk.send("go infinite");
    CHECK_FALSE(talk.send("quit"));
    CHECK_FALSE(talk.front().finish(a_moment));
    released = true;
    CHECK(talk.front().finish(patience));
    CHECK(talk.count("bestmove") == 1);
}

TEST_CASE("castling is written as the game wants it") {
    Talk talk([](const Line& game, Search&) { return *parse_uci(game.position(), "e1h1"); });
    talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    talk.send("go depth 1");
    CHECK(talk.wait_for("bestmove") == "bestmove e1g1");
    talk.send("setoption name UCI_Chess960 value true");
    talk.send("go depth 1");
    CHECK(talk.wait_for("bestmove") == "bestmove e1h1");
}

TEST_CASE("hostile lines change nothing") {
    Talk talk(first_move);
    std::string long_line(100'000, 'x');
    for (const std::string& line :
         {std::string(), std::string("\0\x01\xff", 3), long_line, "go " + long_line,
          "position fen " + long_line, std::string("position"), std::string("go depth"),
          std::string("go depth 0"), std::string("go wtime x"), std::string("setoption"),
          std::string("setoption name"), std::string("setoption name None value 1"),
          std::string("go btime 100"), std::string("ponderhit"), std::string("debug perhaps"),
          std::string("go searchmoves e2e5"), std::string("# uci")})
        CHECK(talk.send(line));
    CHECK(talk.count("bestmove") == 0);
    CHECK(talk.count("uciok") == 0);
    CHECK(talk.count("info string error: ") == 15);
    talk.send("joho go depth 1\r");
    CHECK(!talk.wait_for("bestmove").empty());
}
