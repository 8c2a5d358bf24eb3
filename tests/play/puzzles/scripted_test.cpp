// The finder with a search that says what the test wants: every limit from both of its sides.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "puzzles/finder.hpp"
#include "puzzles/puzzle.hpp"
#include "puzzles/rating.hpp"
#include "puzzles/themes.hpp"
#include "puzzles/wanted_themes.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::puzzles;

namespace {

constexpr FinderSettings settings{.quick_nodes = 10, .deep_nodes = 800, .most_moves = 6};

std::vector<Move> moves_of(Position position, std::string_view text) {
    std::vector<Move> moves;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        moves.push_back(parse_uci(position, word).value());
        position.play(moves.back());
    }
    return moves;
}

Position after(Position position, std::string_view moves) {
    for (const Move move : moves_of(position, moves)) position.play(move);
    return position;
}

std::string text_of(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_uci(move);
    return text;
}

bool sees(const char* fen, const char* theme) {
    return WantedThemes::named({theme}).value().may_begin_at(parse_fen(fen).value());
}

class Script {
   public:
    // The lines of a position, the best first.
    Script& says(const Position& position, Score score, std::string_view moves) {
        lines_[to_fen(position)].push_back({.moves = moves_of(position, moves), .score = score});
        return *this;
    }
    [[nodiscard]] Search search() {
        return [this](const Position& position, int most, std::uint64_t nodes) {
            asked.emplace_back(to_fen(position), nodes);
            auto lines = lines_[to_fen(position)];
            if (std::cmp_greater(lines.size(), most)) lines.resize(static_cast<std::size_t>(most));
            return lines;
        };
    }
    std::vector<std::pair<std::string, std::uint64_t>> asked;

   private:
    std::map<std::string, std::vector<explain::ScoredLine>> lines_;
};

// The knight forks king and queen.
const Position forking = parse_fen("q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1").value();
constexpr const char* fork_line = "b5c7 e8d8 c7a8";

std::string solution_of_fork(Score best, std::optional<Score> second, int most_moves = 6) {
    Script script;
    script.says(forking, best, fork_line);
    if (second) script.says(forking, *second, "g1f1");
    script.says(after(forking, "b5c7 e8d8"), best, "c7a8 d8c8");
    if (second) script.says(after(forking, "b5c7 e8d8"), *second, "g1f1");
    FinderSettings limited = settings;
    limited.most_moves = most_moves;
    return text_of(only_solution(forking, script.search(), limited));
}

const Position mate_in_one = parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").value();

std::string solution_of_mate(Score best, std::optional<Score> second) {
    Script script;
    script.says(mate_in_one, best, "a1a8");
    if (second) script.says(mate_in_one, *second, "e1e2");
    return text_of(only_solution(mate_in_one, script.search(), settings));
}

// Whether the position after the game's only move gets a longer look, where the scores are those
// of the sides to move.
bool is_invited(Score before, Score now) {
    Script script;
    const Position start = Position::initial();
    const std::vector<Move> game = moves_of(start, "e2e4");
    script.says(start, before, "e2e4").says(after(start, "e2e4"), now, "e7e5");
    (void)find_puzzles(start, game, script.search(), settings);
    for (const auto& [fen, nodes] : script.asked)
        if (nodes != settings.quick_nodes) {
            CHECK(nodes == settings.deep_nodes / 20);
            CHECK(fen == to_fen(after(start, "e2e4")));
            return true;
        }
    return false;
}

}  // namespace

TEST_CASE("a win is the only one if it wins two pawns and the next best is worth much less") {
    CHECK(solution_of_fork(Score{200}, std::nullopt) == "b5c7 e8d8 c7a8");
    CHECK(solution_of_fork(Score{199}, std::nullopt).empty());
    // 0.676 points are expected of 200 centipawns; 0.3 less are -138.
    CHECK(solution_of_fork(Score{200}, Score{-138}) == "b5c7 e8d8 c7a8");
    CHECK(solution_of_fork(Score{200}, Score{-137}).empty());
    CHECK(solution_of_fork(Score{500}, Score{150}).empty());
    CHECK(solution_of_fork(Score{500}, Score{-20}) == "b5c7 e8d8 c7a8");
    CHECK(solution_of_fork(Score{500}, mated_in(4)) == "b5c7 e8d8 c7a8");
    CHECK(solution_of_fork(Score{500}, Score{0}, 1) == "b5c7");
    CHECK(solution_of_fork(Score{500}, Score{0}, 2) == "b5c7 e8d8 c7a8");
    CHECK(solution_of_fork(Score{500}, Score{0}, 0).empty());
}

TEST_CASE("a solution ends where it is no longer the only one, with a move of the solver") {
    Script script;
    script.says(forking, Score{500}, fork_line);
    script.says(after(forking, "b5c7 e8d8"), Score{500}, "c7a8");
    script.says(after(forking, "b5c7 e8d8"), Score{480}, "c7d5");
    CHECK(text_of(only_solution(forking, script.search(), settings)) == "b5c7");
    // What wins nothing that lasts is none, whatever the search says.
    Script empty;
    empty.says(forking, Score{900}, "g1f1 e8d8");
    CHECK(only_solution(forking, empty.search(), settings).empty());
    Script silent;
    CHECK(only_solution(forking, silent.search(), settings).empty());
    Script without_moves;
    without_moves.says(forking, Score{900}, "");
    CHECK(only_solution(forking, without_moves.search(), settings).empty());
}

TEST_CASE("a mate is the only one if no other is as quick, and four moves are quick") {
    CHECK(solution_of_mate(mate_in(1), std::nullopt) == "a1a8");
    CHECK(solution_of_mate(mate_in(1), mate_in(3)) == "a1a8");
    CHECK(solution_of_mate(mate_in(1), mate_in(1)).empty());
    CHECK(solution_of_mate(mate_in(1), Score{900}) == "a1a8");
    CHECK(solution_of_mate(mate_in(1), mated_in(2)) == "a1a8");
    // Longer ones: the line has to end with the mate.
    CHECK(solution_of_mate(mate_in(7), mate_in(9)) == "a1a8");
    CHECK(solution_of_mate(mate_in(7), mate_in(7)).empty());
    // A mate that the search did not mention: both rooks.
    const Position two = parse_fen("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1").value();
    Script script;
    script.says(two, mate_in(1), "a1a8");
    CHECK(only_solution(two, script.search(), settings).empty());
    // In two moves, tried out as well: the king can be cut off by any move of the rook.
    const Position box = parse_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").value();
    Script mate_in_two;
    mate_in_two.says(box, mate_in(3), "f6f7 h8h7 g1h1");
    mate_in_two.says(after(box, "f6f7 h8h7"), mate_in(1), "g1h1");
    CHECK(text_of(only_solution(box, mate_in_two.search(), settings)) == "f6f7 h8h7 g1h1");
    // A line that is said to mate and does not is none.
    Script false_mate;
    false_mate.says(forking, mate_in(3), "b5c7 e8d8 c7a8");
    CHECK(only_solution(forking, false_mate.search(), settings).empty());
}

TEST_CASE("a longer look is for what the last move gave away") {
    // 0.591 points are expected of 100 centipawns, 0.471 of -32.
    CHECK(is_invited(Score{32}, Score{100}));
    CHECK(!is_invited(Score{31}, Score{100}));
    CHECK(!is_invited(Score{500}, Score{99}));
    // Who had won before wins by many moves.
    CHECK(is_invited(Score{-300}, Score{2'000}));
    CHECK(!is_invited(Score{-301}, Score{2'000}));
    CHECK(!is_invited(Score{-290}, Score{300}));
    // To mate is a task also for who had won.
    CHECK(is_invited(Score{-600}, mate_in(7)));
    CHECK(!is_invited(Score{-601}, mate_in(7)));
    CHECK(!is_invited(Score{-600}, mate_in(9)));
    CHECK(!is_invited(Score{0}, mated_in(3)));
    CHECK(!is_invited(Score{-20}, Score{20}));
}

TEST_CASE("the first position has no last move, and a silent search says nothing of the next one") {
    Script script;
    const Position start = Position::initial();
    script.says(start, Score{900}, "e2e4");
    script.says(after(start, "e2e4 e7e5"), Score{900}, "g1f3");
    const auto game = moves_of(start, "e2e4 e7e5");
    CHECK(find_puzzles(start, game, script.search(), settings).empty());
    CHECK(script.asked.size() == 3);
    for (const auto& [fen, nodes] : script.asked) CHECK(nodes == settings.quick_nodes);
}

TEST_CASE("taking back is no puzzle, taking something else is one") {
    const Position start = parse_fen("4k3/8/8/3q4/4n3/2N5/1P3PPP/6K1 b - - 0 1").value();
    const auto found_after = [&](std::string_view game, const char* solution) {
        Script script;
        script.says(start, Score{0}, game);
        const Position position = after(start, game);
        script.says(position, Score{900}, solution).says(position, Score{-900}, "g1f1");
        return find_puzzles(start, moves_of(start, game), script.search(), settings).size();
    };
    CHECK(found_after("e4c3", "b2c3") == 0);
    CHECK(found_after("d5c5", "c3e4") == 1);
}

TEST_CASE("what was likely but not played leads to puzzles, too") {
    // Qa8+ would allow Nc7+; the game goes on with Ke7.
    const Position start = parse_fen("4k3/8/8/1N6/8/8/q4PPP/6K1 b - - 0 1").value();
    const Position slipped = after(start, "a2a8");
    const auto found = [&](Score before, std::string_view game, std::string_view likely) {
        Script script;
        script.says(start, before, "e8e7").says(slipped, Score{900}, fork_line);
        script.says(slipped, Score{-900}, "g1f1");
        script.says(after(slipped, "b5c7 e8d8"), Score{900}, "c7a8 d8c8");
        script.says(after(slipped, "b5c7 e8d8"), Score{-900}, "g1f1");
        script.says(after(start, "e8e7"), Score{0}, "g1f1");
        const LikelyMoves moves = [&](std::size_t ply) {
            return ply == 0 ? moves_of(start, likely) : std::vector<Move>{};
        };
        return find_puzzles(start, moves_of(start, game), script.search(), settings, moves);
    };
    const Move slip = moves_of(start, "a2a8").front();
    const auto slips = found(Score{0}, "e8e7", "a2a8");
    REQUIRE(slips.size() == 1);
    CHECK(slips[0].ply == 0);
    CHECK(slips[0].slip == slip);
    CHECK(text_of(slips[0].moves).starts_with("b5c7"));
    CHECK(found(Score{0}, "e8e7", "a2a3").empty());
    // White, for whom the game was won already, loses no puzzle.
    CHECK(found(Score{-300}, "e8e7", "a2a8").size() == 1);
    CHECK(found(Score{-301}, "e8e7", "a2a8").empty());
    // Who plays the slip meets the puzzle in the game, once.
    const auto played = found(Score{0}, "a2a8", "a2a8");
    REQUIRE(played.size() == 1);
    CHECK(played[0].ply == 1);
    CHECK(played[0].slip.is_none());
}

TEST_CASE("two slips of a game are ten plies apart") {
    // Each of Black's moves could have been Qa8, which allows the fork.
    const Position start = parse_fen("4k3/8/8/1N6/8/8/q4PPP/6K1 b - - 0 1").value();
    std::string text = "a2b2 g1h1 b2a2 h1g1";
    for (int round = 1; round < 5; ++round) text += " a2b2 g1h1 b2a2 h1g1";
    const auto game = moves_of(start, text);
    REQUIRE(game.size() == 20);
    Script script;
    for (std::size_t ply = 0; ply < game.size(); ++ply) {
        const Position position = explain::position_after(start, std::span(game).first(ply));
        script.says(position, Score{0}, "");
        if (ply % 4 != 0) continue;
        const Position slipped = after(position, "a2a8");
        script.says(slipped, Score{900}, fork_line).says(slipped, Score{-900}, "h2h3");
        script.says(after(slipped, "b5c7 e8d8"), Score{900}, "c7a8 d8c8");
        script.says(after(slipped, "b5c7 e8d8"), Score{-900}, "h2h3");
    }
    const LikelyMoves likely = [&](std::size_t ply) {
        const Position position = explain::position_after(start, std::span(game).first(ply));
        return ply % 4 == 0 ? moves_of(position, "a2a8") : std::vector<Move>{};
    };
    std::vector<std::size_t> plies;
    for (const Finding& finding : find_puzzles(start, game, script.search(), settings, likely))
        plies.push_back(finding.ply);
    CHECK(plies == std::vector<std::size_t>{0, 12});
}

TEST_CASE("with themes, only what may lead to them is looked at, and only they are found") {
    // Qa8+ would allow Nc7+; the game goes on with Ke7.
    const Position start = parse_fen("4k3/8/8/1N6/8/8/q4PPP/6K1 b - - 0 1").value();
    const Position slipped = after(start, "a2a8");
    const auto found = [&](std::vector<std::string> themes) {
        Script script;
        script.says(start, Score{0}, "e8e7").says(slipped, Score{900}, fork_line);
        script.says(slipped, Score{-900}, "g1f1");
        script.says(after(slipped, "b5c7 e8d8"), Score{900}, "c7a8 d8c8");
        script.says(after(slipped, "b5c7 e8d8"), Score{-900}, "g1f1");
        script.says(after(start, "e8e7"), Score{0}, "g1f1");
        const LikelyMoves moves = [&](std::size_t ply) {
            return ply == 0 ? moves_of(start, "a2a8") : std::vector<Move>{};
        };
        FinderSettings limited = settings;
        limited.themes = WantedThemes::named(std::move(themes)).value();
        const auto findings =
            find_puzzles(start, moves_of(start, "e8e7"), script.search(), limited, moves);
        return std::pair(findings.size(), script.asked.size());
    };
    const auto [with_all, searches_for_all] = found({});
    CHECK(with_all == 1);
    CHECK(found({"fork"}) == std::pair(with_all, searches_for_all));
    CHECK(found({"rook-endgame", "fork"}).first == 1);
    // The first, cheaper solution has not the theme.
    const auto [with_skewer, searches_for_skewer] = found({"skewer"});
    CHECK(with_skewer == 0);
    CHECK(searches_for_skewer < searches_for_all);
    CHECK(found({"rook-endgame"}) == std::pair<std::size_t, std::size_t>{0, 0});
    // A fork is no mate, as the first search says already.
    CHECK(found({"smothered-mate"}).first == 0);
    CHECK(found({"smothered-mate"}).second < searches_for_skewer);
}

TEST_CASE("a theme is looked for where the pieces for it are") {
    const auto may_begin = sees;
    constexpr const char* rook = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    constexpr const char* queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    CHECK(may_begin("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "promotion"));
    CHECK(!may_begin("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "underpromotion"));
    CHECK(may_begin("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "promotion"));
    CHECK(!may_begin("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "promotion"));
    CHECK(!may_begin("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "promotion"));
    CHECK(may_begin("4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1", "en-passant"));
    CHECK(!may_begin("4k3/8/8/Pp6/8/8/8/4K3 w - - 0 1", "en-passant"));
    CHECK(may_begin(rook, "rook-endgame"));
    CHECK(!may_begin(queen, "rook-endgame"));
    CHECK(may_begin(rook, "endgame"));
    CHECK(may_begin(rook, "fork"));
}

TEST_CASE("what is in sight is a puzzle for whom the game was won already, too") {
    // Black, who has lost two rooks, shuts the king in.
    const Position before = parse_fen("5r1k/6pp/8/6N1/8/8/8/RR4K1 b - - 0 1").value();
    const auto found = [&](std::vector<std::string> themes) {
        Script script;
        script.says(before, Score{-2'000}, "f8a8");
        script.says(after(before, "f8g8"), mate_in(1), "g5f7");
        FinderSettings limited = settings;
        limited.themes = WantedThemes::named(std::move(themes)).value();
        return find_puzzles(before, moves_of(before, "f8g8"), script.search(), limited).size();
    };
    CHECK(found({"smothered-mate"}) == 1);
    CHECK(found({"mate-in-1"}) == 0);
    CHECK(found({"smothered-mate", "mate-in-1"}) == 0);
}

TEST_CASE("castling and underpromotions are looked for where they threaten something") {
    CHECK(sees("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"));    // check
    CHECK(sees("3n2k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"));  // a knight that nothing guards
    CHECK(sees("1k3n2/8/8/8/8/8/8/4K2R w K - 0 1", "castling"));
    CHECK(!sees("3nk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"));  // one that is guarded
    CHECK(!sees("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"));   // nothing
    CHECK(!sees("3k4/8/8/8/8/8/8/R3K3 w - - 0 1", "castling"));   // no right to
    CHECK(!sees("2rk4/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"));  // no way to
    // A knight checks, or attacks a queen.
    CHECK(sees("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "underpromotion"));
    CHECK(sees("8/4P2k/3q4/8/8/8/8/4K3 w - - 0 1", "underpromotion"));
    CHECK(!sees("8/4P2k/3r4/8/8/8/8/4K3 w - - 0 1", "underpromotion"));
    // A queen would leave no move.
    CHECK(sees("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", "underpromotion"));
    CHECK(!sees("8/2P4k/8/1K6/8/8/8/8 w - - 0 1", "underpromotion"));
    CHECK(!sees("8/k7/2P5/1K6/8/8/8/8 w - - 0 1", "underpromotion"));
}

TEST_CASE("mates with names are looked for where checks force them") {
    struct Mate {
        const char* name;
        const char* fen;
    };
    constexpr std::array mates{
        Mate{"smothered-mate", "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1"},
        Mate{"arabian-mate", "7k/R7/5N2/8/8/8/8/6K1 w - - 0 1"},
        Mate{"anastasias-mate", "8/4N1pk/8/8/R7/8/8/6K1 w - - 0 1"},
        Mate{"dovetail-mate", "8/3p4/2pk4/8/5P2/8/8/4Q1K1 w - - 0 1"},
        Mate{"hook-mate", "7R/4kp2/3p1N2/6P1/8/8/8/6K1 w - - 0 1"},
        Mate{"bodens-mate", "2kr4/3p4/8/8/5B2/8/8/5BK1 w - - 0 1"},
        Mate{"double-bishop-mate", "7k/7p/3B4/8/2B5/8/8/6K1 w - - 0 1"},
    };
    for (const Mate& mate : mates)
        for (const Mate& other : mates) {
            CAPTURE(std::string(mate.fen));
            CAPTURE(std::string(other.name));
            CHECK(sees(mate.fen, other.name) == (&mate == &other));
        }
    // The queen is offered and the knight mates; not if the king has a square then.
    CHECK(sees("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", "smothered-mate"));
    CHECK(!sees("5r1k/6p1/7N/8/2Q5/8/8/6K1 w - - 0 1", "smothered-mate"));
    CHECK(!sees("5r1k/6pp/7N/8/2Q5/8/8/6K1 b - - 0 1", "smothered-mate"));
}

TEST_CASE("a theme that does not exist is refused with those that do") {
    const auto wanted = WantedThemes::named({"fork", "forks"});
    REQUIRE_FALSE(wanted.has_value());
    CHECK(wanted.error().starts_with("there is no theme forks; the themes are advanced-pawn "));
    const auto all = all_themes();
    CHECK(std::ranges::is_sorted(all));
    CHECK(std::ranges::adjacent_find(all) == all.end());
}

TEST_CASE("the rating is where a line through the log odds crosses one half") {
    constexpr std::array ratings{800, 1200, 1600, 2000, 2400};
    for (const int rating : {600, 1000, 1700, 2300, 2900}) {
        std::array<double, 5> probabilities{};
        for (std::size_t i = 0; i < ratings.size(); ++i)
            probabilities[i] = 1 / (1 + std::pow(10, (rating - ratings[i]) / 400.0));
        CHECK(rating_at_one_half(ratings, probabilities) == rating);
    }
    // At least half as steep as Elo's formula: 400 log10(9) * 2 from the mean.
    for (const auto& flat : {std::array{0.9, 0.9, 0.9}, std::array{0.95, 0.9, 0.8}})
        CHECK(rating_at_one_half(std::array{1000, 1500, 2000}, flat) < 800);
    CHECK(rating_at_one_half(std::array{1000, 1500, 2000}, std::array{0.9, 0.9, 0.9}) ==
          std::lround(1500 - 2 * 400 * std::log10(9.0)));
    CHECK(rating_at_one_half(std::array{1000, 1500, 2000}, std::array{0.1, 0.1, 0.1}) ==
          std::lround(1500 + 2 * 400 * std::log10(9.0)));
    CHECK(rating_at_one_half(std::array{1000, 2000}, std::array{0.5, 0.5}) == 1500);
    // 0 and 1 are one in a million.
    CHECK(rating_at_one_half(std::array{1400, 1600}, std::array{0.0, 1.0}) == 1500);
}

TEST_CASE("themes: the stage changes with the material and with the tenth move") {
    const auto has = [](const char* fen, std::string_view moves, const std::string& theme) {
        const Position start = parse_fen(fen).value();
        const auto themes = themes_of(start, moves_of(start, moves));
        return std::ranges::find(themes, theme) != themes.end();
    };
    CHECK(has("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 10", "e2e4", "opening"));
    CHECK(has("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 11", "e2e4", "middlegame"));
    CHECK(has("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 3", "e2e4", "endgame"));
    // What the solver does, and not what the other side does.
    CHECK(has("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling"));
    CHECK(!has("r3k3/8/8/8/8/8/4P3/4K3 w q - 0 1", "e2e4 e8c8 e4e5", "castling"));
    CHECK(has("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "en-passant"));
    CHECK(has("8/P6k/8/8/8/8/6PP/6K1 w - - 0 1", "a7a8q", "promotion"));
    CHECK(!has("8/P6k/8/8/8/8/6PP/6K1 w - - 0 1", "a7a8q", "underpromotion"));
    CHECK(has("8/P6k/8/8/8/8/6PP/6K1 w - - 0 1", "a7a8r", "underpromotion"));
    CHECK(!has("8/P6k/8/8/8/8/6PP/6K1 w - - 0 1", "a7a8r", "promotion"));
    CHECK(has("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "f6f7 h8h7 g1h1", "mate-in-2"));
    CHECK(has("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "mate-in-1"));
    CHECK(!has("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a7", "mate-in-1"));
    CHECK(has("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", "sacrifice"));
    CHECK(!has("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", "sacrifice"));
}

TEST_CASE("a line of a puzzle keeps all of it, in Chess960 as well, and errors count from one") {
    for (const std::string& line :
         {std::string("4k3/8/8/8/8/2n5/8/R3K3 b - - 0 1;c3b1;;1"),
          std::string("4k3/8/8/8/8/2n5/8/R3K3 b - - 3 70;c3b1 a1b1 e8e7;endgame fork;2999"),
          std::string("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1;e1b1;castling;700")}) {
        CAPTURE(line);
        const auto puzzle = parse_line(line);
        REQUIRE(puzzle.has_value());
        CHECK(to_line(*puzzle) == line);
    }
    const auto error_of = [](const std::string& rest) {
        const auto puzzle = parse_line("4k3/8/8/8/8/2n5/8/R3K3 b - - 0 1;" + rest);
        return puzzle ? "" : puzzle.error();
    };
    CHECK(error_of("c3b1 a1b1 e8e6;;1") == "move 3, \"e8e6\", cannot be played");
    CHECK(error_of("c3b1 a1b1;;1") == "the last move is not the solver's");
    CHECK(error_of("c3b1;;0") == "the rating \"0\" is not a number");
    CHECK(error_of("c3b1;;-1") == "the rating \"-1\" is not a number");
    CHECK(error_of("c3b1;;") == "the rating \"\" is not a number");
    CHECK(error_of("c3b1;;1;1").ends_with("not 5"));
    CHECK(error_of("c3b1;1").ends_with("not 3"));
    CHECK(error_of("c3b1;;1").empty());
    CHECK(!is_remark(" #"));
    CHECK(is_remark("#"));
}
