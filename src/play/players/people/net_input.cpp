#include "players/people/net_input.hpp"

#include <algorithm>
#include <bit>

namespace kibitz::players {

namespace {

// What men are worth where one takes another: knight and bishop the same.
constexpr std::array<int, piece_type_count> worth = [] {
    std::array<int, piece_type_count> values{};
    values[static_cast<std::size_t>(index(PieceType::pawn))] = 1;
    values[static_cast<std::size_t>(index(PieceType::knight))] = 3;
    values[static_cast<std::size_t>(index(PieceType::bishop))] = 3;
    values[static_cast<std::size_t>(index(PieceType::rook))] = 5;
    values[static_cast<std::size_t>(index(PieceType::queen))] = 9;
    values[static_cast<std::size_t>(index(PieceType::king))] = 100;
    return values;
}();

int worth_of(PieceType type) { return worth[static_cast<std::size_t>(index(type))]; }

constexpr std::array all_types{PieceType::pawn, PieceType::knight, PieceType::bishop,
                               PieceType::rook, PieceType::queen,  PieceType::king};

// The squares that a side attacks.
struct Attacks {
    Bitboard once, twice;                          // by one man at least, by two
    std::array<Bitboard, piece_type_count> below;  // by men that are worth less than this type

    Attacks(const Position& position, Color side) {
        for (const PieceType type : all_types)
            for (const Square square : position.pieces(side, type)) {
                const Bitboard reach = type == PieceType::pawn
                                           ? pawn_attacks(side, square)
                                           : piece_attacks(type, square, position.occupied());
                twice |= once & reach;
                once |= reach;
                for (const PieceType dearer : all_types)
                    if (worth_of(dearer) > worth_of(type))
                        below[static_cast<std::size_t>(index(dearer))] |= reach;
            }
    }
};

Bitboard en_prise(const Position& position, Color side, const Attacks& own, const Attacks& their) {
    Bitboard result;
    for (const PieceType type : all_types) {
        if (type == PieceType::king) continue;
        const Bitboard lost =
            their.below[static_cast<std::size_t>(index(type))] | (their.once & ~own.once);
        result |= position.pieces(side, type) & lost;
    }
    return result;
}

class PlaneWriter {
   public:
    PlaneWriter(NetInput& input, Color side) : planes_(input.planes), side_(side) {}

    void put(std::size_t plane, Bitboard squares) {
        // Turning the bytes round turns the board's ranks round.
        planes_[plane] = side_ == Color::white ? squares.bits() : std::byteswap(squares.bits());
    }
    void put(NetPlane plane, Bitboard squares) { put(static_cast<std::size_t>(plane), squares); }

   private:
    std::array<std::uint64_t, net_plane_count>& planes_;
    Color side_;
};

void put_men(PlaneWriter& writer, const Position& position, Color us) {
    std::size_t plane = 0;
    for (const Color side : {us, ~us})
        for (const PieceType type : all_types) writer.put(plane++, position.pieces(side, type));
}

void put_attacks(PlaneWriter& writer, const Position& position, Color us) {
    const Attacks own(position, us), their(position, ~us);
    writer.put(NetPlane::own_en_prise, en_prise(position, us, own, their));
    writer.put(NetPlane::their_en_prise, en_prise(position, ~us, their, own));
    writer.put(NetPlane::own_attacks, own.once);
    writer.put(NetPlane::own_double_attacks, own.twice);
    writer.put(NetPlane::their_attacks, their.once);
    writer.put(NetPlane::their_double_attacks, their.twice);
    writer.put(NetPlane::own_pawn_attacks, pawn_attacks(us, position.pieces(us, PieceType::pawn)));
    writer.put(NetPlane::their_pawn_attacks,
               pawn_attacks(~us, position.pieces(~us, PieceType::pawn)));
}

void put_checks(PlaneWriter& writer, const Position& position, Color us) {
    const auto checks = position.check_squares(us);
    const auto from = [&](PieceType type) { return checks[static_cast<std::size_t>(index(type))]; };
    const Bitboard theirs = position.king_blockers(~us);
    writer.put(NetPlane::knight_checks, from(PieceType::knight));
    writer.put(NetPlane::diagonal_checks, from(PieceType::bishop));
    writer.put(NetPlane::straight_checks, from(PieceType::rook));
    writer.put(NetPlane::own_pinned, position.king_blockers(us) & position.pieces(us));
    writer.put(NetPlane::their_pinned, theirs & position.pieces(~us));
    writer.put(NetPlane::discoverers, theirs & position.pieces(us));
    writer.put(NetPlane::checkers, position.checkers());
}

void put_last_moves(PlaneWriter& writer, const Scene& scene) {
    if (!scene.last.is_none()) {
        writer.put(NetPlane::last_from, scene.last.move.from());
        writer.put(NetPlane::last_to, arrival(scene.last.move));
        if (scene.last.captured != Piece::none)
            writer.put(NetPlane::last_capture, arrival(scene.last.move));
    }
    if (!scene.own.is_none()) {
        writer.put(NetPlane::own_last_from, scene.own.move.from());
        writer.put(NetPlane::own_last_to, arrival(scene.own.move));
    }
}

}  // namespace

NetInput net_input(const Scene& scene, const NetMover& mover) {
    const Position& position = scene.position;
    const Color us = position.side_to_move();
    NetInput input{.planes = {}, .mover = mover, .halfmove_clock = position.halfmove_clock()};
    PlaneWriter writer(input, us);
    put_men(writer, position, us);
    put_attacks(writer, position, us);
    put_checks(writer, position, us);
    put_last_moves(writer, scene);
    writer.put(NetPlane::castling_rooks, position.castling_rooks());
    if (!position.en_passant().is_none()) writer.put(NetPlane::en_passant, position.en_passant());
    if (std::ranges::find(scene.earlier_keys, position.key()) != scene.earlier_keys.end())
        writer.put(NetPlane::repeated, all_squares);
    writer.put(NetPlane::board, all_squares);
    return input;
}

std::uint16_t net_move(Move move, Color side) {
    int promotion = 0;
    switch (move.promoted_to()) {
        case PieceType::knight: promotion = 1; break;
        case PieceType::bishop: promotion = 2; break;
        case PieceType::rook: promotion = 3; break;
        default: break;
    }
    return static_cast<std::uint16_t>(move.from().relative(side).index() |
                                      move.to().relative(side).index() << 6 | promotion << 12);
}

}  // namespace kibitz::players
