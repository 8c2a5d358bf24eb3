#include "collection/finder.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "collection/identity.hpp"
#include "collection/invented_games.hpp"
#include "collection/move_tree.hpp"
#include "collection/query_words.hpp"
#include "collection/statistics.hpp"
#include "support/test.hpp"
#include "text/letter_case.hpp"
#include "text/split.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

void look_through(const std::string& pgn, const Query& query, const Finder::Take& take) {
    Finder finder(query, take);
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
}

std::vector<std::uint64_t> found(const std::string& pgn, const Query& query) {
    std::vector<std::uint64_t> numbers;
    look_through(pgn, query, [&](const FoundGame& game) { numbers.push_back(game.number); });
    return numbers;
}

// What a game must show, written down again without the code under test: whole games in memory,
// every condition asked of every position.
class Naive {
   public:
    explicit Naive(const Game& game) : game_(game) {
        Position position = game.start();
        positions_.push_back(position);
        for (const NodeId node : game.main_line()) {
            position.play(game.node(node).move);
            positions_.push_back(position);
        }
    }

    [[nodiscard]] std::string tag(const char* name) const {
        const std::string value(game_.tag(name));
        return value == "?" || value == "-" ? "" : value;
    }
    [[nodiscard]] int elo(const char* name) const {
        return tag(name).empty() ? 0 : std::stoi(tag(name));
    }
    [[nodiscard]] const std::vector<Position>& positions() const { return positions_; }
    [[nodiscard]] bool has_comment(const std::string& piece) const {
        for (std::uint32_t i = 0; i < count_nodes(); ++i)
            if (text::lower(game_.node(NodeId{i}).comment.text).contains(piece)) return true;
        return false;
    }
    // White's pawns behind each move, by the comments; mates count as ten, as more pawns do.
    [[nodiscard]] std::vector<std::optional<double>> evaluations() const {
        std::vector<std::optional<double>> all;
        for (const NodeId node : game_.main_line()) {
            const auto& given = game_.node(node).comment.evaluation;
            all.emplace_back();
            if (!given) continue;
            constexpr double most = 10;
            const double pawns =
                given->is_mate ? (given->value > 0 ? most : -most) : given->value / 100.0;
            all.back() = std::clamp(pawns, -most, most);
        }
        return all;
    }
    // Whether White (1) or Black (-1) stood better by so much and did not win.
    [[nodiscard]] bool missed_win(int side, double pawns) const {
        const std::string won = side > 0 ? "1-0" : "0-1";
        const std::string result(game_.tag("Result"));
        return result != "*" && result != won &&
               std::ranges::any_of(evaluations(), [&](const std::optional<double>& evaluation) {
                   return evaluation && side * *evaluation >= pawns;
               });
    }
    [[nodiscard]] bool blundered(int side, double pawns) const {
        const auto all = evaluations();
        for (std::size_t i = side > 0 ? 2 : 1; i < all.size(); i += 2)
            if (all[i - 1] && all[i] && side * (*all[i - 1] - *all[i]) >= pawns) return true;
        return false;
    }
    [[nodiscard]] bool plays(const char* motif) const {
        std::vector<Move> moves;
        for (const NodeId node : game_.main_line()) moves.push_back(game_.node(node).move);
        const auto sides = explain::PlayedMotif::named(motif).value().sides(game_.start(), moves);
        return sides[0] || sides[1];
    }
    [[nodiscard]] const Game& game() const { return game_; }

   private:
    [[nodiscard]] std::uint32_t count_nodes() const {
        std::uint32_t most = 0;
        std::vector<NodeId> open = {NodeId::root};
        while (!open.empty()) {
            const NodeId node = open.back();
            open.pop_back();
            most = std::max(most, static_cast<std::uint32_t>(node) + 1);
            for (NodeId child = game_.node(node).first_child; child != NodeId::none;
                 child = game_.node(child).next_sibling)
                open.push_back(child);
        }
        return most;
    }

    const Game& game_;
    std::vector<Position> positions_;
};

// A condition of a query, and the same as a question to a naive scan. Of one group there is one in
// a query: they set the same fields, or ask something of the same position.
enum class Group : std::uint8_t { tag, player, board };
struct Condition {
    Group group;
    std::function<void(Query&)> set;
    std::function<bool(const Naive&)> holds;
};

int pieces(const Position& position, Piece piece) {
    return position.pieces(color_of(piece), type_of(piece)).count();
}

bool is_rook_ending(const Position& position) {
    for (const Piece piece : {Piece::white_rook, Piece::black_rook})
        if (pieces(position, piece) < 1) return false;
    for (const Piece piece : {Piece::white_queen, Piece::black_queen})
        if (pieces(position, piece) != 0) return false;
    return true;
}

std::vector<Condition> conditions(test::Random& random, const std::vector<Game>& games) {
    const auto some_game = [&]() -> const Game& { return games[random.below(games.size())]; };
    const int low = 1200 + static_cast<int>(random.below(800)), high = low + 700;
    const int first_year = 2018 + static_cast<int>(random.below(6));
    const int shortest = static_cast<int>(random.below(40));
    const Game& sample = some_game();
    const std::vector<NodeId> line = sample.main_line();
    Position wanted = sample.start();
    std::vector<Move> opening;
    const auto plies = random.below(std::min<std::uint64_t>(line.size(), 6) + 1);
    for (std::uint64_t i = 0; i < plies; ++i) {
        opening.push_back(sample.node(line[i]).move);
        wanted.play(opening.back());
    }
    const int stands = 1 + static_cast<int>(random.below(4));
    const auto runs = [stands](const Naive& naive, auto holds) {
        int run = 0;
        for (const Position& position : naive.positions()) {
            run = holds(position) ? run + 1 : 0;
            if (run == stands) return true;
        }
        return false;
    };
    return {
        {Group::player, [](Query& q) { q.player = NamePattern("carlsen"); },
         [](const Naive& n) {
             return n.tag("White").starts_with("Carlsen") || n.tag("Black").starts_with("Carlsen");
         }},
        {Group::player, [](Query& q) { q.black = NamePattern("=polgar, judit"); },
         [](const Naive& n) { return n.tag("Black") == "Polgar, Judit"; }},
        {Group::player,
         [](Query& q) {
             q.player = NamePattern("adams");
             q.outcome = PlayerOutcome::loss;
         },
         [](const Naive& n) {
             return (n.tag("White") == "Adams, Michael" && n.tag("Result") == "0-1") ||
                    (n.tag("Black") == "Adams, Michael" && n.tag("Result") == "1-0");
         }},
        {Group::player,
         [](Query& q) {
             q.player = NamePattern("short");
             q.opponent = NamePattern("carlsen");
         },
         [](const Naive& n) {
             const auto is = [&](const char* a, const char* b) {
                 return n.tag(a).starts_with("Short") && n.tag(b).starts_with("Carlsen");
             };
             return is("White", "Black") || is("Black", "White");
         }},
        {Group::tag, [=](Query& q) { q.both_ratings = NumberRange{low, high}; },
         [=](const Naive& n) {
             const auto in = [&](int elo) { return elo != 0 && low <= elo && elo <= high; };
             return in(n.elo("WhiteElo")) && in(n.elo("BlackElo"));
         }},
        {Group::tag, [=](Query& q) { q.mean_rating = NumberRange{.first = low}; },
         [=](const Naive& n) {
             return n.elo("WhiteElo") != 0 && n.elo("BlackElo") != 0 &&
                    (n.elo("WhiteElo") + n.elo("BlackElo")) / 2 >= low;
         }},
        {Group::tag,
         [=](Query& q) {
             q.dates = DateRange{first_day(std::to_string(first_year)).value(),
                                 last_day(std::to_string(first_year + 2)).value()};
         },
         [=](const Naive& n) {
             const int year = std::stoi(n.tag("Date").substr(0, 4));
             return first_year <= year && year <= first_year + 2;
         }},
        {Group::tag, [](Query& q) { q.event = "nowhere"; },
         [](const Naive& n) { return n.tag("Event") == "Open of \"Nowhere\""; }},
        {Group::tag, [](Query& q) { q.results = {PgnResult::draw, PgnResult::unknown}; },
         [](const Naive& n) {
             return n.tag("Result") == "1/2-1/2" || n.game().tag("Result") == "*";
         }},
        {Group::tag, [](Query& q) { q.paces = {Pace::bullet, Pace::rapid}; },
         [](const Naive& n) {
             return n.tag("TimeControl") == "60" || n.tag("TimeControl") == "600";
         }},
        {Group::tag, [=](Query& q) { q.length = NumberRange{.first = shortest}; },
         [=](const Naive& n) {
             return (n.positions().size() - 1 + 1) / 2 >= static_cast<std::size_t>(shortest);
         }},
        {Group::tag, [=](Query& q) { q.positions = {{wanted, false}}; },
         [=](const Naive& n) {
             const std::string fen = to_fen(wanted);
             const auto identity = [](const std::string& text) {
                 return text.substr(
                     0, text.find(' ', text.find(" ", text.find(" ", text.find(' ') + 1) + 1) + 1));
             };
             return std::ranges::any_of(n.positions(), [&](const Position& position) {
                 return identity(to_fen(position)) == identity(fen);
             });
         }},
        {Group::tag, [=](Query& q) { q.line = opening; },
         [=](const Naive& n) {
             const auto nodes = n.game().main_line();
             if (nodes.size() < opening.size()) return false;
             for (std::size_t i = 0; i < opening.size(); ++i)
                 if (n.game().node(nodes[i]).move != opening[i]) return false;
             return true;
         }},
        {Group::board,
         [=](Query& q) {
             q.material = MaterialPattern::parse("R+vR+").value();
             q.stands_for = stands;
         },
         [=](const Naive& n) {
             return runs(n, [](const Position& p) {
                 for (const Piece piece : {Piece::white_knight, Piece::black_knight,
                                           Piece::white_bishop, Piece::black_bishop})
                     if (pieces(p, piece) != 0) return false;
                 return is_rook_ending(p);
             });
         }},
        {Group::board,
         [=](Query& q) {
             q.bishops = BishopPattern::opposite;
             q.stands_for = stands;
         },
         [=](const Naive& n) {
             return runs(n, [](const Position& p) {
                 const auto on = [&](Piece piece, Bitboard squares) {
                     return (p.pieces(color_of(piece), type_of(piece)) & squares).count();
                 };
                 const int wl = on(Piece::white_bishop, light_squares),
                           wd = on(Piece::white_bishop, dark_squares);
                 const int bl = on(Piece::black_bishop, light_squares),
                           bd = on(Piece::black_bishop, dark_squares);
                 return wl + wd == 1 && bl + bd == 1 && wl != bl;
             });
         }},
        {Group::board,
         [=](Query& q) {
             q.pawns = {PawnPattern::parse("white:isolated-d").value()};
             q.stands_for = stands;
         },
         [=](const Naive& n) {
             return runs(n, [](const Position& p) {
                 int on_d = 0, beside = 0;
                 for (const Square pawn : p.pieces(Color::white, PieceType::pawn)) {
                     on_d += pawn.file() == File::d;
                     beside += pawn.file() == File::c || pawn.file() == File::e;
                 }
                 return on_d > 0 && beside == 0;
             });
         }},
        {Group::tag, [](Query& q) { q.comment = "zeitnot ("; },
         [](const Naive& n) { return n.has_comment("zeitnot ("); }},
        {Group::player, [](Query& q) { q.missed_win = 650; },
         [](const Naive& n) { return n.missed_win(1, 6.5) || n.missed_win(-1, 6.5); }},
        {Group::player,
         [](Query& q) {
             q.player = NamePattern("polgar");
             q.evaluation_swing = 900;
         },
         [](const Naive& n) {
             return (n.tag("White").starts_with("Polgar") && n.blundered(1, 9)) ||
                    (n.tag("Black").starts_with("Polgar") && n.blundered(-1, 9));
         }},
        {Group::player,
         [](Query& q) {
             q.missed_win = 400;
             q.evaluation_swing = 600;
         },
         [](const Naive& n) {
             return (n.missed_win(1, 4) && n.blundered(1, 6)) ||
                    (n.missed_win(-1, 4) && n.blundered(-1, 6));
         }},
        {Group::player,
         [](Query& q) { q.motifs = {explain::PlayedMotif::named("hanging").value()}; },
         [](const Naive& n) { return n.plays("hanging"); }},
    };
}

}  // namespace

TEST_CASE("two hundred random queries find what a naive scan finds") {
    test::Random random(20'261'127);
    std::vector<Game> games;
    std::string pgn;
    for (int i = 0; i < 300; ++i) {
        games.push_back(test::invented_game(random));
        pgn += to_pgn(games.back()) + '\n';
    }
    std::size_t hits = 0;
    for (int number = 0; number < 200; ++number) {
        const std::vector<Condition> all = conditions(random, games);
        std::vector<const Condition*> chosen;
        const std::uint64_t count = 1 + random.below(3);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Condition* const condition = &all[random.below(all.size())];
            const bool is_taken = std::ranges::any_of(chosen, [&](const Condition* other) {
                return other == condition ||
                       (condition->group != Group::tag && condition->group == other->group);
            });
            if (!is_taken) chosen.push_back(condition);
        }
        Query query;
        for (const Condition* condition : chosen) condition->set(query);
        std::vector<std::uint64_t> expected;
        for (std::size_t i = 0; i < games.size(); ++i) {
            const Naive naive(games[i]);
            if (std::ranges::all_of(chosen, [&](const Condition* c) { return c->holds(naive); }))
                expected.push_back(i + 1);
        }
        CAPTURE(number);
        CHECK(found(pgn, query) == expected);
        hits += expected.size();
    }
    CHECK(hits > 1000);  // not all of nothing
}

TEST_CASE("evaluations of the main line count, those of variations and unknown ones do not") {
    const std::string pgn =
        // Black stood four pawns better and gave them away with a move.
        "[Result \"1/2-1/2\"]\n\n1. e4 {[%eval -4.0]} e5 {[%eval 0.1]} 1/2-1/2\n\n"
        // White mates, and wins.
        "[Result \"1-0\"]\n\n1. e4 {good [%eval #3] here} e5 {[%eval #2]} 1-0\n\n"
        // The same without winning; a second evaluation of a move does not count.
        "[Result \"0-1\"]\n\n1. e4 {[%eval #3]} {[%eval -9]} e5 {[%eval 9.5]} 0-1\n\n"
        // Only in a variation, and only with a gap between.
        "[Result \"0-1\"]\n\n1. e4 {[%eval 0]} (1. d4 {[%eval 9]} d5 {[%eval -9]}) e5 2. a3 "
        "{[%eval -0.5]} 0-1\n\n"
        // Nobody knows how it ended.
        "[Result \"*\"]\n\n{[%eval 5]} 1. e4 {[%eval 0.5]} *\n";
    Query query;
    query.missed_win = 400;
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 3});
    query.missed_win = 1000;
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{3});
    query = {};
    query.evaluation_swing = 410;
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 5});
    query.evaluation_swing = 450;
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{5});
}

TEST_CASE("a tape gives back the game as it was read") {
    const std::string pgn =
        "; before\n[Event \"a\"]\n[White \"x\"] {between tags}\n[Foo \"bar\"]\n\n"
        "{start} 1. e4 $1 {good} (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5!? TN 2. -- Nf6 "
        "3. Kh9 rest 1-0\n\n[Event \"b\"]\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n"
        "[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"960\"]\n"
        "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n"
        "9. Nc3 O-O *\n1. e4 ; again\n";
    const std::vector<ReadGame> expected = read_games(pgn);
    std::size_t number = 0;
    look_through(pgn, {}, [&](const FoundGame& game) {
        REQUIRE(number < expected.size());
        const ReadGame& read = expected[number++];
        const ReadGame taped = game.tape.build();
        CHECK(to_pgn(taped.game) == to_pgn(read.game));
        CHECK(taped.game == read.game);
        CHECK(taped.error == read.error);
        CHECK(taped.repairs == read.repairs);
        CHECK(taped.fate == read.fate);
    });
    CHECK(number == expected.size());
}

TEST_CASE("of a game that its tags rule out no move is read") {
    // The moves are wrong, which nobody sees who does not read them.
    const std::string pgn = "[White \"a\"]\n\n1. e5 Ke7 1-0\n\n[White \"b\"]\n\n1. e4 1-0\n";
    Query query;
    query.white = NamePattern("b");
    std::vector<std::uint64_t> numbers;
    int errors = 0;
    Finder finder(
        query, [&](const FoundGame& game) { numbers.push_back(game.number); },
        [&](const PgnError& /*error*/) { ++errors; });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    CHECK(numbers == std::vector<std::uint64_t>{2});
    CHECK(errors == 0);
    CHECK(reader.moves() == 1);
}

TEST_CASE("openings are found by the tags or, without them, by the moves") {
    const std::string pgn =
        "1. e4 e6 2. d4 d5 1-0\n\n[ECO \"B33a\"]\n[Opening \"My Own Name\"]\n\n1. e4 e6 *\n\n"
        "1. d4 e6 2. e4 d5 *\n\n1. a3 *\n";
    Query query;
    query.eco = parse_eco("C").value();
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 3});
    query = {};
    query.eco = parse_eco("B33").value();
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{2});
    query = {};
    query.opening = "french";
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 3});
    query.opening = "own n";
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{2});
}

TEST_CASE("positions are found with their colours changed over, and by transposition") {
    const std::string pgn =
        "1. e4 e5 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n\n1. e3 e5 2. e4 Nf6 3. a3 *\n";
    Query query;
    query.positions = {
        {parse_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1").value(),
         false}};
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 2});
    query.positions.push_back({swapped(query.positions[0].position), true});
    CHECK(found(pgn, query) == std::vector<std::uint64_t>{1, 2, 3});

    MoveTree tree(query.positions[0].position);
    look_through(pgn, query, [&](const FoundGame& game) { tree.add(game); });
    REQUIRE(tree.branches().size() == 1);
    CHECK(to_san(tree.position(), tree.branches()[0].move) == "a6");  // a3 of the other side
    CHECK(tree.total().games == 3);
}

TEST_CASE("a tree has moves with results and ratings, the most frequent first") {
    const std::string pgn =
        "[WhiteElo \"2000\"]\n[BlackElo \"2100\"]\n[Date \"2020.01.01\"]\n[Result \"1-0\"]\n\n1. "
        "e4 1-0\n\n"
        "[Date \"2021.??.??\"]\n\n1. e4 0-1\n\n1. d4 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 "
        "1\"]\n\n1. O-O *\n";
    Query query;
    query.positions = {{Position::initial(), false}};
    MoveTree tree(Position::initial());
    look_through(pgn, query, [&](const FoundGame& game) { tree.add(game); });
    const auto branches = tree.branches();
    REQUIRE(branches.size() == 2);
    CHECK(to_san(tree.position(), branches[0].move) == "e4");
    const Tally& e4 = branches[0].tally;
    CHECK(e4.games == 2);
    CHECK(e4.wins == 1);
    CHECK(e4.losses == 1);
    CHECK(e4.mean_rating() == 2000);
    CHECK(e4.performance() == 2900);
    CHECK(to_string(e4.last) == "2021.??.??");
    CHECK(branches[1].tally.games == 1);
    CHECK_FALSE(branches[1].tally.score().has_value());
}

TEST_CASE("a game is left as soon as no position that is wanted can come any more") {
    // The half-moves that are looked at of games without the position.
    const auto plies_read = [](const char* fen, const char* moves) {
        Query query;
        query.positions = {{parse_fen(fen).value(), false}};
        Matcher matcher(query);
        Position position = Position::initial();
        matcher.begin_game();
        matcher.begin_moves(position);
        for (const std::string_view san : text::split(moves, ' ')) {
            if (matcher.is_ruled_out()) break;
            const Move move = parse_san(position, san).value();
            position.play(move);
            matcher.move(move, position);
        }
        return matcher.plies();
    };
    // After 1. e4 e6.
    const char* const french = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    CHECK(plies_read(french, "d4 e6 e4 d5") == 1);  // the pawn does not go back
    CHECK(plies_read(french, "e4 d5 exd5") == 2);
    CHECK(plies_read(french, "e4 Nf6 e5 Ng8") == 4);
    CHECK(plies_read(french, "e4 Nc6 Bb5 e6 Bxc6 bxc6") == 5);  // nor does the knight
    // Without queens and the pawns before the kings.
    const char* const traded = "rnb1kbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNB1KBNR w KQkq - 0 5";
    CHECK(plies_read(traded, "e4 e5 Qg4 Qg5 Qxg5 Nc6 Qd8 Nxd8") == 8);
}

TEST_CASE("the same game under other spellings is known, another date makes another game") {
    const auto game = [](const char* white, const char* black, const char* date,
                         const char* moves) {
        return "[White \"" + std::string(white) + "\"]\n[Black \"" + black + "\"]\n[Date \"" +
               date + "\"]\n\n" + moves + "\n\n";
    };
    const std::string pgn =
        game("Carlsen, Magnus", "Caruana, F", "2018.11.09", "1. e4 c5 1/2-1/2") +
        game("Magnus Carlsen", "Fabiano Caruana", "2018.??.??", "1. e4 c5 1/2-1/2") +  // the same
        game("Carlsen, Magnus", "Caruana, F", "2019.11.09", "1. e4 c5 1/2-1/2") +
        game("Carlsen, Magnus", "Caruana, F", "2018.11.09", "1. e4 c6 1/2-1/2") +
        game("Caruana, F", "Carlsen, Magnus", "2018.11.09", "1. e4 c5 1/2-1/2") +
        game("a", "b", "????.??.??", "1-0") + game("a", "b", "????.??.??", "0-1") +
        game("a", "b", "????.??.??", "1-0");
    KnownGames known;
    std::vector<std::uint64_t> first;
    look_through(pgn, {}, [&](const FoundGame& found) {
        if (known.add(found)) first.push_back(found.number);
    });
    CHECK(first == std::vector<std::uint64_t>{1, 3, 4, 5, 6, 7});
}

TEST_CASE("summaries count players, openings, years, ratings and paces") {
    const std::string pgn =
        "[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"2010\"]\n[BlackElo \"2030\"]\n[Date "
        "\"2020.02.03\"]\n"
        "[TimeControl \"60\"]\n\n1. e4 e6 2. d4 1-0\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4 c5 "
        "*\n";
    CollectionSummary summary;
    Repertoire as_white;
    look_through(pgn, {}, [&](const FoundGame& game) {
        summary.add(game);
        as_white.add(game, Color::white);
    });
    CHECK(summary.white().games == 2);
    CHECK(summary.plies() == 5);
    CHECK(summary.players() == 3);
    REQUIRE(summary.top_players(1).size() == 1);
    CHECK(summary.top_players(1)[0].name == "b");
    CHECK(summary.years().at(2020) == 1);
    CHECK(summary.years().at(0) == 1);
    CHECK(summary.ratings().at(2000) == 1);
    CHECK(summary.paces()[static_cast<std::size_t>(Pace::bullet)] == 1);
    REQUIRE(summary.top_openings(5).size() == 2);
    CHECK(as_white.total().games == 2);
    CHECK(as_white.first_moves()[0].name == "1. e4 c5");
    CHECK(as_white.openings().size() == 2);
}

TEST_CASE("a recorder is told all of a game, and the tape keeps the main line") {
    class Recorder final : public PgnVisitor {
       public:
        void move(const Position& /*before*/, Move /*move*/, const Position& /*after*/) override {
            ++moves;
        }
        void comment(std::string_view text) override { comments += text; }

        int moves = 0;
        std::string comments;
    };
    const std::string pgn =
        "[White \"Berg, Anna\"]\n[Result \"0-1\"]\n\n1. e4 {best} e5 (1... c5 {sharp}) 2. Nf3 "
        "0-1\n";
    // With a query that follows the moves, and with one that leaves them to the recorder.
    for (const char* const line : {"", "1. e4"}) {
        QueryWords words;
        words.line = line;
        const Query query = query_of(words).value();
        Recorder recorder;
        std::size_t moves = 0, tags = 0;
        PgnResult end = PgnResult::unknown;
        Finder finder(query, [&](const FoundGame& game) {
            moves = game.tape.moves().size();
            game.tape.each_tag([&tags](std::string_view, std::string_view) { ++tags; });
            end = game.tape.end_marker();
        });
        finder.leave_to(recorder);
        PgnReader reader(finder);
        reader.feed(pgn);
        reader.finish();
        CHECK(recorder.moves == 4);
        CHECK(recorder.comments == "bestsharp");
        CHECK(moves == 3);
        CHECK(tags == 2);
        CHECK(end == PgnResult::black_wins);
    }
}
