#include "train/game_start.hpp"

#include "chess/movegen.hpp"

namespace kibitz::train {

namespace {

constexpr int arrays = 960;
constexpr int most_men_missing = 3;

int draw(PlyRange range, Random& random) {
    return range.least +
           static_cast<int>(random.below(static_cast<std::uint64_t>(range.most - range.least + 1)));
}

Position draw_array(bool dfrc, Random& random) {
    if (!dfrc) return Position::initial();
    const int white = static_cast<int>(random.below(arrays));
    return Position::chess960(white, static_cast<int>(random.below(arrays)));
}

// A random piece of that side other than the king; none if the king is bare.
Square draw_piece(const PositionSetup& setup, Color side, Random& random) {
    std::vector<Square> pieces;
    for (int i = 0; i < square_count; ++i) {
        const Piece piece = setup.board[static_cast<std::size_t>(i)];
        if (piece != Piece::none && color_of(piece) == side && type_of(piece) != PieceType::king)
            pieces.emplace_back(i);
    }
    return pieces.empty() ? Square::none() : pieces[random.below(pieces.size())];
}

// Nothing if that leaves no legal position.
std::optional<Position> without_some_pieces(const Position& position, Random& random) {
    PositionSetup setup = position.setup();
    setup.en_passant = Square::none();
    const auto missing = 1 + random.below(most_men_missing);
    for (std::uint64_t i = 0; i < missing; ++i) {
        const Color side = random.below(2) == 0 ? Color::white : Color::black;
        const Square square = draw_piece(setup, side, random);
        if (square == Square::none()) continue;
        setup.board[static_cast<std::size_t>(square.index())] = Piece::none;
    }
    const auto made = Position::make(setup, SetupRules::lenient);
    return made ? std::optional(*made) : std::nullopt;
}

}  // namespace

std::optional<GameStart> draw_start(const StartSettings& settings, Random& random) {
    GameStart start;
    const bool from_opening =
        !settings.openings.empty() && random.uniform() < settings.openings_share;
    if (from_opening) {
        start.position = settings.openings[random.below(settings.openings.size())];
        start.chess960 = start.position.needs_chess960_notation();
    } else {
        start.chess960 = random.uniform() < settings.dfrc_share;
        start.position = draw_array(start.chess960, random);
    }
    if (random.uniform() < settings.imbalance_share) {
        const auto fewer = without_some_pieces(start.position, random);
        if (!fewer) return std::nullopt;
        start.position = *fewer;
        start.imbalanced = true;
    }
    const int plies = draw(from_opening ? settings.openings_plies : settings.random_plies, random);
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(start.position);
        if (moves.empty()) return std::nullopt;
        start.position.play(
            moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))]);
    }
    return has_legal_move(start.position) ? std::optional(start) : std::nullopt;
}

}  // namespace kibitz::train
