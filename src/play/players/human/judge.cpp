#include "players/human/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "chess/attacks.hpp"
#include "chess/see.hpp"
#include "players/random.hpp"

namespace kibitz::players {

namespace {

constexpr std::array counted_types = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                      PieceType::rook, PieceType::queen};

// How many times pieces of a side attack squares around the other's king, each kind of piece once.
int pressure_on_king(const Position& position, Color side) {
    const Square king = position.king(~side);
    const Bitboard ring = king_attacks(king) | Bitboard(king);
    int pressure = 0;
    for (const PieceType type : counted_types)
        pressure += (position.attacks_by(side, type) & ring).count();
    return pressure;
}

int move_count(const Position& position, Color side) {
    return (position.attacks_by(side) & ~position.pieces(side)).count();
}

double pawns_given_up(const Position& position, Color side, int pawns_at_start) {
    constexpr int opening_moves = 20, most = 2;
    if (position.fullmove_number() > opening_moves) return 0;
    const int gone = pawns_at_start - position.count(make_piece(side, PieceType::pawn));
    return std::clamp(gone, 0, most);
}

}  // namespace

int material_balance(const Position& position, Color side) {
    int balance = 0;
    for (const PieceType type : counted_types)
        balance += exchange_value(type) * (position.count(make_piece(side, type)) -
                                           position.count(make_piece(~side, type)));
    return balance;
}

int Judge::value(const Position& position) const {
    const Color mover = position.side_to_move();
    const double knowledge = settings_.judgement.knowledge;
    const double material = material_balance(position, mover);
    double value = (1 - knowledge) * material;
    if (knowledge != 0) value += knowledge * analyst_.evaluate(position);
    const double own = liking(position) + error(position);
    value += mover == player_ ? own : -own;
    return static_cast<int>(std::lround(value));
}

double Judge::liking(const Position& position) const {
    const Style& style = settings_.style;
    double sum = 0;
    if (style.attack != 0) sum += style.attack * pressure_on_king(position, player_);
    if (style.defence != 0) sum -= style.defence * pressure_on_king(position, ~player_);
    if (style.greed != 0) sum += style.greed * material_balance(position, player_);
    if (style.gambit != 0)
        sum += style.gambit * pawns_given_up(position, player_, scene_.pawns_at_start);
    if (style.initiative != 0)
        sum += style.initiative * (move_count(position, player_) - move_count(position, ~player_));
    constexpr int all_pieces = 32;
    if (style.trades != 0) sum += style.trades * (all_pieces - position.occupied().count());
    return sum;
}

double Judge::error(const Position& position) const {
    if (settings_.judgement.noise == 0) return 0;
    constexpr std::uint64_t first = 11, second = 12;
    return settings_.judgement.noise * normal(unit(hash_of({scene_.seed, first, position.key()})),
                                              unit(hash_of({scene_.seed, second, position.key()})));
}

}  // namespace kibitz::players
