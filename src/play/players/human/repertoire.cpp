#include "players/human/repertoire.hpp"

#include <span>

#include "players/people/quick_look.hpp"

namespace kibitz::players {

namespace {

struct Liked {
    Square from, to;
    double Repertoire::* times;
};

constexpr Liked as_white[] = {
    {squares::e2, squares::e4, &Repertoire::e4}, {squares::d2, squares::d4, &Repertoire::d4},
    {squares::c2, squares::c4, &Repertoire::c4}, {squares::g1, squares::f3, &Repertoire::nf3},
    {squares::f2, squares::f4, &Repertoire::f4}, {squares::b2, squares::b3, &Repertoire::b3},
};
constexpr Liked against_e4[] = {
    {squares::e7, squares::e5, &Repertoire::e4_e5}, {squares::c7, squares::c5, &Repertoire::e4_c5},
    {squares::e7, squares::e6, &Repertoire::e4_e6}, {squares::c7, squares::c6, &Repertoire::e4_c6},
    {squares::d7, squares::d5, &Repertoire::e4_d5},
};
constexpr Liked against_d4[] = {
    {squares::d7, squares::d5, &Repertoire::d4_d5},
    {squares::g8, squares::f6, &Repertoire::d4_nf6},
    {squares::f7, squares::f5, &Repertoire::d4_f5},
};

double liking(std::span<const Liked> all, const Repertoire& repertoire, Move move) {
    for (const Liked& one : all)
        if (move.from() == one.from && move.to() == one.to) return repertoire.*one.times;
    return 1;
}

double liking_of_first(const Repertoire& repertoire, const Scene& scene, Move move) {
    const std::size_t ply = scene.earlier_keys.size();
    if (ply == 0) return liking(as_white, repertoire, move);
    if (ply != 1) return 1;
    const Square answered = scene.last.move.to();
    if (answered == squares::e4) return liking(against_e4, repertoire, move);
    if (answered == squares::d4) return liking(against_d4, repertoire, move);
    return 1;
}

int material(const Position& position, Color side) {
    constexpr int pawn = 100, minor = 300, rook = 500, queen = 900;
    const auto count = [&](PieceType type) { return position.count(make_piece(side, type)); };
    return pawn * count(PieceType::pawn) +
           minor * (count(PieceType::knight) + count(PieceType::bishop)) +
           rook * count(PieceType::rook) + queen * count(PieceType::queen);
}

}  // namespace

bool offers_material(const Position& position, Move move) {
    constexpr int pawn = 100;
    const Color us = position.side_to_move();
    const Position next = position.after(move);
    return material(next, us) - material(next, ~us) - capture_gain(next) <= -pawn;
}

double preference(const Repertoire& repertoire, const Scene& scene, Move move) {
    const double times = liking_of_first(repertoire, scene, move);
    const bool is_gambit = repertoire.gambits != 1 && offers_material(scene.position, move);
    return is_gambit ? times * repertoire.gambits : times;
}

}  // namespace kibitz::players
