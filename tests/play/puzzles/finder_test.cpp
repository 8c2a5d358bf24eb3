#include "puzzles/finder.hpp"

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "engine/analyser.hpp"
#include "engine/score_model.hpp"
#include "puzzles/themes.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::puzzles;

namespace {

constexpr FinderSettings settings{.quick_nodes = 1'000, .deep_nodes = 30'000};

Search search_with(Analyser& analyser) {
    return [&analyser](const Position& position, int lines, std::uint64_t nodes) {
        std::vector<explain::ScoredLine> found;
        for (const auto& line :
             analyser.analyse(position, {.nodes = nodes}, {.lines = lines}).lines)
            found.push_back({.moves = line.pv,
                             .score = is_decisive(line.score) ? line.score
                                                              : clamp_eval(displayed_centipawns(
                                                                    line.score, position))});
        return found;
    };
}

std::string solution_of(const char* fen) {
    Analyser analyser;
    std::string text;
    for (const Move move : only_solution(parse_fen(fen).value(), search_with(analyser), settings))
        text += (text.empty() ? "" : " ") + to_uci(move);
    return text;
}

std::vector<Move> moves_of(Position position, std::initializer_list<const char*> sans) {
    std::vector<Move> moves;
    for (const char* san : sans) {
        moves.push_back(parse_san(position, san).value());
        position.play(moves.back());
    }
    return moves;
}

}  // namespace

TEST_CASE("a mate has a solution if no other move mates as fast") {
    CHECK(solution_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1") == "a1a8");
    // Both rooks mate.
    CHECK(solution_of("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1").empty());
    // The rook cuts the king off and mates at the next move.
    CHECK(solution_of("7k/8/5K2/8/8/8/8/6R1 w - - 0 1") == "f6f7 h8h7 g1h1");
}

TEST_CASE("a win has a solution if all other moves are clearly worse") {
    // The knight forks king and queen.
    CHECK(solution_of("q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1").starts_with("b5c7"));
    // Two knights can take the queen.
    CHECK(solution_of("4k3/8/8/3q4/8/2N1N3/5PPP/6K1 w - - 0 1").empty());
    // Nothing to win.
    CHECK(solution_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").empty());
}

TEST_CASE("a game has a puzzle where a move gave something away") {
    Analyser analyser;
    const auto game =
        moves_of(Position::initial(), {"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"});
    const auto found = find_puzzles(Position::initial(), game, search_with(analyser), settings);
    REQUIRE(found.size() == 1);
    CHECK(found.front().ply == 6);
    CHECK(to_uci(found.front().moves.front()) == "h5f7");
    const auto quiet = moves_of(Position::initial(), {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"});
    CHECK(find_puzzles(Position::initial(), quiet, search_with(analyser), settings).empty());
}

TEST_CASE("shorter solutions than asked for are left out") {
    // The rook cuts the king off and mates at the next move: two moves of the solver.
    const Position mate_in_two = parse_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").value();
    for (const std::size_t least : {1U, 2U, 3U}) {
        CAPTURE(least);
        Analyser analyser;
        FinderSettings asked = settings;
        asked.least_moves = least;
        CHECK(only_solution(mate_in_two, search_with(analyser), asked).size() ==
              (least > 2 ? 0 : 3));
    }
}

TEST_CASE("taking back is no puzzle") {
    Analyser analyser;
    const auto game = moves_of(Position::initial(), {"e4", "d5", "exd5"});
    CHECK(find_puzzles(Position::initial(), game, search_with(analyser), settings).empty());
}

TEST_CASE("themes name the motif, the mate and the stage") {
    const auto themes = [](const char* fen, std::initializer_list<const char*> sans) {
        const Position start = parse_fen(fen).value();
        return themes_of(start, moves_of(start, sans));
    };
    CHECK(
        themes("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", {"Ra8"}) ==
        std::vector<std::string>{"back-rank", "endgame", "mate-in-1", "one-move", "rook-endgame"});
    CHECK(themes("q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1", {"Nc7+", "Kd8", "Nxa8"}) ==
          std::vector<std::string>{"endgame", "fork", "short"});
    CHECK(themes("8/P6k/8/8/8/8/6PP/6K1 w - - 0 1", {"a8=N"}) ==
          std::vector<std::string>{"advanced-pawn", "endgame", "one-move", "pawn-endgame",
                                   "underpromotion"});
}
