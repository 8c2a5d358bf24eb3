#include "classic/rating.hpp"

#include <array>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"

namespace kibitz::players {

namespace {

constexpr std::array counted_types = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                      PieceType::rook, PieceType::queen};
constexpr std::array counted_pieces = {PieceType::knight, PieceType::bishop, PieceType::rook,
                                       PieceType::queen};

using SeenBySide = std::array<int, piece_count>;

void add_seen(const Position& position, Bitboard targets, SeenBySide& seen) {
    for (const Square target : targets)
        ++seen[static_cast<std::size_t>(index(position.piece_on(target)))];
}

template <Color side>
void count_pawn_links(const Position& position, Bitboard pieces, SeenBySide& seen) {
    constexpr bool up = side == Color::white;
    const Bitboard pawns = position.pieces(side, PieceType::pawn);
    add_seen(position, pawns.shift<up ? Direction::north_west : Direction::south_west>() & pieces,
             seen);
    add_seen(position, pawns.shift<up ? Direction::north_east : Direction::south_east>() & pieces,
             seen);
}

template <Color side>
void count_side(const Position& position, Bitboard pieces, bool kings, SeenBySide& seen) {
    count_pawn_links<side>(position, pieces, seen);
    const Bitboard occupied = position.occupied();
    for (const PieceType type : counted_pieces)
        for (const Square from : position.pieces(side, type))
            add_seen(position, piece_attacks(type, from, occupied) & pieces, seen);
    if (kings) add_seen(position, king_attacks(position.king(side)) & pieces, seen);
}

SideSums for_giver(const Position& position, double value) {
    return position.side_to_move() == Color::white ? SideSums{.white = 0, .black = value}
                                                   : SideSums{.white = value, .black = 0};
}

double total_of(const Rating& rating, const RatingSettings& settings) {
    return rating.intrinsic.difference() * settings.intrinsic.coefficient +
           rating.attack.difference() * settings.attack.coefficient +
           rating.defence.difference() * settings.defence.coefficient + rating.check.difference() +
           rating.checkmate.difference();
}

}  // namespace

Links count_links(const Position& position, bool kings) {
    Links links;
    const Bitboard pieces = position.occupied() & ~position.pieces(PieceType::king);
    count_side<Color::white>(position, pieces, kings, links.seen[0]);
    count_side<Color::black>(position, pieces, kings, links.seen[1]);
    return links;
}

SideSums intrinsic(const Position& position, const RatingPart& part) {
    SideSums sums;
    for (const PieceType type : counted_types) {
        const double value = part.value_of(type);
        sums.white += value * position.count(make_piece(Color::white, type));
        sums.black += value * position.count(make_piece(Color::black, type));
    }
    return sums;
}

SideSums attack(const Links& links, const RatingPart& part) {
    SideSums sums;
    for (const PieceType type : counted_types) {
        const double value = part.value_of(type);
        sums.white += value * links.by(Color::white, make_piece(Color::black, type));
        sums.black += value * links.by(Color::black, make_piece(Color::white, type));
    }
    return sums;
}

SideSums defence(const Links& links, const RatingPart& part) {
    SideSums sums;
    for (const PieceType type : counted_types) {
        const double value = part.value_of(type);
        sums.white += value * links.by(Color::white, make_piece(Color::white, type));
        sums.black += value * links.by(Color::black, make_piece(Color::black, type));
    }
    return sums;
}

bool is_checkmate(const Position& position) {
    return position.in_check() && !has_legal_move(position);
}

SideSums check(const Position& position, double value) {
    if (!position.in_check() || is_checkmate(position)) return {};
    return for_giver(position, value);
}

SideSums checkmate(const Position& position, double value) {
    if (!is_checkmate(position)) return {};
    return for_giver(position, value);
}

Rating rating_parts(const Position& position, const RatingSettings& settings) {
    const Links links = count_links(position, settings.kings);
    Rating rating{.intrinsic = intrinsic(position, settings.intrinsic),
                  .attack = attack(links, settings.attack),
                  .defence = defence(links, settings.defence),
                  .check = check(position, settings.check),
                  .checkmate = checkmate(position, settings.checkmate)};
    rating.total = total_of(rating, settings);
    return rating;
}

double rate(const Position& position, const RatingSettings& settings) {
    return rating_parts(position, settings).total;
}

}  // namespace kibitz::players
