// How surely players win the first endgames: N [PLAYER...]
//
//   bench_players_endings 200                 all built-in levels, positions drawn at random
//   bench_players_endings 200 level-03 coach  these
//   bench_players_endings 200 --epd FILE ...  positions of a file, won for the side to move
//
// Prints a Markdown table: the share of N positions that the player mates in, with queen, rook or
// pawn against a bare king that the engine (2 000 nodes a move) moves. Draws by the rules that can
// be claimed are.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/fen.hpp"
#include "chess/outcome.hpp"
#include "players/built_in_players.hpp"
#include "players/make_player.hpp"
#include "players/random.hpp"

using namespace kibitz;

namespace {

constexpr int defender_nodes = 2'000;
constexpr std::size_t longest_game = 300;  // plies

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "bench_players_endings: %s\n", what.c_str());
    std::exit(2);
}

std::unique_ptr<players::Player> make(const players::PlayerSettings& settings) {
    auto made = players::make_player(settings, players::default_resources());
    if (!made) die(made.error());
    return *std::move(made);
}

// White to move and win, if what is drawn happens to be that. A king on a key square of its pawn
// wins, but for rook's pawns (https://www.chessprogramming.org/KPK).
std::optional<Position> random_ending(PieceType helper, players::Random& random) {
    const auto square = [&random] { return Square(static_cast<int>(random.below(64))); };
    Square piece = square(), white_king = square();
    const Square black_king = square();
    if (helper == PieceType::pawn) {
        piece =
            Square(static_cast<File>(1 + random.below(6)), static_cast<Rank>(1 + random.below(4)));
        const int file = index(piece.file()) + static_cast<int>(random.below(3)) - 1;
        white_king = Square(static_cast<File>(file), static_cast<Rank>(index(piece.rank()) + 2));
        const int files = std::abs(index(black_king.file()) - index(piece.file()));
        const int ranks = std::abs(index(black_king.rank()) - index(piece.rank()));
        if (std::max(files, ranks) < 3) return std::nullopt;
    }
    const bool apart = piece != white_king && piece != black_king && white_king != black_king;
    if (!apart || king_attacks(black_king).contains(piece)) return std::nullopt;
    PositionSetup setup;
    setup.board[static_cast<std::size_t>(piece.index())] = make_piece(Color::white, helper);
    setup.board[static_cast<std::size_t>(white_king.index())] = Piece::white_king;
    setup.board[static_cast<std::size_t>(black_king.index())] = Piece::black_king;
    const auto position = Position::make(setup);
    if (!position) return std::nullopt;
    return *position;
}

std::vector<Position> random_endings(PieceType helper, int count) {
    players::Random random(static_cast<std::uint64_t>(helper));
    std::vector<Position> positions;
    while (static_cast<int>(positions.size()) < count)
        if (const auto ending = random_ending(helper, random)) positions.push_back(*ending);
    return positions;
}

std::vector<Position> endings_of_file(const std::string& file, int count) {
    std::ifstream stream(file);
    if (!stream) die("cannot read " + file);
    std::vector<Position> positions;
    constexpr int fen_fields = 4;
    for (std::string line; std::getline(stream, line) && std::ssize(positions) < count;) {
        std::size_t end = 0;
        for (int field = 0; field < fen_fields && end != std::string::npos; ++field)
            end = line.find(' ', end + 1);
        const auto position = parse_fen(line.substr(0, end) + " 0 1", SetupRules::lenient);
        if (!position) die(file + ": " + to_string(position.error()));
        positions.push_back(*position);
    }
    return positions;
}

// The share that the player wins, in percent.
double won(players::Player& player, const std::vector<Position>& endings) {
    const auto defender =
        make({.name = "defender", .kind = players::EngineSettings{.nodes = defender_nodes}});
    int wins = 0;
    std::uint64_t number = 0;
    for (const Position& ending : endings) {
        Line line(ending);
        const Color winner = ending.side_to_move();
        (void)player.new_game(++number);
        (void)defender->new_game(number);
        while (!line.outcome() && !line.claim() && line.moves().size() < longest_game) {
            players::Player& mover = line.position().side_to_move() == winner ? player : *defender;
            const auto choice = mover.choose({line, {}}, {}, {});
            if (!choice) die(choice.error().text);
            line.play(choice->move);
        }
        wins += line.outcome() && line.outcome()->winner == winner;
    }
    return 100.0 * wins / static_cast<double>(endings.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || std::atoi(argv[1]) < 1)
        die("usage: bench_players_endings N [--epd FILE] [PLAYER...]");
    const int count = std::atoi(argv[1]);
    std::vector<std::string> names, files;
    for (int i = 2; i < argc; ++i) {
        if (std::strcmp(argv[i], "--epd") == 0 && i + 1 < argc)
            files.emplace_back(argv[++i]);
        else
            names.emplace_back(argv[i]);
    }
    if (names.empty())
        for (const auto& built_in : players::built_in_players())
            if (built_in.name.starts_with("level-")) names.emplace_back(built_in.name);

    std::vector<std::vector<Position>> sets;
    std::printf("| player |");
    if (files.empty()) {
        for (const PieceType helper : {PieceType::queen, PieceType::rook, PieceType::pawn})
            sets.push_back(random_endings(helper, count));
        std::printf(" KQ-K | KR-K | KP-K |");
    }
    for (const std::string& file : files) {
        sets.push_back(endings_of_file(file, count));
        std::printf(" %s |", file.substr(file.rfind('/') + 1).c_str());
    }
    std::printf("\n|---|");
    for (std::size_t i = 0; i < sets.size(); ++i) std::printf("---|");
    std::puts("");
    for (const std::string& name : names) {
        const auto settings = players::find_player(name);
        if (!settings) die(settings.error());
        const auto player = make(*settings);
        std::printf("| %s |", settings->name.c_str());
        for (const auto& set : sets) std::printf(" %.1f %% |", won(*player, set));
        std::puts("");
        std::fflush(stdout);
    }
}
