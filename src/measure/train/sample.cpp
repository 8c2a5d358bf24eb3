#include "train/sample.hpp"

namespace kibitz::train {

SampleKind kind_of(const ChainOrigin& origin) {
    if (origin.is_line) return SampleKind::line;
    return origin.source == ChainSource::self_play ? SampleKind::self_play : SampleKind::game;
}

Sample make_sample(const Position& position, ChainScore score, GameResult result, SampleKind kind) {
    constexpr unsigned other_side = 8;
    const Color us = position.side_to_move();
    const bool is_white = us == Color::white;
    Sample sample;
    sample.occupied =
        is_white ? position.occupied().bits() : __builtin_bswap64(position.occupied().bits());
    unsigned place = 0;
    for (const Square square : Bitboard(sample.occupied)) {
        const Piece piece = position.piece_on(square.relative(us));
        const unsigned code =
            static_cast<unsigned>(index(type_of(piece))) | (color_of(piece) == us ? 0 : other_side);
        sample.pieces[place / 2] |= static_cast<std::uint8_t>(code << (place % 2 * 4));
        ++place;
    }
    sample.score = static_cast<std::int16_t>(is_white ? score : -score);
    const int points = static_cast<int>(result);
    sample.result = static_cast<std::uint8_t>(is_white ? points : 2 - points);
    sample.kind = kind;
    sample.own_king = static_cast<std::uint8_t>(position.king(us).relative(us).index());
    sample.their_king = static_cast<std::uint8_t>(position.king(~us).relative(us).index());
    return sample;
}

}  // namespace kibitz::train
