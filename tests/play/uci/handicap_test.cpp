// Weaker play on demand.
#include "uci/handicap.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "chess/uci_move.hpp"
#include "uci/conversation.hpp"

using namespace kibitz;
using test::Conversation;
using test::word_after;
using uci::Strength;

namespace {

constexpr auto middlegame =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr auto mate_in_two = "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1";

// The first moves of some games. Four of five weak players begin with the king's or the queen's
// pawn, as people do: with 80 games, one run in ten million sees no third move.
std::set<std::string> first_moves(std::initializer_list<std::string_view> options) {
    constexpr int games = 80;
    Conversation c;
    c.send_all(options);
    std::set<std::string> moves;
    for (int i = 0; i < games; ++i) {
        c.send_all({"ucinewgame", "go depth 3"});
        moves.insert(c.best_move());
    }
    for (const std::string& move : moves) CHECK(parse_uci(Position::initial(), move).has_value());
    return moves;
}

}  // namespace

TEST_CASE("what the options ask for") {
    CHECK_FALSE(Strength{}.rating().has_value());
    CHECK(Strength{.limited = true}.rating() == Strength::usual_elo);
    CHECK(Strength{.limited = true, .elo = 700, .skill = 3}.rating() == 700);
    CHECK_FALSE(Strength{.elo = 700}.rating().has_value());
    CHECK(Strength{.skill = 0}.rating() == players::lowest_rating);
    CHECK(Strength{.skill = 19}.rating() == players::highest_rating);
    CHECK(*Strength{.skill = 10}.rating() > *Strength{.skill = 9}.rating());
}

TEST_CASE("a weak player has moods, the engine has none") {
    CHECK(first_moves({}).size() == 1);
    CHECK(first_moves({"setoption name UCI_Elo value 400"}).size() == 1);
    CHECK(first_moves(
              {"setoption name UCI_Elo value 400", "setoption name UCI_LimitStrength value true"})
              .size() >= 3);
    CHECK(first_moves({"setoption name Skill Level value 0"}).size() >= 3);
    CHECK(first_moves({"setoption name Skill Level value 0", "setoption name Skill Level value 20"})
              .size() == 1);
}

TEST_CASE("in one game the same position is played alike") {
    Conversation c;
    c.send_all({"setoption name UCI_LimitStrength value true", "go depth 3"});
    const std::string first = c.best_move();
    for (int i = 0; i < 5; ++i) {
        c.send("go depth 3");
        CHECK(c.best_move() == first);
    }
}

TEST_CASE("its answers keep to the protocol") {
    Conversation c;
    // Not from the start: a move out of the opening table needs no thought.
    c.send_all({"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2600",
                middlegame, "go ponder wtime 1000 btime 1000"});
    CHECK(c.stays_away("bestmove"));
    c.send("ponderhit");
    CHECK(c.best_move().size() == 4);
    CHECK(c.count("info depth") == 1);
    c.send_all({"go ponder movetime 10", "stop"});
    CHECK(c.best_move().size() == 4);
    c.send_all({"position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go movetime 10"});
    CHECK(c.best_move() == "(none)");
    c.send_all({"position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "go movetime 10"});
    CHECK(c.best_move().size() == 4);
    c.send("wait");
    CHECK(c.count("bestmove") == 4);
}

TEST_CASE("stop interrupts it: the move is then one at first glance") {
    Conversation c;
    c.send_all({"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2600",
                middlegame});
    const auto nodes_of = [&] {
        const std::string line = c.wait_for("info depth");
        CHECK(c.best_move().size() == 4);
        return std::stoull(word_after(line, "nodes"));
    };
    c.send("go movetime 60000");
    const auto whole = nodes_of();
    CHECK(whole > 1'000);
    // The thought may be over before the stop comes, if the machine is busy: not every time.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    auto least = whole;
    int attempts = 0;
    for (; least > whole / 4 && std::chrono::steady_clock::now() < deadline; ++attempts) {
        c.send_all({"go movetime 60000", "stop"});
        least = std::min(least, nodes_of());
    }
    CHECK(least <= whole / 4);
    CHECK(c.count("bestmove") == attempts + 1);
}

TEST_CASE("analysis, mates and chosen moves are the engine's own") {
    Conversation c;
    c.send_all({"setoption name Skill Level value 0", mate_in_two, "go mate 2"});
    CHECK(c.best_move().size() == 4);
    c.send("wait");
    const auto lines = c.lines();
    CHECK(word_after(lines[lines.size() - 2], "mate") == "2");
    c.send_all({"position startpos", "go depth 4 searchmoves a2a3"});
    CHECK(c.best_move() == "a2a3");
    c.send("go infinite");
    CHECK_FALSE(c.wait_for("info depth 6").empty());
    c.send("stop");
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("little time is enough") {
    Conversation c;
    c.send_all({"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2600",
                middlegame});
    const auto start = std::chrono::steady_clock::now();
    constexpr int moves = 5;
    for (int i = 0; i < moves; ++i) {
        c.send("go wtime 200 btime 200");
        CHECK(c.best_move().size() == 4);
    }
    // Without a thought of the clock it is some hundred milliseconds for each.
    for (const std::string& line : c.lines())
        if (line.starts_with("info depth")) CHECK(std::stoull(word_after(line, "nodes")) < 2'000);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}
