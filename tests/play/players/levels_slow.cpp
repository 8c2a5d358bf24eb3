// The levels in play: no illegal move, basic endgames won, and higher levels stronger. A small
// sample by default; with KIBITZ_LONG_TESTS=1 the 200 games a level that the project promises.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "platform/core_paths.hpp"
#include "players/human/analyst.hpp"
#include "players/level_files.hpp"
#include "players/make_player.hpp"
#include "players/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

// The strongest take seconds for a game.
constexpr std::size_t first_slow_level = 9;

bool is_long() { return std::getenv("KIBITZ_LONG_TESTS") != nullptr; }

int sample(int small, int large) {
    if (is_long()) return large;
    MESSAGE("a sample of ", small, " of ", large, "; all with KIBITZ_LONG_TESTS=1");
    return small;
}

std::unique_ptr<Player> make(const PlayerSettings& settings) {
    auto made = make_player(settings, default_resources());
    REQUIRE(made.has_value());
    return *std::move(made);
}

Line random_opening(std::uint64_t seed) {
    constexpr int plies = 6;
    players::Random random(seed);
    Line line;
    for (int ply = 0; ply < plies && !line.outcome(); ++ply) {
        const MoveList moves = legal_moves(line.position());
        line.play(moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))]);
    }
    return line;
}

// Plays the game to its end; draws that can be claimed are, and endless games are drawn.
std::optional<Color> play(Line& line, Player& white, Player& black, std::uint64_t number) {
    constexpr std::size_t longest_game = 400;
    REQUIRE(white.new_game(number).has_value());
    REQUIRE(black.new_game(number).has_value());
    while (!line.outcome() && !line.claim() && line.moves().size() < longest_game) {
        Player& mover = line.position().side_to_move() == Color::white ? white : black;
        const auto choice = mover.choose({line, {}}, {}, {});
        REQUIRE(choice.has_value());
        REQUIRE(line.position().is_legal(choice->move));
        line.play(choice->move);
    }
    return line.outcome() ? line.outcome()->winner : std::nullopt;
}

// The first player's points in so many games with changing colours.
double points(Player& first, Player& second, int games) {
    double sum = 0;
    for (int i = 0; i < games; ++i) {
        Line line = random_opening(static_cast<std::uint64_t>(i / 2));
        const bool first_is_white = i % 2 == 0;
        const auto winner = play(line, first_is_white ? first : second,
                                 first_is_white ? second : first, static_cast<std::uint64_t>(i));
        if (!winner)
            sum += 0.5;
        else if ((*winner == Color::white) == first_is_white)
            sum += 1;
    }
    return sum;
}

// A won ending for White with one helper, White to move.
std::optional<Position> random_ending(PieceType helper, players::Random& random) {
    const auto square = [&random] { return Square(static_cast<int>(random.below(64))); };
    PositionSetup setup;
    Square pawn = square();
    Square white_king = square();
    const Square black_king = square();
    if (helper == PieceType::pawn) {
        // A king on a key square in front of its pawn always wins, but for rook's pawns
        // (https://www.chessprogramming.org/KPK).
        pawn =
            Square(static_cast<File>(1 + random.below(6)), static_cast<Rank>(1 + random.below(4)));
        const int rank = index(pawn.rank()) + 2;
        const int file = index(pawn.file()) + static_cast<int>(random.below(3)) - 1;
        white_king = Square(static_cast<File>(file), static_cast<Rank>(rank));
        const int files = std::abs(index(black_king.file()) - index(pawn.file()));
        const int ranks = std::abs(index(black_king.rank()) - index(pawn.rank()));
        if (std::max(files, ranks) < 3) return std::nullopt;
    }
    if (pawn == white_king || pawn == black_king || white_king == black_king) return std::nullopt;
    setup.board[static_cast<std::size_t>(pawn.index())] = make_piece(Color::white, helper);
    setup.board[static_cast<std::size_t>(white_king.index())] = Piece::white_king;
    setup.board[static_cast<std::size_t>(black_king.index())] = Piece::black_king;
    const auto position = Position::make(setup);
    if (!position) return std::nullopt;
    // Black must not be able to take the helper at once.
    if (helper != PieceType::pawn && king_attacks(black_king).contains(pawn)) return std::nullopt;
    return *position;
}

}  // namespace

TEST_CASE("every level plays whole games with legal moves") {
    const auto levels = test::levels();
    const auto random = make({.name = "random", .kind = RandomSettings{.seed = 1}});
    // Against random moves the weakest now and then give stalemate, as people do.
    const int games = sample(10, 100);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        CAPTURE(levels[i].name);
        const auto player = make(levels[i]);
        const bool is_quick = i < first_slow_level || is_long();
        CHECK(points(*player, *random, is_quick ? games : 1) >= 0.9 * (is_quick ? games : 1));
        if (i > 0 && is_quick) points(*player, *make(levels[i - 1]), is_long() ? games : 1);
    }
}

TEST_CASE("all characters play whole games") {
    const int games = sample(1, 20);
    const auto opponent = make(test::levels()[6]);
    for (const auto& file : test::character_files()) {
        if (file.stem().string().starts_with("level-")) continue;
        PlayerSettings settings = *load_player(file);
        if (auto* engine = std::get_if<EngineSettings>(&settings.kind)) engine->nodes = 500;
        CAPTURE(settings.name);
        points(*make(settings), *opponent, games);
    }
}

TEST_CASE("from level 3 up queen, rook or pawn win against a bare king") {
    const auto levels = test::levels();
    const int endings = sample(3, 60);
    for (const PieceType helper : {PieceType::queen, PieceType::rook, PieceType::pawn})
        for (std::size_t i = 2; i < levels.size(); i += is_long() ? 1 : 4) {
            const auto player = make(levels[i]);
            const auto defender =
                make({.name = "defender", .kind = EngineSettings{.nodes = 1'000}});
            players::Random random(static_cast<std::uint64_t>(i));
            int won = 0, played = 0;
            while (played < endings) {
                const auto ending = random_ending(helper, random);
                if (!ending) continue;
                Line line(*ending);
                ++played;
                won += play(line, *player, *defender, static_cast<std::uint64_t>(played)) ==
                       Color::white;
            }
            CAPTURE(levels[i].name);
            CAPTURE(to_char(helper));
            CHECK(won >= 0.95 * endings);
        }
}

TEST_CASE("levels far apart differ in strength as they should") {
    const auto levels = test::levels();
    // A player who is 400 points better misses 60 % in one of thirty samples of four games.
    const int quick_games = sample(24, 40), games = sample(4, 40);
    for (std::size_t low = 0; low + 4 < levels.size(); low += is_long() ? 1 : 4) {
        CAPTURE(levels[low].name);
        const int played = low + 4 < first_slow_level ? quick_games : games;
        CHECK(points(*make(levels[low + 4]), *make(levels[low]), played) >= 0.6 * played);
    }
}
